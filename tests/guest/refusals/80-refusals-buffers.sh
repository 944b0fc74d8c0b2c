#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Pools, profiles and watermarks: the error of a refused request names the attribute and its
# range, or what still uses the object.  A refused request changes nothing at any port.
#
#   sw: p1 ── p2    (both are ports)
#
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/refusals-raw.sh

SET2=${SET/p1/p2}
tc -n sw qdisc replace dev p2 root pfc

# on REQUEST PRIORITY: prints a request that switches PFC on
on() { echo "$1 a_prio_pfc={ a_map_entry={ map_a_key=u8:$2 map_a_value=u8:1 } }"; }

# ---- initial state: two PGs follow profile fast, one PG of p1 is bound to pool silver

yes "$(on "$SET" 3)"
yes "$(on "$SET" 5)"
yes "$(on "$SET2" 3)"
yes 'cmd_pool_new a_pool_name=str:gold a_pool_size=u32:1000000'
yes 'cmd_pool_new a_pool_name=str:silver a_pool_size=u32:200000 a_pool_oversubscribe_ratio=u32:4'
yes 'cmd_pool_new a_pool_name=str:spare a_pool_size=u32:60'
yes 'cmd_pool_new a_pool_name=str:a-name.of_31-letters.Abcdefghij a_pool_size=u32:1073741824'
yes 'cmd_profile_new a_profile_name=str:fast a_pg={ pg_a_pool=str:gold pg_a_headroom=u32:100000 pg_a_min=u32:5000 }'
yes 'cmd_profile_new a_profile_name=str:idle a_pg={ pg_a_pool=str:spare }'
for set in "$SET" "$SET2"; do
	yes "$set a_pg={ pg_a_id=u8:3 pg_a_profile=str:fast }"
done
yes "$SET a_pg={ pg_a_id=u8:5 pg_a_pool=str:silver pg_a_headroom=u32:400000 }"
first=$(raw <<< "$STATE")

# ---- names

for name in a/b 'a$' 'a*' 'ä' ''; do
	no EINVAL "name: must be 1 to 31 characters" "cmd_pool_new a_pool_name=str:$name a_pool_size=u32:1000"
	no EINVAL "name: must be 1 to 31 characters" "cmd_profile_new a_profile_name=str:$name"
done
no EINVAL 'name: must be 1 to 31 characters' 'cmd_pool_new a_pool_name=hex:612000 a_pool_size=u32:1000'
no EINVAL 'name: must be 1 to 31 characters' 'cmd_profile_new a_profile_name=hex:610a00'
for name in str:abcdefghijklmnopqrstuvwxyz012345 hex:676f6c64 hex: ; do
	for request in "cmd_pool_new a_pool_size=u32:1000 a_pool_name" "cmd_pool_get a_pool_name" \
		"cmd_pool_set a_pool_size=u32:1000 a_pool_name" "cmd_pool_del a_pool_name" \
		"cmd_profile_new a_profile_name" "cmd_profile_get a_profile_name" \
		"cmd_profile_set a_profile_name" "cmd_profile_del a_profile_name"; do
		no 'E(INVAL|RANGE)' 'policy|length' "$request=$name"
	done
	for what in pool profile; do
		no 'E(INVAL|RANGE)' 'policy|length' "$SET a_pg={ pg_a_id=u8:1 pg_a_$what=$name }"
	done
done

no EEXIST 'pool default: exists already' 'cmd_pool_new a_pool_name=str:default a_pool_size=u32:1000'
no EEXIST 'pool gold: exists already' 'cmd_pool_new a_pool_name=str:gold a_pool_size=u32:1000'
no EEXIST 'profile fast: exists already' 'cmd_profile_new a_profile_name=str:fast'
# a name ends at the byte 0: the bytes after it are ignored
no EEXIST 'pool gold: exists already' \
	'cmd_pool_new a_pool_name=hex:676f6c640078 a_pool_size=u32:1000'
no EEXIST 'profile fast: exists already' 'cmd_profile_new a_profile_name=hex:666173740078'

for request in "cmd_pool_get a_pool_name=str:none" "cmd_pool_del a_pool_name=str:gol" \
	"cmd_pool_set a_pool_name=str:golden a_pool_size=u32:1000" \
	"cmd_watermark_clear a_pool_name=str:Gold" \
	"$SET a_rate=u64:2000000 a_pg={ pg_a_id=u8:1 pg_a_pool=str:fast }" \
	"$SET a_rate=u64:2000000 a_pg={ pg_a_id=u8:1 pg_a_pool=str: }" \
	"cmd_profile_set a_profile_name=str:fast a_pg={ pg_a_min=u32:1 pg_a_pool=str:none }" \
	"cmd_profile_new a_profile_name=str:new a_pg={ pg_a_pool=str:none }"; do
	no ENOENT 'pool [A-Za-z]*: not found' "$request"
done
for request in "cmd_profile_get a_profile_name=str:none" "cmd_profile_del a_profile_name=str:fas" \
	"cmd_profile_set a_profile_name=str:faster" \
	"$SET a_rate=u64:2000000 a_pg={ pg_a_id=u8:1 pg_a_profile=str:gold }"; do
	no ENOENT 'profile [a-z]*: not found' "$request"
