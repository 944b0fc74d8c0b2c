/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A PFC tester: it drives a device under test (DUT) from ports of this machine.
 */
#ifndef TEST_H
#define TEST_H

#include <signal.h>
#include <json-c/json.h>
#include <net/if.h>
#include "model.h"

#define NS_PER_US	1000ULL
#define NS_PER_MS	1000000ULL
#define NS_PER_S	1000000000ULL

#define TEST_PORTS	32	/* ports of the tester */
#define TEST_SWITCHES	3
#define TEST_FLOWS	64
#define TEST_CONTROLS	64
#define TEST_ACTIONS	8
#define TEST_CHECKS	96
#define TEST_TEXT	160

/* Bytes that a frame takes on the wire beyond its length with FCS: preamble and gap */
#define WIRE_OVERHEAD	20
#define FCS_LEN		4
#define FRAME_MAX	9216
#define QUANTUM_BITS	512
#define QUANTA_MAX	65535
#define OPCODE_PFC	0x0101

/* Shares of the rate of a link are in 1/10000 */
#define SHARE_ALL	10000

/* Priorities that are lossless in all cases */
#define LOSSLESS	(BIT(3) | BIT(4))
#define BIT(n)		(1U << (n))

/* Ports of the tester by their role */
enum { A1, A2, B };

/* The frames that arrive at a port of the tester, in a ring shared with the kernel */
struct capture {
	int		fd;
	unsigned char	*ring;
	unsigned int	next;
};

/**
 * struct captured - a received frame
 * @captured: number of bytes in @frame, its first ones
 * @len: length of the frame without FCS
 * @when: CLOCK_REALTIME time of its arrival, ns
 */
struct captured {
	const unsigned char	*frame;
	unsigned int		captured;
	unsigned int		len;
	uint64_t		when;
};

/**
 * struct tport - a port of the tester
 * @bypass: socket that sends past the qdisc: control frames, senders that ignore PFC
 */
struct tport {
	char		dev[IFNAMSIZ];
	unsigned char	mac[6];
	int		bypass;
	unsigned int	ifindex;
	struct capture	capture;
};

/**
 * struct end - a port of the DUT
 * @sw: its switch, an index of bed.ns
 */
struct end {
	unsigned int	sw;
	char		dev[IFNAMSIZ];
};

/**
 * enum shape - how the DUT is connected
 * @STAR: one switch, each port of which is connected to a port of the tester
 * @CHAIN: two switches, one behind the other, with one port of the tester at each
 * @RING: three switches, with one port of the tester at each
 */
enum shape { STAR, CHAIN, RING };

/**
 * struct bed - the DUT and its connections
 * @own: this program builds the DUT of namespaces
 * @known: the DUT is a switch of this machine, with the module
 * @rate: rate of all links, bits/s
 * @length: length of the traffic of a case, ns
 * @late: how late this machine wakes the tester, in nine of ten times at most, ns
 * @home: the namespace of the program, file descriptor
 * @tester: namespace of the tester's ports, file descriptor
 * @ns: names of the namespaces of the switches
 * @n: number of ports of the tester
 * @ends: the ports of the DUT at the other end of their links
 * @saved: configuration of a DUT that this program has not built, or NULL
 */
struct bed {
	struct ctx	*ctx;
	bool		own;
	bool		known;
	uint64_t	rate;
	uint64_t	length;
	uint64_t	late;
	int		home;
	int		tester;
	char		ns[TEST_SWITCHES][64];
	unsigned int	n;
	struct tport	ports[TEST_PORTS];
	struct end	ends[TEST_PORTS];
	char		*saved;
};

/**
 * struct flow - datagrams of one priority from a port to another
 * @size: length of a frame with FCS; 0: a mix of 64, 594 and 1518 bytes, 7:4:1
 * @share: part of the rate of the link, 1/10000
 * @start: time of the first frame, ns
 * @end: no frame is sent from here on, ns
 * @count: number of frames; 0: until @end
 * @ect: the datagrams are ECN-capable
 * @deaf: the sender ignores PFC
 * @due: time of the next frame, ns
 * @blocked: the port does not take a frame now
 * @in_time: frames received before @end
 * @bytes: their bytes on the wire
 * @last_in_time: arrival of the last of them, ns
 * @out_of_order: received frames with a lower sequence number than an earlier one
 * @next_seq: sequence number that is expected next
 * @first: arrival of the first frame, ns; 0: none
 * @last: arrival of the last frame, ns
 * @gap: largest time between two frames, ns
 * @first_mark: arrival of the first frame with CE, ns
 * @delay_sum: sum of the times from sending to arrival, ns
 * @delay_max: largest of these times, ns
 * @seen: if not NULL, called for each frame
 */
