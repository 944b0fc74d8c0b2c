#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl check prints one line for each fault of a configuration.  The command in the line
# fixes the fault.  For a configuration without faults it prints "no faults found".  pfcctl
# check link shows whether PFC frames arrive and pause, in both directions.  85-check.post
# checks the captures.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) p3 ── r0, v1 ── v2 (namespace without a name)
#   h2 eth0 ── p2 ┘
#
# mode: icount
# timeout: 300

. /tests/guest/lib/lib.sh

# configure NS DEV: adds a port and configures it so that check finds no fault
configure()
{
	pfcctl -n "$1" port add dev "$2" rate 1gbit &&
		pfcctl -n "$1" pfc set dev "$2" prio-pfc 3:on &&
		pfcctl -n "$1" pg set dev "$2" pg 3 headroom auto &&
		pfcctl -n "$1" watchdog set dev "$2" prio-watchdog 3:on
}

# reported NS ARGUMENTS...: prints the output of "pfcctl check" and its exit status
reported()
{
	local where=$1

	shift
	pfcctl -n "$where" check "$@" 2>&1
	echo "status $?"
}

# faultless NS DEV: checks that "pfcctl check" finds no fault at the port
faultless()
{
	is "$1/$2 has no fault" "$(reported "$1" dev "$2")" "$2: no faults found
status 0"
}

# named NS DEV TEXT PATTERN: checks that "pfcctl check" prints one fault, which matches
# PATTERN; sets $line to the printed line
named()
{
	line=$(reported "$1" dev "$2")
	is "$3: check prints one line and exits with status 1" "$(tail -n +2 <<< "$line")" "status 1"
	line=${line%%$'\n'*}
	note "$line"
	check "$3: the line names the fault" grep -qE -- "$4" <<< "$line"
}

# fixed NS DEV TEXT PATTERN: checks like named(), then runs the printed command and checks
# that it fixes the fault
fixed()
{
	named "$@"
	check "$3: the printed command succeeds" bash -c "${line##*; fix: }"
	faultless "$1" "$2"
}

star 2
is "no ports, no faults" "$(reported sw)" "no faults found at 0 ports
status 0"
refused "a device that is not a port" "p1: device is not a pfc port; fix: pfcctl -n sw port add dev p1;" pfcctl -n sw check dev p1
for port in sw/p1 sw/p2 h1/eth0 h2/eth0; do
	check "$port is a port" configure "${port%/*}" "${port#*/}"
done

# ---- a configuration without faults
is "the switch has no fault" "$(reported sw)" "no faults found at 2 ports
status 0"
is "a port without faults is reported in text and JSON" "$(reported sw dev p1; pfcctl -n sw -j check)" "p1: no faults found
status 0
[]"
is "a host has no fault" "$(reported h1)" "no faults found at 1 port
status 0"

# ---- PFC over the link
capture h1 eth0 h1
capture sw p1 p1
check "check link, the other end named" pfcctl -n sw check link dev p1 peer dev eth0 netns h1
pfcctl -n sw -j check link dev p1 > "$OUT/link.json"
is "PFC arrives and pauses in both directions" "$(value link \
	'[.[] | [.from, .to, .prio, .ok, .arrived, .paused]] | tostring')" \
	'[["p1","eth0",3,true,true,true],["eth0","p1",3,true,true,true]]'
is "PFC arrives within 100 ms" "$(value link '[.[] | (.latency_ns > 0 and
	.latency_ns < 1e8), .pause_time_ns > 0] | unique | tostring')" '[true]'
text=$(pfcctl -n sw check link dev p1 prio 3)
note "$text"
is "the text output reports both directions" "$(sed -E 's/after [0-9.]+ [^ ]*s and/after TIME and/' <<< "$text")" \
	"p1 -> eth0 (netns h1): PFC arrives after TIME and pauses priority 3
eth0 (netns h1) -> p1: PFC arrives after TIME and pauses priority 3"
captures_end
pfcctl -n sw -j stats show dev p1 > "$OUT/p1.json"
pfcctl -n h1 -j stats show dev eth0 > "$OUT/h1.json"
is "no priority remains paused" "$(value p1 '[.[0].prio[].rx_paused] | any') $(value h1 \
	'[.[0].prio[].rx_paused] | any')" "false false"
is "no pause has expired: no fault is reported" "$(reported sw; reported h1)" \
	"no faults found at 2 ports
status 0
no faults found at 1 port
status 0"
text=$(pfcctl -n sw check link dev p1 prio 4)
is "a priority that is not obeyed: exit status 1" "$?" 1
is "a priority that is not obeyed: both lines report it" "$text" \
	"p1 -> eth0 (netns h1): PFC arrives, but priority 4 is not obeyed; fix: pfcctl -n h1 pfc set dev eth0 prio-pfc-rx 4:on
