#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# iproute2's dcb reads and changes the configuration of a port.  pfcctl shows each change of
# dcb, and dcb each change of pfcctl.  Settings of dcb act on packets.  A refused setting
# changes nothing, and the kernel log contains the reason.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2 (pauses p2)
#
# timeout: 300
# mode: any
# kernels: 6.1 6.12 7.2

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

dcb() { in_ns sw dcb "$@"; }

# shown OBJECT FILTER: prints values that dcb shows for p1
shown() { dcb -s -j "$1" show dev p1 | jq -c "$2"; }

# ours OBJECT FILTER: prints values that pfcctl shows for p1
ours() { pfc sw -j "$1" show dev p1 | jq -c ".[0] | $2"; }

# settings: prints all settings of p1
settings()
{
	for object in port pfc map ets pg; do
		pfc sw -j "$object" show dev p1
	done
	shown ets .
}

# refuses TEXT REASON ARGUMENTS...: the kernel refuses the setting and logs the reason.
# dcb 6.1 exits with 0 for objects other than app.
refuses()
{
	local text=$1 reason=$2 before status

	shift 2
	before=$(settings)
	dmesg -c > /dev/null
	dcb "$@" 2> /dev/null
	status=$?
	[ "$1" != app ] || check "$text: dcb fails" [ $status != 0 ]
	check "$text: the log contains the reason" eval "dmesg | grep -q 'p1: dcb: .*$reason'"
	is "$text: all settings are unchanged" "$(settings)" "$before"
}

paused() { [ "$(stat sw p2 '.[0].prio[3].rx_paused')" = true ]; }
requests() { [ "$(shown pfc '.requests[3]')" -gt 0 ]; }
drained() { [ "$(stat sw p2 '.[0].queue[3].backlog_packets')" = 0 ]; }

star 2
refused "a device that is no port has no DCB" 'not supported' dcb pfc show dev p1
check "p1 is a port" pfc sw port add dev p1 rate 100mbit
check "p2 is a port" pfc sw port add dev p2 rate 100mbit
is "pfcctl shows that the port answers dcb" "$(ours port .dcb)" true

# ---- pfc ------------------------------------------------------------------

check "pfc: dcb sets priority 3" dcb pfc set dev p1 prio-pfc 3:on
is "pfc: pfcctl shows priority 3" "$(ours pfc .prio_pfc)" \
	"[false,false,false,true,false,false,false,false]"
check "pfc: pfcctl sets priority 4 in one direction" pfc sw pfc set dev p1 prio-pfc-rx 4:on
is "pfc: dcb shows priorities 3 and 4" "$(shown pfc .prio_pfc)" \
	"[false,false,false,true,true,false,false,false]"
check "pfc: dcb sets priority 5" dcb pfc set dev p1 prio-pfc 5:on
is "pfc: priority 4 keeps its direction" "$(ours pfc '[.prio_pfc_tx, .prio_pfc_rx] | transpose |
	map(tostring)')" "$(jq -c 'map(tostring)' <<< '[[false,false],[false,false],[false,false],
	[true,true],[false,true],[true,true],[false,false],[false,false]]')"
check "pfc: dcb clears priorities 4 and 5" dcb pfc set dev p1 prio-pfc 4:off 5:off
check "pfc: dcb sets a delay" dcb pfc set dev p1 delay 1000
is "pfc: pfcctl shows half of it as cable delay" "$(ours port .cable_delay_ns)" 5000
is "pfc: dcb shows the delay" "$(shown pfc .delay)" 1000
check "pfc: dcb sets no delay" dcb pfc set dev p1 delay 0
refuses "pfc: MACsec bypass" 'macsec-bypass' pfc set dev p1 macsec-bypass on
check "two priorities share a PG" pfc sw map set dev p1 prio-pg 1:0
refuses "pfc: one priority of a PG" 'some of its priorities' pfc set dev p1 prio-pfc 1:on
check "each priority has its own PG" pfc sw map set dev p1 prio-pg 1:1

