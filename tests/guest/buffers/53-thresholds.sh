#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A packet is charged to the guarantee first, then to the shared part up to XOFF, then to
# the headroom; else it is dropped.  The limits are exact to one frame.  XON, dynamic
# thresholds, and a guarantee that changes while it is in use are checked, too.
#
# The hosts and the switch are those of three.bash.
#
# mode: icount

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash
. /tests/guest/lib/three.bash

SHARED=100		# frames that fit in the shared part

# xoff_xon: prints the number of XOFF and of XON frames sent to h1
xoff_xon()
{
	tcpdump -Z root -r "$OUT/h1.pcap" -nn -t -x 2> /dev/null | awk '
	/0x0000:/ { n[$7 == "0000"]++ }
	END { print n[0] + 0, n[1] + 0 }'
}

xoff_arrived() { [ "$(xoff_xon)" = "1 0" ]; }
xon_arrived() { [[ $(xoff_xon) = *" 1" ]]; }
idle() { [ "$(pool default)" = "$1 0 0" ]; }

three_hosts
pfc sw -b - <<-END
	port add dev p1 speed 10mbit
	port add dev p2 speed 10mbit rate 10mbit
	port add dev p3
	pg set dev p1 pg 3 min $((2 * FRAME)) xoff $((10 * FRAME)) xon $((5 * FRAME)) headroom $((4 * FRAME))
	pg set dev p2 pg all headroom 0
	pfc set dev p1 prio-pfc 3:on
	pfc set dev p2 prio-pfc 0:on 3:on
	pool set size $(((SHARED + 6) * FRAME))
END

# ---- guarantee, shared part, headroom, XOFF -------------------------------------

is "guarantee and headroom are reserved" "$(pool default)" "6 0 0"
nsexec sw pfcctl monitor > "$OUT/events" &
receive h2 first
capture h1 eth0 h1 ether proto 0x8808
stop
came h1 1 26 2 "packets use the guarantee first" p1 3 "2 0 0 0 0 0"
is "the guarantee uses no shared bytes of the pool" "$(pool default)" "6 0 0"
came h1 1 26 10 "packets above the guarantee use the shared part up to XOFF" p1 3 "2 10 0 0 0 0"
is "the pool counts the shared bytes" "$(pool default)" "6 10 0"
is "no XOFF is sent at the threshold" "$(xoff_xon)" "0 0"
came h1 1 26 1 "a packet above XOFF uses the headroom" p1 3 "2 10 1 0 0 0"
check "XOFF is sent when the PG exceeds XOFF" wait_for 5 xoff_arrived
came h1 1 26 3 "further packets use the headroom" p1 3 "2 10 4 0 0 0"
is "no overrun event is sent while the headroom suffices" "$(grep -c overrun "$OUT/events")" 0
came h1 1 26 1 "a packet above the headroom is dropped and counted" p1 3 "2 10 4 0 0 1"
is "the pool counts shared and headroom bytes" "$(pool default)" "6 10 4"
check "an event reports the headroom overrun" \
	wait_for 5 grep -q 'p1 headroom-overrun prio 3' "$OUT/events"
check "the event has the cause: the egress queue that h2 pauses" \
	grep -Eq 'headroom-overrun .* queue p2 prio 3 backlog .* paused for ' "$OUT/events"

# ---- XON ----------------------------------------------------------------------

# go_for MS: h2 resumes p2 for MS; at 10 Mb/s a frame takes 853 us
go_for()
{
	release
	{
		cat /tmp/xon
		sed "s/^0/$(($1 * 1000000))/" /tmp/xoff
	} > /tmp/go
	in_ns h2 rawsend eth0 /tmp/go > /dev/null
	hold h2 eth0 /tmp/xoff
}

left() { echo $(($(stat sw p1 '.[0].pg[3].occupancy') / FRAME)); }
xoff_sent() { stat sw p1 '.[0].prio[3].tx_paused'; }

go_for 6	# 7 or 8 frames leave
between "the headroom drains before the PG reaches XON" "$(left)" 8 9
is "guarantee and shared part stay in use above XON" "$(group p1 3)" \
	"2 $(($(left) - 2)) 0 0 0 1"
