#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl save prints the configuration as commands.  After the module and all namespaces are
# gone and the scene is built again, pfcctl restore gives it the same configuration.  restore
# changes only what differs: the other ports get no request and lose no packet.  After a refusal it
# names what it has changed, and the command that restores the former configuration.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw)   p3 ── p4 (sw)
#   h2 eth0 ── p2 ┘
#
# timeout: 120
# sanitize: no (it tests the tool)
# kernels: 6.1 6.12 7.2 7.3

. /tests/guest/lib/lib.sh

restore() { pfc sw restore "$@"; }

# build: the scene without ports
build()
{
	_links=0
	ns h1 h2 sw
	link h1 eth0 sw p1
	link h2 eth0 sw p2
	link sw p3 sw p4
	mkbridge sw br0 p1 p2
	fdb sw p1 h1 eth0
	fdb sw p2 h2 eth0
	lan h1/eth0=10.0.0.1 h2/eth0=10.0.0.2
}

# reboot: removes the scene and the module, and builds the scene again
reboot()
{
	local name

	for name in h1 h2 sw; do
		ip netns del $name
	done
	check "the module is removed" wait_for 20 rmmod pfc
	check "the module is loaded again" modprobe pfc
	build
}

# configure: settings of all objects that differ from the defaults
configure()
{
	pfc sw -b - <<- END
		pool set size 16M
		pool add gold size 4M oversubscribe-ratio 2
		pool add spare size 100K
		profile add idle limit 77777
		profile add storage min 10K alpha 1/8 headroom auto pool gold
		port add dev p1 rate 100mbit overhead 20 cable-length 300m batch 16 port-group 7
		port add dev p2 rate 100mbit delay 1500ns latency 1ms peer-rate 50mbit queue-limit 1M
		port add dev p3 speed 10gbit cable-delay 77ns ecn-at dequeue gso split
		map set dev p1 trust pcp,dscp default-prio 1 control-prio none dscp-prio zero 26:3 10:6
		map set dev p1 pcp-prio 1:2 ethtype-prio 0x8906:3 0x8914:4 0x9000:1 prio-pg 1:2
		map set dev p1 ethtype-prio 0x8914:none flood-prio 5:6 flood-lossless drop
		map set dev p2 prio-source skb app-rewrite on prio-dscp 3:26 4:none prio-pcp all:1
		map set dev p2 bounce-prio 3:4 bounce-dscp 3:34
		pg set dev p1 pg 3 profile storage
		pg set dev p1 pg 4 xoff 64000 xon 1K xon-offset 5 xoff-ahead 7 headroom 12345 min 1 pool gold
		pg set dev p2 pg all limit 1M
		pg set dev p2 pg 3 headroom auto
		queue set dev p2 queue 3 limit 70001 alpha 5/64
		queue set dev p3 queue all ecn-kmin 10001 ecn-kmax 20002 ecn-pmax 12.3456%
		ets set dev p2 prio-tc 0-5:0 6-7:1 tc-tsa all:strict 0:ets tc-bw all:0 0:100
		ets set dev p3 tc-maxrate 3:1234567bit
		watchdog set dev p1 prio-watchdog 5:on action alert detection-time 150ms
		watchdog set dev p2 restoration-time manual escalate-count 5 escalate-period 7s
		watchdog set dev p3 restoration-time 1234567ns xoff-timeout 20ms xoff-warn 7
		pfc set dev p1 prio-pfc-tx 3:on prio-pfc-rx 3-4:on pause-time 60000
		pfc set dev p2 prio-pfc 3:on
		pfc set dev p3 flow-control pause
	END
}

# settings: prints all settings that pfcctl shows, without those that change by themselves
settings()
{
	local object

	for object in pool profile port map pfc pg queue ets watchdog; do
		pfc sw -j "$object" show
	done | jq -c '.[] | del(.port_id, .memory_used_bytes, .cleared_ns,
			.shared_peak, .shared_lifetime_peak, .headroom_peak, .headroom_lifetime_peak)
		| if has("escalate_count") then .prio |= map(.state) else . end'
}

# raw: prints checksums of the dumps of ports and profiles
raw() { printf '%s\n' 'cmd_port_get|dump' 'cmd_profile_get|dump' | in_ns sw nlraw; }

# changed: prints the ports that have sent port-changed since the monitor began
changed()
{
	sed -n 's/.*"event": *"port_changed".*/&/p' "$OUT/events.json" |
		grep -o '"dev": *"[^"]*"' | sort -u | tr -d '" ' | xargs
}

has_changed() { changed | grep -q "$1"; }

# ---- save, reboot, restore ------------------------------------------------------

check "the module is loaded afresh" bash -c "rmmod pfc && modprobe pfc"
build
check "settings of all objects" configure
check "dcb adds entries that pfcctl cannot set" bash -c "
	nsexec sw dcb app add dev p2 dgram-port-prio 4791:3 &&
	nsexec sw dcb app add dev p1 dscp-prio 10:2"
check "save" pfc sw save
pfc sw save > "$OUT/short.conf"
pfc sw -s save > "$OUT/full.conf"
is "comments have the entries of dcb" "$(grep -o 'dcb app.*' "$OUT/short.conf" | sort)" \
	"dcb app add dev p1 dscp-prio 10:2
dcb app add dev p2 dgram-port-prio 4791:3"
for file in short full; do
	is "$file: restore changes nothing" "$(restore "$OUT/$file.conf")" \
		"$OUT/$file.conf: no change"
done
check "the entries of dcb are deleted" bash -c "
	nsexec sw dcb app del dev p2 dgram-port-prio 4791:3 &&
	nsexec sw dcb app del dev p1 dscp-prio 10:2"
