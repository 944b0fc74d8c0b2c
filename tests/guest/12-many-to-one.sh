#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Four hosts send to one, through a pool that is too small for it: lossless, lossy, both
# at once, as GSO packets, and with a backlog that loses some outside of the ports.  What
# each sender has sent and the receiver has not got, of each priority, somebody must have
# dropped by name; and the kernel's trace of freed packets must say the same.  That is
# for tests/host/12-many-to-one.post to compare.
#
#   h1 eth0 ── 50 Mb/s ── p1 ┐
#   h2 eth0 ── 50 Mb/s ── p2 ┤
#                            ├ br0 (sw) ── p5 ── 20 Mb/s ── eth0 h5
#   h3 eth0 ── 50 Mb/s ── p3 ┤
#   h4 eth0 ── 50 Mb/s ── p4 ┘
#
# Flows: 1 to 4 are the lossless ones (DSCP 26) of h1 to h4, 11 to 14 the lossy ones
# (DSCP 0).
#
# mode: icount
# timeout: 300

. /tests/guest/lib.sh
. /tests/guest/scene-churn.sh

HOSTS=(h1 h2 h3 h4)
COUNT=300	# datagrams of a flow: 312600 bytes

# dropped_by_tc: what tc says that p5 has dropped
dropped_by_tc()
{
	tc -n sw -s qdisc show dev p5 | sed -n 's/.*(dropped \([0-9]*\),.*/\1/p'
}

# flow HOST lossless|lossy ARGUMENTS...: in the background
flow()
{
	local number=${1#h} dscp=26

	[ "$2" = lossless ] || number=$((number + 10)) dscp=0
	send "$1" "$run-$number" --flow "$number" --dscp $dscp --count $COUNT \
		"${@:3}" 10.0.0.5 &
	senders+=($!)
}

# begin NAME, end: a run, and what is left of it: the reports NAME-FLOW (sent), NAME
# (received), NAME-NS (statistics), NAME-pool, and NAME-around, numbers from elsewhere
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

# all KIND...: every host sends these
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
# The shared part is 360000 bytes, less than what two of the senders have.  p1 and p2
# reach a limit of their own before, p3 and p4 the end of the pool.
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

# A host without a port sends GSO packets, and one with a port segments
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
is "nothing is lost elsewhere" "$(losses)" ""

# What h1 sends at once is more than a CPU's backlog takes
pfc h1 port set dev eth0 rate unlimited
in_ns h1 ethtool -K eth0 tx-udp-segmentation off
sysctl -qw net.core.netdev_max_backlog=10
begin outside
flow h1 lossy --gso 40
flow h2 lossy
end
