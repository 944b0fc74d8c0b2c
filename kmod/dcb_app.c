// SPDX-License-Identifier: GPL-2.0-only
/*
 * The APP, trust and rewriting operations of the DCB netlink interface.
 *
 * The kernel keeps the APP entries of all devices in one table, and identifies a device by its
 * index.  Devices of several namespaces can have the same index.  So the configuration of the
 * port has the entries, and the kernel's table is only a means to show them: it has the entries
 * of a port while the kernel composes a message about this port.  If that fails, they stay until
 * the next message about a port or the end of the port.
 * The core calls ieee_getets() before it reads the table, and ieee_peer_getets() afterwards, both
 * in one RTNL section.  The table of rewriting entries works in the same way.
 *
 * If a device with another driver's DCB has the same index, the port neither shows nor accepts
 * entries: they would be in the table of that driver.  The core then shows the entries of that
 * device for both.
 */
#include "core/app.h"
#include "dcb_ops.h"

/* Maximum of the entries of a port: see PFC_APP_MAX */
#define PFC_DCB_APPS	(PFC_APP_MAX + PFC_APP_KEYS + PFC_APP_PORTS_MAX)

static_assert(PFC_DCB_APPS >= PFC_REWR_MAX + 2 * PFC_PRIOS);
static_assert(PFC_APP_MAX >= 2 * PFC_APP_KEYS);
static_assert(PFC_APP_PORTS_MAX >= 2 * PFC_APP_PORT_KEYS);
static_assert(PFC_ETHTYPES_MAX == 8 && PFC_APP_PORT_KEYS == 16 &&
	      PFC_APP_PORTS_MAX == 32 && PFC_APP_MAX == 168 && PFC_REWR_MAX == 64,
	      "the reasons of refusals name these numbers");

/**
 * struct pfc_dcb_table - entries that are in a table of the kernel; protected by RTNL
 * @entries: the entries
 * @n: number of entries
 */
struct pfc_dcb_table {
	struct dcb_app	entries[PFC_DCB_APPS];
	unsigned int	n;
};

/* The port whose entries are in the kernel's tables, or NULL; protected by RTNL */
static const struct pfc_port *pfc_dcb_shown;
static struct pfc_dcb_table pfc_dcb_apps;

static_assert(PFC_APP_ETHTYPE == IEEE_8021QAZ_APP_SEL_ETHERTYPE);
static_assert(PFC_APP_STREAM == IEEE_8021QAZ_APP_SEL_STREAM);
static_assert(PFC_APP_DGRAM == IEEE_8021QAZ_APP_SEL_DGRAM);
static_assert(PFC_APP_ANY == IEEE_8021QAZ_APP_SEL_ANY);
static_assert(PFC_APP_DSCP == IEEE_8021QAZ_APP_SEL_DSCP);

#ifdef PFC_COMPAT_DCB_APPTRUST
static_assert(PFC_APP_PCP == DCB_APP_SEL_PCP);
#define PFC_DCB_HAS_PCP		true
#else
#define PFC_DCB_HAS_PCP		false
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

/* ---- the tables of the kernel --------------------------------------------- */

static struct dcb_app pfc_dcb_entry(const struct pfc_app *app)
{
	return (struct dcb_app) {
		.selector = app->selector, .protocol = app->protocol, .priority = app->prio,
	};
}

static int pfc_dcb_show_app(void *context, const struct pfc_app *app)
{
	struct dcb_app *entry = &pfc_dcb_apps.entries[pfc_dcb_apps.n];
	int err;

	if (app->selector == PFC_APP_PCP && !PFC_DCB_HAS_PCP)
		return 0;
	if (WARN_ON_ONCE(pfc_dcb_apps.n == ARRAY_SIZE(pfc_dcb_apps.entries)))
		return -ENOSPC;
	*entry = pfc_dcb_entry(app);
	err = dcb_ieee_setapp(context, entry);
	if (!err)
		pfc_dcb_apps.n++;
	/* A removed device of another driver can have left an entry, which stays */
	return err == -EEXIST ? 0 : err;
}

#ifdef PFC_COMPAT_DCB_REWR

static struct pfc_dcb_table pfc_dcb_rewrs;

static int pfc_dcb_show_rewr(void *context, const struct pfc_app *app)
{
	struct dcb_app *entry = &pfc_dcb_rewrs.entries[pfc_dcb_rewrs.n];
	int err;

	if (WARN_ON_ONCE(pfc_dcb_rewrs.n == ARRAY_SIZE(pfc_dcb_rewrs.entries)))
		return -ENOSPC;
	*entry = pfc_dcb_entry(app);
	err = dcb_setrewr(context, entry);
	if (!err)
		pfc_dcb_rewrs.n++;
	return err == -EEXIST ? 0 : err;
}

static int pfc_dcb_show_rewrs(struct net_device *dev)
{
	return pfc_rewr_walk(pfc_dcb_config(dev), pfc_dcb_show_rewr, dev);
}

static void pfc_dcb_hide_rewrs(struct net_device *dev)
{
	while (pfc_dcb_rewrs.n)
		dcb_delrewr(dev, &pfc_dcb_rewrs.entries[--pfc_dcb_rewrs.n]);
}

#else

static int pfc_dcb_show_rewrs(struct net_device *dev)
{
	return 0;
}

static void pfc_dcb_hide_rewrs(struct net_device *dev)
{
}

#endif

