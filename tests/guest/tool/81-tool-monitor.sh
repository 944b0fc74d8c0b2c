#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Events: ports are added and deleted, XOFF and XON are sent and received.  The rate limit
# bounds the number of events, and the events above it are counted.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3 (pauses p3)
#   h2 eth0 ── p2 ┘
#
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/scene-churn.sh

# monitor NAME OPTION...: starts a monitor that writes to $OUT/NAME
monitor()
{
	nsexec sw pfcctl "${@:2}" monitor > "$OUT/$1" 2> "$OUT/$1.err" &
	echo $! > "/tmp/$1.pid"
	# adds and deletes a port until the monitor prints an event: then the monitor is ready
	ip -n sw link add probe type dummy
	wait_for 10 _has_events "$1"
	ip -n sw link del probe
}

_has_events()
{
	pfc sw port add dev probe
	pfc sw port del dev probe
	sleep 0.1
	[ -s "$OUT/$1" ]
}

# events NAME [DEV]: prints the events, without times and numbers, except those of the probe and
# changes of settings
events()
{
	jq -rc --arg dev "${2:-}" 'select(.dev != "probe" and .event != "port_changed") |
		select($dev == "" or .dev == $dev) | [.dev, .event, .prios[]]' "$OUT/$1.json"
}

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
is "the events of p1 are in order" "$(events all p1)" '["p1","port_add"]
["p1","xoff_sent",3]
["p1","xon_sent",3]
["p1","port_del"]'
is "the events of p3 are in order" "$(events all p3)" '["p3","port_add"]
["p3","xoff_received",0,3]
["p3","still_paused",3]
["p3","xon_received",0,3]
["p3","port_del"]'
is "XOFF events have the pause time" "$(jq -c 'select(.event | startswith("xoff")) |
	.pause_time_quanta' "$OUT/all.json" | sort -u)" 65535
is "no event is lost" "$(jq .lost "$OUT/all.json" | sort -u)" 0
is "the times of events increase" "$(jq .time_ns "$OUT/all.json" | sort -n | cmp - \
	<(jq .time_ns "$OUT/all.json") && echo yes)" yes
is "the text output has the same events" "$(grep -vE 'probe|changed' "$OUT/text" | cut -d' ' -f 2- |
	sed 's/ pause.*//')" \
	"$(events all | jq -r '"\(.[0]) \(.[1] | gsub("_"; "-"))" + if .[2] then " prio " + (.[2:] |
		map(tostring) | join(",")) else "" end')"

# ---- the device of a port is renamed, and another device gets its old name
monitor names.json -j
monitor names
port2
ip -n sw link add d7 type dummy
rename() { ip -n sw link set "$1" down; ip -n sw link set "$1" name "$2"; up sw "$2"; }
rename p2 q2-123456789abc
rename d7 p2
xoff_received() { [ "$(stat sw "$1" '.[0].prio[3].rx_xoff')" -ge "$2" ]; }
pfc_frame ffff > /tmp/renamed
in_ns h2 rawsend --bypass eth0 /tmp/renamed > /dev/null
wait_for 10 xoff_received q2-123456789abc 1
is "statistics have the new name of the device" "$(pfc sw -j stats show dev q2-123456789abc |
	jq -r '.[].dev')" q2-123456789abc
refused "the old name is not a port any more" 'p2.*not a pfc port' \
	pfc sw stats show dev p2
rename p2 d7
rename q2-123456789abc p2
wait_for 10 eval 'events names | grep -q "p2.*renamed"'
is "events report each rename with the old name" \
	"$(jq -rc 'select(.dev != "probe") | [.dev, .event, .old_dev, .prios[]]' \
	"$OUT/names.json" | grep -vE 'xon|expired|changed')" '["p2","port_add",null]
["q2-123456789abc","port_renamed","p2"]
["q2-123456789abc","xoff_received",null,3]
["p2","port_renamed","q2-123456789abc"]'
is "a renamed device keeps its port id" \
	"$(jq -r 'select(.dev != "probe") | .port_id' "$OUT/names.json" |
	sort -u | wc -l)" 1
is "the text output reports each rename" "$(grep renamed "$OUT/names" | cut -d' ' -f 2-)" \
	'q2-123456789abc port-renamed was p2
p2 port-renamed was q2-123456789abc'
pfc sw port del dev p2

# ---- a monitor in another namespace gets no events
nsexec h1 pfcctl -j monitor > "$OUT/h1.json" &
sleep 0.3

# ---- 4000 changes within a short time, above the rate limit
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
sent=$(events many | grep -c received)
lost=$(jq .lost "$OUT/many.json" | jq -s add)
counted=$(stat sw p1 '.[0].port.events_lost')
note "sent $sent, lost $lost"
is "sent and lost events are all changes" $((sent + lost)) 4002
is "the port counts the lost events" "$counted" "$lost"
between "events above the rate limit are lost" "$lost" 1 3950
is "a monitor in another namespace gets no event" "$(cat "$OUT/h1.json")" ""
is "the monitors print no errors" "$(cat "$OUT"/*.err)" ""

# ---- the module is unloaded and loaded again: its netlink family has another id
nsexec sw pfcctl monitor deadlock > /dev/null 2> "$OUT/deadlock.err" &
search=$!
monitor reload.json -j
for dev in $(pfc sw -j port show | jq -r '.[].dev'); do
	pfc sw port del dev "$dev"
done
check "the module is unloaded" rmmod pfc
wait_for 10 grep -q unloaded "$OUT/reload.json.err"
check "the module is loaded again" modprobe pfc
wait_for 10 grep -q again "$OUT/deadlock.err"
check "p2 is a port of the new module" pfc sw port add dev p2
check "a monitor receives the events of the new module" \
	wait_for 10 eval 'events reload p2 | grep -q port_add'
for name in reload.json deadlock; do
	is "$name: the monitor says what has happened" "$(cat "$OUT/$name.err")" \
		"pfcctl: Warning: the pfc module was unloaded, the command waits for it; fix: modprobe pfc
pfcctl: Warning: the pfc module was loaded again, the events continue"
done
check "the search for deadlocks goes on" kill -0 $search
