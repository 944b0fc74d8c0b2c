// SPDX-License-Identifier: GPL-2.0-only
/*
 * APP and rewriting entries of a port, see app.h.  Pure functions.
 */
#include <linux/bitops.h>
#include <linux/if_ether.h>
#include <linux/string.h>
#include <asm/byteorder.h>
#include "app.h"

/* Priority in force, or @none without an entry */
static u8 pfc_app_highest(u64 mask, u8 none)
{
	return mask ? fls64(mask) - 1 : none;
}

/*
 * Test whether an EtherType can have a priority.
 * Return: false for a length, for the types of VLAN tags and for MAC control frames.
 */
bool pfc_ethtype_valid(u16 type)
{
	return type >= ETH_P_802_3_MIN && type != ETH_P_8021Q && type != ETH_P_8021AD &&
	       type != ETH_P_PAUSE;
}

static struct pfc_ethtype *pfc_ethtype_find(struct pfc_config *config, u16 type)
{
	struct pfc_ethtype *e = config->ethtypes;
	int i;

	for (i = 0; i < PFC_ETHTYPES_MAX && e[i].type; i++)
		if (e[i].type == htons(type))
			return &e[i];
	return NULL;
}

static void pfc_ethtype_remove(struct pfc_config *config, struct pfc_ethtype *e)
{
	struct pfc_ethtype *last = e;

	while (last + 1 < config->ethtypes + PFC_ETHTYPES_MAX && last[1].type)
		last++;
	*e = *last;
	memset(last, 0, sizeof(*last));
}

/*
 * Sets the bit mask of priorities of an EtherType; 0 removes the EtherType.  The EtherTypes in use
 * come first in the array.
 */
static enum pfc_app_error pfc_ethtype_set(struct pfc_config *config, u16 type, u8 prios)
{
	struct pfc_ethtype *e = pfc_ethtype_find(config, type);
	int i;

	if (!prios) {
		if (e)
			pfc_ethtype_remove(config, e);
		return PFC_APP_OK;
	}
	for (i = 0; !e && i < PFC_ETHTYPES_MAX; i++)
		if (!config->ethtypes[i].type)
			e = &config->ethtypes[i];
	if (!e)
		return PFC_APP_TYPES;
	e->type = htons(type);
	e->prios = prios;
	e->prio = pfc_app_highest(prios, 0);
	return PFC_APP_OK;
}

static bool pfc_app_is_port(const struct pfc_app *app)
{
	return app->selector == PFC_APP_STREAM || app->selector == PFC_APP_DGRAM ||
	       app->selector == PFC_APP_ANY;
}

static enum pfc_app_error pfc_app_check(const struct pfc_app *app)
{
	if (app->prio >= PFC_PRIOS)
		return PFC_APP_PRIO;
	switch (app->selector) {
	case PFC_APP_ETHTYPE:
		return !app->protocol || pfc_ethtype_valid(app->protocol) ? PFC_APP_OK :
									    PFC_APP_TYPE;
	case PFC_APP_STREAM:
	case PFC_APP_DGRAM:
	case PFC_APP_ANY:
		return PFC_APP_OK;
	case PFC_APP_DSCP:
		return app->protocol < PFC_DSCPS ? PFC_APP_OK : PFC_APP_DSCP_RANGE;
	case PFC_APP_PCP:
		if (app->protocol < PFC_PRIOS)
			return PFC_APP_OK;
		return app->protocol < 2 * PFC_PRIOS ? PFC_APP_DEI : PFC_APP_PCP_RANGE;
	default:
		return PFC_APP_SELECTOR;
	}
}

/* Entries of the key of @app, which is not a port */
static u8 pfc_app_mask(struct pfc_config *config, const struct pfc_app *app)
{
	struct pfc_ethtype *e;

	if (app->selector == PFC_APP_DSCP)
		return config->app_dscp[app->protocol];
	if (app->selector == PFC_APP_PCP)
		return config->app_pcp[app->protocol];
	if (!app->protocol)
		return config->app_default;
	e = pfc_ethtype_find(config, app->protocol);
	return e ? e->prios : 0;
}

static void pfc_app_set_dscp(struct pfc_config *config, u8 dscp, u8 prios)
{
	config->app_dscp[dscp] = prios;
	config->dscp_prio[dscp] = pfc_app_highest(prios, pfc_default_dscp_prio(dscp));
}

