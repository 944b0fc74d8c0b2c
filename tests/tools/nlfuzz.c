// SPDX-License-Identifier: GPL-2.0-only
/*
 * nlfuzz - sends random requests of the family "pfc", valid and invalid ones, and
 * compares their effects with a model
 *
 * A request follows the policy of its command, with single errors in it, and nlfuzz
 * sometimes changes some of its bytes.  From the resulting bytes the model computes whether
 * the kernel accepts the request and what changes.  The kernel must agree, give a reason if
 * it rejects a request, and show the same configuration as the model: ports, pools, profiles
 * and times of clears.  A rejected request changes no counter.  nlfuzz sometimes changes the
 * MTU of a device, which changes automatic headrooms, or detaches and attaches a port.
 *
 * The devices of the namespace must be idle, and no port may have a speed or rate at the
 * start.  With --storm neither condition applies, and nlfuzz does not compare the effects
 * with the model.
 *
 * With --fail the allocations of each request fail, one at a time: the first one, then
 * the second one, and so on until all allocations succeed.  After a failure, the kernel must
 * reject or apply the request as a whole.  In the last try, without a failure, the request
 * must have its normal effect.  --fail requires tests/failalloc, or a kernel whose failslab
 * does not exclude allocations that may sleep.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "common.h"
#include "failnth.h"
#include "nlbuild.h"
#include "options.h"
#include "random.h"

static struct { uint64_t seed, count, storm, fail; } cfg = { .seed = 1, .count = 1000 };

static const struct option_spec options[] = {
	{ "seed", "N", "seed of the random numbers (1)", OPTION_NUMBER, &cfg.seed, 0, UINT64_MAX },
	{ "count", "N", "requests (1000)", OPTION_NUMBER, &cfg.count, 1, UINT64_MAX },
	{ "storm", NULL, "do not compare with the model", OPTION_FLAG, &cfg.storm },
	{ "fail", NULL, "inject a failure into each allocation", OPTION_FLAG, &cfg.fail },
	{ }
};

static int sock;
static uint64_t number_of_request, mtus, attachments, met[VERDICTS];

/* ---- messages ----------------------------------------------------------- */

static void transmit(void)
{
	struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };
	uint32_t len = message.hdr.nlmsg_len;

	if (sendto(sock, message.bytes, len, 0, (struct sockaddr *)&kernel,
		   sizeof(kernel)) != len)
		die_errno("nlfuzz: send");
}

typedef void (*reader)(const void *attrs, int len);

/* Whether the extended ack of the answer contains a text */
static bool has_text(const struct nlmsghdr *hdr)
{
	size_t at = NLMSG_HDRLEN + sizeof(struct nlmsgerr);
	const struct nlmsgerr *err = NLMSG_DATA(hdr);
	const struct nlattr *attr;

	if (!(hdr->nlmsg_flags & NLM_F_ACK_TLVS))
		return false;
	if (hdr->nlmsg_type == NLMSG_DONE)
		at = NLMSG_HDRLEN + sizeof(err->error);
	else if (!(hdr->nlmsg_flags & NLM_F_CAPPED))
		at += NLMSG_ALIGN(err->msg.nlmsg_len - NLMSG_HDRLEN);
	for (; at + NLA_HDRLEN <= hdr->nlmsg_len; at += NLA_ALIGN(attr->nla_len)) {
		attr = (const void *)((const char *)hdr + at);
		if (attr->nla_type == NLMSGERR_ATTR_MSG)
			return attr->nla_len > NLA_HDRLEN + 1;
		if (attr->nla_len < NLA_HDRLEN)
			break;
	}
	return false;
}

struct answer {
	int error, messages;
	bool text;
};

static struct answer receive(reader read)
{
	static uint8_t buf[MESSAGE_MAX];
	struct answer answer = { 0 };
	const struct nlmsghdr *hdr;
	int len;

