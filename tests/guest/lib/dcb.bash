# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the tests of dcb: a switch sw whose ports dcb and pfcctl configure.  h1 sends
# through p1 and p2 to h2.  Source it after lib.sh.

DCB=${DCB:-dcb}		# the program: dcb, or newdcb, that of a newer iproute2

# dcb ARGUMENTS...: runs dcb in sw.  dcb numbers its requests by the time in seconds, and fails
# if a second begins between two of them.
dcb()
{
	local status

	while true; do
		in_ns sw "$DCB" "$@" 2> /tmp/dcb.err
		status=$?
		grep -q 'Protocol error' /tmp/dcb.err || break
	done
	cat /tmp/dcb.err >&2
	return $status
}

# shown OBJECT FILTER [DEV]: prints values that dcb shows for DEV (p1).  newdcb adds a blank to
# each pair in JSON.
shown()
{
	dcb -s -j "$1" show dev "${3:-p1}" |
		jq -c "walk(if type == \"array\" then map(select(. != \" \")) else . end) | $2"
}

# ours OBJECT FILTER [DEV]: prints values that pfcctl shows for DEV (p1)
ours() { pfc sw -j "$1" show dev "${3:-p1}" | jq -c ".[0] | $2"; }

# settings DEV: prints all settings of DEV
settings()
{
	local object

	for object in port pfc map ets pg; do
		pfc sw -j "$object" show dev "$1"
	done
	shown ets . "$1"
}

# refuses TEXT REASON OBJECT COMMAND dev DEV...: the kernel refuses the setting of DEV and logs the
# reason.  dcb 6.1 exits with 0 for objects other than app.
refuses()
{
	local text=$1 reason=$2 dev=$6 before status

	shift 2
	before=$(settings "$dev")
	dmesg -c > /dev/null
	dcb "$@" 2> /dev/null
	status=$?
	[ "$1" != app ] || check "$text: dcb fails" [ $status != 0 ]
	check "$text: the log contains the reason" eval "dmesg | grep -q '$dev: dcb: .*$reason'"
	is "$text: all settings are unchanged" "$(settings "$dev")" "$before"
}

# events_begin: writes the events of sw to events.json from now on
events_begin()
{
	fences=0
	nsexec sw pfcctl -j monitor > "$OUT/events.json" &
	monitor=$!
	wait_for 10 _fenced
	# Events of earlier fences may still arrive
	sleep 0.2
}

events_end() { kill "$monitor"; }

# changed_by TEXT N COMMAND...: the command sends N events port-changed of p1.  A change of p2
# afterwards is the end of these events.
changed_by()
{
	local text=$1 wanted=$2 before seen

	shift 2
	before=$(_changes p1) seen=$(_changes p2)
	"$@" > /dev/null 2>&1
	_fence
	wait_for 5 _changes_exceed p2 "$seen"
	is "events: $text" $(($(_changes p1) - before)) "$wanted"
}

_fence() { fences=$((fences + 1)); pfc sw map set dev p2 default-prio $((fences % 7 + 1)); }
_fenced() { _fence; _changes_exceed p2 0; }
_changes() { grep port_changed "$OUT/events.json" | grep -c "\"$1\""; }
_changes_exceed() { [ "$(_changes "$1")" -gt "$2" ]; }

# queues: prints the counters of the queues of p2
queues() { tc -n sw -s class show dev p2; }

# has_sent N: p2 has sent N packets more than in /tmp/before
has_sent()
{
	queues | awk -v wanted="$1" '/Sent/ {
			sent += NR == FNR ? -$4 : $4
		}
		END { exit sent < wanted }' /tmp/before -
}

# sent_by: prints the queues of p2 that have sent more packets than in /tmp/before, and how many
sent_by()
{
	queues | awk '
		/^class/ { class = $3; sub(/.*:/, "", class) }
		/Sent/ && NR == FNR { before[class] = $4 }
		/Sent/ && NR != FNR && $4 > before[class] {
			printf "%s%d:%d", separator, class - 1, $4 - before[class]
			separator = " "
		}' /tmp/before -
}

# captured NAME N: the capture at h2 has N packets
captured() { [ "$(in_ns h2 tcpdump -Z root -nr "$OUT/$1.pcap" 2> /dev/null | wc -l)" -ge "$2" ]; }
