// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks of what surrounds a port: devices above ports whose packets are not charged, tunnels
 * without the DSCP of their packets, filters that take packets away before the port.
 */
#include <linux/if_link.h>
#include <linux/pkt_cls.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <linux/tc_act/tc_mirred.h>
#include <string.h>
#include "check.h"

/* ---- devices above ports ------------------------------------------------ */

static bool kind_in(const struct device *dev, const char *const *kinds, size_t n)
{
	while (n--)
		if (!strcmp(dev->kind, kinds[n]))
			return true;
	return false;
}

/* True if devices of other namespaces can deliver to the device past all hooks; see kmod/guard.c */
static bool has_siblings(const struct device *dev)
{
	static const char *const kinds[] = { "ipvlan", "macvlan", "netkit", "veth", "vxlan" };

	return kind_in(dev, kinds, ARRAY_SIZE(kinds)) &&
	       !(dev->macvlan_mode & (MACVLAN_MODE_PRIVATE | MACVLAN_MODE_VEPA |
				      MACVLAN_MODE_PASSTHRU));
}

/* Return: why the module cannot keep the charge of packets that pass the device, or NULL */
static const char *charge_loss(const struct check *c, const struct device *dev)
{
	/* The kernel does not report the namespace in which these tunnels receive packets */
	static const char *const unknown[] = { "geneve", "bareudp", "gtp", "amt" };
	/* Their packets come from user space or, by a lower device, from the hook of a port */
	static const char *const plain[] = {
		"", "bond", "bridge", "dummy", "ifb", "macvtap", "ipvtap", "openvswitch", "team",
		"tun", "vlan", "vrf",
	};

	if (!strcmp(dev->kind, "wireguard"))
		return "WireGuard removes the charge";
	if (kind_in(dev, unknown, ARRAY_SIZE(unknown)))
		return "the kernel does not report the namespace of such a tunnel";
	if (kind_in(dev, plain, ARRAY_SIZE(plain)))
		return NULL;
	if (!strcmp(dev->kind, "veth") || !strcmp(dev->kind, "netkit")) {
		if (dev->netnsid != NETNSID_NONE || !dev->link)
			return NULL;
	} else if (dev->netnsid != NETNSID_NONE) {
		return "its packets arrive in another network namespace";
	}
	if (!c->all.home.ports.list[0].foreign_devices || !has_siblings(dev))
		return NULL;
	return "a device of another network namespace sends through this one and may forge charges";
}

/* Check that packets stay charged when they pass a device above a port */
void check_charge(struct check *c, const struct end *end)
{
	const char *why = charge_loss(c, end->dev);

	if (why)
		check_report(c, 0,
			     "packets that pass this device are not charged to a port, so no XOFF protects them: %s",
			     why);
}

/* Check that tunnels copy the DSCP of their packets */
void check_tos(struct check *c, const struct end *end)
{
	const struct device *dev = end->dev;

	if (!dev->has_tos || dev->tos)
		return;
	fix_other(c, end, "ip link set dev %s type %s tos inherit", dev->name, dev->kind);
	check_report(c, 0,
		     "the tunnel sends all packets with DSCP 0: ports below it give them that priority");
}

/*
 * Check that programs and VMs have read all packets of their tap devices.  check_losses() reports
 * the same of a tap device that is a port.
 */
void check_reader(struct check *c, const struct end *end)
{
	const struct device *dev = end->dev;
	const struct device *old = device_find(&c->all.home.before, dev->ifindex);
	const uint64_t n = dev->tx_dropped - (old ? old->tx_dropped : 0);

	if (!strcmp(dev->kind, "tun") && n)
		check_report(c, 0,
			     "%llu packet%s dropped (tx_dropped): the program or VM that reads the device was too slow",
			     (unsigned long long)n, n == 1 ? "" : "s");
}

/* ---- filters at ingress ------------------------------------------------- */

/* Kinds of filters, with the attribute in TCA_OPTIONS that contains the actions */
static const struct {
	const char	*kind;
	uint16_t	actions;
} filters[] = {
	{ "matchall", TCA_MATCHALL_ACT },
	{ "flower", TCA_FLOWER_ACT },
	{ "u32", TCA_U32_ACT },
	{ "fw", TCA_FW_ACT },
	{ "basic", TCA_BASIC_ACT },
	{ "bpf", TCA_BPF_ACT },
};

