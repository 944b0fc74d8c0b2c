#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The test plan: all cases pass in virtual time; on 6.1 each limit is measured.  FACTOR=2 also
# runs the slow cases.  CASES=L01,L03 runs only these cases.
#
# mode: icount
# timeout: 900
# long: yes

. /tests/guest/lib/lib.sh

IFS=, read -ra cases <<< "${CASES:-}"
[ "${FACTOR:-1}" = 1 ] || cases+=(all)
pfcctl -s test run "${cases[@]}" junit "$OUT/junit.xml" > "$OUT/table" 2> "$OUT/errors"
while read -r verdict name title; do
	[[ $name =~ ^[A-Z][0-9] ]] || continue
	if [ "$verdict" = unmeasured ] && [[ $(uname -r) != 6.1.* ]]; then
		note "$name: not measured, this kernel wakes an idle CPU too late"
	else
		is "$name: $title" "$verdict" passed
	fi
done < "$OUT/table"
note "$(cat "$OUT/table" "$OUT/errors")"
