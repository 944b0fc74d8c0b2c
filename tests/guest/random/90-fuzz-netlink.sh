#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Random valid and invalid requests of the netlink family.  The specification says which ones the
# kernel must refuse.  A refused request gets a reason and changes nothing, an accepted one changes
# what it names, and the state is consistent.  From time to time the MTU of a device changes, and
# all ports are saved, deleted and restored.
#
#   sw: p1 ── p2, d1, d2    (p1, p2 and d1 are ports)
#
# kernels: 6.1 6.12 7.2 7.3 uml
# long: yes
# timeout: 300
# mode: any
# sanitize: yes

. /tests/guest/lib/lib.sh

ns sw
link sw p1 sw p2
ip -n sw link add d1 type dummy
ip -n sw link add d2 type dummy
for dev in p1 p2 d1; do
	tc -n sw qdisc replace dev $dev root pfc
done

check "nlraw sends the requests" in_ns sw sh -c "nlraw watch < $IN/requests \
	> $OUT/requests 2> $OUT/requests.errors"

# Binds PGs of two ports to a profile and a pool.  When the ports are deleted, the module must
# release both objects.
in_ns sw nlraw > "$OUT/last" <<-END
	cmd_pool_new a_pool_name=str:last a_pool_size=u32:1000000000
	cmd_profile_new a_profile_name=str:last a_pg={ pg_a_pool=str:last pg_a_min=u32:1000 }
	cmd_port_set a_ifname=str:p1 a_pg={ pg_a_id=u8:3 pg_a_profile=str:last }
	cmd_port_set a_ifname=str:d1 a_pg={ pg_a_id=u8:4 pg_a_profile=str:last }
END
is "PGs of two ports follow a profile with a pool" \
	"$(cut -d' ' -f1 "$OUT/last" | paste -sd' ')" "ok ok ok ok" || note "$(cat "$OUT/last")"
for dev in p1 p2 d1; do
	tc -n sw qdisc del dev $dev root
done
is "without ports no pool has reserved bytes or PGs" \
	"$(pfc sw -j pool show | jq -c '[.[] | .reserved - (.shared_headroom // 0), .shared_used, .pgs] | unique')" "[0]"
is "without ports no PG follows a profile" \
	"$(pfc sw -j profile show | jq -c '[.[].pgs] | unique')" "[0]"
check "pools and profiles can be deleted" \
	in_ns sw sh -c "pfcctl profile del last && pfcctl pool del last"
check "the module can be unloaded" rmmod pfc
