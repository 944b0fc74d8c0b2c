// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mock of the libmnl sockets.
 */
#include <errno.h>
#include <linux/dcbnl.h>
#include <linux/ethtool.h>
#include <linux/genetlink.h>
#include <linux/if_addr.h>
#include <linux/neighbour.h>
#include <linux/netconf.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "kernel.h"

#define FAMILY	42

struct kernel kernel;

/* Header of the request that the mock kernel must answer */
static struct nlmsghdr request;

/* The last request has been answered; all further messages are events */
static bool listening;

/* Mock of the clock */
int clock_gettime(clockid_t clock, struct timespec *now)
{
	(void)clock;
	*now = (struct timespec){ .tv_sec = KERNEL_NOW / 1000000000 };
	return 0;
}

/* Mock of the lookup in port add and port del */
unsigned int if_nametoindex(const char *name)
{
	return kernel.index ? kernel.index(name) : 0;
}

/* Mock of namespaces: the first attempt to enter one may fail */
int setns(int fd, int type)
{
	(void)fd;
	(void)type;
	errno = kernel.setns_error;
	kernel.setns_error = 0;
	return errno ? -1 : 0;
}

/* Answers an ethtool request; devices have an unrelated feature and kernel.feature */
static void answer_ethtool(void *data)
{
	struct ethtool_sset_info *info = data;
	struct ethtool_gfeatures *features = data;
	struct ethtool_gstrings *names = data;

	switch (*(uint32_t *)data) {
	case ETHTOOL_GPAUSEPARAM:
		((struct ethtool_pauseparam *)data)->rx_pause = kernel.pause_rx;
		break;
	case ETHTOOL_GSSET_INFO:
		info->sset_mask = 1ULL << ETH_SS_FEATURES;
		info->data[0] = kernel.feature ? 2 : 1;
		break;
	case ETHTOOL_GSTRINGS:
		snprintf((char *)names->data, ETH_GSTRING_LEN, "rx-checksum");
		if (names->len == 2)
			snprintf((char *)names->data + ETH_GSTRING_LEN, ETH_GSTRING_LEN, "%s",
				 kernel.feature);
		break;
	case ETHTOOL_GFEATURES:
		features->features[0].active = 1U << 1;
		break;
	}
}

int ioctl(int fd, unsigned long number, ...)
{
	struct ifreq *ifr;
	va_list ap;

	va_start(ap, number);
	ifr = va_arg(ap, struct ifreq *);
	va_end(ap);
	if (number != SIOCETHTOOL)
		return syscall(SYS_ioctl, fd, number, ifr);
	answer_ethtool(ifr->ifr_data);
	return 0;
}

struct mnl_socket *mnl_socket_open2(int bus, int flags)
{
	(void)bus;
	(void)flags;
	return (struct mnl_socket *)&kernel;
}

int mnl_socket_bind(struct mnl_socket *nl, unsigned int groups, pid_t pid)
{
	(void)nl;
	(void)groups;
	(void)pid;
	return 0;
}

int mnl_socket_setsockopt(const struct mnl_socket *nl, int type, void *buf,
			  socklen_t len)
{
	(void)nl;
	(void)type;
	(void)buf;
	(void)len;
	return 0;
}

unsigned int mnl_socket_get_portid(const struct mnl_socket *nl)
{
	(void)nl;
	return 1;
}

int mnl_socket_get_fd(const struct mnl_socket *nl)
{
	(void)nl;
	return -1;
}

int mnl_socket_close(struct mnl_socket *nl)
{
	(void)nl;
	return 0;
}

ssize_t mnl_socket_sendto(const struct mnl_socket *nl, const void *buf, size_t len)
{
	(void)nl;
	memcpy(&request, buf, sizeof(request));
	listening = false;
	if (request.nlmsg_type != GENL_ID_CTRL) {
		memcpy(&kernel.last_request, buf, len);
		kernel.requests++;
		if (kernel.sent)
			kernel.sent(&kernel.last_request.hdr);
	}
	return len;
}