settings_before=$(settings)
raw_before=$(raw)
is "the dumps are complete" "$(grep -c '^ok ' <<< "$raw_before")" 2

reboot
check "restore after a reboot" restore "$OUT/short.conf"
is "all settings are those before" "$(settings)" "$settings_before"
is "the dumps have the same checksums" "$(raw)" "$raw_before"
is "save prints the same commands" "$(pfc sw -s save)" "$(grep -v '^# not saved' "$OUT/full.conf")"

check "an empty file deletes all" restore /dev/null
is "no port, pool and profile is left" "$(pfc sw save | grep -v '^#')" ""
check "a port with default settings" pfc sw port add dev p4
is "its configuration is one command" "$(pfc sw save | grep -v '^#')" "port add dev p4"
check "it is deleted" pfc sw port del dev p4
check "batch mode reads the commands" pfc sw -b "$OUT/full.conf"
is "all settings are those before, by batch mode" "$(settings)" "$settings_before"

# ---- single ports, at once --------------------------------------------------------

check "an empty file deletes all again" restore /dev/null
pids=()
for dev in p1 p2 p3; do
	restore "$OUT/short.conf" dev $dev &
	pids+=($!)
done
status=0
for pid in "${pids[@]}"; do
	wait "$pid" || status=1
done
is "three commands for one port each succeed at once" $status 0
is "what no port uses is missing" "$(restore "$OUT/short.conf" --dry-run)" \
	"pfcctl pool add spare size 100K
pfcctl profile add idle limit 77777"
check "the rest" restore "$OUT/short.conf"
is "all settings are those before, by single ports" "$(settings)" "$settings_before"

# ---- one port differs ---------------------------------------------------------------

nsexec sw pfcctl -j monitor > "$OUT/events.json" &
monitor=$!
sleep 0.3
{ cat "$OUT/short.conf"; echo "queue set dev p3 queue 2 limit 5K"; } > /tmp/other.conf
is "a dry run prints the difference" "$(restore /tmp/other.conf --dry-run)" \
	"pfcctl queue set dev p3 queue 2 limit 5K"
receive h2 report
send h1 sent --dscp 26 --rate 4m --count 2500 10.0.0.2 &
sender=$!
for _ in 1 2 3; do
	check "one port differs" restore /tmp/other.conf
	check "and back" restore "$OUT/short.conf"
done
check "the sender still runs" kill -0 $sender
wait $sender
received report
is "all datagrams arrive" "$(value report .datagrams)" "$(value sent .datagrams)"
is "nothing is lost outside the ports" "$(losses)" ""
check "p3 has changed" wait_for 5 has_changed p3
kill $monitor
is "only p3 has changed" "$(changed)" "dev:p3"

# ---- completion -------------------------------------------------------------------------

check "completion offers the namespaces" grep -qx sw <(pfcctl __complete -n "")
check "completion offers the ports" grep -qx p1 <(pfcctl __complete -n sw port show dev "")

# ---- failures -------------------------------------------------------------------------

{ cat "$OUT/short.conf"; echo "pool set gold size 60"; } > /tmp/small.conf
refused "a pool that is too small" 'pool gold: ' restore /tmp/small.conf
is "the error is one line" "$(restore /tmp/small.conf 2>&1 | wc -l)" 1
{ sed '/p1/d' "$OUT/short.conf"; echo "flood"; } > /tmp/bad.conf
refused "an invalid line" '/tmp/bad.conf:[0-9]*: .flood. is no part' restore /tmp/bad.conf
echo "port add dev p9" > /tmp/bad.conf
refused "an unknown device" '/tmp/bad.conf:1: p9: no such device' restore /tmp/bad.conf
{ sed '/p2/d' "$OUT/short.conf"; echo "map set dev p1 flood-prio 0:3"; } > /tmp/bad.conf
restore /tmp/bad.conf > /tmp/refused 2>&1
is "a change that the kernel refuses is a failure" $? 1
note "$(cat /tmp/refused)"
check "the error is that of the kernel" grep -q 'flood-prio: priority 3 is lossless' /tmp/refused
check "the command says what it has changed" \
	grep -q 'stopped; changed: p2; not changed: p1; ' /tmp/refused
is "it has changed that" "$(pfc sw -j port show | jq -c 'map(.dev)')" '["p1","p3"]'
fix=$(sed -n 's/.*the former configuration again: //p' /tmp/refused)
former=${fix##* }
cp "$former" /tmp/former
pfc sw save > /tmp/again.conf
echo "map set dev p1 flood-prio 0:3" >> /tmp/again.conf
refused "a change that the kernel refuses at once" 'flood-prio' restore /tmp/again.conf
check "the former configuration is still kept" cmp "$former" /tmp/former
check "p2 gets a root qdisc, so it cannot be a port" tc -n sw qdisc replace dev p2 root pfifo
refused "the former configuration" 'p2: ' restore "$former"
check "it is still kept after its first change is refused" cmp "$former" /tmp/former
check "p1 has another setting" pfc sw queue set dev p1 queue 2 limit 5K
restore "$former" > /tmp/refused 2>&1
is "the former configuration is refused after its first change" $? 1
note "$(cat /tmp/refused)"
check "the command says what it has changed of it" \
	grep -q 'stopped; changed: p1; not changed: p2; ' /tmp/refused
is "it prints the same command" \
	"$(sed -n 's/.*the former configuration again: //p' /tmp/refused)" "$fix"
check "it is still kept after another change is refused" cmp "$former" /tmp/former
check "p2 has no root qdisc" tc -n sw qdisc del dev p2 root
check "the command that it prints succeeds" in_ns sw bash -c "$fix"
check "the former configuration is not kept after that" test ! -e "$former"
is "all settings are those before, after failures" "$(settings)" "$settings_before"
