// SPDX-License-Identifier: GPL-2.0-only
/*
 * Limits of the test plan.
 */
#include <math.h>
#include <stdarg.h>
#include "test.h"

/* A time is measured well enough if the machine is this many times faster than the limit */
#define PRECISION	4

#define LLU(x)		((unsigned long long)(x))

static void add(struct run *r, enum verdict result, const char *fmt, va_list ap)
{
	struct check *c;

	/* In a full list a failure takes the last place */
	if (r->n_checks == TEST_CHECKS && result != FAILED)
		return;
	if (r->n_checks == TEST_CHECKS)
		r->n_checks--;
	c = &r->checks[r->n_checks++];
	c->verdict = result;
	vsnprintf(c->text, sizeof(c->text), fmt, ap);
}

/* Add a check.  @fmt: the limit and the measured value */
void judge(struct run *r, bool ok, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add(r, ok ? PASSED : FAILED, fmt, ap);
	va_end(ap);
}

/* Add a limit that could not be measured.  @fmt: the reason */
void unmeasured(struct run *r, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add(r, UNMEASURED, fmt, ap);
	va_end(ap);
}

/* A value must be the expected one */
void equal(struct run *r, const char *what, uint64_t value, uint64_t expected)
{
	judge(r, value == expected, "%s: %llu, expected %llu", what, LLU(value), LLU(expected));
}

/* A value must be at least the minimum */
void at_least(struct run *r, const char *what, uint64_t value, uint64_t min)
{
	judge(r, value >= min, "%s: %llu, at least %llu", what, LLU(value), LLU(min));
}

/* All frames of a flow arrive, in order */
void no_loss(struct run *r, const struct flow *f)
{
	judge(r, f->sent && f->sent == f->received && !f->out_of_order,
	      "p%u: %llu sent, %llu received, %llu out of order; no loss", f->prio,
	      LLU(f->sent), LLU(f->received), LLU(f->out_of_order));
}

/* No frame of a flow arrives before a time of the scene */
void none_received(struct run *r, const struct flow *f, uint64_t before)
{
	judge(r, f->sent && (!f->first || f->first >= before),
	      "p%u: first frame after %.3f ms, none before %.3f ms", f->prio,
	      f->first ? f->first / 1e6 : INFINITY, before / 1e6);
}

/* Return: the share of the link that a flow has taken, percent */
static double share_of(const struct run *r, const struct flow *f)
{
	double length = f->in_time > 1 ? f->last_in_time - f->first : 0;
	/* The first frame begins the time, so its bytes do not count */
	double bits = f->in_time > 1 ? f->bytes * 8.0 * (f->in_time - 1) / f->in_time : 0;

	return length ? bits / length * 1e9 / r->bed->rate * 100 : 0;
}

/* A flow takes a share of the link, in percent, with a tolerance in percent of the link */
void has_share(struct run *r, const struct flow *f, double percent, double tolerance)
{
	double share = share_of(r, f);

	if (r->slow) {
		unmeasured(r, "p%u: share of the link: this machine does not send in time",
			   f->prio);
		return;
	}
	judge(r, fabs(share - percent) <= tolerance, "p%u: %.2f %% of the link, %.2f +-%.2f %%",
	      f->prio, share, percent, tolerance);
}

/* The flows whose priority is not stormed keep the sum of their rates, within 2 % */
void others_share(struct run *r, unsigned int stormed)
{
	double share = 0, percent = 0;
	unsigned int i;

	for (i = 0; i < r->n_flows; i++) {
		if (stormed & BIT(r->flows[i].prio))
			continue;
		share += share_of(r, &r->flows[i]);
		percent += r->flows[i].share * 100.0 / SHARE_ALL;
	}
	if (r->slow)
		unmeasured(r, "share of the other flows: this machine does not send in time");
	else
		judge(r, fabs(share - percent) <= percent * 0.02,
		      "other flows: %.2f %% of the link, %.2f +-%.2f %%", share, percent,
		      percent * 0.02);
}

/* A time lies in a range, if this machine can measure that */
void within_time(struct run *r, const char *what, uint64_t ns, uint64_t min, uint64_t max)
{
	if ((max - min) < PRECISION * r->bed->late)
		unmeasured(r, "%s: limit %.1f to %.1f us; this machine is up to %.1f us late",
			   what, min / 1e3, max / 1e3, r->bed->late / 1e3);
	else
		judge(r, ns >= min && ns <= max, "%s: %.1f us, %.1f to %.1f us", what, ns / 1e3,
		      min / 1e3, max / 1e3);
}

/* A number of frames that a flow sends, or that arrive, if this machine sends in time */
void sent_in_time(struct run *r, const char *what, uint64_t frames, uint64_t min)
{
	if (r->slow)
		unmeasured(r, "%s: this machine does not send in time", what);
	else
		at_least(r, what, frames, min);
}

/* The DUT has counted PFC frames from a port of the tester for some priorities only */
void received_pfc(struct run *r, unsigned int port, unsigned int mask, uint64_t frames)
{
	unsigned int prio;

	if (!r->bed->known) {
		unmeasured(r, "received PFC: the counters of the DUT are not known");
		return;
	}
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		char what[64];

		snprintf(what, sizeof(what), "received PFC of p%u", prio);
		equal(r, what, prio_count(r, port, prio, PFC_PRIO_STAT_RX_XOFF),
		      mask & BIT(prio) ? frames : 0);
	}
}

/* The DUT has sent XOFF to a port for some priorities, and no other, and has counted each */
void sent_pfc(struct run *r, unsigned int port, unsigned int mask)
{
	uint64_t others = 0;
	unsigned int prio;
	char what[64];

	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		uint64_t n = r->pfc[port][prio].xoff;

		if (!(mask & BIT(prio))) {
			others += n;
			continue;
		}
		snprintf(what, sizeof(what), "XOFF for p%u", prio);
		at_least(r, what, n, 1);
		if (r->bed->known)
			equal(r, "XOFF that the DUT counts",
			      prio_count(r, port, prio, PFC_PRIO_STAT_TX_XOFF), n);
	}
	snprintf(what, sizeof(what), "XOFF to port %u for other priorities", port);
	equal(r, what, others, 0);
}

/* A case has limits for counters of the DUT, and cannot read them */
void counters_unknown(struct run *r)
{
	if (!r->bed->known)
		unmeasured(r, "the counters of the DUT are not known");
}

/* The flows whose priority is not stormed lose nothing and keep their rate, within 2 % */
void others_flow(struct run *r, unsigned int stormed)
{
	unsigned int i;

	for (i = 0; i < r->n_flows; i++) {
		const struct flow *f = &r->flows[i];
		double share = f->share * 100.0 / SHARE_ALL;

		if (stormed & BIT(f->prio))
			continue;
		no_loss(r, f);
		has_share(r, f, share, share * 0.02);
	}
}

/* The DUT forwards no MAC control frame and no frame that the tester did not send */
void nothing_foreign(struct run *r)
{
	equal(r, "frames that no flow has sent", r->foreign, 0);
}
