# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# shellcheck source-path=SCRIPTDIR/.. source=guest/lib.sh disable=SC2034
#
# What tests of the buffer share: three hosts on a switch, of which one can stop the
# switch, so that what the others send waits there.  For use after paths.bash.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2, which holds p2
#   h3 eth0 ── p3 ┘

FRAME=1042		# bytes of a frame of udpsend: 14 + 20 + 8 + 1000

# three_hosts: sets up hosts and links; ports are up to the test
three_hosts()
{
	star 3
	pfc_frame "$(mac h2 eth0)" 0x09 0xffff > /tmp/xoff
	pfc_frame "$(mac h2 eth0)" 0x09 0 > /tmp/xon
}

paused() { [ "$(stat sw p2 '.[0].prio[3].rx_paused')" = true ]; }

# stop: h2 lets p2 send neither priority 0 nor 3, until go
stop() { hold h2 eth0 /tmp/xoff; wait_for 10 paused; }

go()
{
	release
	in_ns h2 rawsend eth0 /tmp/xon > /dev/null
}

# frames BYTES: prints it in frames, if it is a whole number of them
frames() { awk -v b="$1" -v f=$FRAME 'BEGIN { print b / f }'; }

# group DEV PG: prints what it holds, in frames, and has dropped
group()
{
	stat sw "$1" "$(printf '.[0].pg[%d] | [(.guaranteed, .shared, .headroom) / %d,
		.drop_limit, .drop_pool, .drop_headroom] | join(" ")' "$2" $FRAME)"
}

# pool NAME: prints what is reserved, shared and headroom, in frames
pool()
{
	pfc sw -j pool show "$1" | jq -r "[(.reserved, .shared_used,
		.headroom_used) / $FRAME] | join(\" \")"
}

# came HOST FLOW DSCP COUNT TEXT GROUP...: sends so many; its group is then as it says
came()
{
	send "$1" sent --flow "$2" --dscp "$3" --count "$4" 10.0.0.2
	is "$5" "$(group "$6" "$7")" "$8"
}
