// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of pfcctl top: rates, order of rows, bars, lines of the screen, keys, frames.
 */
#include <curses.h>
#include <linux/genetlink.h>
#include <stdlib.h>
#include "print.h"
#include "top.h"
#include "kernel.h"
#include "test.h"

#define JSON	(&(const struct ctx){ .json = true })
#define PLAIN	(&(const struct ctx){ 0 })

#define PORTS	25
#define SECOND	1000000000ULL

static struct top top;
static struct top_lines screen;

/* begin() - ports p1, p2 ... with default settings; priority 3 is lossless; two equal readings */
static void begin(int n)
{
	static struct ctx plain;
	struct ports *const all[] = { &top.settings, &top.before, &top.now };
	int i, prio;
	size_t j;

	top = (struct top){
		.ctx = &plain, .words.window = SECOND, .width = 80, .height = 24, .ascii = true,
		.before_time = 10 * SECOND, .now_time = 12 * SECOND,
	};
	snprintf(top.clock, sizeof(top.clock), "18:03:04");
	for (j = 0; j < ARRAY_SIZE(all); j++)
		*all[j] = (struct ports){ .n = n, .list = calloc(n, sizeof(struct port)) };
	for (i = 0; i < n; i++) {
		struct port *port = &top.settings.list[i];

		port->ifindex = i + 1;
		port->id = i + 101;
		snprintf(port->name, sizeof(port->name), "p%d", i + 1);
		port->pgs[3].lossless = true;
		port->pgs[3].min = 1000;
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			port->prio_pg[prio] = prio;
		top.now.list[i] = *port;
		top.before.list[i] = *port;
	}
}

static void end(void)
{
	top_free(&top);
	free(screen.list);
	screen = (struct top_lines){ 0 };
}

static void set_roots(const char *roots)
{
	free(top.roots);
	top.roots = strdup(roots);
}

static uint64_t *stat(struct ports *sample, int port, enum counter_kind kind, int id,
		      uint16_t stat)
{
	return &sample->list[port].counters[kind][id][stat];
}

/* grow() - a counter increases from @from by @by */
static void grow(int port, enum counter_kind kind, int id, uint16_t attr, uint64_t from,
		 uint64_t by)
{
	*stat(&top.before, port, kind, id, attr) = from;
	*stat(&top.now, port, kind, id, attr) = from + by;
}

/* A congested port p1, and p2 through which its packets leave */
static void congested(void)
{
	begin(2);
	grow(0, COUNTERS_PG, 3, PFC_PG_STAT_RX_BYTES, 1 << 20, 2500000);
	grow(0, COUNTERS_PG, 3, PFC_PG_STAT_OCCUPANCY, 0, 30500);
	grow(0, COUNTERS_PG, 3, PFC_PG_STAT_THRESHOLD, 60000, 0);
	grow(0, COUNTERS_PRIO, 3, PFC_PRIO_STAT_TX_PAUSE_TIME, 7, SECOND / 2);
	grow(0, COUNTERS_PRIO, 3, PFC_PRIO_STAT_TX_XOFF, 7, 2400);
	grow(0, COUNTERS_PG, 3, PFC_PG_STAT_DROP_HEADROOM, 7, 6);
	grow(1, COUNTERS_QUEUE, 3, PFC_QUEUE_STAT_TX_BYTES, 1 << 30, 25000000);
	grow(1, COUNTERS_QUEUE, 3, PFC_QUEUE_STAT_BACKLOG_BYTES, 0, 30500);
	grow(1, COUNTERS_PRIO, 3, PFC_PRIO_STAT_RX_PAUSE_TIME, 7, 3 * SECOND);
	grow(1, COUNTERS_PRIO, 3, PFC_PRIO_STAT_RX_XOFF, 7, 1);
	grow(1, COUNTERS_PORT, 0, PFC_PORT_STAT_TX_DROP_CONTROL, 7, 3);
}

