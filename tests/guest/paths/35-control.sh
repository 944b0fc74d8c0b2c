#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Control traffic (ARP, IPv6 neighbour discovery, STP, LLDP, LACP, EAPOL) has its own
# priority.  With default settings, a lossless priority that saturates a port starves neither
# control traffic nor other priorities: the first ping to an address passes.  With strict
# classes or without a control priority, the first ping fails.  68-trust checks each kind of
# frame.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2    p2 has 2 Mb/s
#   h3 eth0 ── p3 ┘
#
# timeout: 200
# mode: icount

. /tests/guest/lib/lib.sh

# Numbers of frames in 35-control.pre
CONTROL=14 ND=6 ARP=3 LLDP=1 OTHER=12

# counts NS DEV COUNTER FILE: h1 sends the frames of FILE; prints the increase of the counter
counts()
{
	local before after

	before=$(stat "$1" "$2" "[.[0].$3] | join(\" \")")
	inject h1 frames eth0 "$4"
	sleep 0.2
	after=$(stat "$1" "$2" "[.[0].$3] | join(\" \")")
	awk 'NR == 1 { split($0, before) }
		NR == 2 { for (i = 1; i <= NF; i++) printf "%s%d", (i > 1 ? " " : ""), $i - before[i] }' \
		<<< "$before"$'\n'"$after"
}

groups() { counts sw p1 'pg[].rx_packets' "$1"; }
queues() { counts h1 eth0 'queue[].tx_packets' "$1"; }

# pings FIRST: prints how many of ten pings from h3 pass, each to a new address
pings()
{
	local n pids=() got=0

	for ((n = $1; n < $1 + 10; n++)); do
		nsexec h3 busybox ping -c 1 -W 3 "10.0.0.$n" > /dev/null 2>&1 &
		pids+=($!)
	done
	for n in "${pids[@]}"; do
		! wait "$n" || got=$((got + 1))
	done
	echo $got
}

# resolved FIRST: prints how many of the ten addresses of "pings FIRST" h3 has resolved
resolved()
{
	ip -n h3 neighbour show dev eth0 | awk -v first="$1" '/lladdr/ {
		split($1, a, ".")
		count += a[4] >= first && a[4] < first + 10
	}
	END { print count + 0 }'
}

# saturate: h1 sends priority 3 at full rate until stop_flow()
saturate()
{
	nsexec h1 udpsend --dscp 26 --flow 1 10.0.0.2 > "$OUT/sent.json" &
	sender=$!
	check "priority 3 saturates p2" wait_for 10 waits
}

waits() { [ "$(stat sw p2 '.[0].queue[3].backlog_bytes')" -gt 80000 ]; }
empty() { ! tc -n sw -s qdisc show | grep -q 'backlog [1-9]'; }

# stop_flow: ends the flow and waits until the queues are empty
stop_flow()
{
	check "priority 3 has saturated p2 until now" waits
	kill "$sender"
	wait "$sender"
	check "the queues are empty after the flow" wait_for 10 empty
}

ns h1 h2 h3 sw
link h1 eth0 sw p1
link h2 eth0 sw p2
link h3 eth0 sw p3
mkbridge sw br0 p1 p2 p3
fdb sw p1 h1 eth0
fdb sw p2 h2 eth0
fdb sw p3 h3 eth0
ip -n h1 address add 10.0.0.1/24 dev eth0
ip -n h2 address add 10.0.0.2/24 dev eth0
ip -n h3 address add 10.0.0.3/24 dev eth0
for ((n = 100; n < 140; n++)); do
	ip -n h2 address add "10.0.0.$n/24" dev eth0
done
neighbour h1 eth0 10.0.0.2 "$(mac h2 eth0)"
neighbour h2 eth0 10.0.0.3 "$(mac h3 eth0)"
pfc sw -b - <<-END
	port add dev p1 rate 100mbit
	port add dev p2 rate 2mbit
	port add dev p3 rate 100mbit
	pfc set dev p1 prio-pfc 3:on
	pg set dev p1 pg 3 headroom 1M
END

# ---- priority of control traffic -----------------------------------------------

is "by default only control traffic is charged to PG 7" "$(groups control) / $(groups other)" \
	"0 0 0 0 0 0 0 $CONTROL / $OTHER 0 0 0 0 0 0 0"
pfc sw map set dev p1 control-prio 5
is "control-prio 5 charges control traffic to PG 5" "$(groups control) / $(groups other)" \
	"0 0 0 0 0 $CONTROL 0 0 / $OTHER 0 0 0 0 0 0 0"
pfc sw map set dev p1 control-prio none default-prio 1
# Neighbour discovery has DSCP 0
is "control-prio none charges by DSCP and default-prio" \
	"$(groups control)" "$ND $((CONTROL - ND)) 0 0 0 0 0 0"
pfc sw map set dev p1 control-prio 7 default-prio 0 ethtype-prio 0x0806:4 0x88cc:2
is "ethtype-prio overrides control-prio" \
	"$(groups control)" "0 0 $LLDP 0 $ARP 0 0 $((CONTROL - ARP - LLDP))"
pfc sw map set dev p1 trust none
is "control-prio does not depend on trust" "$(groups control)" \
	"0 0 $LLDP 0 $ARP 0 0 $((CONTROL - ARP - LLDP))"
pfc sw map set dev p1 trust dscp ethtype-prio 0x0806:none 0x88cc:none

check "h1 eth0 is a port" pfc h1 port add dev eth0 rate 100mbit
is "control traffic of the host uses queue 7" "$(queues groupcast)" \
	"0 0 0 0 0 0 0 $CONTROL"
pfc h1 map set dev eth0 control-prio none default-prio 1
is "host traffic with control-prio none uses DSCP and default-prio" \
	"$(queues groupcast)" "$ND $((CONTROL - ND)) 0 0 0 0 0 0"
pfc h1 map set dev eth0 control-prio 7 default-prio 0
check "h1 eth0 obeys PFC of priority 3" pfc h1 pfc set dev eth0 prio-pfc 3:on

# ---- starvation ------------------------------------------------------------------

receive h2 got
saturate
between "default classes: first pings pass a saturated port" "$(pings 100)" 9 10
is "default classes: addresses resolve through a saturated port" "$(resolved 100)" 10
stop_flow

strict sw p2
saturate
is "strict classes: pings starve" "$(pings 110)" 0
between "strict classes: addresses resolve" "$(resolved 110)" 9 10
stop_flow

for port in p1 p2 p3; do
	pfc sw map set dev $port control-prio none
done
saturate
is "control-prio none: pings starve" "$(pings 120)" 0
is "control-prio none: no address resolves" "$(resolved 120)" 0
stop_flow
between "all first pings pass after the saturation" "$(pings 130)" 10 10
received got
is "the lossless priority drops nothing" \
	"$(stat sw p1 '.[0].pg[3] | .drop_headroom + .drop_pool + .drop_limit')" 0
