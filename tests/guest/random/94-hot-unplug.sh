#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Changes of a running set-up, under lossless and lossy load on two CPUs: a namespace with 64
# ports is deleted while they forward and some of them wait, devices are deleted, renamed and
# moved, their MTU, transmit queues and XDP programs change, they join and leave a bond and the
# bridge, and the machine suspends.  After each round each packet is accounted for and nothing is
# charged.  FACTOR=12 runs for half an hour on the debug kernel.
#
#   h1 eth0 ── p1 ┐                          e1 … e64 (edge) ── w1 … w64 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3                            ├ br0 (wide)
#   h2 eth0 ── p2 ┘
#
# timeout: 400
# long: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/scene-churn.sh

SEED=${SEED:-1}
ROUNDS=${FACTOR:-1}
ACTIONS=$((8 / ${SLOW:-1} + 2))	# actions of each actor in a round
PORTS=64

# ---- the switch with three ports -------------------------------------------

traffic()
{
	local flow dscp

	senders=()
	for flow in 13 23 12 31; do
		for dscp in 0 26; do
			nsexec "h${flow%?}" udpsend --nonblock --dscp $dscp --flow "$flow$dscp" \
				--rate 400k "10.0.0.${flow#?}" > "$OUT/sent.$flow$dscp" &
			senders+=($!)
		done
	done
}

traffic_ends()
{
	kill -INT "${senders[@]}" 2> /dev/null
	wait "${senders[@]}"
}

# rename DEV: a device must be down for a new name
rename()
{
	ip -n sw link set "$1" down
	ip -n sw link set "$1" name "$1-new"
	ip -n sw link set "$1-new" up
	pfc sw port show dev "$1-new" > /dev/null
	ip -n sw link set "$1-new" down
	ip -n sw link set "$1-new" name "$1"
	ip -n sw link set "$1" up
}

# move DEV: to another namespace and back; the device loses its qdisc on each way
move()
{
	ip -n sw link set "$1" netns aside
	ip -n aside link set "$1" up
	pfc aside port add dev "$1"
	ip -n aside link set "$1" netns sw
	join "$1"
	port"${1#p}"
}

# bond DEV: the device leaves the bridge for a bond that is a port of the bridge
bond()
{
	ip -n sw link set "$1" down
	ip -n sw link set "$1" nomaster
	ip -n sw link set "$1" master bond0
	ip -n sw link set bond0 up
	ip -n sw link set "$1" up
	ip -n sw link set "$1" nomaster
	join "$1"
}

# This actor alone deletes, renames and moves devices
act_place()
{
	local dev

	dev=$(pick p1 p2 p3)
	case $((RANDOM % 6)) in
	0 | 1) rename "$dev" ;;
	2) move "$dev" ;;
	3) bond "$dev" ;;
	4) ip -n "h${dev#p}" link del eth0; relink "h${dev#p}" "$dev" ;;
	5) ip -n sw link set "$dev" nomaster; join "$dev" ;;
	esac
}

act_shape()
{
	local dev

	dev=$(pick p1 p2 p3)
	case $((RANDOM % 6)) in
	0) ip -n sw link set "$dev" mtu $((RANDOM % 8000 + 1200)) ;;
	1) in_ns sw ethtool -L "$dev" tx "$(pick 1 2 4)" rx "$(pick 1 2 4)" ;;
	2) ip -n sw link set dev "$dev" xdp pinned /tmp/bpf/pass ;;
	3) ip -n sw link set dev "$dev" xdp off ;;
	4) ip -n sw link set dev "$dev" xdpgeneric pinned /tmp/bpf/pass
	   ip -n sw link set dev "$dev" xdpgeneric off ;;
	5) offload sw "$dev" "$(pick on off)" ;;
	esac
}

act_hold()
{
	in_ns "$(pick h1 h2 h3)" rawsend --bypass eth0 <(pfc_frame ffff) > /dev/null
	pfc sw -j stats show > /dev/null
	sleep 0.2
}

# A suspend goes as far as /sys/power/pm_test says, waits and resumes
suspend()
{
	if [ ! -w /sys/power/pm_test ]; then
		lacks "round $2: suspend ($1): this kernel has no /sys/power/pm_test"
		return
	fi
	echo "$1" > /sys/power/pm_test
	check "round $2: the machine suspends ($1) and resumes" \
		sh -c 'echo mem > /sys/power/state || echo freeze > /sys/power/state'
	echo none > /sys/power/pm_test
}

