// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the ports for pfcctl why, and follows pauses over veths into other namespaces.
 *
 * The tool follows a veth only if one of its ends is paused or sends XOFF, or has done so a moment
 * ago.  So it reads a namespace without pauses only if a port of it takes part in a pause.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include "fix.h"
#include "select.h"
#include "why_read.h"

/* ---- namespaces --------------------------------------------------------- */

static struct why_space *space_of(const struct why_fabric *f, const struct netns *ns)
{
	size_t i;

	for (i = 0; i < f->n_spaces; i++)
		if (f->spaces[i].ns == ns)
			return &f->spaces[i];
	return NULL;
}

/* Adds a namespace and reads its ports.  Return: an exit status */
static int add_space(struct why_fabric *f, struct netns *ns)
{
	struct why_space *space = list_add(&f->spaces, &f->n_spaces, sizeof(*space));

	if (!space)
		return fail(f->all.home.ctx, "out of memory");
	space->ns = ns;
	return waits_load(ns->ctx, &space->now);
}

static struct end end_of_port(struct netns *ns, uint32_t ifindex)
{
	return end_of(ns, device_find(&ns->devices, ifindex));
}

/* Reads the namespaces of the peers of a namespace.  Return: an exit status */
static int follow(struct why_fabric *f, size_t space)
{
	struct netns *ns = f->spaces[space].ns;
	size_t i;

	for (i = 0; i < f->spaces[space].now.n; i++) {
		const struct wait_port *port = &f->spaces[space].now.list[i];
		struct end end, peer;

		if (!why_recent(port))
			continue;
		end = end_of_port(ns, port->ifindex);
		peer = peer_of(&f->all, &end);
		/* A namespace that disappears at this moment counts as not readable */
		if (peer.ns && !space_of(f, peer.ns) && add_space(f, peer.ns))
			peer.ns->readable = false;
	}
	return STATUS_OK;
}

static int follow_all(struct why_fabric *f)
{
	size_t i;
	int err = STATUS_OK;

	for (i = 0; !err && i < f->n_spaces; i++)
		err = follow(f, i);
	return err;
}

static bool is_idle(const struct waits *waits)
{
	size_t i;

	for (i = 0; i < waits->n; i++)
		if (why_recent(&waits->list[i]))
			return false;
	return true;
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
		err = waits_load(space->ns->ctx, &space->now);
		if (err && !i)
			return err;
	}
	return follow_all(f);
}

/* ---- ports -------------------------------------------------------------- */

static const struct wait_port *find_port(const struct waits *waits, size_t hint, uint32_t ifindex)
{
	size_t i;

	if (hint < waits->n && waits->list[hint].ifindex == ifindex)
		return &waits->list[hint];
	for (i = 0; i < waits->n; i++)
		if (waits->list[i].ifindex == ifindex)
			return &waits->list[i];
	return NULL;
}

static void add_port(struct why_fabric *f, size_t space, size_t i)
{
	const struct why_space *s = &f->spaces[space];
	const struct wait_port *now = &s->now.list[i];
	const struct wait_port *before = find_port(&s->before, i, now->ifindex);
	const struct port *config = port_find(&s->ns->ports, now->ifindex);

	/* The port was added after its settings were read */
	if (!config)
		return;
	f->ports[f->n++] = (struct why_port){
		.netns = s->ns->name, .ns = space, .config = config, .now = now,
		.before = before && before->id == now->id ? before : NULL,
		.peer_netns = "", .peer_dev = "",
	};
}

/* Return: the index of the port at an end, or %WHY_NONE */
static uint32_t index_of(const struct why_fabric *f, const struct end *end)
{
	size_t i;

	for (i = 0; end->port && i < f->n; i++)
		if (f->ports[i].config == end->port)
			return i;
	return WHY_NONE;
}

/*
 * Find the other end of the link of a port.
 * @peer: result, valid if the return value is %WHY_PEER_DEVICE
 * Return: %WHY_PEER_DEVICE also if the other end is a port.
 */
enum why_peer why_peer(struct netnses *all, struct netns *ns, uint32_t ifindex, struct end *peer)
{
	const struct end end = end_of_port(ns, ifindex);

	if (!end.dev || strcmp(end.dev->kind, "veth"))
		return WHY_PEER_OUTSIDE;
	*peer = peer_of(all, &end);
	return peer->dev && peer->ns->readable ? WHY_PEER_DEVICE : WHY_PEER_UNREAD;
}

