#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The test harness: a bridge without the module forwards all packets, and losses() reports
# each packet that a short queue drops.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3
#   h2 eth0 ── p2 ┘
#
# timeout: 300
# module: no

. /tests/guest/lib/lib.sh

star 3

capture h3 eth0 all udp
receive h3 whole --bucket 100
send h1 first --flow 1 --dscp 26 --rate 20m --count 2000 10.0.0.3 &
send h2 second --flow 2 --dscp 0 --rate 20m --count 2000 10.0.0.3
wait $!
received whole
captures_end

is "all datagrams of the first flow arrive" "$(value whole '.flows["1"].dscp["26"]')" 2000
is "all datagrams of the second flow arrive" "$(value whole '.flows["2"].dscp["0"]')" 2000
is "both flows arrive in order" "$(value whole '[.flows[].out_of_order] | add')" 0
is "no loss counter counts a packet" "$(losses)" ""

tc -n sw qdisc replace dev p3 root tbf rate 1mbit burst 3000 limit 10000
receive h3 part
send h1 third --count 500 10.0.0.3
sleep 0.5
received part
sent=$(value third .datagrams)
arrived=$(value part .datagrams)
between "a slow link loses some datagrams" "$arrived" 5 499
is "the loss counters count each lost datagram" "$(loss_elsewhere)" $((sent - arrived))
