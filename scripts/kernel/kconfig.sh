# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Configures kernels and logs their builds.  Sourced after common.sh.

# The options of the make that has called a script are not for the build of a kernel: with -s, for
# example, it prints no files, and build_log counts none
unset MAKEFLAGS MFLAGS MAKELEVEL

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

# build_log LOG [EXPECTED]: writes stdin, the output of a build, to LOG and reports progress every
# 10 s.  If EXPECTED, the number of files, is known, it estimates the remaining time, but not during
# the configuration and the first files, which take a time of their own.
build_log()
{
	local line files=0 expected=${2:-0} begin=$SECONDS step=${BUILD_LOG_STEP:-10}
	local next=$((SECONDS + step)) passed left

	while IFS= read -r line; do
		printf '%s\n' "$line"
		[[ $line != "  "[A-Z]* ]] || files=$((files + 1))
		[ "$SECONDS" -ge "$next" ] || continue
		passed=$((SECONDS - begin)) next=$((SECONDS + step)) left=
		[ "$files" -ge "$expected" ] || [ $((files * 20)) -lt "$expected" ] ||
			left="; about $expected files, $((passed * (expected - files) / files)) s left"
		say "$files files built in $passed s$left"
	done > "$1"
}

# built_files LOG...: prints the number of files in the newest log of a build; 0: there is none
built_files()
{
	local log newest=

	for log in "$@"; do
		[ ! -e "$log" ] || [ "$log" -ot "$newest" ] || newest=$log
	done
	if [ -n "$newest" ]; then
		grep -c '^  [A-Z]' "$newest" || :
	else
		echo 0
	fi
}
