#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Scale: the time to add and delete a port does not depend on the number of ports or namespaces, a
# port takes at most 16 KiB, no timer runs while the ports are idle, and a hundred ports have a storm
# at once.  One CPU, so that the time of the guest is the number of instructions.
#
#   sw: d1 … d1000 (dummy)
#   n1 … n256: one port each
#   h1 eth0 ── p1 ┤ br0 (st) ├ q1 … q100 ── e1 … e100 (all)
#
# timeout: 300
# mode: icount
# kernels: 6.1 6.12 7.2 7.3
# long: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/storms.bash

# each FIRST LAST LINE: prints LINE for each number from FIRST to LAST, in place of @
each() { seq "$1" "$2" | awk -v line="$3" '{ now = line; gsub("@", $1, now); print now }'; }

# takes COMMAND...: sets $took to the duration of a command with standard input, in microseconds
takes()
{
	local start

	start=$(date +%s%N)
	"$@" > /dev/null || echo "not ok - $*"
	took=$((($(date +%s%N) - start) / 1000))
}

# ports add|del FIRST LAST
ports() { takes pfc sw -b - < <(each "$2" "$3" "port $1 dev d@"); }

available() { awk '/^MemAvailable:/ { print $2 }' /proc/meminfo; }

# constant WHAT FIRST LAST: the last ones take at most half as long again as the first ones
constant()
{
	note "$1: $2 us for the first ones, $3 us for the last ones"
	between "$1 takes the same time for the last ones" "$3" 0 $(($2 * 3 / 2))
}

# memory_port NAMESPACE DEV: prints the memory that a port shows, bytes
memory_port() { pfc "$1" -j port show dev "$2" | jq '.[0].memory_port_bytes'; }

# pending: prints the number of running timers of the module
pending() { grep -c 'pfc_' /proc/timer_list; }

# ---- a thousand ports in a namespace ------------------------------------------------

ns sw
each 1 1000 'link add d@ type dummy' | ip -n sw -batch -
each 1 1000 'link set d@ up' | ip -n sw -batch -
ports add 1 100
first=$took before=$(available)
ports add 101 900
memory=$(((before - $(available)) / 800))
shown=$(memory_port sw d101)
note "memory of a port: $shown bytes shown, $memory KiB measured"
between "a port takes at most 16 KiB" "$shown" 4096 16384
# The core adds the hook and the multicast address
between "the kernel allocates what the port shows" "$memory" $((shown / 1024 - 1)) $((shown / 1024 + 2))
ports add 901 1000
constant "adding 100 of 1000 ports" "$first" "$took"
is "the namespace has 1000 ports" "$(pfc sw -j port show | jq length)" 1000
sleep 1
is "no timer of the module runs while 1000 ports are idle" "$(pending)" 0
ports del 1 100
last=$took
ports del 101 900
ports del 901 1000
constant "deleting 100 of 1000 ports" "$took" "$last"
ip netns del sw

# ---- 256 namespaces -----------------------------------------------------------------

namespaces()
{
	local n

	for ((n = $1; n <= $2; n++)); do
		ip netns add "n$n"
		ip -n "n$n" link add d0 type dummy
		ip netns exec "n$n" pfcctl port add dev d0
	done
}

takes namespaces 1 32
first=$took
takes namespaces 33 224
takes namespaces 225 256
constant "adding 32 of 256 namespaces with a port" "$first" "$took"
is "the last namespace has one port" "$(ip netns exec n256 pfcctl -j port show | jq length)" 1
remove() { each "$1" "$2" 'netns del n@' | ip -batch -; }
takes remove 1 256
note "256 namespaces are deleted: $took us"
unused() { grep -q '^pfc [0-9]* 0 ' /proc/modules; }
check "the ports of the namespaces are gone" wait_for 60 unused

# ---- a storm of a hundred ports -----------------------------------------------------

ns h1 st all
link h1 eth0 st p1
each 1 100 'link add q@ type veth peer name e@ netns all' | ip -n st -batch -
each 1 100 'link set e@ up' | ip -n all -batch -
mkbridge st br0 p1
each 1 100 'link set q@ master br0 up' | ip -n st -batch -
ip -n h1 address add 10.0.0.1/24 dev eth0
# The core reports the carrier of new devices to the bridge at most once in a second
forwarding() { [ "$(bridge -n st link | grep -c 'state forwarding')" = 101 ]; }
check "all ports of the bridge forward" wait_for 10 forwarding
{
	echo "pool set size 64M"
	echo "port add dev p1"
	each 1 100 'port add dev q@ speed 10mbit'
	each 1 100 'pfc set dev q@ prio-pfc 3:on'
	echo "pfc set dev p1 prio-pfc 3:on"
	each 1 100 'watchdog set dev q@ prio-watchdog 3:on detection-time 300ms restoration-time 300ms'
} | pfc st -b -
ip -n all -j link show | jq -r '.[] | select(.ifname | test("^e")) | "\(.ifname) \(.address)"' > /tmp/ends
while read -r dev address; do
	pfc_frame "$address" 0x08 0xffff > "/tmp/xoff.$dev"
done < /tmp/ends
# All ports must be paused at the same time, for 3.3 s at 10 Mb/s, so one shell sends the frames
# shellcheck disable=SC2016 # the shell in the namespace expands it
in_ns all sh -c 'for f in /tmp/xoff.*; do rawsend "${f##*.}" "$f"; done' > /dev/null

# The bridge floods what h1 sends to an address that no port has learnt
neighbour h1 eth0 10.0.0.2 02:00:00:00:99:99
flood() { send h1 "sent-$1" --dscp 26 --size 500 --count "$1" 10.0.0.2; }
# storms FIELD: sum of a counter of priority 3 of all ports
storms() { pfc st -j stats show | jq "[.[] | select(.dev | test(\"^q\")) | .prio[3].$1] | add"; }
all_storm() { [ "$(storms storms)" = 100 ]; }
all_restored() { [ "$(storms storms_restored)" = 100 ]; }
dropped() { tc -n st -s qdisc show | awk '/^qdisc pfc/ { dev = $5 }
	dev ~ /^q/ && /dropped/ { sub(",", "", $7); sum += $7 } END { print sum }'; }
arrived() { ip -n all -s -j link show | jq '[.[] | .stats64.rx.packets] | add'; }

before=$(memory_port st q1)
flood 3
check "100 storms are detected" wait_for 10 all_storm
between "timers of the module run during the storms" "$(pending)" 100 1000
is "tc counts the frames that the storms dropped" "$(dropped)" 300
is "the PG of p1 counts them" "$(stat st p1 '.[0].pg[3].drop_watchdog')" 300
is "the pool is empty" "$(pfc st -j pool show default | jq -c '[.shared_used, .headroom_used]')" \
	"[0,0]"
check "100 storms are over" wait_for 20 all_restored
between "the first storm allocates the log of the port" $(($(memory_port st q1) - before)) 3000 4096
before=$(memory_port st q1)
check "the counters of all ports are cleared" pfc st stats clear
between "the first clear allocates its base" $(($(memory_port st q1) - before)) 3000 4096
is "the counters are 0" "$(stat st p1 '.[0].pg[3].drop_watchdog')" 0
before=$(arrived)
flood 5
is "all ports send again" "$(($(arrived) - before))" 500
