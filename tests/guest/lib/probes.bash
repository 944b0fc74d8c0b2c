# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the tests that count calls of kernel functions, with kprobes.  Source it after lib.sh.

PROBES=/sys/kernel/tracing

# have_probes CHECK...: whether the kernel has kprobes; a debug kernel without them skips the checks
have_probes()
{
	local check

	[ -e $PROBES/trace ] || mount -t tracefs tracefs $PROBES
	[ ! -e $PROBES/kprobe_events ] || return 0
	for check; do
		skip "$check" "the kernel has no kprobes"
	done
	return 1
}

# probe NAME FUNCTION [ARGUMENTS]: counts the calls of a function from now on
probe()
{
	local name=$1

	shift
	[ -e $PROBES/kprobe_events ] || mount -t tracefs tracefs $PROBES
	echo "p:$name $*" >> $PROBES/kprobe_events
	echo 1 > "$PROBES/events/kprobes/$name/enable"
}

# calls NAME: prints the number of calls
calls() { awk -v name="$1" '$1 == name { print $2 }' $PROBES/kprobe_profile; }

# calls_by NAME COMMAND...: prints the number of calls while the command runs
calls_by()
{
	local name=$1 before

	shift
	before=$(calls "$name")
	"$@" > /dev/null 2>&1
	echo $(($(calls "$name") - before))
}

# probe_end NAME: removes the probe
probe_end()
{
	echo 0 > "$PROBES/events/kprobes/$1/enable"
	echo "-:$1" >> $PROBES/kprobe_events
}