struct flow {
	unsigned int	from;
	unsigned int	to;
	unsigned int	prio;
	unsigned int	size;
	unsigned int	share;
	uint64_t	start;
	uint64_t	end;
	uint64_t	count;
	bool		ect;
	bool		deaf;
	int		fd;
	uint64_t	due;
	bool		blocked;
	uint64_t	sent;
	uint64_t	received;
	uint64_t	in_time;
	uint64_t	bytes;
	uint64_t	last_in_time;
	uint64_t	out_of_order;
	uint64_t	next_seq;
	uint64_t	first;
	uint64_t	last;
	uint64_t	gap;
	uint64_t	first_mark;
	uint64_t	delay_sum;
	uint64_t	delay_max;
	void		(*seen)(struct flow *f, uint64_t seq, bool ce, void *data);
	void		*data;
};

#define CONTROL_LEN	64	/* a MAC control frame without FCS has 60 bytes; some are shorter */

/**
 * struct control - MAC control frames that a port sends again and again
 * @period: time between two frames, ns
 * @start: time of the first one, ns
 * @end: none is sent from here on, ns
 * @count: number of frames; 0: until @end
 * @due: time of the next one, ns
 */
struct control {
	unsigned int	port;
	unsigned int	len;
	unsigned char	frame[CONTROL_LEN];
	uint64_t	period;
	uint64_t	start;
	uint64_t	end;
	uint64_t	count;
	uint64_t	due;
	uint64_t	sent;
};

struct run;

/* Something that the program does at a time of the scene, ns */
struct action {
	uint64_t	at;
	void		(*act)(struct run *r, unsigned int arg);
	unsigned int	arg;
	bool		done;
};

/**
 * struct pfc_seen - the PFC frames for a priority that arrive at a port of the tester
 * @xoff: frames with a time
 * @first: arrival of the first XOFF, ns; 0: none
 * @last: arrival of the last XOFF, ns
 */
struct pfc_seen {
	uint64_t	xoff;
	uint64_t	first;
	uint64_t	last;
};

enum verdict { PASSED, FAILED, UNMEASURED };

/**
 * struct check - a limit of a case, and what was measured
 * @verdict: result
 * @text: the limit and the measured value; with %UNMEASURED, the reason
 */
struct check {
	enum verdict	verdict;
	char		text[TEST_TEXT];
};

/**
 * struct run - a run of a case
 * @pfc: PFC frames from the DUT, by port and priority
 * @foreign: frames received that no flow has sent, without PFC frames
 * @missed: frames that this machine did not capture
 * @base: CLOCK_MONOTONIC time of the time 0 of the scene
 * @wall: what to subtract from CLOCK_REALTIME for a time of the scene, ns
 * @now: time of the scene, ns
 * @slow: flows were not sent in time
 * @ports: the ports of the DUT after the scene, in the order of bed.ends
 * @before: the same before the scene
 */
struct run {
	const struct test_case *test;
	struct bed	*bed;
	unsigned int	n_flows;
	struct flow	flows[TEST_FLOWS];
	unsigned int	n_controls;
	struct control	controls[TEST_CONTROLS];
	unsigned int	n_actions;
	struct action	actions[TEST_ACTIONS];
	struct pfc_seen	pfc[TEST_PORTS][PFC_PRIO_COUNT];
	uint64_t	foreign;
	uint64_t	missed;
	uint64_t	base;
	uint64_t	wall;
	uint64_t	now;
	bool		slow;
	struct port	*ports;
	struct port	*before;
	unsigned int	n_checks;
	struct check	checks[TEST_CHECKS];
};

#define CONFIGURES	1U
#define SLOW		2U

/**
 * struct test_case - a case of the test plan
 * @name: name
 * @title: what must hold
 * @run: runs it
 * @flags: %CONFIGURES: it changes settings of the DUT; %SLOW: it takes many minutes, so it runs
 *	only if it is named, or with the word all
 * @shape: how the DUT is connected
 * @ports: ports of the tester that it needs; 0: 3
 * @prios: for @run: bit mask of priorities
 * @n: for @run: a size, a time or another number
 * @share: for @run: part of the rate of the link, 1/10000
 * @action: for @run: what the watchdog does
 */
struct test_case {
	const char	*name;
	const char	*title;
	void		(*run)(struct run *r);
	unsigned int	flags;
	enum shape	shape;
	unsigned int	ports;
	unsigned int	prios;
	unsigned int	n;
	unsigned int	share;
	const char	*action;
};