static void pfc_app_set_pcp(struct pfc_config *config, u8 pcp, u8 prios)
{
	config->app_pcp[pcp] = prios;
	config->pcp_prio[pcp] = pfc_app_highest(prios, pcp);
}

static void pfc_app_set_default(struct pfc_config *config, u8 prios)
{
	config->app_default = prios;
	config->default_prio = pfc_app_highest(prios, 0);
}

static enum pfc_app_error pfc_app_set(struct pfc_config *config, const struct pfc_app *app,
				      u8 prios)
{
	if (app->selector == PFC_APP_ETHTYPE && app->protocol)
		return pfc_ethtype_set(config, app->protocol, prios);
	if (app->selector == PFC_APP_DSCP)
		pfc_app_set_dscp(config, app->protocol, prios);
	else if (app->selector == PFC_APP_PCP)
		pfc_app_set_pcp(config, app->protocol, prios);
	else
		pfc_app_set_default(config, prios);
	return PFC_APP_OK;
}

/* Number of entries, without those for ports, which have a limit of their own */
static unsigned int pfc_app_count(const struct pfc_config *config)
{
	unsigned int n = hweight8(config->app_default);
	int i;

	for (i = 0; i < PFC_DSCPS; i++)
		n += hweight8(config->app_dscp[i]);
	for (i = 0; i < PFC_PRIOS; i++)
		n += hweight8(config->app_pcp[i]);
	for (i = 0; i < PFC_ETHTYPES_MAX; i++)
		n += hweight8(config->ethtypes[i].prios);
	return n;
}

static bool pfc_app_same_key(const struct pfc_app *a, const struct pfc_app *b)
{
	return a->selector == b->selector && a->protocol == b->protocol;
}

static struct pfc_app *pfc_app_find_port(struct pfc_config *config, const struct pfc_app *app)
{
	struct pfc_app *p = config->app_ports;
	int i;

	for (i = 0; i < PFC_APP_PORTS_MAX && p[i].selector; i++)
		if (pfc_app_same_key(&p[i], app) && p[i].prio == app->prio)
			return &p[i];
	return NULL;
}

static enum pfc_app_error pfc_app_add_port(struct pfc_config *config, const struct pfc_app *app)
{
	struct pfc_app *p = config->app_ports;
	bool known = false;
	int i, j, keys = 0;

	if (pfc_app_find_port(config, app))
		return PFC_APP_OK;
	for (i = 0; i < PFC_APP_PORTS_MAX && p[i].selector; i++) {
		known |= pfc_app_same_key(&p[i], app);
		for (j = 0; !pfc_app_same_key(&p[i], &p[j]); j++)
			;
		keys += j == i;
	}
	if (i == PFC_APP_PORTS_MAX || (!known && keys >= PFC_APP_PORT_KEYS))
		return PFC_APP_PORTS;
	p[i] = *app;
	return PFC_APP_OK;
}

static enum pfc_app_error pfc_app_del_port(struct pfc_config *config, const struct pfc_app *app)
{
	struct pfc_app *p = pfc_app_find_port(config, app);
	struct pfc_app *end = config->app_ports + PFC_APP_PORTS_MAX;

	if (!p)
		return PFC_APP_ABSENT;
	memmove(p, p + 1, (end - p - 1) * sizeof(*p));
	memset(end - 1, 0, sizeof(*p));
	return PFC_APP_OK;
}

/*
 * Add an APP entry.
 * @config: updated; unchanged if it has the entry already
 * Return: %PFC_APP_OK or an error; then the configuration is unchanged.
 */
enum pfc_app_error pfc_app_add(struct pfc_config *config, const struct pfc_app *app)
{
	enum pfc_app_error error = pfc_app_check(app);
	u8 prios;

	if (error)
		return error;
	if (pfc_app_is_port(app))
		return pfc_app_add_port(config, app);
	prios = pfc_app_mask(config, app);
	if (prios & BIT(app->prio))
		return PFC_APP_OK;
	if (pfc_app_count(config) >= PFC_APP_MAX)
		return PFC_APP_FULL;
	return pfc_app_set(config, app, prios | BIT(app->prio));
}

/* Delete an APP entry.  Return: %PFC_APP_OK or an error; then the configuration is unchanged */
enum pfc_app_error pfc_app_del(struct pfc_config *config, const struct pfc_app *app)
{
	enum pfc_app_error error = pfc_app_check(app);
	u8 prios;

