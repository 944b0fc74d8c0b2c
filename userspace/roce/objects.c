// SPDX-License-Identifier: GPL-2.0-only
/*
 * The objects of pfcctl-roce.
 */
#include "pfcctl.h"

const struct listed listed[] = {
	{ .object = &roce_object },
	{ 0 }
};
