#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Automatic headroom equals the result of the calculator and follows the link.  An event
# reports when the pool has no room for it.
#
#   h1 eth0 ── p1 (sw) p2 ── eth0 h2
#
# mode: any

. /tests/guest/lib/lib.sh

# headroom DEV: prints of PG 3 the headroom, whether it is automatic, and the needed headroom
headroom()
{
	pfc sw -j pg show dev "$1" |
		jq -r '.[0].pg[3] | [.headroom, .headroom_auto, .headroom_needed] | join(" ")'
}

# Lower than the default of 4 ms: at 100 Gb/s, 4 ms need 50 MB, more than the pool has
LATENCY=20us

# calculate ARGUMENTS...: prints the result of the calculator, which does not use the kernel
calculate() { pfcctl -j headroom "$@" latency "$LATENCY" | jq .headroom; }

# auto DEV ARGUMENTS...: succeeds if the headroom is automatic and matches the calculator's
# result for the link that ARGUMENTS describe
auto()
{
	local dev=$1 bytes

	shift
	bytes=$(calculate "$@")
	[ "$(headroom "$dev")" = "$bytes true $bytes" ] ||
		note "headroom $(headroom "$dev"), expected $bytes"
	[ "$(headroom "$dev")" = "$bytes true $bytes" ]
}

# reserved: prints the reserved bytes of the pool
reserved() { pfc sw -j pool show default | jq .reserved; }

ns h1 h2 sw
link h1 eth0 sw p1
link h2 eth0 sw p2
pfc sw port add dev p1 speed 10gbit latency "$LATENCY"
pfc sw port add dev p2 speed 10gbit latency "$LATENCY"
nsexec sw pfcctl monitor > "$OUT/events" &
wait_for 10 test -e "$OUT/events"

# ---- warnings about missing headroom ---------------------------------------------------

needed=$(calculate speed 10gbit mtu 1500)
output=$(pfc sw pg set dev p1 pg 3 headroom 100 2>&1)
is "a lossy PG with little headroom brings no warning" "$output" ""
output=$(pfc sw pfc set dev p1 prio-pfc 3:on 2>&1)
is "a lossless PG with too little headroom brings a warning" "$output" \
	"pfcctl: Warning: p1 PG 3 has 100 bytes of headroom and needs $needed, $((needed - 100)) are missing; fix: pfcctl pg set dev p1 pg 3 headroom auto"
is "a PG with too little headroom keeps the configured value" "$(headroom p1)" "100 false $needed"
output=$(pfc sw map set dev p1 dscp-prio 5:5 2>&1)
is "an unrelated change brings no warning" "$output" ""
pfc sw pfc set dev p1 prio-pfc 4:on
output=$(pfc sw pg set dev p1 pg 4 headroom 200 2>&1)
is "the warning names the PG that was changed" "$output" \
	"pfcctl: Warning: p1 PG 4 has 200 bytes of headroom and needs $needed, $((needed - 200)) are missing; fix: pfcctl pg set dev p1 pg 4 headroom auto"
pfc sw pfc set dev p1 prio-pfc 4:off
output=$(pfc sw pg set dev p1 pg 3 headroom "$needed" 2>&1)
is "enough headroom brings no warning" "$output" ""

# ---- automatic headroom follows the link ------------------------------------------------

check "the headroom is set to automatic" pfc sw pg set dev p1 pg 3 headroom auto
check "automatic headroom matches the calculator" auto p1 speed 10gbit mtu 1500
is "automatic headroom is reserved in the pool" "$(reserved)" "$needed"
check "the cable length is set to 2km" pfc sw port set dev p1 cable-length 2km
check "headroom follows the cable length" auto p1 speed 10gbit mtu 1500 cable-length 2km
LATENCY=50us
check "the latency is set to $LATENCY" pfc sw port set dev p1 latency "$LATENCY"
check "headroom follows the latency" auto p1 speed 10gbit mtu 1500 cable-length 2km
is "30 us more latency add the bytes of 30 us at 10 Gb/s" \
	"$(($(calculate speed 10gbit) - $(LATENCY=20us calculate speed 10gbit)))" 37500
LATENCY=none
check "the latency is set to none" pfc sw port set dev p1 latency none
check "headroom follows latency none" auto p1 speed 10gbit mtu 1500 cable-length 2km
LATENCY=20us
pfc sw port set dev p1 latency "$LATENCY"
check "the speed is set to 100gbit" pfc sw port set dev p1 speed 100gbit
check "headroom follows the speed" auto p1 speed 100gbit mtu 1500 cable-length 2km
check "the rate is set to 5gbit" pfc sw port set dev p1 rate 5gbit
check "headroom follows the rate" auto p1 speed 100gbit rate 5gbit mtu 1500 cable-length 2km
check "the speed is set to auto" pfc sw port set dev p1 speed auto
check "without a speed headroom uses the rate as speed" \
	auto p1 speed 5gbit mtu 1500 cable-length 2km
