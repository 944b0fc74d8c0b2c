#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Random requests of the netlink family, right and wrong ones: each is accepted or
# refused as a model says, what is refused says why and changes nothing, and the
# ports show what the model has.
#
#   sw: p1 ── p2, d1, d2    (p1, p2 and d1 are ports)
#
# timeout: 300
# sanitize: yes

. /tests/guest/lib.sh

SEED=${SEED:-1}
COUNT=$((6000 * ${FACTOR:-1} / ${SLOW:-1}))

ns sw
link sw p1 sw p2
ip -n sw link add d1 type dummy
ip -n sw link add d2 type dummy
for dev in p1 p2 d1; do
	tc -n sw qdisc replace dev $dev root pfc
done

note "SEED=$SEED"
check "$COUNT requests, each as the model says" \
	in_ns sw sh -c "nlfuzz --seed $SEED --count $COUNT > $OUT/requests.json ||
		! cat $OUT/requests.json"
note "$(cat "$OUT/requests.json")"
# Otherwise the test would come to test nothing
[ "$COUNT" -lt 6000 ] || is "each verdict and goal was met" "$(jq -r 'to_entries[] | select(.value == 0) | .key' \
	"$OUT/requests.json" | grep -v '^seed$')" ""
check "many were accepted" test "$(value requests .accepted)" -gt $((COUNT / 5))

for dev in p1 p2 d1; do
	tc -n sw qdisc del dev $dev root
done
is "nothing stays reserved" "$(pfc sw -j pool show default | jq -c '[.reserved, .shared_used]')" \
	"[0,0]"
check "rmmod" rmmod pfc
