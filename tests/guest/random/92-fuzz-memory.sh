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

SEED=${SEED:-1}
REQUESTS=$((700 * ${FACTOR:-1} / ${SLOW:-1}))

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
note "SEED=$SEED"
# Random requests soon delete the profile, so they run in parts, which begin with it
for part in 0 1 2 3; do
	[ "$part" = 0 ] || scene > "$OUT/scene$part"
	check "part $part of $REQUESTS requests: a failed request changes nothing" \
		sh -c "nlfuzz --fail --seed $((SEED * 4 + part)) --count $((REQUESTS / 4)) \
			> $OUT/requests$part.json || ! cat $OUT/requests$part.json"
	note "$(cat "$OUT/requests$part.json")"
done
for what in refusals refused_pool_new refused_profile_new refused_ports_together refused_moved; do
	[ "$REQUESTS" -lt 700 ] || check "some requests fail without memory: $what" \
		test "$(jq -s "map(.$what) | add" "$OUT"/requests?.json)" -gt 0
done

# ---- ports ------------------------------------------------------------------

pfcctl port del dev p2
try detach detach p1
try attach attach p2
refused_some attach
pfcctl port del dev p1
is "all ports are deleted" "$(pfcctl -j port show)" "[]"
is "without ports the pool has no reserved bytes" \
	"$(pfcctl -j pool show default | jq -c '[.reserved, .shared_used]')" \
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
