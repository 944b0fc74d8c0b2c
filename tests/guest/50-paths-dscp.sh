#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# From the DSCP to the group: all 64 DSCPs with all ECN bits, IPv4 and IPv6, by
# the default map, the presets and a map of our own; what has no DSCP goes by
# the default priority; groups are not priorities.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2 (pauses p2)
#   h3 eth0 ── p3 ┘
#
# timeout: 300

. /tests/guest/lib.sh
. /tests/guest/paths.bash

raw() { inject h1 raw eth0 "$1"; }

# dscps IPHEADER MAP: the charge of a frame for each DSCP and ECN, of lengths
# that differ by DSCP, where the function MAP tells the group
dscps()
{
	local dscp pg frames=() bytes=()

	for ((dscp = 0; dscp < 64; dscp++)); do
		pg=$("$2" "$dscp")
		((frames[pg] += 4, bytes[pg] += 4 * (14 + $1 + 8 + 24 + 10 * dscp)))
	done
	for pg in "${!frames[@]}"; do
		echo "p1 pg $pg: ${frames[pg]} came, ${bytes[pg]} bytes, ${bytes[pg]} wait"
	done
}

by_default() { echo $(($1 < 8 ? $1 : $1 / 8)); }
by_class() { echo $(($1 / 8)); }
by_low() { echo $(($1 < 8 ? $1 : 0)); }
to_zero() { echo 0; }
ours() { case $1 in 26 | 46 | 63) echo 6 ;; 0) echo 7 ;; *) echo 1 ;; esac; }

# both MAP: IPv4 and IPv6
both()
{
	path "$2, IPv4" "$(dscps 20 "$1")" raw ipv4
	path "$2, IPv6" "$(dscps 40 "$1")" raw ipv6
	maps=$((maps + 1))
}

maps=0
paths_switch
mkbridge sw br0 p1 p2 p3
fdb sw p1 h1 eth0
fdb sw p2 h2 eth0
fdb sw p3 h3 eth0
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2 h3/eth0=10.0.0.3
lan h1/eth0=fd00::1 h2/eth0=fd00::2 h3/eth0=fd00::3
# 64 DSCPs are more than one group holds losslessly by default
pfc sw pfc set dev p1 prio-pfc all:off

both by_default "default map"
pfc sw map set dev p1 dscp-prio identity
both by_low "identity"
pfc sw map set dev p1 dscp-prio class-selector
both by_class "class selector"
pfc sw map set dev p1 dscp-prio zero
both to_zero "zero"
pfc sw map set dev p1 dscp-prio all:1 26:6 46:6 63:6 0:7
both ours "many to one"

# to a station behind p2 that is not h2, whose stack would count errors
bridge -n sw fdb replace 02:00:00:00:02:99 dev p2 master static
path "no DSCP" "$(charge p1 0 8 60)" raw other
pfc sw map set dev p1 default-prio 5
path "no DSCP, default priority set" "$(charge p1 5 8 60)" raw other
path "nothing but an IP header" "$(charge p1 6 2 60)" raw header

# priorities 3 and 5 share group 2; only 3 is paused
pfc sw map set dev p1 dscp-prio all:0 26:3 46:5 prio-pg 3:2 5:2
pfc_frame "$(mac h2 eth0)" 0x08 0xffff > /tmp/h2.xoff
two() { udp h1 --dscp 26 --count 5 10.0.0.2; udp h3 --dscp 26 --count 3 10.0.0.2; }
path "groups are not priorities" "$(charge p1 2 5 1042)
$(charge p3 3 3 1042)" two

paths_end
# a flow that no send() made, so not counted there
is "each DSCP arrives" "$(value all '.flows["1000"].dscp |
	[.[]] | "\(length) DSCPs, \(unique) times"')" "64 DSCPs, [$((8 * maps))] times"
