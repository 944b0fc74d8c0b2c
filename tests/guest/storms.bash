# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What the tests of the watchdog share: storms, what is told of them, and what has
# become of the packets.  Sourced after lib.sh.

# shellcheck source=tests/guest/paths.bash
. /tests/guest/paths.bash

senders=()		# flows that go on, until sent_all
flow_count=0
told=0			# events that were read
export events=

# storm_star N [SPEED]: star N; its ports have room, and speak PFC of priority 3.  A pause
# that hN asks for by /tmp/hN.xoff lasts 3.36 s at 10mbit; that of /tmp/hN.last is over
# at once.
storm_star()
{
	local speed=${2:-10mbit} n

	star "$1"
	for ((n = 1; n <= $1; n++)); do
		cat <<-END
			port add dev p$n speed $speed
			pfc set dev p$n prio-pfc 3:on
			pg set dev p$n pg 3 xoff 2M xon 1M headroom 500K
		END
		xoff_frames "h$n" 0x08 "h$n"
	done > /tmp/ports
	check "ports" pfc sw -b /tmp/ports
	# two would change the order
	[ "$(nproc)" = 1 ] || for ((n = 1; n <= $1; n++)); do
		one_cpu "h$n" eth0 1
		one_cpu sw "p$n" 1
	done
}

# xoff_frames HOST VECTOR NAME: writes /tmp/NAME.xoff, .last and .xon
xoff_frames()
{
	local address

	address=$(mac "$1" eth0)
	pfc_frame "$address" "$2" 0xffff > "/tmp/$3.xoff"
	pfc_frame "$address" "$2" 1 > "/tmp/$3.last"
	pfc_frame "$address" "$2" 0 > "/tmp/$3.xon"
}

# watch DEV ARGUMENTS...: its priority 3 is watched
watch()
{
	local dev=$1

	shift
	pfc sw watchdog set dev "$dev" prio-watchdog 3:on "$@"
}

# say HOST NAME: it sends /tmp/NAME
say() { in_ns "$1" rawsend eth0 "/tmp/$2" > /dev/null; }

# hold_by HOST NAME: it pauses its port by /tmp/NAME.xoff, until let_go
hold_by() { hold "$1" eth0 "/tmp/$2.xoff"; }

# let_go HOST[=NAME]...: the last XOFF is a short one.  It ends what all hosts hold.
let_go()
{
	local host

	[ ${#holds[@]} = 0 ] || release
	for host in "$@"; do
		say "${host%=*}" "${host#*=}.last"
	done
}

# ---- events ------------------------------------------------------------------------

# listen: events of sw, from now on
listen()
{
	nsexec sw pfcctl -j monitor > "$OUT/events.json" 2> "$OUT/events.err" &
	ip -n sw link add probe type dummy
	wait_for 10 _heard
	ip -n sw link del probe
}

_heard()
{
	pfc sw port add dev probe
	pfc sw port del dev probe
	sleep 0.1
	[ -s "$OUT/events.json" ]
}

# heard EVENT [COUNT]: so many of them were told (1)
heard() { [ "$(grep -cE "\"event\": *\"$1\"" "$OUT/events.json")" -ge "${2:-1}" ]; }

# read_events: sets events to what the watchdog has told since the last time, sorted
# by ports and priorities
read_events()
{
	events=$(tail -n +$((told + 1)) "$OUT/events.json" | jq -r '
		select(.event | test("^(storm|pfc_|mitigation|paused|xoff_(timeout|resumed|rate))")) |
		"\(.dev) \(.prios | map(tostring) | join(",")) \(.event)"' |
		sort -s -k 1,2 | paste -sd ';')
	told=$(wc -l < "$OUT/events.json")
}

# ---- flows -------------------------------------------------------------------------

# flow HOST ADDRESS ARGUMENTS...: a flow that goes on, the next number
flow()
{
	local host=$1 address=$2

	shift 2
	flow_count=$((flow_count + 1))
	nsexec "$host" udpsend --flow $flow_count "$@" "$address" \
		> "$OUT/flow$flow_count.json" &
	senders+=($!)
}

# sent_all: ends them
sent_all()
{
	[ ${#senders[@]} = 0 ] || kill "${senders[@]}" 2> /dev/null
	wait "${senders[@]}"
	senders=()
}

# missing FLOW RECEIVER: prints how many datagrams of it have not arrived
missing()
{
	echo $(($(value "flow$1" .datagrams) - $(value "$2" ".flows[\"$1\"].datagrams // 0")))
}

# whole RECEIVER FLOW...: prints those that did not arrive whole and in order
whole()
{
	local name=$1 number

	shift
	for number in "$@"; do
		[ "$(value "$name" ".flows[\"$number\"] |
			\"\\(.datagrams) \\(.out_of_order) \\(.duplicates)\"")" = \
			"$(value "flow$number" .datagrams) 0 0" ] || echo "$number"
	done
}

# ---- captures ----------------------------------------------------------------------

# control NAME PRIO: prints when the PFC frames of a capture tell XOFF or XON for
# it, in us
control()
{
	tcpdump -Z root -nxtt --time-stamp-precision=nano -r "$OUT/$1.pcap" \
		ether proto 0x8808 2> /dev/null | awk -v prio="$2" '
	function hex(text, value, i) {
		for (i = 1; i <= length(text); i++)
			value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
		return value
	}
	# not t[2], which is octal with a 0 in front
	/^[0-9]/ { split($1, t, "."); time = t[1] % 100000 * 1e6 + ("1" t[2]) / 1e3 - 1e6 }
	/0x0000:/ { opcode = $2; enable = hex($3); for (i = 0; i < 6; i++) word[i] = $(i + 4) }
	/0x0010:/ && opcode == "0101" {
		word[6] = $2; word[7] = $3
		for (i = 0; i < prio; i++)
			enable = int(enable / 2)
		if (enable % 2)
			printf "%.0f %s\n", time, word[prio] == "0000" ? "XON" : "XOFF"
	}'
}

# ---- drops -------------------------------------------------------------------------

# nothing_else_lost: that what is lost was dropped by ports; hosts that are none drop PFC,
# and a switch that speaks no IPv6 what multicast listeners report
nothing_else_lost()
{
	is "nothing is lost elsewhere" \
		"$(losses | grep -Ev 'h[0-9]/eth0 rx_dropped|sw Ip6In')" ""
	is "nor by ports for another reason" "$(pfc sw -j -p stats show |
		grep -E '"drop_|"tx_drop' | grep -v watchdog | grep -v ': 0,*$')" ""
}

idle() { ! tc -n sw -s qdisc show | grep -q 'backlog [1-9]'; }
