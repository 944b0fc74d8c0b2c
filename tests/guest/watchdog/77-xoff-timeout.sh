#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A port that sends XOFF for a PG from which no frame leaves stops after xoff-timeout.  When
# a frame has left, the port may send XOFF again.  As long as a frame leaves within each
# xoff-timeout, the port continues to send XOFF.  The PFC frames that h1 captures show this.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2 (pauses p2, which has no watchdog)
#
# timeout: 200
# arm64: yes
# mode: icount

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

TIMEOUT=200	# ms

# first NAME KIND [AFTER]: prints the time of the first XOFF or XON later than AFTER, in us
first()
{
	control "$1" 3 | awk -v kind="$2" -v after="${3:-0}" \
		'$2 == kind && $1 > after { print $1; exit }'
}

# last NAME KIND: prints the time of the last XOFF or XON, in us
last() { control "$1" 3 | awk -v kind="$2" '$2 == kind { time = $1 } END { print time }'; }
xoff_xon() { control "$1" 3 | awk '{ print $2 }' | uniq | paste -sd ' '; }

# fill COUNT: sends COUNT datagrams, which wait at p2
fill()
{
	sent=$((sent + $1))
	send h1 "fill$sent" --flow 1 --dscp 26 --count "$1" 10.0.0.2
}

sent=0
storm_star 2 100mbit
pfc sw pg set dev p1 pg 3 xoff 20K xon 10K headroom 300K
# With a rate, waiting packets leave one by one
pfc sw port set dev p2 rate 100mbit
pfc sw watchdog set dev p1 xoff-timeout ${TIMEOUT}ms
xoff_frames h2 0x08 h2
listen
receive h2 got

# stuck: h2 pauses p2 until let_go, so that no frame leaves and p1 sends XOFF
stuck()
{
	nsexec h2 rawsend --loop 1000 --period 100000000 eth0 /tmp/h2.xoff > /dev/null &
	holds=($!)
	sleep 0.1
}

stuck
capture h1 eth0 first -Q in ether proto 0x8808
fill 40
sleep 1
read_events
is "the event xoff_timeout is sent" "$events" "p1 3 xoff_timeout"
between "the event has the time without a frame that left, us" "$(jq -r '
	select(.event == "xoff_timeout") | .idle_time_ns / 1000 | floor' "$OUT/events.json")" \
	$((TIMEOUT * 1000)) $((TIMEOUT * 1010))
is "the event has the occupancy of the PG" \
	"$(jq -r 'select(.event == "xoff_timeout") | .occupancy' \
	"$OUT/events.json")" $((40 * 1042))
is "the event has the cause: the egress queue that h2 pauses" "$(jq -c '
	select(.event == "xoff_timeout") | .queue |
	[.dev, .prio, .backlog, .paused_since_ns > 0]' "$OUT/events.json")" \
	"[\"p2\",3,$((40 * 1042)),true]"
fill 10		# charged to the headroom; no XOFF is sent for it
sleep 0.5
captures_end
is "h1 gets XOFF, then XON, and then nothing" "$(xoff_xon first)" "XOFF XON"
xoff=$(first first XOFF)
between "XON follows XOFF after xoff-timeout, us" \
	$(($(first first XON) - xoff)) $((TIMEOUT * 1000 + 1)) \
	$((TIMEOUT * 1010))
is "XOFF is repeated until xoff-timeout" \
	"$([ "$(last first XOFF)" -gt $((xoff + TIMEOUT * 500)) ] && echo yes)" yes
is "the timeout is counted" "$(stat sw p1 '.[0].prio[3].xoff_timeouts')" 1
stopped() { pfc sw -j watchdog show dev p1 | jq '.[0].prio[3].xoff_stopped'; }
is "the port shows that XOFF is stopped" "$(stopped)" true

# a frame leaves: XOFF is sent again until the PG drains to XON
capture h1 eth0 resumed -Q in ether proto 0x8808
let_go h2
check "all packets leave after the first timeout" wait_for 5 idle
captures_end
is "and then that it is not" "$(stopped)" false
is "a frame leaves: h1 gets XOFF, and XON when the PG drains" "$(xoff_xon resumed)" "XOFF XON"
capture h1 eth0 second -Q in ether proto 0x8808
stuck
fill 40
sleep 0.1
read_events
is "the event xoff_resumed is sent" "$events" "p1 3 xoff_resumed"
sleep 0.6
captures_end
is "h1 gets XOFF again, and XON after xoff-timeout" "$(xoff_xon second)" "XOFF XON"
between "XON follows the second XOFF after xoff-timeout, us" \
	$(($(first second XON) - $(first second XOFF))) \
	$((TIMEOUT * 1000 + 1)) $((TIMEOUT * 1010))
let_go h2
check "all packets leave after the second timeout" wait_for 5 idle
read_events

# A few frames leave every 150 ms, so XOFF never times out.  The frames leave in gaps of 0.5
# ms between the pauses.  The gaps are that long because rawsend may send an XOFF 50 us late
# or more, which shortens the next gap.
capture h1 eth0 third -Q in ether proto 0x8808
pfc_frame "$(mac h2 eth0)" 0x08 $((149500 * 100 / 512)) > /tmp/nearly
nsexec h2 rawsend --loop 1000 --period 150000000 eth0 /tmp/nearly > /dev/null &
holds=($!)
sleep 0.1
fill 300
sleep 1.2
read_events
is "no event while frames leave" "$events" ""
captures_end
between "the PG has drained in part, bytes" "$(stat sw p1 '.[0].pg[3].occupancy')" 10001 312000
is "h1 gets XOFF and no XON while frames leave" "$(xoff_xon third)" XOFF
between "XOFF lasts longer than xoff-timeout, us" $(($(last third XOFF) - $(first third XOFF))) \
	$((5 * TIMEOUT * 1000)) 4000000
let_go h2
check "all packets leave after the long XOFF" wait_for 5 idle

# no timeout: XOFF is sent without end
pfc sw watchdog set dev p1 xoff-timeout off
stuck
capture h1 eth0 fourth -Q in ether proto 0x8808
fill 40
sleep 1
captures_end
is "xoff-timeout off: h1 gets XOFF and no XON" "$(xoff_xon fourth)" XOFF
capture h1 eth0 fifth -Q in ether proto 0x8808
check "xoff-timeout is set while XOFF is sent" \
	pfc sw watchdog set dev p1 xoff-timeout ${TIMEOUT}ms
sleep 0.5
captures_end
is "the new xoff-timeout ends XOFF" "$(control fifth 3 | awk 'END { print $2 }')" XON
let_go h2
check "all packets leave at the end" wait_for 5 idle
received got
is "all packets arrive" "$(value got .datagrams)" "$sent"
nothing_else_lost
