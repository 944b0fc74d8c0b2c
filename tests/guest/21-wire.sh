#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A port with a rate is a wire: what waits leaves frame after frame, no faster
# and no slower, the highest priority first.  PFC frames go before all of it,
# and also when the port itself is paused.  h1 and h3 send data and pauses as
# tests/host/21-wire.pre has it; 21-wire.post looks at their captures.
#
#   h1 eth0 ── p1 ┐
#    data, PFC    ├ br0 (sw) ── p3 ── eth0 h3
#                 ┘                    data, PFC
#
# mode: icount
# timeout: 300

. /tests/guest/lib.sh

# rate NAME RATE COUNT: frames wait, leave, are paused for a moment, leave; then
# some come after a time without any
rate()
{
	local name=$1

	check "$name: p3 has $2" pfc sw port set dev p3 rate "$2"
	capture h3 eth0 "$name"
	inject h3 "$name-hold" eth0 hold
	inject h1 "$name-waits" eth0 "$name" --loop "$3"
	inject h3 "$name-go" eth0 go-stop
	sleep 0.2
	inject h1 "$name-trains" eth0 "$name-trains"
	sleep 0.1
	captures_end
}

# priorities: all wait for one frame
priorities()
{
	capture h3 eth0 mix
	inject h3 mix-hold eth0 hold
	inject h1 mix-waits eth0 mix
	inject h3 mix-go eth0 go
	sleep 0.1
	captures_end
}

# sends_pfc: p1 does, while it is paused and while it is busy
sends_pfc()
{
	check "p1 is slow" pfc sw port set dev p1 rate 10mbit
	check "p3 is not" pfc sw port set dev p3 rate 100mbit
	check "p1 sends and obeys PFC" pfc sw pfc set dev p1 prio-pfc all:on
	check "p1 has levels" pfc sw pg set dev p1 pg 3 xoff 40K xon 20K headroom 200K
	capture h1 eth0 pfc-h1
	capture h3 eth0 pfc-h3
	inject h1 pfc-hold eth0 hold
	inject h3 pfc-waits eth0 back
	inject h1 pfc-bursts eth0 bursts
	sleep 0.3
	captures_end
}

ns h1 h3 sw
link h1 eth0 sw p1
link h3 eth0 sw p3
mkbridge sw br0 p1 p3
fdb sw p1 h1 eth0
fdb sw p3 h3 eth0
lan h1/eth0=10.0.0.1 h3/eth0=10.0.0.3
for dev in p1 p3; do
	check "$dev is a port" pfc sw port add dev $dev speed 10mbit
done
check "p3 obeys PFC" pfc sw pfc set dev p3 prio-pfc all:on
check "much may wait" pfc sw pg set dev p1 pg 0 limit 2M
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
# a host that is no port drops the PFC frames that it gets
is "nothing is lost elsewhere" "$(losses | grep -v 'h1/eth0 rx_dropped')" ""
