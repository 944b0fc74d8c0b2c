#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl roce announces the settings of a port by lldpad.  The peer sees PFC, ETS and APP, and takes
# them.  lldpad gets the settings before the port does, so it never writes others to the port: the
# port changes once, and keeps its cable delay and the entries of dcb app.  off restores the
# settings of the port and those of lldpad.
#
#   h1 eth0 (willing) ── p1 ┐ p1: a port, and lldpad has settings for it
#                           ├ br0 (sw)
#   h2 eth0 (willing) ── p2 ┘ p2: no port, lldpad has no settings for it
#
# timeout: 700
# sanitize: no (it tests the tool)
# kernels: 6.12 7.2

. /tests/guest/lib/lib.sh
. /tests/guest/lib/lldpad.bash

# Settings of p1 before the first command; 20000 bits are 2 x 100 us at 100 Mb/s
ETS="tsa=0:ets,1:ets,2:strict,3:strict,4:strict,5:strict,6:strict,7:strict
	up2tc=0:0,1:0,2:0,3:1,4:0,5:0,6:2,7:2 tcbw=40,60,0,0,0,0,0,0"
DELAY=20000
ROCE_ETS='[["ets","strict","strict"],[50,0,0],[0,0,0,3,0,0,6,7]]'
ROCE_APPS='{"dgram_port_prio":[[4791,3]]}'
REFRESH=32	# lldpad sends a frame every 30 s, and writes its settings to the port before

roce() { pfcctl -n sw roce "$@"; }

# config DEV: prints the settings of a port in sw
config()
{
	local object

	for object in port map pfc pg queue ets watchdog; do
		pfc sw -j "$object" show dev "$1"
	done | jq -c '.[] | del(.memory_used_bytes, .memory_port_bytes, .ring_bytes)'
	in_ns sw dcb -j app show dev "$1"
}

# agent_config DEV: prints the settings that lldpad in sw has for a device
agent_config()
{
	local dev=$1 arg

	lldp sw -l -i "$dev" adminStatus
	for arg in willing enabled delay enableTx; do
		lldp sw -t -i "$dev" -V PFC -c $arg
	done
	for arg in willing up2tc tsa tcbw enableTx; do
		lldp sw -t -i "$dev" -V ETS-CFG -c $arg
	done
	for arg in up2tc tsa tcbw enableTx; do
		lldp sw -t -i "$dev" -V ETS-REC -c $arg
	done
	lldp sw -t -i "$dev" -V APP -c app enableTx
}

# same TEXT FILE COMMAND...: the command prints what is in the file
same() { check "$1" diff <("${@:3}") "$2"; }

# changes DEV: prints the number of changes of a port since changes_begin
changes() { grep -c "\"port_changed\",\"dev\":\"$1\"" /tmp/events; }

changes_begin()
{
	nsexec sw pfcctl -j monitor > /tmp/events &
	monitor=$!
	sleep 1
}

changes_end()
{
	sleep 1
	kill $monitor
	wait $monitor 2> /dev/null
}

cable_delay() { pfc sw -j port show dev "$1" | jq '.[0].cable_delay_ns'; }

# frames_have TEXT PRIOS CLASSES: lldpad puts the classes into the frames of p1, and sets them at p1
frames_have()
{
	local map="PRIO_MAP: $2" tsa="TSA_MAP: $3"

	wait_for 30 _frames_have
	_verdict $? "p1: the frames have $1"
}

_frames_have()
{
	local tlv

	tlv=$(lldp sw -t -i p1 -V ETS-CFG)
	[[ $tlv == *"$map"*"$tsa"* ]]
}

star 2
check "p1 is a port" pfc sw port add dev p1 rate 100mbit cable-delay 100us
for ns in h1 h2; do
	check "$ns is a port" pfc $ns port add dev eth0 rate 100mbit
done
check "p1 has settings of its own" pfc sw pfc set dev p1 prio-pfc 5:on
check "p1: dcb announces a DSCP that has its default priority" \
	in_ns sw dcb app add dev p1 dscp-prio 26:3
for ns in sw h1 h2; do
	agent $ns
done
for ns in h1 h2; do
	check "$ns sends LLDP" lldp $ns -L -i eth0 adminStatus=rxtx
