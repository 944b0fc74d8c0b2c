// SPDX-License-Identifier: GPL-2.0-only
/*
 * How much headroom a link needs, and why: pfcctl headroom ...
 *
 * The reckoning itself is the module's own source.
 */
#include <errno.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>
#include "../kmod/headroom.h"
#include "print.h"
#include "setting.h"

/* What a link may be said to have, in a list of values */
enum {
	GIVEN_SPEED,
	GIVEN_RATE,
	GIVEN_PEER_RATE,
	GIVEN_CABLE,
	GIVEN_DELAY,
	GIVEN_MTU,
	GIVEN_BATCH,
	GIVEN_COUNT
};

/**
 * struct given - words about a link that need not exist
 * @c: which of them there were
 * @value: what they said
 */
struct given {
	struct change	c;
	uint64_t	value[GIVEN_COUNT];
};

static int read_given(struct ctx *ctx, const struct setting *s, struct args *args,
		      struct change *c)
{
	struct given *given = (struct given *)c;

	return scalar_read(ctx, s, args, &given->value[s->attr]);
}

static const struct setting link_settings[] = {
	{
		.name = "speed", .read = read_given, .attr = GIVEN_SPEED,
		.parse = parse_speed, .format = format_speed,
		.what = "a whole number of Mb/s, like 10000 or 10gbit",
		.min = PFC_SPEED_MIN, .max = PFC_SPEED_MAX,
	}, {
		.name = "rate", .read = read_given, .attr = GIVEN_RATE,
		.parse = parse_rate, .format = format_rate, .what = A_RATE,
		.min = PFC_RATE_MIN, .max = PFC_RATE_MAX,
	}, {
		.name = "peer-rate", .read = read_given, .attr = GIVEN_PEER_RATE,
		.parse = parse_rate, .format = format_rate, .what = A_RATE,
		.zero = "own", .min = PFC_RATE_MIN, .max = PFC_RATE_MAX,
	}, {
		.name = "cable-length", .read = read_given, .attr = GIVEN_CABLE,
		.parse = parse_length, .format = format_length,
		.what = "a length like 300m or 2km", .zero = "none",
		.max = PFC_DELAY_MAX,
	}, {
		.name = "delay", .read = read_given, .attr = GIVEN_DELAY,
		.parse = parse_time, .format = format_time,
		.what = "a time like 500ns or 2us", .zero = "none",
		.max = PFC_DELAY_MAX,
	}, {
		.name = "mtu", .read = read_given, .attr = GIVEN_MTU,
		.parse = parse_number, .format = format_number,
		.what = "a number of bytes", .min = 68, .max = 65535,
	}, {
		.name = "batch", .read = read_given, .attr = GIVEN_BATCH,
		.parse = parse_number, .format = format_number,
		.what = "a number of frames", .max = PFC_BATCH_MAX,
	},
	{ 0 }
};

/**
 * struct line - a term, as it is shown
 * @name: short name, also in JSON
 * @value: bytes
 * @what: where it comes from
 */
struct line {
	const char	*name;
	uint64_t	value;
	const char	*what;
};

#define LINES	7

static void make_lines(const struct pfc_link *link, struct line *lines)
{
	struct pfc_headroom_terms t;

	pfc_headroom_terms(link, &t);
	lines[0] = (struct line){ "flight", t.flight, "on the wire, there and back" };
	lines[1] = (struct line){ "response", t.response,
				  "until the peer has acted on XOFF" };
	lines[2] = (struct line){ "crossing", t.crossing,
				  "frame that does not fit below XOFF" };
	lines[3] = (struct line){ "waiting", t.waiting,
				  "frame that XOFF has to wait for" };
	lines[4] = (struct line){ "begun", t.begun, "frame that the peer has begun" };
	lines[5] = (struct line){ "pfc", t.pfc, "XOFF itself" };
	lines[6] = (struct line){ "batch", t.batch,
				  "frames that come in before anybody looks" };
}

static void link_text(const struct pfc_link *link)
{
	struct line lines[LINES];
	char buf[FORMAT_LEN];
	int i;

	make_lines(link, lines);
	printf("speed %s", format_speed(buf, link->speed));
	printf(" rate %s", format_rate(buf, link->own_rate));
	if (link->rate != link->own_rate)
		printf(" peer-rate %s", format_rate(buf, link->rate));
	printf(" one-way %s", format_time(buf, link->delay));
	printf(" mtu %u batch %u\n", link->mtu, link->batch);
	for (i = 0; i < LINES; i++)
		printf("  %-9s %11llu B  %s\n", lines[i].name,
		       (unsigned long long)lines[i].value, lines[i].what);
	printf("  %-9s %11llu B\n", "headroom",
	       (unsigned long long)pfc_headroom(link));
}

static void link_json(const struct pfc_link *link, struct json_object *to)
{
	struct json_object *terms = json_object_new_object();
	struct line lines[LINES];
	int i;

	make_lines(link, lines);
	for (i = 0; i < LINES; i++)
		json_add_u64(terms, lines[i].name, lines[i].value);
	json_add_u64(to, "speed_bits_per_second", link->speed * 1000000ULL);
	json_add_u64(to, "rate_bits_per_second", link->own_rate);
	json_add_u64(to, "peer_rate_bits_per_second", link->rate);
	json_add_u64(to, "one_way_ns", link->delay);
	json_add_u64(to, "mtu", link->mtu);
	json_add_u64(to, "batch_frames", link->batch);
	json_add_u64(to, "response_quanta", pfc_response_quanta(link->speed));
	json_object_object_add(to, "terms", terms);
	json_add_u64(to, "headroom", pfc_headroom(link));
}

