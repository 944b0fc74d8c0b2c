// SPDX-License-Identifier: GPL-2.0-only
/*
 * Texts about ports, flows and roots, for the tree and for the graph.
 */
#include <arpa/inet.h>
#include <string.h>
#include "port_words.h"
#include "when.h"
#include "why_print.h"

const char *const why_classes[] = {
	"incast", "slow-receiver", "storm", "cycle", "neighbour", "setting", "unknown", NULL
};

const char *const why_setting_words[] = {
	"", "rate", "maxrate", "strict", "watchdog", "impairment", NULL
};

_Static_assert(ARRAY_SIZE(why_classes) == WHY_CLASSES + 1, "words are missing");
_Static_assert(ARRAY_SIZE(why_setting_words) == WHY_SETTINGS + 1, "words are missing");

static const char *rate(const struct why_output *out, char *buf, uint64_t value)
{
	raw_or(out->ctx, format_scaled_rate)(buf, value);
	strcat(buf, "b/s");
	return buf;
}

/* Format a number of bytes.  @buf: result, %FORMAT_LEN bytes.  Return: @buf */
const char *why_size(char *buf, const struct why_output *out, uint64_t bytes)
{
	return raw_or(out->ctx, format_scaled_size)(buf, bytes);
}

/* Format a length of time.  @buf: result, %FORMAT_LEN bytes.  Return: @buf */
const char *why_period(char *buf, const struct why_output *out, uint64_t time)
{
	return raw_or(out->ctx, format_scaled_time)(buf, time);
}

/*
 * Format the name of a port, with its namespace if that is not the one of the tool.
 * @buf: result, %WHY_NAME bytes
 * Return: @buf.
 */
const char *why_name(char *buf, const struct why_output *out, uint32_t port)
{
	const struct why_port *p = &out->why->ports[port];

	snprintf(buf, WHY_NAME, "%s%s%s", p->ns ? p->netns : "", p->ns ? ":" : "",
		 p->config->name);
	return buf;
}

/* Format a MAC address.  @buf: result, %WHY_ADDRESS bytes.  Return: @buf */
const char *why_mac(char *buf, const uint8_t *mac)
{
	snprintf(buf, WHY_ADDRESS, "%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1], mac[2],
		 mac[3], mac[4], mac[5]);
	return buf;
}

/* Format an IP address of a flow.  @buf: result, %WHY_ADDRESS bytes.  Return: @buf */
const char *why_address(char *buf, const struct flow *flow, const uint8_t *address)
{
	return inet_ntop(flow->addr_len == 16 ? AF_INET6 : AF_INET, address, buf, WHY_ADDRESS);
}

static void protocol_words(char *buf, uint8_t protocol)
{
	static const char *const names[] = {
		[IPPROTO_ICMP] = "ICMP", [IPPROTO_TCP] = "TCP", [IPPROTO_UDP] = "UDP",
		[IPPROTO_ICMPV6] = "ICMPv6", [IPPROTO_SCTP] = "SCTP",
	};

	if (protocol < ARRAY_SIZE(names) && names[protocol])
		why_append(buf, "%s", names[protocol]);
	else
		why_append(buf, "protocol %u", protocol);
}

static void end_words(char *buf, const struct flow *flow, const uint8_t *address, uint32_t number)
{
	const bool brackets = flow->has_ports && flow->addr_len == 16;
	char text[WHY_ADDRESS];

	why_append(buf, brackets ? "[%s]" : "%s", why_address(text, flow, address));
	if (flow->has_ports)
		why_append(buf, ":%u", number);
}

/*
 * Format a flow.
 * @buf: result, %WHY_TEXT bytes: ingress port, or the port where it waits; protocol, addresses
 *	and ports, DSCP
 * Return: @buf.
 */
const char *why_flow_words(char *buf, const struct why_output *out, const struct why_flow *flow)
{
	const struct flow *f = flow->flow;
	char name[WHY_NAME], mac[2][WHY_ADDRESS];

	*buf = '\0';
	if (!flow->bytes)
		why_append(buf, "still at %s", why_name(name, out, flow->queue));
	else if (flow->ingress != WHY_NONE)
		why_append(buf, "%s", why_name(name, out, flow->ingress));
	else
		why_append(buf, "%s", f->port_id ? "deleted port" : "this host");
	why_append(buf, " ");
	if (f->addr_len) {
		protocol_words(buf, f->protocol);
		why_append(buf, " ");
		end_words(buf, f, f->src, f->src_port);
		why_append(buf, " > ");
		end_words(buf, f, f->dst, f->dst_port);
		why_append(buf, " dscp %u", f->dscp);
	} else {
		why_append(buf, "0x%04x %s > %s", f->ethertype, why_mac(mac[0], f->src_mac),
			   why_mac(mac[1], f->dst_mac));
	}
	if (f->tagged)
		why_append(buf, " vlan %u", f->vlan);
	return buf;
}

