// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the monitor: wall-clock times, filters, pauses.
 */
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include "kernel.h"
#include "test.h"

#define JSON	(&(const struct ctx){ .json = true })
#define PLAIN	(&(const struct ctx){ 0 })
#define FULL	(&(const struct ctx){ .timestamp = true })
#define SHORT	(&(const struct ctx){ .timestamp = true, .stats = true })
#define WALL_JSON (&(const struct ctx){ .json = true, .timestamp = true })

/**
 * struct step - an event of the mock kernel
 * @event: &enum pfc_event
 * @ms: CLOCK_MONOTONIC time, ms
 * @port: number of the port
 * @prios: bit mask of the priorities
 * @lost: number of events omitted before
 */
struct step {
	uint32_t	event;
	unsigned int	ms;
	uint32_t	port;
	uint8_t		prios;
	uint32_t	lost;
};

/* All devices exist, except p9 */
static unsigned int any_device(const char *name)
{
	return strcmp(name, "p9") != 0;
}

static const struct step *steps;	/* an empty entry ends the list */

static bool next_step(struct nlmsghdr *nlh, int i)
{
	const struct step *s = &steps[i];
	char name[IFNAMSIZ];

	if (!s->event)
		return false;
	snprintf(name, sizeof(name), "p%u", s->port);
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, s->port);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, name);
	mnl_attr_put_u32(nlh, PFC_A_EVENT, s->event);
	mnl_attr_put_u64(nlh, PFC_A_EVENT_TIME, s->ms * 1000000ULL + 456000);
	mnl_attr_put_u8(nlh, PFC_A_EVENT_PRIOS, s->prios);
	mnl_attr_put_u32(nlh, PFC_A_EVENT_LOST, s->lost);
	if (s->event == PFC_EVENT_PORT_RENAMED)
		mnl_attr_put_strz(nlh, PFC_A_EVENT_OLD_NAME, "old");
	return true;
}

/* prints() - check that the output of a command that receives these events is @want */
static bool prints(const struct ctx *options, const char *line, const char *want,
		   const struct step *events)
{
	char *out, *err;
	bool ok;

	steps = events;
	kernel = (struct kernel){ .event = next_step, .index = any_device };
	kernel_run(options, line, &out, &err);
	ok = !strcmp(out, want) &&
	     !strcmp(err, "pfcctl: cannot receive events: Input/output error\n");
	if (!ok)
		printf("%s\n%s%swant:\n%s", line, out, err, want);
	free(out);
	free(err);
	return ok;
}

static void test_times(void)
{
	static const struct step events[] = { { PFC_EVENT_XOFF_SENT, 998123, 1, 8, 0 }, { 0 } };

	CHECK(prints(PLAIN, "monitor", "[998.123456] p1 xoff-sent prio 3\n", events));
	/* the clocks of the mock kernel are at 1000 s */
	CHECK(prints(SHORT, "monitor",
		     "[1970-01-01T00:16:38.123456] p1 xoff-sent prio 3\n",
		     events));
	CHECK(prints(FULL, "monitor",
		     "Timestamp: Thu Jan  1 00:16:38 1970 123456 usec\np1 xoff-sent prio 3\n",
		     events));
	steps = events;
	kernel = (struct kernel){ .event = next_step, .index = any_device };
	CHECK(shows(WALL_JSON, "monitor",
		    "{\"time_ns\":998123456000,\"timestamp\":\"1970-01-01T00:16:38.123456\",\"event\":\"xoff_sent\",",
		    1, "pfcctl: cannot receive events: Input/output error\n"));
}

