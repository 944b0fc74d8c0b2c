#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A port that tells XOFF for a group of which nothing leaves stops to do so after
# xoff-timeout, and may again when something leaves.  As long as frames leave now and
# then it goes on.  By the PFC frames that h1 captures.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2, which holds p2 (not watched)
#
# timeout: 200
# mode: icount

. /tests/guest/lib.sh
. /tests/guest/storms.bash

TIMEOUT=200	# ms

# first NAME KIND [AFTER]: time of the first such frame after that time, us
first()
{
	control "$1" 3 | awk -v kind="$2" -v after="${3:-0}" \
		'$2 == kind && $1 > after { print $1; exit }'
}

last() { control "$1" 3 | awk -v kind="$2" '$2 == kind { time = $1 } END { print time }'; }
said() { control "$1" 3 | awk '{ print $2 }' | uniq | paste -sd ' '; }

# fill COUNT: that wait at p2
fill()
{
	sent=$((sent + $1))
	send h1 "fill$sent" --flow 1 --dscp 26 --count "$1" 10.0.0.2
}

sent=0
storm_star 2 100mbit
pfc sw pg set dev p1 pg 3 xoff 20K xon 10K headroom 300K
# what waits does not leave all at once
pfc sw port set dev p2 rate 100mbit
pfc sw watchdog set dev p1 xoff-timeout ${TIMEOUT}ms
xoff_frames h2 0x08 h2
listen
receive h2 got

# hold for 335 ms, ever again; what waits is told XOFF for, until the time is over
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
is "it is told that XOFF stops" "$events" "p1 3 xoff_timeout"
fill 10		# goes to the headroom, and nothing is told for it
sleep 0.5
captures_end
is "h1 is told XOFF, then XON, and then nothing" "$(said first)" "XOFF XON"
xoff=$(first first XOFF)
between "for as long as is set, us" $(($(first first XON) - xoff)) $((TIMEOUT * 1000 + 1)) \
	$((TIMEOUT * 1010))
is "XOFF was repeated until then" \
	"$([ "$(last first XOFF)" -gt $((xoff + TIMEOUT * 500)) ] && echo so)" so
is "it is counted" "$(stat sw p1 '.[0].prio[3].xoff_timeouts')" 1

# something leaves: XOFF is told again, until there is room
capture h1 eth0 resumed -Q in ether proto 0x8808
let_go h2
check "all leaves" wait_for 5 idle
captures_end
is "h1 is told XOFF when something leaves, until there is room" "$(said resumed)" "XOFF XON"
capture h1 eth0 second -Q in ether proto 0x8808
stuck
fill 40
sleep 0.1
read_events
is "it is told that XOFF may be sent" "$events" "p1 3 xoff_resumed"
sleep 0.6
captures_end
is "h1 is told XOFF again, and XON after the time" "$(said second)" "XOFF XON"
between "for as long as is set, us" $(($(first second XON) - $(first second XOFF))) \
	$((TIMEOUT * 1000 + 1)) $((TIMEOUT * 1010))
let_go h2
check "all leaves" wait_for 5 idle
read_events

# a few frames leave every 150 ms: it is told for ever
capture h1 eth0 third -Q in ether proto 0x8808
pfc_frame "$(mac h2 eth0)" 0x08 $((149950 * 100 / 512)) > /tmp/nearly
nsexec h2 rawsend --loop 1000 --period 150000000 eth0 /tmp/nearly > /dev/null &
holds=($!)
sleep 0.1
fill 300
sleep 1.2
read_events
is "as long as something leaves nothing is told" "$events" ""
captures_end
between "some has left, some waits" "$(stat sw p1 '.[0].pg[3].occupancy')" 10001 312000
is "h1 is told XOFF all the time" "$(said third)" XOFF
between "which is longer than the time, us" $(($(last third XOFF) - $(first third XOFF))) \
	$((5 * TIMEOUT * 1000)) 4000000
let_go h2
check "all leaves" wait_for 5 idle

# nothing is set: it is told for ever
pfc sw watchdog set dev p1 xoff-timeout off
stuck
capture h1 eth0 fourth -Q in ether proto 0x8808
fill 40
sleep 1
captures_end
is "without a time h1 is told XOFF all the time" "$(said fourth)" XOFF
capture h1 eth0 fifth -Q in ether proto 0x8808
check "a time is set" pfc sw watchdog set dev p1 xoff-timeout ${TIMEOUT}ms
sleep 0.5
captures_end
is "with one not any more" "$(control fifth 3 | awk 'END { print $2 }')" XON
let_go h2
check "all leaves" wait_for 5 idle
received got
is "all arrive" "$(value got .datagrams)" "$sent"
nothing_else_lost
