# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Two RDMA senders and one receiver, soft-RoCE (rdma_rxe), one switch.  Source it after lib.sh.
#
#   hosts eth1 rxe1 ── 100 Mb/s ── p1 ┐
#                                     ├ br0 (sw) ── p3 ── 50 Mb/s ── rxe3 eth3 hosts
#   hosts eth2 rxe2 ── 100 Mb/s ── p2 ┘
#
# rdma_rxe sends and receives only in the initial namespace.  So that namespace has the name hosts
# and contains all three devices.  Rules by the source address send their packets through the
# switch, although all addresses are local.

RDMA_TCLASS=106		# DSCP 26 (priority 3) and ECT
RDMA_LENGTH="-D 6"	# seconds; perftest measures without the first and the last two of them
RDMA_LIMIT=60		# seconds: perftest can wait forever for lost packets
RDMA_CLASS="--tclass=$RDMA_TCLASS"
RDMA_TIMEOUT=18		# of a packet: 4.096 us * 2^18, longer than any pause
RDMA_QPS=4		# queue pairs of each sender
# Payload that the receiver's link carries, in kb/s: a packet has 1024 bytes of payload, 58 bytes of
# headers and ICRC, and the wire takes 24 bytes (FCS, preamble, gap)
RDMA_PAYLOAD=$((50000 * 1024 / (1024 + 58 + 24)))
RDMA_PORTS="hosts/eth1 hosts/eth2 hosts/eth3 sw/p1 sw/p2 sw/p3"
# Counters of rdma_rxe that increase when a packet is lost or sent again, or when the receiver is
# not ready
RDMA_RETRIES="duplicate_request out_of_seq_request rcvd_rnr_err send_rnr_err rcvd_seq_err
	retry_exceeded_err retry_rnr_exceeded_err completer_retry_err send_err"

# rdma_build: creates the hosts, the switch and the RDMA devices, with rates and without PFC
rdma_build()
{
	local n

	modprobe -a rdma_rxe rdma_ucm ib_uverbs || return
	sysctl -qw net.ipv4.conf.all.rp_filter=0 net.ipv6.conf.default.disable_ipv6=1
	ip netns attach hosts $$
	ns sw
	ip rule add pref 100 lookup local
	ip rule del pref 0
	for n in 1 2 3; do
		link hosts eth$n sw p$n
		one_cpu hosts eth$n 1
		one_cpu sw p$n 1
	done
	mkbridge sw br0 p1 p2 p3
	lan hosts/eth1=10.0.0.1 hosts/eth2=10.0.0.2 hosts/eth3=10.0.0.3
	for n in 1 2 3; do
		fdb sw p$n hosts eth$n
		_rdma_host $n || return
	done
	_rdma_link 1 100mbit && _rdma_link 2 100mbit && _rdma_link 3 50mbit
}

# _rdma_host N: routes of host N to the other hosts, and its RDMA device.  The second rule is for
# the connection manager: it accepts a request only if the way back leads through the same device.
_rdma_host()
{
	local dev=eth$1 address=10.0.0.$1 table=10$1 other

	sysctl -qw "net.ipv4.conf.$dev.accept_local=1" "net.ipv4.conf.$dev.rp_filter=0"
	for other in 10.0.0.1 10.0.0.2 10.0.0.3; do
		[ "$other" = "$address" ] ||
			ip route add "$other" dev "$dev" src "$address" table "$table"
	done
	ip rule add pref 10 iif lo from "$address" lookup "$table"
	ip rule add pref 11 iif "$dev" lookup "$table"
	rdma link add "rxe$1" type rxe netdev "$dev"
}

# _rdma_link N RATE: makes both ends of a link ports
_rdma_link()
{
	pfc hosts port add dev "eth$1" rate "$2" speed "$2" &&
		pfc sw port add dev "p$1" rate "$2" speed "$2"
}

# rdma_pfc on|off: switches PFC for priority 3 on or off at all ports
rdma_pfc()
{
	local port

	for port in $RDMA_PORTS; do
		pfc "${port%/*}" pfc set dev "${port#*/}" prio-pfc "3:$1" || return
	done
}

# rdma_gid N: prints the index of the GID of host N's IPv4 address
rdma_gid()
{
	local gid

	gid=$(grep -l "ffff:0a00:000$1\$" /sys/class/infiniband/rxe"$1"/ports/1/gids/*)
	echo "${gid##*/}"
}

# _rdma_counters: prints the counters of retries of all RDMA devices
_rdma_counters()
{
	local n name

	for n in 1 2 3; do
		for name in $RDMA_RETRIES; do
			echo "rxe$n $name" \
				"$(cat /sys/class/infiniband/rxe$n/ports/1/hw_counters/"$name")"
		done
	done
}

# _rdma_increased BEFORE AFTER: prints the counters that have increased, or that do not exist
_rdma_increased()
{
	awk '{ key = $1 " " $2 }
		NF != 3 { print key " missing" }
		NR == FNR { before[key] = $3; next }
		$3 != before[key] { print key, $3 - before[key] }' "$1" "$2"
}

# _rdma_perftest N HOST PROGRAM [ARGUMENTS]: runs perftest between host N and h3, as the client if
# ARGUMENTS end with an address
_rdma_perftest()
{
	local n=$1 host=$2 program=$3

	shift 3
	# shellcheck disable=SC2086 # lists of words
	timeout -s KILL "$RDMA_LIMIT" \
	"$program" -F $RDMA_LENGTH -q "$RDMA_QPS" -t 8 -s 65536 -u "$RDMA_TIMEOUT" $RDMA_CLASS \
		-d "rxe$host" -x "${RDMA_GID:-$(rdma_gid "$host")}" -p $((18000 + n)) "$@"
}

