#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl roce makes a switch of four veths lossless with one command: an incast of RoCE loses
# nothing, and ARP, ping and CNP pass beside it.  semi-lossless obeys PFC and sends none, lossy
# does neither.  After a refusal, the command names what it has changed, and the command that restores
# the former settings.  off restores the settings before the first command.  The commands of
# --dry-run have the same effect.
#
#   h1 eth0 ── p1 ┐
#   h2 eth0 ── p2 ├ br0 (sw) ── p4 ── eth0 h4
#   h3 eth0 ── p3 ┘
#
# long: yes
# timeout: 600
# sanitize: no (it tests the tool)
# kernels: 6.1 6.12 7.2 7.3

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

roce() { pfcctl -n sw roce "$@"; }

# config: prints the settings of all ports in sw; a port that is added again has another id
config()
{
	local object

	for object in port map pfc pg queue ets watchdog; do
		pfcctl -n sw -j "$object" show
	done | jq -c '.[] | del(.port_id, .memory_used_bytes, .ring_bytes)
		| if has("escalate_count") then .prio |= map(.state != "off") else . end'
	tc -n sw qdisc show | grep -c ' pfc '
}

# same TEXT FILE: the settings are those in the file
same() { check "$1" diff <(config) "$2"; }

# modes: prints the modes of the ports of sw
modes() { roce show > /dev/null && pfcctl -n sw -j roce show | jq -r 'map(.mode) | join(" ")'; }

# deviations: prints the number of deviating settings in sw
deviations() { pfcctl -n sw -j roce show | jq '[.[].deviations[]] | length'; }

# pool_size: prints the size of the pool of sw
pool_size() { pfcctl -n sw -j pool show default | jq .size; }

# pfc_frames NAME: prints the number of PFC frames in a capture
pfc_frames() { tcpdump -Z root -nr "$OUT/$1.pcap" ether proto 0x8808 2> /dev/null | wc -l; }

# frames NAME FILTER: prints the number of frames in a capture that match FILTER
frames() { tcpdump -Z root -nr "$OUT/$1.pcap" "$2" 2> /dev/null | wc -l; }

# own_settings: makes p1 a port with settings that differ from those of all modes
own_settings()
{
	pfcctl -n sw -b - <<- END
		port add dev p1 rate 60mbit cable-length 100m
		map set dev p1 trust pcp,dscp dscp-prio zero 26:4 prio-pg all:0 4:2
		pg set dev p1 pg 3 headroom 50000
		pfc set dev p1 prio-pfc-tx 4:on prio-pfc-rx 4-5:on
		queue set dev p1 queue 3 ecn-kmin 10001 ecn-kmax 20002 ecn-pmax 12.34%
		ets set dev p1 prio-tc 0-5:0 6-7:1 tc-tsa all:strict 0:ets tc-bw all:0 0:100
		watchdog set dev p1 prio-watchdog 5:on action alert detection-time 10s
	END
}

# class_sent N: prints the number of frames that queue N of p4 has sent, by tc
class_sent()
{
	tc -n sw -s class show dev p4 | awk -v class=":$(($1 + 1))" '
	$1 == "class" { found = $3 ~ class "$" }
	found && $1 == "Sent" { print $4 }'
}

# incast NAME COUNT: h1, h2 and h3 send COUNT datagrams each of DSCP 26 to h4
incast()
{
	local n pids=()

	receive h4 "$1" --port 5026
	for n in 1 2 3; do
		send h$n "$1-$n" --port 5026 --flow $n --dscp 26 --ecn 2 --count "$2" 10.0.0.4 &
		pids+=($!)
	done
	[ -z "${during:-}" ] || "$during"
	wait "${pids[@]}"
	wait_for 30 drained
	sleep 0.2
	received "$1"
}

drained() { [ "$(pfc sw -j stats show dev p4 | jq '[.[0].queue[].backlog_packets] | add')" = 0 ]; }

# arrived NAME: prints the number of datagrams that arrived at h4
arrived() { value "$1" '[.flows[].datagrams] | add // 0'; }

# probes: ARP, ping and CNP while the incast runs
probes()
{
	sleep 0.5
	ping_output=$(in_ns h1 ping -c 5 -i 0.2 -W 5 10.0.0.14 2>&1)
	send h2 cnp --port 5048 --dscp 48 --count 20 10.0.0.4
}

