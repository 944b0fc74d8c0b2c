# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the tests of refused commands.  Source it after lib.sh.

# A dump with pfcctl would take longer than the refused commands
STATE='cmd_port_get|dump
cmd_pool_get|dump
cmd_profile_get|dump'

# state: prints checksums of the whole configuration of sw, and its qdiscs
state()
{
	in_ns sw nlraw <<< "$STATE"
	tc -n sw qdisc show
}

# remember: saves the configuration; unchanged() compares with it
remember()
{
	remembered=$(state)
	[ "$(grep -c '^ok ' <<< "$remembered")" = 3 ] || _verdict 1 "the configuration can be read"
}

# unchanged: the configuration equals the saved one
unchanged() { [ "$(state)" = "$remembered" ]; }

# ends TEXT STATUS PATTERN COMMAND...: the command prints one line that matches PATTERN to
# standard error and nothing to standard output, exits with STATUS, and does not change the
# configuration
ends()
{
	local text=$1 wanted=$2 pattern=$3 status error wrong=""

	shift 3
	"$@" > /tmp/stdout 2> /tmp/stderr
	status=$?
	# The shell itself reads the files, because each start of a program is slow
	error=$(< /tmp/stderr)
	[ "$status" = "$wanted" ] || wrong+="status $status, not $wanted; "
	[ ! -s /tmp/stdout ] || wrong+="prints $(head -c 200 /tmp/stdout); "
	[[ -n $error && $error != *$'\n'* ]] || wrong+="must print one line of error; "
	[[ $error =~ $pattern ]] || wrong+="the error does not match /$pattern/; "
	unchanged || wrong+="the state changed; "
	[ -z "$wrong" ]
	_verdict $? "$text" || note "$* : $wrong
$error"
}

# no PATTERN ARGUMENTS...: pfcctl refuses a value (exit status 1)
no() { ends "no: ${*:2}" 1 "$1" pfc sw "${@:2}"; }