static void test_rates(void)
{
	const struct top_row *row;

	congested();
	top_rows(&top);
	CHECK(top.n == 3);
	row = &top.rows[0];
	CHECK(!strcmp(row->name, "p1") && row->port_id == 101 && row->prio == 3 && row->lossless);
	CHECK(row->in == 10e6 && row->out == 0);
	CHECK(row->occupancy == 30500 && row->threshold == 61000);
	CHECK(row->tx_paused == 25 && row->rx_paused == 0);
	CHECK(row->tx_xoff == 1200 && row->rx_xoff == 0 && row->drops == 3);
	row = &top.rows[1];
	CHECK(!strcmp(row->name, "p2") && row->prio == 3);
	CHECK(row->in == 0 && row->out == 100e6 && row->backlog == 30500);
	/* not more than the interval */
	CHECK(row->rx_paused == 100 && row->rx_xoff == 0.5 && row->drops == 0);
	row = &top.rows[2];
	CHECK(row->prio == TOP_PRIO_NONE && row->drops == 1.5);
	end();
}

/* Cleared counters, new and deleted ports, no first reading, the same time */
static void test_changes(void)
{
	congested();
	*stat(&top.now, 0, COUNTERS_PG, 3, PFC_PG_STAT_RX_BYTES) = 1000;
	top_rows(&top);
	CHECK(top.rows[0].in == 4000);
	top.now.list[0].id = 105;
	CHECK(!top_rows(&top) && top.n == 2);	/* p2 and the row of its drops */
	top.settings.list[0].id = 105;
	top_rows(&top);
	CHECK(top.rows[0].in == 0 && top.rows[0].tx_paused == 0 &&
	      top.rows[0].occupancy == 30500);
	top.now.n = 1;
	CHECK(top_rows(&top) && top.n == 1);
	top.now.n = 2;
	top.settings.n = 1;
	CHECK(!top_rows(&top) && top.n == 1);
	top.settings.n = 2;
	top.now_time = top.before_time;
	top_rows(&top);
	CHECK(top.rows[1].out == 0 && top.rows[1].backlog == 30500);
	top.before_time = 0;
	top_rows(&top);
	CHECK(top.rows[1].out == 0);
	top.now.n = 0;
	CHECK(top_rows(&top) && !top.n);
	end();
}

/* Priorities that share a PG: only the lowest one is active because of the PG, and has its drops */
static void test_shared(void)
{
	begin(1);
	top.settings.list[0].prio_pg[2] = 1;
	top.settings.list[0].prio_pg[5] = 1;
	grow(0, COUNTERS_PG, 1, PFC_PG_STAT_RX_BYTES, 0, 1000);
	grow(0, COUNTERS_PG, 1, PFC_PG_STAT_DROP_LIMIT, 0, 10);
	grow(0, COUNTERS_QUEUE, 5, PFC_QUEUE_STAT_DROP_LOCAL, 0, 4);
	top_rows(&top);
	CHECK(top.n == 2);
	CHECK(top.rows[0].prio == 1 && top.rows[0].drops == 5 && top.rows[0].in == 4000);
	CHECK(top.rows[1].prio == 5 && top.rows[1].drops == 2 && top.rows[1].pg == 1);
	end();
}

/* With PAUSE all priorities are charged to PG 0, whatever the map is */
static void test_pause_mode(void)
{
	begin(1);
	top.settings.list[0].flow_control = PFC_FLOW_CONTROL_PAUSE;
	top.settings.list[0].pgs[0].lossless = true;
	top.settings.list[0].pgs[0].min = 1000;
	grow(0, COUNTERS_PG, 0, PFC_PG_STAT_RX_BYTES, 0, 1000);
	grow(0, COUNTERS_PG, 0, PFC_PG_STAT_OCCUPANCY, 0, 500);
	grow(0, COUNTERS_QUEUE, 5, PFC_QUEUE_STAT_TX_BYTES, 0, 1000);
	top_rows(&top);
	CHECK(top.n == 2);
	CHECK(top.rows[0].prio == 0 && top.rows[0].in == 4000);
	CHECK(top.rows[1].prio == 5 && top.rows[1].pg == 0 && top.rows[1].in == 4000);
	CHECK(top.rows[1].occupancy == 500 && top.rows[1].threshold == 1000);
	CHECK(top.rows[1].lossless);
	end();
}

static void test_pausing(void)
{
	begin(1);
	top_rows(&top);
	CHECK(!top.pausing);
	grow(0, COUNTERS_PRIO, 6, PFC_PRIO_STAT_RX_PAUSE_TIME, 100, 1);
	top_rows(&top);
	CHECK(top.pausing);
	grow(0, COUNTERS_PRIO, 6, PFC_PRIO_STAT_RX_PAUSE_TIME, 100, 0);
	grow(0, COUNTERS_PRIO, 6, PFC_PRIO_STAT_TX_PAUSED, 1, 0);
	top_rows(&top);
	CHECK(top.pausing);
	end();
}