	if (error)
		return error;
	if (pfc_app_is_port(app))
		return pfc_app_del_port(config, app);
	prios = pfc_app_mask(config, app);
	if (!(prios & BIT(app->prio)))
		return PFC_APP_ABSENT;
	return pfc_app_set(config, app, prios & ~BIT(app->prio));
}

/* Calls @fn for each priority in @prios */
static int pfc_app_walk_key(u8 selector, u16 protocol, u8 prios, pfc_app_fn *fn, void *context)
{
	int prio, err = 0;

	for (prio = 0; prio < PFC_PRIOS && !err; prio++)
		if (prios & BIT(prio))
			err = fn(context, &(struct pfc_app) {
				.selector = selector, .protocol = protocol, .prio = prio,
			});
	return err;
}

/* Call a function for each APP entry.  Return: 0, or the first result of @fn that is not 0 */
int pfc_app_walk(const struct pfc_config *config, pfc_app_fn *fn, void *context)
{
	int i, err;

	err = pfc_app_walk_key(PFC_APP_ETHTYPE, 0, config->app_default, fn, context);
	for (i = 0; i < PFC_ETHTYPES_MAX && !err; i++)
		err = pfc_app_walk_key(PFC_APP_ETHTYPE, ntohs(config->ethtypes[i].type),
				       config->ethtypes[i].prios, fn, context);
	for (i = 0; i < PFC_DSCPS && !err; i++)
		err = pfc_app_walk_key(PFC_APP_DSCP, i, config->app_dscp[i], fn, context);
	for (i = 0; i < PFC_PRIOS && !err; i++)
		err = pfc_app_walk_key(PFC_APP_PCP, i, config->app_pcp[i], fn, context);
	for (i = 0; i < PFC_APP_PORTS_MAX && config->app_ports[i].selector && !err; i++)
		err = fn(context, &config->app_ports[i]);
	return err;
}

static enum pfc_app_error pfc_rewr_check(const struct pfc_app *app)
{
	if (app->selector != PFC_APP_DSCP && app->selector != PFC_APP_PCP)
		return PFC_APP_SELECTOR;
	return pfc_app_check(app);
}

static u64 pfc_rewr_mask(const struct pfc_config *config, const struct pfc_app *app)
{
	return app->selector == PFC_APP_DSCP ? config->rewr_dscp[app->prio] :
					       config->rewr_pcp[app->prio];
}

static void pfc_rewr_set(struct pfc_config *config, const struct pfc_app *app, u64 values)
{
	u8 highest = pfc_app_highest(values, PFC_MAP_NONE);

	if (app->selector == PFC_APP_DSCP) {
		config->rewr_dscp[app->prio] = values;
		config->prio_dscp[app->prio] = highest;
	} else {
		config->rewr_pcp[app->prio] = values;
		config->prio_pcp[app->prio] = highest;
	}
}

static unsigned int pfc_rewr_count(const struct pfc_config *config)
{
	unsigned int n = 0;
	int i;

	for (i = 0; i < PFC_PRIOS; i++)
		n += hweight64(config->rewr_dscp[i]) + hweight8(config->rewr_pcp[i]);
	return n;
}

/*
 * Add a rewriting entry.
 * @config: updated; unchanged if it has the entry already
 * @app: the entry; the selector is %PFC_APP_DSCP or %PFC_APP_PCP
 * Return: %PFC_APP_OK or an error; then the configuration is unchanged.
 */
enum pfc_app_error pfc_rewr_add(struct pfc_config *config, const struct pfc_app *app)
{
	enum pfc_app_error error = pfc_rewr_check(app);
	u64 values;

	if (error)
		return error;
	values = pfc_rewr_mask(config, app);
	if (values & BIT_ULL(app->protocol))
		return PFC_APP_OK;
	if (pfc_rewr_count(config) >= PFC_REWR_MAX)
		return PFC_APP_FULL;
	pfc_rewr_set(config, app, values | BIT_ULL(app->protocol));
	return PFC_APP_OK;
}

/*
 * Delete a rewriting entry.
 * Return: %PFC_APP_OK or an error; then the configuration is unchanged.
 */
enum pfc_app_error pfc_rewr_del(struct pfc_config *config, const struct pfc_app *app)
{
	enum pfc_app_error error = pfc_rewr_check(app);
	u64 values;

	if (error)
		return error;
	values = pfc_rewr_mask(config, app);
	if (!(values & BIT_ULL(app->protocol)))
		return PFC_APP_ABSENT;
	pfc_rewr_set(config, app, values & ~BIT_ULL(app->protocol));
	return PFC_APP_OK;
}