eth0 (netns h1) -> p1: PFC arrives, but priority 4 is not obeyed; fix: pfcctl -n sw pfc set dev p1 prio-pfc-rx 4:on"
refused "check link without the capability" "needs CAP_NET_RAW" \
	capsh --drop=cap_net_raw -- -c 'pfcctl -n sw check link dev p1 peer dev p2'
refused "check link of a device that does not exist" "^pfcctl: p9: no such device; fix: ip -n sw link" \
	pfcctl -n sw check link dev p9
refused "a namespace that does not exist" "'h9': does not exist" \
	pfcctl -n sw check link dev p1 peer dev eth0 netns h9
refused "check link of a bridge" "br0: the other end is not known" \
	pfcctl -n sw check link dev br0
refused "ports that are not one link" "p1 -> p2: no PFC frame arrived within 1 s" \
	pfcctl -n sw check link dev p1 peer dev p2

# ---- one fault after the other
pfcctl -n sw port set dev p1 rate unlimited
fixed sw p1 "no rate" "^p1: no rate: .*pfcctl -n sw port set dev p1 rate 1gbit$"

pfcctl -n sw port set dev p1 rate unlimited
fixed h1 eth0 "no rate at the other end" "other end, p1 \(netns sw\), has no rate"

pfcctl -n h1 port set dev eth0 rate 500mbit
fixed sw p1 "another rate" "eth0 \(netns h1\), sends at 500 Mb/s, this port expects 1 Gb/s"

pfcctl -n sw port set dev p1 peer-rate 2gbit
fixed sw p1 "another peer-rate" "sends at 1 Gb/s, this port expects 2 Gb/s; .*peer-rate 1gbit$"
pfcctl -n sw port set dev p1 peer-rate own

pfcctl -n h1 port set dev eth0 speed 100mbit
fixed sw p1 "another speed" "speed is 1 Gb/s here, 100 Mb/s at the other end"

pfcctl -n h1 pfc set dev eth0 prio-pfc-rx 3:off
fixed sw p1 "XOFF not obeyed there" \
	"this port sends XOFF for priority 3, eth0 \(netns h1\) does not obey"

pfcctl -n sw pfc set dev p1 prio-pfc-rx 3:off
fixed sw p1 "XOFF not obeyed here" \
	"eth0 \(netns h1\) sends XOFF for priority 3, this port does not obey"

pfcctl -n h1 pfc set dev eth0 prio-pfc all:off flow-control pause
fixed sw p1 "PAUSE there, PFC here" "flow-control is pfc here, pause at the other end"

for where in "h1 eth0" "sw p1"; do
	# shellcheck disable=SC2086 # two words
	set -- $where
	pfcctl -n "$1" pfc set dev "$2" prio-pfc all:off flow-control pause
	pfcctl -n "$1" pg set dev "$2" pg 0 headroom auto
	pfcctl -n "$1" watchdog set dev "$2" prio-watchdog all:on
done
faultless sw p1
text=$(pfcctl -n sw check link dev p1)
is "PAUSE over the link" "$(sed -E 's/after [0-9.]+ [^ ]*s and/after TIME and/' <<< "$text")" \
	"p1 -> eth0 (netns h1): PAUSE arrives after TIME and pauses all priorities
eth0 (netns h1) -> p1: PAUSE arrives after TIME and pauses all priorities"
for where in "h1 eth0" "sw p1"; do
	# shellcheck disable=SC2086 # two words
	set -- $where
	pfcctl -n "$1" watchdog set dev "$2" prio-watchdog all:off 3:on
	pfcctl -n "$1" pfc set dev "$2" flow-control pfc prio-pfc 3:on
done
faultless sw p1

pfcctl -n h1 map set dev eth0 dscp-prio 26:5
is "a user without CAP_SYS_ADMIN gets no report about the other end" \
	"$(in_ns sw setpriv --reuid=65534 --clear-groups pfcctl check; echo "status $?")" \
	"no faults found at 2 ports
status 0"
check "without -n the printed command names the namespace of the other end" grep -q \
	"fix: pfcctl -n h1 map set dev eth0 dscp-prio 26:3$" <<< "$(in_ns sw pfcctl check)"
pfcctl -n h1 map set dev eth0 dscp-prio 26:4 30-31:0
fixed sw p1 "another map" \
	"DSCP 26 has priority 3 here, 4 at .*, and 2 more differ; .* dscp-prio 26:3 30-31:3$"

