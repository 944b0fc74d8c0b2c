// SPDX-License-Identifier: GPL-2.0-only
/*
 * Connects TCP flows before the traffic starts, and samples them.  A process of its own runs them,
 * see tcp_process().  It inherits the sockets from this one.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tcp.h"

#define FIELDS	(sizeof(struct tcp_counters) / sizeof(uint64_t))
#define CLOSED	7	/* TCP_CLOSE, the state of a socket that is not connected */

/* Return: a socket in the namespace of a node, or -1 */
static int open_socket(struct lab *lab, struct ctx *ctx, const char *node, const char *control,
		       int tos, const char *address)
{
	struct sockaddr_in local = {
		.sin_family = AF_INET, .sin_addr.s_addr = inet_addr(address),
	};
	int fd;

	if (!node_enter(lab, ctx, node))
		return -1;
	fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0 ||
	    setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, control, strlen(control)) < 0 ||
	    setsockopt(fd, IPPROTO_IP, IP_TOS, &tos, sizeof(tos)) < 0 ||
	    bind(fd, (struct sockaddr *)&local, sizeof(local)) < 0) {
		fail(ctx, "node %s: cannot open a TCP socket with %s at %s: %s", node, control,
		     address, strerror(errno));
		return -1;
	}
	return fd;
}

static int set_nonblocking(int fd)
{
	int on = 1;

	return ioctl(fd, FIONBIO, &on);
}

/*
 * Connects the sockets of a flow.  The handshake takes place before the traffic starts, as on a
 * connection that a program keeps open.  Return: an exit status.
 */
static int connect_flow(struct lab *lab, struct ctx *ctx, char **words, struct tcp_flow *flow)
{
	int tos = number(words[5]), listener;
	uint64_t pacing = number(words[7]) / 8;
	struct sockaddr_in peer;
	socklen_t size = sizeof(peer);

	listener = open_socket(lab, ctx, words[2], words[6], tos, words[4]);
	if (listener < 0)
		return STATUS_FAILED;
	flow->sender = open_socket(lab, ctx, words[1], words[6], tos, words[3]);
	if (flow->sender < 0)
		return STATUS_FAILED;
	if (listen(listener, 1) < 0 ||
	    getsockname(listener, (struct sockaddr *)&peer, &size) < 0 ||
	    connect(flow->sender, (struct sockaddr *)&peer, size) < 0)
		return fail(ctx, "tcp: cannot connect %s to %s: %s", words[1], words[2],
			    strerror(errno));
	flow->receiver = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	if (flow->receiver < 0 || set_nonblocking(flow->sender) < 0 ||
	    set_nonblocking(flow->receiver) < 0 ||
	    setsockopt(flow->receiver, IPPROTO_IP, IP_TOS, &tos, sizeof(tos)) < 0 ||
	    (pacing && setsockopt(flow->sender, SOL_SOCKET, SO_MAX_PACING_RATE, &pacing,
				  sizeof(pacing)) < 0))
		return fail(ctx, "tcp: cannot set up the connection from %s to %s: %s", words[1],
			    words[2], strerror(errno));
	close(listener);
	return STATUS_OK;
}

/*
 * Reserves shared memory for the counters of all flows.  Their number is limited, and
 * pages that are not used take no memory.
 */
static struct tcp_counters *counters_of(struct lab *lab)
{
	static struct tcp_counters *counters;

