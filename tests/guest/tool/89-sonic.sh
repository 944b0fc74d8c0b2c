#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A SONiC configuration, imported and restored, sends XOFF and drops at the packets at which SONiC's
# own tests expect it of the switch: on a Tomahawk with 40 Gb/s ports and 300 m of cable, XOFF with
# packet 6,542 and the first drop at packet 7,063 (qos_params.th.yaml).  The tables are those of the
# tests of pfcctl.  The ports are those of three.bash.  The export of the configuration has the same
# import, and names what the tables cannot hold.
#
# mode: icount
# timeout: 300
# files: userspace/tests/sonic/wanted

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash
. /tests/guest/lib/three.bash

# group DEV PG: prints the cells in guarantee, shared part and headroom, transitions to XOFF, drops
group()
{
	stat sw "$1" "$(printf '.[0].pg[%d] | [(.guaranteed, .shared, .headroom) / 208,
		.xoff, .drop_headroom] | join(" ")' "$2")"
}

# came TEXT COUNT WANTED: h1 sends COUNT small frames with DSCP 3, one cell each
came()
{
	send h1 sent --flow 1 --dscp 3 --size 24 --count "$2" 10.0.0.2
	is "$1" "$(group p1 3)" "$3"
}

# commands FILE: prints the commands in a file, sorted
commands() { grep -v '^#' "$1" | sort; }

# cycle NAME: exports the configuration and imports it again, to $OUT/NAME
cycle()
{
	pfc sw sonic export > "$OUT/$1.json" 2> "$OUT/$1.warnings"
	pfcctl sonic import "$OUT/$1.json" > "$OUT/$1"
}

idle() { [ "$(group p1 3)" = "0 0 0 1 1" ]; }

three_hosts
# What pfcctl sonic import prints for the tables; a test of pfcctl compares it with the tables
check "pfcctl restore takes the import" pfc sw restore "$IN/wanted"
is "restoring it again changes nothing" "$(pfc sw -j restore "$IN/wanted" | jq -c .changed)" false
cycle same
is "the import of the export is equal" "$(commands "$OUT/same")" "$(commands "$IN/wanted")"
is "the export is complete" "$(cat "$OUT/same.warnings")" ""
check "settings without a profile are set" pfc sw -b - <<-END
	profile set ingress_lossy_profile alpha 3
	port set dev p1 rate 1gbit latency 1ms
	map set dev p1 prio-pg 5:5 6:6
	pg set dev p1 pg 5 limit 50000
	pg set dev p1 pg 6 alpha 1/4
	pg set dev p1 pg 4 profile none
	pg set dev p1 pg 4 alpha off xoff 30000 xon 20000 headroom 40000
	queue set dev p1 queue 5 pool egress_lossy_pool min 208 limit 60000
	ets set dev p1 tc-maxrate 5:100mbit
END
cycle own
is "the export names what the tables cannot hold" "$(sed 's/.*would run: //' "$OUT/own.warnings" | sort)" \
	"$(sort <<-'END'
		pfcctl pg set dev p1 pg 4 profile pg_profile
		pfcctl pg set dev p1 pg 5 profile pg_profile_2
		pfcctl pg set dev p1 pg 6 profile pg_profile_3
		pfcctl port set dev p1 latency 4ms
		pfcctl profile add pg_profile xoff 30000 xon 20000 headroom 40000 min 1248
		pfcctl profile add pg_profile_2 headroom 0 limit 50000
		pfcctl profile add pg_profile_3 headroom 0 alpha 1/4
		pfcctl profile set ingress_lossy_profile alpha 2
	END
	)"
check "pfcctl restore takes the import" pfc sw restore "$OUT/own"
cycle again
is "the second export is equal" "$(cat "$OUT/again.json")" "$(cat "$OUT/own.json")"
is "the second export is complete" "$(cat "$OUT/again.warnings")" ""
check "pfcctl restore takes the tables of the switch" pfc sw restore "$IN/wanted"
pfc sw port add dev p2 speed 10mbit
pfc sw pfc set dev p2 prio-pfc-rx 3:on
receive h2 got
hold h2 eth0 /tmp/xoff
wait_for 10 paused
came "6,541 packets do not reach the threshold" 6541 "6 6535 0 0 0"
came "packet 6,542 reaches it: XOFF" 1 "6 6536 0 1 0"
came "520 packets fit in the headroom" 520 "6 6536 520 1 0"
came "packet 7,063 is the first drop" 1 "6 6536 520 1 1"
release
in_ns h2 rawsend eth0 /tmp/xon > /dev/null
wait_for 20 idle
received got
is "all other packets arrive" "$(value got '.flows["1"].datagrams')" 7062

# The egress pool has 8,877,440 bytes, of which one memory has 10,670 cells.  A queue has a guarantee of
# 7 cells and alpha 8: 7 + 9,485 packets fit, less than the PG could take.
pfc sw port set dev p3 speed 10mbit rate 20mbit
pfc sw pfc set dev p3 prio-pfc-rx 0:on
pfc_frame "$(mac h3 eth0)" 0x01 0xffff > /tmp/xoff0
receive h3 lossy
hold h3 eth0 /tmp/xoff0
paused0() { [ "$(stat sw p3 ".[0].prio[0].rx_paused")" = true ]; }
wait_for 10 paused0
# dropped: prints the packets that wait in queue 0 of p3, and those that it has dropped
dropped() { stat sw p3 '.[0].queue[0] | "\(.backlog_packets) \(.drop_egress)"'; }
send h1 sent --flow 2 --dscp 0 --size 24 --count 9492 10.0.0.3
is "9,492 lossy packets fit in the queue" "$(dropped)" "9492 0"
send h1 sent --flow 2 --dscp 0 --size 24 --count 1 10.0.0.3
is "packet 9,493 is the first drop at egress" "$(dropped)" "9492 1"
is "the guarantee is not in the shared part" \
	"$(pfc sw -j pool show egress_lossy_pool | jq '.shared_used / 208')" 9485
release
in_ns h3 rawsend eth0 <(pfc_frame "$(mac h3 eth0)" 0x01 0) > /dev/null
empty0() { [ "$(dropped)" = "0 1" ]; }
check "they leave after XON" wait_for 20 empty0
received lossy
is "the other lossy packets arrive" "$(value lossy '.flows["2"].datagrams')" 9492

cat > /tmp/bare.json <<-'END'
	{"PORT": {"p1": {"speed": "50000"}}, "CABLE_LENGTH": {"AZURE": {"p1": "300m"}},
	 "PORT_QOS_MAP": {"p1": {"pfc_enable": "3,4"}},
	 "BUFFER_POOL": {"ingress_lossless_pool": {"type": "ingress", "mode": "dynamic", "size": "200000"}}}
END
pfcctl sonic import /tmp/bare.json > /tmp/bare
check "PGs without a row of pg_profile_lookup.ini fit in a small pool" pfc sw restore /tmp/bare
is "they are lossless and have no headroom" "$(pfc sw -j pg show dev p1 |
	jq -c '.[0].pg[3, 4] | [.lossless, .headroom]' | xargs)" "[true,0] [true,0]"
