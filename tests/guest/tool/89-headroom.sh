#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl headroom measure finds the headroom of a link to a frame: with the printed value nothing
# is lost, with two frames less the PG drops.  FACTOR=2 also tries the other rates and delays.
#
#   h1 eth0 ── p1 (sw) p2 ── eth0 h2 (pauses p2)
#
# mode: icount
# timeout: 600

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

FRAME=1042	# bytes that the module charges for a datagram
XOFF=20000
ROUNDS=8
TIMES=6

star 2
# 65535 quanta at 10 Mb/s are 3.3 s
pfc sw port add dev p2 speed 10mbit
for port in h1/eth0 sw/p1; do
	pfc "${port%/*}" port add dev "${port#*/}" speed 10mbit
done
for port in h1/eth0 sw/p1 sw/p2; do
	pfc "${port%/*}" pfc set dev "${port#*/}" prio-pfc 3:on
done
pfc_frame "$(mac h2 eth0)" 0x08 0xffff > /tmp/xoff
pfc_frame "$(mac h2 eth0)" 0x08 0 > /tmp/xon

measure() { pfc sw -j headroom measure dev p1 "$@"; }

traffic()
{
	nsexec h1 udpsend --dscp 26 --size 1000 --sndbuf 1m 10.0.0.2 > "$OUT/sent.json" &
	sender=$!
}

quiet()
{
	kill $sender
	wait $sender
}

# wire RATE DELAY: the link of h1 and p1
wire()
{
	local port

	for port in h1/eth0 sw/p1; do
		pfc "${port%/*}" port set dev "${port#*/}" rate "$1" delay "$2"
	done
}

# congest BYTES TIMES: with this headroom, h2 pauses p2 several times until PG 3 of p1 has sent XOFF
# and h1 has stopped.  Prints the drops and the peak of the headroom.
congest()
{
	local i

	pfc sw pg set dev p1 pg 3 xoff $XOFF xon $((XOFF / 2)) headroom "$1" 2> /dev/null
	pfc sw stats clear
	pfc sw watermark clear dev p1
	for ((i = 0; i < $2; i++)); do
		in_ns h2 rawsend eth0 /tmp/xoff > /dev/null
		wait_for 3 pauses_h1
		sleep 0.03
		in_ns h2 rawsend eth0 /tmp/xon > /dev/null
		wait_for 10 drained
	done
	stat sw p1 '.[0].pg[3] | "\(.drop_headroom) \(.headroom_peak)"'
}

pauses_h1() { [ "$(stat sw p1 '.[0].prio[3].tx_paused')" = true ]; }
drained() { ! pauses_h1; }

# link_case RATE DELAY: measures a link and tries the result
link_case()
{
	local need drops peak name="$1, $2"

	wire "$1" "$2"
	traffic
	measure count $ROUNDS > "$OUT/measured" 2> "$OUT/warnings"
	need=$(jq .headroom "$OUT/measured")
	note "$name: $(jq -c . "$OUT/measured") $(cat "$OUT/warnings")"
	between "$name: the link is full" "$(jq .traffic_percent "$OUT/measured")" 95 101
	read -r drops peak < <(congest "$need" $TIMES)
	is "$name: with the proposed headroom nothing is lost" "$drops" 0
	between "$name: the proposal is exact to a frame and the margin" "$peak" \
		$((need > 2 * FRAME ? need - 2 * FRAME + 1 : 0)) "$need"
	read -r drops peak < <(congest $((need - 2 * FRAME)) $TIMES)
	between "$name: two frames less lose packets" "$drops" 1 100
	quiet
}

wire 100mbit none
refused "a device that is no port is refused" "." pfc sw headroom measure dev br0
refused "without a device the command is refused" "no device given" pfc sw headroom measure
refused "without traffic the command says so" "no lossless traffic arrives" measure
traffic
refused "a lossy priority is refused" "no given priority is lossless" measure prio 0
refused "too many rounds are refused" "1\.\.1000" measure count 1001
# A peer that ignores PFC
pfc h1 pfc set dev eth0 prio-pfc 3:off
refused "a peer that does not obey is reported" "the peer does not obey XOFF" measure
pfc h1 pfc set dev eth0 prio-pfc 3:on
pfc sw headroom measure dev p1 count $ROUNDS > "$OUT/text"
note "$(cat "$OUT/text")"
check "the printed command sets the headroom" in_ns sw bash -c "$(grep '^pfcctl ' "$OUT/text")"
is "the PG has the printed headroom" "$(pfc sw -j pg show dev p1 | jq '.[0].pg[3].headroom')" \
	"$(sed -n 's/^ *headroom *\([0-9]*\) B.*/\1/p' "$OUT/text")"
quiet

rates=(100mbit 10mbit) delays=(none 1ms)
if [ "${FACTOR:-1}" != 1 ]; then
	rates=(10mbit 25mbit 50mbit 75mbit 100mbit 200mbit)
	delays=(none 100us 500us 1ms 5ms)
fi
for rate in "${rates[@]}"; do
	for delay in "${delays[@]}"; do
		link_case "$rate" "$delay"
	done
done
