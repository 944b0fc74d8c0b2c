// SPDX-License-Identifier: GPL-2.0-only
/*
 * The other end of a veth, which may be in another network namespace.
 *
 * A socket keeps the namespace in which it was opened, so the tool enters a namespace only to open
 * sockets.
 */
#include <errno.h>
#include <linux/netlink.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fix.h"
#include "netns.h"
#include "peer.h"

/* ---- namespaces --------------------------------------------------------- */

/* Enter a namespace.  Return: whether the tool is in the namespace */
bool netns_enter(const struct netns *ns)
{
	return ns->ctx != &ns->own_ctx || !setns(ns->fd, CLONE_NEWNET);
}

/* Go back to the namespace of the tool */
void netns_leave(const struct netnses *all)
{
	netns_return(all->home.ctx, all->home.fd);
}

static bool open_sockets(const struct netnses *all, struct netns *ns)
{
	bool ok;

	if (!netns_enter(ns))
		return false;
	ok = !nl_open(ns->ctx, NETLINK_ROUTE, &ns->ctx->rtnl) && !genl_open(ns->ctx);
	netns_leave(all);
	return ok;
}

static void netns_free(struct netns *ns)
{
	ports_free(&ns->ports);
	devices_free(&ns->devices);
	devices_free(&ns->before);
	free(ns->ids);
	if (ns->ctx != &ns->own_ctx)
		return;
	nl_close(ns->ctx);
	if (ns->ctx->err)
		fclose(ns->ctx->err);
	free(ns);
}

/*
 * Read the devices and ports of a namespace.
 *
 * A namespace that cannot be read stays in the list without devices and ports, so that the tool
 * tries to read it only once.
 * Return: the namespace or NULL.
 */
struct netns *netns_read(struct netnses *all, struct netns_file *file)
{
	struct netns *ns;

	if (file->ns)
		return file->ns->readable ? file->ns : NULL;
	ns = list_new(1, sizeof(*ns));
	*(struct netns **)list_add(&all->list, &all->n, sizeof(ns)) = ns;
	file->ns = ns;
	ns->fd = file->fd;
	ns->ctx = &ns->own_ctx;
	ns->ctx->err = fopen("/dev/null", "we");
	snprintf(ns->name, sizeof(ns->name), "%s", file->name);
	/* Without a file of its own namespace, the tool could not go back to it */
	ns->readable = all->home.fd >= 0 && ns->ctx->err && open_sockets(all, ns) &&
		       !devices_load(ns->ctx, &ns->devices) &&
		       !ports_load(ns->ctx, NULL, all->parts, &ns->ports);
	return ns->readable ? ns : NULL;
}

/*
 * Read the devices and these parts of the ports of the namespace of the tool.
 * @all: result; the caller frees it with netnses_free(), also after an error
 * Return: an exit status.
 */
int netnses_load(struct ctx *ctx, unsigned int parts, struct netnses *all)
{
	int err;

	netns_raise_limit();
	*all = (struct netnses){ .parts = parts, .home = { .ctx = ctx, .readable = true } };
	snprintf(all->home.name, sizeof(all->home.name), "%s", ctx->netns ? ctx->netns : "");
	all->home.fd = netns_open_own();
	err = ports_load(ctx, NULL, parts, &all->home.ports);
	return err ? err : devices_load(ctx, &all->home.devices);
}

/* Free all namespaces */
void netnses_free(struct netnses *all)
{
	size_t i;

	for (i = 0; i < all->n; i++)
		netns_free(all->list[i]);
	free(all->list);
	netns_free(&all->home);
	netns_files_free(all);
	if (all->home.ctx && all->home.fd >= 0)
		close(all->home.fd);
	memset(all, 0, sizeof(*all));
}

/* ---- ends of a link ----------------------------------------------------- */

/* Return: the port of a device, or NULL */
const struct port *port_find(const struct ports *ports, uint32_t ifindex)
{
	size_t i;

	for (i = 0; i < ports->n; i++)
		if (ports->list[i].ifindex == ifindex)
			return &ports->list[i];
	return NULL;
}

/* Return: a device, or NULL, as one end of a link */
struct end end_of(struct netns *ns, const struct device *dev)
{
	if (!ns || !dev)
		return (struct end){ 0 };
	return (struct end){ ns, dev, port_find(&ns->ports, dev->ifindex) };
}

/*
 * Return: the other end of a veth; all members are NULL if it is not one or its peer is not found.
 */
struct end peer_of(struct netnses *all, const struct end *end)
{
	const struct device *dev = end->dev;
	struct netns *ns = end->ns;

	if (!dev || strcmp(dev->kind, "veth") || !dev->link)
		return (struct end){ 0 };
	if (dev->netnsid != NETNSID_NONE)
		ns = netns_by_nsid(all, end->ns, dev->netnsid);
	return end_of(ns, ns ? device_find(&ns->devices, dev->link) : NULL);
}
