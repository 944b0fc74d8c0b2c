#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The tool and the watchdog: text, JSON and events show storms, mitigation and clears.
#
#   h1 eth0 ── p1 ┐
#                 ├ br0 (sw) ── p3 ── eth0 h3 (pauses p3)
#   h2 eth0 ── p2 ┘
#
# timeout: 400
# mode: any
# sanitize: no (it tests the tool)

. /tests/guest/lib/lib.sh
. /tests/guest/lib/scene-churn.sh

# shown FILTER COMMAND...: filters the JSON of the command
shown() { pfc sw -j "${@:2}" | jq -c "$1"; }

# watch DEV PRIO FIELD: prints a field of watchdog show
watch() { shown ".[0].prio[$2].$3" watchdog show dev "$1"; }

_watched() { [ "$(watch "$1" "$2" "$3")" = "$4" ]; }

# becomes DEV PRIO FIELD VALUE: waits until the field has the value
becomes()
{
	wait_for 20 _watched "$@"
	is "$1 priority $2: $3 is $4" "$(watch "$1" "$2" "$3")" "$4"
}

# storm INDEX FIELDS: prints fields of a storm in p3's history
storm() { shown ".[0].storms[$1] | $2" watchdog history dev p3; }

# events_of_p3 NAME FILTER: filters the events about priority 3 of p3
events_of_p3() { jq -c "select(.dev == \"p3\" and .prios == [3]) | $2" "$OUT/$1.json"; }

_has_event() { events_of_p3 events .event | grep -q "\"$1\""; }

scene

nsexec sw pfcctl -j monitor > "$OUT/events.json" &
nsexec sw pfcctl monitor > "$OUT/events" &
sleep 1

# ---- xoff-timeout of a port that sends XOFF
check "xoff-timeout is set" pfc sw -b - <<END
watchdog set dev p3 prio-watchdog all:off
watchdog set dev p1 xoff-timeout 500ms
END
hold h3 eth0
fill h1 200 0
becomes p1 3 xoff_stopped true
is "text: xoff-stopped" "$(pfc sw watchdog show dev p1 | awk '$1 == 3 { print $2, $NF }')" \
	"off xoff-stopped"
let_go h3 eth0
becomes p1 3 xoff_stopped false
wait_for 10 _nothing_occupied
is "XOFF timeouts are counted" \
	"$(stat sw p1 '.[0].prio[3] | [.xoff_timeouts, .tx_warnings]')" "$(printf '[\n  1,\n  0\n]')"
events_of_p1() { jq -rc 'select(.dev == "p1" and .prios == [3]) | .event' "$OUT/events.json"; }
is "events report that XOFF stops and resumes" \
	"$(events_of_p1 | grep -v '_sent' | paste -sd' ')" "xoff_timeout xoff_resumed"
check "xoff-timeout off is set" pfc sw watchdog set dev p1 xoff-timeout off

# ---- a storm
check "the watchdog of priority 3 is switched on" \
	pfc sw watchdog set dev p3 prio-watchdog all:off 3:on \
	detection-time 500ms restoration-time auto action drop escalate-count 30 \
	escalate-period 20s xoff-timeout off
receive h3 got
hold h3 eth0
fill h1 200 100
becomes p3 3 state '"storm"'
wait_for 20 _watched p3 3 storm_dropped 200
is "JSON: action and counters of the storm" "$(shown '.[0].prio[3] | [.action, .manual, .injected,
	.storms, .storms_restored, .storm_dropped, .last_dropped]' watchdog show dev p3)" \
	'["drop",false,false,1,0,200,200]'
is "text: action and counters of the storm" \
	"$(pfc sw watchdog show dev p3 | awk '$1 == 3 { print $2, $5, $6, $7, $8, $9, $12 }')" \
	"storm drop 1 0 200 0 -"
is "the history has the storm without an end" "$(storm 0 '[.prio, .action, .end_ns, .dropped,
	.injected, .pfc_disabled]')" '[3,"drop",null,200,false,false]'
is "the storm has the time for which the queue was stuck" \
	"$(storm 0 '.stuck_ns >= 500e6 and .stuck_ns < 2e9 and
	.paused_time_ns <= .stuck_ns and .stuck_ns == .detected_ns - .start_ns')" true
is "text: the history has the storm without an end" \
	"$(pfc sw watchdog history dev p3 | awk 'NR == 3 { print $1, $(NF - 3), $(NF - 2),
	$(NF - 1), $NF }')" "3 drop 200 0 ongoing"
check "the counters of the priority are cleared" pfc sw stats clear dev p3 prio 3
is "clearing counters keeps the counters of the storm" \
	"$(shown '.[0].prio[3] | [.state, .storms, .storm_dropped]' \
	watchdog show dev p3) $(storm 0 .dropped) $(queue p3 3 drop_watchdog)" \
	'["storm",1,0] 200 0'
is "clearing a priority keeps the counters of other ports" "$(pg p1 3 drop_watchdog)" 200
let_go h3 eth0
becomes p3 3 state '"operational"'
is "the history has the end of the storm" \
	"$(storm 0 '[.end_ns != null, .length_ns == .end_ns - .start_ns, .dropped]') $(
	watch p3 3 storms_restored)" '[true,true,200] 1'
wait_for 10 _nothing_occupied
sleep 0.5
received got
is "the receiver gets all packets except the dropped ones" "$(value got .datagrams)" 100

