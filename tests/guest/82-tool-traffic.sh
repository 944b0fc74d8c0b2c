#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What the tool sets and shows of priorities, classes, marking and flow control: the
# kernel keeps it, and what is shown can be given again.
#
#   sw: p1 ── p2    (both ports)
#
# timeout: 300

. /tests/guest/lib.sh
. /tests/guest/refusals.sh

ns sw
link sw p1 sw p2
pfc sw port add dev p1
pfc sw port add dev p2

# shown FILTER COMMAND...: of its JSON
shown() { pfc sw -j "${@:2}" | jq -c "$1"; }

# ---- as it is at first
is "trust and maps" "$(shown '.[0] | [.trust, .default_prio, .pcp_prio, .ethtype_prio,
	.flood_lossless, .prio_source]' map)" \
	'["dscp",0,[0,1,2,3,4,5,6,7],[],"forward","packet"]'
is "nothing is written to packets, nor are they moved when flooded" \
	"$(shown '.[0] | [.flood_prio, .prio_dscp, .prio_pcp] | flatten | unique' map)" '[null]'
is "flow control" "$(shown '.[0] | [.flow_control, .prio_pfc_tx, .prio_pfc_rx] |
	flatten | unique' pfc)" '[false,"pfc"]'
is "classes are strict, each priority its own" \
	"$(shown '.[0] | [.prio_tc, (.tc | map([.tsa, .bw_percent, .maxrate_bits_per_second]) |
	unique)]' ets)" '[[0,1,2,3,4,5,6,7],[["strict",0,null]]]'
is "no queue marks" "$(shown '.[0].queue | map(.ecn_kmax) | unique' queue)" '[null]'
is "overhead, and a peer that is as fast" \
	"$(shown '.[0] | [.overhead, .peer_rate_bits_per_second]' port)" '[24,null]'

# ---- classes
check "shares and strict" pfc sw ets set dev p1 prio-tc all:0 3:1 6-7:7 \
	tc-tsa 0-1:ets tc-bw 0:40 1:60 tc-maxrate 7:100mbit
is "are kept" "$(shown '.[0] | [.prio_tc, [.tc[0, 1, 7] |
	[.tsa, .bw_percent, .maxrate_bits_per_second]]]' ets show dev p1)" \
	'[[0,0,0,1,0,0,7,7],[["ets",40,null],["ets",60,null],["strict",0,100000000]]]'
is "and shown" "$(pfc sw ets show dev p1 | awk '$1 == 0 || $1 == 7 { $1 = $1; print }' |
	paste -sd,)" "0 ets 40% unlimited 0,1,2,4,5,7 strict - 100 Mb/s 6,7"
remember
no 'tc-bw: ets classes have 110 percent together' ets set dev p1 tc-bw 0:50
check "other shares" pfc sw ets set dev p1 tc-bw 0:50 1:50
check "a class becomes strict, the other takes all" \
	pfc sw ets set dev p1 tc-tsa 0:strict tc-bw 0:0 1:100
is "as it says" "$(shown '[.[0].tc[0, 1] | [.tsa, .bw_percent]]' ets show dev p1)" \
	'[["strict",0],["ets",100]]'

# ---- marking
check "marking" pfc sw queue set dev p1 queue 3 ecn-kmin 5K ecn-kmax 200K ecn-pmax 0.25%
is "is kept" "$(shown '.[0].queue[3] | [.ecn_kmin, .ecn_kmax, .ecn_pmax_millionths]' \
	queue show dev p1)" '[5120,204800,2500]'
remember
no 'ecn-kmin' queue set dev p1 queue 3 ecn-kmin 201K
no 'ecn-kmin: 2 MiB is above ecn-kmax 1 MiB' queue set dev p1 queue 3 ecn-kmin 2M ecn-kmax 1M
check "no marking" pfc sw queue set dev p1 queue 3 ecn-kmax off ecn-kmin 0
is "is off" "$(shown '.[0].queue[3].ecn_kmax' queue show dev p1)" null

# ---- maps
check "trust, EtherTypes, flooding" pfc sw map set dev p1 trust dscp,pcp pcp-prio 7:1 \
	ethtype-prio 0x8906:3 0x8914:4 flood-prio 0:0 1-3:1 flood-lossless drop