	for (;;) {
		len = recv(sock, buf, sizeof(buf), 0);
		if (len < 0)
			die("nlfuzz: request %llu: no answer: %s",
			    (unsigned long long)number_of_request, strerror(errno));
		for (hdr = (void *)buf; NLMSG_OK(hdr, len); hdr = NLMSG_NEXT(hdr, len)) {
			if (hdr->nlmsg_seq != seq)
				continue;
			if (hdr->nlmsg_type == NLMSG_ERROR || hdr->nlmsg_type == NLMSG_DONE) {
				answer.error = -*(const int *)NLMSG_DATA(hdr);
				answer.text = has_text(hdr);
				return answer;
			}
			answer.messages++;
			if (read)
				read((const char *)NLMSG_DATA(hdr) + GENL_HDRLEN,
				     hdr->nlmsg_len - NLMSG_HDRLEN - GENL_HDRLEN);
		}
	}
}

static void request_dump(int cmd, int flags, reader read)
{
	start_message(family, cmd, flags);
	transmit();
	if (receive(read).error)
		die("nlfuzz: request %llu: cannot read the state",
		    (unsigned long long)number_of_request);
}

static struct state shown;

static void read_port(const void *attrs, int len) { state_add_port(&shown, attrs, len); }
static void read_stats(const void *attrs, int len) { state_add_stats(&shown, attrs, len); }
static void read_watchdog(const void *attrs, int len)
{
	state_add_watchdog(&shown, attrs, len);
}

static void read_impair(const void *attrs, int len) { state_add_impair(&shown, attrs, len); }

static void read_pool(const void *attrs, int len) { state_add_pool(&shown, attrs, len); }

static void read_profile(const void *attrs, int len)
{
	state_add_profile(&shown, attrs, len);
}

static void read_state(void)
{
	memset(&shown, 0, sizeof(shown));
	shown.sum = 2166136261;
	request_dump(PFC_CMD_PORT_GET, NLM_F_DUMP, read_port);
	request_dump(PFC_CMD_STATS_GET, NLM_F_DUMP, read_stats);
	request_dump(PFC_CMD_WATCHDOG_GET, NLM_F_DUMP, read_watchdog);
	request_dump(PFC_CMD_IMPAIR_GET, NLM_F_DUMP, read_impair);
	request_dump(PFC_CMD_POOL_GET, NLM_F_DUMP, read_pool);
	request_dump(PFC_CMD_PROFILE_GET, NLM_F_DUMP, read_profile);
}

static void read_family(const void *attrs, int len)
{
	const struct nlattr *attr = attrs;

	for (; len >= NLA_HDRLEN; len -= NLA_ALIGN(attr->nla_len),
	     attr = (const void *)((const char *)attr + NLA_ALIGN(attr->nla_len)))
		if (attr->nla_type == CTRL_ATTR_FAMILY_ID)
			memcpy(&family, attr + 1, 2);
}

static void open_socket(void)
{
	struct timeval patience = { .tv_sec = 20 };
	int one = 1;

	sock = socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC);
	if (sock < 0 ||
	    setsockopt(sock, SOL_NETLINK, NETLINK_EXT_ACK, &one, sizeof(one)) ||
	    setsockopt(sock, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)))
		die_errno("nlfuzz: netlink");
	start_message(GENL_ID_CTRL, CTRL_CMD_GETFAMILY, 0);
	append_attr(CTRL_ATTR_FAMILY_NAME, PFC_GENL_NAME, sizeof(PFC_GENL_NAME));
	transmit();
	if (receive(read_family).error || !family)
		die("nlfuzz: the kernel has no netlink family " PFC_GENL_NAME "; load pfc.ko");
}

/* ---- single requests ---------------------------------------------------- */

/* Gets (SIOCGIFMTU) or sets (SIOCSIFMTU) the MTU of a device; returns success */
static bool mtu_of(struct device *device, int cmd, int *mtu)
{
	static int control = -1;
	struct ifreq request = { .ifr_mtu = *mtu };

	if (control < 0)
		control = socket(AF_INET, SOCK_DGRAM, 0);
	if (control < 0)
		die_errno("nlfuzz: socket");
	memcpy(request.ifr_name, device->name, sizeof(request.ifr_name));
	if (ioctl(control, cmd, &request))
		return false;
	*mtu = request.ifr_mtu;
	return true;
}

