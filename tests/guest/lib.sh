# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the guest tests: sourced by each.  A test is a list of checks; one
# that fails does not end it.  See tests/README.md.

set -u

OUT=${OUT:-/out}	# what a test leaves here, the machine outside can read
IN=${IN:-/in}		# what tests/host/NAME.pre has left
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

# is TEXT GOT WANTED: the two are equal
is()
{
	[ "$2" = "$3" ]
	_verdict $? "$1" || note "got:    $2
wanted: $3"
}

# between TEXT GOT LOW HIGH: a whole number lies in a range, ends included
between()
{
	[[ $2 =~ ^-?[0-9]+$ ]] && [ "$2" -ge "$3" ] && [ "$2" -le "$4" ]
	_verdict $? "$1" || note "got:    $2
wanted: $3 to $4"
}

# refused TEXT PATTERN COMMAND...: the command fails and says why
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

# skip TEXT REASON: a kernel that watches itself cannot show this; any other must
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

# wait_for SECONDS COMMAND...: until the command succeeds
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
	# what failed has been said; else the script itself may have
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

# in_ns NS COMMAND...
in_ns() { nsexec "$@"; }

# ns [-6] NAME...: namespaces; with -6 they speak IPv6
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
		ip -n "$name" link set lo up
	done
}

# link [-o] NS1 DEV1 NS2 DEV2: a veth pair, up, without offloads (-o: with);
# the Nth link has the addresses 02:00:00:00:NN:01 and 02:00:00:00:NN:02
link()
{
	local offloads=off n

	if [ "$1" = -o ]; then
		offloads=on
		shift
	fi
	_links=$((_links + 1))
	n=$(printf '%02x' "$_links")
	# With equal indexes the kernel may take a second to see the carrier
	ip link add "$2" netns "$1" index $((_links * 2 + 100)) \
		address "02:00:00:00:$n:01" type veth \
		peer name "$4" netns "$3" index $((_links * 2 + 101)) \
		address "02:00:00:00:$n:02" || return
	offload "$1" "$2" "$offloads"
	offload "$3" "$4" "$offloads"
	ip -n "$1" link set "$2" up
	up "$3" "$4"
	up "$1" "$2"
}

# up NS DEV...: sets them up and waits until they carry packets: those that come
# earlier are lost, and nothing counts them
up()
{
	local where=$1 dev

	shift
	for dev in "$@"; do
		ip -n "$where" link set "$dev" up
		_sees "$where" "$dev/operstate" "up unknown"
	done
}

# _sees NS FILE WORDS: waits for a device's file to say one of the words
_sees()
{
	# shellcheck disable=SC2016 # for the other shell
	nsexec "$1" busybox timeout $((10 * ${SLOW:-1})) sh -c '
		while read -r state < "/sys/class/net/$1"; do
			case " $2 " in *" $state "*) exit ;; esac
			usleep 5000
		done' - "$2" "$3" || _verdict 1 "$1/$2 becomes $3"
}

# offload NS DEV on|off
offload()
{
	in_ns "$1" ethtool -K "$2" tx "$3" sg "$3" tso "$3" gso "$3" gro "$3" \
		> /dev/null 2>&1 || true
}

# one_cpu NS DEV MASK: the CPU that takes in what comes by the device.  A veth leaves
# that to the CPU that sends; where they take turns, packets lose their order.
one_cpu() { in_ns "$1" sh -c "echo $3 > /sys/class/net/$2/queues/rx-0/rps_cpus"; }

# mac NS DEV
mac() { in_ns "$1" cat "/sys/class/net/$2/address"; }

# mkbridge NS NAME PORT...: a bridge that neither learns by chance nor talks
mkbridge()
{
	local where=$1 name=$2 port

	shift 2
	ip -n "$where" link add "$name" type bridge stp_state 0 mcast_snooping 0 \
		forward_delay 0
	# Nothing learned, so nothing that ages while it is made static: the kernel
	# warns of that race (RTNL in fdb_del_hw_addr)
	for port in "$@"; do
		ip -n "$where" link set "$port" master "$name"
		ip -n "$where" link set "$port" type bridge_slave learning off
	done
	ip -n "$where" link set "$name" up
	# A bridge hears late, up to a second, that its ports have a carrier
	for port in "$@"; do
		_sees "$where" "$port/brport/state" 3	# forwarding
	done
}

# fdb SWITCH PORT NS DEV: SWITCH reaches DEV through PORT
fdb()
{
	bridge -n "$1" fdb replace "$(mac "$3" "$4")" dev "$2" master static
}

# lan NS/DEV=ADDRESS...: gives the addresses (IPv4 /24, IPv6 /64), and tells
# each about the others, so that nobody has to ask
lan()
{
	local self other where dev bits

	for self in "$@"; do
		where=${self%%/*} dev=${self#*/} dev=${dev%%=*}
		bits=24
		[[ $self != *:* ]] || bits=64
		ip -n "$where" address add "${self#*=}/$bits" dev "$dev"
		for other in "$@"; do
			[ "$other" != "$self" ] || continue
			neighbour "$where" "$dev" "${other#*=}" \
				"$(mac "${other%%/*}" "$(_dev_of "$other")")"
		done
	done
}

_dev_of() { local dev=${1#*/}; echo "${dev%%=*}"; }