check "p2 obeys PFC for priority 3" dcb pfc set dev p2 prio-pfc 3:on
check "p1 has a low XOFF" pfc sw pg set dev p1 pg 3 xoff 20K xon 10K
pfc_frame "$(mac h2 eth0)" 0x08 0xffff > /tmp/xoff
capture h1 eth0 h1-control ether proto 0x8808
receive h2 got
hold h2 eth0 /tmp/xoff
wait_for 10 paused
send h1 sent --dscp 26 --count 40 10.0.0.2
wait_for 10 requests
between "pfc: dcb counts the XOFF that p1 sends" "$(shown pfc '.requests[3]')" 1 1000
between "pfc: dcb counts the XOFF that p2 receives" \
	"$(dcb -s -j pfc show dev p2 | jq '.indications[3]')" 1 1000
release
pfc_frame "$(mac h2 eth0)" 0x08 0 > /tmp/xon
in_ns h2 rawsend eth0 /tmp/xon > /dev/null
wait_for 10 drained
sleep 0.2
received got
captures_end
is "pfc: no packet is lost" "$(value got .datagrams)" 40
between "pfc: h1 receives XOFF" \
	"$(in_ns h1 tcpdump -Z root -nr "$OUT/h1-control.pcap" 2> /dev/null | wc -l)" 1 1000

# ---- app ------------------------------------------------------------------

refuses "app: a DSCP" 'use pfcctl map' app add dev p1 dscp-prio 10:5
is "app: the table is empty" "$(shown app .)" "{}"

# ---- ets, maxrate, buffer, dcbx -------------------------------------------

check "ets: dcb sets shares and classes" dcb ets set dev p1 tc-tsa all:strict 0:ets 1:ets \
	tc-bw all:0 0:60 1:40 prio-tc 2:1 willing on
is "ets: pfcctl shows them" "$(ours ets '[.tc[0].bw_percent, .tc[1].tsa, .tc[2].tsa, .prio_tc[2]]')" \
	'[60,"ets","strict",1]'
check "ets: pfcctl sets shares" pfc sw ets set dev p1 tc-bw 0:30 1:70
is "ets: dcb shows them" "$(shown ets '[.tc_bw[:2], .willing]')" "[[30,70],true]"
refuses "ets: credit-based shaper" 'strict or ets' ets set dev p1 tc-tsa 2:cbs
check "ets: the share of a strict class has no effect" dcb ets set dev p1 tc-tsa 1:strict \
	tc-bw 0:100 1:0
is "ets: pfcctl shows the other shares" "$(ours ets '[.tc[:3][].bw_percent]')" "[100,0,0]"
refuses "ets: shares that do not sum to 100" 'must be 100' ets set dev p1 tc-bw 0:90 1:10

# The kernel's unit is kbit/s, but dcb 6.1 writes and shows bytes/s
check "maxrate: dcb sets a rate" dcb maxrate set dev p1 tc-maxrate 1:80mbit
check "maxrate: pfcctl shows it" eval \
	"ours ets '.tc[1].maxrate_bits_per_second' | grep -qxE '80000000|10000000000'"
refuses "maxrate: below 1 Mb/s" '1 Mb/s' maxrate set dev p1 tc-maxrate 1:1kbit

check "buffer: dcb sets group and size" dcb buffer set dev p1 prio-buffer 5:6 buffer-size 3:200000
is "buffer: pfcctl shows them" "$(ours map '.prio_pg[5]') $(ours pg \
	'.pg[3] | [.headroom, .headroom_auto]')" "6 [200000,false]"
check "buffer: pfcctl sets a headroom" pfc sw pg set dev p1 pg 3 headroom 300000
is "buffer: dcb shows it" "$(shown buffer '.buffer_size[3]')" 300000
refuses "buffer: too large" 'above 1073741824' buffer set dev p1 buffer-size 3:2000000000
check "dcbx: dcb sets the mode" dcb dcbx set dev p1 host ieee
refused "dcbx: CEE is refused" '' dcb dcbx set dev p1 host cee
is "dcbx: dcb shows the mode" "$(shown dcbx .)" '{"host":true,"ieee":true}'

# ---- the end of a port ----------------------------------------------------

check "p1 is no port" pfc sw port del dev p1
refused "its DCB ends" 'not supported' dcb pfc show dev p1
check "p1 is a port again" pfc sw port add dev p1
check "its DCB begins again" dcb pfc show dev p1
check "p1 moves to another namespace" ip -n sw link set p1 netns h2
refused "its DCB ends there" 'not supported' in_ns h2 dcb pfc show dev p1
