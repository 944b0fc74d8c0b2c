#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Malformed netlink requests: each one is refused with a reason and changes nothing.
#
#   sw: p1 ── p2    (p1 is a port)
#
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/refusals-raw.sh

index=$(in_ns sw cat /sys/class/net/p1/ifindex)

# Valid requests are accepted, so the kernel refuses each request below only for its error
first=$(raw <<< "$STATE")
is "the state can be read" "$(awk '{ print $1, $2 }' <<< "$first" | paste -sd,)" \
	"ok 1,ok 1,ok 0,ok 1"
yes "$SET"
yes "cmd_port_set a_ifindex=u32:$index a_pause_time=u32:65535"
yes "$SET a_dscp_prio={ a_map_entry={ map_a_key=u8:63 map_a_value=u8:7 } }"
yes "$SET a_prio_pg={ } a_pg={ pg_a_id=u8:7 pg_a_xon=u32:98304 }"
state_is "setting the current values does not change the state" "$first"
yes "$SET a_rate=u64:1000000"
check "a changed rate shows in the state" test "$(raw <<< "$STATE")" != "$first"
yes "$SET a_rate=u64:0"
state_is "the state is the initial one after the rate is reset" "$first"

# The device
no EINVAL 'either ifindex or ifname' 'cmd_port_get'
no EINVAL 'either ifindex or ifname' 'cmd_port_set a_pause_time=u32:7'
no EINVAL 'either ifindex or ifname' 'cmd_stats_get'
no EINVAL 'either ifindex or ifname' \
	"cmd_port_set a_ifname=str:p1 a_ifindex=u32:$index"
no EINVAL 'either ifindex or ifname' \
	"cmd_stats_clear a_ifname=str:p1 a_ifindex=u32:$index"
no ENODEV 'ifindex 4711: no such device' 'cmd_port_set a_ifindex=u32:4711 a_pause_time=u32:7'
no ENODEV 'no such device' 'cmd_port_get a_ifindex=u32:0'
no ENODEV 'no such device' 'cmd_port_get a_ifname=str:'
no ENODEV 'no such device' 'cmd_stats_get a_ifname=str:nobody'
no ENODEV 'no such device' 'cmd_stats_clear a_ifname=str:nobody'
no ENOENT 'p2: device is not a pfc port' 'cmd_port_set a_ifname=str:p2 a_pause_time=u32:7'
no ENOENT 'not a pfc port' 'cmd_stats_clear a_ifname=str:lo'
no EINVAL 'policy|length' 'cmd_port_get a_ifname=str:a-name-that-is-too-long'
no EINVAL 'policy|length' 'cmd_port_get a_ifname=hex:7031'
no EINVAL 'policy|length' 'cmd_port_get a_ifname=hex:'

# Wrong sizes and types
for request in a_ifindex=u8:1 a_ifindex=u64:1; do
	no 'E(INVAL|RANGE)' 'length' "cmd_port_get $request"
done
for request in a_default_prio=u32:1 a_pause_time=u16:7 a_rate=u32:9 a_speed=u8:9 \
	a_queue_limit=flag 'a_pg={ pg_a_id=u32:1 }' \
	'a_pg={ pg_a_id=u8:1 pg_a_xoff=u64:1 }' \
	'a_prio_pg={ a_map_entry={ map_a_key=u16:1 map_a_value=u8:1 } }'; do
	no 'E(INVAL|RANGE)' 'length' "$SET a_rate=u64:2000000 $request"
done
no 'E(INVAL|RANGE)' 'length' 'cmd_pool_set a_pool_size=u16:1000'
for request in 'a_dscp_prio=[ a_map_entry={ map_a_key=u8:1 map_a_value=u8:1 } ]' \
	'a_dscp_prio={ a_map_entry=[ map_a_key=u8:1 map_a_value=u8:1 ] }' \
	'a_pg=[ pg_a_id=u8:1 pg_a_xon=u32:1 ]'; do
	no EINVAL 'NLA_F_NESTED is missing' "$SET $request"
done
no EINVAL 'NLA_F_NESTED not expected' "$SET +a_pause_time=u32:7"
no EINVAL 'NLA_F_NESTED is missing' "$SET a_dscp_prio=u8:1"
no EINVAL 'leftover' "$SET raw:0102"
no EINVAL 'length|attribute' "$SET a_pg={ raw:0300040001 }"

# Unknown attributes, and attributes that only the kernel's answers may have
no EINVAL 'Unknown attribute' "$SET 999=u8:1"
no EINVAL 'Unknown attribute' "$SET 0=u8:1"
no EINVAL 'Unknown attribute' "$SET a_pg={ pg_a_id=u8:1 99=u8:1 }"
no EINVAL 'Unknown attribute' \
	"$SET a_prio_pfc={ a_map_entry={ map_a_key=u8:1 map_a_value=u8:1 9=u8:1 } }"
no EINVAL 'Unknown attribute|Unsupported' "$SET a_prio_pg={ 1=u8:1 }"
no EINVAL 'Unknown attribute|Unsupported' "$SET a_prio_pg={ 99=u8:1 }"
for request in a_port_id=u32:9 a_speed_source=u8:1 a_ring=u32:1 a_pad=flag "a_stats_port={ }" \
	"a_stats_pg={ }" "a_map_entry={ }" a_event=u32:1 a_event_lost=u32:1; do
	no EINVAL 'Unsupported|Unknown' "$SET a_rate=u64:2000000 $request"
done
no EINVAL 'read only' "$SET a_pg={ pg_a_id=u8:1 pg_a_lossless=flag }"
for request in a_pool_reserved a_pool_shared_used a_pool_headroom_used \
	a_pool_guarantees a_pool_headrooms a_pool_headroom_size a_pool_shared_size \
	a_pool_shared_peak a_pool_shared_lifetime_peak a_pool_headroom_peak \
	a_pool_headroom_lifetime_peak a_pool_pgs; do
	no EINVAL 'Unsupported|Unknown' "cmd_pool_set a_pool_size=u32:9000000 $request=u32:1"
done

# Attributes of another command
no EINVAL 'Unknown|Unsupported' "$SET a_rate=u64:2000000 a_pool_size=u32:1000000"
no EINVAL 'Unknown|Unsupported' 'cmd_pool_set a_pool_size=u32:9000000 a_rate=u64:0'
no EINVAL 'Unknown|Unsupported' 'cmd_port_get a_ifname=str:p1 a_rate=u64:0'
no EINVAL 'Unknown|Unsupported' 'cmd_stats_clear a_ifname=str:p1 a_pg={ }'
no EINVAL 'Unknown|Unsupported' 'cmd_pool_get a_ifname=str:p1'
no EOPNOTSUPP '-' 'cmd_event a_ifname=str:p1'
no EOPNOTSUPP '-' '99'
