#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl why names the setting that limits an egress queue: maxrate of a class, a rate below the
# speed of the link, a strict class.  The command that it reports removes the limit.  It also names
# an impairment that forces XOFF.
#
#   h1 eth0 ── p1 ┐
#   h2 eth0 ── p2 ┴ br0 (sw) ── p3 ── eth0 h3
#
# timeout: 300
# mode: icount
# sanitize: no (it tests the tool; 83-wait and 63-churn-wait test the module)

. /tests/guest/lib/lib.sh
. /tests/guest/lib/why.bash

why_star
receive h3 got3

pfc sw ets set dev p3 tc-maxrate 3:4mbit
flow h1 10.0.0.3 --dscp 26
caused "the maxrate of the class limits p3" "setting sw p3 3 maxrate" sw
is "the limit" "$(field '.roots[0].limit_bps')" 4000000
fix=$(field '.roots[0].fix')
calm
check "the command that is reported removes the limit" in_ns sw sh -c "$fix"
flow h1 10.0.0.3 --dscp 26
sleep 0.5
why sw
is "afterwards there is no setting to blame" "$(roots | grep -c setting)" 0
calm

pfc sw port set dev p3 rate 10mbit speed 20mbit
flow h1 10.0.0.3 --dscp 26
caused "the rate below the speed of the link limits p3" "setting sw p3 3 rate" sw
calm
pfc sw port set dev p3 rate $WHY_RATE speed auto

# The class of priority 5 uses the port for itself
strict sw p3
flow h2 10.0.0.3 --dscp 46
sleep 0.5
flow h1 10.0.0.3 --dscp 26
caused "a strict class starves priority 3" "setting sw p3 3 strict" sw interval 20ms
calm

# A forced XOFF.  An earlier XOFF of the same PG was because of p3, this one is not.
flow h1 10.0.0.3 --dscp 26
flow h2 10.0.0.3 --dscp 26
caused "before: p3 is congested" "incast sw p3 3" sw interval 50ms
calm
sleep 1
capture h1 eth0 forced ether proto 0x8808
check "an impairment of p1 forces XOFF" pfc sw impair set dev p1 prio 3 xoff-duty 60%/20ms
# More than the rest of the time can carry, and less than p3 can: frames wait in h1 only
flow h1 10.0.0.3 --dscp 26 --rate 12m
caused "the impairment is the cause" "setting sw p1 3 impairment" sw interval 50ms
between "p1 sends XOFF for 60% of the time" "$(field '.roots[0].paused_percent | round')" 50 70
caused "the host that waits gets the same cause" "setting sw p1 3 impairment" h1 interval 50ms
is "it is the victim" "$(field '.roots[0].victims[] | "\(.netns) \(.dev)"')" "h1 eth0"
why sw
fix=$(field '.roots[0].fix')
check "the command that is reported ends it" in_ns sw sh -c "$fix"
calm
captures_end
between "h1 has received XOFF" "$(xoffs forced)" 10 100000
why sw dev p1 last
is "afterwards no queue counts as the cause" "$(roots)" "unknown sw p1 3"

received got3
