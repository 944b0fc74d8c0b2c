#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# lldpad negotiates PFC, ETS and APP over ports by DCBX (IEEE 802.1Qaz).  A willing host takes
# the priorities of the switch, obeys XOFF, and then the switch loses no packet of it.  An
# unwilling host keeps its own.  Hosts take APP entries; they classify packets.  When the
# peer ends LLDP, the willing host returns to its local settings.  When the own agent ends, a
# port keeps PFC and ETS.  LLDP frames have priority 7, and pass while the lossless priority is
# paused.
#
#   h1 eth0 (willing)   ── p1 ┐
#                             ├ br0 (sw, unwilling) ── p2 ── eth0 h2    p2 has 20 Mb/s
#   h3 eth0 (unwilling) ── p3 ┘
#
# timeout: 400
# kernels: 6.1 6.12 7.2 7.3
# long: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash
. /tests/guest/lib/lldpad.bash

ETS="tsa=0:ets,1:ets,2:strict,3:strict,4:strict,5:strict,6:strict,7:strict
	up2tc=0:0,1:0,2:0,3:1,4:0,5:0,6:2,7:2 tcbw=40,60,0,0,0,0,0,0"
ETS_SHOWN='[["ets","ets","strict"],[40,60,0],[0,0,0,1,0,0,2,2]]'
LOCAL_SHOWN='[["strict","strict","strict"],[0,0,0],[0,0,0,0,0,0,0,0]]'
APPS_SHOWN='{"dgram_port_prio":[[4791,3]],"ethtype_prio":[[35078,4]]}'
COUNT=400

# burst NAME: h1 sends a burst of lossless packets to h2; prints how many are lost
burst()
{
	receive h2 "$1-got"
	send h1 "$1-sent" --dscp 26 --count $COUNT 10.0.0.2
	wait_for 20 drained
	sleep 0.2
	received "$1-got"
	echo $((COUNT - $(value "$1-got" .datagrams)))
}

drained() { [ "$(stat sw p2 '.[0].queue[3].backlog_packets')" = 0 ]; }

star 3
for port in h1/eth0 h3/eth0 sw/p1 sw/p3; do
	check "$port is a port" pfc "${port%/*}" port add dev "${port#*/}" rate 100mbit
done
check "p2 is a port" pfc sw port add dev p2 rate 20mbit
for port in p1 p3; do
	check "$port: low thresholds" pfc sw pg set dev $port pg 3 xoff 20K xon 10K headroom 60K
done
check "p1 sends PFC for priority 3" pfc sw pfc set dev p1 prio-pfc 3:on
check "h3 has a cable delay" pfc h3 port set dev eth0 cable-delay 10us
capture h1 eth0 control ether proto 0x8808 or ether proto 0x88cc

between "without DCBX, h1 ignores XOFF and loses packets" "$(burst before)" 1 $COUNT
is "they are lost in the headroom of p1" \
	"$(stat sw p1 '.[0].pg[3].drop_headroom')" "$((COUNT - $(value before-got .datagrams)))"

# ---- negotiation ----------------------------------------------------------

for ns in sw h1 h3; do
	agent $ns
done
for port in p1 p3; do
	# shellcheck disable=SC2086 # a list of words
	{
	sets sw $port PFC willing=no enabled=3 enableTx=yes
	sets sw $port ETS-CFG willing=no $ETS
	sets sw $port ETS-REC enableTx=yes $ETS
	}
	check "$port sends LLDP" lldp sw -L -i $port adminStatus=rxtx
done
sets h3 eth0 PFC willing=no enabled=5 enableTx=yes
sets h3 eth0 ETS-CFG willing=no
for ns in h1 h3; do
	check "$ns sends LLDP" lldp $ns -L -i eth0 adminStatus=rxtx
done

becomes h1 eth0 3 "PFC: the willing host takes the priorities of the switch"
becomes h3 eth0 5 "PFC: the unwilling host keeps its own"
becomes sw p1 3 "PFC: the switch keeps its own towards the willing host"
becomes sw p3 3 "PFC: the switch keeps its own towards the unwilling host"
is "PFC: lldpad replaces the cable delay" \
	"$(pfc h3 -j port show dev eth0 | jq '.[0].cable_delay_ns')" 0
is "PFC: pfcctl shows the negotiated priorities" \
	"$(pfc h1 -j pfc show dev eth0 | jq -c '.[0].prio_pfc_tx | indices(true)')" "[3]"
