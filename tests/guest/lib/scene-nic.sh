# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Two NICs on one wire: one is the port p2 of a switch, the other the device of host h2.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw)
#              p2 ┘
#               ║ NIC
#               ║ NIC
#              eth0 h2
#
# Source it after lib.sh and paths.bash.

NIC_FRAME=1042	# bytes of a frame of udpsend: 14 + 20 + 8 + 1000

# nic N NS DEV: moves the guest's Nth NIC to NS and renames it to DEV
nic()
{
	local path

	path=$(grep -l "02:00:00:00:ff:0$1" /sys/class/net/*/address)
	path=${path%/address}
	ip link set "${path##*/}" netns "$2" name "$3"
	offload "$2" "$3" off
}

# nic_scene DRIVER: creates the topology; the NICs use DRIVER
nic_scene()
{
	modprobe "$1"
	ns h1 h2 sw
	link h1 eth0 sw p1
	nic 0 sw p2
	nic 1 h2 eth0
	ip -n sw link set p2 up
	up h2 eth0
	up sw p2
	mkbridge sw br0 p1 p2
	fdb sw p1 h1 eth0
	fdb sw p2 h2 eth0
	lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2
	is "p2 is a NIC with the driver $1" "$(in_ns sw ethtool -i p2 |
		sed -n 's/^driver: //p')" "$1"
	pfc sw port add dev p1 speed 10mbit
	pfc sw pfc set dev p1 prio-pfc 3:on
	pfc_frame "$(mac h1 eth0)" 8 0xffff > /tmp/h1.xoff
	pfc_frame "$(mac h1 eth0)" 8 0 > /tmp/h1.xon
	pfc_frame "$(mac h2 eth0)" 8 0xffff > /tmp/h2.xoff
	pfc_frame "$(mac h2 eth0)" 8 0 > /tmp/h2.xon
}

# listens NS DEV: the PFC group address is in the multicast filter of DEV
listens() { ip -n "$1" maddress show dev "$2" | grep -q 01:80:c2:00:00:01; }

# become_port NS DEV: makes DEV a port that obeys PFC
become_port()
{
	check "$1/$2 is no port: no PFC address in its filter" eval "! listens $1 $2"
	check "$1/$2 becomes a port" pfc "$1" port add dev "$2"
	check "$1/$2 is a port: PFC address in its filter" listens "$1" "$2"
	check "$1/$2 accepts PFC for priority 3" pfc "$1" pfc set dev "$2" prio-pfc 3:on
}

# cease NS DEV: DEV ceases to be a port
cease()
{
	check "$1/$2 ceases to be a port" pfc "$1" port del dev "$2"
	check "$1/$2 has no PFC address in its filter as no port" eval "! listens $1 $2"
}

# kinds CAPTURE: prints the kind of each frame for priority 3, in order: XOFF, XON or data
kinds()
{
	tcpdump -Z root -r "$OUT/$1.pcap" -nn -t -x 2> /dev/null | awk '
	/0x0000:/ {
		print $2 != "0101" ? "data" : $7 == "0000" ? "XON" : "XOFF"
	}'
}

# data TEXT FROM TO ADDRESS PORT: FROM sends 500 datagrams to TO.  They are charged to the
# ingress port PORT.
data()
{
	pfc sw stats clear
	receive "$3" "got-$3" --count 500 --idle 10000
	send "$2" sent --dscp 26 --rate 20m --count 500 "$4"
	arrived "got-$3"
	is "$1: all datagrams arrive in order with their DSCP" \
		"$(value "got-$3" '[.datagrams, .flows[].out_of_order, .flows[].dscp] | tojson')" \
		'[500,0,{"26":500}]'
	is "$1: $5 charges all datagrams to PG 3 only" "$(stat sw "$5" \
		'[.[0].pg[] | [.rx_packets, .rx_bytes]] | tojson')" \
		"[$(printf '[0,0],%.0s' 0 1 2)[500,$((500 * NIC_FRAME))]$(
			printf ',[0,0]%.0s' 4 5 6 7)]"
	check "$1: all charges are released" empty
}

# one_pause: h2 injects an XOFF, and p2 at 1 Gb/s pauses for the time in this frame
one_pause()
{
	pfc sw stats clear
	in_ns h2 rawsend eth0 /tmp/h2.xoff > /dev/null
	wait_for 10 counted
	sleep 0.2
	is "p2 counts one XOFF, is paused for 65535 quanta of 512 ns" "$(stat sw p2 \
		'.[0] | [.port.rx_pfc, .prio[3].rx_xoff, .prio[3].rx_pause_time_ns,
		.prio[3].rx_paused] | tojson')" "[1,1,$((65535 * 512)),false]"
}

counted() { [ "$(stat sw p2 '.[0].prio[3].rx_xoff')" = 1 ]; }

