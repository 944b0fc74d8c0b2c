#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The selftests of this project in the form of the kernel's, tests/kselftest, pass with the kernel's
# libraries unchanged.  The .pre takes these from the kernel source.
#
#   veth0 ── veth1, veth2 ── veth3: NETIFS p1 to p4, which the selftest creates
#
# mode: icount
# timeout: 600
# kernels: 6.1 6.12 7.2 7.3
# long: yes

. /tests/guest/lib/lib.sh

ns -6 kselftest
ip -n kselftest link set lo up
for script in "$IN"/selftests/net/pfc/*.sh; do
	name=${script##*/}
	(cd "${script%/*}" && nsexec kselftest bash "./$name") > "$OUT/$name" 2>&1 < /dev/null
	is "$name: exit status" $? 0
	count=0
	while read -r line; do
		count=$((count + 1))
		[[ $line = *'[ OK ]' ]]
		_verdict $? "$name: $(sed 's/^TEST: *//; s/  *\[.*//' <<< "$line")"
	done < <(grep '^TEST: ' "$OUT/$name")
	is "$name: all results are printed" $count 5 || note "$(cat "$OUT/$name")"
done
