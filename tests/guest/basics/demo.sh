#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The incast without PFC and with PFC.  scripts/demo runs this script in a guest or in
# namespaces of the host.

# shellcheck source-path=SCRIPTDIR source=../lib/lib.sh
. "${0%/*}/../lib/lib.sh"
# shellcheck source-path=SCRIPTDIR source=../lib/scene-incast.sh
. "${0%/*}/../lib/scene-incast.sh"

# scene_losses: prints the losses in the namespaces of the scene.  Other namespaces of the
# host may lose packets too.
scene_losses() { losses | grep -E '^(h[123]|sw)[/ ]|^backlog|^the counters'; }

demo_run()
{
	local before

	before=$(scene_losses)
	incast_run "$1" lossless lossy
	is "$1 PFC: no packet is lost outside the ports" \
		"$(scene_losses)" "$before"
}

check "a switch with three ports and three hosts is created" incast_build
demo_run without
check "PFC is switched on for priority 3 at all ports" incast_pfc on
demo_run with
