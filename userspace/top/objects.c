// SPDX-License-Identifier: GPL-2.0-only
/*
 * The objects of pfcctl-top.
 */
#include "pfcctl.h"

const struct listed listed[] = {
	{ .object = &top_object },
	{ 0 }
};
