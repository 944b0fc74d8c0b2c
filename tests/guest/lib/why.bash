# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the tests of pfcctl why.  Source it after lib.sh.

# shellcheck source=tests/guest/lib/storms.bash
. /tests/guest/lib/storms.bash

WHY_RATE=20mbit		# rate of all ports

# lossless NS DEV: a port that is lossless for priority 3
lossless()
{
	pfc "$1" -b - <<-END
		port add dev $2 rate $WHY_RATE
		pfc set dev $2 prio-pfc 3:on
		pg set dev $2 pg 3 xoff 40K xon 38K headroom 256K
	END
}

# why NS ARGUMENTS...: the answer, in $OUT/why.json
why() { local where=$1; shift; pfcctl -n "$where" -j why "$@" > "$OUT/why.json"; }

# roots: prints class, namespace, device, priority and setting of the roots of the last answer
roots()
{
	jq -r '[.roots[] | [.class, .netns, .dev, .prio, .setting // empty] | map(tostring) |
		join(" ")] | join("; ")' "$OUT/why.json"
}

# field FILTER...: prints parts of the last answer
field() { _pick "$@" < "$OUT/why.json"; }

# _answers ROOTS NS ARGUMENTS...: the roots are these
_answers() { why "${@:2}" && [ "$(roots)" = "$1" ]; }

# caused TEXT ROOTS NS ARGUMENTS...: within some seconds, the roots become ROOTS and stay the same
# in each of 5 further answers
caused()
{
	local text=$1 wanted=$2 n got

	shift 2
	wait_for 10 _answers "$wanted" "$@"
	for n in 1 2 3 4 5; do
		why "$@"
		got+="$(roots)|"
	done
	is "$text" "$got" "$wanted|$wanted|$wanted|$wanted|$wanted|"
}

_quiet() { why sw && [ "$(field .verdict)" = "no port is paused" ]; }

# calm: ends all flows, and waits until no port has been paused for a moment
calm()
{
	[ ${#senders[@]} = 0 ] || sent_all
	check "without traffic no port is paused" wait_for 20 _quiet
	is "there is no root" "$(roots)" ""
}

# xoffs NAME: prints the number of XOFF for priority 3 in a capture
xoffs() { control "$1" 3 | grep -c XOFF; }

# why_star: h1 to h4 around a switch, with ports that are lossless for priority 3.  The device of
# h3 is no port, so its XOFF are those that the test sends: /tmp/h3.xoff, /tmp/h3.xon.
why_star()
{
	local n

	star 4
	for n in 1 2 3 4; do
		lossless sw p$n
		[ $n = 3 ] || lossless h$n eth0
	done
	xoff_frames h3 0x08 h3
}
