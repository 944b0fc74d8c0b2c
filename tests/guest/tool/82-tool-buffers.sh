#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The tool sets and shows buffers: pools, profiles, headroom, egress queues, watermarks.  It
# prints warnings, and errors for refused settings.  It accepts its own output as input.
#
#   sw: p1 ── p2    (both ports)
#
# timeout: 300
# mode: any
# sanitize: no (it tests the tool)

. /tests/guest/lib/lib.sh
. /tests/guest/lib/refusals.sh

ns sw
link sw p1 sw p2
pfc sw port add dev p1
pfc sw port add dev p2

# shown FILTER COMMAND...: filters the JSON of the command
shown() { pfc sw -j "${@:2}" | jq -c "$1"; }

# ---- pools
is "initially the default pool is the only pool" "$(shown '[.[].name]' pool show)" '["default"]'
check "pool add with a size" pfc sw pool add gold size 8M
check "pool add with an oversubscribe-ratio" \
	pfc sw pool add alpha.1-2_3 size 1M oversubscribe-ratio 256
check "pool add with a name of 31 characters" \
	pfc sw pool add abcdefghijklmnopqrstuvwxyz01234 size 60
is "pools are sorted by name after the default pool" "$(shown '[.[].name]' pool)" \
	'["default","abcdefghijklmnopqrstuvwxyz01234","alpha.1-2_3","gold"]'
is "pool show with a name prints one object" \
	"$(shown '[.name, .size, .oversubscribe_ratio, .pgs, .shared_size]' pool show gold)" \
	'["gold",8388608,1,0,8388608]'
check "pool set of a named pool" pfc sw pool set gold size 9M oversubscribe-ratio 2
check "pool set of the default pool" pfc sw pool set size 13M
is "each pool has its own size and ratio" \
	"$(shown '[.[] | [.size, .oversubscribe_ratio]]' pool)" \
	'[[13631488,1],[60,1],[1048576,256],[9437184,2]]'
is "all PGs are bound to the default pool" "$(shown '[.[].pgs]' pool)" '[16,0,0,0]'
is "text: the name, size and ratio of each pool" \
	"$(pfc sw pool | grep -o '^[^ ]*:.*ratio [0-9]*' | paste -sd,)" \
	"default: size 13 MiB oversubscribe-ratio 1,$(: \
	)abcdefghijklmnopqrstuvwxyz01234: size 60 B oversubscribe-ratio 1,$(: \
	)alpha.1-2_3: size 1 MiB oversubscribe-ratio 256,gold: size 9 MiB oversubscribe-ratio 2"

# ---- priority groups
check "a PG is bound to a pool with a guarantee" pfc sw pg set dev p1 pg 3 pool gold min 10K
is "the PG shows its pool" "$(shown '.[0].pg[2, 3].pool' pg show dev p1 | paste -sd' ')" \
	'"default" "gold"'
is "the pool counts the PG and its guarantee" \
	"$(shown '[.pgs, .guarantees, .reserved]' pool show gold)" \
	'[1,10240,10240]'
remember
no 'pool gold: .*1 PGs refer to it, packets hold 0 bytes: p1 pg 3; fix: ' pool del gold
check "headroom auto is set" pfc sw pg set dev p1 pg 3 headroom auto
check "PFC is switched on" pfc sw pfc set dev p1 prio-pfc 3:on
is "headroom auto is the needed headroom" "$(shown '.[0].pg[3] | [.headroom_auto, .headroom_short,
	.headroom == .headroom_needed, .headroom > 1000]' pg show dev p1)" \
	'[true,false,true,true]'
needed=$(shown '.[0].pg[3].headroom_needed' pg show dev p1)
is "ratio 2: the pool reserves half of the headroom" \
	"$(shown '[.headrooms, .headroom_size == (.headrooms / 2 | ceil)]' pool show gold)" \
	"[$needed,true]"
check "cable-length and batch are set" pfc sw port set dev p1 cable-length 100km batch 0
is "JSON: cable delay and batch" \
	"$(shown '.[0] | [.cable_delay_ns, .batch_frames]' port show dev p1)" \
	'[500000,0]'
check "text: cable delay, batch and latency" eval \
	"pfc sw port show dev p1 | grep -q ' cable-delay 500.00 µs (100 km) batch 0 latency [0-9.]* ms$'"
is "a longer cable needs more headroom" \
	"$(shown ".[0].pg[3].headroom > $needed" pg show dev p1)" true
needed=$(shown '.[0].pg[3].headroom_needed' pg show dev p1)
check "latency none is set" pfc sw port set dev p1 latency none
is "JSON: latency 0 and no ring" \
	"$(shown '.[0] | [.latency_ns, .ring_bytes]' port show dev p1)" '[0,0]'
