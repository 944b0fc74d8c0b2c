// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks of the environment of a port: send buffers, devices, queues of the kernel.
 */
#include <fcntl.h>
#include <linux/if_link.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "check.h"
#include "nic.h"
#include "port_words.h"

/* Mount point of proc(5); the unit tests replace it */
const char *proc_dir = "/proc";

#define INIT_NETNS	"1/ns/net"	/* initial network namespace, below proc_dir */

/* ---- sysctls ------------------------------------------------------------ */

static bool read_line(const char *path, char *line, size_t size)
{
	FILE *file = fopen(path, "re");
	bool ok = file && fgets(line, size, file);

	if (file)
		fclose(file);
	if (ok)
		line[strcspn(line, "\n")] = '\0';
	return ok;
}

/*
 * Reads a sysctl of this namespace, or else of the initial namespace: many sysctls of net.core
 * exist only there and apply to the whole machine.  Return: whether the sysctl exists.
 */
static bool sysctl_text(const struct check *c, const char *name, char *line, size_t size)
{
	char path[256], initial[256];
	bool ok;
	int fd;

	snprintf(path, sizeof(path), "%s/sys/%s", proc_dir, name);
	if (read_line(path, line, size))
		return true;
	snprintf(initial, sizeof(initial), "%s/" INIT_NETNS, proc_dir);
	fd = open(initial, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	ok = c->all.home.fd >= 0 && !setns(fd, CLONE_NEWNET);
	close(fd);
	if (!ok)
		return false;
	ok = read_line(path, line, size);
	netns_leave(&c->all);
	return ok;
}

/* Return: the last number of a sysctl (the maximum of tcp_wmem), or 0 if it does not exist */
static uint64_t sysctl_number(const struct check *c, const char *name)
{
	const char *number;
	char line[128];

	if (!sysctl_text(c, name, line, sizeof(line)))
		return 0;
	number = strrchr(line, '\t');
	return strtoull(number ? number + 1 : line, NULL, 10);
}

/*
 * Appends a sysctl command to the commands that fix a fault.  @word is NAME=VALUE.
 * The sysctl belongs to the whole machine: only the initial namespace has it.
 */
static void fix_sysctl(struct check *c, const char *word)
{
	struct stat here, initial;
	char path[256];
	bool inside;

	/*
	 * The user runs the suggested command in a shell.  Without -n, this shell is in the
	 * namespace of pfcctl: the command needs nsenter if that is not the initial namespace.
	 * With -n, the shell is in another namespace, which is assumed to be the initial one.
	 */
	snprintf(path, sizeof(path), "%s/" INIT_NETNS, proc_dir);
	inside = !c->ctx->netns && c->all.home.fd >= 0 && !fstat(c->all.home.fd, &here) &&
		 !stat(path, &initial) && here.st_ino != initial.st_ino;
	shell_tool(c->fix, FIX_LEN, inside ? path : NULL, "sysctl -w %s", word);
}

/* Check that a queue can hold the send buffer of a socket of this host */
void check_wmem(struct check *c, const struct end *end)
{
	static const struct {
		const char	*path;
		const char	*name;
	} sysctls[] = {
		{ "net/core/wmem_default", "net.core.wmem_default" },
		{ "net/core/wmem_max", "net.core.wmem_max" },
		{ "net/ipv4/tcp_wmem", "net.ipv4.tcp_wmem" },
	};
	uint64_t most = 0, limit = end->port->queue_limit;
	char has[FORMAT_LEN], may[FORMAT_LEN], buf[FORMAT_LEN];
	const uint8_t prios = prios_obeyed(end->port);
	const char *name = NULL;
	size_t i;

	if (!prios || end->dev->master || !end->dev->has_address)
		return;
	for (i = 0; i < ARRAY_SIZE(sysctls); i++) {
		uint64_t value = sysctl_number(c, sysctls[i].path);

		if (value > most) {
			most = value;
			name = sysctls[i].name;
		}
	}
	if (most <= limit)
		return;
	if (most <= PFC_SIZE_MAX)
		fix_pfcctl(c, end, "port set dev %s queue-limit %s", end->port->name,
			   word_size(buf, most));
	check_report(c, prios, "a socket may send %s (%s), priority %s holds only %s (queue-limit)",
		     format_size(may, most), name, word_prios(buf, prios), format_size(has, limit));
}

/* ---- devices ------------------------------------------------------------ */

static void report_xdp(struct check *c, const struct end *end)
{
	static const char *const modes[] = { "xdp", "xdpdrv", "xdpgeneric", "xdpoffload", "xdp" };
	const char *mode = modes[end->dev->xdp < ARRAY_SIZE(modes) ? end->dev->xdp : 0];
	char name[END_LEN];

	fix_other(c, end, "ip link set dev %s %s off", end->dev->name, mode);
	check_report(c, 0, "%s has an XDP program: packets that it redirects bypass the port",
		     end_name(name, c, end));
}

/* Check that neither end has an XDP program */
void check_xdp(struct check *c, const struct end *end)
{
	if (end->dev->xdp)
		report_xdp(c, end);
	if (c->peer.dev && c->peer.dev->xdp && !(c->peer.port && c->peer.ns == end->ns))
		report_xdp(c, &c->peer);
}

/* Check that the device does not forward in hardware */
void check_offload(struct check *c, const struct end *end)
{
	static const char *const features[] = { "hw-tc-offload", "l2-fwd-offload" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(features); i++) {
		if (!ethtool_feature(end->dev->name, features[i]))
			continue;
		fix_other(c, end, "ethtool -K %s %s off", end->dev->name, features[i]);
		check_report(c, 0, "%s is on: packets that the hardware forwards bypass the port",
			     features[i]);
	}
}

/* Check that the NIC leaves flow control to the port */
void check_nic(struct check *c, const struct end *end)
{
	char buf[FORMAT_LEN];
	uint8_t prios;

	if (*end->dev->kind)
		return;
	if (ethtool_pause_rx(end->dev->name)) {
		fix_other(c, end, "ethtool -A %s rx off tx off", end->dev->name);
		check_report(c, 0,
			     "the NIC obeys PAUSE itself: the port may receive no PFC frames");
	}
	prios = end->port->dcb == PFC_DCB_OWNER_PORT ? 0 :
		dcb_pfc_enabled(c->ctx, end->dev->name);
	if (!prios)
		return;
	shell_dcb(c->fix, FIX_LEN, end->ns->name, "pfc set", end->dev->name);
	fix_words(c, "prio-pfc all:off");
	check_report(c, prios,
		     "the NIC does PFC for priority %s itself: the port receives no PFC frames",
		     word_prios(buf, prios));
}

/* ---- losses outside of the ports ---------------------------------------- */

/* Return: by how much a counter has grown; 0 if its CPU or its driver has started it again */
static uint64_t grown(uint64_t now, uint64_t before)
{
	return now > before ? now - before : 0;
}

static void report_losses(struct check *c, const struct end *end)
{
	static const struct device none;
	const struct device *dev = end->dev;
	const struct device *old = device_find(&end->ns->before, dev->ifindex) ?: &none;
	const struct {
		const char	*name;
		uint64_t	count;
	} counters[] = {
		{ "rx_dropped", grown(dev->rx_dropped, old->rx_dropped) },
		{ "tx_dropped", grown(dev->tx_dropped, old->tx_dropped) },
		{ "rx_missed_errors", grown(dev->rx_missed, old->rx_missed) },
		{ "rx_nohandler", grown(dev->rx_nohandler, old->rx_nohandler) },
	};
	char name[END_LEN], text[160] = "";
	size_t i;

	for (i = 0; i < ARRAY_SIZE(counters); i++)
		if (counters[i].count)
			text_append(text, sizeof(text), "%s%s %llu", *text ? ", " : "",
				    counters[i].name, (unsigned long long)counters[i].count);
	if (*text)
		check_report(c, 0,
			     "kernel or driver dropped packets of %s, not counted by any port: %s",
			     end_name(name, c, end), text);
}

/*
 * Check that the devices at both ends have lost no packets.  A peer that is not a port drops, and
 * counts, the PFC frames that it receives.  A port in the same namespace has its own check.
 */
void check_losses(struct check *c, const struct end *end)
{
	report_losses(c, end);
	if (c->peer.port && c->peer.ns != end->ns)
		report_losses(c, &c->peer);
}

/* Return: packets dropped because the backlog of a CPU was full, since the machine started */
uint64_t backlog_drops(void)
{
	char path[256], line[256];
	unsigned int dropped;
	uint64_t sum = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/net/softnet_stat", proc_dir);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "%*x %x", &dropped) == 1)
			sum += dropped;
	if (file)
		fclose(file);
	return sum;
}

/* Check that the backlog of no CPU has overflowed */
void check_backlog(struct check *c, const struct end *end)
{
	const uint64_t size = sysctl_number(c, "net/core/netdev_max_backlog");
	const uint64_t sum = grown(backlog_drops(), c->backlog);
	char word[64];

	(void)end;
	if (!sum)
		return;
	snprintf(word, sizeof(word), "net.core.netdev_max_backlog=%llu",
		 (unsigned long long)size * 4);
	if (size)
		fix_sysctl(c, word);
	check_report(c, 0,
		     "%llu packet%s dropped, not counted by any port: the backlog of a CPU was full",
		     (unsigned long long)sum, sum == 1 ? "" : "s");
}

/* Check that pfc is not the default qdisc */
void check_default_qdisc(struct check *c, const struct end *end)
{
	char line[64];

	(void)end;
	if (!sysctl_text(c, "net/core/default_qdisc", line, sizeof(line)) ||
	    strcmp(line, PFC_QDISC_KIND))
		return;
	fix_sysctl(c, "net.core.default_qdisc=fq_codel");
	check_report(c, 0, "net.core.default_qdisc is pfc, which is not supported");
}