# held MODE WANTED: h4 pauses priority 3 of p4; prints how many of 5 datagrams arrive meanwhile
held()
{
	local got

	receive h4 "held-$1" --port 5030
	capture h4 eth0 "held-$1" udp dst port 5030
	hold h4 eth0 /tmp/h4.xoff
	sleep 0.1
	send h1 "held-$1-sent" --port 5030 --dscp 26 --count 5 10.0.0.4
	sleep 0.5
	captures_end
	got=$(frames "held-$1" udp)
	release
	in_ns h4 rawsend eth0 /tmp/h4.xon > /dev/null
	sleep 0.5
	received "held-$1"
	is "$1: datagrams that arrive while the receiver pauses priority 3" "$got" "$2"
	is "$1: all datagrams arrive in the end" "$(arrived "held-$1")" 5
}

star 4
in_ns h4 ip address add 10.0.0.14/24 dev eth0	# no host has a neighbour entry for it
pfc_frame "$(mac h4 eth0)" 0x08 0xffff > /tmp/h4.xoff
pfc_frame "$(mac h4 eth0)" 0x08 0 > /tmp/h4.xon

# ---- one command --------------------------------------------------------------

# p1 is a port with settings of its own, the other devices are not ports
check "p1 is a port with settings of its own" own_settings
config > /tmp/before

roce lossless rate 100mbit --dry-run > /tmp/commands
same "a dry run changes nothing" /tmp/before
is "JSON has the same commands, by device" \
	"$(pfcctl -n sw -j roce lossless rate 100mbit --dry-run |
		jq -r '.devices[] | .dev as $dev | .commands[] | select(contains(" dev " + $dev))' |
		sort)" "$(grep -v '^#' /tmp/commands | sort)"
check "the commands of a dry run succeed in a shell" bash -e /tmp/commands
config > /tmp/by-shell
is "show finds the mode in the settings" "$(modes)" "lossless lossless lossless lossless"
for dev in p2 p3 p4; do
	check "$dev is deleted" pfcctl -n sw port del dev $dev
done
check "p1 is deleted" pfcctl -n sw port del dev p1
check "p1 has its settings again" own_settings
same "the settings are those before" /tmp/before

is "the command selects the members of the bridge" "$(roce lossless rate 100mbit 2>&1)" \
	"lossless: p1 p2 p3 p4
lo: not configured: loopback device
br0: not configured: bridge; its members can be ports"
same "the command and its dry run have the same effect" /tmp/by-shell
is "show prints the mode of each port" "$(modes)" "lossless lossless lossless lossless"
note "$(roce show)"
is "no setting deviates" "$(deviations)" 0
is "a second command changes nothing" "$(roce lossless rate 100mbit 2>&1 | head -n 1)" \
	"lossless: p1 p2 p3 p4 (no change)"
is "a second dry run prints no command" "$(roce lossless rate 100mbit --dry-run | grep -v '^#')" ""
same "all settings are unchanged" /tmp/by-shell
for n in 1 2 3 4; do
	is "h$n: the command selects the device with an address" \
		"$(pfcctl -n h$n roce lossless rate 100mbit 2>&1 | head -n 1)" "lossless: eth0"
done
is "check finds no fault" "$(pfcctl -n sw check | grep -v 'send-buffer\|socket')" \
	"no faults found at 4 ports"
is "dcb shows PFC for priority 3" "$(in_ns sw dcb -j pfc show dev p4 | jq -c .prio_pfc)" \
	"[false,false,false,true,false,false,false,false]"

# ---- lossless -----------------------------------------------------------------

# p4 is the slow side.  At 10 Mb/s and in a slow guest, a pause lasts longer than the 100 ms after
# which a watchdog drops packets.
is "one port gets another rate" "$(roce lossless rate 10mbit dev p4)" "lossless: p4"
is "its peer gets the same rate" "$(pfcctl -n h4 roce lossless rate 10mbit dev eth0)" \
	"lossless: eth0"
for port in sw/p2 sw/p3 sw/p4 h1/eth0 h2/eth0 h3/eth0 h4/eth0; do
	check "$port detects storms later" pfcctl -n "${port%/*}" watchdog set \
		dev "${port#*/}" detection-time 10s
