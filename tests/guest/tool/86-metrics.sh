#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl writes files for node_exporter before, during and after an incast and in a storm.  On the
# host, 86-metrics.post gives them to a real node_exporter, which a real Prometheus scrapes: it must
# be able to answer each query of the dashboard.  The metrics are those of pfcctl, tc and captures.
#
# The overview shows the congestion of a switch with four ports, and pfcctl monitor each pause.
# Captures, sockets and tc confirm the numbers.
#
#   h1 eth0 ── 1 Gb/s ── p1 ┐
#                           ├ br0 (sw) ── p3 ── 20 Mb/s ── eth0 h3
#   h2 eth0 ── 1 Gb/s ── p2 ┤
#                           │
#   h4 eth0 ── 1 Gb/s ── p4 ┘ only for the overview; without PFC
#
# mode: any
# kernels: 6.1 6.12 7.2 7.3
# timeout: 300

. /tests/guest/lib/lib.sh
INCAST_COUNT=800
. /tests/guest/lib/scene-incast.sh

# scrape NAME: writes a file as pfcctl-textfile.service does
scrape() { in_ns sw pfcctl metrics show all-netns > "$OUT/$1.prom"; }

in_storm() { scrape storm; grep -q 'device="p1",priority="3",state="storm"} 1' "$OUT/storm.prom"; }

check "all ports are created" incast_build 1gbit 20mbit
check "PFC is switched on for priority 3" incast_pfc on
check "the watchdog is on" pfc sw watchdog set dev p1 prio-watchdog 3:on action alert \
	detection-time 10ms

# ---- congestion
scrape before
capture sw p1 p1 ether proto 0x8808
receive h3 received --idle 1000
_senders=()
incast_send sent h1 1 26
incast_send sent h2 2 26
incast_send sent h1 11 0
incast_send sent h2 12 0
sleep 0.1
scrape during-1
scrape during-2
wait "${_senders[@]}"
wait "$(cat /tmp/received.pid)"
captures_end

# ---- afterwards nothing changes, so all sources must agree
scrape after
for where in h1 h2 h3 sw; do
	pfc "$where" -j stats show > "$OUT/stats-$where.json"
done
in_ns sw tc -s class show dev p3 > "$OUT/class.txt"
in_ns sw pfcctl -j pool show > "$OUT/pool.json"
pfcctl -n sw metrics > "$OUT/sw.prom"
pfcctl -n sw metrics show openmetrics > "$OUT/sw.openmetrics"
is "lossless datagrams are not lost" \
	"$(value received '.flows[] | select(.flow < 10) | .missing' | paste -sd' ')" "0 0"

# ---- a storm
pfc sw watchdog inject dev p1 prio 3 on
check "the metrics report a storm" wait_for 5 in_storm
pfc sw watchdog inject dev p1 prio 3 off

# ---- privileges
user() { in_ns sw setpriv --reuid 65534 --regid 65534 --clear-groups pfcctl "$@"; }
check "a user without privilege reads the metrics of the namespace" eval \
	"user metrics | grep -q '^pfc_port_info.device=\"p1\"'"
refused "a user without privilege cannot read all namespaces" \
	"^pfcctl: network namespace 'h1': not permitted, needs CAP_SYS_ADMIN; fix: run pfcctl as root$" \
	user metrics show all-netns

# ---- the overview of four ports
overview() { pfc sw "$@" show; }
shown() { overview -j > "$OUT/now.json"; jq -e ".ports[] | $1" "$OUT/now.json" > /dev/null; }
in_xoff() { shown 'select(.dev == "p1" and .state == "xoff" and .state_prios == [3])'; }

ns h4
# link would give p4 the index that br0 has
ip link add eth0 netns h4 index 120 type veth peer name p4 netns sw index 121
offload h4 eth0 off
offload sw p4 off
ip -n h4 link set eth0 up
up sw p4
up h4 eth0
ip -n sw link set p4 master br0
ip -n h4 address add 10.0.0.4/24 dev eth0
neighbour h4 eth0 10.0.0.3 "$(mac h3 eth0)"
incast_link h4 eth0 sw p4 1gbit
for n in 1 2 3; do
	pfc sw pg set dev "p$n" pg 3 headroom auto
done
pfc sw stats clear
pfc h1 stats clear
tc_dropped() { in_ns sw tc -s qdisc show dev p3 root | sed -n 's/.*(dropped \([0-9]*\),.*/\1/p'; }
before=$(tc_dropped)
for n in 1 2 4; do
	capture sw "p$n" "overview-p$n" ether proto 0x8808
done
nsexec sw pfcctl -jts monitor pauses dev p1 prio 3 > "$OUT/pauses.json" &
pauses=$!
nsexec sw pfcctl -ts monitor event xoff-sent dev p2 > "$OUT/events" &
events=$!
receive h3 arrived --idle 1000
_senders=()
incast_send left h1 1 26
incast_send left h2 2 26
incast_send left h4 14 0
check "p1 is in XOFF during the congestion" wait_for 5 in_xoff
overview > "$OUT/congested"
wait "${_senders[@]}"
wait "$(cat /tmp/arrived.pid)"
captures_end
kill $pauses $events
echo $(($(tc_dropped) - before)) > "$OUT/tc-dropped"
overview > "$OUT/overview"
overview -j > "$OUT/overview.json"
pfc h1 -j show > "$OUT/overview-h1.json"
pfc sw -r show dev p1 > "$OUT/overview-p1"
pfc sw stats show > "$OUT/stats.short"
pfc sw -s stats show > "$OUT/stats.long"
sed 's/^/# /' "$OUT/congested" "$OUT/overview"
is "a line for each port and each pool, at most 80 columns" \
	"$(wc -l < "$OUT/overview") $(awk 'length > 80' "$OUT/overview" | wc -l)" "10 0"
is "ports of an incast are ok afterwards" \
	"$(jq -c '[.ports[] | [.dev, .link, .state]]' "$OUT/overview.json")" \
	'[["p1","up","ok"],["p2","up","ok"],["p3","up","ok"],["p4","up","ok"]]'
ip -n h4 link set eth0 down
check "a port without carrier is down" \
	shown 'select(.dev == "p4" and .link == "down" and .state == "down")'
between "stats show prints less than half of the lines of -s" "$(wc -l < "$OUT/stats.short")" \
	4 $(($(wc -l < "$OUT/stats.long") / 2))
is "without ports, pfcctl prints how to begin" "$(ip netns add none; pfcctl -n none | head -n 1)" \
	"no ports; make a device a port: pfcctl -n none port add dev DEV rate 1gbit"
