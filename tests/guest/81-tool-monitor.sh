#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Events: ports that come and go, XOFF and XON sent and received; no more of
# them than the rate limit, and the rest is counted.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3, which holds p3
#   h2 eth0 ── p2 ┘

. /tests/guest/lib.sh
. /tests/guest/scene-churn.sh

monitor()
{
	nsexec sw pfcctl "${@:2}" monitor > "$OUT/$1" 2> "$OUT/$1.err" &
	echo $! > "/tmp/$1.pid"
	# heard when something happens: a port comes until it is
	ip -n sw link add probe type dummy
	wait_for 10 _heard "$1"
	ip -n sw link del probe
}

_heard()
{
	pfc sw port add dev probe
	pfc sw port del dev probe
	sleep 0.1
	[ -s "$OUT/$1" ]
}

# events NAME: what happened, without time and numbers, but to the probe
events() { jq -rc 'select(.dev != "probe") | [.dev, .event, .prios[]]' "$OUT/$1.json"; }

ns h1 h2 h3 sw
monitor all.json -j
monitor text
link h1 eth0 sw p1
link h2 eth0 sw p2
link h3 eth0 sw p3
mkbridge sw br0 p1 p2 p3
addresses
port1
port3

hold h3 eth0
fill h1 200 0
waiting p1 3 200
wait_for 10 eval 'events all | grep -q xoff_sent'
let_go h3 eth0
wait_for 10 eval 'events all | grep -q xon_sent'
tc -n sw qdisc del dev p1 root
ip -n sw link del p3
wait_for 10 eval 'events all | grep -q "p3.*port_del"'

is "every line is JSON" "$(jq -c type "$OUT/all.json" | sort -u)" '"object"'
is "the events, in order" "$(events all)" '["p1","port_add"]
["p3","port_add"]
["p3","xoff_received",0,3]
["p1","xoff_sent",3]
["p3","xon_received",0,3]
["p1","xon_sent",3]
["p1","port_del"]
["p3","port_del"]'
is "with pause times" "$(jq -c 'select(.event | startswith("xoff")) |
	.pause_time_quanta' "$OUT/all.json" | sort -u)" 65535
is "none is lost" "$(jq .lost "$OUT/all.json" | sort -u)" 0
is "times do not go back" "$(jq .time_ns "$OUT/all.json" | sort -n | cmp - \
	<(jq .time_ns "$OUT/all.json") && echo so)" so
is "text says the same" "$(grep -v probe "$OUT/text" | cut -d' ' -f 2- |
	sed 's/ pause.*//')" 'p1 port-add
p3 port-add
p3 xoff-received prio 0,3
p1 xoff-sent prio 3
p3 xon-received prio 0,3
p1 xon-sent prio 3
p1 port-del
p3 port-del'

# ---- other namespaces hear nothing
nsexec h1 pfcctl -j monitor > "$OUT/h1.json" &
sleep 0.3

# ---- 4000 changes in no time
monitor many.json -j
port1
got() { [ "$(stat sw p1 '.[0].prio[3].rx_xon')" = "$1" ]; }
{ pfc_frame ffff; pfc_frame 0000; } > /tmp/toggle
in_ns h1 rawsend --bypass --loop 2000 eth0 /tmp/toggle > /dev/null
wait_for 10 got 2000
sleep 1.5
in_ns h1 rawsend --bypass eth0 /tmp/toggle > /dev/null
wait_for 10 got 2001
sleep 0.5
told=$(events many | grep -c received)
lost=$(jq .lost "$OUT/many.json" | jq -s add)
counted=$(stat sw p1 '.[0].port.events_lost')
note "told $told, left out $lost"
is "told and left out are all" $((told + lost)) 4002
is "left out is counted" "$counted" "$lost"
between "the limit works" "$lost" 1 3950
is "nobody else hears" "$(cat "$OUT/h1.json")" ""
is "the monitor has nothing to say of its own" "$(cat "$OUT"/*.err)" ""
