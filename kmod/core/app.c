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

/* False for a length, for the types of VLAN tags and for MAC control frames */
bool pfc_ethtype_valid(u16 type)
{
	return type >= ETH_P_802_3_MIN && type != ETH_P_8021Q && type != ETH_P_8021AD &&
	       type != ETH_P_PAUSE;
}

/* Index of an EtherType, or of the first unused entry: those in use come first in the array */
static int pfc_ethtype_find(const struct pfc_config *config, u16 type)
{
	const struct pfc_ethtype *e = config->ethtypes;
	int i = 0;

	while (i < PFC_ETHTYPES_MAX && e[i].type && e[i].type != htons(type))
		i++;
	return i;
}

/* Sets the bit mask of priorities of an EtherType; 0 removes the EtherType */
static enum pfc_app_error pfc_ethtype_set(struct pfc_config *config, u16 type, u8 prios)
{
	int i = pfc_ethtype_find(config, type), last = i;
	struct pfc_ethtype *e = config->ethtypes;

	if (i == PFC_ETHTYPES_MAX)
		return prios ? PFC_APP_TYPES : PFC_APP_OK;
	if (prios) {
		e[i].type = htons(type);
		e[i].prios = prios;
		e[i].prio = pfc_app_highest(prios, 0);
		return PFC_APP_OK;
	}
	while (last + 1 < PFC_ETHTYPES_MAX && e[last + 1].type)
		last++;
	e[i] = e[last];
	memset(&e[last], 0, sizeof(*e));
	return PFC_APP_OK;
}

static bool pfc_app_is_port(const struct pfc_app *app)
{
	return app->selector == PFC_APP_STREAM || app->selector == PFC_APP_DGRAM ||
	       app->selector == PFC_APP_ANY;
}

static enum pfc_app_error pfc_app_check(enum pfc_app_table table, const struct pfc_app *app)
{
	if (table == PFC_REWR_TABLE && app->selector != PFC_APP_DSCP &&
	    app->selector != PFC_APP_PCP)
		return PFC_APP_SELECTOR;
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

/* The entries of the key of @app, which is not a port: a bit mask of priorities or values */
static u64 pfc_app_mask(const struct pfc_config *config, enum pfc_app_table table,
			const struct pfc_app *app)
{
	bool dscp = app->selector == PFC_APP_DSCP;
	int i;

	if (table == PFC_REWR_TABLE)
		return dscp ? config->rewr_dscp[app->prio] : config->rewr_pcp[app->prio];
	if (dscp)
		return config->app_dscp[app->protocol];
	if (app->selector == PFC_APP_PCP)
		return config->app_pcp[app->protocol];
	if (!app->protocol)
		return config->app_default;
	i = pfc_ethtype_find(config, app->protocol);
	return i < PFC_ETHTYPES_MAX ? config->ethtypes[i].prios : 0;
}

/* Priority or value in force for the key of @app if it has no entry */
static u8 pfc_app_none(enum pfc_app_table table, const struct pfc_app *app)
{
	if (table == PFC_REWR_TABLE)
		return PFC_MAP_NONE;
	if (app->selector == PFC_APP_DSCP)
		return pfc_default_dscp_prio(app->protocol);
	if (app->selector == PFC_APP_PCP)
		return app->protocol;
	return app->protocol ? PFC_MAP_NONE : 0;
}

/* Sets the entries of the key of @app, which is not a port, and what is in force for it */
static enum pfc_app_error pfc_app_set(struct pfc_config *config, enum pfc_app_table table,
				      const struct pfc_app *app, u64 mask)
{
	u8 highest = pfc_app_highest(mask, pfc_app_none(table, app));
	bool dscp = app->selector == PFC_APP_DSCP;

	if (table == PFC_APP_TABLE && app->selector == PFC_APP_ETHTYPE && app->protocol)
		return pfc_ethtype_set(config, app->protocol, mask);
	if (table == PFC_REWR_TABLE && dscp) {
		config->rewr_dscp[app->prio] = mask;
		config->prio_dscp[app->prio] = highest;
	} else if (table == PFC_REWR_TABLE) {
		config->rewr_pcp[app->prio] = mask;
		config->prio_pcp[app->prio] = highest;
	} else if (dscp) {
		config->app_dscp[app->protocol] = mask;
		config->dscp_prio[app->protocol] = highest;
	} else if (app->selector == PFC_APP_PCP) {
		config->app_pcp[app->protocol] = mask;
		config->pcp_prio[app->protocol] = highest;
	} else {
		config->app_default = mask;
		config->default_prio = highest;
	}
	return PFC_APP_OK;
}

/* Index of an entry of a port number, or of the first unused one */
static int pfc_app_find_port(const struct pfc_config *config, const struct pfc_app *app)
{
	const struct pfc_app *p = config->app_ports;
	int i = 0;

	while (i < PFC_APP_PORTS_MAX && p[i].selector && memcmp(&p[i], app, sizeof(*app)))
		i++;
	return i;
}

static bool pfc_app_same_key(const struct pfc_app *a, const struct pfc_app *b)
{
	return a->selector == b->selector && a->protocol == b->protocol;
}

static enum pfc_app_error pfc_app_add_port(struct pfc_config *config, const struct pfc_app *app)
{
	struct pfc_app *p = config->app_ports;
	bool known = false;
	int i, j, keys = 0;

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

static void pfc_app_del_port(struct pfc_config *config, const struct pfc_app *app)
{
	struct pfc_app *p = config->app_ports + pfc_app_find_port(config, app);
	struct pfc_app *last = config->app_ports + PFC_APP_PORTS_MAX - 1;

	memmove(p, p + 1, (last - p) * sizeof(*p));
	memset(last, 0, sizeof(*last));
}

static u64 pfc_app_bit(enum pfc_app_table table, const struct pfc_app *app)
{
	return BIT_ULL(table == PFC_REWR_TABLE ? app->protocol : app->prio);
}

/* Test whether a configuration has an entry, which is valid */
bool pfc_app_has(const struct pfc_config *config, enum pfc_app_table table,
		 const struct pfc_app *app)
{
	int i;

	if (!pfc_app_is_port(app))
		return pfc_app_mask(config, table, app) & pfc_app_bit(table, app);
	i = pfc_app_find_port(config, app);
	return i < PFC_APP_PORTS_MAX && config->app_ports[i].selector;
}

/* Calls @fn for each entry of the key of @app, which is not a port */
static int pfc_app_walk_key(const struct pfc_config *config, enum pfc_app_table table,
			    struct pfc_app app, pfc_app_fn *fn, void *context)
{
	u64 mask = pfc_app_mask(config, table, &app);
	int bit, err = 0;