# rdma_run NAME PROGRAM ARGUMENTS...: h1 and h2 send to h3 with a program of perftest.  The reports
# of the senders are $OUT/NAME-h1 and $OUT/NAME-h2; $OUT/NAME.pcap has the packets that arrive at
# h3, $OUT/NAME-NS.json the statistics of all ports, $OUT/NAME.tc the qdiscs of the switch,
# $OUT/NAME.drops their drops in this run, $OUT/NAME.retries the counters of retries that have
# increased.
rdma_run()
{
	local name=$1 program=$2 n pids=() status=0 dropped

	shift 2
	_rdma_counters > /tmp/before
	dropped=$(_rdma_dropped)
	pfc hosts stats clear
	pfc sw stats clear
	capture hosts eth3 "$name" -s 96 -Q in udp port 4791
	for n in 1 2; do
		_rdma_perftest $n 3 "$program" "$@" > "$OUT/$name-server$n" 2>&1 &
		pids+=($!)
		wait_for 10 sh -c "ss -ltn | grep -q :1800$n" || return
	done
	for n in 1 2; do
		_rdma_perftest $n $n "$program" "$@" 10.0.0.3 > "$OUT/$name-h$n" 2>&1 &
		pids+=($!)
	done
	for n in "${pids[@]}"; do
		wait "$n" || status=$?
	done
	captures_end
	pfc hosts -j stats show > "$OUT/$name-hosts.json"
	pfc sw -j stats show > "$OUT/$name-sw.json"
	tc -n sw -s qdisc show > "$OUT/$name.tc"
	echo $(($(_rdma_dropped) - dropped)) > "$OUT/$name.drops"
	_rdma_counters > /tmp/after
	_rdma_increased /tmp/before /tmp/after > "$OUT/$name.retries"
	return $status
}

# rdma_rate NAME HOST: prints the payload rate that perftest has reported for a sender, in kb/s
rdma_rate()
{
	awk '$1 == 65536 { printf "%d\n", $4 * 8388.608 }' "$OUT/$1-h$2"
}

# _rdma_dropped: prints the number of packets that the ports of the switch have dropped, by tc
_rdma_dropped()
{
	tc -n sw -s qdisc show | awk '$1 == "qdisc" { counts = $2 == "pfc"; qdiscs += counts }
		counts && match($0, /dropped [0-9]+/) { sum += substr($0, RSTART + 8) }
		END { print qdiscs == 3 ? sum + 0 : "the qdiscs are missing" }'
}

# rdma_drops NAME: prints the number of packets that the ports of the switch dropped in a run
rdma_drops() { cat "$OUT/$1.drops"; }

# rdma_without PROGRAM ARGUMENTS...: the run "without" and its checks
rdma_without()
{
	check "without PFC: both senders finish" rdma_run without "$@"
	_rdma_note without
	check "without PFC: the switch drops packets" [ "$(rdma_drops without)" -gt 0 ]
	check "without PFC: rxe3 receives requests out of sequence" \
		grep -q '^rxe3 out_of_seq_request [1-9]' "$OUT/without.retries"
	check "without PFC: a sender sends again" \
		grep -qE '^rxe[12] completer_retry_err [1-9]' "$OUT/without.retries"
}

# rdma_with PROGRAM ARGUMENTS...: the run "with" and its checks
rdma_with()
{
	local low=$((RDMA_PAYLOAD * 95 / 100)) high=$((RDMA_PAYLOAD + 2 * 262)) rate1 rate2

	check "PFC is switched on for priority 3 at all ports" rdma_pfc on
	check "with PFC: both senders finish" rdma_run with "$@"
	_rdma_note with
	rate1=$(rdma_rate with 1) rate2=$(rdma_rate with 2)
	is "with PFC: no counter of retransmissions increases" "$(cat "$OUT/with.retries")" ""
	is "with PFC: the switch drops nothing" "$(rdma_drops with)" 0
	between "with PFC: the sum of the rates is within 5 % of the link (kb/s)" \
		$((rate1 + rate2)) $low $high
	between "with PFC: h1 gets half of the link, within 10 % (kb/s)" "$rate1" \
		$((RDMA_PAYLOAD * 45 / 100)) $((RDMA_PAYLOAD * 55 / 100))
	between "with PFC: h2 gets half of the link, within 10 % (kb/s)" "$rate2" \
		$((RDMA_PAYLOAD * 45 / 100)) $((RDMA_PAYLOAD * 55 / 100))
	check "with PFC: p1 and p2 send XOFF" _rdma_xoff with
}

# _rdma_xoff RUN: whether p1 and p2 have sent XOFF
_rdma_xoff()
{
	jq -e '[.[] | select(.dev == "p1" or .dev == "p2") | .prio[3].tx_xoff > 0] == [true, true]' \
		"$OUT/$1-sw.json"
}

# _rdma_note RUN: prints the results of a run
_rdma_note()
{
	note "$1 PFC: h1 $(rdma_rate "$1" 1) kb/s, h2 $(rdma_rate "$1" 2) kb/s," \
		"$(rdma_drops "$1") drops; $(paste -sd, "$OUT/$1.retries")"
}
