// SPDX-License-Identifier: GPL-2.0-only
/*
 * Configuration of a port under random changes, compared with a model that works with
 * priorities where the code works with groups and masks.
 */
#include "kmod/core/app.c"
#include "kmod/core/config.c"
#include "fuzz.h"

/* Error of a rejected configuration, or property of an accepted one */
enum goal {
	ACCEPTED, XON_ABOVE_XOFF, MIXED_PG, DELAY_ALONE, NOT_PFC, FLOOD_LOSSLESS, ECN_ORDER,
	STRICT_BW, ETS_BW, ETS_SUM,
	LOSSLESS, GROWN, SHRUNK, PAUSED, SHARED, UNUSED_SHARE, FLOODED, TO_DEFAULT, TO_LOWEST,
	NO_LOSSY, APP_ADDED, APP_GONE, APP_SEVERAL, APP_REFUSED, APP_EGRESS, APP_KEPT,
};

static const char *const goals[] = {
	[ACCEPTED] = "accepted", [XON_ABOVE_XOFF] = "XON above XOFF",
	[MIXED_PG] = "mixed group", [DELAY_ALONE] = "delay without rate",
	[NOT_PFC] = "PFC without flow control pfc",
	[FLOOD_LOSSLESS] = "flooded to a lossless priority",
	[ECN_ORDER] = "Kmin above Kmax", [STRICT_BW] = "strict class with a share",
	[ETS_BW] = "ETS class without a share", [ETS_SUM] = "shares do not sum to 100",
	[LOSSLESS] = "lossless group", [GROWN] = "more reserved",
	[SHRUNK] = "less reserved", [PAUSED] = "PAUSE", [SHARED] = "ETS class",
	[UNUSED_SHARE] = "share of a class without priorities",
	[FLOODED] = "multicast priority by the map",
	[TO_DEFAULT] = "multicast priority is the default one",
	[TO_LOWEST] = "multicast priority is the lowest lossy one",
	[NO_LOSSY] = "no lossy priority", [APP_ADDED] = "APP entry added",
	[APP_GONE] = "APP entry deleted", [APP_SEVERAL] = "several APP entries of a DSCP",
	[APP_REFUSED] = "APP entry refused", [APP_EGRESS] = "egress DSCP of an APP entry",
	[APP_KEPT] = "a setting in force leaves APP entries", NULL
};

const char *const *const fuzz_goals = goals;

static const enum goal goal_of[PFC_CAUSE_MAX + 1] = {
	[PFC_CAUSE_XON_ABOVE_XOFF] = XON_ABOVE_XOFF, [PFC_CAUSE_MIXED_PG] = MIXED_PG,
	[PFC_CAUSE_DELAY_WITHOUT_RATE] = DELAY_ALONE, [PFC_CAUSE_FLOW_CONTROL] = NOT_PFC,
	[PFC_CAUSE_FLOOD_LOSSLESS] = FLOOD_LOSSLESS, [PFC_CAUSE_ECN_ORDER] = ECN_ORDER,
	[PFC_CAUSE_STRICT_SHARE] = STRICT_BW, [PFC_CAUSE_ETS_SHARE] = ETS_BW,
	[PFC_CAUSE_ETS_SUM] = ETS_SUM,
};

/* ---- changes ------------------------------------------------------------ */

static u32 any_size(struct fuzz *in)
{
	static const u32 sizes[] = { 0, 1, 60, 1 << 17, PFC_SIZE_MAX };
	unsigned int i = fuzz_below(in, 8);

	return i < 5 ? sizes[i] : fuzz_number(in, 4) % (PFC_SIZE_MAX + 1);
}

static void change_group(struct fuzz *in, struct pfc_pg_limits *limits)
{
	switch (fuzz_below(in, 6)) {
	case 0:
		limits->xoff = any_size(in);
		break;
	case 1:
		limits->xon = any_size(in);
		break;
	case 2:
		limits->headroom = any_size(in);
		break;
	case 3:
		limits->limit = any_size(in);
		break;
	case 4:
		limits->guarantee = any_size(in);
		break;
	case 5:
		limits->alpha = fuzz_below(in, PFC_ALPHA_MAX + 1);
		break;
	}
}

