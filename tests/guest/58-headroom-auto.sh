#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Automatic headroom: it is what the calculator says, follows the link, and says so where
# it cannot.
#
#   h1 eth0 ── p1 (sw) p2 ── eth0 h2

. /tests/guest/lib.sh

# headroom DEV: what the group has, whether automatic, and what it needs
headroom()
{
	pfc sw -j pg show dev "$1" |
		jq -r '.[0].pg[3] | [.headroom, .headroom_auto, .headroom_needed] | join(" ")'
}

# reckon ARGUMENTS...: what the calculator says, which asks no kernel
reckon() { pfcctl -j headroom "$@" | jq .headroom; }

# auto DEV ARGUMENTS...: the port's headroom is automatic, and that for such a link
auto()
{
	local dev=$1 bytes

	shift
	bytes=$(reckon "$@")
	[ "$(headroom "$dev")" = "$bytes true $bytes" ] ||
		note "has $(headroom "$dev"), wanted $bytes"
	[ "$(headroom "$dev")" = "$bytes true $bytes" ]
}

# reserved: what the pool has set aside
reserved() { pfc sw -j pool show default | jq .reserved; }

ns h1 h2 sw
link h1 eth0 sw p1
link h2 eth0 sw p2
pfc sw port add dev p1 speed 10gbit
pfc sw port add dev p2 speed 10gbit
nsexec sw pfcctl monitor > "$OUT/events" &
wait_for 10 test -e "$OUT/events"

# ---- what is missing is said ----------------------------------------------------------

needed=$(reckon speed 10gbit mtu 1500)
said=$(pfc sw pg set dev p1 pg 3 headroom 100 2>&1)
is "a lossy group needs none" "$said" ""
said=$(pfc sw pfc set dev p1 prio-pfc 3:on 2>&1)
is "a lossless one may have too little, but a warning says how much" "$said" \
	"pfcctl: Warning: p1: pg 3: headroom 100 bytes, $needed needed, $((needed - 100)) missing"
is "and it has what was set" "$(headroom p1)" "100 false $needed"
said=$(pfc sw map set dev p1 dscp-prio 5:5 2>&1)
is "what has nothing to do with it brings no warning" "$said" ""
pfc sw pfc set dev p1 prio-pfc 4:on
said=$(pfc sw pg set dev p1 pg 4 headroom 200 2>&1)
is "of several it tells of the one that was changed" "$said" \
	"pfcctl: Warning: p1: pg 4: headroom 200 bytes, $needed needed, $((needed - 200)) missing"
pfc sw pfc set dev p1 prio-pfc 4:off
said=$(pfc sw pg set dev p1 pg 3 headroom "$needed" 2>&1)
is "enough is enough" "$said" ""

# ---- it follows the link ----------------------------------------------------------------

check "automatic" pfc sw pg set dev p1 pg 3 headroom auto
check "it is what the calculator says" auto p1 speed 10gbit mtu 1500
is "and reserved" "$(reserved)" "$needed"
check "the cable gets longer" pfc sw port set dev p1 cable-length 2km
check "that counts" auto p1 speed 10gbit mtu 1500 cable-length 2km
check "a faster link" pfc sw port set dev p1 speed 100gbit
check "does, too" auto p1 speed 100gbit mtu 1500 cable-length 2km
check "a limited rate" pfc sw port set dev p1 rate 5gbit
check "and that" auto p1 speed 100gbit rate 5gbit mtu 1500 cable-length 2km
check "frames at once" pfc sw port set dev p1 batch 8
check "and those" auto p1 speed 100gbit rate 5gbit mtu 1500 cable-length 2km batch 8
nsexec sw ip link set p1 mtu 9000
check "larger frames" auto p1 speed 100gbit rate 5gbit mtu 9000 cable-length 2km batch 8
is "are reserved for" "$(reserved)" "$(headroom p1 | cut -d ' ' -f 1)"
is "no event said that anything is short" "$(grep -c headroom-short "$OUT/events")" 0

# ---- or says why it does not ------------------------------------------------------------

before=$(headroom p1)
check "a pool without room" pfc sw pool set size "$(($(reserved) + 1000))"
nsexec sw ip link set p1 mtu 9600
is "stays as it was" "$(headroom p1 | cut -d ' ' -f 1)" "${before%% *}"
check "and a group that needs more does, too" test "$(headroom p1 | cut -d ' ' -f 3)" -gt "${before%% *}"
check "an event tells" wait_for 5 grep -q 'p1 headroom-short prio 3' "$OUT/events"
check "other changes are made all the same" pfc sw port set dev p1 default-prio 1
is "with what it had" "$(headroom p1 | cut -d ' ' -f 1)" "${before%% *}"
check "a larger pool" pfc sw pool set size 12M
check "lets it grow at once" auto p1 speed 100gbit rate 5gbit mtu 9600 cable-length 2km batch 8
check "a size that was set" pfc sw pg set dev p1 pg 3 headroom 200K
nsexec sw ip link set p1 mtu 1500
is "is not touched" "$(headroom p1 | cut -d ' ' -f 1,2)" "204800 false"
is "nor does enough of it make an event" "$(grep -c headroom-short "$OUT/events")" 1

# ---- a profile: each port its own ---------------------------------------------------------

pfc sw -b - <<-END
	profile add lossless headroom auto
	pg set dev p1 pg 3 profile lossless
	pg set dev p2 pg 3 profile lossless
	pfc set dev p2 prio-pfc 3:on
END
nsexec sw ip link set p2 mtu 4000
check "of two ports with one profile the one" auto p1 speed 100gbit rate 5gbit mtu 1500 cable-length 2km batch 8
check "and the other have what each needs" auto p2 speed 10gbit mtu 4000
is "both are reserved" "$(reserved)" \
	"$(($(headroom p1 | cut -d ' ' -f 1) + $(headroom p2 | cut -d ' ' -f 1)))"
said=$(pfc sw profile set lossless headroom 300 2>&1)
is "a profile with too little warns, too" "$said" \
	"pfcctl: Warning: profile lossless: p1: pg 3: $(($(headroom p1 | cut -d ' ' -f 3) - 300)) bytes of headroom missing"
check "automatic again" pfc sw profile set lossless headroom auto
check "lossy again" pfc sw pfc set dev p1 prio-pfc 3:off
is "it needs none" "$(reserved)" "$(headroom p2 | cut -d ' ' -f 1)"