drain()
{
	local n

	for n in 1 2 3; do
		ip -n sw link set dev p$n xdp off
		in_ns h$n rawsend --bypass eth0 <(pfc_frame 0000)
	done > "$OUT/drain" 2>&1
}

# ---- the namespace with many ports ------------------------------------------

# each LINE: prints LINE for each port, with its number for @
each() { seq $PORTS | awk -v line="$1" '{ now = line; gsub("@", $1, now); print now }'; }

# wide: 64 ports in a bridge, which floods the IPv6 frames of their peers to all others;
# count_frees() does not count these
wide()
{
	ns edge wide
	ip -n wide link add br0 type bridge stp_state 0 mcast_snooping 0 forward_delay 0
	{
		each 'link add e@ netns edge type veth peer name w@ netns wide'
	} | ip -batch - || return
	each 'link set e@ up' | ip -n edge -batch - || return
	each 'link set w@ master br0 up' | ip -n wide -batch - || return
	ip -n wide link set br0 up
	{
		each 'port add dev w@ speed 10mbit'
		each 'pfc set dev w@ prio-pfc 3:on'
		each 'pg set dev w@ pg 3 xoff 40000 xon 30000 headroom 100000'
	} | pfc wide -b -
}

# flood_frame: prints an IPv6 frame of DSCP 26 for an unknown address, which stays lossless
flood_frame()
{
	printf '02ee0000000102000000000986dd66800000%04x3b40' 968
	printf '%02000d\n' 0
}

# all_edges FRAME: all peers send the frames of a file
all_edges()
{
	local n

	for ((n = 1; n <= PORTS; n++)); do
		nsexec edge rawsend --bypass e$n "$1" > /dev/null 2>&1 &
		edges+=($!)
	done
}

delete_wide()
{
	local n edges=() holds=()

	check "round $1: $PORTS ports are added" wide
	pfc_frame ffff > /tmp/wide.hold
	for n in 1 2 3 4 5 6 7 8; do
		nsexec edge rawsend --loop 1000 --period 300000000 --bypass e$n \
			/tmp/wide.hold > /dev/null 2>&1 &
		holds+=($!)
	done
	for n in 1 2 3 4 5 6 7 8 9 10; do
		echo "$((n * 20000000)) $(flood_frame)"
	done > /tmp/wide.flood
	all_edges /tmp/wide.flood
	check "round $1: packets of the $PORTS ports wait" wait_for 20 wide_waits
	case $(($1 % 3)) in
	0) ip netns del wide ;;
	1) ip netns del edge ;;
	2) ip netns del wide; ip netns del edge ;;
	esac
	wait "${edges[@]}"
	kill "${holds[@]}" 2> /dev/null
	wait "${holds[@]}"
	ip netns del wide 2> /dev/null
	ip netns del edge 2> /dev/null
}

wide_waits()
{
	[ "$(pfc wide -j stats show | jq '[.[].queue[].backlog_packets] | add')" -gt 100 ]
}

# ---- rounds -----------------------------------------------------------------

round()
{
	local name actors=() seed=$((SEED * 1000 + $1 * 10))

	scene
	ns aside
	ip -n sw link add bond0 type bond mode active-backup miimon 100
	ip -n sw link set bond0 master br0
	count_frees
	for n in 1 2 3; do
		receive h$n r$n
	done
	traffic
	for name in place shape hold; do
		actor $name $((seed++ % 32768)) &
		actors+=($!)
	done
	delete_wide "$1"
	suspend "$(pick freezer devices)" "$1"
	wait "${actors[@]}"
	is "round $1: the switch has its ports" "$(pfc sw -j port show | jq length)" 3
	traffic_ends
	drain
	wait_for 10 _nothing_occupied
	is "round $1: PGs and queues are empty" "$(occupied)" ""
	sleep 0.5
	for n in 1 2 3; do
		received r$n
	done
	all_accounted sent
	note "$(cat "$OUT"/acted.* | sort | uniq -c)"
	for name in place shape hold; do
		check "round $1: an action of $name succeeds" \
			grep -q "done" "$OUT/acted.$name"
	done
	ip -all netns del
	check "round $1: the module can be unloaded" wait_for 20 rmmod pfc
	modprobe pfc
}

note "SEED=$SEED"
mkdir -p /tmp/bpf
mount -t bpf bpf /tmp/bpf
if [ -e /proc/sys/kernel/unprivileged_bpf_disabled ]; then
	check "an XDP program is loaded" bpfprio --xdp /tmp/bpf/pass
else
	skip "an XDP program is loaded" "the kernel has no BPF"
fi
RANDOM=$SEED
for ((i = 0; i < ROUNDS; i++)); do
	round $i
done
