#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A bridge of ports of kind pfc, whose egress port is slower than the sender.
#
# +--------------------+                                        +--------------------+
# | H1 (VRF)           |                                        |           H2 (VRF) |
# |  $h1 192.0.2.1/28  |     +----------------------------+     |  192.0.2.2/28 $h2  |
# |  rate 100 Mb/s     +-----+ $swp1      br1      $swp2  +-----+                    |
# |                    |     | PG 3: pool,      20 Mb/s   |     |                    |
# +--------------------+     | headroom                   |     +--------------------+
#                            +----------------------------+
#
# Priority 3 (DSCP 24) is lossless.  A burst of it fits into the pool and the headroom of $swp1, since
# $swp1 pauses $h1: as many packets leave as have entered.  With a sender that ignores the pause, and
# without headroom, packets are lost, and $swp1 counts them.  Priority 0 loses packets above its
# limit.  $swp2 sends at its rate.

# lib.sh reads variables of this script, and sets others
# shellcheck disable=SC1091,SC2034,SC2154

ALL_TESTS="
	test_burst
	test_pause
	test_shaper
	test_lossy
	test_no_headroom
"

lib_dir=$(dirname "$(readlink -f "$0")")
NUM_NETIFS=4
source "$lib_dir"/../forwarding/lib.sh

PFCCTL=${PFCCTL:-pfcctl}
require_command "$PFCCTL"
require_command dcb

PACKETS=600
UDP_PORT=9

h1_create()
{
	simple_if_init "$h1" 192.0.2.1/28
	$PFCCTL port add dev "$h1" rate 100mbit pg 3 xoff 64K xon 32K prio-pfc 3:on
	$PFCCTL map set dev "$h1" prio-source skb
	tc qdisc add dev "$h1" clsact
	tc filter add dev "$h1" egress pref 1 handle 1 proto ip flower ip_proto udp ip_tos 0x60 \
		action skbedit priority 3
}

h1_destroy()
{
	tc qdisc del dev "$h1" clsact
	$PFCCTL port del dev "$h1"
	simple_if_fini "$h1" 192.0.2.1/28
}

h2_create()
{
	simple_if_init "$h2" 192.0.2.2/28
	tc qdisc add dev "$h2" clsact
	tc filter add dev "$h2" ingress pref 1 handle 1 proto ip flower ip_proto udp \
		dst_port $UDP_PORT action drop
}

h2_destroy()
{
	tc qdisc del dev "$h2" clsact
	simple_if_fini "$h2" 192.0.2.2/28
}

switch_create()
{
	ip link add name br1 type bridge mcast_snooping 0
	ip link set dev br1 up
	for port in $swp1 $swp2; do
		ip link set dev "$port" master br1
		ip link set dev "$port" up
	done
	$PFCCTL port add dev "$swp1" rate 100mbit prio-pfc 3:on
	$PFCCTL map set dev "$swp1" dscp-prio 24:3 prio-pg 3:3
	$PFCCTL pg set dev "$swp1" pg 3 xoff 64K xon 32K headroom 256K
	$PFCCTL pg set dev "$swp1" pg 0 limit 32K
	$PFCCTL port add dev "$swp2" rate 20mbit prio-pfc 3:on
}

switch_destroy()
{
	$PFCCTL port del dev "$swp2"
	$PFCCTL port del dev "$swp1"
	ip link del dev br1
}

setup_prepare()
{
	h1=${NETIFS[p1]}
	swp1=${NETIFS[p2]}
	swp2=${NETIFS[p3]}
	h2=${NETIFS[p4]}
	h2mac=$(mac_get "$h2")

	vrf_prepare
	h1_create
	h2_create
	switch_create
}

cleanup()
{
	pre_cleanup
	switch_destroy
	h2_destroy
	h1_destroy
	vrf_cleanup
}

arrived() { tc_rule_stats_get "$h2" 1 ingress; }
pauses() { dcb -j -s pfc show dev "$swp1" requests | jq ".requests[$1]"; }

# dropped PG: packets of a PG of $swp1 that were dropped, of all causes
dropped()
{
	$PFCCTL -j stats show dev "$swp1" |
		jq "[.[0].pg[$1] | to_entries[] | select(.key | startswith(\"drop_\")) | .value] | add"
}

# burst DSCP: sends the packets; sets $out, the number of those that have arrived at $h2
burst()
{
	local dscp=$1 before

	before=$(arrived)
	$MZ "$h1" -p 1000 -c "$PACKETS" -a own -b "$h2mac" -A 192.0.2.1 -B 192.0.2.2 \
		-t udp "sp=54321,dp=$UDP_PORT,dscp=$dscp" -q
	# Until no packet arrives for 200 ms
	out=-1
	while [ "$out" != $(($(arrived) - before)) ]; do
		out=$(($(arrived) - before))
		sleep 0.2
	done
}

test_burst()
{
	local lost

	RET=0
	lost=$(dropped 3)
	burst 24
	[ "$out" = "$PACKETS" ]
	check_err $? "$PACKETS packets sent, $out arrived"
	[ "$(dropped 3)" = "$lost" ]
	check_err $? "the port has dropped packets of PG 3"
	log_test "lossless: a burst fits into pool and headroom"
}

test_pause()
{
	RET=0
	[ "$(pauses 3)" -gt 0 ]
	check_err $? "dcb shows no PFC frames sent for priority 3"
	[ "$(pauses 0)" = 0 ]
	check_err $? "dcb shows PFC frames sent for priority 0"
	log_test "lossless: the port pauses its sender"
}

test_shaper()
{
	local before after bits

	RET=0
	start_traffic_pktsize 1000 "$h1" 192.0.2.1 192.0.2.2 "$h2mac"
	before=$(link_stats_get "$h2" rx bytes)
	sleep 2
	after=$(link_stats_get "$h2" rx bytes)
	stop_traffic
	# A frame takes 24 bytes on the wire in addition
	bits=$(((after - before) * 8 / 2))
	((bits > 17000000 && bits < 20000000))
	check_err $? "$bits bit/s arrive, of 20 Mb/s"
	log_test "shaper: the egress port sends at its rate"
}

# losing_burst DSCP PG: a burst loses packets of a PG, and the port counts each of them
losing_burst()
{
	local dscp=$1 pg=$2 lost

	lost=$(dropped "$pg")
	burst "$dscp"
	lost=$(($(dropped "$pg") - lost))
	[ "$lost" -gt 0 ]
	check_err $? "no packet was dropped"
	[ $((out + lost)) = "$PACKETS" ]
	check_err $? "$PACKETS packets sent, $out arrived, $lost dropped"
}

test_lossy()
{
	RET=0
	losing_burst 0 0
	log_test "lossy: the port drops above the limit, and counts"
}

test_no_headroom()
{
	RET=0
	$PFCCTL pfc set dev "$h1" prio-pfc-rx 3:off
	$PFCCTL pg set dev "$swp1" pg 3 headroom 0 > /dev/null 2>&1
	losing_burst 24 3
	$PFCCTL pg set dev "$swp1" pg 3 headroom 256K
	$PFCCTL pfc set dev "$h1" prio-pfc-rx 3:on
	log_test "no headroom: a sender that ignores the pause loses packets"
}

trap cleanup EXIT

setup_prepare
setup_wait

tests_run

exit "$EXIT_STATUS"