# ---- an injected storm
check "a storm is injected" pfc sw watchdog inject dev p3 prio 3 on
becomes p3 3 state '"storm"'
is "JSON and text: the storm is injected" \
	"$(shown '.[0].prio[3] | [.action, .injected]' watchdog show dev p3) $(
	pfc sw watchdog show dev p3 | awk '$1 == 3 { print $NF }')" '["drop",true] injected'
check "the action is changed during the storm" pfc sw watchdog set dev p3 action forward
is "the new action applies to the storm" "$(watch p3 3 action)" '"forward"'
check "the injected storm is switched off" pfc sw watchdog inject dev p3 prio 3 off
becomes p3 3 state '"operational"'
is "the history has both storms with their actions" \
	"$(shown '.[0].storms | map([.injected, .action,
	.dropped])' watchdog history dev p3)" '[[false,"drop",200],[true,"forward",0]]'

# ---- mitigation
check "a priority is mitigated" pfc sw watchdog mitigate dev p3 prio 3
is "JSON: the mitigated priority has the flag manual" \
	"$(shown '.[0].prio[3] | [.state, .action, .manual]' watchdog show dev p3)" \
	'["operational","forward",true]'
check "the priority is released" pfc sw watchdog release dev p3 prio 3
check "all priorities of all ports are mitigated" pfc sw watchdog mitigate
is "JSON: all priorities have the flag manual" \
	"$(shown '[.[].prio[].manual] | [length, all]' watchdog) $(
	shown '[.[].prio[].action] | unique' watchdog)" '[24,true] ["drop","forward"]'
check "all priorities are released" pfc sw watchdog release
is "JSON: no priority has the flag manual" \
	"$(shown '[.[].prio[] | .manual, .action] | unique' watchdog)" '[null,false]'

# ---- too many storms
check "escalate-count 1 is set" pfc sw watchdog set dev p3 escalate-count 1
pfc sw watchdog inject dev p3 prio 3 on
becomes p3 3 state '"disabled"'
pfc sw watchdog inject dev p3 prio 3 off
is "PFC stays disabled after the storm" \
	"$(watch p3 3 state) $(stat sw p3 '.[0].prio[3].pfc_disabled') $(
	pfc sw watchdog history dev p3 | tail -n 1 | awk '{ print $NF }')" \
	'"disabled" 1 injected,pfc-disabled'
is "disabled PFC stays configured" "$(shown '.[0].prio_pfc[3]' pfc show dev p3)" true
check "the watchdog of the priority is cleared" pfc sw watchdog clear dev p3 prio 3
becomes p3 3 state '"operational"'

# ---- events
wait_for 10 _has_event pfc_enabled
is "events report storms, mitigation and disabled PFC" \
	"$(events_of_p3 events 'select(.event | test("xo(n|ff)|still_paused") | not) | .event' | paste -sd' ')" \
	"$(printf '"%s" ' storm_detected storm_restored storm_detected storm_restored \
	mitigation_on mitigation_off pfc_disabled pfc_enabled | sed 's/ $//')"
is "the event storm_detected has its measurements" \
	"$(events_of_p3 events 'select(.event == "storm_detected") | .storm |
	[.prio, .stuck_ns >= 500e6, .rx_xoff > 0, .backlog_packets, .dropped]' | head -n 1)" \
	'[3,true,true,200,200]'
is "the event storm_restored has the dropped packets" \
	"$(events_of_p3 events 'select(.event == "storm_restored") | .storm |
	[.action, .dropped, .end_ns > .detected_ns]' | head -n 1)" '["drop",200,true]'
check "text: the event storm-detected" \
	grep -qE 'p3 storm-detected prio 3 stuck [0-9.]+ m?s paused [0-9.]+ m?s rx-xoff [1-9][0-9]* backlog 200 \([0-9.]+ [KM]?i?B\) action drop dropped 200 forwarded 0$' \
	"$OUT/events"
check "text: the event storm-restored has its length" \
	grep -qE 'p3 storm-restored .* length [0-9.]+ s action drop dropped 200 ' \
	"$OUT/events"

# ---- more storms than the history holds
check "the watchdog of all priorities of p2 is switched on" pfc sw -b - <<END
pg set dev p2 pg all headroom 0
pfc set dev p2 prio-pfc all:on
watchdog set dev p2 prio-watchdog all:on detection-time 1ms restoration-time 1ms escalate-count off
END
# all_have FIELD N: the field of all priorities of p2 is N
all_have() { [ "$(shown "[.[0].prio[].$1] | unique" watchdog show dev p2)" = "[$2]" ]; }
for n in 1 2 3; do
	pfc sw watchdog inject dev p2 prio all on
	wait_for 10 all_have storms $n
	pfc sw watchdog inject dev p2 prio all off
	wait_for 10 all_have storms_restored $n
done
is "each priority counts three storms" \
	"$(shown '[.[0].prio[] | .storms, .storms_restored] | unique' \
	watchdog show dev p2)" '[3]'
is "the history has the last 16 storms in order" "$(shown '.[0].storms |
	[length, ([.[8:][].prio] | sort), ([.[].start_ns] | . == sort)]' \
	watchdog history dev p2)" '[16,[0,1,2,3,4,5,6,7],true]'
is "text: the history has 16 storms" "$(pfc sw watchdog history dev p2 | wc -l)" 18
is "watchdog history shows all ports" \
	"$(shown '[.[].storms | length]' watchdog history)" '[0,16,3]'
