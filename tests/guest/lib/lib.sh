# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the guest tests.  Each test sources it.  A test is a list of checks.  A
# check that fails does not end the test.  See tests/README.md.

set -u

OUT=${OUT:-/out}	# results of the test, for the host
IN=${IN:-/in}		# files that NAME.pre has written on the host
RELEASE=$(uname -r)
export OUT IN RELEASE

# ---- checks ---------------------------------------------------------------

_checks=0
_failed=0

_verdict()
{
	local status=$1

	_checks=$((_checks + 1))
	if [ "$status" = 0 ]; then
		echo "ok $_checks - $2"
	else
		_failed=$((_failed + 1))
		echo "not ok $_checks - $2"
	fi
	return "$status"
}

note() { echo "#   ${*//$'\n'/$'\n'#   }"; }

# check TEXT COMMAND...: the command succeeds
check()
{
	local text=$1 output status

	shift
	output=$("$@" 2>&1)
	status=$?
	_verdict "$status" "$text" && return
	note "$* (status $status)"
	[ -z "$output" ] || note "$output"
	return "$status"
}

# is TEXT GOT WANTED: GOT equals WANTED
is()
{
	[ "$2" = "$3" ]
	_verdict $? "$1" || note "got:    $2
wanted: $3"
}

# between TEXT GOT LOW HIGH: the integer GOT is in the range LOW to HIGH, ends included
between()
{
	[[ $2 =~ ^-?[0-9]+$ ]] && [ "$2" -ge "$3" ] && [ "$2" -le "$4" ]
	_verdict $? "$1" || note "got:    $2
wanted: $3 to $4"
}

# refused TEXT PATTERN COMMAND...: the command fails, and its output matches PATTERN
refused()
{
	local text=$1 pattern=$2 output status

	shift 2
	output=$("$@" 2>&1)
	status=$?
	[ "$status" != 0 ] && grep -qE -- "$pattern" <<< "$output"
	_verdict $? "$text" || note "$* (status $status)
got:    $output
wanted: $pattern"
}

# expect_message PATTERN: a message of the kernel that names the module and matches PATTERN, of level
# warning or worse, does not fail the test
expect_message() { echo "$1" >> "$OUT/expected-messages"; }

# skip TEXT REASON: skips the check on a debug kernel; on any other kernel the check fails
skip()
{
	if [ -z "${2:-}" ] || [ "${SLOW:-1}" = 1 ]; then
		_verdict 1 "$1"
		note "skipped here: ${2:-without a reason}"
		return
	fi
	_checks=$((_checks + 1))
	echo "ok $_checks - $1 # SKIP $2"
}

# lacks TEXT: REASON: skips a check that this kernel does not allow
lacks()
{
	_checks=$((_checks + 1))
	echo "ok $_checks - ${1%%: *} # SKIP ${1#*: }"
}

# wait_for SECONDS COMMAND...: waits until the command succeeds; fails after SECONDS
wait_for()
{
	local deadline=$((SECONDS + $1 * ${SLOW:-1}))

	shift
	until "$@" > /dev/null 2>&1; do
		[ "$SECONDS" -lt "$deadline" ] || return 1
		sleep 0.05
	done
}

_finish()
{
	local status=$?

	trap - EXIT
	captures_end
	_end_jobs
	echo "1..$_checks"
	# If a check failed, exit with 0: the output already shows it, and count() in guest-test
	# compares it with this number.  Otherwise, exit with the script's own status.
	[ "$_failed" = 0 ] || status=0
	exit "$status"
}

