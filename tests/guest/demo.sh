#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What scripts/demo runs in a guest or in namespaces of this machine: the
# incast without PFC and with it.

# shellcheck source-path=SCRIPTDIR source=lib.sh
. "${0%/*}/lib.sh"
# shellcheck source-path=SCRIPTDIR source=scene-incast.sh
. "${0%/*}/scene-incast.sh"

# Those of the scene; a machine in use has others, and had some before
scene_losses() { losses | grep -E '^(h[123]|sw)[/ ]|^backlog|^the counters'; }

demo_run()
{
	local before

	before=$(scene_losses)
	incast_run "$1" lossless lossy
	is "$1 PFC: nothing is lost outside of the switch's ports" \
		"$(scene_losses)" "$before"
}

check "a switch of three ports and three hosts" incast_build
demo_run without
check "PFC on priority 3, at every port" incast_pfc on
demo_run with
