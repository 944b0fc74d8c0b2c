// SPDX-License-Identifier: GPL-2.0-only
/* The state of a namespace as the kernel shows it, for nlfuzz */

#include <stdio.h>
#include <string.h>

#include "common.h"
#include "nlattr.h"
#include "nlmodel.h"

#define PRIOS			PFC_PRIO_COUNT

static void show_map(const struct attr *nest, uint8_t *map, int keys)
{
	const struct attr *key, *value;
	struct attr entry;
	int entries = 0;

	for_each_attr(&entry, nest->data, nest->len) {
		key = find(entry.data, entry.len, PFC_MAP_A_KEY);
		value = find(entry.data, entry.len, PFC_MAP_A_VALUE);
		if (!key || !value || *key->data != entries || entries == keys)
			die("nlfuzz: the kernel shows a map that is none");
		map[entries++] = *value->data;
	}
	if (entries != keys)
		die("nlfuzz: the kernel shows %d entries of a map, not %d", entries, keys);
}

static uint32_t number_in(const struct attr *nest, int type)
{
	const struct attr *attr = find(nest->data, nest->len, type);

	if (!attr || attr->len != 4)
		die("nlfuzz: the kernel shows a group that is none");
	return number(attr);
}

static void show_group(const struct attr *nest, struct config *config)
{
	const struct attr *id = find(nest->data, nest->len, PFC_PG_A_ID);
	struct limits *pg;

	if (!id || *id->data >= PRIOS)
		die("nlfuzz: the kernel shows a group without a number");
	pg = &config->pg[*id->data];
	pg->xoff = number_in(nest, PFC_PG_A_XOFF);
	pg->xon = number_in(nest, PFC_PG_A_XON);
	pg->headroom = number_in(nest, PFC_PG_A_HEADROOM);
	pg->limit = number_in(nest, PFC_PG_A_LIMIT);
	pg->min = number_in(nest, PFC_PG_A_MIN);
	pg->alpha = number_in(nest, PFC_PG_A_ALPHA);
	pg->xon_offset = number_in(nest, PFC_PG_A_XON_OFFSET);
	config->lossless[*id->data] = !!find(nest->data, nest->len, PFC_PG_A_LOSSLESS);
}

static void show_attr(struct device *port, const struct attr *attr)
{
	struct config *config = &port->config;

	config->seen |= 1ULL << attr->type;
	switch (attr->type) {
	case PFC_A_IFINDEX:
		port->index = number(attr);
		break;
	case PFC_A_IFNAME:
		snprintf(port->name, sizeof(port->name), "%.15s", attr->data);
		break;
	case PFC_A_DEFAULT_PRIO:
		config->default_prio = number(attr);
		break;
	case PFC_A_DSCP_PRIO:
		show_map(attr, config->dscp_prio, PFC_DSCP_COUNT);
		break;
	case PFC_A_PRIO_PG:
		show_map(attr, config->prio_pg, PRIOS);
		break;
	case PFC_A_PRIO_PFC:
		show_map(attr, config->prio_pfc, PRIOS);
		break;
	case PFC_A_PG:
		show_group(attr, config);
		break;
	case PFC_A_PAUSE_TIME:
		config->pause_time = number(attr);
		break;
	case PFC_A_RATE:
		config->rate = number(attr);
		break;
	case PFC_A_SPEED:
		config->speed = number(attr);
		break;
	case PFC_A_QUEUE_LIMIT:
		config->queue_limit = number(attr);
		break;
	case PFC_A_DELAY:
		config->delay = number(attr);
		break;
	}
}

/* One message of a dump of ports */
void state_add_port(struct state *state, const void *attrs, int len)
{
	struct device *port = &state->device[state->devices++];
	struct attr attr;

	if (state->devices > DEVICES_MAX)
		die("nlfuzz: too many ports");
	memset(port, 0, sizeof(*port));
	for_each_attr(&attr, attrs, len)
		show_attr(port, &attr);
	port->port = true;
	if (port->config.seen & 1ULL << PFC_A_SPEED_AUTO) {
		port->speed = port->config.speed;
		port->config.speed = 0;
	}
	port->config.seen &= ~(1ULL << PFC_A_SPEED_AUTO | 1ULL << PFC_A_PAD);
}

void state_add_pool(struct state *state, const void *attrs, int len)
{
	const struct attr *size = find(attrs, len, PFC_A_POOL_SIZE);
	const struct attr *reserved = find(attrs, len, PFC_A_POOL_RESERVED);
	const struct attr *used = find(attrs, len, PFC_A_POOL_SHARED_USED);

	if (!size || !reserved || !used || number(used))
		die("nlfuzz: the kernel shows no pool, or one in use");
	state->pool_size = number(size);
	state->pool_reserved = number(reserved);
}

/* Where they differ, in words; devices that are no ports are not shown by the kernel */
bool state_differs(const struct state *a, const struct state *b, char *where)
{
	const struct config *x, *y;
	int i, j = 0;
	size_t at;

	*where = '\0';
	if (a->pool_size != b->pool_size || a->pool_reserved != b->pool_reserved)
		sprintf(where, "pool of %u, %u reserved, not %u, %u", b->pool_size,
			b->pool_reserved, a->pool_size, a->pool_reserved);
	for (i = 0; i < a->devices && !*where; i++) {
		if (!a->device[i].port)
			continue;
		x = &a->device[i].config;
		y = &b->device[j].config;
		if (j == b->devices || strcmp(a->device[i].name, b->device[j].name)) {
			sprintf(where, "port %s is missing", a->device[i].name);
			break;
		}
		for (at = 0; at < sizeof(*x); at++)
			if (((const uint8_t *)x)[at] != ((const uint8_t *)y)[at])
				break;
		if (at < sizeof(*x))
			sprintf(where, "%s: byte %zu of its configuration",
				a->device[i].name, at);
		j++;
	}
	if (!*where && j != b->devices)
		sprintf(where, "%d ports, not %d", b->devices, j);
	return *where;
}