	if (!counters)
		counters = mmap(NULL, PFCLAB_TCP_MAX * sizeof(*counters),
				PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (counters == MAP_FAILED || lab->n_tcp == PFCLAB_TCP_MAX)
		return NULL;
	return &counters[lab->n_tcp];
}

/*
 * tcp FLOW NODE NODE IP IP TOS CONTROL RATE START STOP SIZE GAP: adds a flow over TCP, or a message
 * if SIZE is not 0.  Of two words with the same name, the first belongs to the sender.  CONTROL is
 * the name of a congestion control.  RATE in bit/s; 0: no limit.  Times in ns, SIZE in bytes.
 */
int add_tcp(struct lab *lab, struct ctx *ctx, char **words)
{
	struct tcp_flow *flow = reallocarray(lab->tcp, lab->n_tcp + 1, sizeof(*flow));

	if (!flow)
		return fail(ctx, "out of memory");
	lab->tcp = flow;
	flow += lab->n_tcp;
	*flow = (struct tcp_flow){
		.flow = number(words[0]), .start = number(words[8]), .stop = number(words[9]),
		.size = number(words[10]), .gap = number(words[11]), .counters = counters_of(lab),
	};
	if (!flow->counters)
		return fail(ctx, "out of memory");
	lab->n_tcp++;
	return connect_flow(lab, ctx, words, flow);
}

/* Return: the index of a TCP flow, or a negative number */
static ssize_t find_tcp(const struct lab *lab, uint32_t flow)
{
	ssize_t i;

	for (i = lab->n_tcp - 1; i >= 0 && lab->tcp[i].flow != flow; i--)
		;
	return i;
}

/* tcp-after FLOW FLOW: the first message starts when the second has arrived */
int add_tcp_dependency(struct lab *lab, struct ctx *ctx, char **words)
{
	ssize_t later = find_tcp(lab, number(words[0])), before = find_tcp(lab, number(words[1]));
	struct tcp_flow *on;
	uint32_t *list;

	if (later < 0 || before < 0)
		return fail(ctx, "tcp-after: flow %s or %s is not over TCP", words[0], words[1]);
	on = &lab->tcp[before];
	list = reallocarray(on->dependents, on->n_dependents + 1, sizeof(*list));
	if (!list)
		return fail(ctx, "out of memory");
	on->dependents = list;
	list[on->n_dependents++] = later;
	lab->tcp[later].pending++;
	return STATUS_OK;
}

/*
 * End both ends of a connection at once.
 *
 * Also works on sockets that two processes have open.
 */
void tcp_disconnect(const struct tcp_flow *flow)
{
	struct sockaddr none = { .sa_family = AF_UNSPEC };

	connect(flow->sender, &none, sizeof(none));
	connect(flow->receiver, &none, sizeof(none));
}

/*
 * Start a process that runs the TCP flows.
 * @start: start of the traffic, CLOCK_MONOTONIC ns
 * Return: an exit status.
 */
int tcp_start(struct lab *lab, struct ctx *ctx, uint64_t start)
{
	if (!lab->n_tcp)
		return STATUS_OK;
	lab->tcp_process = fork();
	if (lab->tcp_process < 0)
		return fail(ctx, "cannot start the process of TCP flows: %s", strerror(errno));
	if (!lab->tcp_process)
		tcp_process(lab, start);
	return STATUS_OK;
}

/* End the process that runs the TCP flows, and all connections */
void tcp_end(struct lab *lab)
{
	size_t i;

	if (!lab->n_tcp)
		return;
	kill(lab->tcp_process, SIGKILL);
	waitpid(lab->tcp_process, NULL, 0);
	for (i = 0; i < lab->n_tcp; i++)
		tcp_disconnect(&lab->tcp[i]);
}

/* Reads what the kernel knows about a connection, while it exists */
static void read_info(struct tcp_flow *flow)
{
	struct tcp_counters *counters = flow->counters;
	struct tcp_info info = { 0 };
	socklen_t size = sizeof(info);

	if (!counters->written || flow->settled)
		return;
	flow->settled = counters->finished;
	if (getsockopt(flow->sender, IPPROTO_TCP, TCP_INFO, &info, &size) < 0 ||
	    info.tcpi_state == CLOSED)
		return;
	counters->tcp_retransmitted = info.tcpi_total_retrans;
	counters->tcp_cwnd = info.tcpi_snd_cwnd;
	counters->tcp_rtt = info.tcpi_rtt;
	counters->tcp_marked = info.tcpi_delivered_ce;
}

/* Write the counters of all TCP flows */
void sample_tcp(struct lab *lab)
{
	size_t i, j;

	for (i = 0; i < lab->n_tcp; i++) {
		struct tcp_flow *flow = &lab->tcp[i];
		const uint64_t *now = (const void *)flow->counters;
		const uint64_t *before = (const void *)&flow->sampled;

		read_info(flow);
		for (j = 0; j < FIELDS; j++)
			if (now[j] != before[j])
				fprintf(lab->out, "c %u %zu %" PRIu64 "\n", flow->flow, j, now[j]);
		flow->sampled = *flow->counters;
	}
}
