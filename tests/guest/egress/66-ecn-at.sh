#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# With ecn-at dequeue, a queue decides on CE by the bytes that a packet leaves behind: of a queue
# that drains, the first packets have the mark.  With ecn-at enqueue, the last ones have it.
# tcpdump at the receiver shows which.  A lossy packet that cannot be marked is still dropped
# when it enters the queue.
#
# The hosts and the switch are those of three.bash.
#
# mode: icount
# timeout: 180

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash
. /tests/guest/lib/three.bash

port=6000

empty_queues() { tc -n sw -s qdisc show dev p2 | grep -q 'backlog 0b'; }

# marks ARGUMENTS...: h1 sends 12 ECT packets of priority 3 while p2 is paused, then p2 sends them
marks()
{
	port=$((port + 1))
	stop
	send h1 sent --port $port --flow 1 --ecn 2 --dscp 26 --count 12 "$@" 10.0.0.2
	go
	wait_for 10 empty_queues
}

# marked PORT: prints the numbers of the packets that h2 received with CE, from the capture
marked()
{
	tcpdump -Z root -nvr "$OUT/wire.pcap" udp dst port "$1" 2> /dev/null | grep -o 'tos 0x[0-9a-f]*' |
		awk '$2 == "0x6b" { printf "%s%d", n++ ? " " : "", NR } END { print " of " NR }'
}

three_hosts
offload h1 eth0 off
offload sw p1 off
pfc sw -b - 2> /dev/null <<-END
	port add dev p1
	port add dev p2 speed 10mbit
	pg set dev p1 pg 3 xoff 4M
	pfc set dev p1 prio-pfc 3:on
	pfc set dev p2 prio-pfc 0:on 3:on
	queue set dev p2 queue all ecn-kmin $((8 * FRAME)) ecn-kmax $((8 * FRAME)) ecn-pmax 100%
END
is "the default is enqueue" "$(pfc sw -j port show dev p2 | jq -r '.[0].ecn_at')" enqueue
refused "another word is refused" "ecn-at: 'never' is invalid; must be enqueue or dequeue" \
	pfc sw port set dev p2 ecn-at never
receive h2 got --port 6001-6100
capture h2 eth0 wire -Q in udp

marks
pfc sw port set dev p2 ecn-at dequeue
marks
offload h1 eth0 on
offload sw p1 on
pfc sw port set dev p2 gso whole
marks --gso 12
pfc sw stats clear
stop
send h1 sent --port 6010 --flow 2 --ecn 0 --dscp 0 --count 12 10.0.0.2
go
wait_for 10 empty_queues
is "packets that cannot be marked are dropped when they enter the queue" \
	"$(stat sw p2 '.[0].queue[0] | "\(.drop_early) \(.marked)"')" "3 0"
pfc sw queue set dev p2 queue all ecn-kmax off
marks
captures_end
received got
is "at enqueue, the packets behind more than 8 others have CE" "$(marked 6001)" "10 11 12 of 12"
is "at dequeue, those before more than 8 others" "$(marked 6002)" "1 2 3 of 12"
is "at dequeue, each frame of a GSO packet" "$(marked 6003)" "1 2 3 of 12"
is "without a curve, none" "$(marked 6004)" " of 12"
is "no other packet is lost" "$(losses | grep -vE 'rx_dropped')" ""