pfcctl -n h1 port del dev eth0
text=$(pfcctl -n sw check link dev p1)
is "check link, the other end is not a port: exit status 1" "$?" 1
check "the direction to the device that is not a port fails" grep -qF \
	"p1 -> eth0 (netns h1): eth0 (netns h1) is not a port, so it does not obey PFC; fix: " \
	<<< "$text"
check "the other direction works" grep -qE \
	"^eth0 \(netns h1\) -> p1: PFC arrives after .* pauses priority 3$" <<< "$text"
fixed sw p1 "the other end is not a port" "eth0 \(netns h1\), is not a port"
pfcctl -n h1 pg set dev eth0 pg 3 headroom auto
fixed h1 eth0 "no watchdog" "priority 3 obeys XOFF without a watchdog"

pfcctl -n sw pg set dev p1 pg 3 headroom 10K
fixed sw p1 "too little headroom" "PG 3 has 10 KiB of headroom, the link needs"

size=$(pfcctl -n sw -j pool show | jq '.[0].size')
pfcctl -n sw pg set dev p1 pg 3 headroom 10K
pfcctl -n sw pool set size "$(pfcctl -n sw -j pool show | jq '.[0].reserved + 65536')"
fixed sw p1 "too little headroom, no room in the pool" \
	"fix: pfcctl -n sw pool set default size [0-9]+M && pfcctl .* headroom auto$"
pfcctl -n sw pool set size "$size"

pfcctl -n sw ets set dev p1 prio-tc 0-2:0 3:1 4-7:0 tc-tsa 0:ets 1:strict tc-bw 0:100 1:0
fixed sw p1 "a strict class with lossless traffic" \
	"lossless priority 3 in strict class 1 may starve priority 0,1,2,4,5,6,7"

sysctl -qw net.core.wmem_max=8388608
fixed h1 eth0 "a large send buffer" \
	"may send 8 MiB \(net.core.wmem_max\), priority 3 holds only 4 MiB .* 8M$"
faultless sw p1
sysctl -qw net.core.wmem_max=212992

sysctl -qw net.core.default_qdisc=pfc
check "outside of init's namespace the printed command enters it" grep -q \
	"fix: nsenter --net=/proc/1/ns/net sysctl -w net.core.default_qdisc=fq_codel$" \
	<<< "$(in_ns sw pfcctl check)"
fixed sw p1 "pfc as the default qdisc" "default_qdisc is pfc"

mkdir -p /tmp/bpf
mount -t bpf bpf /tmp/bpf
check "an XDP program is loaded" bpfprio --xdp /tmp/bpf/pass
check "the XDP program is attached to p1" ip -n sw link set dev p1 xdp pinned /tmp/bpf/pass
fixed sw p1 "XDP" "this port has an XDP program"
check "the XDP program is attached to h1 eth0" ip -n h1 link set dev eth0 xdp pinned /tmp/bpf/pass
fixed sw p1 "XDP at the other end" "eth0 \(netns h1\) has an XDP program"

# The peer sends a pause of 256 quanta (131 us at 1 Gb/s) and no XON
printf '0 0180c20000010200000000018808010100080000000000000100%068d\n' 0 > /tmp/short
pfcctl -n h1 pfc set dev eth0 pause-time 1000
in_ns h1 rawsend eth0 /tmp/short > /dev/null
fixed sw p1 "a pause that expires" "1 pause of priority 3 ended without XON"
is "the peer asks for longer pauses" "$(pfcctl -n h1 pfc show dev eth0 |
	grep -o 'pause-time [0-9]*')" "pause-time 65535"

# ---- the headroom overflows, because h1 does not obey XOFF
pfcctl -n h1 pfc set dev eth0 prio-pfc-rx 3:off
pfcctl -n sw pg set dev p1 pg 3 xoff 4K xon 2K headroom 4K
pfcctl -n sw port set dev p2 rate 1mbit
send h1 lost --dscp 26 --rate 100m --count 100 10.0.0.2
pfcctl -n sw port set dev p2 rate 1gbit
pfcctl -n h1 pfc set dev eth0 prio-pfc-rx 3:on
_drained() { [ "$(stat sw p1 '.[0].pg[3].occupancy')" = 0 ]; }
wait_for 20 _drained
pfcctl -n sw pg set dev p1 pg 3 xon 96K xoff 128K headroom auto
fixed sw p1 "the headroom was full" \
	"PG 3 has lost [0-9]+ lossless packets \(drop_headroom\): the headroom was full"

# ---- a peer in the initial network namespace, which has no name
ip link add r0 type veth peer name p3 netns sw
ip link set r0 up
up sw p3
configure sw p3
named sw p3 "a peer in a namespace without a name" \
	"r0 \(netns /proc/[0-9]+/ns/net\), is not a port"
