#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The text of an error belongs to its request.  Users without privileges send requests at the same
# time, and each of them gets the text for its own request only.
#
# timeout: 300
# mode: smp

. /tests/guest/lib/lib.sh

USERS=60
REQUESTS=250	# of each user

# ask NUMBER: asks for a pool that does not exist, many times, and prints each answer with the
# number of times that it came.  The core allocates more memory for the ack of a long request, so
# that acks of other requests come in between.
ask()
{
	local name=user$1 request=CMD_POOL_GET i

	for ((i = 0; i < 1 + $1 % 2 * 14; i++)); do
		request+=" A_POOL_NAME=str:$name"
	done
	yes "$request" | head -n $REQUESTS | nlraw | sort | uniq -c |
		sed "s/^/$name /"
}
export -f ask
export REQUESTS

setpriv --reuid 65534 --regid 65534 --clear-groups \
	bash -c "for ((i = 0; i < $USERS; i++)); do ask \$i & done; wait" > /tmp/answers
read -r right wrong < <(awk '{ n[$3 " " $4 " " $5 == "ENOENT pool " $1 ":"] += $2 }
	END { print n[1] + 0, n[0] + 0 }' /tmp/answers)
note "$right answers have the text of their request, $wrong have another text"
is "each text belongs to its request" "$wrong" 0
is "each request has an answer" $((right + wrong)) $((USERS * REQUESTS))
