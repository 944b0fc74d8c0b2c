// SPDX-License-Identifier: GPL-2.0-only
/*
 * The APP, trust and rewriting operations of the DCB netlink interface.
 *
 * The configuration of the port has the entries.  The kernel has one table of the APP entries of
 * all devices, from which it composes messages, and a second one of rewriting entries.  For each
 * index of a device, they have the entries of one port, the resident port; those of another one
 * replace them while the kernel composes a message about it.  No event about such a replacement,
 * and none about a port outside of the initial namespace, may reach other drivers.  See "Two doors
 * to one configuration" in architecture.rst.
 */
#include <linux/limits.h>
#include <linux/preempt.h>
#include <linux/rtnetlink.h>
#include <net/dcbevent.h>
#include <net/net_namespace.h>
#include "change.h"
#include "core/app.h"
#include "port.h"

static_assert(PFC_APP_MAX >= 2 * PFC_APP_KEYS);
static_assert(PFC_APP_PORTS_MAX >= 2 * PFC_APP_PORT_KEYS);
static_assert(PFC_ETHTYPES_MAX == 8 && PFC_APP_PORT_KEYS == 16 &&
	      PFC_APP_PORTS_MAX == 32 && PFC_APP_MAX == 168 && PFC_REWR_MAX == 64,
	      "the reasons of refusals name these numbers");

static_assert(PFC_APP_ETHTYPE == IEEE_8021QAZ_APP_SEL_ETHERTYPE);
static_assert(PFC_APP_STREAM == IEEE_8021QAZ_APP_SEL_STREAM);
static_assert(PFC_APP_DGRAM == IEEE_8021QAZ_APP_SEL_DGRAM);
static_assert(PFC_APP_ANY == IEEE_8021QAZ_APP_SEL_ANY);
static_assert(PFC_APP_DSCP == IEEE_8021QAZ_APP_SEL_DSCP);

#ifdef PFC_HAS_dcbnl_setapptrust
static_assert(PFC_APP_PCP == DCB_APP_SEL_PCP);
#endif

/* Size of the text of pfc_dcb_is_shared() */
#define PFC_DCB_SHARED_TEXT	(IFNAMSIZ + 112)

/*
 * True if the device of another driver answers DCB requests and has the index of @dev.  @text then
 * names that device, and its namespace as /proc/PID/ns/net does.
 */
static bool pfc_dcb_is_shared(const struct net_device *dev, char *text)
{
	const struct net_device *other;
	bool shared = false;
	struct net *net;

	rcu_read_lock();
	for_each_net_rcu(net) {
		other = dev_get_by_index_rcu(net, dev->ifindex);
		if (!other || !other->dcbnl_ops || pfc_dcb_is_port(other))
			continue;
		scnprintf(text, PFC_DCB_SHARED_TEXT,
			  "app and rewr: device %s in namespace net:[%u] has DCB and the same index, dcb shows its entries",
			  other->name, net->ns.inum);
		shared = true;
	}
	rcu_read_unlock();
	return shared;
}

/* The tables of the kernel: functions that add and delete an entry of a device */
static const struct {
	int	(*add)(struct net_device *dev, struct dcb_app *entry);
	int	(*del)(struct net_device *dev, struct dcb_app *entry);
} pfc_dcb_tables[] = {
	[PFC_APP_TABLE] = { dcb_ieee_setapp, dcb_ieee_delapp },
#ifdef PFC_HAS_dcbnl_setrewr
	[PFC_REWR_TABLE] = { dcb_setrewr, dcb_delrewr },
#endif
};

/*
 * Walk of the entries of @dev that are written to a table
 * @write: adds or deletes an entry
 * @except: the walk skips the entries of this configuration; NULL: none
 * @failed: set if memory was exhausted
 */
struct pfc_dcb_walk {
	struct net_device	*dev;
	enum pfc_app_table	table;
	int			(*write)(struct net_device *dev, struct dcb_app *entry);
	const struct pfc_config	*except;
	bool			failed;
};

/* The task that changes the table without events for other drivers, or NULL */
static struct task_struct *pfc_dcb_quiet;