/* Initializes the model with the existing ports and the other devices */
static void learn(void)
{
	struct if_nameindex *all = if_nameindex(), *one;
	struct device *device;
	int i, mtu = 0;

	if (!cfg.storm) {
		read_state();
		model = shown;
		for (i = 0; i < model.devices; i++)
			if (!model.device[i].speed)
				die("nlfuzz: %s must not have a speed or rate",
				    model.device[i].name);
	}
	for (one = all; one && one->if_index; one++) {
		for (i = 0; i < model.devices; i++)
			if (model.device[i].index == one->if_index)
				break;
		if (i < model.devices)
			continue;
		if (model.devices == DEVICES_MAX)
			die("nlfuzz: more than %d devices", DEVICES_MAX);
		device = &model.device[model.devices++];
		memset(device, 0, sizeof(*device));
		device->index = one->if_index;
		snprintf(device->name, sizeof(device->name), "%.15s", one->if_name);
		device->port = cfg.storm;
	}
	if_freenameindex(all);
	for (device = model.device; device < model.device + model.devices; device++) {
		if (!mtu_of(device, SIOCGIFMTU, &mtu) && !cfg.storm)
			die_errno("nlfuzz: MTU");
		device->mtu = mtu;
	}
}

static int ports(void)
{
	int i, count = 0;

	for (i = 0; i < model.devices; i++)
		count += model.device[i].port;
	return count;
}

static void print_request(const uint8_t *bytes, uint32_t len)
{
	printf("request %llu of seed %llu, from the generic netlink header on:",
	       (unsigned long long)number_of_request, (unsigned long long)cfg.seed);
	for (uint32_t i = NLMSG_HDRLEN; i < len; i++)
		printf("%s%02x", i % 4 ? "" : " ", bytes[i]);
	printf("\n");
}

/* A port has a message for each of its queues with packets, or for each 64 of its transitions */
static bool has_many_messages(const void *bytes)
{
	const struct genlmsghdr *genl = NLMSG_DATA(bytes);

	return genl->cmd == PFC_CMD_WAIT_GET || genl->cmd == PFC_CMD_RECORD_GET;
}

/* Number of messages in the answer to an accepted request, the minimum if has_many_messages() */
static int messages_for(const void *bytes, uint32_t len)
{
	const struct genlmsghdr *genl = NLMSG_DATA(bytes);

	if (!is_dump(bytes, len))
		return can_dump(genl->cmd);
	return genl->cmd == PFC_CMD_POOL_GET ? model.pools :
	       genl->cmd == PFC_CMD_PROFILE_GET ? model.profiles : ports();
}

/* Compares kernel and model after a change of a device: attached, detached, another MTU */
static bool agrees(const char *what, const char *name)
{
	char wrong[200];

	read_state();
	if (state_differs(&model, &shown, wrong))
		printf("before request %llu of seed %llu: %s %s: %s\n",
		       (unsigned long long)number_of_request, (unsigned long long)cfg.seed,
		       name, what, wrong);
	state_adopt_times(&model, &shown);
	return !*wrong;
}

/* Detaches a port and attaches it again, whatever its configuration is */
static bool try_port(void)
{
	int i = random_below(model.devices);
	struct device port = model.device[i];

	if (!port.port)
		return true;
	attachments++;
	model_detach(&model, i);
	if (set_port(port.index, false))
		die("nlfuzz: %s cannot be detached", port.name);
	if (!agrees("after detach", port.name))
		return false;
	model_attach(&model, i);
	if (set_port(port.index, true))
		die("nlfuzz: %s cannot be attached", port.name);
	return agrees("after attach", port.name);
}

