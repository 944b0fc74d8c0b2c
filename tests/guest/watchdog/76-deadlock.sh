#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl monitor --deadlock prints the queues of a ring of switches that pause each other, in the
# order in which they wait, before the watchdog's detection time has passed.  It prints nothing
# about a ring that does not freeze, and a chain of pauses behind a slow receiver.
# 76-deadlock.post checks what it prints.
#
#        h1 ── s1 ───── s2 ── h2      h1 > s1 s2 s3 > h3
#               └─ s3 ──┘             h2 > s2 s3 s1 > h1
#                  │                  h3 > s3 s1 s2 > h2
#                  h3
#
# long: yes
# timeout: 300
# mode: icount

. /tests/guest/lib/lib.sh

# wire NS1 DEV1 NS2 DEV2: a link at 100 Mb/s with ports at both ends, watched for storms
wire()
{
	local end

	link "$@"
	for end in "$1 $2" "$3 $4"; do
		pfc "${end% *}" -b - <<-END
			port add dev ${end#* } rate 100mbit
			pfc set dev ${end#* } prio-pfc 3:on
			pg set dev ${end#* } pg 3 xoff 40K xon 38K
			watchdog set dev ${end#* } prio-watchdog 3:on action alert
		END
	done
}

# flows NAME RATE COUNT: each host starts to send COUNT datagrams, at RATE Mb/s, two switches further
flows()
{
	local n to

	for n in 1 2 3; do
		receive h$n "$1.$n"
	done
	for n in 1 2 3; do
		to=$(((n + 1) % 3 + 1))
		nsexec h$n udpsend --flow $n --dscp 26 --rate "${2}m" --count "$3" 10.0.0.$to \
			> "$OUT/$1.sent$n.json" &
		senders+=($!)
	done
}

# arrived: prints the number of datagrams that each host has received.  The hosts' devices also count
# PFC frames.
arrived()
{
	local n

	for n in 1 2 3; do
		# shellcheck disable=SC2016 # awk expands $2
		in_ns h$n awk '/^Udp: [0-9]/ { print $2 }' /proc/net/snmp
	done
}

# stalled: prints whether no host has received a packet for 300 ms
stalled()
{
	local before

	before=$(arrived)
	sleep 0.3
	[ "$before" = "$(arrived)" ]
}

# deadlocks NAME: prints the number of deadlocks in the log NAME
deadlocks() { grep -c '"event":"deadlock"' "$OUT/$1.deadlocks"; }

ns h1 h2 h3 s1 s2 s3
wire h1 eth0 s1 host
wire h2 eth0 s2 host
wire h3 eth0 s3 host
wire s1 next s2 previous
wire s2 next s3 previous
wire s3 next s1 previous
for n in 1 2 3; do
	mkbridge s$n br0 host next previous
done
for n in 1 2 3; do
	fdb s$n host h$n eth0
	# The host behind the previous switch is two switches ahead in the ring
	fdb s$n next h$((n % 3 + 1)) eth0
	fdb s$n next h$(((n + 1) % 3 + 1)) eth0
done
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2 h3/eth0=10.0.0.3
for n in 1 2 3; do
	nsexec s$n pfcctl -j monitor > "$OUT/s$n.events" &
	pfcctl -n s$n -j monitor --deadlock > "$OUT/s$n.deadlocks" &
done
pfcctl -n s1 monitor --deadlock > "$OUT/s1.text" &
sleep 0.5
capture s1 host last-1 -Q out udp
capture s2 host last-2 -Q out udp
capture s3 host last-3 -Q out udp
senders=()

# ---- the ring at 45 % of its rate: two flows share each link, and it does not freeze
flows calm 45 1500
wait "${senders[@]}"
for n in 1 2 3; do
	received calm.$n
	is "ring at 45 %: all datagrams to h$n arrive" "$(value calm.$n .datagrams)" 1500
	is "ring at 45 %: s$n has no deadlock" "$(deadlocks s$n)" 0
done

# ---- a chain: h3 pauses s3, and the pause spreads to s2 and s1
chain=$(pfc s1 -j stats show | jq '[.[].prio[3].rx_xoff] | add')
before=$(in_ns h3 cat /sys/class/net/eth0/statistics/rx_packets)
chained() { [ "$(in_ns h3 cat /sys/class/net/eth0/statistics/rx_packets)" -ge $((before + 300)) ]; }
receive h3 chain
pfc h3 port set dev eth0 rate 5mbit
pfc s3 port set dev host rate 5mbit
send h1 chain.sent --flow 1 --dscp 26 --count 300 10.0.0.3
check "chain: all datagrams arrive" wait_for 20 chained
check "chain: the pause reaches s1" test "$(pfc s1 -j stats show |
	jq '[.[].prio[3].rx_xoff] | add')" -gt "$chain"
received chain
for n in 1 2 3; do
	is "chain: s$n has no deadlock" "$(deadlocks s$n)" 0
done
pfc s3 port set dev host rate 100mbit
pfc h3 port set dev eth0 rate 100mbit

# ---- the ring at 60 % freezes
senders=()
flows frozen 60 3000
check "the ring freezes" wait_for 20 stalled
echo "$(date +%s%N) $(cut -d ' ' -f 1 /proc/uptime)" > "$OUT/clocks"
captures_end
for n in 1 2 3; do
	is "s$n: one line about the deadlock" "$(deadlocks s$n)" 1
	is "s$n: it names the port of the next switch" "$(jq -r 'select(.event ==
		"deadlock") | "\(.dev) \(.prios) \(.cycle | length)"' "$OUT/s$n.deadlocks")" \
		"next [3] 3"
done

check "text: the queues in the order in which they wait" grep -q "\] next deadlock prio 3 of 3 \
queues: s1:next prio 3 > s2:next prio 3 > s3:next prio 3$" "$OUT/s1.text"

# ---- the deadlock ends when a switch discards its queue, and the next one is reported again
kill "${senders[@]}"
pfc s1 watchdog mitigate dev next prio 3
drained()
{
	local n

	for n in 1 2 3; do
		[ "$(stat s$n next '.[0].queue[3].backlog_bytes')" = 0 ] || return
	done
}
check "the ring drains after s1 has discarded its queue" wait_for 20 drained
pfc s1 watchdog release dev next prio 3
for n in 1 2 3; do
	received frozen.$n
done
senders=()
flows again 60 3000
sleep 1
check "the ring freezes again" wait_for 20 stalled
for n in 1 2 3; do
	is "s$n: one line about the second deadlock" "$(deadlocks s$n)" 2
done
kill "${senders[@]}"
