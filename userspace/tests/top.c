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

static struct ports settings;
static struct top_sample before, now;
static struct top_rows rows;
static struct top_view view;
static const char *roots;
static size_t n_roots;
static struct top_screen screen;

/* begin() - ports p1, p2 ... with default settings; priority 3 is lossless; two equal readings */
static void begin(int n)
{
	int i, prio;

	settings = (struct ports){ .n = n, .list = calloc(n, sizeof(struct port)) };
	before = (struct top_sample){ 10 * SECOND,
				      { .n = n, .list = calloc(n, sizeof(struct port)) } };
	now = (struct top_sample){ 12 * SECOND,
				   { .n = n, .list = calloc(n, sizeof(struct port)) } };
	for (i = 0; i < n; i++) {
		struct port *port = &settings.list[i];

		port->ifindex = i + 1;
		port->id = i + 101;
		snprintf(port->name, sizeof(port->name), "p%d", i + 1);
		port->pgs[3].lossless = true;
		port->pgs[3].min = 1000;
		for (prio = 0; prio < PFC_PRIO_COUNT; prio++)
			port->prio_pg[prio] = prio;
		now.ports.list[i] = *port;
		before.ports.list[i] = *port;
	}
	view = (struct top_view){ .width = 80, .height = 24, .ascii = true, .delay = SECOND };
	snprintf(view.clock, sizeof(view.clock), "18:03:04");
}

static void make(void)
{
	free(rows.list);
	top_rows_make(&settings, &before, &now, &rows);
	top_rows_arrange(&rows, view.sort, view.all);
	top_view_update(&view, &rows);
}

static void end(void)
{
	free(settings.list);
	free(before.ports.list);
	free(now.ports.list);
	free(rows.list);
	rows = (struct top_rows){ 0 };
	roots = NULL;
	n_roots = 0;
	top_screen_free(&screen);
}

static uint64_t *stat(struct top_sample *sample, int port, enum counter_kind kind, int id,
		      uint16_t stat)
{
	return &sample->ports.list[port].counters[kind][id][stat];
}

/* grow() - a counter increases from @from by @by */
static void grow(int port, enum counter_kind kind, int id, uint16_t attr, uint64_t from,
		 uint64_t by)
{
	*stat(&before, port, kind, id, attr) = from;
	*stat(&now, port, kind, id, attr) = from + by;
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
	make();
	CHECK(rows.n == 18 && rows.shown == 3 && rows.n_ports == 2);
	row = &rows.list[0];
	CHECK(!strcmp(row->name, "p1") && row->port_id == 101 && row->prio == 3 && row->lossless);
	CHECK(row->in == 10e6 && row->out == 0);
	CHECK(row->occupancy == 30500 && row->threshold == 61000);
	CHECK(row->tx_paused == 25 && row->rx_paused == 0);
	CHECK(row->tx_xoff == 1200 && row->rx_xoff == 0 && row->drops == 3);
	row = &rows.list[1];
	CHECK(!strcmp(row->name, "p2") && row->prio == 3);
	CHECK(row->in == 0 && row->out == 100e6 && row->backlog == 30500);
	/* not more than the interval */
	CHECK(row->rx_paused == 100 && row->rx_xoff == 0.5 && row->drops == 0);
	row = &rows.list[2];
	CHECK(row->prio == TOP_PRIO_NONE && row->drops == 1.5);
	end();
}

/* Cleared counters, new and deleted ports, no first reading, the same time */
static void test_changes(void)
{
	congested();
	*stat(&now, 0, COUNTERS_PG, 3, PFC_PG_STAT_RX_BYTES) = 1000;
	make();
	CHECK(rows.list[0].in == 4000);
	now.ports.list[0].id = 105;
	make();
	CHECK(rows.list[0].in == 0 && rows.list[0].tx_paused == 0 &&
	      rows.list[0].occupancy == 30500);
	now.ports.n = 1;
	make();
	CHECK(rows.n == 9 && rows.n_ports == 1);
	now.ports.n = 2;
	settings.n = 1;
	make();
	CHECK(rows.n == 9 && rows.n_ports == 1);
	settings.n = 2;
	now.time = before.time;
	make();
	CHECK(rows.list[1].out == 0 && rows.list[1].backlog == 30500);
	before.time = 0;
	make();
	CHECK(rows.list[1].out == 0);
	now.ports.n = 0;
	make();
	CHECK(!rows.n && !rows.n_ports);
	end();
}

