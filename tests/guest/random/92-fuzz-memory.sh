#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Allocation failures: each allocation of each request, of a port that is added or deleted,
# of loading the module, and of packets in transit fails once.  The failed operation is
# undone completely and succeeds when memory is available again.
#
#   p1 ── p2, d1; h1 eth0 ── eth0 h2
#
# timeout: 300
# mode: any
# kernels: 6.1 6.12

. /tests/guest/lib/lib.sh

expect_message ': out of memory: pfc tags of received packets are not cleared'
expect_message ': no memory for the pfc port'

# try NAME WORD...: runs failtry, which fails each allocation of an operation once
try()
{
	local name=$1

	shift
	check "$name: a failed operation is undone" sh -c "failtry $* > $OUT/$name.json"
	note "$name: $(cat "$OUT/$name.json")"
}

refused_some()
{
	check "$1: some allocation failures make the operation fail" \
		test "$(value "$1" .refused)" -gt 0
}

DEBUG=/sys/kernel/debug

if [ -e /proc/self/fail-nth ]; then
	for what in failslab fail_page_alloc; do
		# Allocations that may sleep can fail too; the kernel prints no stack traces
		echo N > $DEBUG/$what/ignore-gfp-wait
		echo 0 > $DEBUG/$what/verbose
	done
	echo 0 > $DEBUG/fail_page_alloc/min-order
else
	modprobe failalloc
	check "allocations can fail here" test -e /proc/failalloc || exit 0
fi

# ---- requests ---------------------------------------------------------------

# This part starts few programs, because some kernels start programs slowly.  Therefore it
# uses no namespaces; only the part about packets does.
modprobe -qa veth dummy
echo 1 > /proc/sys/net/ipv6/conf/default/disable_ipv6
ip link add p1 up type veth peer name p2
ip link set p2 up
ip link add d1 type dummy

# guarantees DEV: prints a request that gives all PGs except PG 3 a guarantee, so that these
# PGs have a reservation when they move between pools
guarantees()
{
	printf 'cmd_port_set a_ifname=str:%s' "$1"
	printf ' a_pg={ pg_a_id=u8:%s pg_a_min=u32:10000 }' 0 1 2 4 5 6 7
	echo
}

# scene: new ports, with PGs that follow a profile.  Requests may have left its pool or the profile.
scene()
{
	local dev

	for dev in p1 p2; do
		pfcctl port del dev $dev 2> /dev/null
		pfcctl port add dev $dev
	done
	nlraw <<-END
		cmd_pool_new a_pool_name=str:gold a_pool_size=u32:4000000
		cmd_profile_new a_profile_name=str:fast a_pg={ pg_a_pool=str:gold }
		cmd_port_set a_ifname=str:p1 a_pg={ pg_a_id=u8:3 pg_a_profile=str:fast }
		cmd_port_set a_ifname=str:p2 a_pg={ pg_a_id=u8:3 pg_a_profile=str:fast }
		$(guarantees p1)
		$(guarantees p2)
	END
}

scene > "$OUT/scene"
is "a pool, a profile and PGs that follow it are created" \
	"$(cut -d' ' -f1 "$OUT/scene" | sort | uniq -c | xargs)" "6 ok"
# Random requests soon delete the profile, so they run in parts, which begin with it
for part in 0 1 2 3; do
	[ "$part" = 0 ] || scene > "$OUT/scene$part"
	check "part $part of the requests is sent" \
		sh -c "FAIL_NTH=all nlraw watch < $IN/requests$part > $OUT/requests$part"
done

# ---- a larger pool, and events ----------------------------------------------

# failing N REQUEST: sends a request without its Nth allocation; prints the first word of the result
failing() { FAIL_NTH=$1 nlraw <<< "$2" | cut -d' ' -f1; }

# short: prints the size of the pool auto, and how many PGs have less headroom than they need
short()
{
	echo "$(pfcctl -j pool show auto | jq .size)" "$(pfcctl -j pg show |
		jq '[.[].pg[4] | select(.headroom < .headroom_needed)] | length')"
}

pfcctl port del dev p1
pfcctl port del dev p2
pfcctl -b - <<-END
	port add dev p1
	port add dev p2
	pool add auto size 64M
	pg set dev p1 pg 4 pool auto headroom auto
	pg set dev p2 pg 4 pool auto headroom auto
	pfc set dev p1 prio-pfc 4:on
	pfc set dev p2 prio-pfc 4:on
