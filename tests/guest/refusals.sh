# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What the tests of refusals share.  Sourced after lib.sh.

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

# state: all that can be configured in sw
state()
{
	pfc sw -j -b /tmp/state
	tc -n sw qdisc show
}

# remember: what the state has to stay from now on
remember() { state > /tmp/state.before; }

# unchanged: is it?
unchanged() { state | cmp -s - /tmp/state.before; }

# ends TEXT STATUS PATTERN COMMAND...: the command says why on one line of
# standard error and nothing else, exits so, and leaves the state as it was
ends()
{
	local text=$1 wanted=$2 pattern=$3 status wrong=""

	shift 3
	"$@" > /tmp/stdout 2> /tmp/stderr
	status=$?
	[ "$status" = "$wanted" ] || wrong+="status $status, not $wanted; "
	[ ! -s /tmp/stdout ] || wrong+="prints $(head -c 200 /tmp/stdout); "
	[ "$(wc -l < /tmp/stderr)" = 1 ] || wrong+="not one line of error; "
	grep -qE -- "$pattern" /tmp/stderr || wrong+="not /$pattern/; "
	unchanged || wrong+="the state changed; "
	[ -z "$wrong" ]
	_verdict $? "$text" || note "$* : $wrong
$(cat /tmp/stderr)"
}

# no PATTERN ARGUMENTS...: refused for a value; bad: for the words themselves
no() { ends "no: ${*:2}" 1 "$1" pfc sw "${@:2}"; }
bad() { ends "bad: ${*:2}" 2 "$1" pfc sw "${@:2}"; }