/* Two classes share the bandwidth, mostly 100 percent in total; or makes one class random */
static void change_classes(struct fuzz *in, struct pfc_config *config)
{
	unsigned int one = fuzz_below(in, 8), other = fuzz_below(in, 8);
	struct pfc_tc *tcs = config->tcs;

	config->prio_tc[fuzz_below(in, 8)] = fuzz_below(in, 8);
	if (!fuzz_below(in, 6)) {
		tcs[one].ets = fuzz_below(in, 2);
		tcs[one].bw = fuzz_below(in, 101);
		return;
	}
	memset(tcs, 0, sizeof(config->tcs));
	if (one == other)
		return;
	tcs[one] = (struct pfc_tc){ .ets = true, .bw = 1 + fuzz_below(in, 99) };
	tcs[other] = (struct pfc_tc){ .ets = true, .bw = 100 - tcs[one].bw };
	if (!fuzz_below(in, 8))
		tcs[other].bw--;
}

static void change_queue(struct fuzz *in, struct pfc_ecn *ecn)
{
	ecn->kmin = any_size(in);
	ecn->kmax = any_size(in);
	ecn->pmax = fuzz_number(in, 3) % (PFC_PMAX_ONE + 1);
}

/* Adds or deletes one of few APP and rewriting entries, so that keys repeat */
static void change_app(struct fuzz *in, struct pfc_config *config)
{
	static const u8 selectors[] = {
		PFC_APP_DSCP, PFC_APP_DSCP, PFC_APP_DSCP, PFC_APP_PCP, PFC_APP_ETHTYPE,
		PFC_APP_STREAM, PFC_APP_DGRAM, PFC_APP_ANY, 0
	};
	struct pfc_app app = {
		.selector = selectors[fuzz_below(in, sizeof(selectors))],
		.protocol = fuzz_below(in, 8) ? fuzz_below(in, 4) : fuzz_number(in, 2),
		.prio = fuzz_below(in, 9),
	};
	enum pfc_app_error error;

	switch (fuzz_below(in, 6)) {
	case 0:
		error = pfc_app_change(config, PFC_APP_TABLE, &app, false);
		fuzz_met[APP_GONE] += error == PFC_APP_OK;
		break;
	case 1:
		error = pfc_app_change(config, PFC_REWR_TABLE, &app, true);
		break;
	case 2:
		error = pfc_app_change(config, PFC_REWR_TABLE, &app, false);
		break;
	default:
		error = pfc_app_change(config, PFC_APP_TABLE, &app, true);
		fuzz_met[APP_ADDED] += error == PFC_APP_OK;
	}
	fuzz_met[APP_REFUSED] += error > PFC_APP_ABSENT;
}

/* Sets the priority of a DSCP.  If it is in force already, its entries must stay. */
static void replace_dscp(struct pfc_config *config, unsigned int dscp, unsigned int prio)
{
	unsigned int old = config->dscp_prio[dscp], mask = config->app_dscp[dscp];

	pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_DSCP, dscp, prio);
	require(config->dscp_prio[dscp] == prio, "DSCP %u", dscp);
	require(old != prio || config->app_dscp[dscp] == mask, "DSCP %u", dscp);
	fuzz_met[APP_KEPT] += old == prio && mask;
}

static void change(struct fuzz *in, struct pfc_config *config)
{
	unsigned int prio;

	switch (fuzz_below(in, 16)) {
	case 0:
		config->prio_pg[fuzz_below(in, 8)] = fuzz_below(in, 8);
		break;
	case 1:
		config->pfc_tx = fuzz_number(in, 1);
		break;
	case 2:
		config->pfc_tx ^= 1 << fuzz_below(in, 8);
		break;
	case 3:
		config->pfc_rx = fuzz_number(in, 1);
		break;
	case 4:
		prio = fuzz_below(in, 8);
		replace_dscp(config, fuzz_below(in, fuzz_below(in, 2) ? 4 : 64), prio);
		pfc_app_replace(config, PFC_APP_TABLE, PFC_APP_ETHTYPE, 0, fuzz_below(in, 8));
		break;
	case 5:
		config->rate = fuzz_below(in, 2);
		config->delay = fuzz_below(in, 2);
		break;
	case 6:
		config->flow = fuzz_below(in, PFC_FLOW_CONTROL_MAX + 1);
		/* only flow control pfc accepts priorities with PFC on: mostly, switch PFC off */
		if (fuzz_below(in, 4) && config->flow != PFC_FLOW_CONTROL_PFC) {
			config->pfc_tx = 0;
			config->pfc_rx = 0;
		}
		break;
	case 7:
		prio = fuzz_below(in, 12);
		config->flood_prio[fuzz_below(in, 8)] = prio < 8 ? prio : PFC_MAP_NONE;
		break;
	case 8:
		memset(config->flood_prio, PFC_MAP_NONE, sizeof(config->flood_prio));
		break;
	case 9:
		config->trust = fuzz_below(in, PFC_TRUST_MAX + 1);
		config->flood_drop = fuzz_below(in, 2);
		break;
	case 10:
		change_queue(in, &config->queues[fuzz_below(in, 8)].ecn);
		break;
	case 11:
		change_classes(in, config);
		break;
	case 12:
		config->app_rewrite = fuzz_below(in, 2);
		change_app(in, config);
		break;
	case 13:
		change_app(in, config);
		break;
	default:
		change_group(in, &config->pg[fuzz_below(in, 8)]);
	}
}

