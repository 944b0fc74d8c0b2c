#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The tool sets and shows maps, classes, marking and flow control.  The kernel keeps the
# settings, and the tool accepts its own output as input.
#
#   sw: p1 ── p2    (both ports)
#
# timeout: 300
# mode: any
# sanitize: no (it tests the tool)

. /tests/guest/lib/lib.sh
. /tests/guest/lib/refusals.sh

ns sw
link sw p1 sw p2
pfc sw port add dev p1
pfc sw port add dev p2

# shown FILTER COMMAND...: filters the JSON of the command
shown() { pfc sw -j "${@:2}" | jq -c "$1"; }

# ---- defaults
is "default: trust and maps" \
	"$(shown '.[0] | [.trust, .default_prio, .control_prio, .pcp_prio, .ethtype_prio,
	.flood_lossless, .prio_source]' map)" \
	'["dscp",0,7,[0,1,2,3,4,5,6,7],[],"forward","packet"]'
is "default: flood-prio, prio-dscp and prio-pcp are none" \
	"$(shown '.[0] | [.flood_prio, .prio_dscp, .prio_pcp] | flatten | unique' map)" '[null]'
is "default: PFC is off" "$(shown '.[0] | [.flow_control, .prio_pfc_tx, .prio_pfc_rx] |
	flatten | unique' pfc)" '[false,"pfc"]'
is "default: one class per priority, without a rate" \
	"$(shown '.[0] | [.prio_tc, (.tc | map(.maxrate_bits_per_second) | unique)]' ets)" \
	'[[0,1,2,3,4,5,6,7],[null]]'
is "default: two strict classes, six with equal shares" \
	"$(shown '[.[0].tc[] | [.tsa, .bw_percent]]' ets show dev p1)" "$(jq -nc '
	[(17, 17, 17, 17, 16, 16) | ["ets", .]] + [["strict", 0], ["strict", 0]]')"
is "default: no queue marks ECN" "$(shown '.[0].queue | map(.ecn_kmax) | unique' queue)" '[null]'
is "default: overhead 24 and no peer-rate" \
	"$(shown '.[0] | [.overhead, .peer_rate_bits_per_second]' port)" '[24,null]'

# ---- classes
check "classes with shares, strict classes and a rate are set" \
	pfc sw ets set dev p1 prio-tc all:0 3:1 6-7:7 \
	tc-tsa 0-1:ets tc-bw 0:40 1:60 tc-maxrate 7:100mbit
is "JSON: the classes" "$(shown '.[0] | [.prio_tc, [.tc[0, 1, 7] |
	[.tsa, .bw_percent, .maxrate_bits_per_second]]]' ets show dev p1)" \
	'[[0,0,0,1,0,0,7,7],[["ets",40,null],["ets",60,null],["strict",0,100000000]]]'
is "text: the classes" "$(pfc sw ets show dev p1 | awk '$1 == 0 || $1 == 7 { $1 = $1; print }' |
	paste -sd,)" "0 ets 40% unlimited 0,1,2,4,5,7 strict - 100 Mb/s 6,7"
remember
no 'tc-bw: shares of ets classes sum to 110 percent' ets set dev p1 tc-bw 0:50
check "other shares are set" pfc sw ets set dev p1 tc-bw 0:50 1:50
check "a class becomes strict, the other one gets 100 percent" \
	pfc sw ets set dev p1 tc-tsa 0:strict tc-bw 0:0 1:100
is "JSON: one strict class, one with 100 percent" \
	"$(shown '[.[0].tc[0, 1] | [.tsa, .bw_percent]]' ets show dev p1)" \
	'[["strict",0],["ets",100]]'

check "all classes become strict" pfc sw ets set dev p1 tc-tsa all:strict tc-bw all:0
is "JSON: all classes are strict" \
	"$(shown '.[0].tc | map([.tsa, .bw_percent]) | unique' ets show dev p1)" \
	'[["strict",0]]'

# ---- marking
check "ECN marking is set" \
	pfc sw queue set dev p1 queue 3 ecn-kmin 5K ecn-kmax 200K ecn-pmax 0.25%
is "JSON: the ECN thresholds and probability" \
	"$(shown '.[0].queue[3] | [.ecn_kmin, .ecn_kmax, .ecn_pmax_millionths]' \
	queue show dev p1)" '[5120,204800,2500]'
remember
no 'ecn-kmin' queue set dev p1 queue 3 ecn-kmin 201K
no 'ecn-kmin: 2 MiB is above ecn-kmax 1 MiB' queue set dev p1 queue 3 ecn-kmin 2M ecn-kmax 1M
check "ECN marking is switched off" pfc sw queue set dev p1 queue 3 ecn-kmax off ecn-kmin 0
is "JSON: ECN marking is off" "$(shown '.[0].queue[3].ecn_kmax' queue show dev p1)" null

# ---- maps
check "trust, EtherTypes and flooding are set" pfc sw map set dev p1 trust dscp,pcp pcp-prio 7:1 \
	ethtype-prio 0x8906:3 0x8914:4 flood-prio 0:0 1-3:1 flood-lossless drop
