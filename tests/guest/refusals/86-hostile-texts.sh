#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The text of an error belongs to its request.  Users without privileges send requests at the same
# time, and each of them gets the text for its own request only.
#
# timeout: 120
# mode: smp

. /tests/guest/lib/lib.sh

USERS=100
DURATION=15

# ask NUMBER: asks for a pool that does not exist, all the time, and prints each answer with the
# number of times that it came.  The core allocates more memory for the ack of a long request, so
# that acks of other requests come in between.
ask()
{
	local name=user$1 request="POOL_GET" i

	for ((i = 0; i < 1 + $1 % 2 * 14; i++)); do
		request+=" POOL_NAME=str:$name"
	done
	timeout "$DURATION" yes "$request" | nlraw | sort | uniq -c |
		sed "s/^/$name /"
}
export -f ask
export DURATION

check "users without privileges send requests" setpriv --reuid 65534 --regid 65534 --clear-groups \
	bash -c "for ((i = 0; i < $USERS; i++)); do ask \$i & done; wait" > /tmp/answers
sort /tmp/answers | tail -n 5
read -r right wrong < <(awk '{ good = $3 == "ENOENT" && $4 == "pool" && $5 == $1 ":"
	n[good] += $2 } END { print n[1] + 0, n[0] + 0 }' /tmp/answers)
note "$right answers have the text of their request, $wrong have another text"
is "each text belongs to its request" "$wrong" 0
check "the users send many requests" test "$right" -gt $((USERS * 20))
