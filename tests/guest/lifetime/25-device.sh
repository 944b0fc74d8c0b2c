#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A port and its device.  Frames stay in the queues of the port while the transmit queue of
# the device is stopped, also if the device has several queues and uses one of them.
# Automatic headroom does not change when the carrier is lost, and covers the driver's ring.
# PFC frames use the class of control traffic.  Taps get each of them once, also if the device
# refuses it.
# Independent checks: the device itself (tests/testdev) and the counters of tc.
#
#   test0: a device with 4 transmit queues, 1 of them in use
#
# timeout: 120
# mode: any
# kernels: 6.1 6.12 7.2 7.3

. /tests/guest/lib/lib.sh

DEVICE=/sys/module/testdev/parameters

# field FILTER: prints a field of the port's PG 3
field() { pfcctl -j pg show dev test0 | jq ".[0].pg[3].$1"; }

# device_set PARAMETER VALUE: sets a parameter of the device
device_set() { echo "$2" > "$DEVICE/$1"; }

# Without IPv6 the device carries only the frames of the test
sysctl -qw net.ipv6.conf.default.disable_ipv6=1
check "the module of the device is loaded" modprobe testdev
check "the device is up" ip link set test0 up
check "the device becomes a port" pfcctl port add dev test0
is "the port has the speed of the device" \
	"$(pfcctl -j port show dev test0 | jq -r '.[0] | "\(.speed_bits_per_second) \(.speed_source)"')" \
	"100000000000 device"

# ---- the ring and the carrier --------------------------------------------

check "the headroom is set to automatic" pfcctl pg set dev test0 pg 3 headroom auto
ring=$(pfcctl -j headroom dev test0 | jq '.[0].terms.ring')
is "the headroom covers the bytes of the ring" "$ring" $((256 * 1518))
before=$(field headroom)
device_set carrier 0
sleep 2
is "without a carrier the device has no speed" \
	"$(ethtool test0 2> /dev/null | sed -n 's/.*Speed: //p')" "Unknown!"
is "the headroom does not change without a carrier" "$(field headroom)" "$before"
is "the speed does not change without a carrier" \
	"$(pfcctl -j port show dev test0 | jq '.[0].speed_bits_per_second')" 100000000000
device_set speed 25000
device_set carrier 1
wait_for 10 sh -c 'pfcctl port show dev test0 | grep -q "speed 25 Gb/s"'
is "the port has the new speed when the carrier returns" \
	"$(pfcctl -j port show dev test0 | jq '.[0].speed_bits_per_second')" 25000000000
check "the headroom decreases with the speed" test "$(field headroom)" -lt "$before"
device_set ring 512
check "the MTU is set to 1400" ip link set test0 mtu 1400
is "a change of the MTU updates the ring's bytes" \
	"$(pfcctl -j headroom dev test0 | jq '.[0].terms.ring')" \
	$((512 * 1418))

# ---- the stopped queue ---------------------------------------------------

check "the device has transmit queues" \
	test "$(find /sys/class/net/test0/queues -name 'tx-*' | wc -l)" -ge 1
ip address add 10.0.0.1/24 dev test0
ip neighbour replace 10.0.0.2 lladdr 02:00:00:00:00:02 dev test0 nud permanent
check "a rate of the port is set" pfcctl port set dev test0 rate 1gbit
sent() { cat /sys/class/net/test0/statistics/tx_packets; }
device_set stopped 1
sleep 0.1
before=$(sent)
udpsend --count 10 --size 100 10.0.0.2 > "$OUT/sent.json"
is "a stopped device sends no frame" "$(($(sent) - before))" 0
is "frames for a stopped device stay in the port's queue" \
	"$(pfcctl -j stats show dev test0 | jq '.[0].queue[0].backlog_packets')" 10
is "the kernel requeues no frame" \
	"$(tc -s qdisc show dev test0 | sed -n 's/.* requeues \([0-9]*\).*/\1/p' | head -n 1)" 0
device_set stopped 0
wait_for 10 sh -c "[ \$(cat /sys/class/net/test0/statistics/tx_packets) -ge $((before + 10)) ]"
is "the device sends all frames when it is started" "$(($(sent) - before))" 10
check "the port is deleted" pfcctl port del dev test0
check "the module of the device is unloaded" rmmod testdev

# ---- PFC frames of a device with traffic classes -------------------------------

ip link add other type dummy	# the device that test0 leaves in a frame that it refuses
check "the module is loaded for a device with two classes" modprobe testdev classes=1
ip netns attach here $$
up here test0
check "the device with classes becomes a port" pfcctl port add dev test0
check "the port sends PFC" pfcctl pfc set dev test0 prio-pfc 3:on
before=$(sent)	# before the device has sent PFC frames
capture here test0 pfc
capture here any all ether proto 0x8808
device_set refuse 1
check "XOFF is forced" pfcctl impair set dev test0 prio 3 xoff-duty 50%/100ms
sleep 1
check "XOFF is no longer forced" pfcctl impair off dev test0
captures_end
mapfile -t -d , queues < $DEVICE/sent
between "the device sends XOFF and XON" $(($(sent) - before)) 10 100000
is "all of them leave by the first queue of the class of control traffic" \
	"${queues[*]}" "0 0 $(sent) 0"$'\n'
is "the device has refused a frame" "$(cat $DEVICE/refuse)" 0
for tap in pfc all; do
	is "the tap $tap gets each frame once, with its device" \
		"$(tcpdump -Z root -r "$OUT/$tap.pcap" 2> /dev/null | grep -c .)" $(($(sent) - before))
done
check "the port with classes is deleted" pfcctl port del dev test0
check "the module of the device with classes is unloaded" rmmod testdev
