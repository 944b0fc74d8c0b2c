#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A container chooses the names of its devices.  Whatever the names, no output of pfcctl has a
# control character, each command that it prints changes the device of that name, and nothing in
# a name runs: each name that a shell would expand creates the file "c".
#
#   sw NAME ── NAME box, for each name
#
# mode: any
# timeout: 300
# sanitize: no (it tests the tool)

. /tests/guest/lib/lib.sh

# shellcheck disable=SC2016,SC2088 # no shell must expand these names
names=('x;touch${IFS}c' '$(touch${IFS}c)' '`touch${IFS}c`' 'a|touch>c' $'"\'\e[2J\x9b1m\\'
	$'\xc2\x9b31m\x7f' '-x' '--help' '#x' '*' 'v,w' '\033' '~' 'reboot')
# shellcheck disable=SC2016
sw='sw $(touch c)' box=$'box;touch c\e[1m'
n=${#names[@]}
cd "$(mktemp -d)" || exit 1

# clean FILE: the file has no control characters, and is valid UTF-8
clean()
{
	! LC_ALL=C grep -qa $'[\001-\010\013-\037\177]' "$1" && ! LC_ALL=C grep -qa $'\xc2[\x80-\x9f]' "$1" &&
		! LC_ALL=C.UTF-8 grep -qaxv '.*' "$1"
}

# prints TEXT COMMAND...: the output and the errors are clean; sets $printed to the file
prints()
{
	printed=$OUT/$1.txt
	shift
	"$@" > "$printed" 2>&1 < /dev/null
	check "clean output: ${printed##*/}" clean "$printed"
}

# commands: prints the commands in the file of the last output, one a line
commands() { sed -nE 's/^.*(; fix|^  change): //p' "$printed"; }

# runs COUNT: a shell runs these commands, and there are COUNT.  sh of the guest is BusyBox, whose ip
# has no netns
runs()
{
	commands > fixes
	is "number of commands in ${printed##*/}" "$(wc -l < fixes)" "$1"
	bash fixes > "$printed.log" 2>&1
}

# on NETNS COMMAND...: runs a command of pfcctl for each name
on()
{
	local name

	for name in "${names[@]}"; do
		pfcctl -n "$1" "${@:2:2}" dev "$name" "${@:4}" || return
	done
}

# ports NETNS: prints the number of ports
ports() { pfcctl -n "$1" -j port show | jq length; }

ip netns add "$sw"
ip netns add "$box"
ip netns add $'box\nc'
for netns in "$sw" "$box"; do
	ip netns exec "$netns" sysctl -qw net.ipv6.conf.default.disable_ipv6=1
done
for name in "${names[@]}"; do
	ip -n "$sw" link add name "$name" up type veth peer name "$name" netns "$box"
	ip -n "$box" link set dev "$name" up
done
is "all devices exist" "$(ip -n "$box" -o link show type veth | wc -l)" "$n"
pfcctl -n "$sw" monitor > "$OUT/events.txt" 2>&1 &
monitor=$!
# seen: whether the monitor has printed an event of the device fence
ip -n "$sw" link add fence type dummy
seen()
{
	pfcctl -n "$sw" port add dev fence
	pfcctl -n "$sw" port del dev fence
	grep -q fence "$OUT/events.txt"
}
check "the monitor prints events" wait_for 10 seen
ip -n "$sw" link del fence
check "all devices of sw become ports" on "$sw" port add rate 1gbit
check "with PFC" on "$sw" pfc set prio-pfc 3:on

# ---- commands that errors and check print
for name in "${names[@]}"; do
	pfcctl -n "$box" port show dev "$name"
done > errors 2>&1
prints errors sed 's/; pfcctl -n .* port show lists the ports$//' errors
runs "$n"
is "the commands of errors add the ports" "$(ports "$box")" "$n"
on "$box" port del
for name in "${names[@]}"; do
	ip netns exec "$box" tc qdisc add dev "$name" root pfifo
	pfcctl -n "$box" port add dev "$name"
done > errors 2>&1
prints errors-qdisc cat errors
runs "$n"
is "the commands of errors delete the qdiscs" \
	"$(ip netns exec "$box" tc qdisc show | grep -c pfifo)" 0
for round in 1 2 3; do
	prints check-$round pfcctl -n "$sw" check
	! grep -q "no faults found" "$printed" || break
	commands > fixes
	bash fixes > "$printed.log" 2>&1
done
check "the commands of check fix all faults of $n ports" grep -qx "no faults found at $n ports" "$printed"
is "the peers are ports" "$(ports "$box")" "$n"
prints check-json pfcctl -n "$sw" -j check

# ---- why
check "impairments that force XOFF" on "$sw" impair set prio 3 xoff-duty 50%
prints why-dot pfcctl -n "$sw" why dot
prints why pfcctl -n "$sw" why
runs "$n"
prints why-after pfcctl -n "$sw" why
check "the commands of why end the impairments" grep -q "^no port is paused now" "$printed"

# ---- all outputs
for object in show "port show" "map show" "pfc show" "pg show" "queue show" "ets show" headroom \
		"stats show" "watermark show" "watchdog show" history "history events" metrics \
		"metrics show all-netns" "roce show" "roce lossless rate 1gbit --dry-run" "top count 1" \
		"check link dev -x" "__complete port show dev" "save"; do
	# shellcheck disable=SC2086 # the words of a command
	prints "${object// /-}" pfcctl -n "$sw" $object
done
for object in show "port show" "stats show" "history events" "top count 1" save; do
	# shellcheck disable=SC2086
	prints "${object// /-}-json" pfcctl -n "$sw" -j $object
	check "valid JSON: $object" jq -e . "$printed"
done
prints complete pfcctl __complete port show dev ''
prints completion ip netns exec "$sw" pfcctl __complete port show dev ''
is "completion offers the names without control characters" "$(grep -c . "$printed")" "$((n - 1))"
prints completion-netns pfcctl __complete -n ''
is "completion offers the namespace without control characters" "$(cat "$printed")" "$sw"
prints newline pfcctl -n $'box\nc' show
is "a namespace with a newline is refused" "$(cat "$printed")" \
	"pfcctl: network namespace 'box?c': must be 1-287 characters without newline"
is "JSON has the exact names" "$(pfcctl -n "$sw" -j port show | jq -r '.[0].dev')" "${names[0]}"
is "also with control characters" "$(pfcctl -n "$sw" -j port show | jq -r '.[5].dev')" "${names[5]}"

# ---- save and restore
pfcctl -n "$sw" save > saved
check "all ports are deleted" on "$sw" port del
is "no port is left" "$(ports "$sw")" 0
prints restore-dry pfcctl -n "$sw" restore saved --dry-run
cp "$printed" commands
check "restore" pfcctl -n "$sw" restore saved
prints restored pfcctl -n "$sw" save
check "gives all ports their settings" cmp saved "$printed"
on "$sw" port del
check "a shell runs the commands of the dry run" bash -e commands
prints restored-shell pfcctl -n "$sw" save
check "with the same result" cmp saved "$printed"

kill "$monitor"
prints monitor cat "$OUT/events.txt"
is "the monitor prints all names: the ports were added three times" "$(grep -v fence "$printed" | grep -c port-add)" "$((3 * n))"
is "no name was run or expanded" "$(find . -name c)" ""
for name in "$sw" "$box" $'box\nc'; do
	ip netns del "$name"
done