static struct nlmsghdr *begin(void *buf, uint16_t type)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);

	nlh->nlmsg_type = type;
	nlh->nlmsg_seq = request.nlmsg_seq;
	nlh->nlmsg_pid = 1;
	return nlh;
}

static size_t end(char *buf)
{
	const bool ctrl = request.nlmsg_type == GENL_ID_CTRL;
	struct nlmsghdr *nlh;
	struct nlmsgerr *ack;

	/* NLM_F_EXCL of a request for a qdisc is one of the two bits */
	if ((request.nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP) {
		nlh = begin(buf, NLMSG_DONE);
		if (kernel.interrupted) {
			kernel.interrupted--;
			nlh->nlmsg_flags |= NLM_F_DUMP_INTR;
		}
		*(int *)mnl_nlmsg_put_extra_header(nlh, sizeof(int)) = kernel.dump_error;
		return nlh->nlmsg_len;
	}
	nlh = begin(buf, NLMSG_ERROR);
	nlh->nlmsg_flags = NLM_F_CAPPED;
	ack = mnl_nlmsg_put_extra_header(nlh, sizeof(*ack));
	ack->error = ctrl ? 0 : kernel.error;
	if (!ctrl && kernel.warning) {
		nlh->nlmsg_flags |= NLM_F_ACK_TLVS;
		mnl_attr_put_strz(nlh, NLMSGERR_ATTR_MSG, kernel.warning);
		if (kernel.cause)
			mnl_attr_put_u32(nlh, NLMSGERR_ATTR_COOKIE, kernel.cause);
	}
	return nlh->nlmsg_len;
}

/* The first call gets all events in one buffer, the next call gets the error EIO */
static ssize_t receive_events(char *buf)
{
	struct genlmsghdr *genl;
	struct nlmsghdr *nlh;
	size_t len = 0;
	int i;

	for (i = 0; kernel.event; i++) {
		nlh = begin(buf + len, FAMILY);
		genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
		genl->cmd = PFC_CMD_EVENT;
		if (!kernel.event(nlh, i))
			break;
		len += nlh->nlmsg_len;
	}
	kernel.event = NULL;
	if (len)
		return len;
	errno = EIO;
	return -1;
}

static size_t put_dcb(char *buf)
{
	struct nlmsghdr *nlh = begin(buf, RTM_GETDCB);
	struct ieee_pfc pfc = { .pfc_en = kernel.dcb };
	struct nlattr *nest;

	mnl_nlmsg_put_extra_header(nlh, sizeof(struct dcbmsg));
	nest = mnl_attr_nest_start(nlh, DCB_ATTR_IEEE);
	mnl_attr_put(nlh, DCB_ATTR_IEEE_PFC, sizeof(pfc), &pfc);
	if (kernel.apps)
		kernel.apps(nlh);
	mnl_attr_nest_end(nlh, nest);
	return nlh->nlmsg_len;
}

typedef bool list_fn(struct nlmsghdr *nlh, int i);

/* Requests for lists of rtnetlink, and the functions that compose the replies */
static const struct route {
	list_fn		**fn;
	uint16_t	type;
	uint16_t	answer;
	size_t		header;
} routes[] = {
	{ &kernel.link, RTM_GETLINK, RTM_NEWLINK, sizeof(struct ifinfomsg) },
	{ &kernel.address, RTM_GETADDR, RTM_NEWADDR, sizeof(struct ifaddrmsg) },
	{ &kernel.qdisc, RTM_GETQDISC, RTM_NEWQDISC, sizeof(struct tcmsg) },
	{ &kernel.route, RTM_GETROUTE, RTM_NEWROUTE, sizeof(struct rtmsg) },
	{ &kernel.netconf, RTM_GETNETCONF, RTM_NEWNETCONF, sizeof(struct netconfmsg) },
	{ &kernel.fdb, RTM_GETNEIGH, RTM_NEWNEIGH, sizeof(struct ndmsg) },
	{ 0 }
};

/*
 * Replies to requests for lists of rtnetlink and for DCB.
 * Return: false if the request was for something else.
 */
static bool receive_route(char *buf, size_t *len)
{
	const struct route *r = routes;
	struct nlmsghdr *nlh;
	int i;

	*len = 0;
	if (request.nlmsg_type == RTM_GETDCB) {
		*len = put_dcb(buf);
		return true;
	}
	while (r->type && r->type != request.nlmsg_type)
		r++;
	if (!r->type)
		return false;
	for (i = 0; *r->fn; i++) {
		nlh = begin(buf + *len, r->answer);
		memset(mnl_nlmsg_put_extra_header(nlh, r->header), 0, r->header);
		if (!(*r->fn)(nlh, i))
			break;
		*len += nlh->nlmsg_len;
	}
	return true;
}

ssize_t mnl_socket_recvfrom(const struct mnl_socket *nl, void *buf, size_t size)
{
	const struct genlmsghdr *last = mnl_nlmsg_get_payload(&kernel.last_request.hdr);
	struct genlmsghdr *genl;
	struct nlmsghdr *nlh;
	size_t len = 0;
	int i;

	(void)nl;
	(void)size;
	if (listening)
		return receive_events(buf);
	listening = true;
	if (request.nlmsg_type == GENL_ID_CTRL) {
		nlh = begin(buf, GENL_ID_CTRL);
		mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
		mnl_attr_put_u16(nlh, CTRL_ATTR_FAMILY_ID, FAMILY);
		return nlh->nlmsg_len + end((char *)buf + nlh->nlmsg_len);
	}
	if (receive_route(buf, &len))
		return len + end((char *)buf + len);
	for (i = 0; kernel.answer; i++) {
		nlh = begin((char *)buf + len, FAMILY);
		genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
		genl->cmd = last->cmd;
		if (!kernel.answer(nlh, i))
			break;
		len += nlh->nlmsg_len;
	}
	return len + end((char *)buf + len);
}

void put_map(struct nlmsghdr *nlh, uint16_t type, uint8_t key, uint8_t value)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, type), *entry;

	entry = mnl_attr_nest_start(nlh, PFC_A_MAP_ENTRY);
	mnl_attr_put_u8(nlh, PFC_MAP_A_KEY, key);
	mnl_attr_put_u8(nlh, PFC_MAP_A_VALUE, value);
	mnl_attr_nest_end(nlh, entry);
	mnl_attr_nest_end(nlh, nest);
}

