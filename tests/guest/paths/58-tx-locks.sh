#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Four flows over disjoint ports, and four flows over one port with four transmit queues, contend
# for no lock of the module, and each flow stays in order.  Independent check: /proc/lock_stat.
# With one transmit queue, the same flows contend for the root lock, so the check can fail.
#
#   h1 eth0 ══ p1 br0 (sw) p2 ══ eth0 h2
#   a1 eth0 ── q1 br1 (sw) r1 ── eth0 b1      (four times)
#
# kernels: debug
# timeout: 400

. /tests/guest/lib/lib.sh
. /tests/guest/lib/txqueues.bash

MS=8000		# duration of the flows

# The module's locks: sender.lock, watchdog.lock, receiver.lock, recorder.lock, root locks
LOCKS='pfc_root_lock|&sender->lock|&watchdog->lock|&receiver->lock|&recorder->lock'

# locks FIELD: prints a field of the module's locks in lock_stat, 3: contentions, 9: acquisitions.
# A lock that is taken under another one of its kind has a line of its own, with the suffix /1.
locks()
{
	awk -F: -v field="$(($1 - 1))" -v names="^ *($LOCKS)(#[0-9]+)?(/[0-9])?(-W|-R)?\$" '
		NF == 2 && $1 ~ names { split($2, n, " "); sum += n[field] }
		END { print sum + 0 }' "$OUT/$2.lockstat"
}

# flow NS CPU NUMBER NAME ADDRESS: starts a flow on one CPU
flow()
{
	taskset "$2" nsexec "$1" udpsend --dscp 26 --size 300 --flow "$3" --sndbuf 20000 \
		--duration $MS "$5" > "$OUT/$4.$3.json" &
	senders+=($!)
}

# counted NAME COMMAND: runs COMMAND, which starts flows; saves lock_stat of their time
counted()
{
	local name=$1

	shift
	senders=()
	echo 0 > /proc/lock_stat
	"$@" "$name"
	wait "${senders[@]}"
	cat /proc/lock_stat > "$OUT/$name.lockstat"
	note "$name: $(locks 9 "$name") acquisitions, $(locks 3 "$name") contentions"
}

# shared NAME: four flows over p2
shared()
{
	local n

	for n in 1 2 3 4; do
		flow h1 $((1 + n % 2)) $n "$1" 10.0.0.2
	done
}

# disjoint NAME: four flows, each over its own ports
disjoint()
{
	local n

	for n in 1 2 3 4; do
		flow "a$n" $((1 + n % 2)) $n "$1" "10.0.$n.2"
	done
}

# ordered NAME: the flows that the receivers NAME* have counted are complete and in order
ordered()
{
	local n sent

	for n in 1 2 3 4; do
		sent=$(value "$1.$n" .datagrams)
		is "$1: flow $n arrives completely and in order" \
			"$(cat "$OUT/$1".got*.json | jq -s -r "map(.flows[\"$n\"] // empty)[0] |
				\"\\(.datagrams) \\(.out_of_order) \\(.duplicates)\"")" "$sent 0 0"
	done
}

ns h1 h2 sw
wide h1 eth0 sw p1
wide sw p2 h2 eth0
mkbridge sw br0 p1 p2
fdb sw p1 h1 eth0
fdb sw p2 h2 eth0
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2
# As with a NIC, each CPU has its own transmit queues
for n in 0 1 2 3; do
	in_ns sw sh -c "echo $((1 + n % 2)) > /sys/class/net/p2/queues/tx-$n/xps_cpus"
done
for n in 1 2 3 4; do
	ns "a$n" "b$n"
	link "a$n" eth0 sw "q$n"
	link "b$n" eth0 sw "r$n"
	mkbridge sw "br$n" "q$n" "r$n"
	fdb sw "q$n" "a$n" eth0
	fdb sw "r$n" "b$n" eth0
	lan "a$n/eth0=10.0.$n.1" "b$n/eth0=10.0.$n.2"
done
# A rewritten DSCP lets no frame bypass the queues, so each frame is charged to its PG
for dev in p1 p2 q1 q2 q3 q4 r1 r2 r3 r4; do
	echo "port add dev $dev speed 10gbit"
	echo "pfc set dev $dev prio-pfc 3:on"
	echo "pg set dev $dev pg 3 xoff 2M xon 1M"
	echo "map set dev $dev prio-dscp 3:26"
done > /tmp/ports
check "all ports are created" pfc sw -b /tmp/ports
is "p2 uses four transmit queues" "$(used sw p2)" '["auto",4]'

receive h2 shared.got
counted shared shared
sleep 1
received shared.got
is "four flows over one port contend for no lock of the module" "$(locks 3 shared)" 0
check "lock_stat has counted the locks" test "$(locks 9 shared)" -gt 1000
ordered shared

for n in 1 2 3 4; do
	receive "b$n" "disjoint.got$n"
done
counted disjoint disjoint
sleep 1
for n in 1 2 3 4; do
	received "disjoint.got$n"
done
is "four flows over disjoint ports contend for no lock of the module" "$(locks 3 disjoint)" 0
check "lock_stat has counted the locks of these ports" test "$(locks 9 disjoint)" -gt 1000
ordered disjoint

# The order is not checked: a CPU also sends frames of the other one, and a frame on a veth is
# received by the CPU that sent it
check "p2 uses one transmit queue" pfc sw port set dev p2 tx-queues one
receive h2 single.got
counted single shared
sleep 1
received single.got
check "with one transmit queue, the flows contend for the root lock" \
	test "$(locks 3 single)" -gt 0
