#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs in a guest: commits the injected faults that PLANTED names, separated by commas.  The
# module of the last fault stays loaded, so that its functions have symbols until the end.

for fault in ${PLANTED//,/ }; do
	[ ! -e /sys/module/planted ] || rmmod planted
	echo "planted fault: $fault" > /dev/kmsg
	if modprobe planted "fault=$fault"; then
		echo "ok - $fault is committed"
	else
		echo "not ok - $fault is committed"
	fi
	# waits for reports from other contexts, so that they are printed before the next fault
	sleep 0.3
done