/* ---- the model ---------------------------------------------------------- */

static bool in_mask(u8 mask, int prio)
{
	return mask >> prio & 1;
}

/* Whether the port sends XOFF for the priority */
static bool is_lossless(const struct pfc_config *config, int prio)
{
	return config->flow == PFC_FLOW_CONTROL_PAUSE || in_mask(config->pfc_tx, prio);
}

static int group_of(const struct pfc_config *config, int prio)
{
	return config->flow == PFC_FLOW_CONTROL_PAUSE ? 0 : config->prio_pg[prio];
}

/* Whether a priority of the group is lossless (@lossless) or lossy (!@lossless) */
static bool group_has(const struct pfc_config *config, int pg, bool lossless)
{
	int prio;

	for (prio = 0; prio < 8; prio++)
		if (group_of(config, prio) == pg && is_lossless(config, prio) == lossless)
			return true;
	return false;
}

static enum pfc_cause model_flow(const struct pfc_config *config, int *which)
{
	for (*which = 0; *which < 8 && config->flow != PFC_FLOW_CONTROL_PFC; ++*which)
		if (in_mask(config->pfc_tx, *which) || in_mask(config->pfc_rx, *which))
			return PFC_CAUSE_FLOW_CONTROL;
	return PFC_CAUSE_NONE;
}

static enum pfc_cause model_groups(const struct pfc_config *config, int *which)
{
	for (*which = 0; *which < 8; ++*which) {
		if (config->pg[*which].xon > config->pg[*which].xoff)
			return PFC_CAUSE_XON_ABOVE_XOFF;
		if (group_has(config, *which, true) && group_has(config, *which, false))
			return PFC_CAUSE_MIXED_PG;
	}
	return PFC_CAUSE_NONE;
}

static enum pfc_cause model_queues(const struct pfc_config *config, int *which)
{
	int prio;

	for (prio = 0; prio < 8; prio++) {
		*which = config->flood_prio[prio];
		if (*which < 8 && is_lossless(config, *which) &&
		    config->flow != PFC_FLOW_CONTROL_PAUSE)
			return PFC_CAUSE_FLOOD_LOSSLESS;
	}
	for (*which = 0; *which < 8; ++*which) {
		const struct pfc_ecn *ecn = &config->queues[*which].ecn;

		if (ecn->kmin > ecn->kmax && ecn->kmax > 0)
			return PFC_CAUSE_ECN_ORDER;
	}
	return PFC_CAUSE_NONE;
}

/* Whether a priority uses the class */
static bool is_used(const struct pfc_config *config, int tc)
{
	return memchr(config->prio_tc, tc, 8);
}

static enum pfc_cause model_classes(const struct pfc_config *config, int *which)
{
	int ets = 0, sum = 0, all = 0;

	for (*which = 0; *which < 8; ++*which) {
		const struct pfc_tc *tc = &config->tcs[*which];

		if (tc->ets == !tc->bw)
			return tc->ets ? PFC_CAUSE_ETS_SHARE : PFC_CAUSE_STRICT_SHARE;
		ets += tc->ets && is_used(config, *which);
		sum += is_used(config, *which) ? tc->bw : 0;
		all += tc->bw;
	}
	*which = sum;
	return !ets || sum == 100 || all == 100 ? PFC_CAUSE_NONE : PFC_CAUSE_ETS_SUM;
}

