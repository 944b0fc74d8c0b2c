#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What the tool sets and shows of buffers: pools, profiles, headroom, egress queues,
# watermarks; warnings, and what is refused.  What it shows can be given again.
#
#   sw: p1 ── p2    (both ports)
#
# timeout: 300

. /tests/guest/lib.sh
. /tests/guest/refusals.sh

ns sw
link sw p1 sw p2
pfc sw port add dev p1
pfc sw port add dev p2

# shown FILTER COMMAND...: of its JSON
shown() { pfc sw -j "${@:2}" | jq -c "$1"; }

# ---- pools
is "one pool, the default" "$(shown '[.[].name]' pool show)" '["default"]'
check "pool add" pfc sw pool add gold size 8M
check "pool add with a ratio" pfc sw pool add alpha.1-2_3 size 1M headroom-ratio 256
check "a name of 31 characters" pfc sw pool add abcdefghijklmnopqrstuvwxyz01234 size 60
is "the default pool is first, then by name" "$(shown '[.[].name]' pool)" \
	'["default","abcdefghijklmnopqrstuvwxyz01234","alpha.1-2_3","gold"]'
is "a pool by name is an object" \
	"$(shown '[.name, .size, .headroom_ratio, .pgs, .shared_size]' pool show gold)" \
	'["gold",8388608,1,0,8388608]'
check "pool set, by name" pfc sw pool set gold size 9M headroom-ratio 2
check "pool set, the default" pfc sw pool set size 13M
is "each has its own" "$(shown '[.[] | [.size, .headroom_ratio]]' pool)" \
	'[[13631488,1],[60,1],[1048576,256],[9437184,2]]'
is "PGs are bound to the default pool" "$(shown '[.[].pgs]' pool)" '[16,0,0,0]'
is "text names them" "$(pfc sw pool | grep -o '^[^ ]*:.*ratio [0-9]*' | paste -sd,)" \
	"default: size 13 MiB headroom-ratio 1,$(: \
	)abcdefghijklmnopqrstuvwxyz01234: size 60 B headroom-ratio 1,$(: \
	)alpha.1-2_3: size 1 MiB headroom-ratio 256,gold: size 9 MiB headroom-ratio 2"

# ---- priority groups
check "a PG in a pool" pfc sw pg set dev p1 pg 3 pool gold min 10K
is "which it is charged to" "$(shown '.[0].pg[2, 3].pool' pg show dev p1 | paste -sd' ')" \
	'"default" "gold"'
is "and counted there" "$(shown '[.pgs, .guarantees, .reserved]' pool show gold)" \
	'[1,10240,10240]'
remember
no 'pool gold: .*1 PGs bound, 0 bytes held: p1 pg 3$' pool del gold
check "automatic headroom" pfc sw pg set dev p1 pg 3 headroom auto
check "PFC on" pfc sw pfc set dev p1 prio-pfc 3:on
is "is what is needed" "$(shown '.[0].pg[3] | [.headroom_auto, .headroom_short,
	.headroom == .headroom_needed, .headroom > 1000]' pg show dev p1)" \
	'[true,false,true,true]'
needed=$(shown '.[0].pg[3].headroom_needed' pg show dev p1)
is "half of it is reserved, as the ratio says" \
	"$(shown '[.headrooms, .headroom_size == (.headrooms / 2 | ceil)]' pool show gold)" \
	"[$needed,true]"
check "a longer cable" pfc sw port set dev p1 cable-length 100km batch 0
is "is shown" "$(shown '.[0] | [.cable_delay_ns, .batch_frames]' port show dev p1)" \
	'[500000,0]'
check "and in text" eval \
	"pfc sw port show dev p1 | grep -q ' cable-delay 500.00 µs (100 km) batch 0$'"
is "and needs more" "$(shown ".[0].pg[3].headroom > $needed" pg show dev p1)" true
check "text: auto" eval "pfc sw pg show dev p1 | grep -q '^ *3  lossless.* (auto) .* gold  *-\$'"

