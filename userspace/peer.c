// SPDX-License-Identifier: GPL-2.0-only
/*
 * The other end of a veth, which may be in another network namespace.
 *
 * rtnetlink identifies the namespace of the other end by an nsid.  The tool searches /run/netns
 * and the namespaces of all processes for the namespace with this nsid.  A socket keeps the
 * namespace in which it was opened, so the tool enters a namespace only to open sockets.
 */
#include <ctype.h>
#include <errno.h>
#include <linux/net_namespace.h>
#include <linux/rtnetlink.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include "netns.h"
#include "peer.h"

/* ---- namespaces --------------------------------------------------------- */

/**
 * netns_enter() - enter a namespace
 * @ns: the namespace
 *
 * Return: whether the tool is in the namespace.
 */
bool netns_enter(const struct netns *ns)
{
	return ns->ctx != &ns->own_ctx || !setns(ns->fd, CLONE_NEWNET);
}

/**
 * netns_leave() - go back to the namespace of the tool
 * @all: the namespaces
 */
void netns_leave(const struct netnses *all)
{
	netns_return(all->home.ctx, all->home.fd);
}

/**
 * netns_socket() - open a socket in a namespace
 * @all: the namespaces
 * @ns: the namespace
 * @domain: as for socket()
 * @type: as for socket()
 * @protocol: as for socket()
 *
 * Return: the socket or a negative error.
 */
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
	if (ns->fd >= 0)
		close(ns->fd);
	if (ns->ctx != &ns->own_ctx)
		return;
	nl_close(ns->ctx);
	if (ns->ctx->err)
		fclose(ns->ctx->err);
	free(ns);
}

/*
 * A namespace that cannot be read stays in the list without devices and ports, so that the
 * tool tries to read it only once.
 */
static struct netns *netns_add(struct netnses *all, int fd, const char *name, int nsid)
{
	struct netns *ns = calloc(1, sizeof(*ns)), **list;

	if (!ns) {
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	ns->nsid = nsid;
	ns->fd = fd;
	ns->ctx = &ns->own_ctx;
	ns->ctx->err = fopen("/dev/null", "we");
	snprintf(ns->name, sizeof(ns->name), "%s", name);
	list = realloc(all->list, (all->n + 1) * sizeof(*list));
	if (!list) {
		netns_free(ns);
		return NULL;
	}
	all->list = list;
	all->list[all->n++] = ns;
	ns->readable = fd >= 0 && ns->ctx->err && open_sockets(all, ns) &&
		       !devices_load(ns->ctx, &ns->devices) &&
		       !ports_load(ns->ctx, NULL, PORT_CONFIG | PORT_STATS, &ns->ports);
	return ns->readable ? ns : NULL;
}

/**
 * netnses_load() - read the devices and ports of the namespace of the tool
 * @ctx: the context
 * @parts: parts of ports to read
 * @all: result; the caller frees it with netnses_free(), also after an error
 *
 * Return: an exit status.
 */
int netnses_load(struct ctx *ctx, unsigned int parts, struct netnses *all)
{
	int err;

	memset(all, 0, sizeof(*all));
	all->home.nsid = NETNSID_NONE;
	all->home.ctx = ctx;
	snprintf(all->home.name, sizeof(all->home.name), "%s", ctx->netns ? ctx->netns : "");
	all->home.fd = netns_open_own();
	err = ports_load(ctx, NULL, parts, &all->home.ports);
	return err ? err : devices_load(ctx, &all->home.devices);
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

/**
 * netnses_reload() - read all devices and ports again
 * @all: the namespaces
 * @parts: parts of ports to read
 *
 * Invalidates all pointers to devices and ports.
 *
 * Return: an exit status.
 */
int netnses_reload(struct netnses *all, unsigned int parts)
{
	size_t i;

	for (i = 0; i < all->n; i++)
		if (all->list[i]->readable)
			all->list[i]->readable = !reload(all->list[i], parts);
	return reload(&all->home, parts);
}

/**
 * netnses_free() - free all namespaces
 * @all: the namespaces
 */
void netnses_free(struct netnses *all)
{
	size_t i;

	for (i = 0; i < all->n; i++)
		netns_free(all->list[i]);
	free(all->list);
	netns_free(&all->home);
	memset(all, 0, sizeof(*all));
}

/* ---- search for a namespace --------------------------------------------- */

static int read_nsid(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct rtgenmsg))
		if (mnl_attr_get_type(attr) == NETNSA_NSID &&
		    mnl_attr_validate(attr, MNL_TYPE_U32) >= 0)
			*(int *)data = mnl_attr_get_u32(attr);
	return 0;
}