/**
 * pfc_dcb_hide() - remove the entries of a port from the kernel's tables
 * @port: the port; NULL: the port whose entries are there, if any
 *
 * Context: RTNL.
 */
void pfc_dcb_hide(const struct pfc_port *port)
{
	struct net_device *dev;

	ASSERT_RTNL();

	if (!pfc_dcb_shown || (port && port != pfc_dcb_shown))
		return;
	dev = pfc_dcb_shown->dev;
	while (pfc_dcb_apps.n)
		dcb_ieee_delapp(dev, &pfc_dcb_apps.entries[--pfc_dcb_apps.n]);
	pfc_dcb_hide_rewrs(dev);
	pfc_dcb_shown = NULL;
}

/**
 * pfc_dcb_registered() - remove entries that a new device would find in the kernel's tables
 * @dev: the new device
 *
 * The entries of a failed message stay in the tables, and @dev may have the index of their port.
 *
 * Context: RTNL.
 */
void pfc_dcb_registered(const struct net_device *dev)
{
	ASSERT_RTNL();

	if (pfc_dcb_shown && pfc_dcb_shown->dev != dev &&
	    pfc_dcb_shown->dev->ifindex == dev->ifindex)
		pfc_dcb_hide(NULL);
}

/**
 * pfc_dcb_show() - write the entries of a port to the kernel's tables
 * @dev: the device of the port
 *
 * If the core ended an earlier message early, because the entries did not fit in it, it did not
 * call ieee_peer_getets.  Then the entries of that port are still there, and are removed first.
 *
 * Context: RTNL.
 */
void pfc_dcb_show(struct net_device *dev)
{
	struct pfc_dcb *dcb = &pfc_dcb_port(dev)->dcb;
	char text[PFC_DCB_SHARED_TEXT];
	bool logged = dcb->shared;

	ASSERT_RTNL();

	pfc_dcb_hide(NULL);
	dcb->shared = pfc_dcb_is_shared(dev, text);
	if (dcb->shared) {
		if (!logged)
			pfc_dcb_log(dev, text);
		return;
	}
	pfc_dcb_shown = pfc_dcb_port(dev);
	if (pfc_app_walk(pfc_dcb_config(dev), pfc_dcb_show_app, dev) ||
	    pfc_dcb_show_rewrs(dev))
		pfc_dcb_log(dev, "app: out of memory, not all entries are shown");
}

/* ---- changes of entries --------------------------------------------------- */

static const char *const pfc_dcb_reasons[] = {
	[PFC_APP_PRIO] = "app: the priority is out of range 0..7",
	[PFC_APP_SELECTOR] = "app and rewr: this selector is not supported",
	[PFC_APP_DSCP_RANGE] = "app and rewr: the DSCP is out of range 0..63",
	[PFC_APP_PCP_RANGE] = "app and rewr: the PCP is out of range 0..7",
	[PFC_APP_DEI] = "app and rewr: DEI is not supported, only a PCP with DEI 0",
	[PFC_APP_TYPE] =
		"app: the EtherType must be 0x0600..0xffff, not a VLAN or MAC control type",
	[PFC_APP_TYPES] = "app: more than 8 EtherTypes",
	[PFC_APP_PORTS] = "app: more than 16 port numbers, or 32 entries for port numbers",
	[PFC_APP_FULL] = "app and rewr: more than 168 APP or 64 rewriting entries",
};

static int pfc_dcb_errno(enum pfc_app_error error)
{
	switch (error) {
	case PFC_APP_SELECTOR:
	case PFC_APP_DEI:
		return -EOPNOTSUPP;
	case PFC_APP_TYPES:
	case PFC_APP_PORTS:
	case PFC_APP_FULL:
		return -ENOSPC;
	default:
		return -ERANGE;
	}
}

static int pfc_dcb_change(struct net_device *dev, const struct dcb_app *entry,
			  enum pfc_app_error (*fn)(struct pfc_config *config,
						   const struct pfc_app *app))
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
	if (app.selector == PFC_APP_PCP && !PFC_DCB_HAS_PCP)
		error = PFC_APP_SELECTOR;
	else
		error = fn(change->config, &app);
	switch (error) {
	case PFC_APP_OK:
		return pfc_dcb_run(dev, &changes);
	case PFC_APP_ABSENT:
		pfc_change_abort(&changes);
		return -ENOENT;
	default:
		return pfc_dcb_abort(dev, &changes, pfc_dcb_errno(error),
				     "%s (selector %u, entry %u:%u)", pfc_dcb_reasons[error],
				     app.selector, app.protocol, app.prio);
	}
}

int pfc_dcb_setapp(struct net_device *dev, struct dcb_app *app)
{
	return pfc_dcb_change(dev, app, pfc_app_add);
}

int pfc_dcb_delapp(struct net_device *dev, struct dcb_app *app)
{
	return pfc_dcb_change(dev, app, pfc_app_del);
}

#ifdef PFC_COMPAT_DCB_REWR

int pfc_dcb_setrewr(struct net_device *dev, struct dcb_app *app)
{
	return pfc_dcb_change(dev, app, pfc_rewr_add);
}

int pfc_dcb_delrewr(struct net_device *dev, struct dcb_app *app)
{
	return pfc_dcb_change(dev, app, pfc_rewr_del);
}

#endif

/* ---- trust ---------------------------------------------------------------- */

#ifdef PFC_COMPAT_DCB_APPTRUST

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
