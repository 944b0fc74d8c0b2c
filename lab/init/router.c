// SPDX-License-Identifier: GPL-2.0-only
/*
 * Nodes that route IP packets instead of bridging frames.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <string.h>
#include "lab.h"

static int write_setting(struct ctx *ctx, const char *name, const char *value)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/sys/net/ipv4/%s", name);
	file = fopen(path, "we");
	if (!file || fputs(value, file) < 0 || fclose(file))
		return fail(ctx, "cannot write %s: %s", path, strerror(errno));
	return STATUS_OK;
}

/*
 * router NODE: makes a node forward IP packets.  It sends no ICMP errors and redirects: the rate
 * limits of these messages would make the traffic depend on their timing.
 */
int add_router(struct lab *lab, struct ctx *ctx, char **words)
{
	struct node *node = node_enter(lab, ctx, words[0]);
	int err;

	if (!node)
		return STATUS_FAILED;
	node->router = true;
	err = write_setting(ctx, "ip_forward", "1");
	if (!err)
		err = write_setting(ctx, "conf/all/send_redirects", "0");
	return err ?: write_setting(ctx, "conf/default/send_redirects", "0");
}

/* route NODE DEVICE IP GATEWAY: adds or changes the route to an address */
int add_route(struct lab *lab, struct ctx *ctx, char **words)
{
	struct node *node = node_enter(lab, ctx, words[0]);
	struct message msg;
	struct rtmsg *rtm;
	int err;

	if (!node)
		return STATUS_FAILED;
	mnl_nlmsg_put_header(msg.buf);
	msg.hdr.nlmsg_type = RTM_NEWROUTE;
	msg.hdr.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE;
	rtm = mnl_nlmsg_put_extra_header(&msg.hdr, sizeof(*rtm));
	*rtm = (struct rtmsg){
		.rtm_family = AF_INET, .rtm_dst_len = 32, .rtm_table = RT_TABLE_MAIN,
		.rtm_protocol = RTPROT_STATIC, .rtm_scope = RT_SCOPE_UNIVERSE,
		.rtm_type = RTN_UNICAST, .rtm_flags = RTNH_F_ONLINK,
	};
	mnl_attr_put_u32(&msg.hdr, RTA_DST, inet_addr(words[2]));
	mnl_attr_put_u32(&msg.hdr, RTA_GATEWAY, inet_addr(words[3]));
	mnl_attr_put_u32(&msg.hdr, RTA_OIF, if_nametoindex(words[1]));
	err = nl_talk(&node->ctx, node->ctx.rtnl, &msg.hdr, NULL, NULL);
	return err ? nl_fail(&node->ctx, words[2], err) : STATUS_OK;
}

/*
 * Writes the IP counters of the current network namespace that are not 0, from its "Ip:" lines:
 * the first has the names, the second the values
 */
static void write_counters(FILE *out, const char *node, char *names, char *values)
{
	char *name, *value, *rest_names, *rest_values;

	name = strtok_r(names, " \n", &rest_names);
	value = strtok_r(values, " \n", &rest_values);
	while (name && value) {
		if (strtoull(value, NULL, 0) && strcmp(name, "Ip:"))
			fprintf(out, "i %s %s %s\n", node, name, value);
		name = strtok_r(NULL, " \n", &rest_names);
		value = strtok_r(NULL, " \n", &rest_values);
	}
}

/**
 * sample_routers() - write the IP counters of all routers
 * @lab: the simulator
 * @ctx: context for error messages
 *
 * Return: an exit status.
 */
int sample_routers(struct lab *lab, struct ctx *ctx)
{
	char names[1024], values[1024];
	size_t i;

	for (i = 0; i < lab->n_nodes; i++) {
		const char *name = lab->nodes[i].name;
		FILE *file;

		if (!lab->nodes[i].router)
			continue;
		if (!node_enter(lab, ctx, name))
			return STATUS_FAILED;
		file = fopen("/proc/thread-self/net/snmp", "re");
		if (!file || !fgets(names, sizeof(names), file) ||
		    !fgets(values, sizeof(values), file))
			return fail(ctx, "node %s: cannot read /proc/thread-self/net/snmp", name);
		fclose(file);
		write_counters(lab->out, name, names, values);
	}
	return STATUS_OK;
}
