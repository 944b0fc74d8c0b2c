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
 * router NODE: makes a node forward IP packets.  It sends no ICMP errors and no redirects: they
 * are not part of the described traffic.
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
		err = write_setting(ctx, "icmp_msgs_per_sec", "0");
	if (!err)
		err = write_setting(ctx, "icmp_msgs_burst", "0");
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
	mnl_attr_put_u32(&msg.hdr, RTA_OIF, device_index(node, words[1]));
	err = nl_talk(&node->ctx, node->ctx.rtnl, &msg.hdr, NULL, NULL);
	return err ? nl_fail(&node->ctx, words[2], err) : STATUS_OK;
}

/* Writes the counters that are not 0.  @names, @values: lines of the same words, both modified */
static void write_counters(FILE *out, const char *node, char *names, char *values)
{
	char *name, *value, *rest_names, *rest_values;

	name = strtok_r(names, "\n ", &rest_names);
	value = strtok_r(values, "\n ", &rest_values);
	while (name && value) {
		if (strtoull(value, NULL, 0))
			fprintf(out, "i %s %s %s\n", node, name, value);
		name = strtok_r(NULL, "\n ", &rest_names);
		value = strtok_r(NULL, "\n ", &rest_values);
	}
}

/*
 * Writes the counters of the current network namespace in a file that has two lines for each
 * protocol, which begin with its name: one with the names of the counters, one with the values
 */
static int sample_router(struct lab *lab, struct ctx *ctx, const char *node, const char *path,
			 const char *protocol)
{
	char *lines[2] = { NULL, NULL };
	size_t sizes[2] = { 0, 0 };
	FILE *file = fopen(path, "re");
	int n = 0;

	if (!file)
		return fail(ctx, "node %s: cannot open %s: %s", node, path, strerror(errno));
	while (n < 2 && getline(&lines[n], &sizes[n], file) > 0)
		if (!strncmp(lines[n], protocol, strlen(protocol)))
			n++;
	fclose(file);
	if (n == 2)
		write_counters(lab->out, node, lines[0] + strlen(protocol),
			       lines[1] + strlen(protocol));
	free(lines[0]);
	free(lines[1]);
	return n == 2 ? STATUS_OK : fail(ctx, "node %s: no %s in %s", node, protocol, path);
}

/* Write the IP counters of all routers.  Return: an exit status */
int sample_routers(struct lab *lab, struct ctx *ctx)
{
	int err = STATUS_OK;
	size_t i;

	for (i = 0; !err && i < lab->n_nodes; i++) {
		const char *name = lab->nodes[i].name;

		if (!lab->nodes[i].router)
			continue;
		if (!node_enter(lab, ctx, name))
			return STATUS_FAILED;
		err = sample_router(lab, ctx, name, "/proc/thread-self/net/snmp", "Ip: ") ?:
		      sample_router(lab, ctx, name, "/proc/thread-self/net/netstat", "IpExt: ");
	}
	return err;
}
