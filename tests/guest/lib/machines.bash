# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A fabric over two machines, a and b.  Both run the same test at the same time; $MACHINE is the
# name of this one.  Each is a switch with two hosts.  A wire connects the NICs of the machines,
# and the devices "wire" of the switches are the NICs or the ends of a tunnel between them.
#
#            machine a                            machine b
#   a1 eth0 ── p1 ┐                                     ┌ p1 ── eth0 b1
#                 ├ br0 (sw) wire ═══════ wire (sw) br0 ┤
#   a2 eth0 ── p2 ┘                                     └ p2 ── eth0 b2
#    20 Mb/s                                                   20 Mb/s
#
# a1, a2 and b1 send to b2, and b1 also to a2, so both ends of the wire send XOFF.
#
# Source it after lib.sh.  The caller has the headers "machines: 2 MODEL" and "mode: smp", and a
# link to machines.post, which checks the captures of both machines.

COUNT=${COUNT:-2500}	# datagrams of each lossless flow to b2
RATE=100mbit SLOW_RATE=20mbit
OVERHEAD=24	# bytes of a frame on the wire in addition to its own
PEER=b
[ "$MACHINE" = a ] || {
	PEER=a
	_links=16	# other addresses than on the other machine
}

exec 7<> /dev/vport0p3

# meet WORDS...: waits until the other machine calls meet, and prints its words.  Fails after two
# minutes.
meet()
{
	local words

	echo "$*" >&7
	IFS= read -r -t 120 -u 7 words || return
	echo "$words"
}

# together STEP: both machines have come to this step
together() { is "both machines come to: $1" "$(meet "$1")" "$1"; }

# lossless_port NS DEV RATE [SETTING...]: a port that can be lossless for priority 3.  The headroom
# holds what arrives at the rate of the wire in 80 ms: an emulated CPU may pause that long.
lossless_port()
{
	local where=$1 dev=$2 rate=$3

	shift 3
	check "$where/$dev is a port" pfc "$where" -b - <<-END
		port add dev $dev rate $rate $*
		pg set dev $dev pg 0 limit 40K
		pg set dev $dev pg 3 limit 40K xoff 40K xon 20K headroom 1M
	END
}

# pfc_on: PFC for priority 3 on all ports
pfc_on()
{
	local port

	for port in "${MACHINE}1 eth0" "${MACHINE}2 eth0" "sw p1" "sw p2" "sw wire"; do
		# shellcheck disable=SC2086 # two words
		set -- $port
		check "$1/$2: PFC for priority 3" pfc "$1" pfc set dev "$2" prio-pfc 3:on
	done
}

# nic NAME: moves the NIC of this machine into the switch, under this name
nic()
{
	local path

	path=$(grep -l "02:00:00:00:ff:0$MACHINE" /sys/class/net/*/address)
	path=${path%/address}
	ip link set "${path##*/}" netns sw name "$1"
	offload sw "$1" off
	up sw "$1"
}

# underlay: the NIC is the device "under" that carries a tunnel between the addresses in $HERE and
# $THERE.  Its MTU leaves room for the headers of the tunnel, and its queue drops no packet for its
# delay, as fq_codel would.
underlay()
{
	HERE=192.168.9.1 THERE=192.168.9.2
	[ "$MACHINE" = a ] || { HERE=192.168.9.2 THERE=192.168.9.1; }
	nic under
	ip -n sw link set under mtu 1600
	tc -n sw qdisc replace dev under root pfifo limit 10000
	ip -n sw address add $HERE/24 dev under
	neighbour sw under $THERE "02:00:00:00:ff:0$PEER"
}

# tunnel KIND OPTIONS...: creates "wire", the end of a tunnel to the other machine
tunnel()
{
	ip -n sw link add wire address "02:00:00:00:78:0$MACHINE" mtu 1500 type "$1" \
		local "$HERE" remote "$THERE" "${@:2}"
	offload sw wire off
	up sw wire
}