/* The port whose entries replace those of the resident port, or NULL; protected by RTNL */
static struct pfc_port *pfc_dcb_guest;

/* An interrupt in that task may report an entry of another driver's device */
static int pfc_dcb_event(struct notifier_block *nb, unsigned long event, void *data)
{
	return in_task() && READ_ONCE(pfc_dcb_quiet) == current ? NOTIFY_STOP : NOTIFY_DONE;
}

static struct notifier_block pfc_dcb_notifier = {
	.notifier_call = pfc_dcb_event,
	.priority = INT_MAX,
};

/* Begin to end events about the entries of ports */
void pfc_dcb_init(void)
{
	register_dcbevent_notifier(&pfc_dcb_notifier);
}

/* Undo pfc_dcb_init(), when no port has entries */
void pfc_dcb_exit(void)
{
	unregister_dcbevent_notifier(&pfc_dcb_notifier);
}

static int pfc_dcb_write(void *context, const struct pfc_app *app)
{
	struct dcb_app entry = {
		.selector = app->selector, .protocol = app->protocol, .priority = app->prio,
	};
	struct pfc_dcb_walk *walk = context;

	if (app->selector == PFC_APP_PCP && !__is_defined(PFC_HAS_dcbnl_setapptrust))
		return 0;
	if (walk->except && pfc_app_has(walk->except, walk->table, app))
		return 0;
	/* A removed device of another driver can have left an entry, or have deleted all of them */
	if (walk->write(walk->dev, &entry) == -ENOMEM)
		walk->failed = true;
	return 0;
}

/*
 * Replaces the entries of a configuration of the port in the tables by those of another one.
 * NULL: no entries.  @quiet: without events for other drivers, as for all other namespaces.
 */
static void pfc_dcb_replace(struct pfc_port *port, const struct pfc_config *from,
			    const struct pfc_config *to, bool quiet)
{
	struct pfc_dcb_walk walk = { .dev = port->dev };

	/* The driver of the device has ended its own operations */
	if (!port->dev->dcbnl_ops)
		return;
	WRITE_ONCE(pfc_dcb_quiet, quiet || !net_eq(port->net, &init_net) ? current : NULL);
	for (walk.table = 0; walk.table < ARRAY_SIZE(pfc_dcb_tables); walk.table++) {
		walk.write = pfc_dcb_tables[walk.table].del;
		walk.except = to;
		if (from)
			pfc_app_walk(from, walk.table, pfc_dcb_write, &walk);
		walk.write = pfc_dcb_tables[walk.table].add;
		walk.except = port->dcb.incomplete ? NULL : from;
		if (to)
			pfc_app_walk(to, walk.table, pfc_dcb_write, &walk);
	}
	WRITE_ONCE(pfc_dcb_quiet, NULL);
	port->dcb.incomplete = walk.failed;
	if (walk.failed)
		pfc_dcb_log(port->dev, "app: out of memory, not all entries are shown");
}

/* Return: whether @port should be the resident port instead of @other */
static bool pfc_dcb_precedes(const struct pfc_port *port, const struct pfc_port *other)
{
	return !other || net_eq(port->net, &init_net) ||
	       (port->dcb.resident && !net_eq(other->net, &init_net));
}

/*
 * Determine the resident port of an index, or NULL, and write its entries to the tables.  Does
 * nothing unless a device with this index has been added or removed, or is or was a port.
 */
struct pfc_port *pfc_dcb_settle(int ifindex)
{
	struct pfc_port *port, *was = NULL, *resident = NULL;
	char text[PFC_DCB_SHARED_TEXT];
	int id;

	ASSERT_RTNL();

