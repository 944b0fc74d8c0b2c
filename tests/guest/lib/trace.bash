# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the tests that read the module's events from tracefs.  Source it after lib.sh.

TRACING=/sys/kernel/tracing
# shellcheck disable=SC2034 # used by the tests
CONGESTION="xoff_tx xon_tx xoff_rx pause_end drop"	# the events of a congestion

# trace_prepare: checks and configures tracefs
trace_prepare()
{
	mkdir -p $TRACING
	[ -d $TRACING/events ] || mount -t tracefs tracefs $TRACING
	check "the module has its tracepoints" test -d $TRACING/events/pfc
	# The clock of the captures: TAI without leap seconds
	echo tai > $TRACING/trace_clock
	echo 8192 > $TRACING/buffer_size_kb
}

# events 0|1 EVENT...: switches events of the module
events()
{
	local on=$1 event

	shift
	for event in "$@"; do
		echo "$on" > "$TRACING/events/pfc/$event/enable"
	done
}

# trace_begin EVENT...: empties the trace and enables events
trace_begin()
{
	: > $TRACING/trace
	events 1 "$@"
}

# trace_end NAME EVENT...: writes the trace to $OUT/NAME.trace
trace_end()
{
	local name=$1

	shift
	events 0 "$@"
	cp $TRACING/trace "$OUT/$name.trace"
}
