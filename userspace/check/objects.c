// SPDX-License-Identifier: GPL-2.0-only
/*
 * The objects of pfcctl-check.
 */
#include "pfcctl.h"

const struct listed listed[] = {
	{ .object = &check_object },
	{ 0 }
};
