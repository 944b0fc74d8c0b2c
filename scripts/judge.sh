# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What becomes of a guest that has run, in $dir: appends to tap.log what it did
# wrong apart from the checks of the test itself.  Sourced after common.sh.

# shellcheck disable=SC2154 # set by who sources this

TAINT_ALLOWED=$((1 << 12 | 1 << 13))	# module out of tree, not signed

not_ok() { printf 'not ok - %s\n' "$1" >> "$dir/tap.log"; }

# kernel_log FILE: prints it without what comes before the test, if that begins, and
# without what KCSAN says of races in which no module has a part: those are the
# kernel's own, and all but ours is built into that kernel
kernel_log()
{
	local from

	from=$(grep -an -m 1 'guest: the test begins' "$1" | cut -d : -f 1) || from=1
	tail -n "+$from" "$1" | awk '
	function end_report()
	{
		# a function of a module has its name behind
		if (report ~ /\+0x[0-9a-f]+\/0x[0-9a-f]+ \[/)
			printf "%s", report
		report = ""
	}
	/BUG: KCSAN: / { end_report(); report = $0 "\n"; next }
	report == "" { print; next }
	{ report = report $0 "\n" }
	/==========/ { end_report() }
	END { end_report() }'
}

# trouble: prints where the kernel complains, its own log first
trouble()
{
	local file

	for file in "$dir/out/dmesg" "$dir/console.log"; do
		[ -e "$file" ] || continue
		kernel_log "$file" | grep -aE -A 24 "$TROUBLE" | tr -d '\r' |
			awk 'NR <= 80' && return
	done
	return 1
}

# emulator_stuck: was a guest that had to be ended at a breakpoint?  A kernel puts one
# where it changes its own code, for a moment.  With several CPUs QEMU before 8.1 can
# translate it just when it is taken away, and then runs into it for ever: a translator
# locked the page too late (mended in its commit deba78709a).  Nothing else of a kernel
# uses breakpoints, BUG and WARN do not.
emulator_stuck()
{
	sed -n '/Kernel panic - not syncing: NMI/,$p' "$dir/console.log" |
		grep -aqE '(asm_exc_int3|text_poke_(sync|bp_batch|finish))\+0x'
}

# check_guest STATUS SECONDS: of guest-boot, and what it was given
check_guest()
{
	local status=$1 taint said

	mkdir -p "$dir/out"
	tar -xf "$dir/out.tar" -C "$dir/out" 2>/dev/null || true
	if [ "$status" = 124 ]; then
		not_ok "ends within $2 s"
	elif [ "$status" != 0 ]; then
		not_ok "the guest ends well (status $status)"
	fi
	if [ ! -e "$dir/out/status" ]; then
		not_ok "the guest runs to its end"
	elif [ "$(cat "$dir/out/status")" != 0 ]; then
		not_ok "the test exits with 0 (status $(cat "$dir/out/status"))"
	fi
	if said=$(trouble); then
		not_ok "the kernel has nothing to complain of"
		# shellcheck disable=SC2001 # of every line
		sed 's/^/#   /' <<< "$said" >> "$dir/tap.log"
	fi
	taint=$(cat "$dir/out/tainted" 2>/dev/null || echo 0)
	[ $((taint & ~TAINT_ALLOWED)) = 0 ] || not_ok "kernel not tainted ($taint)"
}
