#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Settings that the tool or the kernel refuses: the error is one line, and nothing changes.
#
#   sw: p1 ── p2    (p1 is a port)
#
# timeout: 300
# mode: any
# sanitize: no (it tests the tool)

. /tests/guest/lib/lib.sh
. /tests/guest/lib/refusals.sh

ns sw
link sw p1 sw p2
pfc sw port add dev p1 rate 100mbit
pfc sw pfc set dev p1 prio-pfc 3:on
strict sw p1
check "the initial settings are accepted" pfc sw pg set dev p1 pg 3 xoff 64K xon 48K headroom 128K
remember
is "the state has one port, one pool, no profile" \
	"$(head -n 3 <<< "$remembered" | cut -d ' ' -f 2 | xargs)" "1 1 0"

# One value that is out of range
no 'rate: .* out of range 1 Mb/s..1600 Gb/s$' port set dev p1 rate 999kbit
no 'rate: 1000 is out of range .*; fix: add a unit' port set dev p1 rate 1000
no 'rate: .* out of range' port set dev p1 rate 2000gbit
no 'speed: .* out of range' port set dev p1 speed 9mbit
no 'speed: .* out of range' port set dev p1 speed 1700gbit
no 'pause-time: .* out of range' port set dev p1 pause-time 0
no 'pause-time: .* out of range' pfc set dev p1 pause-time 65536
# No speed is configured, so the rate of p1 (100 Mb/s) is also its speed
no 'pause-time: 1 quanta at 100 Mb/s are below the minimum of 4 .*; fix: pfcctl pfc set dev p1 pause-time 4' pfc set dev p1 pause-time 1
no 'default-prio: .* out of range' port set dev p1 default-prio 8
no 'default-prio: .* out of range' map set dev p1 default-prio 8
no 'control-prio: .* out of range' map set dev p1 control-prio 8
no "control-prio: 'off' is invalid; must be a number, or none" map set dev p1 control-prio off
no 'latency: .* out of range' port set dev p1 latency 101ms
no 'queue-limit: .* out of range' port set dev p1 queue-limit 2G
no 'DSCP 64 .*out of range' map set dev p1 dscp-prio 64:1
no 'priority 8 .*out of range' map set dev p1 dscp-prio 26:8
no 'priority 8 .*out of range' map set dev p1 prio-pg 8:1
no 'PG 8 .*out of range' map set dev p1 prio-pg 1:8
no 'priority 8 .*out of range' pfc set dev p1 prio-pfc 8:on
no 'pg: 8 is out of range' pg set dev p1 pg 8 xoff 1K
for what in xoff xon headroom limit min xon-offset; do
	no "$what: .* out of range" pg set dev p1 pg 1 $what 1025M
done
no 'alpha: 0 is out of range 1/256..128' pg set dev p1 pg 1 alpha 0
no 'alpha: 129 is out of range 1/256..128' pg set dev p1 pg 1 alpha 129
no "alpha: '1/3' is invalid; must be a multiple of 1/256" pg set dev p1 pg 1 alpha 1/3
no 'size: .* out of range' pool set size 1025M
no 'size: .*out of range' pool set size 59

no 'oversubscribe-ratio: 257 is out of range 1..256' pool set oversubscribe-ratio 257
no "name: 'a/b' is invalid; must be a name" pool add a/b size 1M
no 'name: .none. is reserved' profile add none
no 'limit: 0 is out of range' queue set dev p1 queue 3 limit 0
no 'queue: 8 is out of range' queue set dev p1 queue 8 limit 1M
no 'tc-bw: 101 is out of range 0..100' ets set dev p1 tc-bw 0:101
no 'tc-maxrate: .* out of range' ets set dev p1 tc-maxrate 0:1kbit
no 'ecn-pmax: .* out of range 0%..100%' queue set dev p1 queue 3 ecn-pmax 101%
no 'overhead: .* out of range' port set dev p1 overhead 257
no 'peer-rate: .* out of range' port set dev p1 peer-rate 1kbit
no 'EtherType 0x8808 is not allowed .MAC control frame.' map set dev p1 ethtype-prio 0x8808:3
no 'DSCP 64 is out of range 0..63' map set dev p1 prio-dscp 3:64
no "trust: 'tos' is invalid; must be none, dscp" map set dev p1 trust tos
no "flow-control: 'on' is invalid; must be none, pause or pfc" pfc set dev p1 flow-control on
no 'cable-length: .* out of range' port set dev p1 cable-length 2001km
no 'batch: .* out of range' port set dev p1 batch 4097

# Valid values that contradict each other
no 'pg 3: xon .* above xoff' pg set dev p1 pg 3 xon 65K
no 'pg 3: xon .* above xoff' pg set dev p1 pg 3 xoff 47K
no 'pg 3: PFC is on for its priority 3 but off for its priority 2; fix: pfcctl pfc set dev p1 prio-pfc 3:on 2:on' \
	map set dev p1 prio-pg 2:3