/* ---- roots -------------------------------------------------------------- */

/* Adds for how long and for which part of the time a queue is paused */
static void pause_words(char *buf, const struct why_output *out, const struct why_root *root)
{
	const struct why_port *port = &out->why->ports[root->port];
	const struct wait *w = &port->now->wait[root->prio];
	char text[FORMAT_LEN];

	if (w->rx_paused)
		why_append(buf, " for %s", why_period(text, out, port->now->time - w->rx_since));
	if (root->rates)
		why_append(buf, ", %u%% of the time", (root->permille + 5) / 10);
	why_append(buf, ", pause time %uq", w->rx_quanta);
}

/* Append to a text of %WHY_TEXT bytes how long a pause in the past was, and its start */
void why_past_words(char *buf, const struct why_output *out, const struct past *past)
{
	char text[FORMAT_LEN], when[STAMP_LEN];

	why_append(buf, " for %s%s", past->begin ? "" : "at least ",
		   why_period(text, out, past->to - past->from));
	if (past->begin)
		why_append(buf, " from %s", stamp_short(out->ctx, when, past->begin));
	if (!past->end)
		why_append(buf, ", not over");
}

static void peer_words(char *buf, const struct why_output *out, const struct why_port *port)
{
	char name[WHY_LLDP_NAME], mac[WHY_ADDRESS];

	if (*port->peer_dev)
		why_append(buf, "%s%s%s", port->peer_netns, *port->peer_netns ? ":" : "",
			   port->peer_dev);
	else if (port->now->has_peer && !out->why->past)
		why_append(buf, "%s", why_mac(mac, port->now->peer_mac));
	else
		why_append(buf, "the peer");
	if (!out->no_lldp && !*port->peer_dev && !port->ns &&
	    why_lldp_name(port->config->name, name))
		why_append(buf, " (%s)", name);
}

/* Adds by whom and for how long a queue is or was paused */
static void paused_words(char *buf, const struct why_output *out, const struct why_root *root,
			 const char *name)
{
	why_append(buf, "%s", root->class == WHY_STORM ? "PFC storm: " :
		   root->class == WHY_SLOW_RECEIVER ? "slow receiver " :
		   "neighbour beyond this machine: ");
	peer_words(buf, out, &out->why->ports[root->port]);
	why_append(buf, " %s %s prio %u", out->why->past ? "paused" : "pauses", name, root->prio);
	if (out->why->past)
		why_past_words(buf, out, root->past);
	else
		pause_words(buf, out, root);
}

static void incast_words(char *buf, const struct why_output *out, const struct why_root *root,
			 const char *name)
{
	char text[FORMAT_LEN];

	why_append(buf, "congested egress %s %s %u: %u sender%s", name,
		   out->why->past ? "queue" : "prio", root->prio, root->senders,
		   root->senders == 1 ? "" : "s");
	if (out->why->past)
		why_append(buf, ", whose PGs held %s", why_size(text, out, root->bytes));
	if (!root->rates)
		return;
	why_append(buf, ", %s offered", rate(out, text, root->offered));
	why_append(buf, ", %s drained", rate(out, text, root->drained));
}

static void cycle_words(char *buf, const struct why_output *out, const struct why_root *root,
			const char *name)
{
	char other[WHY_NAME];
	size_t i;

	why_append(buf, "deadlock, prio %u:", root->prio);
	for (i = 0; i < root->n_cycle; i++)
		why_append(buf, " %s >", why_name(other, out, why_port_of(root->cycle[i])));
	why_append(buf, " %s", name);
}

