# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the tests with lldpad: an LLDP agent in each namespace.

declare -A agents

# agent NS: starts lldpad.  It keeps its state in /dev/shm and in a file, so each instance
# needs its own mount of the former and its own file.  nsexec creates a mount namespace.
agent()
{
	# shellcheck disable=SC2016 # sh expands $1
	nsexec "$1" sh -c 'mount -t tmpfs tmpfs /dev/shm && exec lldpad -p -t -f "/tmp/$1.conf"' \
		- "$1" >> "$OUT/$1.lldpad" 2>&1 &
	agents[$1]=$!
	wait_for 60 lldp "$1" -p
	_verdict $? "$1: lldpad runs"
}

# agent_ends NS SIGNAL
agent_ends()
{
	kill "-$2" "${agents[$1]}"
	wait "${agents[$1]}" 2> /dev/null
}

lldp() { local where=$1; shift; in_ns "$where" lldptool "$@"; }

# sets NS DEV TLV ARGUMENTS...: configures a TLV
sets()
{
	local where=$1 dev=$2 tlv=$3

	shift 3
	check "$where/$dev: lldptool sets $tlv" lldp "$where" -T -i "$dev" -V "$tlv" "$@"
}

# pfc_of NS DEV: prints the priorities with PFC, as dcb shows them
pfc_of()
{
	in_ns "$1" dcb -j pfc show dev "$2" prio-pfc |
		jq -r '[.prio_pfc | to_entries[] | select(.value) | .key | tostring] | join(",")'
}

has_pfc() { [ "$(pfc_of "$1" "$2")" = "$3" ]; }

# ets_of NS DEV: prints algorithms and shares of classes 0 to 2, and the class of each priority
ets_of()
{
	in_ns "$1" dcb -j ets show dev "$2" |
		jq -c '[.tc_tsa[:3], .tc_bw[:3], .prio_tc]'
}

has_ets() { [ "$(ets_of "$1" "$2")" = "$3" ]; }

# becomes NS DEV PRIOS TEXT: PFC of the port changes
becomes()
{
	wait_for 60 has_pfc "$1" "$2" "$3"
	is "$4" "$(pfc_of "$1" "$2")" "$3"
}

# neighbour_pfc NS DEV: prints the priorities in the PFC TLV that lldpad has received
neighbour_pfc()
{
	lldp "$1" -t -n -i "$2" -V PFC | sed -n 's/.*PFC enabled: *\(.*[^ ]\) *$/\1/p'
}

# apps_of NS DEV: prints the APP entries that dcb shows, except those of DSCP
apps_of()
{
	in_ns "$1" dcb -j app show dev "$2" | jq -c 'del(.dscp_prio)'
}

has_apps() { [ "$(apps_of "$1" "$2")" = "$3" ]; }
