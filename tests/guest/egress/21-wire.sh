#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A port with a rate sends queued frames back to back at exactly this rate, the
# highest priority first.  PFC frames overtake all data, and leave even while the
# port itself is paused.  h1 and h3 send the data and the pauses that 21-wire.py
# writes; it also checks their captures.
#
#   h1 eth0 ── p1 ┐
#    data, PFC    ├ br0 (sw) ── p3 ── eth0 h3
#                 ┘                    data, PFC
#
# mode: icount
# timeout: 300

. /tests/guest/lib/lib.sh

# rate NAME RATE COUNT: COUNT frames wait, leave, are paused, and leave again; then trains of
# frames arrive after idle times
rate()
{
	local name=$1

	check "$name: the rate of p3 is set to $2" pfc sw port set dev p3 rate "$2"
	capture h3 eth0 "$name"
	inject h3 "$name-hold" eth0 hold
	inject h1 "$name-waits" eth0 "$name" --loop "$3"
	inject h3 "$name-go" eth0 go-stop
	# All frames leave before another program starts on the only CPU: it would delay one of them
	sleep 0.3
	# The capture must not delay a frame of a train
	in_ns h1 chrt -f 1 rawsend eth0 "$IN/$name-trains" > "$OUT/$name-trains.json"
	sleep 0.1
	captures_end
}

# priorities: frames of all priorities wait for one XON
priorities()
{
	capture h3 eth0 mix
	inject h3 mix-hold eth0 hold
	inject h1 mix-waits eth0 mix
	inject h3 mix-go eth0 go
	sleep 0.1
	captures_end
}

# sends_pfc: p1 sends PFC frames while it is paused and while it is busy
sends_pfc()
{
	check "the rate of p1 is set to 10mbit" pfc sw port set dev p1 rate 10mbit
	check "the rate of p3 is set to 100mbit" pfc sw port set dev p3 rate 100mbit
	check "p1 sends and obeys PFC" pfc sw pfc set dev p1 prio-pfc all:on
	check "XOFF, XON and headroom of p1 PG 3 are set" \
		pfc sw pg set dev p1 pg 3 xoff 40K xon 20K headroom 200K
	capture h1 eth0 pfc-h1
	capture h3 eth0 pfc-h3
	inject h1 pfc-hold eth0 hold
	inject h3 pfc-waits eth0 back
	inject h1 pfc-bursts eth0 bursts
	sleep 0.3
	captures_end
}

star_of 1 3
for dev in p1 p3; do
	check "$dev is a port" pfc sw port add dev $dev speed 10mbit
done
strict sw p1 p3
check "p3 obeys PFC" pfc sw pfc set dev p3 prio-pfc all:on
check "the limit of p1 PG 0 is set to 2M" pfc sw pg set dev p1 pg 0 limit 2M
receive h1 back
receive h3 got

rate full 100mbit 1000
rate short 20mbit 3000
rate runt 20mbit 3000
priorities
sends_pfc

received back
received got
pfc sw -j stats show dev p1 > "$OUT/p1.json"
pfc sw -j stats show dev p3 > "$OUT/p3.json"
# A host that is not a port drops the PFC frames that it receives
is "no packet is lost outside the ports" "$(losses | grep -v 'h1/eth0 rx_dropped')" ""
