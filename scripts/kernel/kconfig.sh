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

# A line of the output of a build that reports a compiled file.  Other lines, such as those of
# archives, take no time.
COMPILED='^  (HOST)?(CC|AS)( \[M\])? '

# build_log LOG [EXPECTED]: writes stdin, the output of a build, to LOG and reports progress every
# 10 s, also while the build prints nothing.  If EXPECTED, the number of files to compile, is known,
# it estimates the remaining time, but not during the configuration and the first files, which take a
# time of their own.
build_log()
{
	local line text='' status files=0 expected=${2:-0} begin=$SECONDS step=${BUILD_LOG_STEP:-10}
	local next=$((SECONDS + step)) passed left of

	while :; do
		status=0
		IFS= read -r -t "$step" line || status=$?
		text+=$line	# after a timeout the part of a line
		if [ "$status" = 0 ]; then
			printf '%s\n' "$text"
			[[ ! $text =~ $COMPILED ]] || files=$((files + 1))
			text=
		elif [ "$status" -le 128 ]; then
			printf '%s' "$text"
			break
		fi
		[ "$SECONDS" -ge "$next" ] || continue
		passed=$((SECONDS - begin)) next=$((SECONDS + step)) left='' of=''
		if [ "$files" -lt "$expected" ]; then
			of=" of about $expected"
			[ $((files * 20)) -lt "$expected" ] ||
				left=", about $((passed * (expected - files) / files)) s left"
		fi
		say "$files$of files compiled in $passed s$left"
	done > "$1"
}

# built_files LOG...: prints the number of compiled files in the newest log of a build; 0: there is
# none
built_files()
{
	local log newest=

	for log in "$@"; do
		[ ! -e "$log" ] || [ "$log" -ot "$newest" ] || newest=$log
	done
	if [ -n "$newest" ]; then
		grep -cE "$COMPILED" "$newest" || :
	else
		echo 0
	fi
}
