# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Checks of a finished guest in $dir, in addition to the checks of the test: appends those
# that fail to tap.log.  Sourced after common.sh.

# shellcheck disable=SC2154 # set by the script that sources this

TAINT_ALLOWED=$((1 << 12 | 1 << 13))	# out-of-tree module, unsigned module
# A warning of the kernel 6.1-rt itself: an interrupt between CPUs, as of RPS, raises a softirq
KNOWN_WARNING=
[ "$KERNEL" != 6.1-rt ] || {
	KNOWN_WARNING="WARNING: .* do_softirq_post_smp_call_flush"
	TAINT_ALLOWED=$((TAINT_ALLOWED | 1 << 9))	# a warning
}

not_ok() { printf 'not ok - %s\n' "$1" >> "$dir/tap.log"; }

# kernel_log FILE: prints the kernel log from the start of the test on, or the whole log if
# the test did not begin.  Omits KCSAN reports that name no module: everything else is built
# into the KCSAN kernel, so such a report is a race of the kernel itself.  Omits $KNOWN_WARNING.
kernel_log()
{
	local from

	from=$(grep -an -m 1 'guest: the test begins' "$1" | cut -d : -f 1) || from=1
	tail -n "+$from" "$1" | awk -v known="$KNOWN_WARNING" '
	function end_report()
	{
		# In a report, "[MODULE]" follows the name of a function of a module
		if (report ~ /\+0x[0-9a-f]+\/0x[0-9a-f]+ \[/)
			printf "%s", report
		report = ""
	}
	known && $0 ~ known { skipping = 1 }
	skipping { skipping = !/end trace/; next }
	/BUG: KCSAN: / { end_report(); report = $0 "\n"; next }
	report == "" { print; next }
	{ report = report $0 "\n" }
	/==========/ { end_report() }
	END { end_report() }'
}

# trouble: prints the faults that the kernel reports, from the dmesg file or, if this file
# reports no fault, from the console
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

# warnings: prints the messages of level warning or worse (the console has no others) that name the
# module or one of its functions.  Omits the reasons of refused DCB requests, which the kernel log
# is the place for, and those that the test expects (expect_message in lib.sh).
warnings()
{
	local file=$dir/console.log expected=$dir/out/expected-messages

	[ -e "$file" ] || return 1
	[ -e "$expected" ] || expected=/dev/null
	kernel_log "$file" | tr -d '\r' | grep -aE "$NAMES_MODULE" |
		grep -avE "$LOADING_MODULE|: dcb: |pfc_dcb_log: [0-9]+ callbacks suppressed" | grep -avEf "$expected"
}

# check_guest STATUS SECONDS: checks the exit status of the guest and of its test, the kernel
# log and the taint.  STATUS is the exit status of guest-boot, 124 after a timeout of SECONDS.
check_guest()
{
	local status=$1 taint said

	mkdir -p "$dir/out"
	tar -xf "$dir/out.tar" -C "$dir/out" 2>/dev/null || true
	if [ "$status" = 124 ]; then
		not_ok "ends within $2 s"
	elif [ "$status" != 0 ]; then
		not_ok "the guest exits with 0 (status $status)"
	fi
	if [ ! -e "$dir/out/status" ]; then
		not_ok "the guest runs to completion"
	elif [ "$(cat "$dir/out/status")" != 0 ]; then
		not_ok "the test exits with 0 (status $(cat "$dir/out/status"))"
	fi
	if said=$(trouble); then
		not_ok "the kernel reports no fault"
		# shellcheck disable=SC2001 # changes every line
		sed 's/^/#   /' <<< "$said" >> "$dir/tap.log"
	fi
	if said=$(warnings); then
		not_ok "the kernel does not warn about the module"
		# shellcheck disable=SC2001 # changes every line
		sed 's/^/#   /' <<< "$said" >> "$dir/tap.log"
	fi
	taint=$(cat "$dir/out/tainted" 2>/dev/null || echo 0)
	[ $((taint & ~TAINT_ALLOWED)) = 0 ] || not_ok "kernel not tainted ($taint)"
}
