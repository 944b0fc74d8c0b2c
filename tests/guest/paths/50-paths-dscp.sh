#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The DSCP determines the PG: all 64 DSCPs with all ECN bits, IPv4 and IPv6, with the
# default map, the presets and a custom map.  Frames without a DSCP get the default
# priority or the control priority.  PGs and priorities are independent.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p2 ── eth0 h2 (pauses p2)
#   h3 eth0 ── p3 ┘
#
# long: yes
# timeout: 300
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

raw() { inject h1 raw eth0 "$1"; }

# dscps IPHEADER MAP: prints the charge of one frame for each pair of DSCP and ECN.  The
# length of a frame depends on its DSCP.  IPHEADER is the length of the IP header, and the
# function MAP prints the PG of a DSCP.
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
custom() { case $1 in 26 | 46 | 63) echo 6 ;; 0) echo 7 ;; *) echo 1 ;; esac; }

# both MAP TEXT: checks a map with IPv4 and IPv6
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
# Switches PFC off: the frames of all DSCPs exceed the default size of a lossless PG
pfc sw pfc set dev p1 prio-pfc all:off

both by_default "default map"
pfc sw map set dev p1 dscp-prio identity
both by_low "identity"
pfc sw map set dev p1 dscp-prio class-selector
both by_class "class selector"
pfc sw map set dev p1 dscp-prio zero
both to_zero "zero"
pfc sw map set dev p1 dscp-prio all:1 26:6 46:6 63:6 0:7
both custom "many to one"

# The next frames have a destination behind p2 that is not h2, so that h2 counts no errors
bridge -n sw fdb replace 02:00:00:00:02:99 dev p2 master static
# One of the eight frames is ARP, which has the control priority 7
path "no DSCP" "$(charge p1 0 7 60)
$(charge p1 7 1 60)" raw other
pfc sw map set dev p1 default-prio 5
path "no DSCP, default priority set" "$(charge p1 5 7 60)
$(charge p1 7 1 60)" raw other
pfc sw map set dev p1 control-prio none
path "no DSCP, control-prio none" "$(charge p1 5 8 60)" raw other
path "IP header without payload" "$(charge p1 6 2 60)" raw header

# Priorities 3 and 5 of p1 share PG 2.  Only priority 3 is paused, and only it has packets.
pfc sw map set dev p1 dscp-prio all:0 26:3 46:5 prio-pg 3:2 5:2
pfc_frame "$(mac h2 eth0)" 0x08 0xffff > /tmp/h2.xoff
two() { udp h1 --dscp 26 --count 5 10.0.0.2; udp h3 --dscp 26 --count 3 10.0.0.2; }
path "two priorities in one PG" "$(charge p1 2 5 1042)
$(charge p3 3 3 1042)" two

paths_end
# The raw frames belong to flow 1000, which paths_end() does not check
is "each DSCP arrives once for each ECN, IP version and map" "$(value all '.flows["1000"].dscp |
	[.[]] | "\(length) DSCPs, \(unique) times"')" "64 DSCPs, [$((8 * maps))] times"