static void setting_words(char *buf, const struct why_output *out, const struct why_root *root,
			  const char *name)
{
	char text[FORMAT_LEN];

	if (root->setting == WHY_SETTING_IMPAIRMENT) {
		why_append(buf, "impairment of %s forces XOFF of prio %u, %u%% of the time", name,
			   root->prio, (root->permille + 5) / 10);
		return;
	}
	why_append(buf, "setting %s of %s limits prio %u", why_setting_words[root->setting], name,
		   root->prio);
	if (root->limit)
		why_append(buf, " to %s", rate(out, text, root->limit));
	if (root->setting == WHY_SETTING_STRICT)
		why_append(buf, ": strict classes before it use the port");
	if (root->setting == WHY_SETTING_WATCHDOG)
		why_append(buf, ": an operator has started a mitigation or injected a storm");
	if (root->senders && root->setting != WHY_SETTING_WATCHDOG)
		why_append(buf, "; %u sender%s", root->senders, root->senders == 1 ? "" : "s");
}

/*
 * Describe a root.
 * @buf: result, %WHY_TEXT bytes
 * Return: @buf.
 */
const char *why_root_words(char *buf, const struct why_output *out, const struct why_root *root)
{
	const bool unread = out->why->ports[root->port].peer == WHY_PEER_UNREAD &&
			    root->class != WHY_CYCLE && root->class != WHY_SETTING &&
			    (root->class != WHY_INCAST || out->why->past);
	char name[WHY_NAME];

	why_name(name, out, root->port);
	*buf = '\0';
	if (root->class == WHY_INCAST)
		incast_words(buf, out, root, name);
	else if (root->class == WHY_CYCLE)
		cycle_words(buf, out, root, name);
	else if (root->class == WHY_SETTING)
		setting_words(buf, out, root, name);
	else if (root->class == WHY_UNKNOWN)
		why_append(buf,
			   "unknown: no record names the egress queue of the packets of %s prio %u",
			   name, root->prio);
	else
		paused_words(buf, out, root, name);
	if (root->past && root->past->start && root->past->start->quanta)
		why_append(buf, ", pause time %uq", root->past->start->quanta);
	if (unread)
		why_append(buf, "; the namespace of the peer cannot be read, run pfcctl as root");
	return buf;
}

#define command(buf, port, ...)	shell_pfcctl(buf, SHELL_COMMAND, (port)->netns, __VA_ARGS__)

/*
 * Get the command that changes the setting of a root.
 * @buf: result, %SHELL_COMMAND bytes
 * Return: @buf: "" if the root is not a setting.
 */
const char *why_fix(char *buf, const struct why_output *out, const struct why_root *root)
{
	const struct why_port *port = &out->why->ports[root->port];
	const struct port *config = port->config;
	const uint64_t half = (config->rate ?: config->speed * 1000000ULL) / 2;
	char text[FORMAT_LEN];

	*buf = '\0';
	if (root->class != WHY_SETTING)
		return buf;
	switch (root->setting) {
	case WHY_SETTING_RATE:
		command(buf, port, "port set dev %s rate %s", config->name,
			word_rate(text, config->speed * 1000000ULL));
		break;
	case WHY_SETTING_MAXRATE:
		command(buf, port, "ets set dev %s tc-maxrate %u:unlimited", config->name,
			config->prio_tc[root->prio]);
		break;
	case WHY_SETTING_STRICT:
		command(buf, port, "ets set dev %s tc-maxrate %u:%s", config->name,
			root->tc, word_rate(text, half > PFC_RATE_MIN ? half : PFC_RATE_MIN));
		break;
	case WHY_SETTING_IMPAIRMENT:
		command(buf, port, "impair set dev %s xoff-duty off", config->name);
		break;
	default:
		if (config->watches[root->prio].injected)
			command(buf, port, "watchdog inject dev %s prio %u off", config->name,
				root->prio);
		else
			command(buf, port, "watchdog release dev %s prio %u", config->name,
				root->prio);
	}
	return buf;
}

/*
 * Get the result in a few words.
 * @buf: result, %WHY_TEXT bytes
 * Return: @buf.
 */
const char *why_verdict(char *buf, const struct why *why)
{
	if (why->past && !why->time)
		snprintf(buf, WHY_TEXT, "no pause is recorded");
	else if (!why->n_chains)
		snprintf(buf, WHY_TEXT, "no port %s paused", why->past ? "was" : "is");
	else if (!why->n_roots)
		snprintf(buf, WHY_TEXT, "no cause found: no egress queue holds the frames now");
	else
		snprintf(buf, WHY_TEXT, "%zu root%s", why->n_roots, why->n_roots == 1 ? "" : "s");
	return buf;
}
