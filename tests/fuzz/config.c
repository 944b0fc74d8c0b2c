// SPDX-License-Identifier: GPL-2.0-only
/*
 * A port's configuration under any sequence of changes, against a model that
 * goes by priorities where the code goes by groups.
 */
#include "kmod/config.c"
#include "fuzz.h"

/* Why a configuration was refused, or what became of it */
enum goal {
	TAKEN = PFC_CONFIG_OK, XON_ABOVE_XOFF = PFC_CONFIG_XON_ABOVE_XOFF,
	MIXED_PG = PFC_CONFIG_MIXED_PG, DELAY_ALONE = PFC_CONFIG_DELAY_ALONE,
	LOSSLESS, GROWN, SHRUNK,
};

const char *const fuzz_goals[] = {
	[TAKEN] = "taken", [XON_ABOVE_XOFF] = "XON above XOFF",
	[MIXED_PG] = "mixed group", [DELAY_ALONE] = "delay without rate",
	[LOSSLESS] = "lossless group", [GROWN] = "more reserved",
	[SHRUNK] = "less reserved", NULL
};

static u32 any_size(struct fuzz *in)
{
	static const u32 sizes[] = { 0, 1, 60, 1 << 17, PFC_SIZE_MAX };
	unsigned int i = fuzz_below(in, 8);

	return i < 5 ? sizes[i] : fuzz_number(in, 4) % (PFC_SIZE_MAX + 1);
}

static void change(struct fuzz *in, struct pfc_config *config)
{
	struct pfc_pg_limits *limits = &config->pg[fuzz_below(in, 8)];

	switch (fuzz_below(in, 11)) {
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
		limits->xoff = any_size(in);
		break;
	case 4:
		limits->xon = any_size(in);
		break;
	case 5:
		limits->headroom = any_size(in);
		break;
	case 6:
		limits->limit = any_size(in);
		break;
	case 7:
		config->dscp_prio[fuzz_below(in, 64)] = fuzz_below(in, 8);
		break;
	case 8:
		config->rate = fuzz_below(in, 2);
		config->delay = fuzz_below(in, 2);
		break;
	case 9:
		limits->guarantee = any_size(in);
		break;
	case 10:
		limits->alpha = fuzz_below(in, PFC_ALPHA_MAX + 1);
		break;
	}
}

static bool has_pfc(const struct pfc_config *config, int prio)
{
	return config->pfc_tx >> prio & 1;
}

/* Is there a priority of the group with PFC @on? */
static bool group_has(const struct pfc_config *config, int pg, bool on)
{
	int prio;

	for (prio = 0; prio < 8; prio++)
		if (config->prio_pg[prio] == pg && has_pfc(config, prio) == on)
			return true;
	return false;
}

static enum pfc_config_error model(const struct pfc_config *config, int *pg)
{
	if (!config->rate && config->delay)
		return PFC_CONFIG_DELAY_ALONE;
	for (*pg = 0; *pg < 8; ++*pg) {
		if (config->pg[*pg].xon > config->pg[*pg].xoff)
			return PFC_CONFIG_XON_ABOVE_XOFF;
		if (group_has(config, *pg, true) && group_has(config, *pg, false))
			return PFC_CONFIG_MIXED_PG;
	}
	return PFC_CONFIG_OK;
}

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

static void check_taken(const struct pfc_config *was, const struct pfc_config *is)
{
	u64 more = growth(was, is), less = growth(is, was);
	u64 sum = 0;
	int i;

	for (i = 0; i < 8; i++) {
		bool lossless = group_has(is, i, true);

		require(is->pg[i].lossless == lossless, "pg %d", i);
		sum += lossless ? is->pg[i].headroom : 0;
		sum += is->pg[i].guarantee;
		require(is->pg[i].bound == (is->pg[i].alpha ? PFC_SIZE_MAX :
					    lossless ? is->pg[i].xoff :
					    is->pg[i].limit), "pg %d", i);
		require(has_pfc(is, i) == is->pg[is->prio_pg[i]].lossless,
			"priority %d", i);
		require(pfc_config_pg_prios(is, is->prio_pg[i]) >> i & 1,
			"priority %d is in no group", i);
		fuzz_met[LOSSLESS] += lossless;
	}
	require(reserved(is) == sum, "%llu", sum);
	/* The way there needs no less than either end */
	require(reserved(was) + more - less == sum, "+%llu -%llu",
		more, less);
	require(more <= sum && less <= reserved(was), "+%llu -%llu",
		more, less);
	require(!growth(is, is), "grows by nothing");
	fuzz_met[GROWN] += more > 0;
	fuzz_met[SHRUNK] += less > 0;
}

void fuzz_one(struct fuzz *in)
{
	struct pfc_config config, next;
	enum pfc_config_error error;
	int pg, want_pg, n;

	memset(&config, 0x5a, sizeof(config));
	pfc_config_init(&config);
	require(pfc_config_finish(&config, &pg) == PFC_CONFIG_OK, "default");
	require(!reserved(&config), "default");

	while (fuzz_more(in)) {
		next = config;
		for (n = fuzz_below(in, 8); n >= 0; n--)
			change(in, &next);
		error = pfc_config_finish(&next, &pg);
		require(error == model(&next, &want_pg), "%d", error);
		if (error == PFC_CONFIG_XON_ABOVE_XOFF || error == PFC_CONFIG_MIXED_PG)
			require(pg == want_pg, "pg %d", pg);
		fuzz_met[error]++;
		if (error)
			continue;
		check_taken(&config, &next);
		config = next;
	}
}

size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size)
{
	return fuzz_seed_random(n, buf, size);
}