done
# shellcheck disable=SC2086 # a list of words
{
sets sw p1 PFC willing=no enabled=5 delay=$DELAY enableTx=yes
sets sw p1 ETS-CFG willing=no $ETS enableTx=yes
sets sw p1 ETS-REC enableTx=yes $ETS
}
check "p1 sends LLDP" lldp sw -L -i p1 adminStatus=rxtx
becomes h1 eth0 5 "the host takes the priorities of the switch"
sleep 2
is "p1 has its cable delay" "$(cable_delay p1)" 100000
config p1 > /tmp/p1.config
agent_config p1 > /tmp/p1.agent
note "$(cat /tmp/p1.agent)"
agent_config p2 > /tmp/p2.agent
note "p2: $(cat /tmp/p2.agent)"

# ---- lossless -----------------------------------------------------------------

roce lossless rate 100mbit --dry-run > /tmp/commands
note "$(cat /tmp/commands)"
is "a dry run prints the cable delay in bit times" \
	"$(grep -c "lldptool -T -i p1 -V PFC willing=no enabled=3 delay=$DELAY enableTx=yes" \
	/tmp/commands)" 1
same "a dry run changes no setting of lldpad" /tmp/p1.agent agent_config p1
changes_begin
roce lossless rate 100mbit > /tmp/out 2> /tmp/err
is "the command succeeds" "$(head -n 1 /tmp/out)" "lossless: p1 p2"
is "p2: a warning: lldpad started before the device was a port" \
	"$(grep -c 'p2: not announced yet' /tmp/err)/$(wc -l < /tmp/err)" 1/1
fix=$(sed -n 's/.* or: //p' /tmp/err)
note "$fix"
check "p2: the command of the warning succeeds" bash -c "$fix"
for host in h1 h2; do
	becomes $host eth0 3 "$host: PFC of the host becomes that of the mode"
	wait_for 60 has_ets $host eth0 "$ROCE_ETS"
	is "$host: ETS of the host becomes the recommendation" "$(ets_of $host eth0)" "$ROCE_ETS"
	wait_for 60 has_apps $host eth0 "$ROCE_APPS"
	is "$host: the host has the priority of RoCE" "$(apps_of $host eth0)" "$ROCE_APPS"
	is "$host: the host receives the PFC TLV" "$(neighbour_pfc $host eth0)" 3
done
sleep $REFRESH
changes_end
note "$(cat /tmp/events)"
# p2 was no port: the rate, all other settings in one request, and the entry for RoCE
is "p2: the port changes three times" "$(changes p2)" 3
# lldpad is active at p1: it may write ETS and PFC before pfcctl does
between "p1: the port changes few times" "$(changes p1)" 2 4
for dev in p1 p2; do
	is "$dev: no setting deviates after lldpad has sent a frame" \
		"$(pfc sw -j roce show dev $dev | jq -c '.[0].deviations')" "[]"
	is "$dev: PFC" "$(pfc_of sw $dev)" 3
done
is "p1: the cable delay is the same" "$(cable_delay p1)" 100000
is "p1: the entry of dcb is the same" \
	"$(in_ns sw dcb -j app show dev p1 dscp-prio | jq -c '.dscp_prio[] | select(.[0] > 7)')" "[26,3]"

changes_begin
is "a second command changes nothing" "$(roce lossless rate 100mbit 2>&1 | grep -v 'not conf')" \
	"lossless: p1 p2 (no change)"
sleep $REFRESH
changes_end
is "p1: the port does not change" "$(changes p1)" 0
is "p2: the port does not change" "$(changes p2)" 0

# ---- semi-lossless: the port obeys PFC and sends none ---------------------------

is "semi-lossless" "$(roce semi-lossless dev p1)" "semi-lossless: p1"
sleep 3
is "semi-lossless: the port sends no PFC after lldpad has sent a frame" \
	"$(pfc sw -j pfc show dev p1 | jq -c '.[0] | [.prio_pfc_tx, .prio_pfc_rx] | map(indices(true))')" \
	"[[],[3]]"
is "semi-lossless: the peer receives the PFC TLV" "$(neighbour_pfc h1 eth0)" 3

# ---- off --------------------------------------------------------------------------

