# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the tests of raw netlink requests: sw with the port p1 and its peer p2.
# Source it after lib.sh.

ns sw
link sw p1 sw p2
tc -n sw qdisc replace dev p1 root pfc

# Requests that dump all configuration and statistics; nlraw prints a checksum of each dump
STATE='cmd_port_get|dump
cmd_pool_get|dump
cmd_profile_get|dump
cmd_stats_get|dump'

raw() { in_ns sw nlraw; }

# answer REQUEST: prints the kernel's answer, and an error if the request changed the state
answer()
{
	local state lines n

	mapfile -t state <<< "$STATE"
	n=${#state[@]}
	mapfile -t lines < <(printf '%s\n%s\n%s\n' "$STATE" "$1" "$STATE" | raw)
	[ ${#lines[@]} = $((2 * n + 1)) ] ||
		echo "not $((2 * n + 1)) but ${#lines[@]} answers: ${lines[*]}"
	[ "${lines[*]:0:n}" = "${lines[*]:n + 1:n}" ] ||
		echo "changed: ${lines[*]:0:n} to ${lines[*]:n + 1:n}"
	echo "${lines[n]}"
}

# no ERRNO TEXT REQUEST [NAME]: the request fails with ERRNO and a message that matches TEXT
no()
{
	local got wanted="^$1 .*($2)"

	got=$(answer "$3")
	[[ $got =~ $wanted ]] && [[ $got != *$'\n'* ]]
	_verdict $? "${4:-$3}" || note "got:    $got
wanted: $wanted"
}

# yes REQUEST: the request succeeds
yes()
{
	local got

	got=$(raw <<< "$1")
	[[ $got == ok* ]]
	_verdict $? "accepted: $1" || note "got:    $got"
}

# state_is TEXT WANTED: the answers to $STATE equal WANTED
state_is() { is "$1" "$(raw <<< "$STATE")" "$2"; }

# Prefix of most requests
export SET='cmd_port_set a_ifname=str:p1'