static int pfc_rewr_walk_prio(u8 selector, u8 prio, u64 values, pfc_app_fn *fn, void *context)
{
	int value, err = 0;

	for (value = 0; value < PFC_DSCPS && !err; value++)
		if (values & BIT_ULL(value))
			err = fn(context, &(struct pfc_app) {
				.selector = selector, .protocol = value, .prio = prio,
			});
	return err;
}

/* Call a function for each rewriting entry.  Return: 0, or the first result of @fn that is not 0 */
int pfc_rewr_walk(const struct pfc_config *config, pfc_app_fn *fn, void *context)
{
	int prio, err = 0;

	for (prio = 0; prio < PFC_PRIOS && !err; prio++) {
		err = pfc_rewr_walk_prio(PFC_APP_DSCP, prio, config->rewr_dscp[prio], fn,
					 context);
		if (!err)
			err = pfc_rewr_walk_prio(PFC_APP_PCP, prio, config->rewr_pcp[prio], fn,
						 context);
	}
	return err;
}

/*
 * The next functions set the value of a key.  A value that is in force already leaves the entries
 * of the key unchanged, whatever has added them.  Any other value replaces them by one entry.  A
 * default value then needs no entry.
 */

/* Set the priority of a DSCP */
void pfc_app_replace_dscp(struct pfc_config *config, u8 dscp, u8 prio)
{
	if (config->dscp_prio[dscp] != prio)
		pfc_app_set_dscp(config, dscp,
				 prio == pfc_default_dscp_prio(dscp) ? 0 : BIT(prio));
}

/* Set the priority of a PCP */
void pfc_app_replace_pcp(struct pfc_config *config, u8 pcp, u8 prio)
{
	if (config->pcp_prio[pcp] != prio)
		pfc_app_set_pcp(config, pcp, prio == pcp ? 0 : BIT(prio));
}

/* Set the default priority */
void pfc_app_replace_default(struct pfc_config *config, u8 prio)
{
	if (config->default_prio != prio)
		pfc_app_set_default(config, prio ? BIT(prio) : 0);
}

/* Set the priority of an EtherType, or %PFC_MAP_NONE.  Return: %PFC_APP_OK or %PFC_APP_TYPES */
enum pfc_app_error pfc_app_replace_ethtype(struct pfc_config *config, u16 type, u8 prio)
{
	const struct pfc_ethtype *e = pfc_ethtype_find(config, type);

	if ((e ? e->prio : PFC_MAP_NONE) == prio)
		return PFC_APP_OK;
	return pfc_ethtype_set(config, type, prio == PFC_MAP_NONE ? 0 : BIT(prio));
}

/* Set the DSCP that the port writes for a priority, or %PFC_MAP_NONE */
void pfc_rewr_replace_dscp(struct pfc_config *config, u8 prio, u8 dscp)
{
	struct pfc_app app = { .selector = PFC_APP_DSCP, .prio = prio };

	if (config->prio_dscp[prio] != dscp)
		pfc_rewr_set(config, &app, dscp == PFC_MAP_NONE ? 0 : BIT_ULL(dscp));
}

/* Set the PCP that the port writes for a priority, or %PFC_MAP_NONE */
void pfc_rewr_replace_pcp(struct pfc_config *config, u8 prio, u8 pcp)
{
	struct pfc_app app = { .selector = PFC_APP_PCP, .prio = prio };

	if (config->prio_pcp[prio] != pcp)
		pfc_rewr_set(config, &app, pcp == PFC_MAP_NONE ? 0 : BIT_ULL(pcp));
}

/*
 * Derive the DSCP that the port writes to egress packets.
 *
 * A rewriting entry takes precedence.  With @config->app_rewrite, the highest DSCP that has an
 * APP entry with the priority is next, as in hardware switches.
 */
void pfc_app_egress(struct pfc_config *config)
{
	int dscp, prio;

	memcpy(config->egress_dscp, config->prio_dscp, sizeof(config->egress_dscp));
	if (!config->app_rewrite)
		return;
	for (prio = 0; prio < PFC_PRIOS; prio++) {
		if (config->prio_dscp[prio] != PFC_MAP_NONE)
			continue;
		for (dscp = 0; dscp < PFC_DSCPS; dscp++)
			if (config->app_dscp[dscp] & BIT(prio))
				config->egress_dscp[prio] = dscp;
	}
}
