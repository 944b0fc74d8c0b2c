#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Values that the kernel refuses, in well-formed messages: no part of the request takes
# effect, not even the valid values before the wrong one.
#
#   sw: p1 ── p2    (p1 is a port)
#
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/refusals-raw.sh

# map NAME KEY VALUE...: prints a map attribute of a request
map()
{
	echo "$1={"
	shift
	while [ $# -gt 0 ]; do
		echo "a_map_entry={ map_a_key=u8:$1 map_a_value=u8:$2 }"
		shift 2
	done
	echo "}"
}

# group ATTRIBUTE...: prints a priority group
group() { echo "a_pg={ $* }"; }

# Valid values of several attributes; wrong() sends them before a wrong value
VALID="$SET a_default_prio=u8:1 a_queue_limit=u32:4711 $(map a_dscp_prio 1 2 3 4)
	$(map a_prio_pg 1 2) $(map a_prio_pfc 5 1)
	$(group pg_a_id=u8:5 pg_a_xoff=u32:5000 pg_a_xon=u32:500)"

# wrong ERRNO TEXT REQUEST: a request with the valid values and then REQUEST is refused
wrong() { no "$1" "$2" "$(tr -s '\n\t' '  ' <<< "$VALID $3")"; }

wrong ERANGE 'pause-time: 390 quanta at 10000 Mb/s are below the minimum of 391 \(20000 ns\)' \
	a_pause_time=u32:390
wrong EINVAL 'pg: no number' "$(group pg_a_xoff=u32:1)"
wrong EINVAL 'pg 7: xon 6 is above xoff 5' \
	"$(group pg_a_id=u8:7 pg_a_xoff=u32:5 pg_a_xon=u32:6)"
wrong ENOSPC 'p1 PG 5 needs 12582913 bytes of headroom, 12 MiB are free in pool default' \
	"$(group pg_a_id=u8:5 pg_a_headroom=u32:12582913)"

no EINVAL 'pg 2: PFC is on for its priority 1 but off for its priority 2' \
	"$SET $(map a_prio_pg 1 2 | paste -sd' ' -) $(map a_prio_pfc 1 1 | paste -sd' ' -)"

# The pool
no EINVAL 'a setting of the pool must be given' cmd_pool_set

# The valid values alone are accepted
yes "$(tr -s '\n\t' '  ' <<< "$VALID")"
no ENOSPC 'pool default: size 262143 is too small, PGs reserve 262144 bytes' cmd_pool_set\ a_pool_size=u32:262143
yes 'cmd_pool_set a_pool_size=u32:262144'

# Pools, profiles, links, queues, watermarks
no EINVAL 'a pool needs a name and a size' 'cmd_pool_new a_pool_name=str:gold'
no EINVAL 'a pool needs a name and a size' 'cmd_pool_new a_pool_size=u32:1000000'
for name in a/b 'a$' ''; do
	no EINVAL 'name: must be 1 to 31 ' "cmd_pool_new a_pool_name=str:$name a_pool_size=u32:1000"
	no EINVAL 'name: must be 1 to 31 ' "cmd_profile_new a_profile_name=str:$name"
done
no 'E(INVAL|RANGE)' 'length|policy' \
	'cmd_pool_del a_pool_name=str:abcdefghijklmnopqrstuvwxyz012345'
no EINVAL 'name: not given' cmd_pool_del
no EINVAL 'name: not given' cmd_profile_new
no EINVAL 'a profile has no number' 'cmd_profile_new a_profile_name=str:a a_pg={ pg_a_id=u8:1 }'
no EINVAL 'and follows no other profile' \
	'cmd_profile_new a_profile_name=str:a a_pg={ pg_a_profile=str:b }'
no EINVAL 'headroom: a size and auto exclude' \
	"$SET a_pg={ pg_a_id=u8:1 pg_a_headroom_auto=u8:1 pg_a_headroom=u32:1000 }"
no EINVAL 'a pool cannot be combined with a port' "cmd_watermark_clear a_ifname=str:p1 a_pool_name=str:default"
no EINVAL 'a pool cannot be combined with a port' 'cmd_watermark_clear a_pg={ pg_a_id=u8:1 }'
