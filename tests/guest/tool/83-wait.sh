#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The module reports who waits for whom.  While the receiver pauses a port, the holders and flows
# of the queues equal the frames that arrive afterwards, to the byte.  Numbers, lengths and times
# of pauses in both directions equal those of the frames on the wire.  A user without CAP_NET_ADMIN
# gets all of this except flows.
#
#   h1 eth0 ── p1 ┐
#   h2 eth0 ── p2 ┼ sw ── p4 ── eth0 h4
#   h3 eth0 ── p3 ┘
#
# timeout: 300
# mode: icount
# sanitize: yes

. /tests/guest/lib/lib.sh
. /tests/guest/lib/paths.bash

# waits NAME: writes the answer of the kernel to $OUT/NAME.hex
waits() { in_ns sw nlraw <<< 'CMD_WAIT_GET|hex' > "$OUT/$1.hex"; }

# user COMMAND...: runs the command in sw as a user without capabilities
user() { nsexec sw setpriv --reuid 65533 --regid 65533 --clear-groups "$@"; }

# queued N: the queues of p4 hold N frames
queued() { tc -n sw -s qdisc show dev p4 | grep -q "backlog [0-9]*K\?b $1p "; }

pause_p4() { hold h4 eth0 /tmp/h4.xoff; }
resume_p4()
{
	unhold
	in_ns h4 rawsend eth0 /tmp/h4.xon > /dev/null
}

star 4
for n in 1 2 3 4; do
	# 65535 quanta at 10 Mb/s are 3.3 s
	cat <<-END
		port add dev p$n speed 10mbit
		pfc set dev p$n prio-pfc all:on
		pg set dev p$n pg all xoff 1M xon 900K
	END
done > /tmp/ports
check "the ports are created" pfc sw -b /tmp/ports
check "the pool has room" pfc sw pool set size 40M
ip -n sw address add 10.0.0.9/24 dev br0
neighbour sw br0 10.0.0.4 "$(mac h4 eth0)"
pfc_frame "$(mac h4 eth0)" 0xff 0xffff > /tmp/h4.xoff
pfc_frame "$(mac h4 eth0)" 0xff 0 > /tmp/h4.xon

waits idle

# ---- flows of all kinds, of three ingress ports and of the switch itself

capture h4 eth0 mixed --immediate-mode
pause_p4
for n in 1 2 3; do
	inject "h$n" "sent-$n" eth0 "mixed-$n"
done
send h1 udp-1 --dscp 26 --size 333 --count 30 10.0.0.4
send h2 udp-2 --dscp 26 --size 1000 --count 7 --port 6000 10.0.0.4
send sw udp-local --dscp 26 --size 600 --count 11 10.0.0.4
check "all frames wait in p4" wait_for 10 queued $((3 * 15 + 30 + 7 + 11))
waits mixed
user nlraw <<< 'CMD_WAIT_GET|hex' > "$OUT/user.hex"
user pfcctl why dev p4 > "$OUT/user.txt"
user pfcctl -j why dev p4 > "$OUT/user.json"
pfc sw -j why dev p4 > "$OUT/admin.json"
tc -n sw -s class show dev p4 > "$OUT/classes"
pfc sw -j stats show > "$OUT/stats.json"
resume_p4
check "all frames leave p4" wait_for 10 queued 0
captures_end

flows() { jq -c '[.flows_hidden, ([.. | .flows? // empty | length] | add > 0)]' "$OUT/$1.json"; }
is "pfcctl why shows flows to an administrator" "$(flows admin)" '[false,true]'
is "pfcctl why shows no flows to another user, and says so in JSON" "$(flows user)" '[true,false]'
is "and in text" "$(tail -n1 "$OUT/user.txt")" \
	"flows are not shown: they need CAP_NET_ADMIN in the network namespace"
is "the output for this user has no address" \
	"$(grep -cE '10\.0\.0\.|fd00:|02:00:00:00:0[123]' "$OUT/user.txt" "$OUT/user.json" | xargs)" \
	"$OUT/user.txt:0 $OUT/user.json:0"

# ---- headers with errors, more flows than an answer lists, more frames than the walk visits

pause_p4
inject h1 sent-wrong eth0 wrong
inject h3 sent-some eth0 some
inject h2 sent-many eth0 many --loop 3
check "all frames wait in p4" wait_for 30 queued $((7 + 820 + 9000))
waits many
resume_p4
check "all frames leave p4" wait_for 10 queued 0

# ---- pauses that p4 receives

pfc sw port set dev p4 speed 10mbit
waits before
capture sw p4 received --immediate-mode ether proto 0x8808
inject h4 pauses eth0 pauses
sleep 0.1
waits received
captures_end

# ---- pauses that p1 sends

pfc sw port set dev p1 speed 100mbit
pfc sw pg set dev p1 pg 3 xoff 20K xon 10K
capture h1 eth0 sent --immediate-mode ether proto 0x8808
waits quiet
for n in 1 2 3; do
	pause_p4
	send h1 fill --dscp 26 --size 1000 --count 25 10.0.0.4
	check "p1 asks for a pause" wait_for 10 queued 25
	sleep 0.05
	waits "filled-$n"
	[ "$n" != 2 ] || sleep 0.3
	resume_p4
	check "p4 drains" wait_for 10 queued 0
	sleep 0.05
done
waits sent
captures_end
is "the pool is empty" "$(pfc sw -j pool show default |
	jq -c '[.shared_used, .headroom_used]')" "[0,0]"
