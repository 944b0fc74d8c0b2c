// SPDX-License-Identifier: GPL-2.0-only
/*
 * The objects of pfcctl-test.
 */
#include "pfcctl.h"

const struct listed listed[] = {
	{ .object = &test_object },
	{ 0 }
};
