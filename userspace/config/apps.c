// SPDX-License-Identifier: GPL-2.0-only
/*
 * Entries of dcb that no setting of pfcctl can make.
 *
 * A setting of pfcctl makes one entry of a key, and none if the value is the default.  dcb can add
 * several entries of a key, entries with the default value, and entries for port numbers.
 */
#include <linux/dcbnl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/socket.h>
#include "config.h"
#include "device.h"
#include "netlink.h"
#include "parse.h"
#include "shell.h"

/* Values of newer kernel headers */
#define APP_ATTR		2	/* DCB_ATTR_DCB_APP */
#define REWR_TABLE		12	/* DCB_ATTR_DCB_REWR_TABLE */
#define SELECTOR_PCP		255	/* DCB_APP_SEL_PCP */

#define ENTRIES_MAX	512

/**
 * struct apps - entries of a device
 * @n: number of APP entries
 * @list: APP entries
 * @n_rewr: number of rewriting entries
 * @rewr: rewriting entries
 */
struct apps {
	size_t		n;
	struct dcb_app	list[ENTRIES_MAX];
	size_t		n_rewr;
	struct dcb_app	rewr[ENTRIES_MAX];
};

static void read_table(const struct nlattr *table, struct dcb_app *list, size_t *n)
{
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, table) {
		const uint16_t type = mnl_attr_get_type(attr);

		if ((type == DCB_ATTR_IEEE_APP || type == APP_ATTR) && *n < ENTRIES_MAX &&
		    mnl_attr_get_payload_len(attr) >= sizeof(*list))
			memcpy(&list[(*n)++], mnl_attr_get_payload(attr), sizeof(*list));
	}
}

static int read_apps(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attr, *table;
	struct apps *apps = data;

	mnl_attr_for_each(attr, nlh, sizeof(struct dcbmsg)) {
		if (mnl_attr_get_type(attr) != DCB_ATTR_IEEE)
			continue;
		mnl_attr_for_each_nested(table, attr) {
			if (mnl_attr_get_type(table) == DCB_ATTR_IEEE_APP_TABLE)
				read_table(table, apps->list, &apps->n);
			else if (mnl_attr_get_type(table) == REWR_TABLE)
				read_table(table, apps->rewr, &apps->n_rewr);
		}
	}
	return 0;
}

/* Return: whether a setting of pfcctl makes the entry */
static bool is_setting(const struct port *port, const struct dcb_app *app)
{
	uint8_t dscps[PFC_DSCP_COUNT];
	unsigned int i;

	switch (app->selector) {
	case IEEE_8021QAZ_APP_SEL_DSCP:
		map_preset("default", dscps);
		return app->protocol < PFC_DSCP_COUNT &&
		       app->priority == port->dscp_prio[app->protocol] &&
		       app->priority != dscps[app->protocol];
	case SELECTOR_PCP:
		return app->protocol < PFC_PRIO_COUNT &&
		       app->priority == port->pcp_prio[app->protocol] &&
		       app->priority != app->protocol;
	case IEEE_8021QAZ_APP_SEL_ETHERTYPE:
		if (!app->protocol)
			return app->priority && app->priority == port->default_prio;
		for (i = 0; i < port->n_ethtypes; i++)
			if (port->ethtypes[i].type == app->protocol)
				return port->ethtypes[i].prio == app->priority;
		return false;
	default:
		return false;
	}
}

/* Formats the arguments of dcb that add the entry */
static void app_words(char *buf, size_t size, const struct dcb_app *app)
{
	static const char *const keys[] = {
		[IEEE_8021QAZ_APP_SEL_ETHERTYPE] = "ethtype-prio 0x%04x:%u",
		[IEEE_8021QAZ_APP_SEL_STREAM] = "stream-port-prio %u:%u",
		[IEEE_8021QAZ_APP_SEL_DGRAM] = "dgram-port-prio %u:%u",
		[IEEE_8021QAZ_APP_SEL_ANY] = "port-prio %u:%u",
		[IEEE_8021QAZ_APP_SEL_DSCP] = "dscp-prio %u:%u",
	};

	if (app->selector == IEEE_8021QAZ_APP_SEL_ETHERTYPE && !app->protocol)
		snprintf(buf, size, "default-prio %u", app->priority);
	else if (app->selector == SELECTOR_PCP)
		snprintf(buf, size, "pcp-prio %und:%u", app->protocol, app->priority);
	else if (app->selector < ARRAY_SIZE(keys) && keys[app->selector])
		snprintf(buf, size, keys[app->selector], app->protocol, app->priority);
	else
		snprintf(buf, size, "selector %u:%u:%u", app->selector, app->protocol,
			 app->priority);
}

static void walk(const struct port *port, const struct apps *apps, app_fn *fn, void *data)
{
	char words[64], line[SHELL_COMMAND];
	size_t i;

	for (i = 0; i < apps->n; i++) {
		if (is_setting(port, &apps->list[i]))
			continue;
		app_words(words, sizeof(words), &apps->list[i]);
		*line = '\0';
		shell_dcb(line, sizeof(line), NULL, "app add", port->name);
		shell_words(line, sizeof(line), words);
		fn(data, port->name, line);
	}
	for (i = 0; i < apps->n_rewr; i++) {
		const struct dcb_app *app = &apps->rewr[i];
		const bool dscp = app->selector == IEEE_8021QAZ_APP_SEL_DSCP;

		if (app->priority < PFC_PRIO_COUNT &&
		    app->protocol == (dscp ? port->prio_dscp : port->prio_pcp)[app->priority])
			continue;
		*line = '\0';
		shell_dcb(line, sizeof(line), NULL, "rewr add", port->name);
		shell_append(line, sizeof(line), dscp ? " prio-dscp %u:%u" : " prio-pcp %u:%und",
			     app->priority, app->protocol);
		fn(data, port->name, line);
	}
}

static int load(struct ctx *ctx, const struct port *port, struct apps *apps)
{
	struct message msg;
	int err;

	*apps = (struct apps){ 0 };
	if (port->dcb != PFC_DCB_OWNER_PORT)
		return STATUS_OK;
	err = nl_open(ctx, NETLINK_ROUTE, &ctx->rtnl);
	if (err)
		return err;
	dcb_request(&msg, port->name, false);
	err = nl_talk(ctx, ctx->rtnl, &msg.hdr, read_apps, apps);
	return err ? nl_fail(ctx, port->name, err) : STATUS_OK;
}

/*
 * Find the entries of dcb that no setting of pfcctl can make.
 * @fn: called with the device and the command of dcb for each entry
 * Return: an exit status.
 */
int apps_walk(struct ctx *ctx, const struct port *port, app_fn *fn, void *data)
{
	struct apps apps;
	int err = load(ctx, port, &apps);

	if (!err)
		walk(port, &apps, fn, data);
	return err;
}