	for (bit = 0; bit < 64 && mask >> bit && !err; bit++) {
		if (table == PFC_REWR_TABLE)
			app.protocol = bit;
		else
			app.prio = bit;
		if (mask & BIT_ULL(bit))
			err = fn(context, &app);
	}
	return err;
}

static int pfc_rewr_walk(const struct pfc_config *config, pfc_app_fn *fn, void *context)
{
	struct pfc_app dscp = { .selector = PFC_APP_DSCP }, pcp = { .selector = PFC_APP_PCP };
	int prio, err = 0;

	for (prio = 0; prio < PFC_PRIOS && !err; prio++) {
		dscp.prio = prio;
		pcp.prio = prio;
		err = pfc_app_walk_key(config, PFC_REWR_TABLE, dscp, fn, context) ?:
		      pfc_app_walk_key(config, PFC_REWR_TABLE, pcp, fn, context);
	}
	return err;
}

/* Call a function for each entry.  Return: 0, or the first result of @fn that is not 0 */
int pfc_app_walk(const struct pfc_config *config, enum pfc_app_table table, pfc_app_fn *fn,
		 void *context)
{
	struct pfc_app app = { .selector = PFC_APP_ETHTYPE };
	int i, err;

	if (table == PFC_REWR_TABLE)
		return pfc_rewr_walk(config, fn, context);
	err = pfc_app_walk_key(config, table, app, fn, context);
	for (i = 0; i < PFC_ETHTYPES_MAX && config->ethtypes[i].type && !err; i++) {
		app.protocol = ntohs(config->ethtypes[i].type);
		err = pfc_app_walk_key(config, table, app, fn, context);
	}
	app.selector = PFC_APP_DSCP;
	for (app.protocol = 0; app.protocol < PFC_DSCPS && !err; app.protocol++)
		err = pfc_app_walk_key(config, table, app, fn, context);
	app.selector = PFC_APP_PCP;
	for (app.protocol = 0; app.protocol < PFC_PRIOS && !err; app.protocol++)
		err = pfc_app_walk_key(config, table, app, fn, context);
	for (i = 0; i < PFC_APP_PORTS_MAX && config->app_ports[i].selector && !err; i++)
		err = fn(context, &config->app_ports[i]);
	return err;
}

/* Entries for ports have a limit of their own */
static int pfc_app_count(void *context, const struct pfc_app *app)
{
	*(unsigned int *)context += !pfc_app_is_port(app);
	return 0;
}

/*
 * Add or delete an entry.
 * @config: updated; unchanged if it has the entry to add already
 * Return: %PFC_APP_OK or an error; then the configuration is unchanged.
 */
enum pfc_app_error pfc_app_change(struct pfc_config *config, enum pfc_app_table table,
				  const struct pfc_app *app, bool add)
{
	enum pfc_app_error error = pfc_app_check(table, app);
	unsigned int n = 0;

	if (error)
		return error;
	if (pfc_app_has(config, table, app) == add)
		return add ? PFC_APP_OK : PFC_APP_ABSENT;
	if (pfc_app_is_port(app)) {
		if (add)
			return pfc_app_add_port(config, app);
		pfc_app_del_port(config, app);
		return PFC_APP_OK;
	}
	if (add)
		pfc_app_walk(config, table, pfc_app_count, &n);
	if (n >= (table == PFC_REWR_TABLE ? PFC_REWR_MAX : PFC_APP_MAX))
		return PFC_APP_FULL;
	return pfc_app_set(config, table, app,
			   pfc_app_mask(config, table, app) ^ pfc_app_bit(table, app));
}

/*
 * Set the priority or value of a key.
 * @key: a DSCP, PCP or EtherType; for rewriting: a priority
 * @value: %PFC_MAP_NONE: none, for an EtherType and for rewriting
 *
 * A value that is in force already leaves the entries of the key unchanged, whatever has added
 * them.  Any other value replaces them by one entry.  A default value then needs no entry.
 * Return: %PFC_APP_OK or %PFC_APP_TYPES.
 */
enum pfc_app_error pfc_app_replace(struct pfc_config *config, enum pfc_app_table table,
				   u8 selector, u16 key, u8 value)
{
	struct pfc_app app = { .selector = selector };
	u8 none;

	if (table == PFC_REWR_TABLE)
		app.prio = key;
	else
		app.protocol = key;
	none = pfc_app_none(table, &app);
	if (pfc_app_highest(pfc_app_mask(config, table, &app), none) == value)
		return PFC_APP_OK;
	return pfc_app_set(config, table, &app, value == none ? 0 : BIT_ULL(value));
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