pfc sw pg set dev p1 pg 3 headroom 100 > /tmp/stdout 2> /tmp/stderr
is "too little of it is a warning" \
	"$? $(wc -c < /tmp/stdout) $(wc -l < /tmp/stderr)" "0 0 1"
check "that says how much" grep -qE \
	'^pfcctl: Warning: p1: pg 3: headroom 100 bytes, [0-9]+ needed' /tmp/stderr
echo 'pg set dev p1 pg 3 headroom 101' | pfc sw -b - 2> /tmp/stderr
check "with its line in a batch" grep -q '^pfcctl: stdin:1: Warning: p1: pg 3: ' /tmp/stderr
is "a size is not automatic" "$(shown '.[0].pg[3] | [.headroom, .headroom_auto,
	.headroom_short]' pg show dev p1)" '[101,false,true]'
check "text: short" eval "pfc sw pg show dev p1 | grep -q ' 101 B (short) '"

# Whoever listens is told when it becomes too little otherwise
nsexec sw pfcctl -j monitor > /tmp/events &
monitor=$!
nsexec sw pfcctl monitor > /tmp/events.text &
monitor+=" $!"
told()
{
	ip -n sw link set p1 mtu $((1400 + RANDOM % 1000))
	sleep 0.1
	grep -q headroom_short /tmp/events && grep -q headroom-short /tmp/events.text
}
check "an event, when the MTU changes" wait_for 10 told
is "with device and priority" "$(jq -c 'select(.event == "headroom_short") | [.dev, .prios]' \
	/tmp/events | sort -u)" '["p1",[3]]'
check "in text" grep -qE '^\[[0-9.]+\] p1 headroom-short prio 3$' /tmp/events.text
# shellcheck disable=SC2086 # two numbers
kill $monitor
check "automatic again" pfc sw pg set dev p1 pg 3 headroom auto
check "a large MTU" ip -n sw link set p1 mtu 9000
large=$(shown '.[0].pg[3] | [.headroom, .headroom_short]' pg show dev p1)
check "and a small one" ip -n sw link set p1 mtu 1500
small=$(shown '.[0].pg[3] | [.headroom, .headroom_short]' pg show dev p1)
is "the headroom follows" "$(jq -sc '[.[0][0] > .[1][0], .[0][1], .[1][1]]' \
	<<< "$large $small")" '[true,false,false]'

# ---- profiles
is "no profiles" "$(pfc sw -j profile)" "[]"
check "profile add" pfc sw profile add storage min 1K alpha 1/8 xoff 64K xon 32K \
	xon-offset 16K headroom 200K limit 1M pool gold
is "has what was given" "$(shown 'del(.headroom_needed)' profile show storage)" \
	'{"name":"storage","pgs":0,"xoff":65536,"xon":32768,"headroom":204800,'\
'"headroom_auto":false,"limit":1048576,"min":1024,"alpha_64ths":8,"xon_offset":16384,'\
'"pool":"gold"}'
check "profile add, with the defaults" pfc sw profile add plain
# shellcheck disable=SC2046 # a list of words
check "what is shown can be given again" pfc sw profile add again \
	$(pfc sw profile show storage | sed -n '2{s/\([0-9]\) \([KMG]*\)i*B/\1\2/g;p}')
is "and is the same" "$(shown 'del(.name)' profile show again)" \
	"$(shown 'del(.name)' profile show storage)"
check "a PG follows" pfc sw pg set dev p2 pg all profile storage
check "the profile changes" pfc sw profile set storage alpha 1/4 min 2K
is "and its PGs" "$(shown '[.[0].pg[] | [.profile, .alpha_64ths, .min, .pool]] | unique' \
	pg show dev p2)" '[["storage",16,2048,"gold"]]'
is "all of them" "$(shown .pgs profile show storage)" 8
check "follows none" pfc sw pg set dev p2 pg 1 profile none
is "and keeps what it has" "$(shown '.[0].pg[1] | [.profile, .alpha_64ths, .pool]' \
	pg show dev p2)" '[null,16,"gold"]'