check "the rate is set to 12gbit" pfc sw port set dev p1 rate 12gbit
check "a higher rate increases the headroom" auto p1 speed 12gbit mtu 1500 cable-length 2km
pfc sw port set dev p1 rate 5gbit speed 100gbit
check "the batch is set to 8 frames" pfc sw port set dev p1 batch 8
check "headroom follows the batch" \
	auto p1 speed 100gbit rate 5gbit mtu 1500 cable-length 2km batch 8
nsexec sw ip link set p1 mtu 9000
check "headroom follows the MTU" auto p1 speed 100gbit rate 5gbit mtu 9000 cable-length 2km batch 8
is "the reservation follows the headroom" "$(reserved)" "$(headroom p1 | cut -d ' ' -f 1)"
is "no headroom-short event is sent while the pool suffices" \
	"$(grep -c headroom-short "$OUT/events")" 0

# ---- a pool without room ------------------------------------------------------------------

before=$(headroom p1)
check "the pool is shrunk to its reservation plus 1000 bytes" \
	pfc sw pool set size "$(($(reserved) + 1000))"
nsexec sw ip link set p1 mtu 9600
is "a headroom that does not fit keeps its value" "$(headroom p1 | cut -d ' ' -f 1)" "${before%% *}"
check "headroom_needed exceeds the kept headroom" \
	test "$(headroom p1 | cut -d ' ' -f 3)" -gt "${before%% *}"
check "an event reports that headroom is short" \
	wait_for 5 grep -q 'p1 headroom-short prio 3' "$OUT/events"
check "other settings can change while headroom is short" pfc sw port set dev p1 default-prio 1
is "other changes do not alter the kept headroom" "$(headroom p1 | cut -d ' ' -f 1)" "${before%% *}"
check "the pool is enlarged" pfc sw pool set size 12M
check "a larger pool raises the headroom at once" \
	auto p1 speed 100gbit rate 5gbit mtu 9600 cable-length 2km batch 8
check "the headroom is set to 200K" pfc sw pg set dev p1 pg 3 headroom 200K
nsexec sw ip link set p1 mtu 1500
is "a configured headroom does not follow the MTU" \
	"$(headroom p1 | cut -d ' ' -f 1,2)" "204800 false"
is "a sufficient headroom sends no headroom-short event" "$(grep -c headroom-short "$OUT/events")" 1

# ---- a profile with automatic headroom -----------------------------------------------------

pfc sw -b - <<-END
	profile add lossless headroom auto
	pg set dev p1 pg 3 profile lossless
	pg set dev p2 pg 3 profile lossless
	pfc set dev p2 prio-pfc 3:on
END
nsexec sw ip link set p2 mtu 4000
check "a profile gives p1 its own automatic headroom" \
	auto p1 speed 100gbit rate 5gbit mtu 1500 cable-length 2km batch 8
check "a profile gives p2 its own automatic headroom" auto p2 speed 10gbit mtu 4000
is "the pool reserves the headrooms of both ports" "$(reserved)" \
	"$(($(headroom p1 | cut -d ' ' -f 1) + $(headroom p2 | cut -d ' ' -f 1)))"
output=$(pfc sw profile set lossless headroom 300 2>&1)
needed=$(headroom p1 | cut -d ' ' -f 3)
is "a profile with too little headroom brings a warning" "$output" \
	"pfcctl: Warning: profile lossless: p1 PG 3 has 300 bytes of headroom and needs $needed, $((needed - 300)) are missing; fix: pfcctl profile set lossless headroom auto"
check "the profile's headroom is automatic again" pfc sw profile set lossless headroom auto
check "p1 PG 3 becomes lossy" pfc sw pfc set dev p1 prio-pfc 3:off
is "a lossy PG reserves no headroom" "$(reserved)" "$(headroom p2 | cut -d ' ' -f 1)"

# ---- a larger pool, with room for the second port only ---------------------------------------

# lacks_of DEV: prints the bytes that PG 3 lacks
lacks_of() { pfc sw -j pg show dev "$1" | jq '.[0].pg[3] | .headroom_needed - .headroom'; }

check "p1 PG 3 becomes lossless again" pfc sw pfc set dev p1 prio-pfc 3:on
check "the pool has no more room" pfc sw pool set size "$(reserved)"
nsexec sw ip link set p1 mtu 9000
nsexec sw ip link set p2 mtu 4100
between "p1 lacks more than p2" "$(lacks_of p1)" "$(($(lacks_of p2) + 1))" 1000000
before=$(headroom p1)
check "the pool grows by what p2 lacks" pfc sw pool set size "$(($(reserved) + $(lacks_of p2)))"
is "p2 has its headroom" "$(lacks_of p2)" 0
is "p1 keeps its headroom" "$(headroom p1)" "$before"