static void test_filters(void)
{
	static const struct step events[] = {
		{ PFC_EVENT_PORT_ADD, 1000, 1, 0, 0 },
		{ PFC_EVENT_XOFF_SENT, 2000, 2, 0x18, 0 },
		{ PFC_EVENT_XON_SENT, 3000, 2, 0x10, 0 },
		{ PFC_EVENT_PORT_RENAMED, 4000, 3, 0, 0 },
		{ PFC_EVENT_STILL_PAUSED + 1, 5000, 3, 0, 0 },
		{ 33, 6000, 3, 0, 0 },
		{ 0 }
	};

	CHECK(prints(PLAIN, "monitor dev p2",
		     "[2.000456] p2 xoff-sent prio 3,4\n[3.000456] p2 xon-sent prio 4\n", events));
	CHECK(prints(PLAIN, "monitor prio 0-3", "[2.000456] p2 xoff-sent prio 3,4\n", events));
	CHECK(prints(PLAIN, "monitor event port-add,xon-sent",
		     "[1.000456] p1 port-add\n[3.000456] p2 xon-sent prio 4\n", events));
	CHECK(prints(PLAIN, "monitor event xoff-sent dev p1", "", events));
	CHECK(prints(PLAIN, "monitor prio 4 event xon-sent dev p2",
		     "[3.000456] p2 xon-sent prio 4\n", events));
	/* both names of a renamed device */
	CHECK(prints(PLAIN, "monitor dev old", "[4.000456] p3 port-renamed was old\n", events));
	CHECK(prints(PLAIN, "monitor event port-renamed dev p3",
		     "[4.000456] p3 port-renamed was old\n", events));
	CHECK(prints(PLAIN, "monitor dev p3",
		     "[4.000456] p3 port-renamed was old\n[5.000456] p3 unknown\n"
		     "[6.000456] p3 unknown\n",
		     events));
}

