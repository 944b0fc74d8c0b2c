/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Impairments of a link: settings, and the decisions on each frame.  Pure functions: the caller
 * supplies the time and holds the lock.
 */
#ifndef _PFC_CORE_CHANCE_H
#define _PFC_CORE_CHANCE_H

#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/prandom.h>
#include <linux/types.h>
#include "frame.h"

/* Time of an event that never happens */
#define PFC_IMPAIR_NEVER	U64_MAX

/* Values of the settings of a new object */
#define PFC_IMPAIR_SEED		1U
#define PFC_IMPAIR_XOFF_PERIOD	1000000U

/* Impairments of a priority, see &enum pfc_impair_attr */
struct pfc_impair_prio {
	u32	loss;
	u32	ce;
	u32	delay;
	u32	pfc_corrupt;
	u32	pfc_delay;
	u32	xoff_duty;
	u32	xoff_period;
};

/* Impairments of a port, and the seed of the generators */
struct pfc_impair_config {
	struct pfc_impair_prio	prio[PFC_PRIOS];
	u32			seed;
};

/* Kinds of decisions; each priority has a generator for each of them */
enum pfc_impair_kind {
	PFC_IMPAIR_LOSS,
	PFC_IMPAIR_CE,
	PFC_IMPAIR_PFC,
	PFC_IMPAIR_KINDS
};

/* A state that is on for @on ns, or never, at the start of each period, which is not 0 then */
struct pfc_duty {
	u64	start;
	u64	on;
	u64	period;
};

void pfc_impair_init(struct pfc_impair_config *config);
u8 pfc_impair_prios(const struct pfc_impair_config *config);
u8 pfc_impair_delays(const struct pfc_impair_config *config);
void pfc_impair_seed(struct rnd_state *state, u32 seed, int prio, enum pfc_impair_kind kind);
int pfc_impair_pfc_prio(const struct pfc_impair_config *config, u8 prios);
u32 pfc_impair_pfc_delay(const struct pfc_impair_config *config, u8 prios);
u16 pfc_impair_opcode(struct rnd_state *state, u16 opcode);
struct pfc_duty pfc_impair_xoff(const struct pfc_impair_prio *prio, u64 start);
bool pfc_duty_on(const struct pfc_duty *duty, u64 now, u64 *edge);

/*
 * True with the probability @ratio, millionths.  The comparison needs no division.  Rounding
 * changes the number of 32-bit values that hit by less than one.
 */
static inline bool pfc_impair_hit(struct rnd_state *state, u32 ratio)
{
	if (!ratio)
		return false;
	return mul_u64_u32_shr(1000000, prandom_u32_state(state), 32) < ratio;
}

/*
 * Decide on a frame of a priority.
 * @states: its generators, by &enum pfc_impair_kind
 * @ce: set if the frame gets the CE mark, unless it cannot carry one
 *
 * A lost frame takes a number of the generator of marks, too.  So the marks of the other frames
 * do not depend on the ratio of losses.
 * Return: true if the frame is lost.
 */
static inline bool pfc_impair_lose(const struct pfc_impair_prio *prio, struct rnd_state *states,
				   bool *ce)
{
	*ce = pfc_impair_hit(&states[PFC_IMPAIR_CE], prio->ce);
	return pfc_impair_hit(&states[PFC_IMPAIR_LOSS], prio->loss);
}

#endif /* _PFC_CORE_CHANCE_H */
