#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The tool accepts abbreviations, devices without the keyword dev, lists and patterns of devices,
# and the settings of several objects in one request.  tc shows which devices are ports.
#
#   sw: p1 ── p2, p3 ── p4 (members of br0), q1 ── q2
#
# timeout: 120
# mode: any
# sanitize: no (it tests the tool)

. /tests/guest/lib/lib.sh

ns sw
link sw p1 sw p2
link sw p3 sw p4
link sw q1 sw q2
mkbridge sw br0 p1 p2 p3 p4

# The devices that have the pfc qdisc, by tc
ports() { in_ns sw tc qdisc show | awk '$2 == "pfc" { print $5 }' | sort | paste -sd' '; }

# by_port KEY: a setting of all ports
by_port() { pfc sw -j port show | jq -c "map({(.dev): .$1}) | add"; }

# lossless PORT: settings of a port: PFC, automatic headroom, watchdog of priority 3
lossless()
{
	pfc sw -j pfc show "$1" | jq -c '.[0].prio_pfc[3]'
	pfc sw -j pg show "$1" | jq -c '.[0].pg[3] | .headroom_auto, .headroom_short'
	pfc sw -j watchdog show "$1" | jq -c '.[0] | .prio_watchdog[3], .action'
}

in_ns sw tc qdisc add dev q2 root pfifo
check "a pattern adds ports" \
	pfc sw po a 'p*' rate 1gbit pg 3 head auto prio-pfc 3:on prio-w 3:on act alert
is "these devices are ports" "$(ports)" "p1 p2 p3 p4"
is "the first port has the settings of all objects" "$(lossless p1 | paste -sd' ')" \
	'true true false true "alert"'
is "the last port has the settings of all objects" "$(lossless p4 | paste -sd' ')" \
	'true true false true "alert"'
check "all adds the remaining devices, without a bridge and another root qdisc" pfc sw port add all
is "these devices are ports, too" "$(ports)" "p1 p2 p3 p4 q1"
check "a list changes ports" pfc sw port set p1,p4 rate 100mbit
is "the rates" "$(by_port rate_bits_per_second)" \
	'{"p1":100000000,"p2":1000000000,"p3":1000000000,"p4":100000000,"q1":null}'
is "brief output" "$(pfc sw --brief port show 'p[34]' | sort)" \
	$'p3 rate 1gbit\np4 rate 100mbit'
check "names of DSCPs" pfc sw map set p1 dscp-prio zero AF31:3 EF:6 cs7:7
is "the DSCPs" "$(pfc sw -j map show p1 |
	jq -c '.[0].dscp_prio | to_entries | map(select(.value > 0) | [.key, .value])')" \
	'[[26,3],[46,6],[56,7]]'
check "units of tc" pfc sw po se p2 rate 25mbps del 5usecs
is "the rate and the delay" "$(pfc sw -j port show p2 |
	jq -c '.[0] | [.rate_bits_per_second, .delay_ns]')" '[200000000,5000]'

refused "a list stops at a port that fails" \
	'^pfcctl: Warning: stopped at q1; changed before: p1$' \
	pfc sw port set p1,q1,p2 delay 7us
is "the ports before it have changed, the others not" \
	"$(by_port delay_ns)" '{"p1":7000,"p2":5000,"p3":0,"p4":0,"q1":0}'
refused "an unknown device changes nothing" '^pfcctl: p9: no such device' \
	pfc sw port set p1,p9 delay 1us
refused "an ambiguous word" "^pfcctl: port: command 's' is ambiguous: show, set$" pfc sw port s p1
refused "a mistyped word" "did you mean 'headroom'" pfc sw pg set p1 pg 3 headrom auto
is "no refused command changes a port" "$(pfc sw -j port show p1 | jq '.[0].delay_ns')" 7000
printf '%s\n' 'port frob' 'port set p1 delay 9us' > /tmp/batch
refused "a batch file with an error" 'batch:1: ' pfc sw --force --batch /tmp/batch
is "--force continues behind the error" "$(pfc sw -j port show p1 | jq '.[0].delay_ns')" 9000
check "all deletes the ports" pfc sw port del all
is "no device is a port" "$(ports)" ""
