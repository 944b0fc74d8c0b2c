# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Configuration of kernels that are built here.  Sourced after common.sh.

# configure BUILD DEFAULTS CONFIG MAKE...: makes BUILD/.config of the target
# DEFAULTS and the lines of CONFIG, by the command MAKE, and sees whether these are
# all in it
configure()
{
	local build=$1 defaults=$2 config=$3 line

	shift 3
	"$@" "$defaults" || return
	cat "$config" >> "$build/.config"
	"$@" olddefconfig || return
	grep -E '^CONFIG_|^# CONFIG_.* is not set$' "$config" | while read -r line; do
		grep -qxF "$line" "$build/.config" || {
			echo "not in the configuration: $line"
			return 1
		}
	done
}