/* A signal that would end the program, or 0 */
extern volatile sig_atomic_t test_interrupted;

/* An empty entry ends each list */
extern const struct test_case lossless_cases[], lossy_cases[], sharing_cases[], ecn_cases[];
extern const struct test_case watchdog_cases[], regression_cases[];

/* bed.c */
int bed_open(struct bed *bed, unsigned int ports, enum shape shape);
bool bed_close(struct bed *bed);
const char *bed_option(const struct bed *bed, unsigned int sw);
bool script(struct bed *bed, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* bed_read.c */
bool bed_counters(struct bed *bed, struct port *ports);
bool bed_port(struct bed *bed, unsigned int sw, const char *dev, struct port *port);

/* tester.c */
int tester_open(struct bed *bed);
void tester_close(struct bed *bed);
int flow_socket(struct bed *bed, const struct flow *f);
uint64_t capture_walk(struct capture *c, void (*take)(const struct captured *frame, void *data),
		      void *data);
uint64_t measure_lateness(void);

/* frame.c */
unsigned int frame_size(const struct flow *f, uint64_t seq);
uint16_t frame_type(const struct captured *c, const unsigned char **payload);
unsigned int frame_build(unsigned char *to, const struct run *r, const struct flow *f,
			 unsigned int id, uint64_t seq, uint64_t now);
void frame_take(struct run *r, unsigned int port, const struct captured *c);
unsigned int pfc_build(unsigned char *to, const unsigned char *mac, uint16_t opcode,
		       uint16_t vector, uint16_t quanta);

/* play.c */
void play(struct run *r, uint64_t end);
uint64_t clock_ns(int clock);

/* scene.c: parts of scenes */
struct flow *flow_add(struct run *r, unsigned int from, unsigned int to, unsigned int prio,
		      unsigned int share, unsigned int size);
struct flow *flow_of(struct run *r, unsigned int prio);
void eight_flows(struct run *r, unsigned int share, unsigned int size);
struct control *control_add(struct run *r, unsigned int port, uint16_t vector, uint16_t quanta,
			    uint64_t start, uint64_t end);
struct control *storm(struct run *r, unsigned int mask, uint64_t start, uint64_t end);
void action_add(struct run *r, uint64_t at, void (*act)(struct run *r, unsigned int arg),
		unsigned int arg);
uint64_t link_pause_ns(const struct bed *bed, unsigned int quanta);
uint64_t link_frame_ns(const struct bed *bed, unsigned int size);
bool dut(struct run *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool storms_end(struct run *r, unsigned int port, unsigned int prios, uint64_t ms,
		const char *action);
uint64_t prio_count(const struct run *r, unsigned int port, unsigned int prio, unsigned int attr);
uint64_t drops(const struct run *r, unsigned int port, unsigned int pg);
uint64_t pg_count(const struct run *r, unsigned int port, unsigned int pg, unsigned int attr);
uint64_t port_count(const struct run *r, unsigned int port, unsigned int attr);

/* judge.c */
void judge(struct run *r, bool ok, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void unmeasured(struct run *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void no_loss(struct run *r, const struct flow *f);
void none_received(struct run *r, const struct flow *f, uint64_t before);
void has_share(struct run *r, const struct flow *f, double percent, double tolerance);
void others_share(struct run *r, unsigned int stormed);
void within_time(struct run *r, const char *what, uint64_t ns, uint64_t min, uint64_t max);
void sent_in_time(struct run *r, const char *what, uint64_t frames, uint64_t min);
void equal(struct run *r, const char *what, uint64_t value, uint64_t expected);
void at_least(struct run *r, const char *what, uint64_t value, uint64_t min);
void received_pfc(struct run *r, unsigned int port, unsigned int mask, uint64_t frames);
void sent_pfc(struct run *r, unsigned int port, unsigned int mask);
void counters_unknown(struct run *r);
void others_flow(struct run *r, unsigned int stormed);
void nothing_foreign(struct run *r);

/* measure.c */
int test_measure(struct ctx *ctx, struct args *args);

/**
 * struct results - results of all cases
 * @n: number of cases by verdict
 * @json: array of results of report_json()
 */
struct results {
	unsigned int		n[UNMEASURED + 1];
	struct json_object	*json;
};

/* report.c */
enum verdict run_verdict(const struct run *r);
void report_case(const struct ctx *ctx, const struct test_case *c, const struct run *r);
struct json_object *report_json(const struct test_case *c, const struct run *r);
int report_junit(struct ctx *ctx, const char *file, const struct results *results);

#endif /* TEST_H */
