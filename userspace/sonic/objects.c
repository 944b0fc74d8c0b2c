// SPDX-License-Identifier: GPL-2.0-only
/*
 * The objects of pfcctl-sonic.
 */
#include "pfcctl.h"

const struct listed listed[] = {
	{ .object = &sonic_object },
	{ 0 }
};