void put_stats(struct nlmsghdr *nlh, uint16_t type, uint8_t id, uint16_t last)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, type);
	uint16_t attr;

	mnl_attr_put_u8(nlh, PFC_STAT_ID, id);
	for (attr = PFC_STAT_FIRST; attr <= last; attr++)
		mnl_attr_put_u64(nlh, attr, attr);
	mnl_attr_nest_end(nlh, nest);
}

int kernel_run(const struct ctx *options, const char *line, char **out, char **err)
{
	char text[4096], *words[BATCH_WORDS];
	struct args args = { 0, words };
	size_t out_len, err_len;
	struct ctx ctx = *options;
	FILE *old = stdout;
	int status;

	snprintf(text, sizeof(text), "%s", line);
	args.argc = batch_split(text, words);
	stdout = open_memstream(out, &out_len);
	ctx.err = open_memstream(err, &err_len);
	status = command_run(&ctx, &args);
	nl_close(&ctx);
	fclose(stdout);
	fclose(ctx.err);
	stdout = old;
	return status;
}

/*
 * shows() - check that a command exits with @status, that its output contains @expect, and that
 * its errors are @errors
 */
bool shows(const struct ctx *options, const char *line, const char *expect,
	   int status, const char *errors)
{
	char *out, *err;
	bool ok;
	int got;

	got = kernel_run(options, line, &out, &err);
	ok = got == status && strstr(out, expect) && !strcmp(err, errors);
	if (!ok)
		printf("%s: status %d\n%s%swant: %s %s\n", line, got, out, err, expect,
		       errors);
	free(out);
	free(err);
	return ok;
}