is "JSON: trust, EtherTypes and flooding" \
	"$(shown '.[0] | [.trust, .pcp_prio[7], .ethtype_prio, .flood_prio,
	.flood_lossless]' map show dev p1)" "$(jq -nc '["dscp,pcp", 1,
	[{ethtype: "0x8906", prio: 3}, {ethtype: "0x8914", prio: 4}],
	[0, 1, 1, 1, null, null, null, null], "drop"]')"
check "an EtherType is removed" pfc sw map set dev p1 ethtype-prio 0x8906:none
is "the other EtherType stays" \
	"$(shown '[.[0].ethtype_prio[].ethtype]' map show dev p1)" '["0x8914"]'
check "eight EtherTypes are set" \
	pfc sw map set dev p1 ethtype-prio 0x901:1 0x902:1 0x903:1 0x904:1 0x905:1 \
	0x906:1 0x907:1
remember
no 'ethtype-prio' map set dev p1 ethtype-prio 0x908:1
check "prio-source, rewriting and bounce maps are set" \
	pfc sw map set dev p1 prio-source skb prio-dscp 3:26 prio-pcp 3:3 \
	bounce-prio 3:4 bounce-dscp 3:34
check "control-prio none is set" pfc sw map set dev p1 control-prio none
is "JSON: control-prio none is null" "$(shown '.[0].control_prio' map show dev p1)" null
check "control-prio 2 is set" pfc sw map set dev p1 control-prio 2
is "JSON and text: control-prio 2" \
	"$(shown '.[0].control_prio' map show dev p1) $(pfc sw map show dev p1 |
	grep control-prio | xargs)" "2 control-prio 2"
is "JSON: prio-source, rewriting and bounce maps" \
	"$(shown '.[0] | [.prio_source, .prio_dscp[3], .prio_pcp[3],
	.bounce_prio[3], .bounce_dscp[3]]' map show dev p1)" '["skb",26,3,4,34]'

# The tool accepts the maps that it shows
while read -r line; do
	# shellcheck disable=SC2086 # a list of words
	case $line in
	no\ * | *:) ;;
	*) check "the tool accepts: ${line:0:40}" pfc sw map set dev p2 $line ;;
	esac
done < <(pfc sw map show dev p1)
is "both ports have the same maps" \
	"$(shown 'map(del(.dev, .ifindex, .port_id)) | .[0] == .[1]' map)" true
check "all maps are set to none" pfc sw map set dev p1 prio-dscp all:none prio-pcp all:none \
	flood-prio all:none bounce-prio all:none bounce-dscp all:none
is "JSON: all maps are null" "$(shown '.[0] | [.flood_prio, .prio_dscp, .prio_pcp, .bounce_prio,
	.bounce_dscp] | flatten | unique' map show dev p1)" '[null]'

# ---- flow control
check "PFC is on for sending at 3, for receiving at 4" \
	pfc sw pfc set dev p1 prio-pfc-tx 3:on prio-pfc-rx 4:on
is "text: the priorities of each direction" \
	"$(pfc sw pfc show dev p1 | grep -o 'prio-pfc.*' | paste -sd,)" \
	"prio-pfc-tx 0-2:off 3:on 4-7:off,prio-pfc-rx 0-3:off 4:on 5-7:off"
is "the PG of the sending priority is lossless" "$(shown '[.[0].pg[] | select(.lossless).pg]' \
	pg show dev p1)" '[3]'
remember
no 'p1: .*flow-control' pfc set dev p1 flow-control pause
check "flow-control pause is set" pfc sw pfc set dev p1 prio-pfc all:off flow-control pause
is "JSON: flow-control pause" "$(shown '.[0].flow_control' pfc show dev p1)" '"pause"'
remember
no 'p1: .*flow-control' pfc set dev p1 prio-pfc 3:on
check "flow-control none is set" pfc sw pfc set dev p1 flow-control none
check "flow-control pfc is set" pfc sw pfc set dev p1 flow-control pfc prio-pfc 3:on

# ---- a peer that is faster
check "speed, rate, peer-rate and overhead are set" \
	pfc sw port set dev p1 speed 10gbit rate 1gbit peer-rate 4gbit \
	cable-length 300m batch 0 overhead 20
is "JSON: overhead and peer-rate" \
	"$(shown '.[0] | [.overhead, .peer_rate_bits_per_second]' port show dev p1)" \
	'[20,4000000000]'
is "the kernel and the tool compute the same headroom" \
	"$(shown '.[0].pg[3].headroom_needed' pg show dev p1)" \
	"$(pfcctl -j headroom speed 10gbit rate 1gbit peer-rate 4gbit cable-length 300m \
	batch 0 | jq .headroom)"
is "pfcctl headroom dev gives the same headroom" "$(shown '.[0].headroom' headroom dev p1)" \
	"$(shown '.[0].pg[3].headroom_needed' pg show dev p1)"
check "peer-rate own is set" pfc sw port set dev p1 peer-rate own
is "peer-rate own needs the headroom of the port's rate" \
	"$(shown '.[0].pg[3].headroom_needed' pg show dev p1)" \
	"$(pfcctl -j headroom speed 10gbit rate 1gbit cable-length 300m batch 0 | jq .headroom)"
