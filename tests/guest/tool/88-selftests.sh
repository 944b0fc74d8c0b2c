#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The kernel's selftests of the mlxsw driver, tools/testing/selftests/drivers/net/mlxsw, pass
# on ports, as far as they concern DCB.  The .pre takes them from the kernel source.
# selftests/adapter.bash replaces the commands that need the ASIC.
#
#   script              functions that run          functions that do not, and why
#   qos_dscp_bridge.sh  all                         -
#   qos_defprio.sh      all                         -
#   qos_pfc.sh          all                         -
#   qos_ets_strict.sh   all                         -
#   qos_headroom.sh     test_defaults test_mtu      test_dcb_ets, test_pfc, test_tc_priomap,
#                       test_tc_mtu                 test_tc_sizes: on the ASIC the buffer of a
#                                                   priority follows its class until a root
#                                                   qdisc is set; a port has two maps.
#                                                   test_int_buf, test_tc_int_buf: internal
#                                                   buffers of the ASIC
#
# The test first gives the ports the settings of the ASIC that they do not have by default: see
# "all".  So test_defaults checks that dcb shows these settings, not the defaults of a port, and
# test_mtu that an automatic headroom follows the MTU.  The rates and the interval of
# qos_ets_strict.sh are smaller, see the .pre.
#
#   veth0 ── veth1   veth2 ── veth3   veth4 ── veth5: NETIFS p1 to p6 of the selftests, all
#   of them ports.  Bridges and VRFs of the selftests connect them.
#
# mode: icount
# timeout: 900
# kernels: 6.1 6.12 7.2 7.3
# long: yes

. /tests/guest/lib/lib.sh

SELFTESTS=$IN/selftests/drivers/net/mlxsw
FORWARDING=$IN/selftests/net/forwarding
PORTS="veth0 veth1 veth2 veth3 veth4 veth5"

# ports NS SETTINGS...: creates the ports
ports()
{
	local where=$1 port

	shift
	ns -6 "$where"
	link "$where" veth0 "$where" veth1
	link "$where" veth2 "$where" veth3
	link "$where" veth4 "$where" veth5
	for port in $PORTS; do
		check "$where: $port is a port" pfc "$where" port add dev "$port" "$@"
	done
}

# all NS OBJECT SETTINGS...: configures all ports
all()
{
	local where=$1 object=$2 port

	shift 2
	for port in $PORTS; do
		pfc "$where" "$object" set dev "$port" "$@" || _verdict 1 "$where/$port: $object"
	done
}

# selftest NS RESULTS [FUNCTION...]: runs the functions of a selftest, by default all; each
# result that it prints is a check, and there must be RESULTS of them
selftest()
{
	local name=$1 results=$2 line count=0

	shift 2
	(cd "$SELFTESTS" && TESTS="$*" nsexec "$name" bash "./$name.sh") \
		> "$OUT/$name" 2>&1 < /dev/null
	while read -r line; do
		count=$((count + 1))
		[[ $line = *'[ OK ]' ]]
		_verdict $? "$name: $(sed 's/^TEST: *//; s/  *\[.*//' <<< "$line")"
	done < <(grep '^TEST: ' "$OUT/$name")
	is "$name: all results are printed" $count "$results" || note "$(cat "$OUT/$name")"
}

ln -s /tests/guest/tool/selftests/adapter.bash "$FORWARDING/forwarding.config"
ln -s /tests/guest/tool/selftests/adapter.bash "$FORWARDING/devlink_lib.sh"

# As on the ASIC, APP entries of an egress port rewrite the DSCP
ports qos_dscp_bridge
all qos_dscp_bridge map app-rewrite on
selftest qos_dscp_bridge 9

# The selftest sends ARP, which otherwise has a priority of its own
ports qos_defprio
all qos_defprio map control-prio none
selftest qos_defprio 16

ports qos_headroom rate 1gbit
all qos_headroom map prio-pg all:0
all qos_headroom ets tc-tsa all:strict tc-bw all:0 prio-tc all:0
all qos_headroom pg pg all headroom auto
selftest qos_headroom 3 test_defaults test_mtu test_tc_mtu

ports qos_pfc rate 1gbit
all qos_pfc map trust pcp
selftest qos_pfc 2

ports qos_ets_strict rate 200mbit
all qos_ets_strict map trust pcp prio-pcp 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7
selftest qos_ets_strict 3
