#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# sonic.sh TOOL
#
# pfcctl sonic import: the commands for the tables in sonic/, and errors.  The commands need no kernel
# module; a guest test restores them.  The last line is a verdict.

tool=$(realpath "$1") passed=0 failed=0
cd "$(dirname "$0")/sonic" || exit
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

is()
{
	if [ "$2" = "$3" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'not ok - %s\n' "$1"
		diff <(echo "$3") <(echo "$2") | sed 's/^/  /'
	fi
}

# import FILE...: prints commands, notes and errors
import() { "$tool" sonic import "$@" 2>&1; }

# changed SCRIPT: prints the differences of the import if jq SCRIPT changes the tables
changed()
{
	jq "$1" config_db.json > "$scratch/db.json"
	diff <(import config_db.json "${more[@]}") <(import "$scratch/db.json" "${more[@]}") |
		grep '^[<>]'
}

# refuses TEXT MESSAGE: the import of a file with TEXT fails with MESSAGE
refuses()
{
	printf '%b' "$1" > "$scratch/file"
	is "refuses $2" "$(import "$scratch/file"; echo $?)" "pfcctl: $scratch/file$2
1"
}

more=(pg_profile_lookup.ini port-map)
is "the commands and notes of a small switch" \
	"$(import config_db.json "${more[@]}" asic ../../../contrib/asic/tomahawk)" "$(tail -n +2 wanted)"
is "JSON has the same commands" \
	"$("$tool" -j sonic import config_db.json "${more[@]}" asic ../../../contrib/asic/tomahawk |
		jq -r '.commands[]')" "$(grep -v '^#' wanted)"

# ---- the traps of the format -------------------------------------------------------

is "a profile of BUFFER_PROFILE replaces the row" "$(changed '.BUFFER_PROFILE.pg_lossless_40000_300m_profile =
	{pool: "ingress_lossless_pool", size: "416", xoff: "20800", xon_offset: "208", dynamic_th: "-8"}')" \
	"< profile add pg_lossless_40000_300m_profile pool default min 1248 alpha 1 xon-offset 2288 headroom 108160
> profile add pg_lossless_40000_300m_profile pool default min 416 alpha 1/256 xon-offset 208 headroom 20800"
is "a text that is no number has no effect" "$(changed '.PFC_WD[].detection_time = "400ms"')" \
	"> # PFC_WD|detection_time: '400ms' is no number
> # PFC_WD: no detection_time; 200 ms apply (Ethernet0)"
is "without a shared headroom, size contains the headroom" "$(changed 'del(.BUFFER_POOL[].xoff)')" \
	"< pool set default size 10875072 shared-headroom 4194112
> pool set default size 10875072
< profile add pg_lossless_40000_300m_profile pool default min 1248 alpha 1 xon-offset 2288 headroom 108160
> profile add pg_lossless_40000_300m_profile pool default min 0 alpha 1 xon-offset 2288 headroom 108160"
is "a cable of 0m has no lossless PG" \
	"$(changed '.CABLE_LENGTH.AZURE.Ethernet0 = "0m"' | grep -E 'port add|pfc set|: 0m')" \
	"< port add dev p1 speed 40000mbit cable-length 300m
> port add dev p1 speed 40000mbit
< pfc set dev p1 prio-pfc all:off 3:on 4:on
> pfc set dev p1 prio-pfc all:off
> # CABLE_LENGTH: 0m: the port has no lossless PG (Ethernet0)"
is "a row that is missing is named" "$(changed '.PORT.Ethernet0.speed = "50000"' | grep row)" \
	"> # the lossless PGs have no profile: pg_profile_lookup.ini has no row 50000 300m (Ethernet0)"
is "a lossless PG without a row has no headroom" \
	"$(changed '.PORT.Ethernet0.speed = "50000"' | grep -E '> (pg|#.*headroom)')" \
	"> pg set dev p1 pg 3 headroom 0
> pg set dev p1 pg 4 headroom 0
> # lossless PG 3 has no profile, so it has no headroom (Ethernet0)
> # lossless PG 4 has no profile, so it has no headroom (Ethernet0)"
is "a PG with and without PFC is split" \
	"$(changed '.TC_TO_PRIORITY_GROUP_MAP.AZURE["4"] = "0"' | grep -E 'p1.*prio-pg|PG 0')" \
	"> # PG 0 has priorities with and without PFC; priority 4 has PG 4 (all ports)"
