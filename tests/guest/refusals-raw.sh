# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What the tests of raw requests share: sw with the port p1, and its peer p2.
# Sourced after lib.sh.

ns sw
link sw p1 sw p2
tc -n sw qdisc replace dev p1 root pfc

# All that the family shows; a checksum of it
STATE='cmd_port_get|dump
cmd_pool_get|dump
cmd_profile_get|dump
cmd_stats_get|dump'

raw() { in_ns sw nlraw; }

# answer REQUEST: prints the answer, if the state is the same after it
answer()
{
	local lines n

	n=$(wc -l <<< "$STATE")
	mapfile -t lines < <(printf '%s\n%s\n%s\n' "$STATE" "$1" "$STATE" | raw)
	[ ${#lines[@]} = $((2 * n + 1)) ] ||
		echo "not $((2 * n + 1)) but ${#lines[@]} answers: ${lines[*]}"
	[ "${lines[*]:0:n}" = "${lines[*]:n + 1:n}" ] ||
		echo "changed: ${lines[*]:0:n} to ${lines[*]:n + 1:n}"
	echo "${lines[n]}"
}

# no ERRNO TEXT REQUEST [NAME]: refused, with a text that matches
no()
{
	local got wanted="^$1 .*($2)"

	got=$(answer "$3")
	[[ $got =~ $wanted ]] && [[ $got != *$'\n'* ]]
	_verdict $? "${4:-$3}" || note "got:    $got
wanted: $wanted"
}

# yes REQUEST: taken
yes()
{
	local got

	got=$(raw <<< "$1")
	[[ $got == ok* ]]
	_verdict $? "taken: $1" || note "got:    $got"
}

state_is() { is "$1" "$(raw <<< "$STATE")" "$2"; }

# What most requests begin with
export SET='cmd_port_set a_ifname=str:p1'
