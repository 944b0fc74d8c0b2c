// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the ports for pfcctl why, and follows pauses over veths into other namespaces.
 *
 * The tool follows a veth only if one of its ends is paused or sends XOFF, or has done so a moment
 * ago; for the past, if the flight recorder of one of its ends has transitions.  So it reads a
 * namespace without pauses only if a port of it takes part in a pause.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "fix.h"
#include "select.h"
#include "why_read.h"

/* ---- namespaces --------------------------------------------------------- */

/* Adds a namespace and reads its ports.  Return: an exit status */
static int add_space(struct why_fabric *f, struct netns *ns)
{
	struct why_space *space = list_add(&f->spaces, &f->n_spaces, sizeof(*space));

	space->ns = ns;
	return waits_load(ns->ctx, f->parts, &space->now);
}

/* Return: whether pauses may lead from this port to its peer */
static bool takes_part(const struct wait_port *port)
{
	return port->parts & WAITS_RECORDERS ? port->recorder.n : why_recent(port);
}

/*
 * Finds the other end of the link of a port.  @peer: result, valid if the return value is
 * %WHY_PEER_DEVICE.  Return: %WHY_PEER_DEVICE also if the other end is a port
 */
static enum why_peer find_end(struct netnses *all, struct netns *ns, uint32_t ifindex,
			      struct end *peer)
{
	const struct end end = end_of(ns, device_find(&ns->devices, ifindex));

	if (!end.dev || strcmp(end.dev->kind, "veth"))
		return WHY_PEER_OUTSIDE;
	*peer = peer_of(all, &end);
	return peer->dev && peer->ns->readable ? WHY_PEER_DEVICE : WHY_PEER_UNREAD;
}

/* Reads the namespaces that pauses lead to.  Return: whether there are pauses */
static bool follow(struct why_fabric *f)
{
	size_t space, i, known;
	bool found = false;
	struct end peer;

	for (space = 0; space < f->n_spaces; space++)
		for (i = 0; i < f->spaces[space].now.n; i++) {
			const struct wait_port *port = &f->spaces[space].now.list[i];

			if (!takes_part(port))
				continue;
			found = true;
			if (find_end(&f->all, f->spaces[space].ns, port->ifindex, &peer) !=
			    WHY_PEER_DEVICE)
				continue;
			for (known = 0; known < f->n_spaces; known++)
				if (f->spaces[known].ns == peer.ns)
					break;
			/* A namespace that disappears at this moment counts as not readable */
			if (known == f->n_spaces && add_space(f, peer.ns))
				peer.ns->readable = false;
		}
	return found;
}

static int read_again(struct why_fabric *f, uint64_t interval)
{
	const struct timespec time = {
		.tv_sec = interval / 1000000000, .tv_nsec = interval % 1000000000,
	};
	size_t i;

	nanosleep(&time, NULL);
	for (i = 0; i < f->n_spaces; i++) {
		struct why_space *space = &f->spaces[i];
		int err;

		space->before = space->now;
		space->now = (struct waits){ 0 };
		err = waits_load(space->ns->ctx, f->parts, &space->now);
		if (err && !i)
			return err;
	}
	follow(f);
	return STATUS_OK;
}

/* ---- ports -------------------------------------------------------------- */

static void add_port(struct why_fabric *f, size_t space, size_t i)
{
	const struct why_space *s = &f->spaces[space];
	const struct wait_port *now = &s->now.list[i];
	const struct wait_port *before = waits_find(&s->before, now->ifindex);
	const struct port *config = port_find(&s->ns->ports, now->ifindex);

	/* The port was added after its settings were read */
	if (!config)
		return;
	*(struct why_port *)list_add(&f->ports, &f->n, sizeof(*f->ports)) = (struct why_port){
		.netns = s->ns->name, .ns = space, .config = config, .now = now,
		.before = before && before->id == now->id ? before : NULL,
		.peer_port = WHY_NONE, .peer_netns = "", .peer_dev = "",
	};
}