is "PGs of an egress pool are charged to it" "$(changed '.BUFFER_PG["Ethernet4|0"] =
	{profile: "egress_lossy_profile"} | .BUFFER_PG["Ethernet0|0"] = .BUFFER_PG["Ethernet0,Ethernet4|0"] |
	del(.BUFFER_PG["Ethernet0,Ethernet4|0"])' | grep -E '^> (pool|profile)')" \
	"> pool add egress_lossy_pool-egress size 8877440
> profile add egress_lossy_profile pool egress_lossy_pool min 1518 alpha 8 xon-offset 0 headroom 0"
is "queues of the pool of the PGs have a pool of their own" "$(changed '.BUFFER_PROFILE.egress_lossy_profile =
	{pool: "ingress_lossless_pool", size: "1518", static_th: "2000"} | .BUFFER_POOL.ingress_lossless_pool.type = "both"' |
	grep -E '^> (pool|.*p1 queue [01])')" \
	"> pool add ingress_lossless_pool-egress size 10875072
> queue set dev p1 queue 0 pool ingress_lossless_pool-egress min 1518 limit 3518
> queue set dev p1 queue 1 pool ingress_lossless_pool-egress min 1518 limit 3518"
# threshold FIELDS: prints the settings of queue 0 if the profile has these fields, and notes
threshold()
{
	changed ".BUFFER_PROFILE.egress_lossy_profile |= (del(.dynamic_th) + $1)" |
		sed -n 's/^> queue set dev p1 queue 0 //p; /egress_lossy_profile/p; s/^> pool/pool/p'
}
is "a threshold without bounds is no limit" "$(threshold '{static_th: "18446744073709551615"}')" \
	"pool egress_lossy_pool min 1518"
is "a threshold of 0 is the guarantee" "$(threshold '{static_th: "0"}')" \
	"pool egress_lossy_pool min 1518 limit 1518"
is "a guarantee has a limit, and a pool its guarantees" "$(threshold '{size: "3221225472"}')" \
	"pool add egress_lossy_pool size 6442450944
pool egress_lossy_pool min 1073741824
> # BUFFER_PROFILE|egress_lossy_profile: 3221225472 bytes are limited to 1 GiB"
is "a profile without a pool is named" "$(changed 'del(.BUFFER_PROFILE.egress_lossy_profile.pool)' |
	grep -E '^>.*(p1 queue 0|no pool)')" \
	"> queue set dev p1 queue 0 alpha 8
> # BUFFER_PROFILE|egress_lossy_profile|pool: none is no pool: size has no effect, and dynamic_th is of the free bytes of the pool of the PG"
is "a pool of 56 GB has its size" "$(changed '.BUFFER_POOL.ingress_lossless_pool.size = "56441610000"' | grep '^> pool')" \
	"> pool set default size 56441610000 shared-headroom 4194112"
is "two PGs of one queue are named" "$(changed '.TC_TO_QUEUE_MAP.AZURE["7"] = "3"' | grep TC)" \
	"> # TC 7 has PG 7, but another TC of queue 3 has PG 3, which applies (all ports)"
is "a PFC priority that pauses another queue is named" \
	"$(changed '.MAP_PFC_PRIORITY_TO_QUEUE.AZURE["3"] = "4"')" \
	"> # MAP_PFC_PRIORITY_TO_QUEUE|3: no effect: a PFC priority pauses the queue with its number"
is "without restoration time only an operator ends a storm" \
	"$(changed 'del(.PFC_WD.Ethernet0.restoration_time)' | grep '^>')" \
	"> watchdog set dev p1 prio-watchdog all:off 3:on detection-time 200ms restoration-time manual action drop"
is "rates are bytes" "$(changed '.SCHEDULER["scheduler.0"].pir = 125000000' | grep -c 'tc-maxrate [0-2]:1000000000bit')" 6
is "weights of any size are shares" "$(changed '.SCHEDULER |= map_values(.weight = "2147483648")' |
	grep -o '^>.*tc-bw.*' | sed 's/.*tc-bw/tc-bw/' | sort -u)" "tc-bw 0:20 1:20 2:19 3:19 4:19 5:1 6:1 7:1"
is "an unknown field is named" "$(changed '.BUFFER_POOL.ingress_lossless_pool.colour = "red"')" \
	"> # BUFFER_POOL|colour: no effect: not part of this configuration"
is "a number that is none is named" "$(changed '.WRED_PROFILE.AZURE_LOSSLESS.green_min_threshold = "x"' | grep -c "'x' is no number")" 1

