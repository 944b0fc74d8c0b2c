#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# With PAUSE on all links nothing is lost either, of no class, though twice as much is
# offered as the last link carries, and that is slow: the senders' sockets block.  PAUSE
# and PFC exclude each other.
#
#   h1 eth0 ── w1 ┐
#                 ├ br0 (s1) ── east ── west (s2) east ── 20 Mb/s ── eth0 h3
#   h2 eth0 ── w2 ┘
#
# mode: icount
# timeout: 200

. /tests/guest/lib.sh

COUNT=200	# datagrams of each flow

# port NS DEV RATE
port()
{
	check "$1 $2 has PAUSE" pfc "$1" -b - <<-END
		port add dev $2 rate $3 speed 100mbit
		pfc set dev $2 flow-control pause
		pg set dev $2 pg 0 xoff 20K xon 18K
	END
}

# wire NS1 DEV1 NS2 DEV2 RATE: a link with ports at both ends
wire()
{
	link "$1" "$2" "$3" "$4"
	port "$1" "$2" "$5"
	port "$3" "$4" "$5"
}

config() { pfc h1 -j pfc show dev eth0; }

# excluded TEXT PATTERN ARGUMENTS...: refused with that, and nothing has changed
excluded()
{
	local text=$1 pattern=$2 before

	shift 2
	before=$(config)
	refused "$text" "$pattern" pfc h1 pfc set dev eth0 "$@"
	is "$text: nothing has changed" "$(config)" "$before"
}

# control NAME: prints how many frames of PAUSE, and how many of other MAC control
control()
{
	tcpdump -Z root -nXr "$OUT/$1.pcap" 2> /dev/null | awk '/0x0000:/ {
		if ($2 == "0001") pause++; else other++ } END { print (pause > 2), other + 0 }'
}

ns h1 h2 h3 s1 s2
wire h1 eth0 s1 w1 60mbit
wire h2 eth0 s1 w2 60mbit
wire s1 east s2 west 60mbit
wire s2 east h3 eth0 20mbit
mkbridge s1 br0 w1 w2 east
mkbridge s2 br0 west east
fdb s1 w1 h1 eth0
fdb s1 w2 h2 eth0
fdb s1 east h3 eth0
fdb s2 west h1 eth0
fdb s2 west h2 eth0
fdb s2 east h3 eth0
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2 h3/eth0=10.0.0.3

for name in h1-eth0 h2-eth0 s1-east; do
	capture "${name%-*}" "${name#*-}" "$name" -Q in ether proto 0x8808
done
receive h3 got --idle 500
senders=()
for flow in 10 126 146 20 226 246; do
	nsexec "h${flow%"${flow#?}"}" udpsend --flow $flow --dscp ${flow#?} --sndbuf 20000 \
		--count $COUNT 10.0.0.3 > "$OUT/sent$flow.json" &
	senders+=($!)
done
wait "${senders[@]}"
wait "$(cat /tmp/got.pid)"
captures_end

is "all datagrams arrive, in order" \
	"$(value got '[.flows[] | [.datagrams, .missing, .out_of_order]] | unique[] | @csv')" \
	"$COUNT,0,0"
is "of all flows" "$(value got '.flows | length')" 6
is "the senders were held back" "$(jq -s 'all(.blocked_ns > 100000000)' "$OUT"/sent*.json)" true
for where in h1 h2 s1 s2 h3; do
	is "$where: nothing is dropped or waits" "$(pfc $where -j stats show | jq '[.[] |
		(.pg[], .queue[]) | to_entries[] | select(.key | test("drop|occupancy|backlog")) |
		.value] | add')" 0
done
is "nothing is lost elsewhere" "$(losses)" ""
for name in h1-eth0 h2-eth0 s1-east; do
	is "$name: PAUSE frames came, and no other MAC control" "$(control $name)" "1 0"
done

excluded "PFC beside PAUSE" "flow-control.*PFC" prio-pfc 3:on
excluded "its transmission alone" "flow-control.*PFC" prio-pfc-tx 3:on
excluded "its reception alone" "flow-control.*PFC" prio-pfc-rx 3:on
check "from PAUSE to PFC in one go" pfc h1 pfc set dev eth0 flow-control pfc prio-pfc 3:on
excluded "PAUSE beside PFC" "flow-control.*PFC" flow-control pause
excluded "none beside PFC" "flow-control.*PFC" flow-control none
check "and back in one go" pfc h1 pfc set dev eth0 prio-pfc 3:off flow-control pause
