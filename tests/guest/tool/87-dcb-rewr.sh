#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The parts of dcb that older kernels do not have: APP entries for PCPs, the order of trust and
# rewriting.  newdcb is the dcb of a newer iproute2.  pfcctl shows each change of dcb, and dcb
# each change of pfcctl.  Each setting acts on packets.
#
#   h1 eth0.5 ── p1 ┐
#                   ├ br0 (sw) ── p2 ── eth0.5 h2
#
# timeout: 400
# kernels: 6.12 7.2 7.3

. /tests/guest/lib/lib.sh
DCB=newdcb
. /tests/guest/lib/dcb.bash

# tag PCP: packets of h1 with the kernel's priority 5 get this PCP
tag() { ip -n h1 link set eth0.5 type vlan egress-qos-map "5:$1"; }

# passed PCP/DSCP...: h1 sends a datagram with each; prints its queue in p2, and its PCP and DSCP
# at h2
passed()
{
	local kind

	queues > /tmp/before
	rm -f "$OUT/passed".*
	capture h2 eth0 passed vlan and udp
	for kind; do
		tag "${kind%/*}"
		send h1 sent --dscp "${kind#*/}" --priority 5 --count 1 10.0.5.2
	done
	wait_for 10 captured passed $#
	captures_end
	sent_by
	in_ns h2 tcpdump -Z root -venr "$OUT/passed.pcap" 2> /dev/null |
		sed -n 's/.* vlan 5, p \([0-7]\),.*(tos 0x\([0-9a-f]*\),.*/\1 0x\2/p' |
		while read -r pcp tos; do printf ' %s/%d' "$pcp" $((tos >> 2)); done
}

star 2
add_vlan 5 1 2
neighbour h1 eth0.5 10.0.5.2 "$(mac h2 eth0)"
neighbour h2 eth0.5 10.0.5.1 "$(mac h1 eth0)"
check "p1 is a port" pfc sw port add dev p1 rate 100mbit
check "p2 is a port" pfc sw port add dev p2 rate 100mbit
receive h2 sink

# ---- apptrust -------------------------------------------------------------

is "trust: dcb shows the default" "$(shown apptrust .order)" '["dscp"]'
is "trust: by default, packets follow the DSCP" "$(passed 6/10)" "1:1 6/10"
for order in "pcp" "dscp pcp" "pcp dscp" "dscp"; do
	# shellcheck disable=SC2086 # the words of the order
	check "trust: dcb sets $order" dcb apptrust set dev p1 order $order
	is "trust: pfcctl shows $order" "$(ours map .trust)" "\"${order/ /,}\""
	is "trust: dcb shows $order" "$(shown apptrust '.order | join(" ")')" "\"$order\""
done
check "trust: dcb sets pcp first" dcb apptrust set dev p1 order pcp dscp
is "trust: packets follow the PCP" "$(passed 6/10)" "6:1 6/10"
check "trust: pfcctl sets none" pfc sw map set dev p1 trust none
is "trust: dcb shows none" "$(shown apptrust '.order // []')" '[]'
is "trust: packets have the default priority" "$(passed 6/10)" "0:1 6/10"
refuses "trust: an EtherType" 'only dscp and pcp' apptrust set dev p1 order ethtype
refuses "trust: a port number" 'only dscp and pcp' apptrust set dev p1 order dscp dgram-port

# ---- app: PCP -------------------------------------------------------------

check "pcp: the port trusts the PCP" dcb apptrust set dev p1 order pcp
check "pcp: dcb maps two PCPs" dcb app add dev p1 pcp-prio 6nd:2 3nd:5
is "pcp: dcb shows them" "$(shown app '.pcp_prio | map(tostring) | sort | join(" ")')" \
	'"[\"3nd\",5] [\"6nd\",2]"'
