// SPDX-License-Identifier: GPL-2.0-only
/*
 * Network namespaces that the user names, that change during a test, or that send frames.
 */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include "fix.h"
#include "nic.h"

/* Open a socket in a namespace, as socket().  Return: the socket or a negative error */
int netns_socket(const struct netnses *all, const struct netns *ns, int domain, int type,
		 int protocol)
{
	int fd;

	if (!netns_enter(ns))
		return -errno;
	fd = socket(domain, type | SOCK_CLOEXEC, protocol);
	if (fd < 0)
		fd = -errno;
	if (ns != &all->home)
		netns_leave(all);
	return fd;
}

static int reload(struct netns *ns, unsigned int parts)
{
	int err;

	devices_free(&ns->before);
	ns->before = ns->devices;
	ports_free(&ns->ports);
	memset(&ns->devices, 0, sizeof(ns->devices));
	err = ports_load(ns->ctx, NULL, parts, &ns->ports);
	return err ? err : devices_load(ns->ctx, &ns->devices);
}

/* Read all devices and ports again; all pointers to them become invalid.  Return: an exit status */
int netnses_reload(struct netnses *all, unsigned int parts)
{
	size_t i;

	for (i = 0; i < all->n; i++)
		if (all->list[i]->readable)
			all->list[i]->readable = !reload(all->list[i], parts);
	return reload(&all->home, parts);
}

/* Read a namespace given by the user.  Return: the namespace, or NULL after an error message */
struct netns *netns_by_name(struct netnses *all, const char *name)
{
	struct ctx *ctx = all->home.ctx;
	struct netns_file *file = netns_file_add(all, name);
	struct netns *ns;

	if (!file) {
		fail_netns(ctx, name);
		return NULL;
	}
	ns = netns_read(all, file);
	if (!ns)
		fail(ctx, "network namespace '%s': cannot be read, needs CAP_SYS_ADMIN", name);
	return ns;
}