/* sort() - change the order */
static void sort(const char *word)
{
	for (top.sort = 0; strcmp(top_sorts[top.sort], word); top.sort++)
		;
	top_rows(&top);
}

/* first() - check the port and priority of the first row in an order */
static bool first(const char *word, const char *name, uint8_t prio)
{
	sort(word);
	return !strcmp(top.rows[0].name, name) && top.rows[0].prio == prio;
}

static void test_order(void)
{
	congested();
	CHECK(first("port", "p1", 3));
	CHECK(first("in", "p1", 3));
	CHECK(first("out", "p2", 3));
	CHECK(first("occupancy", "p1", 3));
	CHECK(first("paused", "p2", 3));
	CHECK(first("xoff", "p1", 3));
	CHECK(first("drops", "p1", 3));
	top.all = true;
	sort("out");
	/* the row of a port appears only with drops; equal rows are sorted by port and priority */
	CHECK(top.n == 17 && top.rows[1].prio == 0 && !strcmp(top.rows[1].name, "p1"));
	end();
}

/* line() - return a line of the screen, without trailing spaces */
static const char *line(size_t i)
{
	static char text[TOP_LINE];
	size_t len;

	free(screen.list);
	top_layout(&top, &screen);
	snprintf(text, sizeof(text), "%s", i < screen.n ? screen.list[i].text : "none");
	for (len = strlen(text); len && text[len - 1] == ' '; len--)
		text[len - 1] = '\0';
	return text;
}

static bool is(size_t i, const char *text)
{
	const bool ok = !strcmp(line(i), text);

	if (!ok)
		printf("line %zu:\n%s\nwant:\n%s\n", i, line(i), text);
	return ok;
}

#define LINE_IS(i, text) verdict(is(i, text), __FILE__, __LINE__, "line " #i)

/* fits() - check that all lines fit on the screen */
static bool fits(void)
{
	size_t i;

	line(0);
	if (screen.n != (size_t)top.height)
		return false;
	for (i = 0; i < screen.n; i++)
		if (text_width(screen.list[i].text) > top.width)
			return false;
	return true;
}

static void test_screen(void)
{
	congested();
	top_rows(&top);
	set_roots("no port is paused\n");
	LINE_IS(0, "pfcctl top  18:03:04  every 1s  2 ports  sort port");
	LINE_IS(1,
		"            RATE        PG OCCUPANCY                     PAUSED     XOFF/s  DROP");
	LINE_IS(2,
		" PORT PRIO    IN   OUT                          XOFF    TX   RX    TX   RX    /s");
	LINE_IS(3,
		">p1      3   10M     0  [###########          ]  50%   25%   0%  1.2k    0   3.0");
	LINE_IS(4,
		" p2      3     0  100M  [                     ]   0%    0% 100%     0  0.5     0");
	LINE_IS(5,
		" p2      -     -     -                             -     -    -     -    -   1.5");
	LINE_IS(6, "");
	LINE_IS(22, "Root causes: no port is paused");
	CHECK(top_key(&top, 'j'));
	line(0);
	CHECK(screen.list[3].attributes == TOP_BAD && screen.list[4].attributes == A_REVERSE);
	CHECK(top_key(&top, 'k'));
	LINE_IS(23, "q quit  h help  j/k select  Enter why  s sort  i idle rows  p freeze");
	CHECK(screen.list[3].attributes == (A_REVERSE | TOP_BAD) &&
	      screen.list[4].attributes == A_NORMAL && screen.list[5].attributes == TOP_BAD);
	CHECK(fits());
	set_roots("2, most waiting bytes first\n"
		  "1: congested egress p3 prio 3: 2 senders, 1.2Gb/s offered, 100Mb/s drained; 210 KiB wait\n"
		  "2: congested egress p4 prio 3\n");
	LINE_IS(19, "Root causes: 2, most waiting bytes first");
	LINE_IS(20,
		"1: congested egress p3 prio 3: 2 senders, 1.2Gb/s offered, 100Mb/s drained; 210");
	LINE_IS(21, "   KiB wait");
	LINE_IS(22, "2: congested egress p4 prio 3");
	CHECK(fits());
	top.height = 0;
	LINE_IS(3,
		"p1      3   10M     0  [###########          ]  50%   25%   0%  1.2k    0   3.0");
	LINE_IS(7,
		"1: congested egress p3 prio 3: 2 senders, 1.2Gb/s offered, 100Mb/s drained; 210 KiB wait");
	end();
}

