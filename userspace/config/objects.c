// SPDX-License-Identifier: GPL-2.0-only
/*
 * The objects of pfcctl-config.
 */
#include "pfcctl.h"

const struct listed listed[] = {
	{ .object = &save_object },
	{ .object = &restore_object },
	{ 0 }
};