done
capture sw p1 lossless ether proto 0x8808
capture h4 eth0 marks 'udp dst port 5026 and ip[1] & 3 == 3'
receive h4 cnp-got --port 5048
before=$(class_sent 6)
during=probes
incast lossless 600
during=""
received cnp-got
captures_end
is "lossless: all RoCE datagrams arrive" "$(arrived lossless)" 1800
is "lossless: nothing is lost outside the ports" "$(losses)" ""
between "lossless: p1 sends PFC frames" "$(pfc_frames lossless)" 2 100000
between "lossless: RoCE datagrams arrive marked" "$(frames marks udp)" 10 1800
note "$ping_output"
check "lossless: ARP and ping pass" grep -q ' 0% packet loss' <<< "$ping_output"
is "lossless: all CNP arrive" "$(arrived cnp-got)" 20
is "lossless: CNP leave in queue 6" "$(($(class_sent 6) - before))" 20
is "lossless: tc of a newer iproute2 prints the same of each queue as JSON" \
	"$(newtc -n sw -j -s class show dev p4 |
		jq -c '.[].stats | [.bytes, .packets, .drops, .qlen]' | paste -sd ' ')" \
	"$(tc -n sw -s class show dev p4 | awk '
		$1 == "Sent" { printf "[%d,%d,%d,", $2, $4, $7 }
		$1 == "backlog" { printf "%d]\n", $3 }' | paste -sd ' ')"
is "lossless: devlink knows no device" "$(in_ns sw devlink -j dev show | jq -c .)" '{"dev":{}}'
is "lossless: show has the drops of all ports" \
	"$(pfcctl -n sw -j roce show | jq '[.[].stats.drop] | add')" 0

# ---- deviations ------------------------------------------------------------------

check "a setting changes" pfcctl -n sw map set dev p2 trust pcp
check "show prints it" grep -q '^p2: trust is pcp, lossless: dscp$' <(roce show)
fix=$(roce show | sed -n 's/.*; fix: //p')
is "show prints the command that fixes it" "$fix" "pfcctl -n sw roce lossless dev p2"
check "the command succeeds" bash -c "$fix"
is "no setting deviates then" "$(deviations)" 0

# ---- semi-lossless and lossy -------------------------------------------------------

is "semi-lossless: all ports change" "$(roce semi-lossless | head -n 1)" \
	"semi-lossless: p1 p2 p3 p4"
held semi-lossless 0
capture sw p1 semi ether proto 0x8808
incast semi 600
captures_end
between "semi-lossless: RoCE datagrams are lost" "$(arrived semi)" 1 1799
is "semi-lossless: no PFC frame" "$(pfc_frames semi)" 0

is "lossy: all ports change" "$(roce lossy | head -n 1)" "lossy: p1 p2 p3 p4"
held lossy 5
capture sw p1 lossy ether proto 0x8808
incast lossy 600
captures_end
between "lossy: RoCE datagrams are lost" "$(arrived lossy)" 1 1799
is "lossy: no PFC frame" "$(pfc_frames lossy)" 0
is "lossy: DSCP 26 still has queue 3" "$(pfcctl -n sw -j roce show dev p1 |
	jq -c '.[0] | [.mode, .roce_prio, .cnp_prio, .roce_bw_percent, .ecn_kmin]')" \
	'["lossy",3,6,50,30280]'

# ---- off -----------------------------------------------------------------------------

roce off --dry-run > /tmp/commands
is "a dry run of off changes nothing" "$(modes)" "lossy lossy lossy lossy"
is "off restores one port" "$(roce off dev p4)" "p4: is not a port, as before"
is "off restores the others" "$(roce off)" "p1: has its former settings
p2: is not a port, as before
p3: is not a port, as before"
same "the settings are those before the first command" /tmp/before
is "off has nothing to do then" "$(roce off)" "no saved state: nothing to restore"
check "all ports are lossy again" roce lossy
roce off --dry-run > /tmp/commands
check "the commands of a dry run of off succeed in a shell" bash -e /tmp/commands
same "they have the same effect" /tmp/before
is "off reports ports that are gone" "$(roce off | cut -d: -f 2 | sort | uniq -c | xargs)" \
	"1 has its former settings 3 the port was deleted or replaced since, its former settings are lost"

# ---- a profile, APP entries, invalid states between single settings ------------------------

check "PG 3 follows a profile" bash -c "pfcctl -n sw profile add gold headroom 60000 &&
	pfcctl -n sw pg set dev p1 pg 3 profile gold"
check "dcb announces a DSCP that has its default priority" \
	in_ns sw dcb app add dev p1 dscp-prio 24:3
check "dcb adds entries with lower priorities to a DSCP that has one" \
	in_ns sw dcb app add dev p1 dscp-prio 26:1 26:2
