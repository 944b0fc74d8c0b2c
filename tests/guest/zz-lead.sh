#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# timeout: 100
. /tests/guest/lib.sh
ns h1 h3 sw
link h1 eth0 sw p1
link h3 eth0 sw p3
mkbridge sw br0 p1 p3
fdb sw p1 h1 eth0
fdb sw p3 h3 eth0
lan h1/eth0=10.0.0.1 h3/eth0=10.0.0.3
check add1 tc -n sw qdisc replace dev p1 root pfc
check add3 tc -n sw qdisc replace dev p3 root pfc
tc -n sw -s qdisc show
receive h3 whole --bucket 100
send h1 first --flow 1 --dscp 26 --rate 20m --count 2000 10.0.0.3
received whole
is "arrives" "$(value whole '.flows["1"].dscp["26"]')" 2000
tc -n sw -s qdisc show dev p3
tc -n sw -s class show dev p3
check del ip -n sw link del p1
tc -n sw qdisc del dev p3 root
check rmmod rmmod pfc