/* Return: the nsid that the tool's namespace uses for the namespace @fd, or %NETNSID_NONE */
static int nsid_of(struct ctx *ctx, int fd)
{
	struct message msg;
	int nsid = NETNSID_NONE;
	struct rtgenmsg *gen;

	mnl_nlmsg_put_header(msg.buf);
	msg.hdr.nlmsg_type = RTM_GETNSID;
	msg.hdr.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK;
	gen = mnl_nlmsg_put_extra_header(&msg.hdr, sizeof(*gen));
	gen->rtgen_family = AF_UNSPEC;
	mnl_attr_put_u32(&msg.hdr, NETNSA_FD, fd);
	return nl_talk(ctx, ctx->rtnl, &msg.hdr, read_nsid, &nsid) ? NETNSID_NONE : nsid;
}

/* Return: a file descriptor if the namespace @name has this nsid, otherwise -1 */
static int open_nsid(struct ctx *ctx, const char *name, int nsid)
{
	int fd = netns_open(name);

	if (fd >= 0 && nsid_of(ctx, fd) != nsid) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static int find_named(struct ctx *ctx, int nsid, char *name, size_t size)
{
	struct dirent **names;
	int n = netns_names(&names), fd = -1, i;

	if (n < 0)
		return -1;
	for (i = 0; i < n; i++) {
		if (fd < 0) {
			fd = open_nsid(ctx, names[i]->d_name, nsid);
			snprintf(name, size, "%s", names[i]->d_name);
		}
		free(names[i]);
	}
	free(names);
	return fd;
}

/* Finds a process in namespace @nsid; tests successive processes of one namespace only once */
static int find_process(struct ctx *ctx, int nsid, char *name, size_t size)
{
	DIR *dir = opendir("/proc");
	const struct dirent *entry;
	struct stat info;
	ino_t last = 0;
	int fd = -1;

	while (dir && fd < 0 && (entry = readdir(dir))) {
		if (!isdigit((unsigned char)*entry->d_name))
			continue;
		snprintf(name, size, "/proc/%.16s/ns/net", entry->d_name);
		if (stat(name, &info) || info.st_ino == last)
			continue;
		last = info.st_ino;
		fd = open_nsid(ctx, name, nsid);
	}
	if (dir)
		closedir(dir);
	return fd;
}

static struct netns *netns_by_nsid(struct netnses *all, int nsid)
{
	struct ctx *ctx = all->home.ctx;
	char name[NETNS_NAME_LEN] = "";
	size_t i;
	int fd;

	for (i = 0; i < all->n; i++)
		if (all->list[i]->nsid == nsid)
			return all->list[i]->readable ? all->list[i] : NULL;
	fd = find_named(ctx, nsid, name, sizeof(name));
	if (fd < 0)
		fd = find_process(ctx, nsid, name, sizeof(name));
	return netns_add(all, fd, name, nsid);
}

/**
 * netns_by_name() - read a namespace given by the user
 * @all: the namespaces
 * @name: name or path of the namespace
 *
 * Return: the namespace, or NULL after an error message.
 */
struct netns *netns_by_name(struct netnses *all, const char *name)
{
	struct ctx *ctx = all->home.ctx;
	int fd = netns_open(name);
	struct netns *ns;

	if (fd < 0) {
		fail(ctx, "network namespace '%s': %s", name,
		     errno == ENOENT ? "does not exist" : strerror(errno));
		return NULL;
	}
	ns = netns_add(all, fd, name, nsid_of(ctx, fd));
	if (!ns)
		fail(ctx, "network namespace '%s': cannot be read, needs CAP_SYS_ADMIN", name);
	return ns;
}

/* ---- ends of a link ----------------------------------------------------- */

/**
 * port_find() - find the port of a device
 * @ports: ports of the namespace of the device
 * @ifindex: ifindex of the device
 *
 * Return: the port or NULL.
 */
const struct port *port_find(const struct ports *ports, uint32_t ifindex)
{
	size_t i;

	for (i = 0; i < ports->n; i++)
		if (ports->list[i].ifindex == ifindex)
			return &ports->list[i];
	return NULL;
}

/**
 * end_of() - describe a device as one end of a link
 * @ns: namespace of the device
 * @dev: the device; NULL: not known
 *
 * Return: the end.
 */
struct end end_of(struct netns *ns, const struct device *dev)
{
	if (!ns || !dev)
		return (struct end){ 0 };
	return (struct end){ ns, dev, port_find(&ns->ports, dev->ifindex) };
}

/**
 * peer_of() - get the other end of a veth
 * @all: the namespaces
 * @end: an end in the namespace of the tool
 *
 * Return: the other end; all members are NULL if the device is not a veth or its peer is
 * not found.
 */
struct end peer_of(struct netnses *all, const struct end *end)
{
	const struct device *dev = end->dev;
	struct netns *ns = &all->home;

	if (!dev || strcmp(dev->kind, "veth") || !dev->link)
		return (struct end){ 0 };
	if (dev->netnsid != NETNSID_NONE)
		ns = netns_by_nsid(all, dev->netnsid);
	return end_of(ns, ns ? device_find(&ns->devices, dev->link) : NULL);
}
