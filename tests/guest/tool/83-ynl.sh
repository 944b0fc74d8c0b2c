#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The YNL client of the kernel source reads configuration, counters and an event of a port
# by the specification of the family, and agrees with pfcctl.
#
#   sw: p1 ── p2    (both ports)
#
# mode: any

. /tests/guest/lib/lib.sh

ynl()
{
	nsexec sw env PYTHONHOME="$IN/python" "$IN/python/libs/ld-linux-x86-64.so.2" \
		--library-path "$IN/python/libs" "$IN/python/python3" \
		/tests/guest/lib/ynl_read.py "$IN/pfc.yaml" "$1"
}

# sent: p1 has sent at least 100 frames (the datagrams and other frames of sw)
sent() { [ "$(pfc sw -j stats show dev p1 | jq '[.[0].queue[].tx_packets] | add')" -ge 100 ]; }

# agree TEXT FILTER1 COMMAND FILTER2: checks that the client's output through FILTER1 equals
# the JSON of "pfcctl COMMAND show" through FILTER2
agree()
{
	is "$1" "$(jq -c "$2" "$OUT/ynl.json")" "$(pfc sw -j "$3" show | jq -c "$4")"
}

ns sw
link sw p1 sw p2
pfc sw port add dev p1 rate 1.5gbit pause-time 5000 queue-limit 3M delay 1us batch 32
pfc sw port add dev p2
pfc sw pfc set dev p1 prio-pfc 3:on
pfc sw map set dev p1 dscp-prio 26:4 46:7 prio-dscp 5:40 app-rewrite on
pfc sw pg set dev p1 pg 3 xoff 1.5K xon 1K headroom 100000
pfc sw queue set dev p1 queue 5 limit 1M ecn-kmin 5K ecn-kmax 200K ecn-pmax 1.5%
pfc sw watchdog set dev p1 xoff-timeout 1s
pfc sw impair set dev p1 prio 3 loss 0.5% delay 20us pfc-corrupt 1% seed 9
nsexec sw ip link set p1 up
nsexec sw ip link set p2 up
ip -n sw address add 10.0.0.1/24 dev p1
ip -n sw neighbour add 10.0.0.9 lladdr 02:00:00:00:00:09 dev p1
send sw datagrams --count 100 10.0.0.9
wait_for 10 sent
ynl dump > "$OUT/ynl.json"
check "the client reads the family" [ -s "$OUT/ynl.json" ]

agree "ports" '[.port[] | [.ifname, .["port-id"], .delay, .["cable-delay"], .batch,
		.latency, .gso, .["tx-queues"], .["tx-queues-used"], .ring, .["memory-used"], .["memory-port"], .["foreign-devices"],
		.dcb == "port", .["pause-time"], .["default-prio"],
		.["queue-limit"],
		.speed * 1000000, .["speed-source"], (if .rate > 0 then .rate else null end)]]' \
	port '[.[] | [.dev, .port_id, .delay_ns, .cable_delay_ns, .batch_frames,
		.latency_ns, .gso, .tx_queues, .tx_queues_used, .ring_bytes,
		.memory_used_bytes, .memory_port_bytes, .foreign_devices,
		.dcb, .pause_time_quanta, .default_prio,
		.queue_limit,
		.speed_bits_per_second, .speed_source, .rate_bits_per_second]]'
agree "flow control by priority" '[.port[] | [.["flow-control"],
		[.["prio-pfc"]["map-entry"][].value == 1]]]' \
	pfc '[.[] | [.flow_control, .prio_pfc]]'
agree "priorities by DSCP" '[.port[]["dscp-prio"]["map-entry"] | [.[].value]]' \
	map '[.[].dscp_prio]'
agree "rewriting" '[.port[] | [.["app-rewrite"] == 1]]' \
	map '[.[] | [.app_rewrite]]'
agree "priority groups" '[.port[].pg[] | [.id, .xoff, .xon, .headroom, .limit, .min,
		.pool, has("lossless")]]' \
	pg '[.[].pg[] | [.pg, .xoff, .xon, .headroom, .limit, .min, .pool, .lossless]]'
agree "queues" '[.port[].queue[] | [.id, .alpha, .["ecn-kmin"], .["ecn-pmax"]]]' \
	queue '[.[].queue[] | [.queue, .alpha_256ths, .ecn_kmin, .ecn_pmax_millionths]]'
agree "impairments" '[.impair[] | [.["impair-seed"], .["impair-since"],
		[(.impair // [])[] | [.id, .loss, .delay, .["pfc-corrupt"], .["xoff-period"]]],
		[(.["impair-stats"] // [])[] | [.frames, .lost, .["xoff-time"]]]]]' \
	impair '[.[] | [.seed, .since_ns,
		[.prio[] | [.prio, .loss_millionths, .delay_ns, .pfc_corrupt_millionths, .xoff_period_ns]],
		[.prio[] | [.frames, .lost, .xoff_time_ns]]]]'
agree "pools" '[.pool[] | [.["pool-name"], .["pool-size"], .["pool-headrooms"],
		.["pool-pgs"]]]' \
	pool '[.[] | [.name, .size, .headrooms, .pgs]]'
agree "counters of priority groups and queues" '[.stats[] | [.["stats-pg"][] |
		.["rx-packets"], .occupancy], [.["stats-queue"][] | .["tx-packets"], .["tx-bytes"]]]' \
	stats '[.[] | [.pg[] | .rx_packets, .occupancy], [.queue[] | .tx_packets, .tx_bytes]]'

ynl event > "$OUT/event" 2> "$OUT/event.err" &
wait_for 20 grep -q ready "$OUT/event"
pfc sw port del dev p2
wait $!
is "the client reads the event port-del" \
	"$(tail -n 1 "$OUT/event" | jq -c '[.name, .msg.event, .msg.ifname]')" \
	'["event","port-del","p2"]'
