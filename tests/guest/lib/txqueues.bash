# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the tests of several transmit queues.  Source it after lib.sh.

# wide NS1 DEV1 NS2 DEV2: creates a veth pair with four queues, without offloads
wide()
{
	ip link add "$2" netns "$1" numtxqueues 4 numrxqueues 4 type veth \
		peer name "$4" netns "$3" numtxqueues 4 numrxqueues 4
	offload "$1" "$2" off
	offload "$3" "$4" off
	ip -n "$1" link set "$2" up
	up "$3" "$4"
	up "$1" "$2"
}

# spread NS DEV: each flow is received by one CPU, and the flows by both
spread()
{
	local n

	for n in 0 1 2 3; do
		in_ns "$1" sh -c "echo 3 > /sys/class/net/$2/queues/rx-$n/rps_cpus"
	done
}

# flows NAME: sends $FLOWS flows of $COUNT datagrams each, of priority 3, from h1
flows()
{
	local n senders=()

	for ((n = 1; n <= FLOWS; n++)); do
		send h1 "$1.$n" --dscp 26 --size 958 --flow $n --count "$COUNT" 10.0.0.3 &
		senders+=($!)
	done
	wait "${senders[@]}"
}

# used NS DEV: prints setting and number of transmit queues; uses NS DEV WANTED: these are WANTED
used() { pfc "$1" -j port show dev "$2" | jq -c '.[0] | [.tx_queues, .tx_queues_used]'; }
uses() { [ "$(used "$1" "$2")" = "$3" ]; }

# hold HOST: HOST pauses the other end of eth0 for priority 3 until release.  Each XOFF pauses for
# 3.3 s, so the sender of XOFF has priority over all other programs.
hold()
{
	pfc_frame "$(mac "$1" eth0)" 0x08 0xffff > /tmp/hold
	nsexec "$1" chrt -f 10 rawsend --loop 6000 --period 100000000 eth0 /tmp/hold > /dev/null &
	holder=$!
}

# release HOST: ends the pause.  The same CPU sends and receives XOFF and XON, so XON is last.
release()
{
	kill "$holder"
	wait "$holder"
	in_ns "$1" rawsend eth0 <(pfc_frame "$(mac "$1" eth0)" 0x08 0) > /dev/null
}