static void test_pauses(void)
{
	static const struct step both[] = {
		{ PFC_EVENT_XOFF_SENT, 1000, 1, 0x18, 0 },
		{ PFC_EVENT_XOFF_RECEIVED, 1001, 2, 8, 0 },
		{ PFC_EVENT_XON_SENT, 1100, 1, 0x10, 0 },
		{ PFC_EVENT_XOFF_RECEIVED, 1150, 1, 8, 0 },
		{ PFC_EVENT_XON_SENT, 1420, 1, 8, 0 },
		{ PFC_EVENT_PAUSE_EXPIRED, 1501, 2, 8, 0 },
		{ PFC_EVENT_XON_RECEIVED, 1600, 1, 8, 0 },
		{ 0 }
	};
	/* the start of the first pause is unknown, and so is the end of the last ones */
	static const struct step unknown[] = {
		{ PFC_EVENT_XON_SENT, 1000, 1, 8, 0 },
		{ PFC_EVENT_XOFF_SENT, 2000, 1, 8, 0 },
		{ PFC_EVENT_XOFF_SENT, 3000, 1, 8, 0 },
		{ PFC_EVENT_PORT_DEL, 4000, 1, 0, 0 },
		{ PFC_EVENT_XON_SENT, 5000, 1, 8, 0 },
		{ 0 }
	};
	/* the second XOFF arrives before the kernel reports that the first pause has expired */
	static const struct step late[] = {
		{ PFC_EVENT_XOFF_RECEIVED, 1000, 1, 8, 0 },
		{ PFC_EVENT_XOFF_RECEIVED, 2000, 1, 8, 0 },
		{ PFC_EVENT_PAUSE_EXPIRED, 2001, 1, 8, 0 },
		{ PFC_EVENT_PAUSE_EXPIRED, 2500, 1, 8, 0 },
		{ 0 }
	};
	static const struct step lost[] = {
		{ PFC_EVENT_XOFF_SENT, 1000, 1, 8, 0 },
		{ PFC_EVENT_XOFF_SENT, 1000, 2, 8, 0 },
		{ PFC_EVENT_PORT_CHANGED, 1500, 1, 0, 4 },
		{ PFC_EVENT_XON_SENT, 2000, 1, 8, 3 },
		{ PFC_EVENT_XON_SENT, 2000, 2, 8, 0 },
		{ 0 }
	};

	CHECK(prints(PLAIN, "monitor pauses",
		     "[1.000456] [1.100456] p1 tx prio 4 length 100.00 ms\n"
		     "[1.000456] [1.420456] p1 tx prio 3 length 420.00 ms\n"
		     "[1.001456] [1.501456] p2 rx prio 3 length 500.00 ms (expired)\n"
		     "[1.150456] [1.600456] p1 rx prio 3 length 450.00 ms\n",
		     both));
	CHECK(prints(SHORT, "monitor pauses dev p2",
		     "[1970-01-01T00:00:01.001456] [1970-01-01T00:00:01.501456] p2 rx prio 3 length 500.00 ms (expired)\n",
		     both));
	CHECK(prints(PLAIN, "monitor pauses prio 4",
		     "[1.000456] [1.100456] p1 tx prio 4 length 100.00 ms\n", both));
	CHECK(prints(JSON, "monitor prio 4 pauses",
		     "{\"begin_ns\":1000456000,\"end_ns\":1100456000,\"length_ns\":100000000,\"dev\":\"p1\",\"ifindex\":1,\"direction\":\"tx\",\"prio\":4,\"expired\":false,\"lost\":0}\n",
		     both));
	CHECK(prints(WALL_JSON, "monitor pauses dev p2",
		     "{\"begin_ns\":1001456000,\"end_ns\":1501456000,\"length_ns\":500000000,\"begin_timestamp\":\"1970-01-01T00:00:01.001456\",\"end_timestamp\":\"1970-01-01T00:00:01.501456\",\"dev\":\"p2\",\"ifindex\":2,\"direction\":\"rx\",\"prio\":3,\"expired\":true,\"lost\":0}\n",
		     both));
	CHECK(prints(PLAIN, "monitor pauses",
		     "[-] [1.000456] p1 tx prio 3 length -\n"
		     "[2.000456] [-] p1 tx prio 3 length -\n"
		     "[3.000456] [-] p1 tx prio 3 length -\n"
		     "[-] [5.000456] p1 tx prio 3 length -\n",
		     unknown));
	CHECK(prints(PLAIN, "monitor pauses",
		     "[1.000456] [-] p1 rx prio 3 length -\n"
		     "[2.000456] [2.500456] p1 rx prio 3 length 500.00 ms (expired)\n",
		     late));
	CHECK(prints(PLAIN, "monitor pauses",
		     "[-] [2.000456] p1 tx prio 3 length - (7 earlier events omitted)\n"
		     "[1.000456] [2.000456] p2 tx prio 3 length 1.00 s\n",
		     lost));
}

/* Wrong words name the right ones; a device that does not exist yet is a warning */
static void test_mistakes(void)
{
	static const struct step none[] = { { 0 } };
	char *out, *err;

	CHECK(kernel_run(PLAIN, "monitor event xoff-snt", &out, &err) == 1);
	CHECK(!strcmp(err,
		      "pfcctl: monitor: unknown event 'xoff-snt'; did you mean 'xoff-sent'? (pfcctl monitor help)\n"
		      ));
	free(out);
	free(err);
	CHECK(kernel_run(PLAIN, "monitor event xoff-sent,storm", &out, &err) == 1);
	CHECK(!strcmp(err,
		      "pfcctl: monitor: event 'storm' is ambiguous: storm-detected, storm-restored\n"
		      ));
	free(out);
	free(err);
	steps = none;
	kernel = (struct kernel){ .event = next_step, .index = any_device };
	kernel_run(PLAIN, "monitor dev p9", &out, &err);
	CHECK(strstr(err, "pfcctl: Warning: p9: no such device yet; fix: ") == err);
	free(out);
	free(err);
}

/**
 * test_monitor() - test the monitor
 */
void test_monitor(void)
{
	setenv("TZ", "UTC0", 1);
	test_times();
	test_filters();
	test_pauses();
	test_mistakes();
}