static enum pfc_cause model(const struct pfc_config *config, int *which)
{
	enum pfc_cause error;

	*which = -1;
	if (!config->rate && config->delay)
		return PFC_CAUSE_DELAY_WITHOUT_RATE;
	error = model_flow(config, which);
	error = error ? error : model_groups(config, which);
	error = error ? error : model_queues(config, which);
	return error ? error : model_classes(config, which);
}

/* Priority of a multicast packet whose own priority is @prio */
static int flooded(const struct pfc_config *config, int prio)
{
	int lowest;

	if (config->flood_prio[prio] < 8) {
		fuzz_met[FLOODED]++;
		return config->flood_prio[prio];
	}
	if (!is_lossless(config, prio))
		return prio;
	for (lowest = 0; lowest < 8 && is_lossless(config, lowest); lowest++)
		;
	if (lowest == 8) {
		fuzz_met[NO_LOSSY]++;
		return prio;
	}
	if (!is_lossless(config, config->default_prio)) {
		fuzz_met[TO_DEFAULT]++;
		return config->default_prio;
	}
	fuzz_met[TO_LOWEST]++;
	return lowest;
}

/* ---- accepted configurations -------------------------------------------- */

static u64 sum_of(struct pfc_demand demand)
{
	return demand.guarantees + demand.headrooms;
}

static u64 reserved(const struct pfc_config *config)
{
	struct pfc_demand sum = { 0 };
	int i;

	for (i = 0; i < 8; i++)
		pfc_demand_add(&sum, pfc_pg_demand(&config->pg[i]));
	return sum_of(sum);
}

static u64 growth(const struct pfc_config *from, const struct pfc_config *to)
{
	struct pfc_demand sum = { 0 };
	int i;

	for (i = 0; i < 8; i++)
		pfc_demand_add(&sum, pfc_demand_beyond(pfc_pg_demand(&to->pg[i]),
						       pfc_pg_demand(&from->pg[i])));
	return sum_of(sum);
}

/* The highest value whose bit is set in @mask, or @none */
static int highest(u64 mask, int none)
{
	int bit;

	for (bit = -1; mask; bit++)
		mask >>= 1;
	return bit < 0 ? none : bit;
}

static int egress_dscp(const struct pfc_config *config, int prio)
{
	int dscp, found = PFC_MAP_NONE;

	if (config->rewr_dscp[prio] || !config->app_rewrite)
		return highest(config->rewr_dscp[prio], PFC_MAP_NONE);
	for (dscp = 0; dscp < 64; dscp++)
		if (in_mask(config->app_dscp[dscp], prio))
			found = dscp;
	fuzz_met[APP_EGRESS] += found != PFC_MAP_NONE;
	return found;
}

/* Compares the priorities and values in force with the entries */
static void check_app(const struct pfc_config *is)
{
	int i;

	for (i = 0; i < 64; i++) {
		require(is->dscp_prio[i] == highest(is->app_dscp[i], i < 8 ? i : i / 8),
			"DSCP %d", i);
		fuzz_met[APP_SEVERAL] += is->app_dscp[i] & (is->app_dscp[i] - 1) ? 1 : 0;
	}
	for (i = 0; i < 8; i++) {
		require(is->pcp_prio[i] == highest(is->app_pcp[i], i), "PCP %d", i);
		require(is->prio_dscp[i] == highest(is->rewr_dscp[i], PFC_MAP_NONE),
			"priority %d", i);
		require(is->prio_pcp[i] == highest(is->rewr_pcp[i], PFC_MAP_NONE),
			"priority %d", i);
		require(is->egress_dscp[i] == egress_dscp(is, i), "priority %d", i);
		require(!is->ethtypes[i].type == !is->ethtypes[i].prios &&
			is->ethtypes[i].prio == highest(is->ethtypes[i].prios, 0),
			"EtherType %d", i);
	}
	require(is->default_prio == highest(is->app_default, 0), "default priority");
}