static bool try_mtu(void)
{
	int i = random_below(model.devices), mtu = 68 + random_below(9000);

	if (!model.device[i].port || !mtu_of(&model.device[i], SIOCSIFMTU, &mtu))
		return true;
	mtus++;
	model_mtu(&model, i, mtu);
	return agrees("after MTU change", model.device[i].name);
}

/* Number of requests after which the effects of ended impairments are over */
#define SETTLED		200

/*
 * Forced XOFF and losses of the link change counters at any time.  After their end, pauses expire
 * and the carrier comes back.
 */
static bool counters_change(void)
{
	static uint64_t settled;
	int i;

	for (i = 0; i < model.devices; i++)
		if (is_disturbed(&model.device[i]))
			settled = number_of_request + SETTLED;
	return number_of_request < settled;
}

static bool try_request(void)
{
	static uint8_t copy[MESSAGE_MAX];
	uint32_t before = model.sum, len;
	bool change = counters_change();
	enum verdict verdict;
	struct answer answer;
	char wrong[200] = "";

	build_request();
	len = message.hdr.nlmsg_len;
	memcpy(copy, message.bytes, len);
	transmit();
	answer = receive(NULL);
	verdict = model_request(&model, copy, len);
	met[verdict]++;

	if (!errno_fits(verdict, answer.error))
		sprintf(wrong, "result %s",
			answer.error ? strerrorname_np(answer.error) : "ok");
	else if (!verdict && (has_many_messages(copy) ?
			      answer.messages < messages_for(copy, len) :
			      answer.messages != messages_for(copy, len)))
		sprintf(wrong, "%d messages in the answer, not %d", answer.messages,
			messages_for(copy, len));
	else if (verdict > BAD_COMMAND && !answer.text)
		sprintf(wrong, "rejected without a text in the extended ack");
	read_state();
	if (!*wrong)
		state_differs(&model, &shown, wrong);
	if (!*wrong && verdict && !change && shown.sum != before)
		sprintf(wrong, "rejected, but counters have changed");
	state_adopt_times(&model, &shown);
	if (*wrong) {
		print_request(copy, len);
		printf("model: %s; %s\n", verdict_names[verdict], wrong);
	}
	return !*wrong;
}

/* ---- injected allocation failures --------------------------------------- */

#define FAILURES_MAX	1000

static uint64_t failures, refusals, unanswered;

/* Valid requests that failed with ENOMEM */
static uint64_t refused_pool_new, refused_profile_new, refused_goals[GOALS];

/* Waits for the answer; returns its error, or ENOBUFS if the kernel lacked memory for it */
static int outcome(void)
{
	static uint8_t buf[MESSAGE_MAX];
	const struct nlmsghdr *hdr;
	int len;

	for (;;) {
		len = recv(sock, buf, sizeof(buf), 0);
		if (len < 0)
			return errno;
		for (hdr = (void *)buf; NLMSG_OK(hdr, len); hdr = NLMSG_NEXT(hdr, len))
			if (hdr->nlmsg_seq == seq && (hdr->nlmsg_type == NLMSG_ERROR ||
						      hdr->nlmsg_type == NLMSG_DONE))
				return -*(const int *)NLMSG_DATA(hdr);
	}
}

/* Sends the request with a failure of the nth allocation; returns whether it failed */
static bool send_without(int nth, int *error)
{
	struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };
	uint32_t len = message.hdr.nlmsg_len;
	ssize_t sent;
	bool failed;

	message.hdr.nlmsg_seq = ++seq;
	fail_nth(nth);
	sent = sendto(sock, message.bytes, len, 0, (struct sockaddr *)&kernel,
		      sizeof(kernel));
	*error = errno;
	failed = fail_nth_end();
	if (sent == len)
		*error = outcome();
	failures += failed;
	return failed;
}

/*
 * A rejected request must have changed nothing.  A request without an answer (ENOBUFS) may
 * have taken effect.  @after: the state that the kernel must have if it did.
 */
