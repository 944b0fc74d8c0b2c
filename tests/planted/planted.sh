#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs in a guest: commits the faults that PLANTED names, with commas in between.
# The module of the last one stays, so that its functions have names to the end.

for fault in ${PLANTED//,/ }; do
	[ ! -e /sys/module/planted ] || rmmod planted
	echo "planted fault: $fault" > /dev/kmsg
	if modprobe planted "fault=$fault"; then
		echo "ok - $fault is committed"
	else
		echo "not ok - $fault is committed"
	fi
	# what is said in the background is said before the next one
	sleep 0.3
done
