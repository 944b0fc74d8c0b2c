// SPDX-License-Identifier: GPL-2.0-only
/*
 * Required headroom of a link: pfcctl headroom ...
 *
 * The tool compiles the calculation from the source code of the module, so that tool and module
 * have the same result.
 */
#include <errno.h>
#include <string.h>
#include "../kmod/core/headroom.h"
#include "device.h"
#include "select.h"
#include "setting.h"
#include "view.h"

/* A term of the headroom: its name, also in JSON, and its place in the terms */
struct term {
	const char	*name;
	size_t		at;
	const char	*what;
};

#define TERM(name, what) { #name, offsetof(struct pfc_headroom_terms, name), what }

static const struct term terms[] = {
	TERM(flight, "bits in flight during a round trip"),
	TERM(response, "response time of the peer"),
	TERM(crossing, "frame that crosses the XOFF threshold"),
	TERM(waiting, "frame that this port is already sending"),
	TERM(begun, "frame that the peer is already sending"),
	TERM(pfc, "transmission of the XOFF frame"),
	TERM(batch, "frames received in one batch"),
	TERM(late, "latency of a CPU"),
	TERM(ring, "XOFF waiting in the transmit ring"),
};

static uint64_t term_value(const struct pfc_headroom_terms *of, const struct term *term)
{
	return member_value((const char *)of + term->at, sizeof(uint64_t));
}

static void link_text(const struct pfc_link *link)
{
	struct pfc_headroom_terms t;
	char buf[FORMAT_LEN];
	size_t i;

	pfc_headroom_terms(link, &t);
	printf("speed %s", format_speed(buf, link->speed));
	printf(" rate %s", format_rate(buf, link->own_rate));
	if (link->rate != link->own_rate)
		printf(" peer-rate %s", format_rate(buf, link->rate));
	printf(" one-way %s", format_time(buf, link->delay));
	printf(" mtu %u batch %u", link->mtu, link->batch);
	printf(" latency %s", format_time(buf, link->latency));
	printf(" ring %s\n", format_size(buf, link->ring));
	for (i = 0; i < ARRAY_SIZE(terms); i++)
		printf("  %-9s %11llu B  %s\n", terms[i].name,
		       (unsigned long long)term_value(&t, &terms[i]), terms[i].what);
	printf("  %-9s %11llu B\n", "headroom",
	       (unsigned long long)pfc_headroom(link));
}

static void link_json(const struct pfc_link *link, struct json_object *to)
{
	struct json_object *json = json_object_new_object();
	struct pfc_headroom_terms t;
	size_t i;

	pfc_headroom_terms(link, &t);
	for (i = 0; i < ARRAY_SIZE(terms); i++)
		json_add_u64(json, terms[i].name, term_value(&t, &terms[i]));
	json_add_u64(to, "speed_bits_per_second", link->speed * 1000000ULL);
	json_add_u64(to, "rate_bits_per_second", link->own_rate);
	json_add_u64(to, "peer_rate_bits_per_second", link->rate);
	json_add_u64(to, "one_way_ns", link->delay);
	json_add_u64(to, "mtu", link->mtu);
	json_add_u64(to, "batch_frames", link->batch);
	json_add_u64(to, "latency_ns", link->latency);
	json_add_u64(to, "ring_bytes", link->ring);
	json_add_u64(to, "response_quanta", pfc_response_quanta(link->speed));
	json_object_object_add(to, "terms", json);
	json_add_u64(to, "headroom", pfc_headroom(link));
}

/* Puts back the word of a command, which is also the first word of what follows */
static struct args *with_command(struct args *args)
{
	args->argv--;
	args->argc++;
	return args;
}