/* Priorities that share a PG: only the lowest one is active because of the PG, and has its drops */
static void test_shared(void)
{
	begin(1);
	settings.list[0].prio_pg[2] = 1;
	settings.list[0].prio_pg[5] = 1;
	grow(0, COUNTERS_PG, 1, PFC_PG_STAT_RX_BYTES, 0, 1000);
	grow(0, COUNTERS_PG, 1, PFC_PG_STAT_DROP_LIMIT, 0, 10);
	grow(0, COUNTERS_QUEUE, 5, PFC_QUEUE_STAT_DROP_LOCAL, 0, 4);
	make();
	CHECK(rows.shown == 2);
	CHECK(rows.list[0].prio == 1 && rows.list[0].drops == 5 && rows.list[0].in == 4000);
	CHECK(rows.list[1].prio == 5 && rows.list[1].drops == 2 && rows.list[1].pg == 1);
	end();
}

/* With PAUSE all priorities are charged to PG 0, whatever the map is */
static void test_pause_mode(void)
{
	begin(1);
	settings.list[0].flow_control = PFC_FLOW_CONTROL_PAUSE;
	settings.list[0].pgs[0].lossless = true;
	settings.list[0].pgs[0].min = 1000;
	grow(0, COUNTERS_PG, 0, PFC_PG_STAT_RX_BYTES, 0, 1000);
	grow(0, COUNTERS_PG, 0, PFC_PG_STAT_OCCUPANCY, 0, 500);
	grow(0, COUNTERS_QUEUE, 5, PFC_QUEUE_STAT_TX_BYTES, 0, 1000);
	make();
	CHECK(rows.shown == 2);
	CHECK(rows.list[0].prio == 0 && rows.list[0].in == 4000);
	CHECK(rows.list[1].prio == 5 && rows.list[1].pg == 0 && rows.list[1].in == 4000);
	CHECK(rows.list[1].occupancy == 500 && rows.list[1].threshold == 1000);
	CHECK(rows.list[1].lossless);
	end();
}

static void test_pausing(void)
{
	begin(1);
	CHECK(!top_pausing(&before, &now));
	grow(0, COUNTERS_PRIO, 6, PFC_PRIO_STAT_RX_PAUSE_TIME, 100, 1);
	CHECK(top_pausing(&before, &now));
	grow(0, COUNTERS_PRIO, 6, PFC_PRIO_STAT_RX_PAUSE_TIME, 100, 0);
	grow(0, COUNTERS_PRIO, 6, PFC_PRIO_STAT_TX_PAUSED, 1, 0);
	CHECK(top_pausing(&before, &now));
	end();
}

/* first() - check the port and priority of the first row in an order */
static bool first(enum top_sort sort, const char *name, uint8_t prio)
{
	top_rows_arrange(&rows, sort, false);
	return !strcmp(rows.list[0].name, name) && rows.list[0].prio == prio;
}

static void test_order(void)
{
	congested();
	make();
	CHECK(first(TOP_SORT_PORT, "p1", 3));
	CHECK(first(TOP_SORT_IN, "p1", 3));
	CHECK(first(TOP_SORT_OUT, "p2", 3));
	CHECK(first(TOP_SORT_OCCUPANCY, "p1", 3));
	CHECK(first(TOP_SORT_PAUSED, "p2", 3));
	CHECK(first(TOP_SORT_XOFF, "p1", 3));
	CHECK(first(TOP_SORT_DROPS, "p1", 3));
	top_rows_arrange(&rows, TOP_SORT_OUT, true);
	/* the row of a port appears only with drops; equal rows are sorted by port and priority */
	CHECK(rows.shown == 17 && rows.list[1].prio == 0 && !strcmp(rows.list[1].name, "p1"));
	end();
}

/* line() - return a line of the screen, without trailing spaces */
static const char *line(size_t i)
{
	static char text[TOP_LINE];
	size_t len;

	top_screen_free(&screen);
	top_view_layout(&view, &rows, roots, n_roots, &screen);
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
	if (screen.n != (size_t)view.height)
		return false;
	for (i = 0; i < screen.n; i++)
		if (text_width(screen.list[i].text) > view.width)
			return false;
	return true;
}

