#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A command whose last value is refused has no effect.  The command that a message names as a fix
# is accepted, and the refused command is possible then.  messages.rst has all messages.
#
#   sw: p1 ── p2    (p1 is a port)
#
# timeout: 300
# mode: any
# sanitize: no (it tests the tool)

. /tests/guest/lib/lib.sh
. /tests/guest/lib/refusals.sh

ns sw
link sw p1 sw p2
pfc sw port add dev p1 rate 100mbit
pfc sw pfc set dev p1 prio-pfc 3:on
strict sw p1
check "the initial settings are accepted" pfc sw pg set dev p1 pg 3 xoff 64K xon 48K headroom 128K
remember
is "the state has one port, one pool, no profile" \
	"$(head -n 3 <<< "$remembered" | cut -d ' ' -f 2 | xargs)" "1 1 0"

# The last of several values is wrong: no part of the command takes effect
no 'pause-time: .* out of range' port set dev p1 rate 5mbit queue-limit 1M pause-time 0
no 'pause-time: 100 quanta' port set dev p1 rate 5mbit speed 10gbit pause-time 100
no '9 .*out of range' map set dev p1 dscp-prio 1:1 2:2 3:9
no 'PG 9 .*out of range' map set dev p1 dscp-prio 1:5 prio-pg 1:9
no 'above xoff' pg set dev p1 pg all limit 1M headroom 1K xoff 10K xon 11K
no 'p1 PG 3 needs 100 MiB of headroom, 12 MiB are free in pool default' pg set dev p1 pg all limit 1M headroom 100M
no "'maybe'|maybe" pfc set dev p1 prio-pfc 4:on 5:maybe

# fixed COMMAND...: the command is refused, works after the command that its message names, and is
# possible then
fixed()
{
	local fix

	fix=$(pfc sw "$@" 2>&1 | sed -n 's/.*; fix: pfcctl \([^;,]*\).*/\1/p')
	fix=${fix% or more}
	note "$* -> $fix"
	# shellcheck disable=SC2086 # words
	check "the fix is accepted: $fix" pfc sw $fix
	check "the fix works for: $*" pfc sw "$@"
}

fixed watchdog inject dev p1 prio 3 on
check "the injected storm ends" pfc sw watchdog inject dev p1 prio 3 off
fixed pg set dev p1 pg 3 xoff 47K
fixed port set dev p2 rate 5mbit
shared() { pfc sw -j pool show default | jq '.[0].shared_size'; }
before=$(shared)
fixed pg set dev p1 pg 3 headroom 13056K
is "the pool keeps its shared part" "$(shared)" "$before"
fixed pfc set dev p1 flow-control pause