/* The terminal gets the lines without the filter of stdout */
static void test_hostile_names(void)
{
	congested();
	snprintf(top.now.list[0].name, IFNAMSIZ, "\033\233\r\177");
	snprintf(top.now.list[1].name, IFNAMSIZ, "\302\2331m");
	top_rows(&top);
	LINE_IS(3,
		">????    3   10M     0  [###########          ]  50%   25%   0%  1.2k    0   3.0");
	LINE_IS(4,
		" ?1m    3     0  100M  [                     ]   0%    0% 100%     0  0.5     0");
	set_roots("1, most waiting bytes first\n1: congested egress a\033[2J\n");
	LINE_IS(22, "1: congested egress a?[2J");
	end();
}

/* bar() - check the bar of an occupancy in percent */
static bool bar(unsigned int occupancy, const char *text)
{
	begin(1);
	top.ascii = false;
	top.width = 55 + 4 + 10;
	grow(0, COUNTERS_PG, 3, PFC_PG_STAT_OCCUPANCY, 0, occupancy * 20);
	grow(0, COUNTERS_PG, 3, PFC_PG_STAT_THRESHOLD, 1000, 0);
	top_rows(&top);
	if (!strstr(line(3), text)) {
		printf("%u percent: %s\n", occupancy, line(3));
		end();
		return false;
	}
	end();
	return true;
}

static void test_bars(void)
{
	CHECK(bar(50, "[█████     ]  50%"));
	CHECK(bar(55, "[█████▌    ]  55%"));
	CHECK(bar(99, "[█████████▉]  99%"));
	CHECK(bar(100, "[██████████] 100%"));
	CHECK(bar(250, "[██████████] 250%"));
	CHECK(bar(2500, "[██████████] 999%"));
	CHECK(bar(1, "[▏         ]   1%"));
}

/* 25 ports with traffic on 24 lines: the selected row is always on the screen */
static void test_scroll(void)
{
	int i;

	begin(PORTS);
	for (i = 0; i < PORTS; i++)
		grow(i, COUNTERS_PG, 0, PFC_PG_STAT_RX_BYTES, 0, 1000 * (i + 1));
	top_rows(&top);
	set_roots("no port is paused\n");
	CHECK(fits() && top.n == PORTS);
	CHECK(!strncmp(line(3), ">p1 ", 4) && !strncmp(line(21), " p19 ", 5));
	CHECK(strstr(line(0), "  rows 1-19 of 25  "));
	CHECK(top_key(&top, KEY_END));
	CHECK(!strncmp(line(21), ">p25 ", 5) && !strncmp(line(3), " p7 ", 4) && fits());
	/* the selected row stays selected when the order changes */
	CHECK(top_key(&top, 's') && !strcmp(top_sorts[top.sort], "in"));
	top_rows(&top);
	CHECK(top.at == 0 && !strncmp(line(3), ">p25 ", 5));
	CHECK(top_key(&top, 'S') && !strcmp(top_sorts[top.sort], "port"));
	top_rows(&top);
	/* its port disappears */
	top.now.n--;
	top_rows(&top);
	CHECK(!strncmp(line(21), ">p24 ", 5) && top.at == 23);
	CHECK(top_key(&top, KEY_PPAGE) && top.at == 4);
	CHECK(top_key(&top, 'k') && top.at == 3);
	CHECK(top_key(&top, 'g') && top.at == 0);
	CHECK(!top_key(&top, 'k'));
	/* small and large windows */
	for (top.height = 6; top.height < 60; top.height += 3)
		for (i = 1; i < 300; i += 23) {
			top.width = i;
			CHECK(fits());
		}
	end();
}