# obeyed: while h2 pauses p2, datagrams wait in p2, charged to p1; after XON p2 sends them
obeyed()
{
	pfc sw port set dev p2 speed 10mbit
	pfc sw stats clear
	capture h2 eth0 held
	receive h2 got-held --count 20 --idle 10000
	hold h2 eth0 /tmp/h2.xoff
	wait_for 10 paused sw p2
	send h1 sent --dscp 26 --rate 20m --count 20 10.0.0.2
	wait_for 10 waits p2 20
	is "20 datagrams wait in p2, charged to p1" \
		"$(pfc sw -j stats show | jq -r 'map({(.dev): .}) | add |
		"\(.p2.queue[3].backlog_packets),\(.p1.pg[3].occupancy)"')" \
		"20,$((20 * NIC_FRAME))"
	release
	in_ns h2 rawsend eth0 /tmp/h2.xon > /dev/null
	check "p2 sends all datagrams after XON" wait_for 10 empty
	arrived got-held
	captures_end
	is "h2 captures XOFF, XON, then the data" \
		"$(kinds held | uniq | paste -sd' ')" "XOFF XON data"
	is "h2 receives all datagrams that p2 held" "$(value got-held .datagrams)" 20
}

# arrived NAME: waits until the receiver NAME exits by itself, because frames may stay in a
# NIC for a while
arrived() { wait "$(cat "/tmp/$1.pid")"; }
paused() { [ "$(stat "$1" "$2" '.[0].prio[3].rx_paused')" = true ]; }
queued() { stat sw "$1" '.[0].queue[3].backlog_packets'; }
waits() { [ "$(queued "$1")" = "$2" ]; }

# pauses_host: h1 pauses p1, so the PG of p2 fills and p2 sends XOFF to h2, whose eth0 is a
# port.  Frames in the rings of the NICs still arrive.  The capture does not make the NIC
# promiscuous (-p), so that the NIC's own filter has to pass PFC frames.
pauses_host()
{
	local sender holding

	pfc sw pfc set dev p2 prio-pfc 3:on
	pfc sw pg set dev p2 pg 3 xoff 40000 xon 30000 headroom 1100000
	pfc h2 port set dev eth0 speed 10mbit
	pfc sw stats clear
	capture h2 eth0 control -p ether proto 0x8808
	receive h1 got-paused --count 1000 --idle 10000
	hold h1 eth0 /tmp/h1.xoff
	wait_for 10 paused sw p1
	send h2 sent --dscp 26 --rate 10m --count 1000 10.0.0.1 &
	sender=$!
	check "p2 sends XOFF and h2/eth0 is paused" wait_for 10 paused h2 eth0
	sleep 0.5
	read -r -d '' -a holding < <(stat sw p2 \
		'.[0].pg[3] | .rx_bytes, .occupancy, .shared')
	is "p2 PG 3 holds all bytes that it received" "${holding[1]}" "${holding[0]}"
	between "the shared part holds the bytes up to XOFF" "${holding[2]}" $((40001 - NIC_FRAME)) 40000
	between "the headroom holds the bytes above XOFF" $((holding[1] - holding[2])) \
		"$NIC_FRAME" $((900 * NIC_FRAME))
	check "datagrams wait in the queue of the paused h2/eth0" [ "$(stat h2 eth0 \
		'.[0].queue[3].backlog_packets')" -gt 0 ]
	release
	in_ns h1 rawsend eth0 /tmp/h1.xon > /dev/null
	wait "$sender"
	check "all charges are released after the pause" wait_for 10 empty
	arrived got-paused
	captures_end
	is "h1 receives all datagrams in order" \
		"$(value got-paused '[.datagrams, .flows[].out_of_order] | tojson')" '[1000,0]'
	pause_frames
}

# pause_frames: the counters of p2 and of h2/eth0 match the PFC frames in the capture
pause_frames()
{
	local wire

	wire="$(kinds control | grep -c XOFF) $(kinds control | grep -c XON)"
	check "h2 receives XOFF and XON" eval "[[ '$wire' == [1-9]*' '[1-9]* ]]"
	is "p2 counts the sent XOFF and XON" "$(stat sw p2 \
		'.[0].prio[3] | .tx_xoff, .tx_xon' | paste -sd' ')" "$wire"
	is "h2/eth0 counts the received XOFF and XON" "$(stat h2 eth0 \
		'.[0].prio[3] | .rx_xoff, .rx_xon' | paste -sd' ')" "$wire"
}

# speed: prints the speed of p2 in Mb/s and its source, as pfcctl reports them
speed()
{
	pfc sw -j port show dev p2 |
		jq -r '.[0] | "\(.speed_bits_per_second / 1000000) \(.speed_source)"'
}

# nic_checks: runs all checks that do not depend on the NIC's model
nic_checks()
{
	data "to h2" h1 h2 10.0.0.2 p1
	data "from h2" h2 h1 10.0.0.1 p2
	one_pause
	obeyed
	become_port h2 eth0
	pauses_host
	check "p2 is empty at the end" empty
	cease h2 eth0
	cease sw p2
	# h1 is no port and drops PFC frames
	is "no packet is lost outside the ports" "$(losses | grep -v '^h1/eth0 rx_dropped')" ""
}