/* pfcctl headroom speed SPEED ...: the first word has been read as a command */
static int headroom_speed(struct ctx *ctx, struct args *args)
{
	struct given given = {
		.value[GIVEN_MTU] = 1500,
		.value[GIVEN_BATCH] = PFC_DEFAULT_BATCH,
	};
	const uint64_t *value = given.value;
	struct json_object *json;
	struct pfc_link link;
	uint64_t own_rate;
	int err;

	args->argv--;
	args->argc++;
	err = settings_read(ctx, args, link_settings, &given.c);
	if (err)
		return err;
	own_rate = value[GIVEN_RATE] ?: value[GIVEN_SPEED] * 1000000;
	link = (struct pfc_link) {
		.rate = value[GIVEN_PEER_RATE] ?: own_rate,
		.own_rate = own_rate,
		.speed = value[GIVEN_SPEED],
		.delay = value[GIVEN_CABLE] + value[GIVEN_DELAY],
		.mtu = value[GIVEN_MTU],
		.batch = value[GIVEN_BATCH],
	};
	if (!ctx->json) {
		link_text(&link);
		return STATUS_OK;
	}
	json = json_object_new_object();
	link_json(&link, json);
	json_print(ctx, json);
	return STATUS_OK;
}

/* Return: the MTU of a device, or a negative error */
static int device_mtu(const char *dev)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), err = 0;
	struct ifreq request = { 0 };

	snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", dev);
	if (fd < 0 || ioctl(fd, SIOCGIFMTU, &request) < 0)
		err = -errno;
	if (fd >= 0)
		close(fd);
	return err ? err : request.ifr_mtu;
}

static int port_link(struct ctx *ctx, const struct port *port, struct pfc_link *link)
{
	const uint64_t own_rate = port->rate ?: port->speed * 1000000ULL;
	int mtu = device_mtu(port->name);

	if (mtu < 0)
		return fail(ctx, "%s: MTU: %s", port->name, strerror(-mtu));
	*link = (struct pfc_link) {
		.rate = port->peer_rate ?: own_rate,
		.own_rate = own_rate,
		.speed = port->speed ?: PFC_SPEED_DEFAULT,
		.delay = port->cable_delay + port->delay,
		.mtu = mtu,
		.batch = port->batch,
	};
	return STATUS_OK;
}

static void port_json(const struct port *port, const struct pfc_link *link,
		      struct json_object *array)
{
	struct json_object *to = json_object_new_object();

	json_object_object_add(to, "dev", json_object_new_string(port->name));
	json_add_u64(to, "ifindex", port->ifindex);
	json_add_u64(to, "port_id", port->id);
	link_json(link, to);
	json_object_array_add(array, to);
}

static int headroom_show(struct ctx *ctx, struct args *args)
{
	struct json_object *array;
	struct ports ports;
	const char *dev;
	int err;
	size_t i;

	err = show_dev(ctx, args, &dev);
	if (!err)
		err = ports_load(ctx, dev, PORT_CONFIG, &ports);
	if (err)
		return err;
	array = json_object_new_array();
	for (i = 0; i < ports.n && !err; i++) {
		const struct port *port = &ports.list[i];
		struct pfc_link link;

		err = port_link(ctx, port, &link);
		if (err)
			break;
		port_json(port, &link, array);
		if (!ctx->json) {
			printf("%s: ", port->name);
			link_text(&link);
		}
	}
	if (ctx->json && !err)
		json_print(ctx, array);
	else
		json_object_put(array);
	ports_free(&ports);
	return err;
}

/* pfcctl headroom dev DEV: the same as show dev DEV */
static int headroom_dev(struct ctx *ctx, struct args *args)
{
	args->argv--;
	args->argc++;
	return headroom_show(ctx, args);
}

static const struct command headroom_commands[] = {
	{ "show", headroom_show },
	{ "dev", headroom_dev },
	{ "speed", headroom_speed },
	{ 0 }
};

const struct object headroom_object = {
	.name = "headroom",
	.commands = headroom_commands,
	.help =
"Usage: pfcctl headroom speed SPEED [rate RATE] [peer-rate RATE|own]\n"
"           [cable-length LENGTH] [delay TIME] [mtu BYTES] [batch FRAMES]\n"
"       pfcctl headroom [show] [dev DEV]\n"
"How much headroom a lossless PG needs behind XOFF, and what it is made of: for a\n"
"link that need not exist, or for ports as they are.\n"
"         rate RATE            at which this end sends, if not at SPEED\n"
"         peer-rate RATE|own   at which the other end sends, if not as fast as this\n"
"         cable-length LENGTH  such as 300m or 2km, 5 ns for each metre\n"
"         delay TIME           one way, such as 2us; beside the cable's\n"
"         mtu BYTES            of the device (1500)\n"
"         batch FRAMES         that come in at once over a software link (64);\n"
"                              0 between hardware\n"
"Examples: pfcctl headroom speed 100gbit cable-length 300m mtu 9216 batch 0\n"
"          pfcctl headroom speed 10gbit rate 1gbit peer-rate 5gbit delay 500us\n"
"          pfcctl -j headroom dev p1\n",
};
