#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# More XOFF in a second than xoff-warn, received or sent: one event for that second, of
# the port and priority, and none for as many as that, nor for XON.  The XOFF are counted
# in captures.
#
#   h1 eth0 ── p1 sw p2 ── eth0 h2
#
# timeout: 120
# mode: icount

. /tests/guest/lib.sh
. /tests/guest/storms.bash

# pulses COUNT MS FILE
pulses() { in_ns h2 rawsend --loop "$1" --period "$(($2 * 1000000))" eth0 "/tmp/$3" > /dev/null; }

# told TEXT WANTED
told()
{
	read_events
	is "$1" "$events" "$2"
	sleep 1		# the next second begins with the next XOFF
}

storm_star 2 1gbit
listen
pfc sw watchdog set dev p2 xoff-warn 20
pfc sw pfc set dev p2 prio-pfc 4:on
xoff_frames h2 0x18 both
xoff_frames h2 0x20 other

# ---- received
capture h2 eth0 received -Q out
pulses 20 10 h2.last
told "as many as that are no reason" ""
pulses 21 10 h2.last
told "one more is" "p2 3 xoff_rate_rx"
pulses 100 5 h2.last
told "and ever so many more no other" "p2 3 xoff_rate_rx"
pulses 100 5 h2.xon
told "XON is none" ""
pulses 15 10 h2.last
sleep 1
pulses 15 10 h2.last
told "nor are as many in two seconds" ""
pulses 30 10 both.last
told "priorities are counted on their own" "p2 3,4 xoff_rate_rx"
pulses 30 10 other.last
told "those count that are not obeyed, too" "p2 5 xoff_rate_rx"
pulses 130 20 h2.last
told "each second has its event" "p2 3 xoff_rate_rx;p2 3 xoff_rate_rx;p2 3 xoff_rate_rx"
captures_end
is "it says how many there were" "$(jq 'select(.event == "xoff_rate_rx") | .xoff_count' \
	"$OUT/events.json" | sort -u)" 21
is "seconds are counted" "$(stat sw p2 '.[0].prio[3, 4].rx_warnings' | paste -sd ' ')" "6 1"
is "XOFF, too" "$(stat sw p2 '.[0].prio[3].rx_xoff')" "$(control received 3 | grep -c XOFF)"

# ---- sent, with p2 silent: 1 Gb/s, so XOFF is repeated every 16.8 ms, 59 a second
pfc sw pg set dev p1 pg 3 xoff 20K xon 10K headroom 300K
receive h2 got
capture h1 eth0 sent -Q in ether proto 0x8808
pfc sw watchdog set dev p2 xoff-warn off
pfc sw watchdog set dev p1 xoff-warn 30
nsexec h2 rawsend --loop 1000 --period 20000000 eth0 /tmp/h2.xoff > /dev/null &
holds=($!)
sleep 0.1
send h1 data --dscp 26 --count 40 10.0.0.2
sleep 0.4
told "that many are not sent in 0.4 s" ""
read_events
is "but in each second" "$(tr ';' '\n' <<< "$events" | sort -u)" "p1 3 xoff_rate_tx"
check "a higher number" pfc sw watchdog set dev p1 xoff-warn 70
read_events
sleep 2
told "is not reached" ""
captures_end
between "XOFF were sent, in a second" "$(($(control sent 3 | grep -c XOFF) * 1000000 /
	$(control sent 3 | awk '/XOFF/ { if (!first) first = $1; last = $1 }
		END { print last - first }')))" 55 65
is "a warning says how many" "$(jq 'select(.event == "xoff_rate_tx") | .xoff_count' \
	"$OUT/events.json" | sort -u)" 31
let_go h2
check "all leaves" wait_for 5 idle
received got
is "all arrive" "$(value got .datagrams)" 40
nothing_else_lost
