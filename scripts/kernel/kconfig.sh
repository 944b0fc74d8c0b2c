# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Configures kernels and logs their builds.  Sourced after common.sh.

# configure BUILD DEFAULTS CONFIG MAKE...: creates BUILD/.config from the make target
# DEFAULTS and the lines of CONFIG, by the command MAKE.  Fails if a line of CONFIG is
# missing in the result.
configure()
{
	local build=$1 defaults=$2 config=$3 line

	shift 3
	"$@" "$defaults" || return
	cat "$config" >> "$build/.config"
	"$@" olddefconfig || return
	grep -E '^CONFIG_|^# CONFIG_.* is not set$' "$config" | while read -r line; do
		grep -qxF "$line" "$build/.config" || {
			echo "the kernel configuration lacks a line of $config: $line"
			return 1
		}
	done
}

# options FILE...: prints the options in configurations, without comments
options() { grep -hE '^(# )?CONFIG_' "$@"; }

# build_log LOG: writes stdin, the output of a build, to LOG and reports progress every 30 s
build_log()
{
	local line files=0 begin=$SECONDS next=$((SECONDS + 30))

	while IFS= read -r line; do
		printf '%s\n' "$line"
		[[ $line != "  "[A-Z]* ]] || files=$((files + 1))
		[ "$SECONDS" -ge "$next" ] || continue
		say "$files files built in $((SECONDS - begin)) s"
		next=$((SECONDS + 30))
	done > "$1"
}
