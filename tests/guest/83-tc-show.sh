#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What tc says of the queues of a port: stock tc what it says of any classes, with the
# plugin also priority, traffic class, marks and pauses.  Its numbers are those that a
# capture and a socket behind the port count.
#
# The hosts and the switch are those of three.bash.

. /tests/guest/lib.sh
. /tests/guest/paths.bash
. /tests/guest/three.bash

# plugin ARGUMENTS...: tc with the plugin, in the switch
plugin() { TC_LIB_DIR=/usr/lib/pfc in_ns sw tc "$@"; }

# class QUEUE: packets, bytes, drops and backlog of it at p2, and what the plugin adds
class()
{
	plugin -s class show dev p2 | awk -v class=":$(($1 + 1))" '
	$1 == "class" { found = $3 ~ class "$" }
	found && $1 == "Sent" { sent = $4 " " $2 " " $7 + 0 }
	found && $1 == "backlog" { backlog = $2 + 0 " " $3 + 0 }
	found && $1 == "prio" { $1 = $1; print sent, backlog, $0 }'
}

# queue PRIORITY: the same of the qdisc as a whole, as JSON has it
queue()
{
	plugin -s -j qdisc show dev p2 | jq -r ".[0].queues[$1] | [.packets, .bytes,
		.drops, .backlog, .qlen, \"prio\", .prio, \"tc\", .tc, \"marked\", .marked,
		if .paused then \"paused\" else empty end] | join(\" \")"
}

# empty QUEUE: nothing waits there
empty() { class "$1" | grep -q '^[0-9]* [0-9]* [0-9]* 0 0 '; }

# both QUEUE TEXT WANTED: the class and the qdisc say so
both()
{
	is "class: $2" "$(class "$1")" "$3"
	is "qdisc: $2" "$(queue "$1")" "$3"
}

# seen FILTER...: frames in the capture behind p2
seen() { tcpdump -Z root -nr "$OUT/wire.pcap" "$@" 2> /dev/null | wc -l; }

three_hosts
pfc sw -b - <<-END
	port add dev p1 speed 10mbit
	port add dev p2 speed 10mbit
	port add dev p3 speed 10mbit
	queue set dev p2 queue 0 ecn-kmin $((4 * FRAME)) ecn-kmax $((4 * FRAME))
	ets set dev p2 prio-tc all:0 3:5 7:7 tc-tsa 0:ets 5:ets tc-bw 0:25 5:75
END
# it obeys for the two that h2 stops
pfc sw pfc set dev p2 prio-pfc-rx 0:on 3:on
for dev in p1 p3; do
	pfc sw pg set dev $dev pg all limit 1M
done

# ---- while packets wait
capture h2 eth0 wire --immediate-mode udp
receive h2 all
stop
# the first five find no more than four, the other three are marked
send h1 sent --flow 1 --dscp 0 --ecn 2 --count 8 10.0.0.2
send h3 sent --flow 2 --dscp 26 --count 6 10.0.0.2
# nobody may mark these
send h1 sent --flow 3 --dscp 0 --ecn 0 --count 5 10.0.0.2
both 0 "what waits, was marked and was dropped" \
	"0 0 5 $((8 * FRAME)) 8 prio 0 tc 0 marked 3 paused"
both 3 "what waits" "0 0 0 $((6 * FRAME)) 6 prio 3 tc 5 marked 0 paused"
both 7 "a queue without packets that is not paused" "0 0 0 0 0 prio 7 tc 7 marked 0"
is "in text, queues that were used" "$(plugin -s qdisc show dev p2 |
	sed -n 's/^  prio/prio/p' | paste -sd,)" "$(printf 'prio %s bytes 0 pkt %s,prio %s' \
	"0 tc 0 sent 0" "dropped 5 marked 3 backlog $((8 * FRAME))b 8p paused" \
	"3 tc 5 sent 0 bytes 0 pkt dropped 0 marked 0 backlog $((6 * FRAME))b 6p paused")"
go

# ---- when they have left
wait_for 10 empty 0
wait_for 10 empty 3
captures_end
received all
both 0 "what has left" "8 $((8 * FRAME)) 5 0 0 prio 0 tc 0 marked 3"
both 3 "what has left" "6 $((6 * FRAME)) 0 0 0 prio 3 tc 5 marked 0"
is "so many came" "$(seen 'ip[1] & 0xfc = 0') $(seen 'ip[1] & 0xfc = 104')" "8 6"
is "so many of them marked" "$(seen 'ip[1] & 3 = 3') $(seen 'ip[1] & 3 = 2')" "3 5"
is "the socket got them all" "$(value all .datagrams)" 14
check "another class for a priority" pfc sw ets set dev p2 prio-tc 3:0
both 3 "is told" "6 $((6 * FRAME)) 0 0 0 prio 3 tc 0 marked 0"

# ---- without the plugin
stock=$(in_ns sw tc -s class show dev p2 2>&1)
is "stock tc has the same classes" "$stock" "$(plugin -s class show dev p2 |
	grep -v '^  prio ')"
is "and says nothing of marks" "$(grep -c marked <<< "$stock")" 0
is "nor of queues" "$(in_ns sw tc -s -j qdisc show dev p2 | jq '.[0] | has("queues")')" false
is "one with the plugin has the same otherwise" "$(plugin -s -j qdisc show dev p2 |
	jq -c '.[0] | del(.queues)')" "$(in_ns sw tc -s -j qdisc show dev p2 | jq -c '.[0]')"

# ---- what is no option
refused "no options" 'takes no options here: pfcctl configures it' \
	plugin qdisc replace dev p3 root pfc limit 5
refused "nor classes" 'takes no options here: pfcctl configures it' \
	plugin class change dev p3 classid 1:1 pfc rate 1mbit
check "a qdisc without" plugin qdisc replace dev p3 root pfc
