# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Library of the tests of refused commands.  Source it after lib.sh.

cat > /tmp/state <<END
port show
map show
pfc show
pg show
queue show
ets show
watchdog show
pool show
profile show
END

# state: prints the whole configuration of sw
state()
{
	pfc sw -j -b /tmp/state
	tc -n sw qdisc show
}

# remember: saves the configuration; unchanged() compares with it
remember() { state > /tmp/state.before; }

# unchanged: the configuration equals the saved one
unchanged() { state | cmp -s - /tmp/state.before; }

# ends TEXT STATUS PATTERN COMMAND...: the command prints one line that matches PATTERN to
# standard error and nothing to standard output, exits with STATUS, and does not change the
# configuration
ends()
{
	local text=$1 wanted=$2 pattern=$3 status wrong=""

	shift 3
	"$@" > /tmp/stdout 2> /tmp/stderr
	status=$?
	[ "$status" = "$wanted" ] || wrong+="status $status, not $wanted; "
	[ ! -s /tmp/stdout ] || wrong+="prints $(head -c 200 /tmp/stdout); "
	[ "$(wc -l < /tmp/stderr)" = 1 ] || wrong+="must print one line of error; "
	grep -qE -- "$pattern" /tmp/stderr || wrong+="the error does not match /$pattern/; "
	unchanged || wrong+="the state changed; "
	[ -z "$wrong" ]
	_verdict $? "$text" || note "$* : $wrong
$(cat /tmp/stderr)"
}

# no PATTERN ARGUMENTS...: pfcctl refuses a value (exit status 1)
# bad PATTERN ARGUMENTS...: pfcctl refuses the syntax (exit status 2)
no() { ends "no: ${*:2}" 1 "$1" pfc sw "${@:2}"; }
bad() { ends "bad: ${*:2}" 2 "$1" pfc sw "${@:2}"; }