END
wrong='' refused=0
for n in $(seq 12); do
	ip link set p1 mtu 1500
	ip link set p2 mtu 1500
	size=$(pfcctl -j pool show auto | jq .reserved)
	pfcctl pool set auto size "$size"
	ip link set p1 mtu 9000
	ip link set p2 mtu 9000
	result=$(failing "$n" "cmd_pool_set a_pool_name=str:auto a_pool_size=u32:64000000")
	got=$(short)
	wanted="64000000 0"
	if [ "$result" = ENOMEM ]; then
		wanted="$size 2" refused=$((refused + 1))
	elif [ "$result" != ok ] && [ "$got" = "$size 2" ]; then
		wanted=$got	# no memory for the request; without memory for its answer it has succeeded
	fi
	[ "$got" = "$wanted" ] || wrong+=" $n:$result:$got"
done
is "a larger pool enlarges all automatic headrooms, or a failed request changes nothing" "$wrong" ""
between "some of these requests fail without memory" $refused 3 12

pfcctl -j monitor > "$OUT/events.json" &
monitor=$! fences=0
changed_p2() { grep port_changed "$OUT/events.json" | grep -q '"p2"'; }
fence() { pfcctl map set dev p2 default-prio $((fences++ % 7 + 1)); changed_p2; }
wait_for 10 fence
lost() { pfcctl -j stats show dev p1 | jq '.[0].port.events_lost'; }
before=$(lost) changes=0
for n in $(seq 12); do
	failing "$n" "cmd_port_set a_ifname=str:p1 a_default_prio=u8:$((n % 7 + 1))" > /dev/null
	[ "$(pfcctl -j map show dev p1 | jq '.[0].default_prio')" != $((n % 7 + 1)) ] ||
		changes=$((changes + 1))
done
events_of_p1() { grep port_changed "$OUT/events.json" | grep -c '"p1"'; }
all_known() { [ $(($(events_of_p1) + $(lost) - before)) = "$changes" ]; }
check "each event is received or counted as lost" wait_for 5 all_known
note "$changes changes, $(events_of_p1) events, $(($(lost) - before)) lost"
between "some events are lost without memory" $(($(lost) - before)) 1 12
kill "$monitor"

# ---- ports ------------------------------------------------------------------

pfcctl port del dev p2
try detach detach p1
try attach attach p2
refused_some attach
pfcctl port del dev p1
is "all ports are deleted" "$(pfcctl -j port show)" "[]"
is "without ports the pool has no reserved bytes" \
	"$(pfcctl -j pool show default | jq -c '[.reserved - (.shared_headroom // 0), .shared_used]')" \
	"[0,0]"

# ---- the module -------------------------------------------------------------

check "the module can be unloaded" wait_for 20 rmmod pfc
# Only the last 28 allocations fail.  The module loader and kmem_cache_create() make the earlier
# ones, and print warnings if one of these fails.
try insmod --last 28 insmod "/lib/modules/$RELEASE/updates/pfc.ko"
refused_some insmod
modprobe pfc

# ---- packets ----------------------------------------------------------------

ns h1 h2
link -o h1 eth0 h2 eth0
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2
check "h1 is a port, so it segments GSO packets" pfc h1 port add dev eth0 rate 50mbit
nsexec h2 udprecv > /dev/null &
check "gso: a packet whose allocation fails is dropped" \
	in_ns h1 sh -c "failtry gso 10.0.0.2 > $OUT/gso.json"
note "$(cat "$OUT/gso.json")"
empty() { [ "$(stat h1 eth0 '[.[0].queue[].backlog_packets] | add')" = 0 ]; }
check "gso: all queues drain" wait_for 10 empty
between "gso: segmentation fails for some packets" "$(stat h1 eth0 '.[0].port.tx_drop_segment')" \
	1 100000
check "gso: other packets arrive" test \
	"$(in_ns h2 cat /sys/class/net/eth0/statistics/rx_packets)" -gt 20
pfc h1 port del dev eth0
check "the module can be unloaded at the end" wait_for 10 rmmod pfc
