# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# shellcheck source-path=SCRIPTDIR/.. source=guest/lib.sh disable=SC2034
#
# Library of the buffer tests: three hosts on a switch.  h2 can pause p2, so that packets of
# h1 and h3 wait in the switch.  Source it after paths.bash.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2 (pauses p2)
#   h3 eth0 ── p3 ┘

FRAME=1042		# bytes of a frame of udpsend: 14 + 20 + 8 + 1000

# three_hosts: creates hosts and links; the test creates the ports
three_hosts()
{
	star 3
	pfc_frame "$(mac h2 eth0)" 0x09 0xffff > /tmp/xoff
	pfc_frame "$(mac h2 eth0)" 0x09 0 > /tmp/xon
}

paused() { [ "$(stat sw p2 '.[0].prio[3].rx_paused')" = true ]; }

# stop: h2 pauses priorities 0 and 3 of p2 until go
stop() { hold h2 eth0 /tmp/xoff; wait_for 10 paused; }

go()
{
	release
	in_ns h2 rawsend eth0 /tmp/xon > /dev/null
}

# frames BYTES: prints BYTES in units of frames
frames() { awk -v b="$1" -v f=$FRAME 'BEGIN { print b / f }'; }

# group DEV PG: prints guarantee, shared part and headroom in use, in frames, and the drops
# by limit, pool and headroom
group()
{
	stat sw "$1" "$(printf '.[0].pg[%d] | [(.guaranteed, .shared, .headroom) / %d,
		.drop_limit, .drop_pool, .drop_headroom] | join(" ")' "$2" $FRAME)"
}

# pool NAME: prints the reserved bytes, and the shared and headroom bytes in use, in frames
pool()
{
	pfc sw -j pool show "$1" | jq -r "[(.reserved, .shared_used,
		.headroom_used) / $FRAME] | join(\" \")"
}

# came HOST FLOW DSCP COUNT TEXT DEV PG WANTED: HOST sends COUNT datagrams; then checks that
# "group DEV PG" prints WANTED
came()
{
	send "$1" sent --flow "$2" --dscp "$3" --count "$4" 10.0.0.2
	is "$5" "$(group "$6" "$7")" "$8"
}