check "the printed command works in that namespace" bash -c "${line##*; fix: }"
faultless sw p3

# ---- both ends in one namespace
ip link add v1 index 301 type veth peer name v2 index 302
ip link set v1 up
ip link set v2 up
for dev in v1 v2; do
	for command in "port add dev $dev rate 1gbit" "pfc set dev $dev prio-pfc 3:on" \
		"pg set dev $dev pg 3 headroom auto" "watchdog set dev $dev prio-watchdog 3:on"; do
		# shellcheck disable=SC2086 # words
		pfcctl $command
	done
done
pfcctl watchdog set dev r0 prio-watchdog 3:on
pfcctl pg set dev r0 pg 3 headroom auto
is "three ports without faults" "$(pfcctl check)" "no faults found at 3 ports"
pfcctl port set dev v2 speed 100mbit
text=$(pfcctl check)
is "a disagreement of two ports in one namespace is reported once" "$text" \
	"v1: the speed is 1 Gb/s here, 100 Mb/s at the other end, v2: pauses differ in length; fix: pfcctl port set dev v2 speed 1gbit"
check "a printed command without a namespace succeeds" bash -c "${text##*; fix: }"
is "three ports without faults again" "$(pfcctl check)" "no faults found at 3 ports"
is "the JSON object of a fault is complete" "$(pfcctl port set dev v2 rate 2gbit; pfcctl -j check dev v1 | jq -c \
	'[.[] | del(.message)]')" \
	'[{"check":"peer-rate","dev":"v1","fix":"pfcctl port set dev v2 rate 1gbit","pg":null,"prios":[]}]'
pfcctl port set dev v2 rate 1gbit

# ---- devices above ports, and filters before them
ip -n sw link add vx0 mtu 1400 type vxlan id 5 dstport 4789 local 10.9.0.1 remote 10.9.0.2
up sw vx0
fixed sw p1 "a tunnel without tos inherit" "^vx0: the tunnel sends all packets with DSCP 0.* tos inherit$"
ip -n sw link add vlan9 link p1 type vlan id 9
ip -n sw link set vlan9 netns h1
named sw p1 "a device of another namespace" "^vx0: packets .* not charged .*: a device of another"
ip -n h1 link del vlan9
faultless sw p1
ip -n sw link del vx0
ip -n sw link add wg0 type wireguard
up sw wg0
named sw p1 "a device that loses charges" "^wg0: packets .* not charged .*: WireGuard removes"
ip -n sw link del wg0
tc -n sw qdisc add dev p1 clsact
tc -n sw filter add dev p1 ingress matchall action mirred egress mirror dev p2
faultless sw p1
tc -n sw filter add dev p1 ingress matchall action pass action mirred egress redirect dev p2
named sw p1 "a redirect before the port" "^p1: an ingress filter \(matchall\) redirects packets before"
tc -n sw qdisc del dev p1 clsact
tc -n sw qdisc add dev p1 ingress
tc -n sw filter add dev p1 ingress protocol ip flower ip_proto udp action mirred egress redirect dev p2
named sw p1 "a redirect by the qdisc ingress" "^p1: an ingress filter \(flower\) redirects packets before"
tc -n sw qdisc del dev p1 ingress
faultless sw p1
printf '0 0180c20000010200000001018808%s\n' 0101000800000000 > /tmp/short
in_ns h1 rawsend --bypass eth0 /tmp/short > /dev/null
short_counted() { [ "$(stat sw p1 '.[].port.rx_bad_length')" = 1 ]; }
wait_for 5 short_counted
fixed sw p1 "a short PFC frame" "^p1: 1 PFC or PAUSE frame ignored: shorter than 60 bytes"

# ---- losses outside of the ports: check prints no command for them
printf '0 02000000010102000000010288b5%092d\n' 0 > /tmp/stranger
in_ns sw rawsend p1 /tmp/stranger > /dev/null
wait_for 10 in_ns h1 grep -qx 1 /sys/class/net/eth0/statistics/rx_dropped
named sw p1 "a packet that a device drops" "of eth0 \(netns h1\), .*: rx_dropped 1$"
is "a packet that a device dropped before the interval is not reported" \
	"$(reported sw dev p1 interval 100ms)" "p1: no faults found
status 0"
(sleep 0.3; in_ns sw rawsend p1 /tmp/stranger > /dev/null) &
check "a packet that a device drops in the interval is reported" grep -q "rx_dropped 1$" \
	<<< "$(reported sw dev p1 interval 2s)"
wait $!
