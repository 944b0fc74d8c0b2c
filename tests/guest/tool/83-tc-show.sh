#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# tc shows the queues of a port as classes.  Stock tc shows the counters of any class.  With
# the plugin tc also shows priority, traffic class, marks and pauses.  The numbers agree with
# a capture and a socket behind the port.
#
# The hosts and the switch are those of three.bash.
#
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash
. /tests/guest/lib/three.bash

# plugin ARGUMENTS...: runs tc with the plugin in the switch
plugin() { TC_LIB_DIR=/usr/lib/pfc in_ns sw tc "$@"; }

# class QUEUE: prints packets, bytes, drops and backlog of the class at p2, and the fields
# that the plugin adds
class()
{
	plugin -s class show dev p2 | awk -v class=":$(($1 + 1))" '
	$1 == "class" { found = $3 ~ class "$" }
	found && $1 == "Sent" { sent = $4 " " $2 " " $7 + 0 }
	found && $1 == "backlog" { backlog = $2 + 0 " " $3 + 0 }
	found && $1 == "prio" { $1 = $1; print sent, backlog, $0 }'
}

# queue PRIORITY: prints the fields of class() from the JSON of the qdisc
queue()
{
	plugin -s -j qdisc show dev p2 | jq -r ".[0].queues[$1] | [.packets, .bytes,
		.drops, .backlog, .qlen, \"prio\", .prio, \"tc\", .tc, \"marked\", .marked,
		if .paused then \"paused\" else empty end] | join(\" \")"
}

# empty QUEUE: no packet waits in the queue
empty() { class "$1" | grep -q '^[0-9]* [0-9]* [0-9]* 0 0 '; }

# both QUEUE TEXT WANTED: checks that class and qdisc both show WANTED
both()
{
	is "class: $2" "$(class "$1")" "$3"
	is "qdisc: $2" "$(queue "$1")" "$3"
}

# captured FILTER...: counts the frames in the capture behind p2
captured() { tcpdump -Z root -nr "$OUT/wire.pcap" "$@" 2> /dev/null | wc -l; }

three_hosts
pfc sw -b - <<-END
	port add dev p1 speed 10mbit
	port add dev p2 speed 10mbit
	port add dev p3 speed 10mbit
	queue set dev p2 queue 0 ecn-kmin $((4 * FRAME)) ecn-kmax $((4 * FRAME))
	ets set dev p2 prio-tc all:0 3:5 7:7 tc-tsa 0:ets 5:ets tc-bw 0:25 5:75
END
# p2 obeys XOFF for priorities 0 and 3, which h2 pauses
pfc sw pfc set dev p2 prio-pfc-rx 0:on 3:on
for dev in p1 p3; do
	pfc sw pg set dev $dev pg all limit 1M
done

# ---- while packets wait
capture h2 eth0 wire --immediate-mode udp
receive h2 all
stop
# the first five packets find at most four packets in the queue; the other three get marks
send h1 sent --flow 1 --dscp 0 --ecn 2 --count 8 10.0.0.2
send h3 sent --flow 2 --dscp 26 --count 6 10.0.0.2
# these packets are not ECN-capable
send h1 sent --flow 3 --dscp 0 --ecn 0 --count 5 10.0.0.2
both 0 "waiting, marked and dropped packets of priority 0" \
	"0 0 5 $((8 * FRAME)) 8 prio 0 tc 0 marked 3 paused"
both 3 "waiting packets of priority 3" "0 0 0 $((6 * FRAME)) 6 prio 3 tc 5 marked 0 paused"
both 7 "a queue without packets that is not paused" "0 0 0 0 0 prio 7 tc 7 marked 0"
is "text: the queues that were used" "$(plugin -s qdisc show dev p2 |
	sed -n 's/^  prio/prio/p' | paste -sd,)" "$(printf 'prio %s bytes 0 pkt %s,prio %s' \
	"0 tc 0 sent 0" "dropped 5 marked 3 backlog $((8 * FRAME))b 8p paused" \
	"3 tc 5 sent 0 bytes 0 pkt dropped 0 marked 0 backlog $((6 * FRAME))b 6p paused")"
go

# ---- when all packets have left
wait_for 10 empty 0
wait_for 10 empty 3
captures_end
received all
both 0 "sent packets of priority 0" "8 $((8 * FRAME)) 5 0 0 prio 0 tc 0 marked 3"
both 3 "sent packets of priority 3" "6 $((6 * FRAME)) 0 0 0 prio 3 tc 5 marked 0"
is "the capture has the sent packets" \
	"$(captured 'ip[1] & 0xfc = 0') $(captured 'ip[1] & 0xfc = 104')" "8 6"
is "the capture has the marked packets" \
	"$(captured 'ip[1] & 3 = 3') $(captured 'ip[1] & 3 = 2')" "3 5"
is "the socket receives all packets" "$(value all .datagrams)" 14
# Class 5 loses its only priority, so its share no longer counts, and class 0 may have 100 %
check "priority 3 gets another class" pfc sw ets set dev p2 prio-tc 3:0 tc-bw 0:100
both 3 "the new class of priority 3 is shown" "6 $((6 * FRAME)) 0 0 0 prio 3 tc 0 marked 0"

# ---- without the plugin
stock=$(in_ns sw tc -s class show dev p2 2>&1)
is "stock tc shows the same classes" "$stock" "$(plugin -s class show dev p2 |
	grep -v '^  prio ')"
is "stock tc shows no marks" "$(grep -c marked <<< "$stock")" 0
is "stock tc shows no queues" \
	"$(in_ns sw tc -s -j qdisc show dev p2 | jq '.[0] | has("queues")')" false
is "the plugin changes no other field" "$(plugin -s -j qdisc show dev p2 |
	jq -c '.[0] | del(.queues)')" "$(in_ns sw tc -s -j qdisc show dev p2 | jq -c '.[0]')"

# ---- tc options are refused
refused "the qdisc takes no options from tc" 'takes no options; use pfcctl to configure it' \
	plugin qdisc replace dev p3 root pfc limit 5
refused "the classes take no options from tc" 'takes no options; use pfcctl to configure it' \
	plugin class change dev p3 classid 1:1 pfc rate 1mbit
check "a qdisc without options is created" plugin qdisc replace dev p3 root pfc
