#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The tool shows the ports of its namespace, or one of them, and runs batches.
#
#   sw: p1 ── p2    (both ports)
#
# mode: any
# sanitize: no (it tests the tool)

. /tests/guest/lib/lib.sh

ns sw empty
link sw p1 sw p2
pfc sw port add dev p1 rate 1.5gbit pause-time 5000 queue-limit 3M
pfc sw port add dev p2

# ---- JSON
for what in port map pfc pg queue ets stats watchdog; do
	pfc sw -j $what show > /tmp/$what
	pfc sw -j -p -s $what show dev p1 > /tmp/$what.one
	pfc empty -j $what show > /tmp/$what.none
	is "$what: JSON of two ports, of one and of none" \
		"$(jq -c '[.[].dev]' /tmp/$what /tmp/$what.one /tmp/$what.none | paste -sd' ' -)" \
		'["p1","p2"] ["p1"] []'
	is "$what: JSON is one line, pretty is more" \
		"$(wc -l < /tmp/$what) $(($(wc -l < /tmp/$what.one) > 5))" "1 1"
done
is "pfcctl without arguments shows the overview" "$(pfc sw -j | jq -c '[.ports[].dev]')" '["p1","p2"]'
is "an object without a command shows it" "$(pfc sw -j pg)" "$(cat /tmp/pg)"

# ---- namespaces and batches
is "-n selects a namespace" "$(pfcctl -n sw -j port)" "$(pfc sw -j port)"
is "-n of a namespace without ports shows none" "$(pfcctl -n empty -j port)" "[]"
cat > /tmp/batch <<END
# all of these
pool set size 13M

port set dev p1 rate 2gbit   # fine
port set dev p1 rate 1bit
pool set size 14M
END
pfc sw -b /tmp/batch > /tmp/stdout 2> /tmp/stderr
is "a failed batch exits with 1 and prints one error" \
	"$? $(wc -c < /tmp/stdout) $(grep -vc Warning: /tmp/stderr)" "1 0 1"
check "the error of a batch names the line" \
	grep -q '^pfcctl: /tmp/batch:5: rate: 1bit' /tmp/stderr
is "a failed batch applies the lines before the error only" \
	"$(pfc sw -j pool show default | jq .size) $(pfc sw -j port | jq '.[0].rate_bits_per_second')" \
	"$((13 << 20)) 2000000000"
is "a batch is read from standard input" \
	"$(printf 'pool set size 12M\npool show default\n' | pfc sw -j -b - | jq .size)" $((12 << 20))
check "help goes to standard output" eval 'pfcctl port help | grep -q "^Usage: pfcctl port"'
check "-V prints the version" eval 'pfcctl -V | grep -q "^pfcctl [0-9]"'
check "an error when standard output is full" eval '! pfcctl -V > /dev/full'