/* The pane keeps its row when the order changes, and when the row or its port disappears */
static void test_pane_row(void)
{
	congested();
	top_rows(&top);
	CHECK(top.selected.ifindex == 1 && top.selected.prio == 3);
	CHECK(top_key(&top, 's'));
	CHECK(top_key(&top, 's') && !strcmp(top_sorts[top.sort], "out"));
	top_rows(&top);
	CHECK(top.at == 1 && !strncmp(line(4), ">p1 ", 4));
	CHECK(top_key(&top, '\n') && top.pane_text && top.pane_why);
	LINE_IS(0, "pfcctl why dev p1 prio 3");
	CHECK(!strcmp(top.selected.name, "p1") && top.selected.prio == 3);
	grow(0, COUNTERS_PG, 3, PFC_PG_STAT_RX_BYTES, 0, 0);
	grow(0, COUNTERS_PG, 3, PFC_PG_STAT_OCCUPANCY, 0, 0);
	grow(0, COUNTERS_PRIO, 3, PFC_PRIO_STAT_TX_PAUSE_TIME, 0, 0);
	grow(0, COUNTERS_PRIO, 3, PFC_PRIO_STAT_TX_XOFF, 0, 0);
	grow(0, COUNTERS_PG, 3, PFC_PG_STAT_DROP_HEADROOM, 0, 0);
	top_rows(&top);
	CHECK(top.n == 2 && top_key(&top, 'r'));
	CHECK(!strcmp(top.selected.name, "p1") && top.selected.prio == 3);
	top.now.n = 0;
	top_rows(&top);
	CHECK(!top.n && top_key(&top, 'r'));
	CHECK(!strcmp(top.selected.name, "p1") && top.selected.prio == 3);
	end();
}

static void test_idle(void)
{
	begin(1);
	top_rows(&top);
	CHECK(top.n == 0);
	LINE_IS(3, " no traffic (i shows idle rows)");
	CHECK(!top_key(&top, '\n'));
	CHECK(!top_key(&top, KEY_DOWN));
	CHECK(top_key(&top, 'i'));
	top_rows(&top);
	CHECK(top.n == 8);
	CHECK(top_key(&top, '\n') && top_key(&top, 'q') && !top.done);
	CHECK(top_key(&top, 'p') && top.frozen &&
	      !strncmp(line(0), "pfcctl top  FROZEN  ", strlen("pfcctl top  FROZEN  ")));
	snprintf(top.error, sizeof(top.error), "pfcctl: the pfc module is not loaded");
	LINE_IS(23, "no update: pfcctl: the pfc module is not loaded");
	CHECK(screen.list[23].attributes == TOP_BAD && fits());
	*top.error = '\0';
	CHECK(strstr(line(23), "q quit"));
	CHECK(top_key(&top, 'h') && !top.pane_why);
	LINE_IS(1, "j, k, arrows   select a row; PgUp, PgDn, Home, End, too");
	LINE_IS(9, "");
	CHECK(top_key(&top, 'q') && !top.pane_text && !top.done);
	CHECK(top_key(&top, 'q') && top.done);
	CHECK(!top_key(&top, 'x'));
	top.now.n = 0;
	top_rows(&top);
	LINE_IS(3, " no ports");
	CHECK(fits());
	end();
}

#define LONG_TEXT "line 0 of the text is so long that it does not fit on one line of the screen, which has 80 columns"

static void test_pane(void)
{
	char text[512] = LONG_TEXT;
	int i;

	begin(1);
	top_rows(&top);
	for (i = 1; i < 30; i++)
		text_append(text, sizeof(text), "\nline 3 µs");
	top_pane(&top, strdup(text), true);
	snprintf(top.pane_title, sizeof(top.pane_title), "pfcctl why dev p1");
	LINE_IS(0, "pfcctl why dev p1");
	CHECK(fits());
	LINE_IS(2, "   which has 80 columns");
	LINE_IS(3, "line 3 us");
	CHECK(top_key(&top, KEY_DOWN));
	LINE_IS(1, "   which has 80 columns");
	CHECK(top_key(&top, 'G') && top.pane_first == 9 && fits());
	CHECK(top_key(&top, 'r') && !top.pane_first);
	CHECK(top_key(&top, TOP_ESCAPE) && !top.pane_text);
	end();
}

/* ---- frames --------------------------------------------------------------- */

static int n_ports;