is "profiles by name" "$(shown '[.[].name]' profile show)" '["again","plain","storage"]'

# ---- egress queues
check "queue set" pfc sw queue set dev p1 queue all limit 1M
check "queue set, one" pfc sw queue set dev p1 queue 2 limit none alpha 1/2
is "queue show" "$(shown '.[0].queue[2, 7] | [.queue, .limit, .alpha_64ths]' \
	queue show dev p1 | paste -sd' ')" '[2,null,32] [7,1048576,0]'
is "in words" "$(pfc sw queue show dev p1 | awk '$1 == 2 || $1 == 7' | tr -s ' ' |
	paste -sd,)" " 2 none 1/2 0 B off 100%, 7 1 MiB off 0 B off 100%"
is "with counters" "$(pfc sw -j -s queue show dev p1 |
	jq -c '.[0].stats[7] | [.queue, .drop_egress, .peak]')" '[7,0,0]'
is "counters have it" "$(shown '.[0] | [.queue[0].drop_egress, .pg[0].drop_egress]' \
	stats show dev p1)" '[0,0]'

# ---- watermarks
is "of ports and pools" "$(shown '[[.ports[].dev], [.pools[].name] | length]' watermark)" \
	'[2,4]'
is "of one port" "$(shown '[.ports[].dev, has("pools")]' watermark show dev p1)" \
	'["p1",false]'
is "8 PGs, 8 queues" "$(shown '.ports[0] | [.pg, .queue | length]' watermark)" '[8,8]'

# cleared FILTER: whether these watermarks were cleared since the last time
cleared() { shown "[$1] | map(. > $stamp)" watermark; }
# What is done next is later than that, what was done before earlier
remember_time()
{
	sleep 0.05
	stamp=$(awk '{ printf "%.0f", $1 * 1e9 }' /proc/uptime)
}
these='.ports[0].pg[3], .ports[0].pg[4], .ports[0].queue[3], .ports[1].pg[3], .pools[0],
	.pools[3] | .cleared_ns'
remember_time
check "clear a PG" pfc sw watermark clear dev p1 pg 3
is "no other" "$(cleared "$these")" '[true,false,false,false,false,false]'
remember_time
check "clear a PG and queues" pfc sw watermark clear dev p1 pg 4 queue all
is "none but these" "$(cleared "$these")" '[false,true,true,false,false,false]'
remember_time
check "clear a pool" pfc sw watermark clear pool gold
is "not the default one" "$(cleared "$these")" '[false,false,false,false,false,true]'
remember_time
check "clear a port" pfc sw watermark clear dev p1
is "all of it" "$(cleared "$these")" '[true,true,true,false,false,false]'
remember_time
check "clear all" pfc sw watermark clear
is "and all is" "$(cleared "$these")" '[true,true,true,true,true,true]'

# ---- refused, and nothing has changed
remember
no 'pool nil: there is none' pool show nil
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
no 'pool default: cannot be deleted' pool del default
no 'in use' pool del gold
no 'in use' profile del storage
no 'size: .* out of range' pool add small size 59
no 'pg 2: ' pg set dev p2 pg 2 min 1K
no 'xon .* above xoff' profile set storage xon 65K
is "no message names a thing twice" "$(pfc sw pool show nil 2>&1 | grep -c 'nil.*nil')" 0

# ---- and all goes away again
check "no one follows" pfc sw pg set dev p2 pg all profile none
check "no one is bound" pfc sw pg set dev p2 pg all pool default
check "nor here" pfc sw pg set dev p1 pg 3 pool default
for name in storage plain again; do
	check "profile del $name" pfc sw profile del $name
done
for name in gold alpha.1-2_3 abcdefghijklmnopqrstuvwxyz01234; do
	check "pool del $name" pfc sw pool del $name
done
is "what is left" "$(shown '[.[].name]' pool) $(pfc sw -j profile)" '["default"] []'