done
for command in profile_get profile_set profile_del pool_del; do
	no EINVAL 'name: not given, it selects a (pool|profile)' "cmd_$command"
done

# ---- wrong sizes and types, read-only attributes, attributes of another command

no EINVAL 'NLA_F_NESTED is missing' "$SET a_queue=[ queue_a_id=u8:1 queue_a_limit=u32:1 ]"
no EINVAL 'NLA_F_NESTED is missing' 'cmd_profile_set a_profile_name=str:fast a_pg=[ pg_a_min=u32:1 ]'
no EINVAL 'Unknown attribute' "$SET a_queue={ queue_a_id=u8:1 9=u8:1 }"
for request in "$SET a_rate=u64:2000000 a_pg={ pg_a_id=u8:1" \
	"cmd_profile_set a_profile_name=str:fast a_pg={ pg_a_min=u32:1"; do
	no EINVAL 'headroom-needed is read only' "$request pg_a_headroom_needed=u32:1 }"
done
for request in "cmd_profile_set a_profile_name=str:fast a_profile_pgs=u32:1" \
	"cmd_profile_set a_profile_name=str:fast a_pool_name=str:gold" \
	"cmd_pool_get a_pool_size=u32:1000" "cmd_pool_del a_pool_name=str:gold a_pool_size=u32:1000" \
	"cmd_profile_get a_profile_name=str:fast a_pg={ }" \
	"cmd_profile_del a_profile_name=str:idle a_pg={ }" "$SET a_pool_name=str:gold" \
	"cmd_watermark_clear a_rate=u64:0"; do
	no EINVAL 'Unknown|Unsupported' "$request"
done

# ---- what is absent, and values that exclude each other

no EINVAL 'queue: no number given' "$SET a_rate=u64:2000000 a_queue={ queue_a_limit=u32:1 }"
no EINVAL 'pg: no number given' "$SET a_rate=u64:2000000 a_pg={ pg_a_xoff=u32:1 }"
no EINVAL 'a setting of the pool must be given' cmd_pool_set
no EINVAL 'a pool needs a name and a size' 'cmd_pool_new a_pool_name=str:new'
no EINVAL 'a pool needs a name and a size' 'cmd_pool_new a_pool_size=u32:1000'
no EINVAL 'name: not given' cmd_profile_new

# Values of a PG, and of a profile that PGs of two ports follow
for request in "$SET a_rate=u64:2000000 a_pg={ pg_a_id=u8:1" \
	"cmd_profile_set a_profile_name=str:fast a_pg={ pg_a_pool=str:silver" \
	"cmd_profile_new a_profile_name=str:new a_pg={ pg_a_pool=str:silver"; do
	no EINVAL 'headroom: a size and auto exclude each other' \
		"$request pg_a_headroom=u32:1 pg_a_headroom_auto=u8:1 }"
	no EINVAL '(pg 1|profile (fast|new)): xon 2 is above xoff 1 bytes' "$request pg_a_xoff=u32:1 pg_a_xon=u32:2 }"
done
no EINVAL 'a profile has no number' 'cmd_profile_set a_profile_name=str:fast a_pg={ pg_a_id=u8:1 }'
no EINVAL 'and follows no other profile' \
	'cmd_profile_set a_profile_name=str:fast a_pg={ pg_a_min=u32:1 pg_a_profile=str:idle }'

# ---- a PG that follows a profile has no values of its own

