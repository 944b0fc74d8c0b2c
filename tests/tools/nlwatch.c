// SPDX-License-Identifier: GPL-2.0-only
/*
 * For nlfuzz: model of the operator commands of the watchdogs, and the reader of the watchdog
 * dump.  The model does not predict when a storm is detected or ends: this depends on time.
 */

#include <stdio.h>

#include "common.h"
#include "nlattr.h"
#include "nlmodel.h"

/* Mask of the monitored priorities for which XOFF is obeyed */
uint8_t watched_by(const struct config *config)
{
	uint8_t watched = 0;
	int prio;

	for (prio = 0; prio < PRIOS; prio++)
		if (config->prio_watchdog[prio] &&
		    (config->flow_control == PFC_FLOW_CONTROL_PAUSE || config->prio_pfc_rx[prio]))
			watched |= 1U << prio;
	return watched;
}

/* ---- requests ----------------------------------------------------------- */

/* Reads the mask of priorities; all priorities if the request has no mask */
enum verdict read_prios(const struct request *r, uint32_t *prios)
{
	const struct attr *attr = FIND(r, PFC_A_PRIOS);

	*prios = attr ? number(attr) : 0xff;
	return ACCEPTED;
}

static enum verdict read_on(const struct request *r, uint32_t *on)
{
	*on = 2;
	return read_number(r->attrs, r->len, pfc_ranges, PFC_A_ON, on) ?:
	       *on == 2 ? NOT_GIVEN : ACCEPTED;
}

static void turn(uint8_t *mask, uint32_t prios, bool on)
{
	*mask = on ? *mask | prios : *mask & ~prios;
}

static enum verdict inject(struct state *state, const struct request *r, uint32_t prios,
			   bool on)
{
	struct device *port = NULL;
	enum verdict v = find_port(state, r, &port);

	if (v)
		return v;
	if (on && prios & ~watched_by(&port->config))
		return NOT_WATCHED;
	goals[INJECTED] += on && prios & ~port->watch.injected;
	turn(&port->watch.injected, prios, on);
	return ACCEPTED;
}

/* Starts or ends the mitigation of one port or of all ports */
static enum verdict mitigate(struct state *state, const struct request *r, uint32_t prios,
			     bool on)
{
	struct device *port = NULL;
	enum verdict v;
	int i;

	if (FIND(r, PFC_A_IFINDEX) || FIND(r, PFC_A_IFNAME)) {
		v = find_port(state, r, &port);
		if (v)
			return v;
	}
	for (i = 0; i < state->devices; i++) {
		struct device *device = &state->device[i];

		if (!device->port || (port && port != device))
			continue;
		goals[MITIGATED] += on && prios & ~device->watch.manual;
		turn(&device->watch.manual, prios, on);
	}
	return ACCEPTED;
}

/* WATCHDOG_CLEAR changes nothing in the model, which does not predict storms */
static enum verdict clear(struct state *state, const struct request *r)
{
	struct device *port = NULL;

	return FIND(r, PFC_A_IFINDEX) || FIND(r, PFC_A_IFNAME) ?
	       find_port(state, r, &port) : ACCEPTED;
}

enum verdict model_watchdog(struct state *state, const struct request *r)
{
	uint32_t prios, on;
	enum verdict v;

	v = read_prios(r, &prios);
	if (v || r->cmd == PFC_CMD_WATCHDOG_CLEAR)
		return v ?: clear(state, r);
	v = read_on(r, &on);
	if (v)
		return v;
	return r->cmd == PFC_CMD_WATCHDOG_INJECT ? inject(state, r, prios, on) :
						   mitigate(state, r, prios, on);
}

/* ---- dumps -------------------------------------------------------------- */

static void show_watch(const struct attr *nest, struct watch *watch)
{
	uint8_t bit = 1U << id_in(nest, PFC_WATCHDOG_A_ID);
	int state = number_in(nest, PFC_WATCHDOG_A_STATE);

	if (state > PFC_WATCHDOG_STATE_DISABLED)
		die("nlfuzz: dump: watchdog state %d is above %d", state,
		    PFC_WATCHDOG_STATE_DISABLED);
	if (state == PFC_WATCHDOG_STATE_OFF)
		watch->off |= bit;
	if (state == PFC_WATCHDOG_STATE_STORM)
		watch->storm |= bit;
	if (state == PFC_WATCHDOG_STATE_DISABLED)
		watch->disabled |= bit;
	if (find(nest->data, nest->len, PFC_WATCHDOG_A_MANUAL))
		watch->manual |= bit;
	if (find(nest->data, nest->len, PFC_WATCHDOG_A_INJECTED))
		watch->injected |= bit;
}

/*
 * Checks a storm, which must be an injected one, because no peer sends XOFF.  Returns whether
 * the storm is ongoing.
 */
static bool show_storm(const struct attr *nest)
{
	uint64_t start = number_in(nest, PFC_STORM_A_START);
	uint64_t detected = number_in(nest, PFC_STORM_A_DETECTED);
	uint64_t end = number_in(nest, PFC_STORM_A_END);

	id_in(nest, PFC_STORM_A_PRIO);
	if (!find(nest->data, nest->len, PFC_STORM_A_INJECTED) ||
	    detected < start + PFC_DETECTION_MIN || (end && end < detected))
		die("nlfuzz: dump: storm %ju to %ju, detected at %ju: impossible or not injected",
		    (uintmax_t)start, (uintmax_t)end, (uintmax_t)detected);
	return !end;
}

/* Adds a message of the watchdog dump, which follows the port dump */
void state_add_watchdog(struct state *state, const void *attrs, int len)
{
	struct device *port = device_shown(state, attrs, len);
	static struct config config;
	int watches = 0, storms = 0, last = 0;
	struct attr attr;

	config = port->config;
	for_each_attr(&attr, attrs, len) {
		if (attr.type == PFC_A_WATCHDOG && ++watches)
			show_watch(&attr, &port->watch);
		else if (attr.type == PFC_A_STORM && ++storms)
			last += show_storm(&attr);
		else if (attr.type == PFC_A_PRIO_WATCHDOG)
			show_maps(&attr, &config);
		else
			show_field(&attr, port_fields, &config);
	}
	/* storms may start and end during the dump: only limits are checked */
	if (watches != PRIOS || storms > PFC_HISTORY_MAX || last > PRIOS)
		die("nlfuzz: dump: %d priorities (must be %d), %d storms (maximum %d), %d ongoing",
		    watches, PRIOS, storms, PFC_HISTORY_MAX, last);
	if (memcmp(&config, &port->config, sizeof(config)))
		die("nlfuzz: different watchdog configurations of %s in two dumps", port->name);
}

bool watch_differs(const struct device *model, const struct device *shown, char *where)
{
	const struct watch *a = &model->watch, *b = &shown->watch;
	uint8_t unwatched = ~watched_by(&model->config);

	goals[STORMS] += (b->storm & ~a->storm) != 0;
	goals[UNWATCHED] += (a->storm & unwatched) != 0;
	if (a->manual != b->manual)
		sprintf(where, "priorities with mitigation %#x, not %#x", b->manual, a->manual);
	else if (a->injected != b->injected)
		sprintf(where, "priorities with injected storms %#x, not %#x", b->injected,
			a->injected);
	else if ((b->off | (b->disabled & unwatched)) != unwatched)
		sprintf(where, "not monitored %#x, disabled %#x, not %#x", b->off,
			b->disabled, unwatched);
	return *where;
}