is "are kept" "$(shown '.[0] | [.trust, .pcp_prio[7], .ethtype_prio, .flood_prio,
	.flood_lossless]' map show dev p1)" "$(jq -nc '["dscp,pcp", 1,
	[{ethtype: "0x8906", prio: 3}, {ethtype: "0x8914", prio: 4}],
	[0, 1, 1, 1, null, null, null, null], "drop"]')"
check "one EtherType less" pfc sw map set dev p1 ethtype-prio 0x8906:none
is "leaves the other" "$(shown '[.[0].ethtype_prio[].ethtype]' map show dev p1)" '["0x8914"]'
check "eight" pfc sw map set dev p1 ethtype-prio 0x901:1 0x902:1 0x903:1 0x904:1 0x905:1 \
	0x906:1 0x907:1
remember
no 'ethtype-prio' map set dev p1 ethtype-prio 0x908:1
check "what is written" pfc sw map set dev p1 prio-source skb prio-dscp 3:26 prio-pcp 3:3 \
	same-group-prio 3:4 same-group-dscp 3:34
is "is kept" "$(shown '.[0] | [.prio_source, .prio_dscp[3], .prio_pcp[3],
	.same_group_prio[3], .same_group_dscp[3]]' map show dev p1)" '["skb",26,3,4,34]'

# What is shown can be given again
while read -r line; do
	# shellcheck disable=SC2086 # a list of words
	case $line in
	no\ * | *:) ;;
	*) check "again: ${line:0:40}" pfc sw map set dev p2 $line ;;
	esac
done < <(pfc sw map show dev p1)
is "both ports have the same maps" \
	"$(shown 'map(del(.dev, .ifindex, .port_id)) | .[0] == .[1]' map)" true
check "and nothing any more" pfc sw map set dev p1 prio-dscp all:none prio-pcp all:none \
	flood-prio all:none same-group-prio all:none same-group-dscp all:none
is "nothing" "$(shown '.[0] | [.flood_prio, .prio_dscp, .prio_pcp, .same_group_prio,
	.same_group_dscp] | flatten | unique' map show dev p1)" '[null]'

# ---- flow control
check "one direction" pfc sw pfc set dev p1 prio-pfc-tx 3:on prio-pfc-rx 4:on
is "and the other" "$(pfc sw pfc show dev p1 | grep -o 'prio-pfc.*' | paste -sd,)" \
	"prio-pfc-tx 0-2:off 3:on 4-7:off,prio-pfc-rx 0-3:off 4:on 5-7:off"
is "the group of the first is lossless" "$(shown '[.[0].pg[] | select(.lossless).pg]' \
	pg show dev p1)" '[3]'
remember
no 'p1: .*flow-control' pfc set dev p1 flow-control pause
check "PAUSE instead" pfc sw pfc set dev p1 prio-pfc all:off flow-control pause
is "is kept" "$(shown '.[0].flow_control' pfc show dev p1)" '"pause"'
remember
no 'p1: .*flow-control' pfc set dev p1 prio-pfc 3:on
check "none" pfc sw pfc set dev p1 flow-control none
check "PFC again" pfc sw pfc set dev p1 flow-control pfc prio-pfc 3:on

# ---- a peer that is faster
check "speed and rates" pfc sw port set dev p1 speed 10gbit rate 1gbit peer-rate 4gbit \
	cable-length 300m batch 0 overhead 20
is "are kept" "$(shown '.[0] | [.overhead, .peer_rate_bits_per_second]' port show dev p1)" \
	'[20,4000000000]'
is "the kernel reckons as the tool does" \
	"$(shown '.[0].pg[3].headroom_needed' pg show dev p1)" \
	"$(pfcctl -j headroom speed 10gbit rate 1gbit peer-rate 4gbit cable-length 300m \
	batch 0 | jq .headroom)"
is "and the tool for the port" "$(shown '.[0].headroom' headroom dev p1)" \
	"$(shown '.[0].pg[3].headroom_needed' pg show dev p1)"
check "one as fast" pfc sw port set dev p1 peer-rate own
is "is what was before" "$(shown '.[0].pg[3].headroom_needed' pg show dev p1)" \
	"$(pfcctl -j headroom speed 10gbit rate 1gbit cable-length 300m batch 0 | jq .headroom)"
