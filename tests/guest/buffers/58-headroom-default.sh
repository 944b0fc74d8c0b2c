#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Switching PFC on gives a PG the headroom that its link needs, by pfcctl and by dcb, unless the
# user has set a size.  Without a rate, or with less than half of the pool left, the PG keeps
# 256 KiB, and the overview shows that this is too little.
#
#   h1 eth0 ── p1 ┐
#                 ├ sw, p3 ── p4 (both in sw)
#   h2 eth0 ── p2 ┘
#
# mode: any

. /tests/guest/lib/lib.sh

# headroom DEV [PG]: prints the headroom of a PG, and whether it is automatic, default and short
headroom()
{
	pfc sw -j pg show dev "$1" | jq -r ".[0].pg[${2:-3}] |
		[.headroom, .headroom_auto, .headroom_default, .headroom_short] | join(\" \")"
}

# calculate RATE: prints the result of the calculator, which does not use the kernel
calculate() { pfcctl -j headroom speed "$1" | jq .headroom; }

# short: prints the PGs that are short of headroom, by the overview
short()
{
	pfc sw -j show | jq -c '.ports | map(select(.headroom_short_pgs != []) |
		[.dev, .headroom_short_pgs])'
}

ns sw h1 h2
link h1 eth0 sw p1
link h2 eth0 sw p2
link sw p3 sw p4
for dev in p1 p2 p4; do
	pfc sw port add dev $dev rate 1gbit
done
pfc sw port add dev p3
needed=$(calculate 1gbit)

# ---- the default --------------------------------------------------------------------------

is "a lossy PG has the default size" "$(headroom p1)" "262144 false true false"
is "pfcctl switches PFC on without a warning" "$(pfc sw pfc set dev p1 prio-pfc 3:on 2>&1)" ""
is "the PG has the headroom that the link needs" "$(headroom p1)" "$needed true true false"
is "another PG keeps the default size" "$(headroom p1 4)" "262144 false true false"
check "dcb switches PFC on" in_ns sw dcb pfc set dev p2 prio-pfc 3:on
is "dcb: the PG has the headroom that the link needs" "$(headroom p2)" "$needed true true false"
is "dcb shows its size" "$(in_ns sw dcb -j buffer show dev p2 | jq '.buffer_size[3]')" "$needed"
is "the pool reserves both headrooms" "$(pfc sw -j pool show | jq '.[0].reserved')" $((2 * needed))
check "a pool of which that headroom is more than half" \
	pfc sw pool add small size $((2 * needed - 1000))
check "the PG moves there" pfc sw pg set dev p2 pg 3 pool small
is "it has the default size there" "$(headroom p2)" "262144 true true true"
check "the PG moves back" pfc sw pg set dev p2 pg 3 pool default
is "the PG has the headroom again" "$(headroom p2)" "$needed true true false"
check "the pool is deleted" pfc sw pool del small
check "the rate changes" pfc sw port set dev p1 rate 2gbit
is "the headroom follows the rate" "$(headroom p1)" "$(calculate 2gbit) true true false"
check "the rate changes back" pfc sw port set dev p1 rate 1gbit
check "thresholds of the PG change" pfc sw pg set dev p1 pg 3 xoff 64K xon 48K
is "thresholds do not change the headroom" "$(headroom p1)" "$needed true true false"
check "PFC ends" pfc sw pfc set dev p1 prio-pfc 3:off
is "the lossy PG has the default size again" "$(headroom p1)" "262144 false true false"

# ---- a size of the user ---------------------------------------------------------------------

check "the user sets the size 256K" pfc sw pg set dev p1 pg 3 headroom 256K
check "PFC begins" pfc sw pfc set dev p1 prio-pfc 3:on
is "the PG keeps the size of the user" "$(headroom p1)" "262144 false false true"
pfc sw save > /tmp/saved
check "save has the size, although it is that of a lossy PG" \
	grep -q '^pg set dev p1 pg 3 .*headroom 256K' /tmp/saved
check "save has no headroom of a PG with the default" \
	bash -c "! grep -q '^pg set dev p2 .*headroom' /tmp/saved"
check "the ports are deleted" pfc sw port del dev p1,p2,p3,p4
check "restore succeeds" pfc sw restore /tmp/saved
is "restore gives p1 the size of the user" "$(headroom p1)" "262144 false false true"
is "restore gives p2 the headroom that the link needs" "$(headroom p2)" "$needed true true false"
check "the user sets the default" pfc sw pg set dev p1 pg 3 headroom default
is "the default is the headroom that the link needs" "$(headroom p1)" "$needed true true false"

# ---- a port without a rate --------------------------------------------------------------------

needs=$(pfc sw -j pg show dev p3 | jq '.[0].pg[3].headroom_needed')
is "a port without a rate: a warning has the fix" "$(pfc sw pfc set dev p3 prio-pfc 3:on 2>&1)" \
	"pfcctl: Warning: p3 PG 3 has 262144 bytes of headroom and needs $needs, $((needs - 262144)) are missing: the port has no rate; fix: pfcctl port set dev p3 rate RATE, or pfcctl pg set dev p3 pg 3 headroom auto"
is "the PG has the default size" "$(headroom p3)" "262144 false true true"
is "the overview names the PG" "$(short)" '[["p3",[3]]]'
check "the overview names the PG in text" \
	grep -qx 'short of headroom: p3 PG 3; fix: see pfcctl -n sw check' <(pfcctl -n sw)
check "the user sets auto" pfc sw pg set dev p3 pg 3 headroom auto
is "auto has the needed size without a rate, too" "$(headroom p3)" "$needs true false false"
check "the user sets the default and a rate" pfc sw port set dev p3 rate 1gbit pg 3 headroom default
is "with a rate, the PG has the headroom that the link needs" "$(headroom p3)" \
	"$needed true true false"
is "the overview names no PG" "$(short)" '[]'

# ---- a pool without room ------------------------------------------------------------------------

check "a fourth headroom would take more than half of the pool" \
	pfc sw pool set size $((8 * needed - 1000))
is "PFC begins with a warning" "$(pfc sw pfc set dev p4 prio-pfc 3:on 2>&1)" \
	"pfcctl: Warning: p4 PG 3 has 262144 bytes of headroom and needs $needed, $((needed - 262144)) are missing; fix: pfcctl pg set dev p4 pg 3 headroom auto"
is "the PG has the default size" "$(headroom p4)" "262144 true true true"
is "the overview names the PG" "$(short)" '[["p4",[3]]]'
check "the pool is enlarged" pfc sw pool set size $((8 * needed))
is "the headroom has grown" "$(headroom p4)" "$needed true true false"
check "the pool has no room for a fourth headroom" bash -c "pfcctl -n sw pfc set dev p4 prio-pfc 3:off
	pfcctl -n sw pool set size $((3 * needed + 400000)) && pfcctl -n sw pfc set dev p4 prio-pfc 3:on"
is "the PG has the default size again" "$(headroom p4)" "262144 true true true"
fix=$(pfcctl -n sw check | grep -m 1 'p4: PG 3' | sed -n 's/.*; fix: //p')
note "$fix"
check "the fix of check succeeds" bash -c "$fix"
is "the headroom has grown" "$(headroom p4)" "$needed true false false"