static void put_pg(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_STATS_PG);

	mnl_attr_put_u8(nlh, PFC_STAT_ID, 3);
	mnl_attr_put_u64(nlh, PFC_PG_STAT_OCCUPANCY, 500);
	mnl_attr_put_u64(nlh, PFC_PG_STAT_THRESHOLD, 1000);
	mnl_attr_nest_end(nlh, nest);
}

static bool answer(struct nlmsghdr *nlh, int i)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&kernel.last_request.hdr);
	char name[IFNAMSIZ];
	uint8_t prio;

	if (i == n_ports)
		return false;
	snprintf(name, sizeof(name), "p%d", i + 1);
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, i + 1);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, name);
	if (genl->cmd == PFC_CMD_PORT_GET)
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			put_map(nlh, PFC_A_PRIO_PG, prio, prio);
	if (genl->cmd == PFC_CMD_STATS_GET)
		put_pg(nlh);
	return true;
}

#define REFUSES(ctx, command, status, error) \
	verdict(shows(ctx, command, "", status, error), __FILE__, __LINE__, command)

static void test_frames(void)
{
	setenv("LC_ALL", "C", 1);
	kernel = (struct kernel){ .answer = answer };
	n_ports = 2;
	CHECK(shows(PLAIN, "top count 1 delay 100ms",
		    "\np1      3     0     0  [###########          ]  50%    0%   0%     0    0     0\n"
		    "p2      3     0     0  [###########          ]  50%    0%   0%     0    0     0\n"
		    "Root causes: no port is paused\n", 0, ""));
	CHECK(shows(PLAIN, "top p2 count 1 -d 0.1", " 1 port  sort port\n", 0, ""));
	/* the readings of counters and settings, and one more reading of the counters */
	kernel.requests = 0;
	CHECK(shows(PLAIN, "top count 1 delay 0.1", " 2 ports ", 0, ""));
	CHECK(kernel.requests == 3);
	CHECK(shows(JSON, "top count 1 delay 0.1",
		    "{\"time_ns\":1000000000000,\"interval_ns\":0,\"ports\":[{\"dev\":\"p1\",\"ifindex\":1,\"port_id\":0,\"prio\":[{\"prio\":0,\"pg\":0,",
		    0, ""));
	CHECK(shows(JSON, "top count 1 delay 0.1",
		    "{\"prio\":3,\"pg\":3,\"lossless\":false,\"rx_bits_per_second\":0,\"tx_bits_per_second\":0,\"occupancy_bytes\":500,\"threshold_bytes\":1000,\"backlog_bytes\":0,\"tx_paused_percent\":0.000,\"rx_paused_percent\":0.000,\"tx_xoff_per_second\":0.000,\"rx_xoff_per_second\":0.000,\"drops_per_second\":0.000}",
		    0, ""));
	CHECK(shows(JSON, "top count 1 delay 0.1",
		    "}],\"port_drops_per_second\":0.000}],\"roots\":[]}\n", 0, ""));
	n_ports = 0;
	CHECK(shows(PLAIN, "top",
		    "no ports; make a device a port: pfcctl port add dev DEV rate 1gbit\n", 0, ""));
	CHECK(shows(JSON, "top count 1 delay 0.1", "\"ports\":[],\"roots\":[]}\n", 0, ""));
	REFUSES(PLAIN, "top delay 10ms", STATUS_FAILED,
		"pfcctl: delay: 10ms is out of range 100.00 ms..3600.00 s\n");
	REFUSES(PLAIN, "top delay x", STATUS_FAILED,
		"pfcctl: delay: 'x' is invalid; must be seconds like 0.5, or a time like 500ms (100.00 ms..3600.00 s)\n");
	REFUSES(PLAIN, "top count 0", STATUS_FAILED,
		"pfcctl: count: 0 is out of range 1..1000000000\n");
	REFUSES(PLAIN, "top sort prio", STATUS_FAILED,
		"pfcctl: sort: 'prio' is invalid; must be port, in, out, occupancy, paused, xoff or drops\n");
	REFUSES(JSON, "top idle", STATUS_USAGE,
		"pfcctl: idle: cannot be combined with -j, which prints all priorities of all ports\n");
}

void test_top(void)
{
	test_rates();
	test_changes();
	test_shared();
	test_pause_mode();
	test_pausing();
	test_order();
	test_screen();
	test_hostile_names();
	test_bars();
	test_scroll();
	test_pane_row();
	test_idle();
	test_pane();
	test_frames();
}