/* pfcctl headroom speed SPEED ... */
static int headroom_speed(struct ctx *ctx, struct args *args)
{
	struct given given = {
		.value[GIVEN_MTU] = MTU_DEFAULT,
		.value[PFC_A_BATCH] = PFC_DEFAULT_BATCH,
		.value[PFC_A_LATENCY] = PFC_DEFAULT_LATENCY,
	};
	const uint64_t *value = given.value;
	struct json_object *json;
	struct pfc_link link;
	struct port port = { 0 };
	int err;

	err = settings_read(ctx, with_command(args), link_settings, &given.c);
	if (err)
		return err;
	port.rate = value[PFC_A_RATE];
	port.peer_rate = value[PFC_A_PEER_RATE];
	port.speed = value[PFC_A_SPEED];
	port.cable_delay = value[PFC_A_CABLE_DELAY];
	port.delay = value[PFC_A_DELAY];
	port.batch = value[PFC_A_BATCH];
	port.latency = value[PFC_A_LATENCY];
	port.ring = value[PFC_A_RING];
	link = port_link(&port, value[GIVEN_MTU]);
	if (!ctx->json) {
		link_text(&link);
		return STATUS_OK;
	}
	json = json_object_new_object();
	link_json(&link, json);
	json_print(ctx, json);
	return STATUS_OK;
}

static int headroom_show(struct ctx *ctx, struct args *args)
{
	struct json_object *array, *to;
	struct ports ports;
	int err;
	size_t i;

	err = ports_shown(ctx, args, PORT_CONFIG, &ports);
	if (err)
		return err;
	array = json_object_new_array();
	for (i = 0; i < ports.n && !err; i++) {
		const struct port *port = &ports.list[i];
		const int mtu = device_mtu(port->name);
		struct pfc_link link = port_link(port, mtu);

		if (mtu < 0) {
			err = fail(ctx, "%s: MTU: %s", port->name, strerror(-mtu));
			break;
		}
		if (ctx->json) {
			to = json_port(port);
			link_json(&link, to);
			json_object_array_add(array, to);
		} else {
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

/* pfcctl headroom dev DEV: headroom show dev DEV without the word show */
static int headroom_dev(struct ctx *ctx, struct args *args)
{
	return headroom_show(ctx, with_command(args));
}

/* pfcctl headroom measure ...: pfcctl-test sends and captures */
static int headroom_measure(struct ctx *ctx, struct args *args)
{
	return program_run(ctx, "test", "test", with_command(args));
}

static const struct command headroom_commands[] = {
	{ "show", headroom_show },
	{ "dev", headroom_dev },
	{ "speed", headroom_speed },
	{ "measure", headroom_measure },
	{ 0 }
};

const struct object headroom_object = {
	.name = "headroom",
	.commands = headroom_commands,
	.help =
"Usage: pfcctl headroom speed SPEED [rate RATE] [peer-rate RATE|own]\n"
"           [cable-length LENGTH] [delay TIME] [mtu BYTES] [batch FRAMES]\n"
"           [latency TIME|none] [ring SIZE|none]\n"
"       pfcctl headroom [show] [dev DEV]\n"
"       pfcctl headroom measure dev DEV [prio PRIOS] [count N]\n"
"Prints the headroom that a lossless PG requires above XOFF, and its terms. headroom speed\n"
"calculates it for a link with the given values, headroom show for existing ports.\n"
"headroom measure stops the peer by XOFF N times (20) while traffic arrives, counts what still\n"
"arrives, and prints the headroom and the command that sets it. It needs a full link, and\n"
"chooses the lossless PG with the most traffic.\n"
"         speed SPEED          speed of the link, 10mbit-1.6tbit\n"
"         rate RATE            rate at which this end sends (SPEED)\n"
"         peer-rate RATE|own   rate at which the other end sends (own: as this end)\n"
"         cable-length LENGTH  length of the cable, up to 2000km, 5 ns per metre (none)\n"
"         delay TIME           one-way delay in addition to the cable, up to 10ms (none)\n"
"         mtu BYTES            MTU of the device, 68-65535 (1500)\n"
"         batch FRAMES         frames received in one batch over a software link, 0-4096\n"
"                              (64); 0 for hardware\n"
"         latency TIME|none    delay of a CPU that sends or obeys XOFF, up to 100ms (4ms)\n"
"         ring SIZE|none       bytes in the transmit ring of this port, which leave before\n"
"                              XOFF (none)\n"
"Examples: pfcctl headroom speed 100gbit cable-length 300m mtu 9216 batch 0\n"
"          pfcctl headroom speed 10gbit rate 1gbit peer-rate 5gbit delay 500us\n"
"          pfcctl -j headroom dev p1\n"
"          pfcctl headroom measure dev p1 prio 3\n",
};
