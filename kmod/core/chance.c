// SPDX-License-Identifier: GPL-2.0-only
/*
 * Impairments of a link: generators, decisions, duty cycles.
 */
#include "chance.h"

/* Numbers to discard after seeding: the first ones depend on few bits of the seed */
#define PFC_IMPAIR_DISCARD	16

/* Set the default settings: no impairment */
void pfc_impair_init(struct pfc_impair_config *config)
{
	int i;

	*config = (struct pfc_impair_config) {
		.seed = PFC_IMPAIR_SEED,
	};
	for (i = 0; i < PFC_PRIOS; i++)
		config->prio[i].xoff_period = PFC_IMPAIR_XOFF_PERIOD;
}

static bool pfc_impair_prio_on(const struct pfc_impair_prio *prio)
{
	return prio->loss || prio->ce || prio->delay || prio->pfc_corrupt || prio->pfc_delay ||
	       prio->xoff_duty;
}

/* Priorities with an impairment that has an effect.  Return: bit mask */
u8 pfc_impair_prios(const struct pfc_impair_config *config)
{
	u8 prios = 0;
	int i;

	for (i = 0; i < PFC_PRIOS; i++)
		if (pfc_impair_prio_on(&config->prio[i]))
			prios |= 1U << i;
	return prios;
}

u8 pfc_impair_delays(const struct pfc_impair_config *config)
{
	u8 prios = 0;
	int i;

	for (i = 0; i < PFC_PRIOS; i++)
		if (config->prio[i].delay)
			prios |= 1U << i;
	return prios;
}

/* The finalizer of SplitMix64: seeds that differ in one bit give unrelated results */
static u64 pfc_impair_mix(u64 x)
{
	x += 0x9e3779b97f4a7c15ULL;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
	x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
	return x ^ x >> 31;
}

void pfc_impair_seed(struct rnd_state *state, u32 seed, int prio, enum pfc_impair_kind kind)
{
	u64 stream = prio * PFC_IMPAIR_KINDS + kind;
	int i;

	prandom_seed_state(state, pfc_impair_mix(stream << 32 | seed));
	for (i = 0; i < PFC_IMPAIR_DISCARD; i++)
		prandom_u32_state(state);
}

/*
 * The lowest priority, of those that a PFC frame names, with the largest ratio.  The frame is
 * corrupted as a whole, so one of its priorities decides, and its ratio is exact for the frame.
 */
int pfc_impair_pfc_prio(const struct pfc_impair_config *config, u8 prios)
{
	int i, prio = -1;

	pfc_for_each_prio(i, prios)
		if (prio < 0 || config->prio[i].pfc_corrupt > config->prio[prio].pfc_corrupt)
			prio = i;
	return prio;
}

/* Extra delay of a PFC frame.  Return: the longest delay of these priorities, ns */
u32 pfc_impair_pfc_delay(const struct pfc_impair_config *config, u8 prios)
{
	u32 delay = 0;
	int i;

	pfc_for_each_prio(i, prios)
		if (config->prio[i].pfc_delay > delay)
			delay = config->prio[i].pfc_delay;
	return delay;
}

/*
 * Corrupt an opcode of a MAC control frame.
 *
 * Inverts one of the bits 1..7.  Bit 0 is set in both opcodes, and bit 8 would make PAUSE of PFC.
 * Return: an opcode that is neither PFC nor PAUSE.
 */
u16 pfc_impair_opcode(struct rnd_state *state, u16 opcode)
{
	return opcode ^ 2U << prandom_u32_state(state) % 7;
}

/* Duty cycle of forced XOFF.  @start: start of the first period, ns */
struct pfc_duty pfc_impair_xoff(const struct pfc_impair_prio *prio, u64 start)
{
	return (struct pfc_duty) {
		.start = start,
		.on = div_u64((u64)prio->xoff_period * prio->xoff_duty + 999999, 1000000),
		.period = prio->xoff_period,
	};
}

/* True if a state is on at @now, not before its start.  @edge: next change, or %PFC_IMPAIR_NEVER */
bool pfc_duty_on(const struct pfc_duty *duty, u64 now, u64 *edge)
{
	u64 phase;

	*edge = PFC_IMPAIR_NEVER;
	if (!duty->on || duty->on >= duty->period)
		return duty->on;
	div64_u64_rem(now - duty->start, duty->period, &phase);
	*edge = now - phase + (phase < duty->on ? duty->on : duty->period);
	return phase < duty->on;
}
