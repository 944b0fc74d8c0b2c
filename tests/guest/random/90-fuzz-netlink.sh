#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Random valid and invalid requests of the netlink family.  The kernel accepts or refuses
# each one as a model predicts.  A refused request gets a reason and changes nothing.  The
# ports show the state of the model.
#
#   sw: p1 ── p2, d1, d2    (p1, p2 and d1 are ports)
#
# kernels: 6.12 7.2 uml
# timeout: 300
# mode: any
# sanitize: yes

. /tests/guest/lib/lib.sh

SEED=${SEED:-1}
COUNT=$((8000 * ${FACTOR:-1} / ${SLOW:-1}))

ns sw
link sw p1 sw p2
ip -n sw link add d1 type dummy
ip -n sw link add d2 type dummy
for dev in p1 p2 d1; do
	tc -n sw qdisc replace dev $dev root pfc
done

note "SEED=$SEED"
check "the answers to $COUNT requests are those of the model" \
	in_ns sw sh -c "nlfuzz --seed $SEED --count $COUNT > $OUT/requests.json ||
		! cat $OUT/requests.json"
note "$(cat "$OUT/requests.json")"
# Shows that the run has tested each case: each verdict and each goal has occurred
[ "$COUNT" -lt 8000 ] || is "each kind of verdict and each goal occurs" \
	"$(jq -r 'to_entries[] | select(.value == 0) | .key' \
	"$OUT/requests.json" | grep -v '^seed$')" ""
check "more than a fifth of the requests is accepted" \
	test "$(value requests .accepted)" -gt $((COUNT / 5))

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
	"$(pfc sw -j pool show | jq -c '[.[] | .reserved, .shared_used, .pgs] | unique')" "[0]"
is "without ports no PG follows a profile" \
	"$(pfc sw -j profile show | jq -c '[.[].pgs] | unique')" "[0]"
check "pools and profiles can be deleted" \
	in_ns sw sh -c "pfcctl profile del last && pfcctl pool del last"
check "the module can be unloaded" rmmod pfc