for what in xoff=u32:200000 xon=u32:1 headroom=u32:100000 limit=u32:1 min=u32:5000 alpha=u32:0 \
	xon_offset=u32:1 xoff_ahead=u32:1 pool=str:gold headroom_auto=u8:0; do
	name=${what%%=*}
	name=${name//_/-}
	no EINVAL "pg 3: follows profile fast, which sets ${name%-auto}\$" \
		"$SET a_rate=u64:2000000 a_pg={ pg_a_id=u8:3 pg_a_$what }"
	no EINVAL "pg 1: follows profile idle, which sets ${name%-auto}\$" \
		"$SET a_rate=u64:2000000 a_pg={ pg_a_id=u8:1 pg_a_profile=str:idle pg_a_$what }"
done

# ---- in use

no EBUSY 'pool default: default pool cannot be deleted' 'cmd_pool_del a_pool_name=str:default'
no EBUSY 'pool silver: in use: 1 PGs refer to it, packets hold 0 bytes' 'cmd_pool_del a_pool_name=str:silver'
no EBUSY 'pool gold: in use by profile fast' 'cmd_pool_del a_pool_name=str:gold'
no EBUSY 'pool spare: in use by profile idle' 'cmd_pool_del a_pool_name=str:spare'
no EBUSY 'profile fast: in use: 2 PGs follow it' 'cmd_profile_del a_profile_name=str:fast'

# ---- no space: gold has 210000 of 1000000 bytes reserved, silver 100000 of 200000

no ENOSPC 'pool gold: size 209999 is too small, PGs and queues reserve 210000 bytes of it' \
	'cmd_pool_set a_pool_name=str:gold a_pool_size=u32:209999'
no ENOSPC 'pool silver: size 200000 is too small, PGs and queues reserve 400000 bytes of it' \
	'cmd_pool_set a_pool_name=str:silver a_pool_oversubscribe_ratio=u32:1'
no ENOSPC 'pool silver: size 133333 is too small, PGs and queues reserve 133334 bytes of it' \
	'cmd_pool_set a_pool_name=str:silver a_pool_oversubscribe_ratio=u32:3 a_pool_size=u32:133333'
no ENOSPC 'p1 PG 5 needs 400000 bytes of headroom, 60 bytes are free in pool spare' \
	"$SET a_rate=u64:2000000 a_pg={ pg_a_id=u8:5 pg_a_pool=str:spare }"
no ENOSPC 'p1 PG 1 needs 790001 bytes of guarantee \(min\), 790000 bytes are free in pool gold' \
	"$SET a_rate=u64:2000000 a_pg={ pg_a_id=u8:1 pg_a_pool=str:gold pg_a_min=u32:790001 }"
# The pool has room for one of the two PGs that follow the profile, but not for both
no ENOSPC 'p2 PG 3 needs 400001 bytes of guarantee \(min\), 399999 bytes are free in pool gold' \
	'cmd_profile_set a_profile_name=str:fast a_pg={ pg_a_min=u32:400001 }'
no ENOSPC 'p2 PG 3 needs 50000 bytes of guarantee \(min\), 25000 bytes are free in pool silver' \
	'cmd_profile_set a_profile_name=str:fast a_pg={ pg_a_pool=str:silver pg_a_min=u32:50000 }'
# The headroom that the PG has already is free for it; the ratio of the pool is 4
no ENOSPC 'p1 PG 5 needs [0-9]+ ([MK]iB|bytes) of headroom, 800000 bytes are free in pool silver' \
	"$SET a_rate=u64:2000000 a_batch=u32:4096 a_pg={ pg_a_id=u8:5 pg_a_headroom_auto=u8:1 }"

# ---- watermarks

exclusive='a pool cannot be combined with a port; PGs and queues need a port'
no EINVAL "$exclusive" 'cmd_watermark_clear a_ifname=str:p1 a_pool_name=str:default'
no EINVAL "$exclusive" 'cmd_watermark_clear a_pool_name=str:default a_pg={ pg_a_id=u8:1 }'
for what in 'pg={ pg_a_id=u8:1 }' 'queue={ queue_a_id=u8:1 }'; do
	no EINVAL "$exclusive" "cmd_watermark_clear a_$what"
done
no EINVAL 'either ifindex or ifname' 'cmd_watermark_clear a_ifname=str:p1 a_ifindex=u32:1'
no ENODEV 'nobody: no such device' 'cmd_watermark_clear a_ifname=str:nobody a_pg={ pg_a_id=u8:1 }'
no ENOENT 'lo: device is not a pfc port' 'cmd_watermark_clear a_ifname=str:lo'
CLEAR='cmd_watermark_clear a_ifname=str:p1'
for what in pg queue; do
	right="a_$what={ ${what}_a_id=u8:1 }"
	no EINVAL "$what: no number given" "$CLEAR $right a_$what={ }"
	no EINVAL "$what: only its number may be given" \
		"$CLEAR $right a_$what={ ${what}_a_id=u8:2 ${what}_a_limit=u32:1 }"
done
no EINVAL 'pg: only its number may be given' \
	"$CLEAR a_pg={ pg_a_id=u8:1 } a_pg={ pg_a_id=u8:2 pg_a_profile=str: }"

# ---- maximum numbers of pools and profiles

# fill OBJECT FROM TO [WORD]: adds the pools or profiles nFROM to nTO
fill()
{
	seq "$2" "$3" | sed "s/.*/cmd_$1_new a_$1_name=str:n& ${4:-}/" | raw | sort | uniq -c
}

state_is "the refused requests have not changed the state" "$first"
is "256 pools can exist" \
	"$(fill pool 6 256 a_pool_size=u32:1000 | awk '{ print $1, $2 }')" "251 ok"
is "1024 profiles can exist" "$(fill profile 3 1024 | awk '{ print $1, $2 }')" "1022 ok"
no ENOSPC 'the maximum of 256 pools is reached' 'cmd_pool_new a_pool_name=str:more a_pool_size=u32:1000'
no ENOSPC 'the maximum of 1024 profiles is reached' 'cmd_profile_new a_profile_name=str:more'
yes 'cmd_pool_del a_pool_name=str:n200'
yes 'cmd_pool_new a_pool_name=str:more a_pool_size=u32:1000'

# ---- objects that are not in use any more can be deleted

for set in "$SET" "$SET2"; do
	yes "$set a_pg={ pg_a_id=u8:3 pg_a_profile=str: pg_a_pool=str:default }"
done
yes "$SET a_pg={ pg_a_id=u8:5 pg_a_pool=str:default }"
for name in fast idle; do
	yes "cmd_profile_del a_profile_name=str:$name"
done
for name in gold silver spare; do
	yes "cmd_pool_del a_pool_name=str:$name"
done