# build DRIVER COMMAND...: creates the part of this machine; COMMAND creates "wire" on a NIC with
# this driver
build()
{
	local first=${MACHINE}1 second=${MACHINE}2 net=10.0.0.1 far=10.0.0.2 theirs n

	[ "$MACHINE" = a ] || net=10.0.0.2 far=10.0.0.1
	modprobe "$1"
	# A CPU that pauses must not overflow the queues between the ends of a veth
	sysctl -qw net.core.netdev_max_backlog=10000
	ns "$first" "$second" sw
	link "$first" eth0 sw p1
	link "$second" eth0 sw p2
	for n in "$first eth0" "$second eth0" "sw p1" "sw p2"; do
		# shellcheck disable=SC2086 # two words
		one_cpu $n 1
	done
	"${@:2}"
	mkbridge sw br0 p1 p2 wire
	fdb sw p1 "$first" eth0
	fdb sw p2 "$second" eth0
	lan "$first/eth0=${net}1" "$second/eth0=${net}2"
	# The addresses of the other machine's hosts
	read -ra theirs < <(meet "$(mac "$first" eth0) $(mac "$second" eth0)")
	is "the other machine sends two addresses" "${#theirs[@]}" 2
	for n in 1 2; do
		bridge -n sw fdb replace "${theirs[n - 1]}" dev wire master static
		neighbour "$first" eth0 "$far$n" "${theirs[n - 1]}"
		neighbour "$second" eth0 "$far$n" "${theirs[n - 1]}"
	done
	lossless_port "$first" eth0 $RATE
	lossless_port sw p1 $RATE
	lossless_port "$second" eth0 $SLOW_RATE
	lossless_port sw p2 $SLOW_RATE
	# A NIC reports another speed, and a pause would be shorter than a CPU of a guest may pause
	lossless_port sw wire $RATE speed $RATE overhead $OVERHEAD
}

# empty NS...: no port in these namespaces has a charge or a backlog
empty()
{
	local where stats

	for where in "$@"; do
		stats=$(pfc "$where" -j stats show) || return
		! grep -qE '"(occupancy|backlog_bytes)":[1-9]' <<< "$stats" || return
	done
}

# drained NS...: no frame waits on either machine; these are the namespaces of this one.  A frame
# that is on the wire at the first check is in a queue at the second one.
drained()
{
	check "the ports of this machine become empty" wait_for 60 empty "$@"
	together "empty"
	check "the ports of this machine are still empty" wait_for 60 empty "$@"
	together "still empty"
}

# flow HOST N ADDRESS COUNT [OPTIONS...]: starts a flow of the hosts
flow()
{
	send "$1" "$name-$2" --flow "$2" --sndbuf 100k --count "$4" "${@:5}" "$3" &
	senders+=($!)
}

# flows NAME COUNT: all flows of this machine, the receiver on it, and the end of all of them
flows()
{
	local name=$1 count=$2 senders=()

	receive "${MACHINE}2" "$name"
	together "flows $name"
	case $MACHINE in
	a)
		flow a1 1 10.0.0.22 "$count" --dscp 26
		flow a1 11 10.0.0.22 "$count"
		flow a2 2 10.0.0.22 $((count / 2)) --dscp 26
		;;
	b)
		flow b1 3 10.0.0.22 "$count" --dscp 26
		flow b1 4 10.0.0.12 $((count / 2)) --dscp 26
		;;
	esac
	wait "${senders[@]}"
	drained "${MACHINE}1" "${MACHINE}2" sw
	received "$name"
}

# arrived NAME FLOW: datagrams, and those that are missing, double or out of order
arrived()
{
	value "$1" ".flows[\"$2\"] | \"\(.datagrams) \(.missing) \(.duplicates) \(.out_of_order)\""
}

# without_pfc: the same flows without PFC lose datagrams of priority 3
without_pfc()
{
	flows lossy 400
	[ "$MACHINE" = b ] || return 0
	between "without PFC: datagrams of a1 that arrive" "$(value lossy '.flows["1"].datagrams')" 1 399
}

# with_pfc: the same flows with PFC lose none.  machines.post checks the captures.
with_pfc()
{
	pfc_on
	together "PFC is on"
	capture sw wire wire
	flows lossless "$COUNT"
	captures_end
	pfc sw -j stats show > "$OUT/sw.ports"
	pfc "${MACHINE}1" -j stats show > "$OUT/host.ports"
	case $MACHINE in
	a)
		is "all datagrams of b1 arrive at a2, in order" "$(arrived lossless 4)" \
			"$((COUNT / 2)) 0 0 0"
		;;
	b)
		is "all datagrams of a1 arrive, in order" "$(arrived lossless 1)" "$COUNT 0 0 0"
		is "all datagrams of a2 arrive, in order" "$(arrived lossless 2)" \
			"$((COUNT / 2)) 0 0 0"
		is "all datagrams of b1 arrive, in order" "$(arrived lossless 3)" "$COUNT 0 0 0"
		between "the lossy class loses datagrams, arrived" \
			"$(value lossless '.flows["11"].datagrams')" 1 $((COUNT - 1))
		;;
	esac
	is "no packet is lost outside the ports" "$(losses)" ""
	together "end"
}
