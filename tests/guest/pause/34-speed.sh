#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The speed of a software link is the rate of its port: a pause of 20000 quanta lasts
# 102.4 ms at 100 Mb/s, and XOFF is refreshed at half of that time.  A configured speed
# overrides the rate.  The port counts and reports pauses that expire without XON, and
# late refreshes of XOFF.  34-speed.py checks the times in the captures.
#
#   h1 eth0 ──── p1 ── br0 (sw) ── p2 ──── eth0 h2
#        data ──►   ◄── XOFF           ◄── XOFF
#
# timeout: 200
# mode: icount

. /tests/guest/lib/lib.sh

# shown: prints speed and source of p2 as text
shown() { pfc sw port show dev p2 | grep -o 'speed [^(]*([a-z]*)'; }
# source_of: prints speed and source of p2 from JSON
source_of()
{
	pfc sw -j port show dev p2 | jq -r '.[0] | "\(.speed_bits_per_second) \(.speed_source)"'
}

# events NAME: prints the number of events NAME per port and priorities
events()
{
	jq -r "select(.event == \"$1\") | \"\(.dev) \(.prios | map(tostring) | join(\",\"))\"" \
		< "$OUT/events.json" | sort | uniq -c | sed 's/^ *//' | paste -sd ';'
}
# pause NAME: h2 sends one XOFF of 20000 quanta and no XON
pause()
{
	inject h2 "$1" eth0 xoff
	sleep 0.15
}

star 2

# ---- where the speed comes from ----------------------------------------------

check "p2 is a port" pfc sw port add dev p2
is "without a rate the speed is that of ethtool" "$(shown)" "speed 10 Gb/s (assumed)"
check "the rate of p2 is set" pfc sw port set dev p2 rate 100mbit
is "the speed is the rate" "$(shown)" "speed 100 Mb/s (rate)"
is "JSON reports the rate as the speed" "$(source_of)" "100000000 rate"
pfc sw port set dev p2 rate 1499999
is "a speed from the rate is rounded down to Mb/s" "$(source_of)" "1000000 rate"
pfc sw port set dev p2 rate 1500000
is "a speed from the rate is rounded up to Mb/s" "$(source_of)" "2000000 rate"
check "the speed of p2 is set" pfc sw port set dev p2 speed 1gbit
is "a configured speed overrides the rate" "$(shown)" "speed 1 Gb/s (set)"
pfc sw port set dev p2 speed auto
is "speed auto uses the rate again" "$(source_of)" "2000000 rate"
pfc sw port set dev p2 rate unlimited
is "with rate unlimited the speed is assumed" "$(source_of)" "10000000000 assumed"
check "a pause time above the minimum is accepted" \
	pfc sw port set dev p2 rate 1gbit pause-time 40
refused "a rate that makes the pause time too short is refused" \
	'pause-time: 40 quanta at 1100 Mb/s are below the minimum of 43 \(20000 ns\)' \
	pfc sw port set dev p2 rate 1100mbit
check "the same rate is accepted with a configured speed" \
	pfc sw port set dev p2 rate 1100mbit speed 1gbit
is "pfcctl headroom uses the configured speed" "$(pfc sw -j headroom dev p2 |
	jq -r '.[0] | "\(.speed_bits_per_second) \(.response_quanta)"')" "1000000000 2"
pfc sw -b - <<-END
	port set dev p2 rate 100mbit speed auto pause-time 65535
	pfc set dev p2 prio-pfc 3:on
	port add dev p1 rate 100mbit pause-time 20000
	pfc set dev p1 prio-pfc 3:on
	pg set dev p1 pg 3 xoff 10K xon 5K headroom 2M
END
is "pfcctl headroom uses the rate as the speed" "$(pfc sw -j headroom dev p2 |
	jq -r '.[0] | "\(.speed_bits_per_second) \(.response_quanta)"')" "100000000 1"

# ---- pauses on the wire ---------------------------------------------------------

nsexec sw pfcctl -j monitor > "$OUT/events.json" 2> "$OUT/events.err" &
monitor=$!
sleep 0.1
capture h2 eth0 h2
capture h1 eth0 h1 ether proto 0x8808
receive h2 got
nsexec h1 chrt -f 1 udpsend --flow 26 --dscp 26 --rate 40m 10.0.0.2 > "$OUT/sent.json" &
sender=$!
sleep 0.1
pause rate
is "p2 counts a pause that expired at its deadline" "$(stat sw p2 '.[0].prio[3].rx_expired')" 1
is "p1 counts no late XOFF" "$(stat sw p1 '[.[0].prio[].tx_late] | add')" 0
pfc sw port set dev p2 speed 1gbit
pause set
pfc sw port set dev p2 rate unlimited speed auto
pause assumed
pfc sw port set dev p2 rate 100mbit
inject h2 both eth0 both
sleep 0.1
kill "$sender"
wait "$sender"
received got
is "3 pauses expire, the pause with XON does not" \
	"$(stat sw p2 '.[0].prio[].rx_expired' '.[0].prio[3].rx_xoff' '.[0].prio[3].rx_xon' |
	paste -sd ' ')" "0 0 0 3 0 0 0 0 4 1"
captures_end
pfc sw -j stats show dev p1 > "$OUT/p1.json"
pfc sw -j stats show dev p2 > "$OUT/p2.json"
expired() { [ "$(events pause_expired)" = "3 p2 3" ]; }
check "3 pause_expired events are reported" wait_for 5 expired
is "no refresh_late event is reported" "$(events refresh_late)" ""

# ---- late refreshes of XOFF -----------------------------------------------------

# A refresh is due after half of 25.6 us.  Forwarding a packet takes longer, so refreshes are
# late.
check "the pause time of p1 is 25.6 us" pfc sw port set dev p1 speed 1gbit pause-time 50
capture h1 eth0 late ether proto 0x8808
receive h2 later
nsexec h1 chrt -f 1 udpsend --flow 27 --dscp 26 --rate 40m 10.0.0.2 > "$OUT/sent2.json" &
sender=$!
sleep 0.05
inject h2 hold eth0 xoff
sleep 0.08
kill "$sender"
wait "$sender"
sleep 0.1
received later
captures_end
pfc sw -j stats show dev p1 > "$OUT/late.json"
check "p1 counts late XOFF of priority 3" test "$(value late '.[0].prio[3].tx_late')" -gt 0
is "p1 counts late XOFF of no other priority" "$(value late '[.[0].prio[].tx_late] | add')" \
	"$(value late '.[0].prio[3].tx_late')"
check "a refresh_late event is reported" grep -q '"event": *"refresh_late"' "$OUT/events.json"
check "refresh_late events are for p1 priority 3 only" \
	test "$(events refresh_late | sed 's/^[0-9]* //')" = "p1 3"
kill "$monitor"
wait "$monitor"
is "no packet is lost outside the ports" "$(losses)" ""
