#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The output of the tool: JSON of all objects, sizes and rates with units that the tool also
# accepts as input, batches, namespaces.
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
pfc sw pfc set dev p1 prio-pfc 3:on
pfc sw pg set dev p1 pg 3 xoff 1.5K xon 1K headroom 100000
pfc sw pg set dev p1 pg 5 min 10K alpha 0.125 xon-offset 8K

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
is "pool: JSON has size and usage" "$(pfc sw -j pool show default |
	jq -c '{size, reserved, shared_used, headroom_used}')" \
	'{"headroom_used":0,"reserved":110240,"shared_used":0,"size":12582912}'
is "JSON has bytes, bits per second and quanta" "$(jq -c '.[0] |
	[.rate_bits_per_second, .pause_time_quanta, .queue_limit]' /tmp/port)" \
	'[1500000000,5000,3145728]'
is "sizes given with units are kept" \
	"$(jq -c '.[0].pg[3] | [.xoff, .xon, .headroom, .lossless]' /tmp/pg)" \
	'[1536,1024,100000,true]'
is "JSON of min, alpha and xon-offset" \
	"$(jq -c '.[0].pg[5, 6] | [.min, .alpha_256ths, .xon_offset]' /tmp/pg |
	paste -sd' ')" '[10240,32,8192] [0,0,32768]'
is "text of min, alpha and xon-offset" "$(pfc sw pg show dev p1 | awk '$1 == 5 || $1 == 6 {
	print $3, $4, $5, $10, $11 }' | paste -sd,)" "10 KiB 1/8 8 KiB,0 B off 32 KiB"
is "JSON: no rate is null" "$(jq '.[1].rate_bits_per_second' /tmp/port)" null
is "pfcctl without arguments shows the overview" "$(pfc sw -j | jq -c '[.ports[].dev]')" '["p1","p2"]'
is "an object without a command shows it" "$(pfc sw -j pg)" "$(cat /tmp/pg)"

# ---- text
is "text: one line per port, its settings are indented" \
	"$(pfc sw port | grep -v '^ ' | cut -d: -f1 | paste -sd' ' -)" "p1 p2"
check "text: rates and sizes have units" eval \
	"pfc sw port show dev p1 | paste -s | grep -q 'rate 1500 Mb/s.*queue-limit 3 MiB.*5000q'"
check "text: the size of a pool has a unit" \
	eval "pfc sw pool show default | grep -q ': size 12 MiB '"
is "text: without ports there is no output" "$(pfc empty port)" ""

# The tool accepts the map that it shows
pfc sw map set dev p1 dscp-prio 26:4 46:7
# shellcheck disable=SC2046 # a list of words
pfc sw map set dev p2 $(pfc sw map show dev p1 | grep -o 'dscp-prio .*')
is "the tool accepts the map that it shows" \
	"$(pfc sw -j map show | jq '.[0].dscp_prio == .[1].dscp_prio')" true
for preset in identity:00 class-selector:33 zero:00 default:33; do
	pfc sw map set dev p2 dscp-prio ${preset%:*}
	is "dscp-prio preset $preset" "$(pfc sw -j map show dev p2 |
		jq -r '.[0].dscp_prio | "\(.[26])\(.[31])"')" ${preset#*:}
done

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