	for (id = 1; id <= PFC_PORTS_MAX; id++) {
		port = rtnl_dereference(pfc_ports[id]);
		if (!port || port->ifindex != ifindex)
			continue;
		if (port->dcb.resident)
			was = port;
		if (pfc_dcb_owner(port) == PFC_DCB_OWNER_PORT && pfc_dcb_precedes(port, resident))
			resident = port;
	}
	if (resident && pfc_dcb_is_shared(resident->dev, text))
		resident = NULL;
	if (was == resident)
		return was;
	if (was) {
		pfc_dcb_replace(was, rtnl_dereference(was->config), NULL, false);
		was->dcb.resident = false;
	}
	if (resident) {
		pfc_dcb_replace(resident, NULL, rtnl_dereference(resident->config), false);
		resident->dcb.resident = true;
	}
	return resident;
}

/* End the replacement of the entries of a resident port.  Context: RTNL */
void pfc_dcb_restore(void)
{
	struct pfc_port *guest = pfc_dcb_guest, *resident;

	ASSERT_RTNL();

	if (!guest)
		return;
	pfc_dcb_guest = NULL;
	pfc_dcb_replace(guest, rtnl_dereference(guest->config), NULL, true);
	resident = pfc_dcb_settle(guest->ifindex);
	if (resident)
		pfc_dcb_replace(resident, NULL, rtnl_dereference(resident->config), true);
}

/*
 * Prepare the tables for a message about a port.
 *
 * If the core ended an earlier message early, because memory was exhausted, it did not call
 * ieee_peer_getets.  Then this function ends the replacement for that message first.
 */
void pfc_dcb_show(struct net_device *dev)
{
	struct pfc_port *resident, *port = pfc_dcb_port(dev);
	char text[PFC_DCB_SHARED_TEXT];
	bool logged = port->dcb.shared;

	ASSERT_RTNL();

	pfc_dcb_restore();
	resident = pfc_dcb_settle(dev->ifindex);
	port->dcb.shared = pfc_dcb_is_shared(dev, text);
	if (port->dcb.shared && !logged)
		pfc_dcb_log(dev, text);
	if (!resident || resident == port)
		return;
	pfc_dcb_replace(resident, rtnl_dereference(resident->config), NULL, true);
	pfc_dcb_replace(port, NULL, rtnl_dereference(port->config), true);
	pfc_dcb_guest = port;
}

/* Make the tables follow a new configuration of a port.  Context: RTNL */
void pfc_dcb_update(struct pfc_port *port, const struct pfc_config *old)
{
	if (pfc_dcb_guest != port)
		pfc_dcb_restore();
	if (port->dcb.resident || pfc_dcb_guest == port)
		pfc_dcb_replace(port, old, rtnl_dereference(port->config), pfc_dcb_guest == port);
}

/* Remove the entries of a port from the tables, at its end.  Context: RTNL */
void pfc_dcb_remove(struct pfc_port *port)
{
	pfc_dcb_restore();
	if (port->dcb.resident)
		pfc_dcb_replace(port, rtnl_dereference(port->config), NULL, false);
	port->dcb.resident = false;
}

static const struct {
	int		err;
	const char	*text;
} pfc_dcb_reasons[] = {
	[PFC_APP_PRIO] = { -ERANGE, "app: the priority is out of range 0..7" },
	[PFC_APP_SELECTOR] = { -EOPNOTSUPP, "app and rewr: this selector is not supported" },
	[PFC_APP_DSCP_RANGE] = { -ERANGE, "app and rewr: the DSCP is out of range 0..63" },
	[PFC_APP_PCP_RANGE] = { -ERANGE, "app and rewr: the PCP is out of range 0..7" },
	[PFC_APP_DEI] = {
		-EOPNOTSUPP, "app and rewr: DEI is not supported, only a PCP with DEI 0" },
	[PFC_APP_TYPE] = {
		-ERANGE,
		"app: the EtherType must be 0x0600..0xffff, not a VLAN or MAC control type" },
	[PFC_APP_TYPES] = { -ENOSPC, "app: more than 8 EtherTypes" },
	[PFC_APP_PORTS] = {
		-ENOSPC, "app: more than 16 port numbers, or 32 entries for port numbers" },
	[PFC_APP_FULL] = { -ENOSPC, "app and rewr: more than 168 APP or 64 rewriting entries" },
};