wait_for 60 has_ets h1 eth0 "$ETS_SHOWN"
is "ETS: the willing host takes the recommendation" "$(ets_of h1 eth0)" "$ETS_SHOWN"
is "ETS: the switch has its local configuration" "$(ets_of sw p1)" "$ETS_SHOWN"
is "ETS: the unwilling host has its local configuration" "$(ets_of h3 eth0)" "$LOCAL_SHOWN"
is "the switch receives the PFC TLV of the willing host" "$(neighbour_pfc sw p1)" 3
is "the switch receives the PFC TLV of the unwilling host" "$(neighbour_pfc sw p3)" 5
is "the unwilling host receives the PFC TLV of the switch" "$(neighbour_pfc h3 eth0)" 3

is "with DCBX, no packet is lost" "$(burst after)" 0
between "p1 has sent XOFF" "$(stat sw p1 '.[0].prio[3].tx_xoff')" 1 1000
between "h1 has been paused" "$(stat h1 eth0 '.[0].prio[3].rx_pause_time_ns')" 1 100000000000

# ---- APP ------------------------------------------------------------------

check "APP: dcb announces RoCE" in_ns sw dcb app add dev p1 dgram-port-prio 4791:3
sets sw p1 APP enableTx=yes
sets sw p1 APP app=4,1,0x8906
is "APP: the switch has both entries" "$(apps_of sw p1)" "$APPS_SHOWN"
wait_for 60 has_apps h1 eth0 "$APPS_SHOWN"
is "APP: the host takes both" "$(apps_of h1 eth0)" "$APPS_SHOWN"
is "APP: the port of the host classifies FCoE by it" \
	"$(pfc h1 -j map show dev eth0 | jq -c '.[0].ethtype_prio')" \
	'[{"ethtype":"0x8906","prio":4}]'
printf '0 %s%s8906%0100d\n' "020000000102" "020000000101" 0 > /tmp/fcoe
before=$(stat h1 eth0 '.[0].queue[4].tx_packets')
in_ns h1 rawsend --loop 9 eth0 /tmp/fcoe > /dev/null
sleep 0.2
between "APP: FCoE frames leave the host in priority 4" \
	"$(($(stat h1 eth0 '.[0].queue[4].tx_packets') - before))" 1 10

# ---- changes, while the lossless priority is paused -----------------------

pfc_frame "$(mac h1 eth0)" 0x08 0xffff > /tmp/xoff
before=$(stat sw p1 '.[0].queue[7].tx_packets')
hold h1 eth0 /tmp/xoff
check "pfcctl switches PFC off at the host" pfc h1 pfc set dev eth0 prio-pfc all:off
sets sw p1 PFC enabled=3,4
becomes h1 eth0 3,4 "a change reaches the willing host while priority 3 is paused"
between "LLDP frames leave p1 in priority 7" \
	"$(($(stat sw p1 '.[0].queue[7].tx_packets') - before))" 1 100
between "h1 receives them in PG 7" "$(stat h1 eth0 '.[0].pg[7].rx_packets')" 1 1000
release
sets sw p1 PFC enabled=3
becomes h1 eth0 3 "the host follows back"

# ---- the end of LLDP ------------------------------------------------------

check "the port of h3 is deleted" pfc h3 port del dev eth0
refused "lldptool reports that the device is not capable" 'not capable' \
	lldp h3 -T -i eth0 -V PFC enabled=6
check "it is added again" pfc h3 port add dev eth0
becomes h3 eth0 5 "it gets the settings of lldpad again"

agent_ends sw TERM
becomes h1 eth0 "" "the switch stops LLDP: the willing host returns to its local PFC"
wait_for 60 has_ets h1 eth0 "$LOCAL_SHOWN"
is "it returns to its local ETS" "$(ets_of h1 eth0)" "$LOCAL_SHOWN"
is "the switch keeps PFC without an agent" "$(pfc_of sw p1)" 3
is "the switch keeps ETS without an agent" "$(ets_of sw p1)" "$ETS_SHOWN"
is "APP: the host deletes the entries of the peer" "$(apps_of h1 eth0)" "{}"
is "APP: the switch keeps the entry of dcb, not that of lldpad" "$(apps_of sw p1)" \
	'{"dgram_port_prio":[[4791,3]]}'
between "the host loses packets again" "$(burst ended)" 1 $COUNT

agent sw
becomes h1 eth0 3 "negotiation starts again"
becomes sw p1 3 "the switch has its stored configuration"
agent_ends h1 TERM
sleep 2
is "the willing host keeps PFC without an agent" "$(pfc_of h1 eth0)" 3
is "no packet is lost without an agent" "$(burst kept)" 0
captures_end