/* Compares the derived values of each priority with those of the model */
static void check_derived(const struct pfc_config *is)
{
	bool pause = is->flow == PFC_FLOW_CONTROL_PAUSE, mapped = false;
	int i;

	for (i = 0; i < 8; i++) {
		require(is->pg_of[i] == group_of(is, i), "priority %d", i);
		require(in_mask(is->lossless, i) == is_lossless(is, i), "priority %d", i);
		require(in_mask(is->obeyed, i) == (pause || in_mask(is->pfc_rx, i)),
			"priority %d", i);
		require(is->mcast_prio[i] == flooded(is, i), "priority %d", i);
		require(is->pg[is->pg_of[i]].lossless == is_lossless(is, i),
			"priority %d", i);
		require(pfc_config_pg_prios(is, is->pg_of[i]) >> i & 1,
			"priority %d is in no group", i);
		mapped |= is->flood_prio[i] < 8;
		fuzz_met[SHARED] += is->tcs[i].ets;
		fuzz_met[UNUSED_SHARE] += is->tcs[i].ets && !is_used(is, i);
	}
	mapped |= is->flood_drop;
	require(is->asks_fdb == mapped, "flooding");
	require(is->plain == (!mapped && (is->trust == PFC_TRUST_DSCP ||
					  is->trust == PFC_TRUST_DSCP_PCP)), "plain");
	fuzz_met[PAUSED] += pause;
	check_app(is);
}

static void check_accepted(const struct pfc_config *was, const struct pfc_config *is)
{
	u64 more = growth(was, is), less = growth(is, was);
	s64 most, bound;
	u64 sum = 0;
	int i;

	for (i = 0; i < 8; i++) {
		bool lossless = group_has(is, i, true);

		require(is->pg[i].lossless == lossless, "pg %d", i);
		sum += lossless ? is->pg[i].headroom : 0;
		sum += is->pg[i].guarantee;
		/* A group has less than 1 GiB outside of its headroom */
		most = (1LL << 30) - 1 - is->pg[i].guarantee;
		bound = is->pg[i].alpha ?
			(lossless && is->pg[i].xoff_ahead ? 0 : PFC_SIZE_MAX) :
			lossless ? is->pg[i].xoff : is->pg[i].limit;
		require(is->pg[i].bound == (bound > most ? (most > 0 ? most : 0) : bound),
			"pg %d", i);
		fuzz_met[LOSSLESS] += lossless;
	}
	check_derived(is);
	require(reserved(is) == sum, "%llu bytes in the model", sum);
	/* new reservation = old reservation + growth - shrinkage */
	require(reserved(was) + more - less == sum, "growth %llu, shrinkage %llu",
		more, less);
	require(more <= sum && less <= reserved(was), "growth %llu, shrinkage %llu",
		more, less);
	require(!growth(is, is), "growth without a change");
	fuzz_met[GROWN] += more > 0;
	fuzz_met[SHRUNK] += less > 0;
}

/* Checks the defaults: a class per priority; 6 and 7 are strict, the others share equally */
static void check_default_classes(const struct pfc_config *config)
{
	int i, sum = 0;

	for (i = 0; i < 8; i++) {
		require(config->prio_tc[i] == i, "priority %d", i);
		require(config->tcs[i].ets == (i < 6) && !config->tcs[i].rate, "class %d", i);
		require(i > 5 || config->tcs[i].bw == 16 || config->tcs[i].bw == 17, "class %d", i);
		sum += config->tcs[i].bw;
	}
	require(sum == 100, "%d percent", sum);
}

void fuzz_one(struct fuzz *in)
{
	struct pfc_config config, next;
	enum pfc_cause error;
	int which, want, n;

	memset(&config, 0x5a, sizeof(config));
	pfc_config_init(&config);
	check_derived(&config);
	require(pfc_config_validate(&config, &which) == PFC_CAUSE_NONE, "default");
	require(!reserved(&config), "default");
	check_default_classes(&config);

	while (fuzz_more(in)) {
		next = config;
		for (n = fuzz_below(in, 8); n >= 0; n--)
			change(in, &next);
		error = pfc_config_validate(&next, &which);
		require(error == model(&next, &want), "error %d", error);
		if (error && error != PFC_CAUSE_DELAY_WITHOUT_RATE)
			require(which == want, "error %d names %d, not %d", error, which, want);
		fuzz_met[goal_of[error]]++;
		if (error)
			continue;
		check_accepted(&config, &next);
		config = next;
	}
}

size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size)
{
	return fuzz_seed_random(n, buf, size);
}