no 'pg 3: PFC is on for its priority 3 but off for its priority 0' map set dev p1 prio-pg all:3
no 'flow-control: is pause and must be pfc, because PFC is on for priority 3' pfc set dev p1 flow-control pause
no 'flow-control: is none and must be pfc, because PFC is on for priority 3' pfc set dev p1 flow-control none prio-pfc-tx 3:off
no 'flood-prio: priority 3 is lossless' map set dev p1 flood-prio 0:0 1:3
no 'ecn-kmin: 2 KiB is above ecn-kmax 1 KiB' queue set dev p1 queue 3 ecn-kmin 2K ecn-kmax 1K
no 'tc-bw: class 1 is strict, its share must be 0, not 10' ets set dev p1 tc-tsa 0:ets tc-bw 0:90 1:10
no 'tc-bw: class 1 is ets, its share must be 1..100, not 0' ets set dev p1 tc-tsa 0-1:ets tc-bw 0:100
no 'tc-bw: shares of ets classes sum to 90 percent' ets set dev p1 tc-tsa 0-1:ets tc-bw 0:40 1:50
no 'p1 PG 3 needs 13056 KiB of headroom, 12 MiB are free in pool default, a size of 25821184 is enough; fix: pfcctl pool set default size 25821184' pg set dev p1 pg 3 headroom 13056K
no 'p1 PG 3 needs 1024 MiB of headroom, 12 MiB are free in pool default' pg set dev p1 pg 3 headroom 1G
no 'pool default: size 130048 is too small, PGs reserve 131072 bytes' pool set size 127K

# The last of several values is wrong: no part of the command takes effect
no 'pause-time: .* out of range' port set dev p1 rate 5mbit queue-limit 1M pause-time 0
no 'pause-time: 100 quanta' port set dev p1 rate 5mbit speed 10gbit pause-time 100
no '9 .*out of range' map set dev p1 dscp-prio 1:1 2:2 3:9
no 'PG 9 .*out of range' map set dev p1 dscp-prio 1:5 prio-pg 1:9
no 'above xoff' pg set dev p1 pg all limit 1M headroom 1K xoff 10K xon 11K
no 'p1 PG 3 needs 100 MiB of headroom, 12 MiB are free in pool default' pg set dev p1 pg all limit 1M headroom 100M
no "'maybe'|maybe" pfc set dev p1 prio-pfc 4:on 5:maybe

# Words that are not valid numbers
for size in x 12Q 1.2.3K -1 '' K 0x10 99999999999999999999 '1 K'; do
	no "xoff: '.*' is invalid|out of range" pg set dev p1 pg 3 xoff "$size"
done
for rate in x 10 mbit 1e9x -5mbit '' 10kbyte; do
	no "rate: " port set dev p1 rate "$rate"
done
no "speed: 'x'" port set dev p1 speed x
no "pause-time: '7us'" port set dev p1 pause-time 7us
no "default-prio: '-1'" port set dev p1 default-prio -1
no "pg: 'x'" pg set dev p1 pg x xoff 1K
no "dscp-prio: " map set dev p1 dscp-prio nothing
no "dscp-prio: " map set dev p1 dscp-prio 1:x
no "dscp-prio: " map set dev p1 dscp-prio x:1
no 'range 9-3 is reversed' map set dev p1 dscp-prio 9-3:1

# Invalid commands
bad 'rate: given twice' port set dev p1 rate 5mbit rate 6mbit
bad "'p1' is a second device" port set dev p1 dev p1 rate 5mbit
bad 'xoff: given twice' pg set dev p1 pg 3 xoff 1K xoff 2K
bad 'rate: no value' port set dev p1 rate
bad 'dev: no value' port show dev
bad 'dev: not given' port set rate 5mbit
bad 'dev: not given' port del
bad 'pg: not given' pg set dev p1 xoff 1K
bad 'nothing to set' port set dev p1
bad 'nothing to set' pg set dev p1 pg 3
bad 'nothing to set' pool set
bad 'size: not given' pool add gold
bad 'name: not given' pool del
bad 'nothing to set' profile set gold
bad 'queue: not given' queue set dev p1 limit 1M
bad 'cable-delay: cannot be combined with cable-length' port set dev p1 cable-length 1m cable-delay 5ns
bad 'cannot be combined with dev' watermark clear dev p1 pool gold
bad "unknown word 'frobnicate'" port set dev p1 frobnicate 5
bad "unknown command 'frobnicate'; expected: show" port frobnicate
bad "unknown object 'frobnicate'; expected: show roce port" frobnicate
bad "unexpected word 'more'" pool show default more
bad 'option -Z is unknown' -Z
bad 'option -n: no value' -n
bad 'a command cannot be combined with -b' -b /tmp/state port show

# fixed COMMAND...: the command is refused, works after the command that its message names, and is
# possible then
fixed()
{
	local fix

	fix=$(pfc sw "$@" 2>&1 | sed -n 's/.*; fix: pfcctl \([^;,]*\).*/\1/p')
	fix=${fix% or more}
	note "$* -> $fix"
	# shellcheck disable=SC2086 # words
	check "the fix is accepted: $fix" pfc sw $fix
	check "the fix works for: $*" pfc sw "$@"
}

fixed watchdog inject dev p1 prio 3 on
check "the injected storm ends" pfc sw watchdog inject dev p1 prio 3 off
fixed pg set dev p1 pg 3 xoff 47K
fixed port set dev p2 rate 5mbit
shared() { pfc sw -j pool show default | jq '.[0].shared_size'; }
before=$(shared)
fixed pg set dev p1 pg 3 headroom 13056K
is "the pool keeps its shared part" "$(shared)" "$before"
fixed pfc set dev p1 flow-control pause