static void check_failed(const struct state *after, int error, char *wrong)
{
	read_state();
	if (!(error && !state_differs(&model, &shown, wrong)) &&
	    (!error || error == ENOBUFS) && !state_differs(after, &shown, wrong))
		model = *after;
	state_adopt_times(&model, &shown);
}

/* Counts a valid request that failed with ENOMEM; @before: goals before the request */
static void note_refusal(const void *request, const uint64_t *before)
{
	const struct genlmsghdr *genl = NLMSG_DATA(request);
	int i;

	refused_pool_new += genl->cmd == PFC_CMD_POOL_NEW;
	refused_profile_new += genl->cmd == PFC_CMD_PROFILE_NEW;
	for (i = 0; i < GOALS; i++)
		refused_goals[i] += goals[i] > before[i];
}

/*
 * Makes each allocation of a request fail once.  The model evaluates each try again, because
 * the previous try may have taken effect: for example, it may have created a pool.
 */
static bool try_failing(void)
{
	static uint8_t copy[MESSAGE_MAX];
	static struct state after;
	enum verdict verdict = ACCEPTED;
	uint64_t before[GOALS];
	char wrong[200] = "";
	bool failed = true;
	int nth, error;
	uint32_t len;

	build_request();
	len = message.hdr.nlmsg_len;
	/* Without memory, the kernel does not end a dump with large messages at once */
	if (has_many_messages(message.bytes))
		return true;
	memcpy(copy, message.bytes, len);
	for (nth = 1; nth < FAILURES_MAX && failed && !*wrong; nth++) {
		after = model;
		memcpy(before, goals, sizeof(goals));
		verdict = model_request(&after, copy, len);
		met[verdict] += nth == 1;
		memcpy(message.bytes, copy, len);
		failed = send_without(nth, &error);
		refusals += error == ENOMEM;
		unanswered += error == ENOBUFS;
		if (error == ENOMEM && !verdict)
			note_refusal(copy, before);
		if (!(failed && (error == ENOMEM || error == ENOBUFS)) &&
		    !errno_fits(verdict, error))
			sprintf(wrong, "result %s",
				error ? strerrorname_np(error) : "ok");
		else
			check_failed(&after, error, wrong);
	}
	if (*wrong) {
		print_request(copy, len);
		printf("model: %s; allocation %d %s: %s\n", verdict_names[verdict], nth - 1,
		       failed ? "failed" : "did not fail", wrong);
	}
	return !*wrong;
}

static bool storm(void)
{
	build_request();
	transmit();
	met[ACCEPTED] += !receive(NULL).error;
	return true;
}

int main(int argc, char **argv)
{
	bool good = true;
	int i;

	parse_options(argc, argv, options, "");
	random_seed(cfg.seed);
	open_socket();
	learn();
	for (number_of_request = 0; good && number_of_request < cfg.count; number_of_request++)
		good = cfg.storm ? storm() : cfg.fail ? try_failing() :
		       (!one_in(20) || try_mtu()) && (!one_in(150) || try_port()) &&
		       try_request();
	printf("{\"program\":\"nlfuzz\"");
	json_number("seed", cfg.seed);
	json_number("requests", number_of_request);
	for (i = 0; i < (cfg.storm ? 1 : VERDICTS); i++)
		json_number(verdict_names[i], met[i]);
	if (!cfg.storm && !cfg.fail) {
		json_number("mtus", mtus);
		json_number("attachments", attachments);
	}
	for (i = 0; i < GOALS && !cfg.storm && !cfg.fail; i++)
		json_number(goal_names[i], goals[i]);
	if (cfg.fail) {
		json_number("failures", failures);
		json_number("refusals", refusals);
		json_number("unanswered", unanswered);
		json_number("refused_pool_new", refused_pool_new);
		json_number("refused_profile_new", refused_profile_new);
		json_number("refused_ports_together", refused_goals[TOGETHER]);
		json_number("refused_moved", refused_goals[MOVED]);
	}
	printf("}\n");
	return !good;
}
