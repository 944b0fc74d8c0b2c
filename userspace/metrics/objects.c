// SPDX-License-Identifier: GPL-2.0-only
/*
 * The objects of pfcctl-metrics.
 */
#include "pfcctl.h"

const struct listed listed[] = {
	{ .object = &metrics_object },
	{ 0 }
};
