# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Adapter of the kernel's selftests of mlxsw to ports.  88-selftests puts it in the place of
# forwarding.config, the configuration of net/forwarding/lib.sh, and of devlink_lib.sh, whose
# functions need a Spectrum ASIC.  A selftest calls dcb, ip, ping and mausezahn themselves.
# The functions below replace commands that configure or read an ASIC in another way:
#
#   ethtool -S    counters per priority: statistics of the PGs and queues of a port
#   tc qdisc      a root qdisc on an ASIC describes the scheduler: settings of the port, whose
#                 root qdisc is pfc
#   lldptool      settings of ETS: dcb ets
#   devlink_*     shared buffers: pools and PGs.  Ports have no egress pools and no quotas of
#                 a port in a pool, so settings of those have no effect.

export NETIF_CREATE=no NETIF_NO_CABLE=veth0 REQUIRE_MTOOLS=no

ethtool()
{
	[ "$1" = -S ] || {
		command ethtool "$@"
		return
	}
	pfcctl -j stats show dev "$2" | jq -r '.[0] |
		(.pg | to_entries[] |
			"rx_frames_prio_\(.key):\(.value.rx_packets)",
			"rx_octets_prio_\(.key):\(.value.rx_bytes)"),
		(.queue | to_entries[] | "tx_octets_prio_\(.key):\(.value.tx_bytes)")'
}

# _root_qdisc DEV KIND ARGUMENTS...: configures the scheduler of a port
_root_qdisc()
{
	local dev=$1 kind=$2

	shift 2
	case "$kind $*" in
	"ets bands 8 strict 8 priomap 7 6")
		pfcctl ets set dev "$dev" tc-tsa all:strict tc-bw all:0 prio-tc all:0 1:1
		;;
	"tbf rate 1gbit"*)
		# The .pre scales the rates of this selftest by 20
		pfcctl port set dev "$dev" rate 50mbit
		;;
	"bfifo "*) ;;	# an ASIC then lets dcb set its buffers; a port always does
	*) return 1 ;;
	esac
}

tc()
{
	case "$*" in
	"qdisc replace dev "*" root handle "*)
		_root_qdisc "$4" "${@:8}"
		;;
	"qdisc replace dev "*" parent 1:7 handle 17: tbf rate 200Mbit "*)
		pfcctl ets set dev "$4" tc-maxrate 1:200mbit
		;;
	"qdisc del"*" root"* | "qdisc del"*" parent 1:7") ;;
	*) command tc "$@" ;;
	esac
}

# lldptool -T -i DEV -V ETS-CFG NAME=LIST
lldptool()
{
	local dev=$3 list

	IFS=, read -ra list <<< "${6#*=}"
	case $6 in
	up2tc=*) dcb ets set dev "$dev" prio-tc "${list[@]}" ;;
	tsa=*) dcb ets set dev "$dev" tc-tsa "${list[@]}" tc-bw all:0 ;;
	esac
}

# devlink_pool_size_thtype_set POOL TYPE SIZE: pools 0 to 3 are ingress pools
devlink_pool_size_thtype_set()
{
	[ "$1" -lt 4 ] && [ "$2" = static ] || return 0
	pfcctl pool add "pool$1" size "$3" 2> /dev/null || pfcctl pool set "pool$1" size "$3"
}

# devlink_tc_bind_pool_th_set PORT TC DIRECTION POOL THRESHOLD: static thresholds are bytes,
# dynamic ones an index of alpha
devlink_tc_bind_pool_th_set()
{
	[ "$3" = ingress ] && [ "$5" -gt 16 ] || return 0
	pfcctl pg set dev "$1" pg "$2" pool "pool$4" xoff "$5" xon "$5" limit "$5"
}

devlink_pool_size_thtype_save() { :; }
devlink_pool_size_thtype_restore() { :; }
devlink_port_pool_th_save() { :; }
devlink_port_pool_th_set() { :; }
devlink_port_pool_th_restore() { :; }
devlink_tc_bind_pool_th_save() { :; }
devlink_tc_bind_pool_th_restore() { :; }