static int pfc_dcb_change(struct net_device *dev, const struct dcb_app *entry,
			  enum pfc_app_table table, bool add)
{
	const struct pfc_app app = {
		.selector = entry->selector, .protocol = entry->protocol, .prio = entry->priority,
	};
	char text[PFC_DCB_SHARED_TEXT];
	enum pfc_app_error error;
	struct pfc_change *change;
	LIST_HEAD(changes);
	int err;

	err = pfc_dcb_begin(dev, &changes, &change);
	if (err)
		return err;
	if (pfc_dcb_is_shared(dev, text))
		return pfc_dcb_abort(dev, &changes, -EBUSY, "%s", text);
	if (app.selector == PFC_APP_PCP && !__is_defined(PFC_HAS_dcbnl_setapptrust))
		error = PFC_APP_SELECTOR;
	else
		error = pfc_app_change(change->config, table, &app, add);
	switch (error) {
	case PFC_APP_OK:
		return pfc_dcb_run(dev, &changes);
	case PFC_APP_ABSENT:
		pfc_change_abort(&changes);
		return -ENOENT;
	default:
		return pfc_dcb_abort(dev, &changes, pfc_dcb_reasons[error].err,
				     "%s (selector %u, entry %u:%u)", pfc_dcb_reasons[error].text,
				     app.selector, app.protocol, app.prio);
	}
}

int pfc_dcb_setapp(struct net_device *dev, struct dcb_app *app)
{
	return pfc_dcb_change(dev, app, PFC_APP_TABLE, true);
}

int pfc_dcb_delapp(struct net_device *dev, struct dcb_app *app)
{
	return pfc_dcb_change(dev, app, PFC_APP_TABLE, false);
}

#ifdef PFC_HAS_dcbnl_setrewr

int pfc_dcb_setrewr(struct net_device *dev, struct dcb_app *app)
{
	return pfc_dcb_change(dev, app, PFC_REWR_TABLE, true);
}

int pfc_dcb_delrewr(struct net_device *dev, struct dcb_app *app)
{
	return pfc_dcb_change(dev, app, PFC_REWR_TABLE, false);
}

#endif

#ifdef PFC_HAS_dcbnl_setapptrust

#define PFC_DCB_TRUSTED_MAX	2

/* The selectors that a port trusts, the first one first */
static const struct {
	int	n;
	u8	selectors[PFC_DCB_TRUSTED_MAX];
} pfc_dcb_trusts[] = {
	[PFC_TRUST_NONE] = { 0 },
	[PFC_TRUST_DSCP] = { 1, { PFC_APP_DSCP } },
	[PFC_TRUST_PCP] = { 1, { PFC_APP_PCP } },
	[PFC_TRUST_DSCP_PCP] = { 2, { PFC_APP_DSCP, PFC_APP_PCP } },
	[PFC_TRUST_PCP_DSCP] = { 2, { PFC_APP_PCP, PFC_APP_DSCP } },
};

static_assert(ARRAY_SIZE(pfc_dcb_trusts) == PFC_TRUST_MAX + 1);

int pfc_dcb_setapptrust(struct net_device *dev, u8 *selectors, int n)
{
	struct pfc_change *change;
	LIST_HEAD(changes);
	int err, i;

	err = pfc_dcb_begin(dev, &changes, &change);
	if (err)
		return err;
	for (i = 0; i < ARRAY_SIZE(pfc_dcb_trusts); i++)
		if (pfc_dcb_trusts[i].n == n &&
		    !memcmp(pfc_dcb_trusts[i].selectors, selectors, n)) {
			change->config->trust = i;
			return pfc_dcb_run(dev, &changes);
		}
	return pfc_dcb_abort(dev, &changes, -EOPNOTSUPP,
			     "apptrust: only dscp and pcp are supported");
}

int pfc_dcb_getapptrust(struct net_device *dev, u8 *selectors, int *n)
{
	u8 trust = pfc_dcb_config(dev)->trust;

	*n = pfc_dcb_trusts[trust].n;
	memcpy(selectors, pfc_dcb_trusts[trust].selectors, *n);
	return 0;
}

#endif
