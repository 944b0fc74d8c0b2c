#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl history shows the pauses of both directions, and the transitions that a flight recorder
# remembers, without a listener of events and above the rate limit of events.  81-history.py
# compares both with captures.
#
#   h1 eth0 ── 1 Gb/s ── p1 ┐
#                           ├ br0 (sw) ── p3 ── 100 Mb/s ── eth0 h3
#   h2 eth0 ── 1 Gb/s ── p2 ┘
#                              p4 (sw) ── 100 Mb/s ── eth0 g (sends PFC frames)
#
# long: yes
# mode: icount
# timeout: 400
# sanitize: no (these kernels are too slow for congestion)

. /tests/guest/lib/lib.sh
. /tests/guest/lib/scene-incast.sh

incast_build "$@"
check "PFC is switched on for priority 3" incast_pfc on
ns g
link g eth0 sw p4
pfc sw port add dev p4 rate 100mbit speed 100mbit
pfc sw pfc set dev p4 prio-pfc 3:on
is "a port without pauses is left out" "$(pfc sw history)" "no pauses"
is "its flight recorder is empty" "$(pfc sw -j history events)" "[]"

# ---- three pauses of known length -------------------------------------------

capture sw p4 three -Q in ether proto 0x8808
inject g injected eth0 three
sleep 0.5
captures_end
pfc sw -j history dev p4 > "$OUT/three-history.json"
pfc sw -j history dev p4 window 300ms > "$OUT/three-window.json"
pfc sw -j history events dev p4 > "$OUT/three-events.json"
pfc sw stats clear
pfc sw -j history dev p4 > "$OUT/three-cleared.json"

# ---- incast -----------------------------------------------------------------

incast_run incast lossless
is "no packet is lost outside the ports" "$(losses)" ""
pfc sw -j history > "$OUT/incast-history.json"
pfc h1 -j history > "$OUT/incast-h1-history.json"
pfc sw -j history events > "$OUT/incast-events.json"
pfc sw history | tee "$OUT/history.txt"
is "the table fits in 80 columns" "$(awk 'length > 80' "$OUT/history.txt")" ""
is "the filters select a port and a priority" \
	"$(pfc sw -j history events dev p2 prio 3 event xoff-sent |
		jq -c 'map([.dev, .prio, .event]) | unique')" '[["p2",3,"xoff_sent"]]'

pfc sw -j why --last > "$OUT/last.json"
is "why --last names the congested egress queue and both senders" \
	"$(jq -c '.roots | map([.class, .netns, .dev, .prio, .senders])' "$OUT/last.json")" \
	'[["incast","","p3",3,2]]'
is "a host follows its pause into the switch" \
	"$(pfc h1 -j why --last | jq -c '.roots | map([.class, .netns, .dev, .prio])')" \
	'[["incast","sw","p3",3]]'
pfc sw why dev p1 --last
at=$(jq -r 'map(select(.dev == "p1" and .event == "xon_sent"))[0].time_ns' \
	"$OUT/incast-events.json")
is "why --at explains the first pause" \
	"$(pfc sw -j why --at "$((at / 1000000000)).$(printf %09d $((at % 1000000000)))" |
		jq -c '.roots | map([.class, .dev])')" '[["incast","p3"]]'
is "why --at names no cause before the first pause" \
	"$(pfc sw why --at $(((at - 1000000000) / 1000000000)).0 | sed 's/.*: //')" \
	"no port was paused"

# ---- more transitions than a recorder remembers -----------------------------

capture sw p4 many -Q in ether proto 0x8808
inject g injected eth0 many
captures_end
pfc sw -j history dev p4 > "$OUT/many-history.json"
pfc sw -j history events dev p4 > "$OUT/many-events.json"
check "the text says how many transitions are overwritten" \
	grep -q '(278 earlier transitions overwritten)' <(pfc sw history events dev p4)

# ---- errors -----------------------------------------------------------------

refused "a device that is no port" "h1: no such device|p9.*" pfc sw history dev p9
refused "a time in the future" "is in the future" \
	pfc sw history events since 2100-01-01T00:00:00
check "users without rights read the flight recorders" \
	nsexec sw setpriv --reuid 65534 --clear-groups --bounding-set=-all --inh-caps=-all \
	pfcctl history events