is "pcp: pfcctl shows them" "$(ours map '[.pcp_prio[3, 6, 7]]')" "[5,2,7]"
is "pcp: packets have the new priorities" "$(passed 6/10 3/10)" "2:1 5:1 6/10 3/10"
check "pcp: dcb replaces an entry" dcb app replace dev p1 pcp-prio 6nd:1
is "pcp: the new entry is in force" "$(passed 6/10) $(ours map '.pcp_prio[6]')" "1:1 6/10 1"
check "pcp: pfcctl sets the default" pfc sw map set dev p1 pcp-prio 6:6 2:7
is "pcp: dcb shows the entries of pfcctl" \
	"$(shown app '.pcp_prio | map(tostring) | sort | join(" ")')" \
	'"[\"2nd\",7] [\"3nd\",5]"'
refuses "pcp: DEI" 'DEI is not supported' app add dev p1 pcp-prio 3de:1
check "pcp: dcb deletes the entries" dcb app flush dev p1 pcp-prio
is "pcp: the default map" "$(ours map .pcp_prio) $(passed 3/10)" "[0,1,2,3,4,5,6,7] 3:1 3/10"
check "pcp: the port trusts the DSCP" dcb apptrust set dev p1 order dscp

# ---- rewr -----------------------------------------------------------------

is "rewr: the table is empty" "$(shown rewr . p2)" "{}"
check "rewr: dcb adds DSCPs and PCPs" dcb rewr add dev p2 prio-dscp 1:40 5:41 prio-pcp 1:3nd
is "rewr: dcb shows them" "$(shown rewr '[(.prio_dscp | sort), .prio_pcp]' p2)" \
	'[[[1,40],[5,41]],[[1,"3nd"]]]'
is "rewr: pfcctl shows them" "$(ours map '[.prio_dscp[1, 5, 6], .prio_pcp[1, 5]]' p2)" \
	"[40,41,null,3,null]"
is "rewr: packets are rewritten" "$(passed 6/10 6/42 6/48)" "1:1 5:1 6:1 3/40 6/41 6/48"
check "rewr: a second entry of a priority" dcb rewr add dev p2 prio-dscp 1:20
is "rewr: the higher value is in force" "$(passed 6/10)" "1:1 3/40"
check "rewr: dcb replaces the entries" dcb rewr replace dev p2 prio-dscp 1:18
is "rewr: the new entry is in force" "$(shown rewr '.prio_dscp | sort' p2) $(passed 6/10)" \
	"[[1,18],[5,41]] 1:1 3/18"
check "rewr: pfcctl replaces entries" pfc sw map set dev p2 prio-dscp 1:none 5:44 prio-pcp 1:none \
	5:2
is "rewr: dcb shows the entries of pfcctl" "$(shown rewr . p2)" \
	'{"prio_dscp":[[5,44]],"prio_pcp":[[5,"2nd"]]}'
is "rewr: packets follow pfcctl" "$(passed 6/10 6/42)" "1:1 5:1 6/10 2/44"
refuses "rewr: DEI" 'DEI is not supported' rewr add dev p2 prio-pcp 1:3de
check "rewr: dcb deletes everything" dcb rewr flush dev p2
is "rewr: nothing is rewritten" "$(passed 6/42) $(ours map '[.prio_dscp[5], .prio_pcp[5]]' p2)" \
	"5:1 6/42 [null,null]"
is "rewr: p1 has no entries" "$(shown rewr . p1)" "{}"

# ---- events ---------------------------------------------------------------

events_begin
changed_by "dcb sets the trust" 1 dcb apptrust set dev p1 order pcp dscp
changed_by "the trust stays the same" 0 dcb apptrust set dev p1 order pcp dscp
changed_by "the trust is refused" 0 dcb apptrust set dev p1 order ethtype
changed_by "dcb maps two PCPs in one request" 1 dcb app add dev p1 pcp-prio 6nd:2 3nd:5
changed_by "dcb adds rewriting entries in one request" 1 \
	dcb rewr add dev p1 prio-dscp 1:40 5:41 prio-pcp 1:3nd
changed_by "the rewriting entry exists" 0 dcb rewr add dev p1 prio-dscp 1:40
changed_by "dcb replaces a rewriting entry in two requests" 2 dcb rewr replace dev p1 prio-dscp 1:18
changed_by "dcb deletes the rewriting entries" 1 dcb rewr flush dev p1
events_end
received sink