static void test_screen(void)
{
	congested();
	make();
	roots = "no port is paused";
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
	CHECK(top_view_key(&view, &rows, 'j') == TOP_REDRAW);
	line(0);
	CHECK(screen.list[3].style == TOP_BAD && screen.list[4].style == TOP_SELECTED);
	CHECK(top_view_key(&view, &rows, 'k') == TOP_REDRAW);
	LINE_IS(23, "q quit  h help  j/k select  Enter why  s sort  i idle rows  p freeze");
	CHECK(screen.list[3].style == TOP_SELECTED_BAD && screen.list[4].style == TOP_PLAIN &&
	      screen.list[5].style == TOP_BAD);
	CHECK(fits());
	roots =
		"congested egress p3 prio 3: 2 senders, 1.2Gb/s offered, 100Mb/s drained; 210 KiB wait\n"
		"congested egress p4 prio 3";
	n_roots = 2;
	LINE_IS(19, "Root causes: 2, most waiting bytes first");
	LINE_IS(20,
		"1: congested egress p3 prio 3: 2 senders, 1.2Gb/s offered, 100Mb/s drained; 210");
	LINE_IS(21, "   KiB wait");
	LINE_IS(22, "2: congested egress p4 prio 3");
	CHECK(fits());
	view.height = 0;
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
	snprintf(now.ports.list[0].name, IFNAMSIZ, "\033\233\r\177");
	snprintf(now.ports.list[1].name, IFNAMSIZ, "\302\2331m");
	make();
	LINE_IS(3,
		">????    3   10M     0  [###########          ]  50%   25%   0%  1.2k    0   3.0");
	LINE_IS(4,
		" ?1m    3     0  100M  [                     ]   0%    0% 100%     0  0.5     0");
	roots = "congested egress a\033[2J";
	n_roots = 1;
	LINE_IS(22, "1: congested egress a?[2J");
	end();
}

/* bar() - check the bar of an occupancy in percent */
static bool bar(unsigned int occupancy, const char *text)
{
	begin(1);
	view.ascii = false;
	view.width = 55 + 4 + 10;
	grow(0, COUNTERS_PG, 3, PFC_PG_STAT_OCCUPANCY, 0, occupancy * 20);
	grow(0, COUNTERS_PG, 3, PFC_PG_STAT_THRESHOLD, 1000, 0);
	make();
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
	make();
	roots = "no port is paused";
	CHECK(fits() && rows.shown == PORTS);
	CHECK(!strncmp(line(3), ">p1 ", 4) && !strncmp(line(21), " p19 ", 5));
	CHECK(strstr(line(0), "  rows 1-19 of 25  "));
	CHECK(top_view_key(&view, &rows, KEY_END) == TOP_REDRAW);
	CHECK(!strncmp(line(21), ">p25 ", 5) && !strncmp(line(3), " p7 ", 4) && fits());
	/* the selected row stays selected when the order changes */
	CHECK(top_view_key(&view, &rows, 's') == TOP_ARRANGE && view.sort == TOP_SORT_IN);
	make();
	CHECK(view.selected == 0 && !strncmp(line(3), ">p25 ", 5));
	CHECK(top_view_key(&view, &rows, 'S') == TOP_ARRANGE && view.sort == TOP_SORT_PORT);
	make();
	/* its port disappears */
	now.ports.n--;
	make();
	CHECK(!strncmp(line(21), ">p24 ", 5) && view.selected == 23);
	CHECK(top_view_key(&view, &rows, KEY_PPAGE) == TOP_REDRAW && view.selected == 4);
	CHECK(top_view_key(&view, &rows, 'k') == TOP_REDRAW && view.selected == 3);
	CHECK(top_view_key(&view, &rows, 'g') == TOP_REDRAW && view.selected == 0);
	CHECK(top_view_key(&view, &rows, 'k') == TOP_NOTHING);
	/* small and large windows */
	for (view.height = 6; view.height < 60; view.height += 3)
		for (i = 1; i < 300; i += 23) {
			view.width = i;
			CHECK(fits());
		}
	end();
}

