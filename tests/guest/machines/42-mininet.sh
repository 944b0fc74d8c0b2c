#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# examples/mininet/incast.py with Debian's Mininet: with PFC the lossless class loses nothing, and
# without PFC it loses datagrams.  The links carry the XOFF and XON that the ports count, and
# nothing remains at the end.
#
#   h1 ── 100 Mb/s ── s1 ── 20 Mb/s ── h3
#   h2 ── 100 Mb/s ───┘
#
# disk: mininet
# timeout: 300
# mode: icount
# machines: 1
# kernels: 6.1-rdma 6.12-rdma
# files: examples/mininet/*.py

. /tests/guest/lib/lib.sh
. /tests/guest/lib/mininet.bash

COUNT=1000

# printed FILE CLASS: the number of datagrams that incast.py reports as arrived
printed() { sed -n "s/^$2 .*arrived //p" "$OUT/$1.txt"; }

check "incast.py runs" eval "python3 $IN/incast.py > $OUT/pfc.txt"
is "with PFC all lossless datagrams arrive" "$(printed pfc lossless)" 4000
between "with PFC lossy datagrams are lost" "$(printed pfc lossy)" 1 3999
check "incast.py --no-pfc runs" eval "python3 $IN/incast.py --no-pfc > $OUT/no-pfc.txt"
between "without PFC datagrams of the same DSCP are lost" "$(printed no-pfc lossless)" 1 3999
is "no node remains" "$(mininet_shells)" ""

mininet_begin incast.py --cli
check "the nodes have namespaces" mininet_nodes h1 h2 h3 s1
echo pingall >&8
check "all hosts reach each other" wait_for 60 grep -q 'Results: 0% dropped' "$OUT/mininet.txt"
capture s1 s1-eth1 h1
receive h3 got
senders=()
for n in 1 2; do
	send "h$n" "sent$n" --flow "$n" --dscp 26 --count $COUNT 10.0.0.3 &
	senders+=($!)
done
wait "${senders[@]}"
sleep 1
received got
captures_end
is "all datagrams of h1 and h2 arrive" "$(value got '.flows["1"].datagrams' \
	'.flows["2"].datagrams' | xargs)" "$COUNT $COUNT"
is "no packet is lost outside the ports" "$(mininet_losses)" ""
between "the link of h1 carries XOFF" "$(pause_frames h1 XOFF)" 1 1000
is "the port s1-eth1 counts the XOFF and XON of the capture" \
	"$(stat s1 s1-eth1 '.[0].prio[3].tx_xoff' '.[0].prio[3].tx_xon' | xargs)" \
	"$(pause_frames h1 XOFF) $(pause_frames h1 XON)"
is "pfcctl check finds no fault in the switch" "$(pfc s1 -j check | jq length)" 0
is "pfcctl check finds no fault in a host" "$(pfc h1 -j check | jq length)" 0
mininet_end
