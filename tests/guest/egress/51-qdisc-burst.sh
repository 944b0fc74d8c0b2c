#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The kernel drops packets before a qdisc when more than net.core.qdisc_max_burst packets wait
# for its lock.  The qdisc of a port takes its own lock, so no packet is dropped there: the
# receiver gets all packets that no counter of losses contains.
#
#   h1 eth0 (port) ── eth0 h2; two CPUs of h1 send at once
#
# kernels: 7.2 7.3
# timeout: 200

. /tests/guest/lib/lib.sh

ns h1 h2
link h1 eth0 h2 eth0
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2
burst=$(sysctl -n net.core.qdisc_max_burst)

# Two CPUs send 20 times at once.  Sets $sent, and $missing, which no counter of losses contains
both()
{
	local cpu round lost senders

	lost=$(loss_elsewhere)
	receive h2 "$1" --idle 2000
	sent=0
	for ((round = 0; round < 20; round++)); do
		for cpu in 0 1; do
			nsexec h1 taskset -c $cpu udpsend --flow $((cpu + 1)) --dscp 26 --size 100 \
				--count 10000 10.0.0.2 > "$OUT/sent$cpu.json" &
			senders[cpu]=$!
		done
		wait "${senders[@]}"
		sent=$((sent + $(jq -s '[.[].datagrams] | add' "$OUT"/sent[01].json)))
	done
	wait "$(cat "/tmp/$1.pid")"
	missing=$((sent - $(value "$1" '[.flows[].datagrams] | add') - $(loss_elsewhere) + lost))
	note "$1: $missing of $sent datagrams are missing"
}

# With qdisc_max_burst 0 the kernel drops each packet that finds another one waiting
sysctl -qw net.core.qdisc_max_burst=0
nsexec h1 tc qdisc add dev eth0 root pfifo limit 100000
both pfifo
between "the kernel drops packets before a qdisc whose lock it takes" "$missing" 1 100000
nsexec h1 tc qdisc del dev eth0 root
pfc h1 port add dev eth0
both port
is "the kernel drops no packet before the qdisc of a port" "$missing" 0
sysctl -qw "net.core.qdisc_max_burst=$burst"
