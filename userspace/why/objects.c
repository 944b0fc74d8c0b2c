// SPDX-License-Identifier: GPL-2.0-only
/*
 * The objects of pfcctl-why.
 */
#include "pfcctl.h"

const struct listed listed[] = {
	{ .object = &why_object },
	{ .object = &history_object },
	{ .object = &deadlock_object },
	{ .object = &roots_object },
	{ 0 }
};
