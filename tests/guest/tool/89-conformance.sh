#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The test plan: all cases pass in virtual time; on 6.1 each limit is measured.  FACTOR=2 also
# runs the slow cases.  CASES=L01,L03 runs only these cases.
#
# mode: icount
# timeout: 1500
# long: yes

. /tests/guest/lib/lib.sh

IFS=, read -ra cases <<< "${CASES:-}"
[ "${FACTOR:-1}" = 1 ] || cases+=(all)
pfcctl -s test run "${cases[@]}" junit "$OUT/junit.xml" > "$OUT/table" 2> "$OUT/errors"
status=$?
declare -A number=([passed]=0 [failed]=0 [unmeasured]=0)
while read -r verdict name title; do
	[[ $name =~ ^[A-Z][0-9] ]] || continue
	number[$verdict]=$((${number[$verdict]} + 1))
	if [ "$verdict" = unmeasured ] && [[ $(uname -r) != 6.1.* ]]; then
		lacks "$name: this kernel wakes an idle CPU too late to measure it"
	else
		is "$name: $title" "$verdict" passed
	fi
done < "$OUT/table"
is "pfcctl test ends with its verdict" "$(tail -n 1 "$OUT/table")" \
	"${number[passed]} passed, ${number[failed]} failed, ${number[unmeasured]} unmeasured"
is "its exit status is that of the cases" $status $((number[failed] > 0))
note "$(cat "$OUT/table" "$OUT/errors")"
