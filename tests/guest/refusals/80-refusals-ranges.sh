#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The kernel refuses each number outside of its range, and each number of another width, names the
# attribute and the range, and changes nothing.  The requests follow from the specification.
#
#   sw: p1 ── p2    (p1 is a port)
#
# mode: any

. /tests/guest/lib/lib.sh
. /tests/guest/lib/refusals-raw.sh

STATE+=$'\ncmd_impair_get|dump'
dumps=$(wc -l <<< "$STATE")
mapfile -t rows < <(grep -v '^#' /tests/guest/refusals/ranges_generated.tsv)
mapfile -t answers < <(
	for row in "" "${rows[@]}"; do
		printf '%s\n' ${row:+"${row#*$'\t'}"} "$STATE"
	done | raw)

check "the specification has ranges" test ${#rows[@]} -gt 200
is "each request has an answer" ${#answers[@]} $((dumps + ${#rows[@]} * (dumps + 1)))
before=${answers[*]:0:dumps} at=$dumps
for row in "${rows[@]}"; do
	wanted=${row%%$'\t'*} got=${answers[at]} after=${answers[*]:at + 1:dumps}
	[[ $got =~ ^$wanted && $after = "$before" ]]
	_verdict $? "${row#*$'\t'}" || note "got:    $got
wanted: $wanted
before: $before
after:  $after"
	before=$after at=$((at + dumps + 1))
done