static void find_peer(struct why_fabric *f, struct why_port *port)
{
	struct end peer;
	size_t i;

	port->peer = find_end(&f->all, f->spaces[port->ns].ns, port->now->ifindex, &peer);
	if (port->peer != WHY_PEER_DEVICE)
		return;
	port->peer_netns = peer.ns->name;
	port->peer_dev = peer.dev->name;
	for (i = 0; peer.port && i < f->n; i++)
		if (f->ports[i].config == peer.port) {
			port->peer = WHY_PEER_PORT;
			port->peer_port = i;
		}
}

static void make_ports(struct why_fabric *f)
{
	size_t i, j;

	for (i = 0; i < f->n_spaces; i++)
		for (j = 0; j < f->spaces[i].now.n; j++)
			add_port(f, i, j);
	for (i = 0; i < f->n; i++)
		if (takes_part(f->ports[i].now))
			find_peer(f, &f->ports[i]);
}

/* Checks that PFC or PAUSE can affect the priorities that the user has named */
static int check_prios(struct ctx *ctx, const struct port *port, uint8_t prios)
{
	unsigned int prio;

	if (prios == 0xff || port->flow_control == PFC_FLOW_CONTROL_PAUSE)
		return STATUS_OK;
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++) {
		const char number[] = { '0' + prio, '\0' };

		if (prios >> prio & 1 && !port->prio_pfc_tx[prio] && !port->prio_pfc_rx[prio])
			return fail(fixed_by(ctx, "pfcctl pfc set dev $1 prio-pfc $2:on",
					     port->name, number),
				    "%s: PFC is off for priority %u", port->name, prio);
	}
	return STATUS_OK;
}

/* Marks the ports and priorities that the user asks about */
static int mark_asked(struct ctx *ctx, const struct why_question *q, struct why_fabric *f)
{
	struct names names = { 0 };
	int err = STATUS_OK;
	size_t i;

	if (q->dev && !q->lenient)
		err = names_of_ports(ctx, q->dev, &f->all.home.ports, &names);
	for (i = 0; !err && i < f->n && !f->ports[i].ns; i++) {
		const char *name = f->ports[i].config->name;

		if (q->dev && !names_have(&names, name) &&
		    !(q->lenient && select_has(q->dev, name)))
			continue;
		f->ports[i].asked = q->prios;
		if (q->dev && !q->past)
			err = check_prios(ctx, f->ports[i].config, q->prios);
	}
	free(names.list);
	return err;
}

/*
 * Read the ports of the namespace, and all ports that their pauses lead to, and analyse them.
 * @question: what the user asks
 * @fabric: result; the caller frees it with why_fabric_free(), also after an error
 *
 * Waits for the interval between two readings, unless the question is about the past, or no port of
 * the namespace is paused or sends XOFF.
 * Return: an exit status.
 */
int why_read(struct ctx *ctx, const struct why_question *question, struct why_fabric *fabric)
{
	const char *dev = question->dev;
	int err;

	memset(fabric, 0, sizeof(*fabric));
	fabric->parts = question->past ? WAITS_PAUSES | WAITS_RECORDERS : WAITS_PAUSES;
	err = netnses_load(ctx, question->past ? PORT_CONFIG :
			   PORT_CONFIG | PORT_WATCH | PORT_IMPAIR, &fabric->all);
	if (!err && dev && !question->lenient && !select_is_set(ctx, dev) &&
	    !device_named(&fabric->all.home.devices, dev))
		err = fail_no_device(ctx, dev);
	if (!err)
		err = add_space(fabric, &fabric->all.home);
	if (!err && follow(fabric) && !question->past)
		err = read_again(fabric, question->interval);
	if (err)
		return err;
	make_ports(fabric);
	err = mark_asked(ctx, question, fabric);
	if (!err && question->past)
		why_past(fabric->ports, fabric->n, question->time ?:
			 why_past_last(fabric->ports, fabric->n), &fabric->why);
	else if (!err)
		why_analyse(fabric->ports, fabric->n, &fabric->why);
	return err;
}

/* Free what why_read() has read */
void why_fabric_free(struct why_fabric *fabric)
{
	size_t i;

	why_free(&fabric->why);
	for (i = 0; i < fabric->n_spaces; i++) {
		waits_free(&fabric->spaces[i].before);
		waits_free(&fabric->spaces[i].now);
	}
	free(fabric->spaces);
	free(fabric->ports);
	netnses_free(&fabric->all);
}
