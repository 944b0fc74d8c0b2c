#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Where a packet is charged, to the frame: the guarantee, the shared part up to
# XOFF, the headroom, nowhere; XON; thresholds that move with what is free; and a
# guarantee that changes while it is in use.
#
# The hosts and the switch are those of three.bash.
#
# mode: icount

. /tests/guest/lib.sh
. /tests/guest/paths.bash
. /tests/guest/three.bash

SHARED=100		# frames that the shared part has room for

# xoffs: frames that told h1 to stop, and to go on
xoffs()
{
	tcpdump -Z root -r "$OUT/h1.pcap" -nn -t -x 2> /dev/null | awk '
	/0x0000:/ { n[$7 == "0000"]++ }
	END { print n[0] + 0, n[1] + 0 }'
}

told_to_stop() { [ "$(xoffs)" = "1 0" ]; }
told_to_go() { [[ $(xoffs) = *" 1" ]]; }
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

# ---- XOFF in four steps ---------------------------------------------------------

is "guarantee and headroom are reserved" "$(pool default)" "6 0 0"
nsexec sw pfcctl monitor > "$OUT/events" &
receive h2 first
capture h1 eth0 h1 ether proto 0x8808
stop
came h1 1 26 2 "the guarantee comes first" p1 3 "2 0 0 0 0 0"
is "and takes nothing of what is shared" "$(pool default)" "6 0 0"
came h1 1 26 10 "then the shared part, up to XOFF" p1 3 "2 10 0 0 0 0"
is "the pool says so" "$(pool default)" "6 10 0"
is "its peer is told nothing" "$(xoffs)" "0 0"
came h1 1 26 1 "one more goes to the headroom" p1 3 "2 10 1 0 0 0"
check "and its peer is told to stop" wait_for 5 told_to_stop
came h1 1 26 3 "so does what else fits there" p1 3 "2 10 4 0 0 0"
is "no event says that anything is lost" "$(grep -c overrun "$OUT/events")" 0
came h1 1 26 1 "and what does not is lost, and counted there" p1 3 "2 10 4 0 0 1"
is "the pool holds all of it" "$(pool default)" "6 10 4"
check "an event tells" wait_for 5 grep -q 'p1 headroom-overrun prio 3' "$OUT/events"

# ---- XON ----------------------------------------------------------------------

# go_for MS: h2 lets p2 send, for so long; at 10 Mb/s a frame takes 853 us
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
told() { stat sw p1 '.[0].prio[3].tx_paused'; }

go_for 6	# 7 or 8 frames
between "the headroom has drained, XON has not been reached" "$(left)" 8 9
is "guarantee and shared part are left" "$(group p1 3)" \
	"2 $(($(left) - 2)) 0 0 0 1"
is "its peer waits on" "$(told)" true
go_for 2	# 2 or 3
between "XON has been reached" "$(left)" 5 7
is "its peer may go on" "$(told)" false
check "it has heard that" wait_for 5 told_to_go

# ---- a guarantee that changes while it is in use --------------------------------

held=$(left)
check "a larger guarantee" pfc sw pg set dev p1 pg 3 min $((4 * FRAME))
is "takes over what was shared" "$(group p1 3)" "4 $((held - 4)) 0 0 0 1"
is "of the pool too" "$(pool default)" "8 $((held - 4)) 0"
check "none" pfc sw pg set dev p1 pg 3 min 0
is "makes all of it shared" "$(group p1 3)" "0 $held 0 0 0 1"
is "of the pool too, again" "$(pool default)" "4 $held 0"
before=$(pfc sw -j pool show default; pfc sw -j pg show)
refused "a guarantee has to fit" "pool default: needs [0-9]* bytes, has" \
	pfc sw pg set dev p3 pg 1 min 1M
is "and nothing has changed" "$(pfc sw -j pool show default; pfc sw -j pg show)" "$before"
go
check "all is released" wait_for 10 idle 4
received first
is "all that was admitted arrives" "$(value first .datagrams)" 16

# ---- thresholds that move ---------------------------------------------------------

pfc sw -b - <<-END
	pfc set dev p1 prio-pfc 3:off
	pg set dev p1 pg 0 alpha 1/4 min 0
	pg set dev p3 pg 0 alpha 1/4
	pool set size $((SHARED * FRAME))
	stats clear
END
receive h2 second
stop
is "a quarter of what is free" "$(frames "$(stat sw p3 '.[0].pg[0].threshold')")" 25
# with n held, one more fits if n + 1 <= (100 - n) / 4
came h3 3 0 30 "and no more than a fifth of all" p3 0 "0 20 0 10 0 0"
is "is what a second group finds" "$(frames "$(stat sw p1 '.[0].pg[0].threshold')")" 20
came h1 4 0 30 "of which it may take a fifth" p1 0 "0 16 0 14 0 0"
is "the first one has too much now" "$(frames "$(stat sw p3 '.[0].pg[0].threshold')")" 16
came h3 3 0 1 "and gets no more" p3 0 "0 20 0 11 0 0"
check "a larger share" pfc sw pg set dev p3 pg 0 alpha 1
# n + 1 <= 84 - n
came h3 3 0 30 "lets it take more" p3 0 "0 42 0 19 0 0"
check "a guarantee beside it" pfc sw pg set dev p3 pg 0 min $((10 * FRAME))
is "leaves what is held" "$(group p3 0)" "10 32 0 19 0 0"
is "and the pool says so" "$(pool default)" "10 48 0"
check "fixed again" pfc sw pg set dev p3 pg 0 alpha off
go
check "all of this is released" wait_for 10 idle 10
received second
is "the first's arrive, but for its drops" \
	"$(value second '.flows["3"].datagrams')" $((61 - 19))
is "the second's, too" "$(value second '.flows["4"].datagrams')" 16
captures_end
is "nothing is lost elsewhere" "$(losses)" ""