check "text: latency none" eval "pfc sw port show dev p1 | grep -q ' batch 0 latency none$'"
is "latency none needs less headroom" \
	"$(shown ".[0].pg[3].headroom < $needed" pg show dev p1)" true
check "text: automatic headroom is marked" \
	eval "pfc sw pg show dev p1 | grep -q '^ *3  lossless.* (auto) .* gold  *-\$'"

pfc sw pg set dev p1 pg 3 headroom 100 > /tmp/stdout 2> /tmp/stderr
is "too little headroom causes one warning" \
	"$? $(wc -c < /tmp/stdout) $(wc -l < /tmp/stderr)" "0 0 1"
check "the warning names the needed headroom" grep -qE \
	'^pfcctl: Warning: p1 PG 3 has 100 bytes of headroom and needs [0-9]+' /tmp/stderr
echo 'pg set dev p1 pg 3 headroom 101' | pfc sw -b - 2> /tmp/stderr
check "the warning in a batch names the line" \
	grep -q '^pfcctl: stdin:1: Warning: p1 PG 3 has ' /tmp/stderr
is "a given headroom switches headroom auto off" \
	"$(shown '.[0].pg[3] | [.headroom, .headroom_auto,
	.headroom_short]' pg show dev p1)" '[101,false,true]'
check "text: too little headroom is marked" \
	eval "pfc sw pg show dev p1 | grep -q ' 101 B (short) '"

# An event reports when the needed headroom grows above the configured headroom
nsexec sw pfcctl -j monitor > /tmp/events &
monitor=$!
nsexec sw pfcctl monitor > /tmp/events.text &
monitor+=" $!"
short_after_mtu()
{
	ip -n sw link set p1 mtu $((1400 + RANDOM % 1000))
	sleep 0.1
	grep -q headroom_short /tmp/events && grep -q headroom-short /tmp/events.text
}
check "a change of the MTU causes the event headroom_short" wait_for 10 short_after_mtu
is "the event has the device and the priority" \
	"$(jq -c 'select(.event == "headroom_short") | [.dev, .prios]' \
	/tmp/events | sort -u)" '["p1",[3]]'
check "text: the event headroom-short" \
	grep -qE '^\[[0-9.]+\] p1 headroom-short prio 3$' /tmp/events.text
# shellcheck disable=SC2086 # two numbers
kill $monitor
check "headroom auto is set again" pfc sw pg set dev p1 pg 3 headroom auto
check "the MTU is set to 9000" ip -n sw link set p1 mtu 9000
large=$(shown '.[0].pg[3] | [.headroom, .headroom_short]' pg show dev p1)
check "the MTU is set to 1500" ip -n sw link set p1 mtu 1500
small=$(shown '.[0].pg[3] | [.headroom, .headroom_short]' pg show dev p1)
is "automatic headroom follows the MTU" "$(jq -sc '[.[0][0] > .[1][0], .[0][1], .[1][1]]' \
	<<< "$large $small")" '[true,false,false]'

# ---- profiles
is "initially there are no profiles" "$(pfc sw -j profile)" "[]"
check "profile add with all values" pfc sw profile add storage min 1K alpha 1/8 xoff 64K xon 32K \
	xon-offset 16K headroom 200K limit 1M pool gold
is "the profile has the given values" "$(shown 'del(.headroom_needed)' profile show storage)" \
	'{"alpha_256ths":32,"headroom":204800,"headroom_auto":false,"headroom_default":false,'\
'"limit":1048576,"min":1024,'\
'"name":"storage","pgs":0,"pool":"gold","xoff":65536,"xon":32768,"xon_offset":16384}'
check "profile add with default values" pfc sw profile add plain
# shellcheck disable=SC2046 # a list of words
check "the tool accepts the profile that it shows" pfc sw profile add again \
	$(pfc sw profile show storage | sed -n '2{s/\([0-9]\) \([KMG]*\)i*B/\1\2/g;p}')
is "the second profile has the same values" "$(shown 'del(.name)' profile show again)" \
	"$(shown 'del(.name)' profile show storage)"
check "all PGs of p2 follow the profile" pfc sw pg set dev p2 pg all profile storage
check "the profile is changed" pfc sw profile set storage alpha 1/4 min 2K
is "PGs that follow a profile get its changes" \
	"$(shown '[.[0].pg[] | [.profile, .alpha_256ths, .min, .pool]] | unique' \
	pg show dev p2)" '[["storage",64,2048,"gold"]]'
is "the profile counts the PGs that follow it" "$(shown .pgs profile show storage)" 8
check "a PG stops following its profile" pfc sw pg set dev p2 pg 1 profile none
is "a PG that stops following a profile keeps its values" \
	"$(shown '.[0].pg[1] | [.profile, .alpha_256ths, .pool]' \
	pg show dev p2)" '[null,64,"gold"]'