app_before=$(in_ns sw dcb -j app show dev p1)
note "$app_before"
config > /tmp/with-profile
is "lossless takes the PG from the profile" "$(roce lossless rate 100mbit dev p1)" "lossless: p1"
is "the headroom is automatic" \
	"$(pfcctl -n sw -j pg show dev p1 | jq -c '.[0].pg[3] | [.profile, .headroom_auto]')" \
	'[null,true]'
check "PFC of another priority" pfcctl -n sw pfc set dev p1 prio-pfc-tx 2:on
check "PG 3 gets this priority" pfcctl -n sw map set dev p1 prio-pg 2:3
is "off restores it" "$(roce off 2> /tmp/warnings)" "p1: has its former settings"
same "all settings are those before" /tmp/with-profile
sed -n 's/.*; fix: //p' /tmp/warnings > /tmp/fixes
is "off warns of each entry that only dcb can set" "$(sort /tmp/fixes)" \
	"ip netns exec sw dcb app add dev p1 dscp-prio 26:1
ip netns exec sw dcb app add dev p1 dscp-prio 26:2"
check "the fixes of the warnings succeed in a shell" bash -e /tmp/fixes
is "the APP entries are those before" "$(in_ns sw dcb -j app show dev p1 | jq -S .)" \
	"$(jq -S . <<< "$app_before")"
check "the PG leaves the profile" pfcctl -n sw pg set dev p1 pg 3 profile none
check "the PG has its headroom" pfcctl -n sw pg set dev p1 pg 3 headroom 50000
config > /tmp/with-entries
check "lossless again" roce lossless rate 100mbit dev p1
check "the commands of a dry run of off succeed in a shell" \
	bash -e <(roce off --dry-run)
same "all settings are those before" /tmp/with-entries
check "off has the same effect" roce off
check "the DSCP has no APP entry of dcb" in_ns sw dcb app del dev p1 dscp-prio 24:3
check "it has its priority" pfcctl -n sw map set dev p1 dscp-prio 24:0
check "the profile is deleted" pfcctl -n sw profile del gold
same "the settings are those before the profile" /tmp/before

# ---- devices with odd names and devices below a VLAN ----------------------------------------

odd='#a;b'
ip -n sw link add "$odd" type veth peer name peer0
ip -n sw link add tap0 link peer0 type macvtap
ip -n sw link add link peer0 name peer0.7 type vlan id 7
ip -n sw address add 10.7.0.1/24 dev peer0.7
ip -n sw link add idle0 type veth peer name idle1
tc -n sw qdisc replace dev idle0 root handle 1: pfifo
ip -n sw address add 10.8.0.1/24 dev idle0
# Both devices have only a link-local address; a route leads to un0
for dev in un0 un1; do
	ip -n sw link add $dev type veth peer name $dev-peer
	ip -n sw link set $dev-peer up
	up sw $dev
done
ip -n sw address add 169.254.1.1/24 dev un0 scope link
ip -n sw address add 169.254.2.1/24 dev un1 scope link
ip -n sw route add 10.9.0.0/24 via 169.254.1.2 dev un0
roce lossy rate 100mbit --dry-run > /tmp/commands
note "$(cat /tmp/commands)"
check "a routed device with a link-local address is selected" \
	grep -q '^pfcctl -n sw port add dev un0 ' /tmp/commands
check "a device without a route is not" \
	grep -q '^# un1: not configured: neither .* nor routed' /tmp/commands
check "a device below a VLAN with an address is selected" \
	grep -q '^pfcctl -n sw port add dev peer0 ' /tmp/commands
check "a macvtap device is not" grep -q '^# tap0: not configured: macvtap' /tmp/commands
check "a device with a root qdisc is not" \
	grep -q '^# idle0: not configured: has a root qdisc pfifo' /tmp/commands
refused "a named device with a root qdisc is refused" \
	"^pfcctl: idle0: has a root qdisc of another kind; fix: .*tc qdisc del dev idle0 root$" \
	roce lossy dev un0,idle0
is "the other device is no port" "$(tc -n sw qdisc show dev un0 | grep -c ' pfc ')" 0
roce lossy rate 100mbit dev "$odd" --dry-run > /tmp/commands
check "commands for an odd name succeed in a shell" bash -e /tmp/commands
check "it is a port" pfcctl -n sw port show dev "$odd"
check "it is deleted" pfcctl -n sw port del dev "$odd"
is "the command accepts an odd name" "$(roce lossy rate 100mbit dev "$odd")" "lossy: $odd"
is "off, too" "$(roce off)" "$odd: is not a port, as before"
ip -n sw link del "$odd"
ip -n sw link del idle0
ip -n sw link del un0
ip -n sw link del un1