static bool action_redirects(const struct nlattr *action)
{
	const struct nlattr *kind = attr_find(action, TCA_ACT_KIND);
	const struct nlattr *options = attr_find(action, TCA_ACT_OPTIONS), *parms;
	const struct tc_mirred *m;

	if (!kind || mnl_attr_validate(kind, MNL_TYPE_NUL_STRING) < 0 || !options ||
	    strcmp(mnl_attr_get_str(kind), "mirred"))
		return false;
	parms = attr_find(options, TCA_MIRRED_PARMS);
	if (!parms || mnl_attr_get_payload_len(parms) < sizeof(*m))
		return false;
	m = mnl_attr_get_payload(parms);
	return m->eaction == TCA_EGRESS_REDIR || m->eaction == TCA_INGRESS_REDIR;
}

static bool options_redirect(const struct nlattr *options, uint16_t actions)
{
	const struct nlattr *list = attr_find(options, actions), *action;

	if (list)
		mnl_attr_for_each_nested(action, list)
			if (action_redirects(action))
				return true;
	return false;
}

/* Sets *data to the kind of a filter that redirects packets, or that is a BPF program */
static int read_filter(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attrs[NL_ATTRS] = { 0 }, *kind, *options;
	const char **found = data;
	size_t i;

	if (nlh->nlmsg_type != RTM_NEWTFILTER)
		return 0;
	mnl_attr_parse(nlh, sizeof(struct tcmsg), nl_take_attr, attrs);
	kind = attrs[TCA_KIND];
	options = attrs[TCA_OPTIONS];
	if (!kind || mnl_attr_validate(kind, MNL_TYPE_NUL_STRING) < 0 || !options)
		return 0;
	for (i = 0; i < ARRAY_SIZE(filters); i++)
		if (!strcmp(mnl_attr_get_str(kind), filters[i].kind) &&
		    (!strcmp(filters[i].kind, "bpf") ||
		     options_redirect(options, filters[i].actions)))
			*found = filters[i].kind;
	return 0;
}

/*
 * Check that no filter at ingress redirects packets before the port.  BPF programs that are
 * attached with tcx are not visible in rtnetlink.
 */
void check_redirect(struct check *c, const struct end *end)
{
	const char *kind = NULL;
	struct message msg;
	struct tcmsg *tcm;

	mnl_nlmsg_put_header(msg.buf);
	msg.hdr.nlmsg_type = RTM_GETTFILTER;
	msg.hdr.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	tcm = mnl_nlmsg_put_extra_header(&msg.hdr, sizeof(*tcm));
	memset(tcm, 0, sizeof(*tcm));
	tcm->tcm_ifindex = end->dev->ifindex;
	tcm->tcm_parent = TC_H_MAKE(TC_H_CLSACT, TC_H_MIN_INGRESS);
	if (nl_talk(end->ns->ctx, end->ns->ctx->rtnl, &msg.hdr, read_filter, &kind) || !kind)
		return;
	if (!strcmp(kind, "bpf"))
		check_report(c, 0,
			     "an ingress filter (bpf) precedes the port: packets that it redirects are not charged, and PFC frames that it redirects are not obeyed");
	else
		check_report(c, 0,
			     "an ingress filter (%s) redirects packets before the port: they are not charged, and PFC frames among them are not obeyed",
			     kind);
}

/* Check that the port has received no PFC frames that are too short */
void check_short(struct check *c, const struct end *end)
{
	const uint64_t n =
		end->port->counters[COUNTERS_PORT][0][PFC_PORT_STAT_RX_BAD_LENGTH];

	if (!n)
		return;
	fix_pfcctl(c, end, "stats clear dev %s", end->port->name);
	check_report(c, 0,
		     "%llu PFC or PAUSE frame%s ignored: shorter than 60 bytes, the minimum of Ethernet",
		     (unsigned long long)n, n == 1 ? "" : "s");
}
