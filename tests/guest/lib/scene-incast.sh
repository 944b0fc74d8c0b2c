# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The incast: two hosts at 1 Gb/s send to one host at 100 Mb/s.  Each sends a lossless
# class (DSCP 26, priority 3) and a lossy class (DSCP 0, priority 0) at the same time.
#
#   h1 eth0 ── 1 Gb/s ── p1 ┐
#                           ├ br0 (sw) ── p3 ── 100 Mb/s ── eth0 h3
#   h2 eth0 ── 1 Gb/s ── p2 ┘
#
# Both ends of each link are ports.  Flows 1 and 2 are the lossless flows of h1 and h2,
# flows 11 and 12 are their lossy flows.  Source it after lib.sh.

INCAST_PORTS="h1/eth0 h2/eth0 h3/eth0 sw/p1 sw/p2 sw/p3"
INCAST_SIZE=1400	# bytes of a datagram
INCAST_COUNT=${INCAST_COUNT:-2000}	# datagrams of a flow

# incast_build [FAST [SLOW]]: creates the hosts, links and ports.  FAST is the rate of the
# senders' links (default: 1gbit), SLOW the rate of the receiver's link (default: 100mbit).
incast_build()
{
	local fast=${1:-1gbit} slow=${2:-100mbit}

	star 3

	incast_link h1 eth0 sw p1 "$fast"
	incast_link h2 eth0 sw p2 "$fast"
	incast_link h3 eth0 sw p3 "$slow"
}

# incast_link NS1 DEV1 NS2 DEV2 RATE: makes both ends of a link ports
incast_link()
{
	pfc "$1" port add dev "$2" rate "$5" speed "$5"
	pfc "$3" port add dev "$4" rate "$5" speed "$5"
}

# incast_pfc on|off: switches PFC for priority 3 on or off at all ports
incast_pfc()
{
	local port

	for port in $INCAST_PORTS; do
		pfc "${port%/*}" pfc set dev "${port#*/}" prio-pfc "3:$1"
	done
}

# incast_send NAME HOST FLOW DSCP: sends one flow in the background
incast_send()
{
	send "$2" "$1-$3" --flow "$3" --dscp "$4" --size "$INCAST_SIZE" \
		--count "$INCAST_COUNT" 10.0.0.3 &
	_senders+=($!)
}

# incast_run NAME [lossless] [lossy]: sends these classes and waits until the receiver
# exits.  Writes the reports NAME-FLOW (sent), NAME (received), NAME-NS (statistics) and
# the captures NAME-p1, NAME-p2 and NAME-p3.
incast_run()
{
	local name=$1 classes=" ${*:2} " where port
	local _senders=()

	for where in h1 h2 h3 sw; do
		pfc "$where" stats clear
	done
	for port in p1 p2 p3; do
		capture sw "$port" "$name-$port"
	done
	receive h3 "$name" --idle 1000
	if [[ $classes == *" lossless "* ]]; then
		incast_send "$name" h1 1 26
		incast_send "$name" h2 2 26
	fi
	if [[ $classes == *" lossy "* ]]; then
		incast_send "$name" h1 11 0
		incast_send "$name" h2 12 0
	fi
	wait "${_senders[@]}"
	wait "$(cat "/tmp/$name.pid")"
	captures_end
	for where in h1 h2 h3 sw; do
		pfc "$where" -j stats show > "$OUT/$name-$where.json"
	done
}
