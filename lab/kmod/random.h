/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * In the simulator the module pfc takes its random numbers from the module pfclab.  The build of
 * the simulator includes this file first in each file of the module pfc.
 */
#ifndef _LAB_RANDOM_H
#define _LAB_RANDOM_H

#include <linux/random.h>

u32 lab_random(void);

#define get_random_u32	lab_random

#endif /* _LAB_RANDOM_H */