static void find_peer(struct why_fabric *f, struct why_port *port)
{
	struct end peer;

	port->peer = why_peer(&f->all, f->spaces[port->ns].ns, port->now->ifindex, &peer);
	if (port->peer != WHY_PEER_DEVICE)
		return;
	port->peer_netns = peer.ns->name;
	port->peer_dev = peer.dev->name;
	port->peer_port = index_of(f, &peer);
	port->peer = port->peer_port == WHY_NONE ? WHY_PEER_DEVICE : WHY_PEER_PORT;
}

static int make_ports(struct why_fabric *f)
{
	size_t i, j, n = 0;

	for (i = 0; i < f->n_spaces; i++)
		n += f->spaces[i].now.n;
	f->ports = calloc(n + 1, sizeof(*f->ports));
	if (!f->ports)
		return fail(f->all.home.ctx, "out of memory");
	for (i = 0; i < f->n_spaces; i++)
		for (j = 0; j < f->spaces[i].now.n; j++)
			add_port(f, i, j);
	for (i = 0; i < f->n; i++)
		if (why_recent(f->ports[i].now))
			find_peer(f, &f->ports[i]);
	return STATUS_OK;
}

/* Checks that PFC or PAUSE can affect a priority that the user has named */
static int fail_pfc_off(struct ctx *ctx, const char *dev, unsigned int prio)
{
	const char number[] = { '0' + prio, '\0' };

	return fail(fixed_by(ctx, "pfcctl pfc set dev $1 prio-pfc $2:on", dev, number),
		    "%s: PFC is off for priority %u", dev, prio);
}

static int check_prios(struct ctx *ctx, const struct port *port, uint8_t prios)
{
	unsigned int prio;

	if (prios == 0xff || port->flow_control == PFC_FLOW_CONTROL_PAUSE)
		return STATUS_OK;
	for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
		if (prios >> prio & 1 && !port->prio_pfc_tx[prio] && !port->prio_pfc_rx[prio])
			return fail_pfc_off(ctx, port->name, prio);
	return STATUS_OK;
}

/* Marks the ports and priorities that the user asks about */
static int mark_asked(struct ctx *ctx, const struct why_question *q, struct why_fabric *f)
{
	struct names names = { 0 };
	int err = STATUS_OK;
	size_t i;

	if (q->dev)
		err = names_of_ports(ctx, q->dev, &f->all.home.ports, &names);
	for (i = 0; !err && i < f->n && !f->ports[i].ns; i++) {
		if (q->dev && !names_have(&names, f->ports[i].config->name))
			continue;
		f->ports[i].asked = q->prios;
		if (q->dev)
			err = check_prios(ctx, f->ports[i].config, q->prios);
	}
	free(names.list);
	return err;
}

/*
 * Report a device that does not exist.
 * @dev: a device, a list or a pattern, or NULL
 * Return: an exit status.
 */
int why_check_dev(struct ctx *ctx, const char *dev, const struct netnses *all)
{
	if (!dev || select_is_set(ctx, dev) || device_named(&all->home.devices, dev))
		return STATUS_OK;
	return fail_no_device(ctx, dev);
}

/*
 * Read the ports of the namespace, and all ports that their pauses lead to.
 * @question: what the user asks
 * @fabric: result; the caller frees it with why_fabric_free(), also after an error
 *
 * Waits for the interval between two readings, unless no port of the namespace is paused or sends
 * XOFF.
 * Return: an exit status.
 */
int why_read(struct ctx *ctx, const struct why_question *question, struct why_fabric *fabric)
{
	int err;

	memset(fabric, 0, sizeof(*fabric));
	netns_raise_limit();
	err = netnses_load(ctx, PORT_CONFIG | PORT_WATCH | PORT_IMPAIR, &fabric->all);
	if (!err)
		err = why_check_dev(ctx, question->dev, &fabric->all);
	if (!err)
		err = add_space(fabric, &fabric->all.home);
	if (!err && !is_idle(&fabric->spaces->now)) {
		err = follow_all(fabric);
		if (!err)
			err = read_again(fabric, question->interval);
	}
	if (!err)
		err = make_ports(fabric);
	if (!err)
		err = mark_asked(ctx, question, fabric);
	return err;
}

/**
 * why_fabric_free() - free what why_read() has read
 * @fabric: the result of why_read()
 */
void why_fabric_free(struct why_fabric *fabric)
{
	size_t i;

	for (i = 0; i < fabric->n_spaces; i++) {
		waits_free(&fabric->spaces[i].before);
		waits_free(&fabric->spaces[i].now);
	}
	free(fabric->spaces);
	free(fabric->ports);
	netnses_free(&fabric->all);
}
