#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The typical mistakes of Documentation/messages.rst: each command prints exactly the message that
# the document shows, and each message names what fixes the mistake.
#
#   switch: p1, p2, br0     h1: eth0     h2: eth0     p1 ── h1 eth0, p2 ── h2 eth0
#
# timeout: 300
# mode: any
# sanitize: no (it tests the tool)
# files: Documentation/messages.rst

. /tests/guest/lib/lib.sh

ns switch h1 h2
link switch p1 h1 eth0
link switch p2 h2 eth0
ip -n switch link add br0 type bridge

# prepare SECTION: makes the state that the section describes in words
prepare()
{
	case $1 in
	'The module is not loaded')
		ip -n switch link del p1
		ip -n switch link del p2
		wait_for 10 rmmod pfc
		echo /nowhere > /proc/sys/kernel/modprobe
		;;
	esac
}

mistakes=0
section=""
while IFS=$'\t' read -r where command wanted <&3; do
	[ "$where" = "$section" ] || prepare "$where"
	section=$where
	is "$where: $command" "$(nsexec switch bash -c "$command" 2>&1)" "$wanted"
	[ -n "$wanted" ] || continue
	mistakes=$((mistakes + 1))
	check "the message names the fix" grep -qE \
		'; fix: |out of range .*\.\.|must (not )?be |did you mean ' \
		<<< "$wanted"
done 3< <(awk -f /tests/guest/lib/sessions "$IN/messages.rst")
between "number of mistakes" "$mistakes" 40 200