is "no XON is sent above the threshold" "$(xoff_sent)" true
go_for 2	# 2 or 3 frames leave
between "the PG drains below XON" "$(left)" 5 7
is "the port sends XON below the threshold" "$(xoff_sent)" false
check "h1 receives XON" wait_for 5 xon_arrived

# ---- a guarantee that changes while it is in use --------------------------------

held=$(left)
check "the guarantee is raised to 4 frames" pfc sw pg set dev p1 pg 3 min $((4 * FRAME))
is "a raised guarantee converts shared bytes of the PG" "$(group p1 3)" "4 $((held - 4)) 0 0 0 1"
is "a raised guarantee converts shared bytes of the pool" "$(pool default)" "8 $((held - 4)) 0"
check "the guarantee is set to 0" pfc sw pg set dev p1 pg 3 min 0
is "without a guarantee all bytes of the PG are shared" "$(group p1 3)" "0 $held 0 0 0 1"
is "without a guarantee all bytes of the pool are shared" "$(pool default)" "4 $held 0"
before=$(pfc sw -j pool show default; pfc sw -j pg show)
refused "a guarantee above the free pool is refused" \
	"p3 PG 1 needs 1 MiB of guarantee [(]min[)], [0-9]* bytes are free in pool default" \
	pfc sw pg set dev p3 pg 1 min 1M
is "a refused guarantee leaves the configuration as it was" \
	"$(pfc sw -j pool show default; pfc sw -j pg show)" "$before"
go
check "all fixed-threshold charges are released" wait_for 10 idle 4
received first
is "all admitted packets arrive" "$(value first .datagrams)" 16

# ---- dynamic thresholds -----------------------------------------------------------

pfc sw -b - <<-END
	pfc set dev p1 prio-pfc 3:off
	pg set dev p1 pg 0 alpha 1/4 min 0
	pg set dev p3 pg 0 alpha 1/4
	pool set size $((SHARED * FRAME))
	stats clear
END
receive h2 second
stop
is "alpha 1/4 sets the threshold to a quarter of the free pool" \
	"$(frames "$(stat sw p3 '.[0].pg[0].threshold')")" 25
# a PG with n frames accepts one more frame if n + 1 <= (100 - n) / 4: 100 - n frames are free
came h3 3 0 30 "a PG with alpha 1/4 alone fills a fifth of the pool" p3 0 "0 20 0 10 0 0"
is "the threshold of a second PG follows the free pool" \
	"$(frames "$(stat sw p1 '.[0].pg[0].threshold')")" 20
came h1 4 0 30 "a second PG fills up to its dynamic threshold" p1 0 "0 16 0 14 0 0"
is "the threshold of the first PG falls below its occupancy" \
	"$(frames "$(stat sw p3 '.[0].pg[0].threshold')")" 16
came h3 3 0 1 "a PG above its dynamic threshold drops packets" p3 0 "0 20 0 11 0 0"
check "alpha of p3 PG 0 is raised to 1" pfc sw pg set dev p3 pg 0 alpha 1
# with alpha 1, p3 PG 0 accepts one more if n + 1 <= 84 - n: p1 PG 0 holds 16 of 100 frames
came h3 3 0 30 "a larger alpha raises the threshold" p3 0 "0 42 0 19 0 0"
check "p3 PG 0 gets a guarantee" pfc sw pg set dev p3 pg 0 min $((10 * FRAME))
is "a new guarantee converts shared bytes of a dynamic PG" "$(group p3 0)" "10 32 0 19 0 0"
is "the pool counts guarantee and shared bytes" "$(pool default)" "10 48 0"
check "the threshold of p3 PG 0 is fixed again" pfc sw pg set dev p3 pg 0 alpha off
go
check "all dynamic-threshold charges are released" wait_for 10 idle 10
received second
is "all packets of p3 arrive except the counted drops" \
	"$(value second '.flows["3"].datagrams')" $((61 - 19))
is "all packets of p1 arrive except the counted drops" "$(value second '.flows["4"].datagrams')" 16
captures_end
is "no packet is lost outside the ports" "$(losses)" ""