is "off restores the ports" "$(roce off 2>&1)" "p1: has its former settings
p2: is not a port, as before"
same "p1: lldpad has its settings" /tmp/p1.agent agent_config p1
becomes h1 eth0 5 "the host takes the former priorities of the switch"
same "p1: the port has its settings" /tmp/p1.config config p1
sleep $REFRESH
same "p1: the port has its settings after lldpad has sent a frame" /tmp/p1.config config p1
note "p2: $(agent_config p2)"
is "p2: lldpad does not send frames" "$(lldp sw -l -i p2 adminStatus)" "adminStatus=disabled"
is "p2: lldpad has no PFC" "$(lldp sw -t -i p2 -V PFC -c enabled)" "enabled=0"
is "p2: lldpad has no entry for RoCE" "$(lldp sw -t -i p2 -V APP -c app | grep -c 4791)" 0
becomes h2 eth0 "" "h2: the host returns to its local PFC"
is "off has nothing to do then" "$(roce off)" "no saved state: nothing to restore"

# lldptool leaves classes and priorities alone that a list omits
sets sw p1 ETS-CFG up2tc=0:0,1:0,2:0,3:1,4:0,5:0,6:0,7:0
frames_have "two classes" "0:0 1:0 2:0 3:1 4:0 5:0 6:0 7:0" "0:ets 1:ets 2:strict 3:strict"
sets sw p1 ETS-CFG up2tc=3:1 tsa=0:ets,1:ets
frames_have "the same classes" "0:0 1:0 2:0 3:1 4:0 5:0 6:0 7:0" "0:ets 1:ets 2:strict 3:strict"
is "p1 gets the classes of RoCE" "$(roce lossless dev p1)" "lossless: p1"
frames_have "the classes of RoCE" "0:0 1:0 2:0 3:3 4:0 5:0 6:6 7:7" "0:ets 1:strict 2:strict 3:ets"
is "p1 is restored" "$(roce off)" "p1: has its former settings"
frames_have "the two classes again" "0:0 1:0 2:0 3:1 4:0 5:0 6:0 7:0" "0:ets 1:ets 2:strict 3:strict"
# shellcheck disable=SC2086 # a list of words
sets sw p1 ETS-CFG $ETS

# The settings of lldpad belong to the device, so they outlive the port
agent_config p2 > /tmp/p2.agent
# lldpad knows that p2 has DCB, and builds its first frame after some time
is "p2 becomes a port again" "$(roce lossless rate 100mbit dev p2 2>&1)" "lossless: p2"
check "p2: lldpad sends frames" grep -q rxtx <(agent_config p2)
check "p2: the port is deleted" pfc sw port del dev p2
# lldpad accepts settings only for a device that answers DCB requests
refused "off keeps what lldpad does not accept" 'they stay saved' roce off
check "p2 is a port once more" pfc sw port add dev p2 rate 100mbit
is "off restores the settings of lldpad" "$(roce off)" "p2: has its former settings"
check "p2: the port is deleted again" pfc sw port del dev p2
same "p2: lldpad has its settings" /tmp/p2.agent agent_config p2

# ---- failures -----------------------------------------------------------------------

# no_roce TEXT: lldpad has no settings of RoCE for p2
no_roce()
{
	is "$1: lldpad does not send frames at p2" "$(lldp sw -l -i p2 adminStatus)" \
		"adminStatus=disabled"
	is "$1: lldpad has no PFC for p2" "$(lldp sw -t -i p2 -V PFC -c enabled)" "enabled=0"
	is "$1: lldpad has no entry for RoCE at p2" \
		"$(lldp sw -t -i p2 -V APP -c app | grep -c 4791)" 0
}

no_roce "before"
agent_config p1 > /tmp/p1.agent
check "p1 refuses PFC of priority 3" pfc sw map set dev p1 flood-prio 0:3
refused "lossless fails" 'all ports have their former settings again' roce lossless rate 100mbit
same "p1: lldpad has its settings" /tmp/p1.agent agent_config p1
no_roce "after a failure"
sleep 3
check "p1 accepts PFC of priority 3" pfc sw map set dev p1 flood-prio 0:none
same "p1: the port has its settings" /tmp/p1.config config p1
agent_ends sw TERM
is "lossless succeeds without lldpad" "$(roce lossless dev p1)" "lossless: p1"
is "off succeeds without lldpad" "$(roce off 2>&1)" "p1: has its former settings"