/* The pane keeps its row when the order changes, and when the row or its port disappears */
static void test_pane_row(void)
{
	congested();
	make();
	CHECK(view.selected_ifindex == 1 && view.selected_prio == 3);
	CHECK(top_view_key(&view, &rows, 's') == TOP_ARRANGE);
	CHECK(top_view_key(&view, &rows, 's') == TOP_ARRANGE && view.sort == TOP_SORT_OUT);
	make();
	CHECK(view.selected == 1 && !strncmp(line(4), ">p1 ", 4));
	CHECK(top_view_key(&view, &rows, '\n') == TOP_WHY);
	view.pane = true;
	view.pane_why = true;
	CHECK(!strcmp(view.pane_row.name, "p1") && view.pane_row.prio == 3);
	grow(0, COUNTERS_PG, 3, PFC_PG_STAT_RX_BYTES, 0, 0);
	grow(0, COUNTERS_PG, 3, PFC_PG_STAT_OCCUPANCY, 0, 0);
	grow(0, COUNTERS_PRIO, 3, PFC_PRIO_STAT_TX_PAUSE_TIME, 0, 0);
	grow(0, COUNTERS_PRIO, 3, PFC_PRIO_STAT_TX_XOFF, 0, 0);
	grow(0, COUNTERS_PG, 3, PFC_PG_STAT_DROP_HEADROOM, 0, 0);
	make();
	CHECK(rows.shown == 2 && top_view_key(&view, &rows, 'r') == TOP_WHY);
	CHECK(!strcmp(view.pane_row.name, "p1") && view.pane_row.prio == 3);
	now.ports.n = 0;
	make();
	CHECK(!rows.n && top_view_key(&view, &rows, 'r') == TOP_WHY);
	CHECK(!strcmp(view.pane_row.name, "p1") && view.pane_row.prio == 3);
	end();
}

static void test_idle(void)
{
	begin(1);
	make();
	CHECK(rows.shown == 0);
	LINE_IS(3, " no traffic (i shows idle rows)");
	CHECK(top_view_key(&view, &rows, '\n') == TOP_NOTHING);
	CHECK(top_view_key(&view, &rows, KEY_DOWN) == TOP_NOTHING);
	CHECK(top_view_key(&view, &rows, 'i') == TOP_ARRANGE);
	make();
	CHECK(rows.shown == 8);
	CHECK(top_view_key(&view, &rows, '\n') == TOP_WHY);
	CHECK(top_view_key(&view, &rows, 'p') == TOP_REDRAW && view.frozen &&
	      !strncmp(line(0), "pfcctl top  FROZEN  ", strlen("pfcctl top  FROZEN  ")));
	snprintf(view.error, sizeof(view.error), "pfcctl: the pfc module is not loaded");
	LINE_IS(23, "no update: pfcctl: the pfc module is not loaded");
	CHECK(screen.list[23].style == TOP_BAD && fits());
	*view.error = '\0';
	CHECK(strstr(line(23), "q quit"));
	CHECK(top_view_key(&view, &rows, 'h') == TOP_HELP);
	CHECK(top_view_key(&view, &rows, 'q') == TOP_QUIT);
	CHECK(top_view_key(&view, &rows, 'x') == TOP_NOTHING);
	now.ports.n = 0;
	make();
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
	make();
	for (i = 1; i < 30; i++)
		text_append(text, sizeof(text), "\nline 3 µs");
	view.pane_text = text;
	view.pane = true;
	view.pane_why = true;
	snprintf(view.pane_title, sizeof(view.pane_title), "pfcctl why dev p1");
	LINE_IS(0, "pfcctl why dev p1");
	CHECK(fits());
	LINE_IS(2, "   which has 80 columns");
	LINE_IS(3, "line 3 us");
	CHECK(top_view_key(&view, &rows, KEY_DOWN) == TOP_REDRAW);
	LINE_IS(1, "   which has 80 columns");
	CHECK(top_view_key(&view, &rows, 'G') == TOP_REDRAW && view.pane_first == 9 && fits());
	CHECK(top_view_key(&view, &rows, 'r') == TOP_WHY);
	CHECK(top_view_key(&view, &rows, TOP_ESCAPE) == TOP_REDRAW && !view.pane);
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
