// SPDX-License-Identifier: GPL-2.0-only
/*
 * For nlfuzz: model of the impairments of a port, and the reader of their dump.  The model does not
 * predict counters, which depend on time.
 */

#include <stdio.h>

#include "common.h"
#include "nlattr.h"
#include "nlmodel.h"

static const struct field link_fields[] = {
	FIELD(PFC_A_IMPAIR_SEED, pfc_ranges, impair, seed),
	FIELD(PFC_A_IMPAIR_LINK_DOWN, pfc_ranges, impair, link_down),
	FIELD(PFC_A_IMPAIR_LINK_PERIOD, pfc_ranges, impair, link_period),
	{ }
};

static void set_defaults(struct impair *impair)
{
	int i;

	memset(impair, 0, sizeof(*impair));
	impair->seed = 1;
	impair->link_period = 10000000000;
	for (i = 0; i < PRIOS; i++)
		impair->prio[i].xoff_period = 1000000;
}

/* ---- requests ----------------------------------------------------------- */

/* Whether a port sends XOFF for a priority */
static bool sends_xoff(const struct config *config, int prio)
{
	return config->flow_control == PFC_FLOW_CONTROL_PAUSE || config->prio_pfc_tx[prio];
}

static enum verdict read_prio(const struct attr *nest, struct impair *impair, uint8_t *forced)
{
	uint32_t id = PRIOS;
	enum verdict v;

	v = read_number(nest->data, nest->len, impair_ranges, PFC_IMPAIR_A_ID, &id) ?:
	    (id == PRIOS ? NOT_GIVEN : ACCEPTED);
	if (v)
		return v;
	if (find(nest->data, nest->len, PFC_IMPAIR_A_XOFF_DUTY))
		*forced |= 1U << id;
	return read_fields(nest->data, nest->len, impair_fields, &impair->prio[id]);
}

/* An extra delay needs a rate */
enum verdict check_impair(const struct device *port)
{
	int i;

	for (i = 0; i < PRIOS && port->impair.on && !port->config.rate; i++)
		if (port->impair.prio[i].delay)
			return DELAY_ALONE;
	return ACCEPTED;
}

static enum verdict check_forced(const struct device *port, uint8_t forced)
{
	int i;

	for (i = 0; i < PRIOS; i++) {
		if (!port->impair.prio[i].xoff_duty)
			forced &= ~(1U << i);
		if (forced >> i & 1 && sends_xoff(&port->config, i))
			return ACCEPTED;
	}
	return forced ? NO_XOFF : ACCEPTED;
}

static enum verdict set(struct device *port, const struct request *r)
{
	struct device next = *port;
	enum verdict v = NOT_GIVEN;
	uint8_t forced = 0;
	struct attr nest;

	if (!next.impair.on)
		set_defaults(&next.impair);
	next.impair.on = true;
	if (FIND(r, PFC_A_IMPAIR) || FIND(r, PFC_A_IMPAIR_SEED) ||
	    FIND(r, PFC_A_IMPAIR_LINK_DOWN) || FIND(r, PFC_A_IMPAIR_LINK_PERIOD))
		v = ACCEPTED;
	for_each_attr(&nest, r->attrs, r->len)
		if (nest.type == PFC_A_IMPAIR && !v)
			v = read_prio(&nest, &next.impair, &forced);
	v = v ?: read_fields(r->attrs, r->len, link_fields, &next.impair) ?:
	    check_impair(&next) ?: check_forced(&next, forced);
	if (!v && next.impair.link_down >= next.impair.link_period)
		v = DOWN_ALWAYS;
	if (v)
		return v;
	goals[IMPAIRED] += is_disturbed(&next) && !is_disturbed(port);
	*port = next;
	return ACCEPTED;
}

static void end(struct device *port, uint32_t prios, bool all)
{
	struct impair none;
	int i;

	goals[REPAIRED] += port->impair.on && is_disturbed(port);
	set_defaults(&none);
	if (all)
		memset(&port->impair, 0, sizeof(port->impair));
	for (i = 0; i < PRIOS && port->impair.on; i++)
		if (prios >> i & 1)
			port->impair.prio[i] = none.prio[i];
}

static enum verdict del(struct state *state, const struct request *r)
{
	struct device *port = NULL;
	enum verdict v;
	uint32_t prios;
	int i;

	v = read_prios(r, &prios);
	if (!v && (FIND(r, PFC_A_IFINDEX) || FIND(r, PFC_A_IFNAME)))
		v = find_port(state, r, &port);
	for (i = 0; i < state->devices && !v; i++)
		if (state->device[i].port && (!port || port == &state->device[i]))
			end(&state->device[i], prios, !FIND(r, PFC_A_PRIOS));
	return v;
}

enum verdict model_impair(struct state *state, const struct request *r)
{
	struct device *port = NULL;

	if (r->cmd == PFC_CMD_IMPAIR_DEL)
		return del(state, r);
	return find_port(state, r, &port) ?: set(port, r);
}

/* Whether impairments of a port change counters or the link without a request */
bool is_disturbed(const struct device *port)
{
	bool disturbed = port->impair.link_down;
	int i;

	for (i = 0; i < PRIOS; i++)
		disturbed |= port->impair.prio[i].xoff_duty;
	return disturbed && port->port;
}

/* ---- dumps -------------------------------------------------------------- */

/* Adds a message of the dump of impairments, which follows the port dump */
void state_add_impair(struct state *state, const void *attrs, int len)
{
	struct device *port = device_shown(state, attrs, len);
	struct impair *impair = &port->impair;
	int prios = 0, stats = 0;
	struct attr attr;

	for_each_attr(&attr, attrs, len) {
		if (attr.type == PFC_A_IMPAIR_SINCE)
			impair->on = true;
		else if (attr.type == PFC_A_IMPAIR && ++prios)
			show_fields(&attr, impair_fields,
				    &impair->prio[id_in(&attr, PFC_IMPAIR_A_ID)]);
		else if (attr.type == PFC_A_IMPAIR_STATS && ++stats)
			id_in(&attr, PFC_IMPAIR_STAT_ID);
		else
			show_field(&attr, link_fields, impair);
	}
	if (prios != (impair->on ? PRIOS : 0) || stats != prios)
		die("nlfuzz: dump: %s: impairments of %d priorities, counters of %d", port->name,
		    prios, stats);
}

bool impair_differs(const struct device *model, const struct device *shown, char *where)
{
	const struct impair *a = &model->impair, *b = &shown->impair;
	int i;

	if (a->on != b->on)
		sprintf(where, "impairments are %s", b->on ? "on" : "off");
	else if (a->seed != b->seed || a->link_down != b->link_down ||
		 a->link_period != b->link_period)
		sprintf(where, "impairments: seed %u, link %ju of %ju", b->seed,
			(uintmax_t)b->link_down, (uintmax_t)b->link_period);
	for (i = 0; i < PRIOS && !*where; i++)
		if (memcmp(&a->prio[i], &b->prio[i], sizeof(a->prio[i])))
			sprintf(where, "impairments of priority %d", i);
	return *where;
}
