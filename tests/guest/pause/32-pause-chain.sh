#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# With PAUSE on all links, no class loses a packet, although the senders offer several times
# the rate of the slow last link: the senders' sockets block.  PAUSE and PFC exclude each
# other.
#
#   h1 eth0 ── w1 ┐
#                 ├ br0 (s1) ── east ── west (s2) east ── 20 Mb/s ── eth0 h3
#   h2 eth0 ── w2 ┘
#
# mode: icount
# timeout: 200

. /tests/guest/lib/lib.sh

COUNT=200	# datagrams of each flow

# port NS DEV RATE: makes DEV a port with PAUSE
port()
{
	check "$1 $2 is a port with PAUSE" pfc "$1" -b - <<-END
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

# excluded TEXT PATTERN ARGUMENTS...: pfcctl refuses the arguments, and the
# configuration does not change
excluded()
{
	local text=$1 pattern=$2 before

	shift 2
	before=$(config)
	refused "$text" "$pattern" pfc h1 pfc set dev eth0 "$@"
	is "$text: the configuration is unchanged" "$(config)" "$before"
}

# control NAME: prints 1 if the capture has more than 2 PAUSE frames, else 0, and the number
# of other MAC control frames
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

is "all datagrams arrive in order" \
	"$(value got '[.flows[] | [.datagrams, .missing, .out_of_order]] | unique[] | @csv')" \
	"$COUNT,0,0"
is "datagrams of all 6 flows arrive" "$(value got '.flows | length')" 6
is "the sockets of all senders block" \
	"$(jq -s 'all(.blocked_ns > 100000000)' "$OUT"/sent*.json)" true
for where in h1 h2 s1 s2 h3; do
	is "$where: no drops, no charge, no backlog" "$(pfc $where -j stats show | jq '[.[] |
		(.pg[], .queue[]) | to_entries[] | select(.key | test("drop|occupancy|backlog")) |
		.value] | add')" 0
done
is "no packet is lost outside the ports" "$(losses)" ""
for name in h1-eth0 h2-eth0 s1-east; do
	is "$name: PAUSE frames arrive, and no PFC frame" "$(control $name)" "1 0"
done

excluded "PAUSE port refuses prio-pfc" "flow-control.*PFC" prio-pfc 3:on
excluded "PAUSE port refuses prio-pfc-tx" "flow-control.*PFC" prio-pfc-tx 3:on
excluded "PAUSE port refuses prio-pfc-rx" "flow-control.*PFC" prio-pfc-rx 3:on
check "one command changes PAUSE to PFC" pfc h1 pfc set dev eth0 flow-control pfc prio-pfc 3:on
excluded "PFC port refuses flow-control pause" "flow-control.*PFC" flow-control pause
excluded "PFC port refuses flow-control none" "flow-control.*PFC" flow-control none
check "one command changes PFC to PAUSE" pfc h1 pfc set dev eth0 prio-pfc 3:off flow-control pause
