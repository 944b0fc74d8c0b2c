# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the watchdog tests: PFC storms, events, and flows.  Source it after lib.sh.

# shellcheck source=tests/guest/lib/paths.bash
. /tests/guest/lib/paths.bash

senders=()		# PIDs of running flows; sent_all ends the flows
flow_count=0
events_read=0		# lines of events.json that read_events has read
export events=

# storm_star N [SPEED]: creates a star of N hosts whose ports are lossless for priority 3 and
# have an XOFF threshold of 2 MB.  The frame /tmp/hN.xoff pauses a port for 3.36 s at 10mbit,
# the frame /tmp/hN.last for one quantum.
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
	check "all ports of the switch are created" pfc sw -b /tmp/ports
	# One CPU receives all packets of a device: two CPUs could change their order
	[ "$(nproc)" = 1 ] || for ((n = 1; n <= $1; n++)); do
		one_cpu "h$n" eth0 1
		one_cpu sw "p$n" 1
	done
}

# xoff_frames HOST VECTOR NAME: writes the PFC frames /tmp/NAME.xoff, .last and .xon
xoff_frames()
{
	local address

	address=$(mac "$1" eth0)
	pfc_frame "$address" "$2" 0xffff > "/tmp/$3.xoff"
	pfc_frame "$address" "$2" 1 > "/tmp/$3.last"
	pfc_frame "$address" "$2" 0 > "/tmp/$3.xon"
}

# watch DEV ARGUMENTS...: enables the watchdog for priority 3 of DEV
watch()
{
	local dev=$1

	shift
	pfc sw watchdog set dev "$dev" prio-watchdog 3:on "$@" || _verdict 1 "$dev is watched: $*"
}

# say HOST NAME: HOST sends the frame /tmp/NAME
say() { in_ns "$1" rawsend eth0 "/tmp/$2" > /dev/null; }

# hold_by HOST NAME: HOST pauses its port with the frame /tmp/NAME.xoff until let_go
hold_by() { hold "$1" eth0 "/tmp/$2.xoff"; }

# let_go HOST[=NAME]...: all hosts stop sending XOFF; each HOST ends its pause with the
# short XOFF /tmp/NAME.last, not with XON
let_go()
{
	local host

	[ ${#holds[@]} = 0 ] || release
	for host in "$@"; do
		say "${host%=*}" "${host#*=}.last"
	done
}

# ---- events ------------------------------------------------------------------------

# listen: starts to record the events of sw
listen()
{
	nsexec sw pfcctl -j monitor > "$OUT/events.json" 2> "$OUT/events.err" &
	ip -n sw link add probe type dummy
	wait_for 10 _recording
	ip -n sw link del probe
}

# _recording: the monitor has written an event
_recording()
{
	pfc sw port add dev probe
	pfc sw port del dev probe
	sleep 0.1
	[ -s "$OUT/events.json" ]
}

# event_recorded EVENT [COUNT]: at least COUNT events EVENT were recorded (default: 1)
event_recorded() { [ "$(grep -cE "\"event\": *\"$1\"" "$OUT/events.json")" -ge "${2:-1}" ]; }

# read_events: sets $events to the watchdog's events since the last call, sorted by port
# and priorities
read_events()
{
	events=$(tail -n +$((events_read + 1)) "$OUT/events.json" | jq -r '
		select(.event | test("^(storm|pfc_|mitigation|paused|xoff_(timeout|resumed|rate))")) |
		"\(.dev) \(.prios | map(tostring) | join(",")) \(.event)"' |
		sort -s -k 1,2 | paste -sd ';')
	events_read=$(wc -l < "$OUT/events.json")
}

# ---- flows -------------------------------------------------------------------------

# flow HOST ADDRESS ARGUMENTS...: starts a flow with the next number; sent_all ends it.  The sender
# comes before the programs that receive and capture, so it sends in time on one CPU, too.
flow()
{
	local host=$1 address=$2

	shift 2
	flow_count=$((flow_count + 1))
	nsexec "$host" chrt -f 1 udpsend --flow $flow_count "$@" "$address" \
		> "$OUT/flow$flow_count.json" &
	senders+=($!)
}

# sent_all: stops all flows
sent_all()
{
	[ ${#senders[@]} = 0 ] || kill "${senders[@]}" 2> /dev/null
	wait "${senders[@]}"
	senders=()
}

# missing FLOW RECEIVER: prints the number of datagrams of FLOW that did not arrive
missing()
{
	echo $(($(value "flow$1" .datagrams) - $(value "$2" ".flows[\"$1\"].datagrams // 0")))
}

# whole RECEIVER FLOW...: prints the flows that did not arrive completely and in order
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

# control NAME PRIO: prints the time in us and the kind (XOFF or XON) of each PFC frame for
# PRIO in a capture
control()
{
	tcpdump -Z root -nxtt --time-stamp-precision=nano -r "$OUT/$1.pcap" \
		ether proto 0x8808 2> /dev/null | awk -v prio="$2" '
	function hex(text, value, i) {
		for (i = 1; i <= length(text); i++)
			value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
		return value
	}
	# The prefix "1" prevents awk from reading a t[2] with a leading 0 as octal
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

# nothing_else_lost: checks that only the watchdog has dropped packets.  Two other kinds of
# loss are allowed: a host whose device is no port drops PFC frames, and a switch without IPv6
# drops multicast listener reports.
nothing_else_lost()
{
	is "no packet is lost outside the ports" \
		"$(losses | grep -Ev 'h[0-9]/eth0 rx_dropped|sw Ip6In')" ""
	pfc sw -j -p stats show > "$OUT/drops.json"
	check "the ports count drops" grep -q '"drop_' "$OUT/drops.json"
	is "ports drop packets only for the watchdog" "$(grep -E '"drop_|"tx_drop' "$OUT/drops.json" |
		grep -v watchdog | grep -v ': 0,*$')" ""
}

# idle: all queues of sw are empty
idle()
{
	local text

	text=$(tc -n sw -s qdisc show) && [[ $text == *backlog* && ! $text =~ backlog\ [1-9] ]]
}
