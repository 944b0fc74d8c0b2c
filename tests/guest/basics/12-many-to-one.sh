#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Four hosts send to one host through a pool that is too small.  They send lossless flows,
# lossy flows, both at the same time, GSO packets, and flows that exceed a CPU's backlog, so
# that packets are lost outside the ports.  For each priority the drop counters must count
# each packet that was sent and did not arrive.  The kernel's trace of freed packets must
# agree.  12-many-to-one.post compares.
#
#   h1 eth0 ── 50 Mb/s ── p1 ┐
#   h2 eth0 ── 50 Mb/s ── p2 ┤
#                            ├ br0 (sw) ── p5 ── 20 Mb/s ── eth0 h5
#   h3 eth0 ── 50 Mb/s ── p3 ┤
#   h4 eth0 ── 50 Mb/s ── p4 ┘
#
# Flows 1 to 4 are the lossless flows (DSCP 26) of h1 to h4, flows 11 to 14 are their lossy
# flows (DSCP 0).
#
# mode: icount
# timeout: 300
# arm64: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/scene-churn.sh

HOSTS=(h1 h2 h3 h4)
COUNT=300	# datagrams of a flow: 312600 bytes

# dropped_by_tc: prints the drops of the qdisc of p5, as tc reports them
dropped_by_tc()
{
	tc -n sw -s qdisc show dev p5 | sed -n 's/.*(dropped \([0-9]*\),.*/\1/p'
}

# flow HOST lossless|lossy ARGUMENTS...: starts a flow in the background
flow()
{
	local number=${1#h} dscp=26

	[ "$2" = lossless ] || number=$((number + 10)) dscp=0
	send "$1" "$run-$number" --flow "$number" --dscp $dscp --count $COUNT \
		"${@:3}" 10.0.0.5 &
	senders+=($!)
}

# begin NAME, end: start and end a run.  The run writes the reports NAME-FLOW (sent), NAME
# (received), NAME-NS (statistics), NAME-pool, and NAME-around (freed packets, drops that tc
# reports, losses outside the ports).
begin()
{
	local where

	run=$1 senders=()
	for where in "${HOSTS[@]}" sw; do
		pfc "$where" stats clear
	done
	elsewhere=$(loss_elsewhere)
	by_tc=$(dropped_by_tc)
	count_frees
	receive h5 "$run" --idle 1000
}

end()
{
	local where

	wait "${senders[@]}"
	wait "$(cat "/tmp/$run.pid")"
	for where in "${HOSTS[@]}" sw; do
		pfc "$where" -j stats show > "$OUT/$run-$where.json"
	done
	pfc sw -j pool show > "$OUT/$run-pool.json"
	echo "{\"freed\": $(freed), \"tc\": $(($(dropped_by_tc) - by_tc))," \
		"\"elsewhere\": $(($(loss_elsewhere) - elsewhere))}" \
		> "$OUT/$run-around.json"
}

# all KIND...: each host sends a flow of each kind
all()
{
	local host kind

	for host in "${HOSTS[@]}"; do
		for kind in "$@"; do
			flow "$host" "$kind"
		done
	done
}

star 5
for n in 1 2 3 4; do
	pfc h$n port add dev eth0 rate 50mbit speed 1gbit
	pfc h$n pfc set dev eth0 prio-pfc 3:on
done
# The shared part has 360000 bytes, less than two flows send.  Packets of p1 and p2 exceed
# the limits of their PGs, packets of p3 and p4 exceed the pool.
pfc sw -b - <<-END
	port add dev p1 rate 50mbit speed 1gbit
	port add dev p2 rate 50mbit speed 1gbit
	port add dev p3 rate 50mbit speed 1gbit
	port add dev p4 rate 50mbit speed 1gbit
	port add dev p5 rate 20mbit speed 1gbit
	pg set dev p1 pg 0 limit 40000
	pg set dev p2 pg 0 alpha 1/8 min 10000
	pg set dev p3 pg 0 limit 1M
	pg set dev p4 pg 0 limit 1M
	pg set dev p1 pg 3 xoff 30000 xon 20000 headroom 60000
	pg set dev p2 pg 3 alpha 1/2 xon-offset 10000 headroom 60000
	pg set dev p3 pg 3 xoff 60000 xon 20000 headroom 60000
	pg set dev p4 pg 3 xoff 30000 xon 30000 min 10000 headroom 60000
	pfc set dev p1 prio-pfc 3:on
	pfc set dev p2 prio-pfc 3:on
	pfc set dev p3 prio-pfc 3:on
	pfc set dev p4 prio-pfc 3:on
	pool set size 620000
END

begin lossless
all lossless
end

begin lossy
all lossy
end

begin mixed
all lossless lossy
end

# GSO packets arrive at p3 and p4, because h3 and h4 have no port.  h1 and h2 have ports,
# which segment GSO packets at this rate, so single frames arrive at p1 and p2.
for host in "${HOSTS[@]}"; do
	offload "$host" eth0 on
done
for n in 3 4; do
	pfc h$n port del dev eth0
	offload sw p$n on
done
begin gso
flow h1 lossless --gso 20
flow h2 lossless --gso 20
flow h3 lossy --gso 20
flow h4 lossy --gso 20
end
is "no packet is lost outside the ports" "$(losses)" ""

# Cause losses outside the ports: h1 sends bursts of frames that exceed a CPU's backlog of 10
pfc h1 port set dev eth0 rate unlimited
in_ns h1 ethtool -K eth0 tx-udp-segmentation off
sysctl -qw net.core.netdev_max_backlog=10
begin outside
flow h1 lossy --gso 40
flow h2 lossy
end
