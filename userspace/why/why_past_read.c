// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the flight recorders for pfcctl why at, and follows veths into other namespaces.
 */
#include <stdlib.h>
#include <string.h>
#include "select.h"
#include "why_past_read.h"
#include "why_read.h"

static bool is_read(const struct past_fabric *f, const struct netns *ns)
{
	size_t i;

	for (i = 0; i < f->n_spaces; i++)
		if (f->spaces[i].ns == ns)
			return true;
	return false;
}

/* Adds a namespace and reads its flight recorders.  Return: an exit status */
static int add_space(struct past_fabric *f, struct netns *ns)
{
	struct past_space *space = list_add(&f->spaces, &f->n_spaces, sizeof(*space));
	int err;

	if (!space)
		return fail(f->all.home.ctx, "out of memory");
	space->ns = ns;
	err = records_load(ns->ctx, &space->records);
	return err ? err : waits_load(ns->ctx, &space->waits);
}

/* Reads the namespaces of the peers of ports with transitions */
static void follow(struct past_fabric *f, size_t space)
{
	struct netns *ns = f->spaces[space].ns;
	struct end peer;
	size_t i;

	for (i = 0; i < f->spaces[space].records.n; i++) {
		const struct record_port *port = &f->spaces[space].records.list[i];

		if (!port->n || why_peer(&f->all, ns, port->ifindex, &peer) != WHY_PEER_DEVICE)
			continue;
		/* A namespace that disappears at this moment counts as not readable */
		if (!is_read(f, peer.ns) && add_space(f, peer.ns))
			peer.ns->readable = false;
	}
}

/* ---- ports -------------------------------------------------------------- */

/* Return: the present pauses of a port, or NULL if it was added after they were read */
static const struct wait_port *wait_of(const struct waits *waits, const struct record_port *port)
{
	size_t i;

	for (i = 0; i < waits->n; i++)
		if (waits->list[i].ifindex == port->ifindex && waits->list[i].id == port->id)
			return &waits->list[i];
	return NULL;
}

static bool add_port(struct past_fabric *f, size_t space, const struct record_port *record)
{
	const struct past_space *s = &f->spaces[space];
	struct past_port *port = &f->ports[f->n++];

	*port = (struct past_port){
		.netns = s->ns->name, .ns = space, .record = record,
		.peer_port = WHY_NONE, .peer_netns = "", .peer_dev = "",
	};
	return pasts_find(record, wait_of(&s->waits, record), &port->pasts);
}

static uint32_t index_of(const struct past_fabric *f, const struct end *end)
{
	size_t i;

	for (i = 0; end->port && i < f->n; i++)
		if (f->spaces[f->ports[i].ns].ns == end->ns &&
		    f->ports[i].record->ifindex == end->port->ifindex)
			return i;
	return WHY_NONE;
}

static void find_peer(struct past_fabric *f, struct past_port *port)
{
	struct end peer;

	port->peer = why_peer(&f->all, f->spaces[port->ns].ns, port->record->ifindex, &peer);
	if (port->peer != WHY_PEER_DEVICE)
		return;
	port->peer_netns = peer.ns->name;
	port->peer_dev = peer.dev->name;
	port->peer_port = index_of(f, &peer);
	if (port->peer_port != WHY_NONE)
		port->peer = WHY_PEER_PORT;
}

static int make_ports(struct past_fabric *f)
{
	size_t i, j, n = 0;

	for (i = 0; i < f->n_spaces; i++)
		n += f->spaces[i].records.n;
	f->ports = calloc(n + 1, sizeof(*f->ports));
	if (!f->ports)
		return fail(f->all.home.ctx, "out of memory");
	for (i = 0; i < f->n_spaces; i++)
		for (j = 0; j < f->spaces[i].records.n; j++)
			if (!add_port(f, i, &f->spaces[i].records.list[j]))
				return fail(f->all.home.ctx, "out of memory");
	for (i = 0; i < f->n; i++)
		if (f->ports[i].record->n)
			find_peer(f, &f->ports[i]);
	return STATUS_OK;
}

/* Marks the ports and priorities that the user asks about */
static int mark_asked(struct ctx *ctx, const char *dev, uint8_t prios, struct past_fabric *f)
{
	struct names names = { 0 };
	int err = STATUS_OK;
	size_t i;

	if (dev)
		err = names_of_ports(ctx, dev, &f->all.home.ports, &names);
	for (i = 0; !err && i < f->n && !f->ports[i].ns; i++)
		if (!dev || names_have(&names, f->ports[i].record->name))
			f->ports[i].asked = prios;
	free(names.list);
	return err;
}

/*
 * Read the flight recorders of the namespace, and those that they lead to.
 * @dev: a device, a list or a pattern; NULL: all ports of the namespace
 * @prios: bit mask of the priorities that the user asks about
 * @fabric: result; the caller frees it with past_fabric_free(), also after an error
 * Return: an exit status.
 */
int past_read(struct ctx *ctx, const char *dev, uint8_t prios, struct past_fabric *fabric)
{
	size_t i;
	int err;

	memset(fabric, 0, sizeof(*fabric));
	netns_raise_limit();
	err = netnses_load(ctx, PORT_CONFIG, &fabric->all);
	if (!err)
		err = why_check_dev(ctx, dev, &fabric->all);
	if (!err)
		err = add_space(fabric, &fabric->all.home);
	for (i = 0; !err && i < fabric->n_spaces; i++)
		follow(fabric, i);
	if (!err)
		err = make_ports(fabric);
	if (!err)
		err = mark_asked(ctx, dev, prios, fabric);
	return err;
}

/**
 * past_fabric_free() - free what past_read() has read
 * @fabric: the result of past_read()
 */
void past_fabric_free(struct past_fabric *fabric)
{
	size_t i;

	for (i = 0; i < fabric->n; i++)
		pasts_free(&fabric->ports[i].pasts);
	for (i = 0; i < fabric->n_spaces; i++) {
		records_free(&fabric->spaces[i].records);
		waits_free(&fabric->spaces[i].waits);
	}
	free(fabric->ports);
	free(fabric->spaces);
	netnses_free(&fabric->all);
}