is "profiles are sorted by name" \
	"$(shown '[.[].name]' profile show)" '["again","plain","storage"]'

# ---- egress queues
check "queue set for all queues" pfc sw queue set dev p1 queue all limit 1M
check "queue set for one queue" pfc sw queue set dev p1 queue 2 limit none alpha 1/2
is "JSON: limit and alpha of queues" \
	"$(shown '.[0].queue[2, 7] | [.queue, .limit, .alpha_256ths]' \
	queue show dev p1 | paste -sd' ')" '[2,null,128] [7,1048576,0]'
is "text: limit and alpha of queues" \
	"$(pfc sw queue show dev p1 | awk '$1 == 2 || $1 == 7' | tr -s ' ' |
	paste -sd,)" " 2 none 1/2 0 B off 100%, 7 1 MiB off 0 B off 100%"
is "-s adds the counters of the queues" "$(pfc sw -j -s queue show dev p1 |
	jq -c '.[0].stats[7] | [.queue, .drop_egress, .peak]')" '[7,0,0]'
is "stats show has drops at egress queues and PGs" \
	"$(shown '.[0] | [.queue[0].drop_egress, .pg[0].drop_egress]' \
	stats show dev p1)" '[0,0]'

# ---- watermarks
is "watermark shows all ports and pools" \
	"$(shown '[[.ports[].dev], [.pools[].name] | length]' watermark)" \
	'[2,4]'
is "watermark show with a port shows no pools" \
	"$(shown '[.ports[].dev, has("pools")]' watermark show dev p1)" \
	'["p1",false]'
is "watermark shows 8 PGs and 8 queues" \
	"$(shown '.ports[0] | [.pg, .queue | length]' watermark)" '[8,8]'

# cleared FILTER: prints for each watermark in FILTER whether it was cleared after
# remember_time()
cleared() { shown "[$1] | map(. > $stamp)" watermark; }
# remember_time: sets $stamp to a time after all earlier and before all later commands
remember_time()
{
	sleep 0.05
	stamp=$(awk '{ printf "%.0f", $1 * 1e9 }' /proc/uptime)
}
these='.ports[0].pg[3], .ports[0].pg[4], .ports[0].queue[3], .ports[1].pg[3], .pools[0],
	.pools[3] | .cleared_ns'
remember_time
check "clear a PG" pfc sw watermark clear dev p1 pg 3
is "clearing a PG clears no other watermark" \
	"$(cleared "$these")" '[true,false,false,false,false,false]'
remember_time
check "clear a PG and queues" pfc sw watermark clear dev p1 pg 4 queue all
is "clearing a PG and queues clears no other watermark" \
	"$(cleared "$these")" '[false,true,true,false,false,false]'
remember_time
check "clear a pool" pfc sw watermark clear pool gold
is "clearing a pool clears no other watermark" \
	"$(cleared "$these")" '[false,false,false,false,false,true]'
remember_time
check "clear a port" pfc sw watermark clear dev p1
is "clearing a port clears its PGs and queues" \
	"$(cleared "$these")" '[true,true,true,false,false,false]'
remember_time
check "clear all watermarks" pfc sw watermark clear
is "clearing all clears each watermark" "$(cleared "$these")" '[true,true,true,true,true,true]'

# ---- refused commands change nothing
remember
no 'pool nil: not found' pool show nil
no 'nil' pool set nil size 1M
no 'nil' pool del nil
no 'nil' profile show nil
no 'nil' profile set nil min 1K
no 'nil' profile del nil
no 'nil' pg set dev p1 pg 1 pool nil
no 'nil' pg set dev p1 pg 1 profile nil
no 'nil' watermark clear pool nil
no 'pool gold: exists already' pool add gold size 1M
no 'profile plain: exists already' profile add plain
no 'pool default: default pool cannot be deleted' pool del default
no 'in use' pool del gold
no 'in use' profile del storage
no 'size: .* out of range' pool add small size 59
no 'pg 2: ' pg set dev p2 pg 2 min 1K
no 'xon .* above xoff' profile set storage xon 65K
is "an error names an object once" "$(pfc sw pool show nil 2>&1 | grep -c 'nil.*nil.*; fix:')" 0

# ---- all objects are deleted
check "no PG of p2 follows a profile" pfc sw pg set dev p2 pg all profile none
check "all PGs of p2 are bound to the default pool" pfc sw pg set dev p2 pg all pool default
check "PG 3 of p1 is bound to the default pool" pfc sw pg set dev p1 pg 3 pool default
for name in storage plain again; do
	check "profile del $name" pfc sw profile del $name
done
for name in gold alpha.1-2_3 abcdefghijklmnopqrstuvwxyz01234; do
	check "pool del $name" pfc sw pool del $name
done
is "only the default pool is left" \
	"$(shown '[.[].name]' pool) $(pfc sw -j profile)" '["default"] []'
