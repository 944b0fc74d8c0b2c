#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pfcctl test with a switch that it has not built, among frames of other protocols: cases pass, and
# the switch gets its settings back, also if a signal ends the run.
#
#   tester e1 e2 e3 ── p1 p2 p3 br0 (sw)
#
# mode: icount
# timeout: 300
# kernels: 6.1
# long: yes

. /tests/guest/lib/lib.sh

ns tester sw
for n in 1 2 3; do
	link tester e$n sw p$n
done
mkbridge sw br0 p1 p2 p3
for n in 1 2 3; do
	fdb sw p$n tester e$n
done
for where in "tester e" "sw p"; do
	for n in 1 2 3; do
		echo "port add dev ${where#* }$n rate 100mbit"
		echo "pfc set dev ${where#* }$n prio-pfc 3-4:on"
		for pg in 3 4; do
			echo "pg set dev ${where#* }$n pg $pg xoff 60K xon 45K headroom 100K"
		done
	done | pfc "${where% *}" -b -
done
pfc sw watchdog set dev p3 prio-watchdog 3:on detection-time 3s
saved=$(pfc sw save)
given=(tester "e1,e2,e3" dut "sw/p1,p2,p3")
printf '0 0180c200000e02000000990188cc%0200d\n' 0 > /tmp/lldp
nsexec sw rawsend --loop 10000 --period 100000000 br0 /tmp/lldp > /dev/null &
hellos=$!
nsexec tester pfcctl test run L01 L15 Y02 O5-3 "${given[@]}" > "$OUT/given" 2>&1
check "a switch that is not built for the test passes" \
	grep -qE "^[1-9][0-9]* passed, 0 failed, 0 unmeasured$" "$OUT/given"
note "$(cat "$OUT/given")"
is "it has its settings again" "$(pfc sw save)" "$saved"
nsexec tester pfcctl test run L11 "${given[@]}" time 30s > /dev/null 2> "$OUT/interrupted" &
running=$!
changed() { [ "$(pfc sw save)" != "$saved" ]; }
wait_for 60 changed
kill -TERM $running
wait $running
is "a signal ends the run with an error" "$? $(grep -c interrupted "$OUT/interrupted")" "1 1"
is "and the switch has its settings again" "$(pfc sw save)" "$saved"
is "no file remains" "$(compgen -G '/tmp/pfctest.*')" ""
kill $hellos
wait $hellos 2> /dev/null || true