# star N: hosts h1 to hN with 10.0.0.1 to 10.0.0.N, each behind a port p1 to pN of the
# bridge br0 of a switch sw
star()
{
	local hosts=() addresses=() n

	for ((n = 1; n <= $1; n++)); do
		hosts+=("h$n") addresses+=("h$n/eth0=10.0.0.$n")
	done
	ns "${hosts[@]}" sw
	for ((n = 1; n <= $1; n++)); do
		link "h$n" eth0 sw "p$n"
	done
	mkbridge sw br0 "${hosts[@]/#h/p}"
	for ((n = 1; n <= $1; n++)); do
		fdb sw "p$n" "h$n" eth0
	done
	lan "${addresses[@]}"
}

# neighbour NS DEV ADDRESS MAC
neighbour()
{
	ip -n "$1" neighbour replace "$3" lladdr "$4" dev "$2" nud permanent
}

# ---- module and tool ------------------------------------------------------

# pfc NS ARGUMENTS...: pfcctl in a namespace
pfc() { local where=$1; shift; in_ns "$where" pfcctl "$@"; }

# stat NS DEV PATH...: prints fields of the port's statistics; PATH is jq's
stat()
{
	local where=$1 dev=$2

	shift 2
	pfc "$where" -j stats show dev "$dev" | _pick "$@"
}

# One jq for several fields: it is slow to start
_pick() { local IFS=,; jq -r "$*"; }

# ---- traffic --------------------------------------------------------------

# receive NS NAME ARGUMENTS...: starts udprecv; its report becomes NAME
receive()
{
	local where=$1 name=$2

	shift 2
	rm -f "/tmp/$name.ready"
	nsexec "$where" udprecv --ready "/tmp/$name.ready" "$@" > "$OUT/$name.json" &
	echo $! > "/tmp/$name.pid"
	wait_for 10 test -e "/tmp/$name.ready"
}

# received NAME: ends a receiver and waits for its report
received()
{
	local pid

	pid=$(cat "/tmp/$1.pid")
	kill "$pid" 2>/dev/null
	wait "$pid"
}

# send NS NAME ARGUMENTS...: runs udpsend; its report becomes NAME
send()
{
	local where=$1 name=$2

	shift 2
	in_ns "$where" udpsend "$@" > "$OUT/$name.json"
}

# inject NS NAME DEV FILE ARGUMENTS...: puts the frames of $IN/FILE on a device
inject()
{
	local where=$1 name=$2 dev=$3 file=$4

	shift 4
	in_ns "$where" rawsend "$@" "$dev" "$IN/$file" > "$OUT/$name.json"
}

# value NAME PATH...: prints fields of a report, a line each; PATH is jq's
value()
{
	local name=$1

	shift
	_pick "$@" < "$OUT/$name.json"
}

# capture NS DEV NAME [FILTER...]: tcpdump until captures_end
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

# captures_end: ends all captures; one that missed frames is a failure
captures_end()
{
	local file name

	compgen -G "/tmp/*.capture" > /dev/null || return 0
	# tcpdump reads what it was given once a second, and not when it ends
	sleep 1.1
	for file in /tmp/*.capture; do
		name=${file##*/} name=${name%.capture}
		kill -INT "$(cat "$file")" 2>/dev/null
		wait "$(cat "$file")" 2>/dev/null
		rm "$file"
		grep -q '^0 packets dropped by kernel' "$OUT/$name.tcpdump" ||
			_verdict 1 "capture $name is whole"
	done
}

# ---- losses outside of the ports ------------------------------------------

# Starting a program is what takes time in an emulated guest: one for each
# source of counters, and one to read them all
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

# losses: prints every counter of lost packets that is not zero, except the
# ports' own, which have names in their statistics.  A packet that does not fit
# in a CPU's backlog is counted there, at the device it came in by and, on veth,
# at the device that sent it: counted once here.
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
	# a root counts what its children drop
	$1 == "qdisc" {
		qdiscs++; kind = $2; dev = $5
		counts = kind != "pfc" && / (root|parent ffff:fff1) /
	}
	/dropped [0-9]+/ && counts {
		match($0, /dropped [0-9]+/)
		lost(ns "/" dev " " kind, substr($0, RSTART + 8))
	}
	END {
		lost("backlog, twice more above:", -2 * backlog)
		lost("backlog", backlog)
		exit !(devices && qdiscs)
	}' || echo "the counters cannot be read: 1"
}

# loss_elsewhere: prints their sum
loss_elsewhere() { losses | awk '{ sum += $NF } END { print sum + 0 }'; }