# ---- signals -----------------------------------------------------------------------------------

check "a closed pipe does not end the command" bash -c "
	pfcctl -n sw roce lossy rate 100mbit | true; true"
is "all ports are lossy" "$(modes)" "lossy lossy lossy lossy"

# ---- a new name --------------------------------------------------------------------------------

# rename OLD NEW
rename() { ip -n sw link set "$1" down && ip -n sw link set "$1" name "$2" up; }
check "p1 gets another name" rename p1 q1
is "off finds it by its ifindex" "$(roce off dev q1)" "q1: has its former settings"
check "it gets its name again" rename q1 p1
check "off" roce off
same "all settings are those before the first command" /tmp/before

# ---- a refusal --------------------------------------------------------------------------

check "the pool is too small for four ports" pfcctl -n sw pool set size 560K
check "p4 refuses the mode" pfcctl -n sw port add dev p4 flood-prio 0:3
config > /tmp/before
roce lossless rate 100mbit > /tmp/out 2>&1
is "the command fails" $? 1
note "$(cat /tmp/out)"
check "it prints the port that failed" grep -q '^pfcctl: p4: flood-prio: .*; fix: pfcctl ' /tmp/out
check "it prints what it has changed, and what not" \
	grep -q 'roce: stopped; changed: pool default, p1; not changed: p4, p2, p3; ' /tmp/out
check "off restores the settings before the command" roce off
same "all settings are those before" /tmp/before
is "the size of the pool is unchanged" "$(pool_size)" 573440
is "no state is saved" "$(roce off)" "no saved state: nothing to restore"
roce lossless rate 100mbit > /tmp/out 2>&1
check "the command that it prints restores the settings before the last step" \
	bash -c "$(sed -n 's/.*the former configuration again: //p' /tmp/out)"
check "all devices are ports then, and lossy" test \
	"$(pfcctl -n sw -j pfc show | jq -c '[.[].prio_pfc_tx[3]]')" = "[false,false,false,false]"
check "off" roce off
same "all settings are those before" /tmp/before
check "p4 is deleted" pfcctl -n sw port del dev p4

# ---- the pool grows -----------------------------------------------------------------------

check "another pool has more than 4 GiB" pfcctl -n sw pool add big size 5G

config > /tmp/before
roce lossless rate 100mbit --dry-run > /tmp/commands
roce lossless rate 100mbit > /tmp/out
is "the command succeeds" $? 0
check "it prints the new size" \
	grep -qx 'pool default: size 3M instead of 560K, for the headroom of PG 3' /tmp/out
is "the pool has this size" "$(pool_size)" 3145728
check "the dry run has the same size" grep -qx 'pfcctl -n sw pool set default size 3M' /tmp/commands
is "each PG 3 has the headroom that it needs" \
	"$(pfcctl -n sw -j pg show | jq -c 'map(.pg[3].headroom_short) | unique')" "[false]"
check "off for all ports but one" roce off dev p1,p2,p3
is "the pool keeps its size" "$(pool_size)" 3145728
check "off for the last port" roce off
is "the pool has its former size" "$(pool_size)" 573440
is "the other pool kept its size" "$(pfcctl -n sw -j pool show big | jq .size)" 5368709120
check "it can be deleted" pfcctl -n sw pool del big
same "all settings are those before" /tmp/before
check "the pool has its default size" pfcctl -n sw pool set size 12M

# ---- refusals --------------------------------------------------------------------------------

config > /tmp/before
refused "an unknown device" 'nobody: no such device' roce lossless dev nobody
refused "a bridge" 'bridge; its members can be ports' roce lossless dev br0
refused "the loopback device" 'loopback device' roce lossy dev p2 dev lo
refused "a rate below the minimum" 'rate: 1kbit is out of range' roce lossy rate 1kbit
refused "a namespace without devices" 'no device can be a port' \
	unshare -n pfcctl roce lossless
refused "a user without privileges" 'cannot lock .*Permission denied' \
	in_ns sw setpriv --reuid 1000 --clear-groups pfcctl roce lossless dev p2
same "all settings are unchanged after refusals" /tmp/before
check "a veth without a rate causes a warning" grep -q 'Warning: p3: is a veth without a rate' \
	<(roce lossy dev p3 2>&1)
ip -n sw link del p3
is "off reports a device that is gone" "$(roce off)" "p3: the device does not exist any more"