_end_jobs()
{
	local pids

	mapfile -t pids < <(jobs -p)
	[ ${#pids[@]} = 0 ] || kill "${pids[@]}" 2>/dev/null
	wait
}

trap _finish EXIT

# ---- hosts and links ------------------------------------------------------

_links=0

# in_ns NS COMMAND...: runs the command in the namespace NS
in_ns() { nsexec "$@"; }

# ns [-6] NAME...: creates namespaces; -6 enables IPv6 in them
ns()
{
	local name no_ipv6=1

	if [ "$1" = -6 ]; then
		no_ipv6=0
		shift
	fi
	for name in "$@"; do
		ip netns add "$name"
		in_ns "$name" sysctl -qw \
			net.ipv6.conf.all.disable_ipv6=$no_ipv6 \
			net.ipv6.conf.default.disable_ipv6=$no_ipv6 \
			net.ipv6.conf.default.accept_dad=0 \
			net.ipv6.conf.default.router_solicitations=0 \
			net.ipv6.conf.default.addr_gen_mode=1
		in_ns "$name" busybox ip link set lo up
	done
}

# link [-o] NS1 DEV1 NS2 DEV2: creates a veth pair and sets it up, without offloads
# (-o: with offloads).  The Nth link has the addresses 02:00:00:00:NN:01 and
# 02:00:00:00:NN:02.
link()
{
	local offloads=off n

	if [ "$1" = -o ]; then
		offloads=on
		shift
	fi
	_links=$((_links + 1))
	n=$(printf '%02x' "$_links")
	# Give each device its own index: if two devices in different namespaces have the same
	# index, the kernel may need a second to detect the carrier
	ip link add "$2" netns "$1" index $((_links * 2 + 100)) \
		address "02:00:00:00:$n:01" type veth \
		peer name "$4" netns "$3" index $((_links * 2 + 101)) \
		address "02:00:00:00:$n:02" || return
	offload "$1" "$2" "$offloads"
	offload "$3" "$4" "$offloads"
	ip -n "$1" link set "$2" up
	up "$3" "$4"
	_sees "$1" "$2/operstate" "up unknown"
}

# up NS DEV...: sets devices up and waits until they carry packets.  Packets sent
# earlier are lost, and no counter shows them.
up()
{
	local where=$1 dev

	shift
	for dev in "$@"; do
		ip -n "$where" link set "$dev" up
		_sees "$where" "$dev/operstate" "up unknown"
	done
}

# _sees NS FILE WORDS: waits until FILE in /sys/class/net contains one of WORDS
_sees()
{
	# shellcheck disable=SC2016 # sh expands $1 and $2, not this shell
	nsexec "$1" busybox timeout $((10 * ${SLOW:-1})) sh -c '
		while read -r state < "/sys/class/net/$1"; do
			case " $2 " in *" $state "*) exit ;; esac
			usleep 5000
		done
		exit 1' - "$2" "$3" || _verdict 1 "$1/$2 becomes $3"
}

# offload NS DEV on|off: checksum, segmentation and receive offloads
offload()
{
	in_ns "$1" ethtool -K "$2" tx "$3" sg "$3" tso "$3" gso "$3" gro "$3" \
		> /dev/null 2>&1 || true
}

# one_cpu NS DEV MASK: one CPU receives all packets of the device.  Without this, a packet on
# a veth is received by the CPU that sent it, so packets of several CPUs can lose their order.
one_cpu() { in_ns "$1" sh -c "echo $3 > /sys/class/net/$2/queues/rx-0/rps_cpus"; }

# mac NS DEV: prints the MAC address
mac() { in_ns "$1" cat "/sys/class/net/$2/address"; }

# strict NS DEV...: all traffic classes of these ports use strict priority
strict()
{
	local where=$1 dev

	shift
	for dev in "$@"; do
		check "$dev: all classes are strict" \
			pfc "$where" ets set dev "$dev" tc-tsa all:strict tc-bw all:0
	done
}

# mkbridge NS NAME PORT...: creates a bridge without learning, STP and multicast snooping
mkbridge()
{
	local where=$1 name=$2 port

	shift 2
	# Learning is off, because the kernel warns (RTNL in fdb_del_hw_addr) if a learned FDB
	# entry ages out while fdb() makes this entry static
	{
		echo "link add $name type bridge stp_state 0 mcast_snooping 0 forward_delay 0"
		[ $# = 0 ] || printf "link set %s master $name\n" "$@"
		[ $# = 0 ] || printf "link set %s type bridge_slave learning off\n" "$@"
		echo "link set $name up"
	} | ip -n "$where" -force -batch -
	# A bridge sees the carrier of its ports up to a second late
	for port in "$@"; do
		_sees "$where" "$port/brport/state" 3	# forwarding
	done
}

# fdb SWITCH PORT NS DEV: adds a static FDB entry: SWITCH reaches DEV through PORT
fdb()
{
	bridge -n "$1" fdb replace "$(mac "$3" "$4")" dev "$2" master static
}

# lan NS/DEV=ADDRESS...: assigns the addresses (IPv4 /24, IPv6 /64) and adds permanent
# neighbour entries, so that no host sends ARP or neighbour solicitations
lan()
{
	local self other dev bits
	local -A macs

	for self in "$@"; do
		dev=${self#*/}
		macs[$self]=$(mac "${self%%/*}" "${dev%%=*}")
	done
	for self in "$@"; do
		dev=${self#*/} dev=${dev%%=*} bits=24
		[[ $self != *:* ]] || bits=64
		{
			echo "address add ${self#*=}/$bits dev $dev"
			for other in "$@"; do
				[ "$other" = "$self" ] || echo "neighbour replace ${other#*=}" \
					"lladdr ${macs[$other]} dev $dev nud permanent"
			done
		} | ip -n "${self%%/*}" -force -batch -
	done
}

# add_vlan ID N...: gives each host hN a device eth0.ID with the address 10.0.ID.N
add_vlan()
{
	local id=$1 n

	shift
	for n in "$@"; do
		ip -n "h$n" link add link eth0 name "eth0.$id" type vlan id "$id"
		ip -n "h$n" address add "10.0.$id.$n/24" dev "eth0.$id"
		ip -n "h$n" link set "eth0.$id" up
	done
}

# star N: a star of the hosts h1 to hN
star() { local numbers; mapfile -t numbers < <(seq "$1"); star_of "${numbers[@]}"; }

# star_of N...: hosts hN with the addresses 10.0.0.N.  Host hN is connected to port pN of
# the bridge br0 in the switch sw.
star_of()
{
	local addresses=() n

	ns "${@/#/h}" sw
	for n in "$@"; do
		link "h$n" eth0 sw "p$n"
	done
	mkbridge sw br0 "${@/#/p}"
	for n in "$@"; do
		fdb sw "p$n" "h$n" eth0
		addresses+=("h$n/eth0=10.0.0.$n")
	done
	lan "${addresses[@]}"
}

# neighbour NS DEV ADDRESS MAC: adds a permanent neighbour entry
neighbour()
{
	ip -n "$1" neighbour replace "$3" lladdr "$4" dev "$2" nud permanent
}

# ---- module and tool ------------------------------------------------------

# pfc NS ARGUMENTS...: runs pfcctl in a namespace
pfc() { local where=$1; shift; in_ns "$where" pfcctl "$@"; }

# stat NS DEV PATH...: prints fields of the port's statistics; PATH is a jq path
stat()
{
	local where=$1 dev=$2

	shift 2
	pfc "$where" -j stats show dev "$dev" | _pick "$@"
}

# _pick PATH...: prints several fields with one jq, because each start of jq is slow
_pick() { local IFS=,; jq -r "$*"; }

# ---- traffic --------------------------------------------------------------

# receive NS NAME ARGUMENTS...: starts udprecv; its report is $OUT/NAME.json
receive()
{
	local where=$1 name=$2

	shift 2
	rm -f "/tmp/$name.ready"
	nsexec "$where" udprecv --ready "/tmp/$name.ready" "$@" > "$OUT/$name.json" &
	echo $! > "/tmp/$name.pid"
	wait_for 10 test -e "/tmp/$name.ready"
}

# received NAME: stops a receiver and waits for its report
received()
{
	local pid

	pid=$(cat "/tmp/$1.pid")
	kill "$pid" 2>/dev/null
	wait "$pid"
}

# send NS NAME ARGUMENTS...: runs udpsend; its report is $OUT/NAME.json
send()
{
	local where=$1 name=$2

	shift 2
	in_ns "$where" udpsend "$@" > "$OUT/$name.json"
}

# inject NS NAME DEV FILE ARGUMENTS...: sends the frames of $IN/FILE through DEV; the
# report of rawsend is $OUT/NAME.json
inject()
{
	local where=$1 name=$2 dev=$3 file=$4

	shift 4
	in_ns "$where" rawsend "$@" "$dev" "$IN/$file" > "$OUT/$name.json"
}

# pfc_frame MAC VECTOR QUANTA: prints a PFC frame for rawsend.  XON is longer than XOFF,
# so that a capture shows which one it is.
pfc_frame()
{
	local times

	printf -v times '%04x%04x%04x%04x' "$3" "$3" "$3" "$3"
	printf '0 0180c2000001%s88080101%04x%s%s%0*d\n' "${1//:/}" "$2" \
		"$times" "$times" $(($3 ? 52 : 60)) 0
}

# value NAME PATH...: prints fields of a report, one per line; PATH is a jq path
value()
{
	local name=$1

	shift
	_pick "$@" < "$OUT/$name.json"
}

# capture NS DEV NAME [FILTER...]: captures to $OUT/NAME.pcap until captures_end
capture()
{
	local where=$1 dev=$2 name=$3

	shift 3
	nsexec "$where" tcpdump -Z root -i "$dev" -U -B 32768 -s 256 \
		--time-stamp-precision=nano -w "$OUT/$name.pcap" "$@" \
		2> "$OUT/$name.tcpdump" &
	echo $! > "/tmp/$name.capture"
	wait_for 10 grep -q 'listening on' "$OUT/$name.tcpdump"
}

# captures_end: stops all captures; a capture that missed frames fails the test
captures_end()
{
	local file name

	compgen -G "/tmp/*.capture" > /dev/null || return 0
	# tcpdump reads the kernel's capture buffer once a second, but not when tcpdump exits
	sleep 1.1
	for file in /tmp/*.capture; do
		name=${file##*/} name=${name%.capture}
		kill -INT "$(cat "$file")" 2>/dev/null
		wait "$(cat "$file")" 2>/dev/null
		rm "$file"
		grep -q '^0 packets dropped by kernel' "$OUT/$name.tcpdump" ||
			_verdict 1 "capture $name has all frames"
	done
}

# pause_frames NAME XOFF|XON: prints the number of such frames, for priority 3 only, in a capture
pause_frames()
{
	local quanta=ffff

	[ "$2" = XOFF ] || quanta=0000
	tcpdump -Z root -nn -x -r "$OUT/$1.pcap" ether proto 0x8808 2> /dev/null |
		grep -c "0x0000: *0101 0008 0000 0000 0000 $quanta"
}

# ---- losses outside the ports ---------------------------------------------

# _counters: prints all counters of losses.  Each start of a program is slow in an emulated
# guest, so this function starts only one program for each source of counters.
_counters()
{
	local dropped backlog=0

	while read -r _ dropped _; do
		backlog=$((backlog + 16#$dropped))
	done < /proc/net/softnet_stat
	echo "backlog $backlog"
	ip netns list | while read -r name _; do
		echo "namespace $name"
		nsexec "$name" busybox sh -c 'cd /sys/class/net
			grep "" */statistics/[rt]x_dropped
			cat /proc/net/snmp /proc/net/snmp6 2>/dev/null
			/usr/bin/tc -s qdisc'
	done
}

# losses: prints every counter of lost packets that is not zero, except the drop counters
# of the ports.  The kernel counts a packet that does not fit in a CPU's backlog up to three
# times: in the backlog, at the receiving device and, on veth, at the sending device.
# losses() counts it once.
losses()
{
	_counters | awk -F '[ :/]+' '
	function lost(what, count) { if (count + 0) print what, count + 0 }
	function snmp(proto, i) {
		if (!(proto in names)) {
			names[proto] = $0
			return
		}
		split(names[proto], name)
		for (i = 2; i <= NF; i++)
			if (name[i] ~ /^(InDiscards|InHdrErrors|InAddrErrors|OutNoRoutes|NoPorts)$/ ||
			    proto == "Udp" && name[i] == "InErrors")
				lost(ns " " proto name[i], $i)
	}
	$1 == "backlog" { backlog = $2; next }
	$1 == "namespace" { ns = $2; delete names; next }
	$2 == "statistics" { devices++; lost(ns "/" $1 " " $3, $4); next }
	$1 == "Ip" || $1 == "Udp" { snmp($1); next }
	$1 ~ /^(Ip6InDiscards|Ip6InNoRoutes|Ip6InHdrErrors|Udp6NoPorts|Udp6InErrors)$/ {
		lost(ns " " $1, $2)
	}
	# Count root qdiscs and clsact only: a root includes the drops of its children
	$1 == "qdisc" {
		qdiscs++; kind = $2; dev = $5
		counts = kind != "pfc" && / (root|parent ffff:fff1) /
	}
	/dropped [0-9]+/ && counts {
		match($0, /dropped [0-9]+/)
		lost(ns "/" dev " " kind, substr($0, RSTART + 8))
	}
	END {
		lost("backlog, deduct what devices counted twice:", -2 * backlog)
		lost("backlog", backlog)
		exit !(devices && qdiscs)
	}' || echo "the counters cannot be read: 1"
}

# loss_elsewhere: prints the sum of losses()
loss_elsewhere() { losses | awk '{ sum += $NF } END { print sum + 0 }'; }
