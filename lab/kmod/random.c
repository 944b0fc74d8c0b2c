// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random numbers of the module pfc, which mark frames.  They depend only on the seed of the run:
 * those of the kernel also depend on interrupts, and so on the samples.
 */
#include <linux/export.h>
#include <linux/prandom.h>
#include <linux/spinlock.h>
#include "lab.h"
#include "random.h"

static DEFINE_SPINLOCK(lab_random_lock);
/* A state of 0 gives only 0.  This one, digits of the golden ratio, is for runs without a seed. */
static struct rnd_state lab_random_state = { 0x9e3779b9, 0x7f4a7c15, 0xf39cc060, 0x5cedc834 };

/* Start the random numbers of the module pfc */
void lab_random_seed(u64 seed)
{
	unsigned long flags;

	spin_lock_irqsave(&lab_random_lock, flags);
	prandom_seed_state(&lab_random_state, seed);
	spin_unlock_irqrestore(&lab_random_lock, flags);
}

/**
 * lab_random() - next random number of the module pfc
 *
 * Return: a random number.
 */
u32 lab_random(void)
{
	unsigned long flags;
	u32 random;

	spin_lock_irqsave(&lab_random_lock, flags);
	random = prandom_u32_state(&lab_random_state);
	spin_unlock_irqrestore(&lab_random_lock, flags);
	return random;
}
EXPORT_SYMBOL_GPL(lab_random);
