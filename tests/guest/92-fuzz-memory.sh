#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Without memory: each allocation of each request, of a port that comes or goes, of the
# module that is loaded and of packets on their way fails once.  What fails is undone
# as a whole and works at once when there is memory again.
#
#   p1 ── p2, d1; h1 eth0 ── eth0 h2
#
# timeout: 300
# kernels: 6.1 6.12

. /tests/guest/lib.sh

SEED=${SEED:-1}
REQUESTS=$((700 * ${FACTOR:-1} / ${SLOW:-1}))

# try NAME WORD...: failtry, which says what is wrong
try()
{
	local name=$1

	shift
	check "$name: what fails is undone" sh -c "failtry $* > $OUT/$name.json"
	note "$name: $(cat "$OUT/$name.json")"
}

refused_some() { check "$1: some tries were refused" test "$(value "$1" .refused)" -gt 0; }

DEBUG=/sys/kernel/debug

if [ -e /proc/self/fail-nth ]; then
	for what in failslab fail_page_alloc; do
		# also those that may wait, and without a trace of each
		echo N > $DEBUG/$what/ignore-gfp-wait
		echo 0 > $DEBUG/$what/verbose
	done
	echo 0 > $DEBUG/fail_page_alloc/min-order
else
	modprobe failalloc
	check "allocations can fail here" test -e /proc/failalloc || exit 0
fi

# ---- requests ---------------------------------------------------------------

# Where programs start slowly, few of them: no namespaces but for packets
modprobe -qa veth dummy
echo 1 > /proc/sys/net/ipv6/conf/default/disable_ipv6
ip link add p1 up type veth peer name p2
ip link set p2 up
ip link add d1 type dummy
pfcctl -b - <<-END
	port add dev p1
	port add dev p2
END
# A profile with groups at both ports, and others with guarantees that can move
guarantees()
{
	printf 'cmd_port_set a_ifname=str:%s' "$1"
	printf ' a_pg={ pg_a_id=u8:%s pg_a_min=u32:10000 }' 0 1 2 4 5 6 7
	echo
}

nlraw > "$OUT/scene" <<-END
	cmd_pool_new a_pool_name=str:gold a_pool_size=u32:4000000
	cmd_profile_new a_profile_name=str:fast a_pg={ pg_a_pool=str:gold }
	cmd_port_set a_ifname=str:p1 a_pg={ pg_a_id=u8:3 pg_a_profile=str:fast }
	cmd_port_set a_ifname=str:p2 a_pg={ pg_a_id=u8:3 pg_a_profile=str:fast }
	$(guarantees p1)
	$(guarantees p2)
END
is "a pool, a profile and who follows it" "$(cut -d' ' -f1 "$OUT/scene" | sort | uniq -c | xargs)" "6 ok"
note "SEED=$SEED"
check "$REQUESTS requests: what fails changes nothing" \
	sh -c "nlfuzz --fail --seed $SEED --count $REQUESTS > $OUT/requests.json ||
		! cat $OUT/requests.json"
note "$(cat "$OUT/requests.json")"
for what in refusals refused_pool_new refused_profile_new refused_ports_together refused_moved; do
	[ "$REQUESTS" -lt 700 ] || check "some were refused for want of memory: $what" \
		test "$(value requests .$what)" -gt 0
done

# ---- ports ------------------------------------------------------------------

pfcctl port del dev p2
try detach detach p1
try attach attach p2
refused_some attach
pfcctl port del dev p1
is "no port is left" "$(pfcctl -j port show)" "[]"
is "nothing stays reserved" "$(pfcctl -j pool show default | jq -c '[.reserved, .shared_used]')" \
	"[0,0]"

# ---- the module -------------------------------------------------------------

check "the module can go" wait_for 20 rmmod pfc
# what comes before the module's own init is the kernel's, which warns of it
try insmod --last 60 insmod "/lib/modules/$RELEASE/updates/pfc.ko"
refused_some insmod
modprobe pfc

# ---- packets ----------------------------------------------------------------

ns h1 h2
link -o h1 eth0 h2 eth0
lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2
check "h1 is a port, so that it segments itself" pfc h1 port add dev eth0 rate 50mbit
nsexec h2 udprecv > /dev/null &
check "gso: what fails is dropped" in_ns h1 sh -c "failtry gso 10.0.0.2 > $OUT/gso.json"
note "$(cat "$OUT/gso.json")"
empty() { [ "$(stat h1 eth0 '[.[0].queue[].backlog_packets] | add')" = 0 ]; }
check "gso: all queues run empty" wait_for 10 empty
between "segmentation failed for some" "$(stat h1 eth0 '.[0].port.tx_drop_segment')" \
	1 100000
check "others arrived" test \
	"$(in_ns h2 cat /sys/class/net/eth0/statistics/rx_packets)" -gt 20
pfc h1 port del dev eth0
check "rmmod" wait_for 10 rmmod pfc
