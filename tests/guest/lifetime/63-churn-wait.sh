#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Two readers ask all the time who waits for whom, while ports come and go, traffic runs, and the
# receiver pauses and resumes its port.  Each answer is complete and consistent.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3 (pauses p3 at times)
#   h2 eth0 ── p2 ┘
#
# kernels: 6.1 6.12 7.2 7.3 debug kcsan uml
# long: yes
# timeout: 300
# mode: smp

. /tests/guest/lib/lib.sh
. /tests/guest/lib/scene-churn.sh

# Each of the four changes once
ROUNDS=4

running() { [ -e /tmp/running ]; }

# dump: reads in a loop, without output
dump()
{
	while running; do
		yes 'CMD_WAIT_GET|dump' | head -n 20
		sleep 0.05
	done | nsexec sw nlraw > /tmp/dumps
}

# hex: reads about ten times a second, and keeps the messages
hex()
{
	while running; do
		echo 'CMD_WAIT_GET|hex'
		sleep 0.1
	done | nsexec sw nlraw > "$OUT/churn.hex"
}

# flows HOST: sends many short flows of both priorities in a loop
flows()
{
	local n=0

	while running; do
		n=$((n + 1))
		nsexec "$1" udpsend --dscp 26 --port $((5000 + n % 90)) --count 60 --nonblock 10.0.0.3
		nsexec "$1" udpsend --dscp 0 --size 20 --port 7 --count 200 --nonblock 10.0.0.3
		sleep 0.05
	done > /dev/null 2>&1
}

scene
touch /tmp/running
dump & readers=($!)
hex & readers+=($!)
flows h1 & senders=($!)
flows h2 & senders+=($!)

for ((round = 1; round <= ROUNDS; round++)); do
	hold h3 eth0
	sleep 0.3
	case $((round % 4)) in
	0)	# the egress port
		tc -n sw qdisc del dev p3 root
		let_go h3 eth0
		port3
		;;
	1)	# an ingress port with frames in p3
		tc -n sw qdisc del dev p1 root
		let_go h3 eth0
		port1
		;;
	2)	# the device of an ingress port
		ip -n sw link del p2
		let_go h3 eth0
		relink h2 p2
		;;
	3)	# other ports, before and after the port that is read
		for ((n = 0; n < 10; n++)); do
			ip -n sw link add "d$n" type dummy
			tc -n sw qdisc replace dev "d$n" root pfc
		done
		for ((n = 0; n < 10; n++)); do
			ip -n sw link del "d$n"
		done
		let_go h3 eth0
		;;
	esac
done
rm /tmp/running
wait "${senders[@]}" "${readers[@]}"
all_free "after the churn" 400000
check "there were many answers" [ "$(grep -c '^ok ' /tmp/dumps)" -ge 50 ]
is "each answer is complete" "$(grep -cv '^ok ' /tmp/dumps)" 0
for dev in p1 p2 p3; do
	tc -n sw qdisc del dev $dev root
done
check "the module can be unloaded" rmmod pfc
modprobe pfc