is "an entry that no port uses is named" \
	"$(changed '.DSCP_TO_TC_MAP.OTHER = {"1": "1"} | .SCHEDULER.idle = {"type": "STRICT"}')" \
	"> # DSCP_TO_TC_MAP|OTHER: no effect: no port uses it
> # SCHEDULER|idle: no effect: no port uses it"
is "a PG of a priority with another PG has its profile" \
	"$(changed '.TC_TO_PRIORITY_GROUP_MAP.AZURE["4"] = "1" | .TC_TO_PRIORITY_GROUP_MAP.AZURE["1"] = "0"' |
		grep -E 'p1.* pg 1 |^> #')" \
	"> pg set dev p1 pg 1 profile pg_lossless_40000_300m_profile
> # PG 1 has no profile; it has that of PG 4 (all ports)
> # PG 4: no priority has it (all ports)"
is "an entry without a port is named" "$(changed '.PORT_QOS_MAP[""] = {}')" \
	"> # PORT_QOS_MAP: an entry names no port"
is "a pool without bytes stays empty" "$(changed '.BUFFER_POOL.zero = {type: "ingress", size: "0"}' | grep pool)" \
	"> pool add zero size 60"
is "a PG that no priority has is named" \
	"$(changed '.BUFFER_PG["Ethernet0|1"] = {profile: "ingress_lossy_profile"}' | grep '^>')" \
	"> pg set dev p1 pg 1 profile ingress_lossy_profile
> # PG 1: no priority has it (Ethernet0)"
echo '{"PFC_WD": {"Ethernet0": {"action": "alert", "detection_time": 300}}}' > "$scratch/later"
is "a later file replaces an entry" "$(import config_db.json "${more[@]}" "$scratch/later" | grep ^watchdog)" \
	"watchdog set dev p1 prio-watchdog all:off 3:on detection-time 300ms restoration-time manual action alert"

# ---- memories of switches --------------------------------------------------------------

# memory ASIC PORTS SIZE XOFF QUEUE ROW [add EGRESS]: prints the pool and the profile of a switch of which one
# port is imported; with add, its egress pool, of which EGRESS is the size.  QUEUE is the guarantee of five
# lossy queues of each port, ROW the row for its two PGs.
memory()
{
	local asic=$1 row speed cable

	read -r speed cable row <<< "$6"
	jq --arg speed "$speed" --arg cable "$cable" --arg size "$3" --arg xoff "$4" --arg queue "$5" \
		--argjson ports "$2" --arg egress "${8:-8877440}" '.PORT = ([range($ports) |
			{key: "Ethernet\(.)", value: {speed: $speed}}] | from_entries) |
		.CABLE_LENGTH.AZURE = (.PORT | map_values($cable)) |
		.PORT_QOS_MAP = (.PORT_QOS_MAP[] as $port | .PORT | map_values($port)) |
		.BUFFER_POOL.ingress_lossless_pool += {size: $size, xoff: $xoff} |
		.BUFFER_POOL.egress_lossy_pool.size = $egress |
		.BUFFER_PROFILE.egress_lossy_profile.size = $queue | .BUFFER_PG = {} |
		.BUFFER_QUEUE = ([.PORT | keys[] | {key: "\(.)|0-2,5-6", value:
			{profile: "egress_lossy_profile"}}] | from_entries) |
		.QUEUE = {} | .PFC_WD = {}' config_db.json > "$scratch/memory.json"
	echo "$speed $cable $row" > "$scratch/memory.ini"
	echo 'Ethernet7 p1' > "$scratch/memory.map"
	import "$scratch"/memory.{json,ini,map} asic "${asics:-../../../contrib/asic}/$asic" |
		grep -E "^(pool ${7:-set}|profile add pg)|reservations"
}

# pool_of CELL SHARED COMMON GUARANTEES: prints the pool with these cells
pool_of()
{
	echo "pool set default size $((($2 + $3 + $4) * $1)) cell $1 cell-overhead 0${3:+ shared-headroom $(($3 * $1))}"
}

# With the shared parts here, XOFF comes with the packet of SONiC's tests: tests/kunit/cells_test.c
profile="profile add pg_lossless"
is "Tomahawk: the size is without the reservations" \
	"$(memory tomahawk 32 10875072 4194112 1518 "40000 300m 1248 2288 108160 0 2288")" \
	"$(pool_of 208 13071 5041 12)
${profile}_40000_300m_profile pool default min 1248 alpha 1 xon-offset 2704 headroom 108160"
row="800000 5m 8636 0 724662 0 3556"
is "Tomahawk 5: the size contains the reservations" \
	"$(memory tomahawk5 64 164733224 17962880 1778 "$row" | head -n 1)" "$(pool_of 254 284501 35360 68)"
is "the larger part of 63 ports is in one memory" \
	"$(memory tomahawk5 63 164733224 17962880 1778 "$row" | head -n 1)" "$(pool_of 254 284536 35360 68)"
# Tests of SONiC expect the first drop at egress at packets 142259, 73394, 113198 and 31322: of the cells here
# a queue takes its guarantee and alpha / (1 + alpha), with alpha 1, 2, 8 and 8
egress() { echo "pool add egress_lossy_pool size $((($2 + $3) * $1)) cell $1 cell-overhead 0"; }
is "Tomahawk 5: the egress pool is the memory of the ingress pool" \
	"$(memory tomahawk5 64 164733224 17962880 1778 "$row" add 164733224 | head -n 1)" "$(egress 254 284501 35)"
is "Tomahawk 3: the size of the egress pool is without the guarantees" \
	"$(memory tomahawk3 80 66394076 8644128 1778 "100000 300m 2540 2540 117348 -2 2540" add 55921148 | head -n 1)" \
	"$(egress 254 110081 35)"
is "Trident 3: the same" "$(memory trident3 32 32712448 1622016 1792 \
	"100000 300m 4608 4608 160000 0 4608" add 32599040 | head -n 1)" "$(egress 256 127340 35)"
is "Trident 2: the same" "$(memory trident2 32 12766208 0 1518 \
	"40000 40m 56368 18432 55120 -3 2496" add 7326924 | head -n 1)" "$(egress 208 35225 35)"
is "Tomahawk 3: the size of the ingress pool contains them" \
	"$(memory tomahawk3 80 66394076 8644128 1778 "100000 300m 2540 2540 117348 -2 2540" | head -n 1)" \
	"$(pool_of 254 110080 17016 20)"
is "Trident 3" "$(memory trident3 32 32712448 1622016 1792 "100000 300m 4608 4608 160000 0 4608" | head -n 1)" \
	"$(pool_of 256 119174 6336 36)"
is "Trident 2: each PG has a headroom of its own" \
	"$(memory trident2 32 12766208 0 1518 "40000 40m 56368 18432 55120 -3 2496")" \
	"$(pool_of 208 44032 "" $((2 * 271)))
${profile}_40000_40m_profile pool default min 1248 alpha 1/8 xon-offset 2704 headroom 55120"
is "a net size is the shared part, also if each PG has a headroom of its own" \
	"$(sed 's/total/net/' ../../../contrib/asic/trident2 > "$scratch/net"
		asics=$scratch memory net 32 12766208 0 1518 "40000 40m 56368 18432 55120 -3 2496" | head -n 1)" \
	"$(pool_of 208 61376 "" $((2 * 271)))"
is "a size below its reservations is without them" \
	"$(memory trident2 32 2080000 0 1518 "40000 40m 56368 18432 55120 -3 2496" | grep -v profile)" \
	"$(pool_of 208 10000 "" $((2 * 271)))
# BUFFER_POOL|ingress_lossless_pool: the reservations need 17344 of 10000 cells, so the size is without them"
is "guarantees and headrooms are whole cells" \
	"$(memory tomahawk 32 10875072 4194112 1518 "40000 300m 1300 2288 108200 0 2288" | tail -n 1)" \
	"${profile}_40000_300m_profile pool default min 1248 alpha 1 xon-offset 2704 headroom 108160"

# ---- errors ------------------------------------------------------------------------

refuses '{"PORT": {}} x' ": has text after the tables, at byte 13"
refuses '{"PORT": {' ": is not JSON: continue at byte 10"
refuses '{"PORT": {{% if x %}}}' ": is a template; must be rendered (quoted object property name expected at byte 10)"
refuses '[]' ": has no tables: must be a JSON object of tables"
refuses '{}' ": no tables"
refuses 'Ethernet0\n' ":1: is no row of pg_profile_lookup.ini or port_config.ini, and no port and device"
is "no file" "$(import; echo $?)" "pfcctl: file: not given; fix: name config_db.json, or the files of a switch
2"
is "no port" "$(import pg_profile_lookup.ini; echo $?)" \
	"pfcctl: the files have no port; PORT and PORT_QOS_MAP have the ports of a switch
1"
printf 'cell 0\n' > "$scratch/asic"
is "an ASIC with a wrong cell" "$(import config_db.json asic "$scratch/asic"; echo $?)" \
	"pfcctl: $scratch/asic: cell: 0 is out of range 1..65536
1"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
