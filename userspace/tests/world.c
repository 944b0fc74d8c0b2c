// SPDX-License-Identifier: GPL-2.0-only
/*
 * A namespace in the mock kernel.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include "test.h"
#include "world.h"

#define FIRST_INDEX	3

struct world world;

/* ---- requests ------------------------------------------------------------------------- */

static const char *string_of(const struct nlmsghdr *nlh, size_t header, uint16_t type)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, header)
		if (mnl_attr_get_type(attr) == type)
			return mnl_attr_get_str(attr);
	return NULL;
}

static void remove_at(void *list, size_t *n, size_t i, size_t size)
{
	char *at = (char *)list + i * size;

	memmove(at, at + size, (--*n - i) * size);
}

static int change_pool(const struct nlmsghdr *nlh, uint8_t cmd)
{
	const char *name = string_of(nlh, sizeof(struct genlmsghdr), PFC_A_POOL_NAME);
	struct pools *pools = &world.config.pools;
	struct pool *pool = pool_find(&world.config.pools, name ?: PFC_DEFAULT_POOL);
	const struct nlattr *attr;

	if (cmd == PFC_CMD_POOL_NEW && pool)
		return -EEXIST;
	if (cmd == PFC_CMD_POOL_NEW) {
		pool = list_add(&pools->list, &pools->n, sizeof(*pool));
		pool->oversubscribe_ratio = 1;
	}
	if (!pool)
		return -ENOENT;
	if (cmd == PFC_CMD_POOL_DEL) {
		remove_at(pools->list, &pools->n, pool - pools->list, sizeof(*pool));
		return 0;
	}
	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		field_read(pool_fields, attr, pool);
	return 0;
}

/* A size ends automatic headroom; the reverse is an attribute of its own */
static int apply_pg(const struct nlattr *nest, struct pg *pg)
{
	const struct nlattr *attr;
	bool named = *pg->profile;
	const struct profile *profile;

	mnl_attr_for_each_nested(attr, nest)
		if (mnl_attr_get_type(attr) == PFC_PG_A_PROFILE) {
			profile = config_profile(&world.config, mnl_attr_get_str(attr));
			if (*mnl_attr_get_str(attr) && !profile)
				return -ENOENT;
			if (profile)
				*pg = profile->pg;
			named = profile;
			field_read(pg_fields, attr, pg);
		}
	mnl_attr_for_each_nested(attr, nest) {
		const uint16_t type = mnl_attr_get_type(attr);

		if (type == PFC_PG_A_PROFILE || type == PFC_PG_A_ID)
			continue;
		if (named)
			return -EINVAL;
		if (type == PFC_PG_A_POOL &&
		    !pool_find(&world.config.pools, mnl_attr_get_str(attr)))
			return -ENOENT;
		field_read(pg_fields, attr, pg);
		if (type == PFC_PG_A_HEADROOM)
			pg->headroom_auto = PFC_HEADROOM_MODE_FIXED;
	}
	return 0;
}

/* PGs that follow a profile have its values */
static void spread(const struct profile *profile)
{
	size_t i;
	int pg;

	for (i = 0; i < world.config.ports.n; i++)
		for (pg = 0; pg < PFC_PRIO_COUNT; pg++) {
			struct pg *p = &world.config.ports.list[i].pgs[pg];

			if (strcmp(p->profile, profile->name))
				continue;
			*p = profile->pg;
			snprintf(p->profile, sizeof(p->profile), "%s", profile->name);
		}
}

static bool is_followed(const char *name)
{
	size_t i;
	int pg;

	for (i = 0; i < world.config.ports.n; i++)
		for (pg = 0; pg < PFC_PRIO_COUNT; pg++)
			if (!strcmp(world.config.ports.list[i].pgs[pg].profile, name))
				return true;
	return false;
}

static bool is_bound(const char *name)
{
	size_t i;
	int pg;

	for (i = 0; i < world.config.profiles.n; i++)
		if (!strcmp(world.config.profiles.list[i].pg.pool, name))
			return true;
	for (i = 0; i < world.config.ports.n; i++)
		for (pg = 0; pg < PFC_PRIO_COUNT; pg++)
			if (!strcmp(world.config.ports.list[i].pgs[pg].pool, name) ||
			    !strcmp(world.config.ports.list[i].queues[pg].pool, name))
				return true;
	return false;
}

static int change_profile(const struct nlmsghdr *nlh, uint8_t cmd)
{
	const char *name = string_of(nlh, sizeof(struct genlmsghdr), PFC_A_PROFILE_NAME);
	struct profiles *profiles = &world.config.profiles;
	struct profile *profile = config_profile(&world.config, name);
	const struct nlattr *attr;
	int err = 0;

	if (cmd == PFC_CMD_PROFILE_NEW && profile)
		return -EEXIST;
	if (cmd == PFC_CMD_PROFILE_NEW) {
		profile = list_add(&profiles->list, &profiles->n, sizeof(*profile));
		profile_default(profile);
		snprintf(profile->name, sizeof(profile->name), "%s", name);
	}
	if (!profile)
		return -ENOENT;
	if (cmd == PFC_CMD_PROFILE_DEL) {
		if (is_followed(name))
			return -EBUSY;
		remove_at(profiles->list, &profiles->n, profile - profiles->list,
			  sizeof(*profile));
		return 0;
	}
	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) == PFC_A_PG)
			err = apply_pg(attr, &profile->pg);
	spread(profile);
	return err;
}

static void apply_ethtypes(const struct nlattr *nest, struct port *port)
{
	const struct nlattr *entry, *attr;

	mnl_attr_for_each_nested(entry, nest) {
		struct ethtype e = { 0 };
		unsigned int i = 0;

		mnl_attr_for_each_nested(attr, entry)
			if (mnl_attr_get_type(attr) == PFC_MAP_A_KEY16)
				e.type = mnl_attr_get_u16(attr);
			else
				e.prio = mnl_attr_get_u8(attr);
		while (i < port->n_ethtypes && port->ethtypes[i].type != e.type)
			i++;
		if (e.prio != PFC_MAP_NONE) {
			CHECK(i < PFC_ETHTYPES_MAX);
			port->ethtypes[i] = e;
			port->n_ethtypes += i == port->n_ethtypes;
		} else if (i < port->n_ethtypes) {
			port->ethtypes[i] = port->ethtypes[--port->n_ethtypes];
		}
	}
}

static int pg_id(const struct nlattr *nest)
{
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, nest)
		if (mnl_attr_get_type(attr) == PFC_PG_A_ID)
			return mnl_attr_get_u8(attr);
	return 0;
}

/* Both directions, before the settings of one direction in the same request */
static void apply_pfc(const struct nlattr *nest, struct port *port)
{
	const struct nlattr *entry, *attr;

	mnl_attr_for_each_nested(entry, nest) {
		unsigned int prio = 0;

		mnl_attr_for_each_nested(attr, entry)
			if (mnl_attr_get_type(attr) == PFC_MAP_A_KEY)
				prio = mnl_attr_get_u8(attr) % PFC_PRIO_COUNT;
			else
				port->prio_pfc_tx[prio] = mnl_attr_get_u8(attr);
		port->prio_pfc_rx[prio] = port->prio_pfc_tx[prio];
	}
}

static int change_port(const struct nlmsghdr *nlh)
{
	const char *name = string_of(nlh, sizeof(struct genlmsghdr), PFC_A_IFNAME);
	struct port *port = config_port(&world.config, name);
	const struct nlattr *attr;
	int err = 0, i;

	if (!port)
		return -ENODEV;
	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) == PFC_A_PRIO_PFC)
			apply_pfc(attr, port);
	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr)) {
		const uint16_t type = mnl_attr_get_type(attr);

		if (type == PFC_A_PG)
			err = err ?: apply_pg(attr, &port->pgs[pg_id(attr)]);
		else if (type == PFC_A_ETHTYPE_PRIO)
			apply_ethtypes(attr, port);
		else
			CHECK(port_apply_attr(port, attr));
		if (type == PFC_A_SPEED)
			port->speed_source = port->speed ? PFC_SPEED_SOURCE_SET :
							   PFC_SPEED_SOURCE_RATE;
	}
	for (i = 0; i < PFC_PRIO_COUNT; i++)
		port->prio_pfc[i] = port->prio_pfc_tx[i] && port->prio_pfc_rx[i];
	world.changed |= 1U << (name[1] - '0');
	return err;
}

static int change_qdisc(const struct nlmsghdr *nlh)
{
	const struct tcmsg *tcm = mnl_nlmsg_get_payload(nlh);
	const int i = tcm->tcm_ifindex - FIRST_INDEX;
	struct ports *ports = &world.config.ports;
	struct port *port;
	char name[IFNAMSIZ];

	snprintf(name, sizeof(name), "p%d", i);
	port = config_port(&world.config, name);
	world.changed |= 1U << i;
	if (nlh->nlmsg_type == RTM_DELQDISC) {
		remove_at(ports->list, &ports->n, port - ports->list, sizeof(*port));
		return 0;
	}
	if (port)
		return -EEXIST;
	port = list_add(&ports->list, &ports->n, sizeof(*port));
	port_default(port);
	snprintf(port->name, sizeof(port->name), "%s", name);
	port->speed = 10000;
	return 0;
}

static int apply(const struct nlmsghdr *nlh)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);

	if (nlh->nlmsg_type == RTM_NEWQDISC || nlh->nlmsg_type == RTM_DELQDISC)
		return change_qdisc(nlh);
	switch (genl->cmd) {
	case PFC_CMD_POOL_DEL:
		if (is_bound(string_of(nlh, sizeof(*genl), PFC_A_POOL_NAME)))
			return -EBUSY;
		return change_pool(nlh, genl->cmd);
	case PFC_CMD_POOL_NEW:
	case PFC_CMD_POOL_SET:
		return change_pool(nlh, genl->cmd);
	case PFC_CMD_PROFILE_NEW:
	case PFC_CMD_PROFILE_SET:
	case PFC_CMD_PROFILE_DEL:
		return change_profile(nlh, genl->cmd);
	case PFC_CMD_PORT_SET:
		return change_port(nlh);
	}
	return -EOPNOTSUPP;
}

static bool is_change(const struct nlmsghdr *nlh)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);

	if (nlh->nlmsg_type == RTM_NEWQDISC || nlh->nlmsg_type == RTM_DELQDISC)
		return true;
	return nlh->nlmsg_type >= NLMSG_MIN_TYPE && nlh->nlmsg_type < RTM_BASE + 1000 &&
	       (nlh->nlmsg_flags & NLM_F_DUMP) != NLM_F_DUMP && nlh->nlmsg_type != RTM_GETDCB &&
	       genl->cmd != PFC_CMD_PORT_GET;
}

static void sent(const struct nlmsghdr *nlh)
{
	kernel.error = 0;
	kernel.warning = NULL;
	kernel.cause = PFC_CAUSE_NONE;
	if (!is_change(nlh))
		return;
	world.changes++;
	if (world.fail_at && world.changes >= world.fail_at &&
	    world.changes < world.fail_at + (world.fail_times ?: 1)) {
		kernel.error = world.error;
		kernel.warning = world.extack;
		kernel.cause = world.cause;
		return;
	}
	kernel.error = apply(nlh);
}

/* ---- answers --------------------------------------------------------------------------- */

static void put_fields(struct nlmsghdr *nlh, const struct field *f, const void *from)
{
	for (; f->attr; f++) {
		const char *member = (const char *)from + f->offset;

		if (f->type == MNL_TYPE_FLAG)
			continue;
		mnl_attr_put(nlh, f->attr, f->type == MNL_TYPE_NUL_STRING ? strlen(member) + 1 :
			     f->size, member);
	}
}

static void put_parts(struct nlmsghdr *nlh, uint16_t type, uint16_t id, const struct field *fields,
		      const void *list, size_t size)
{
	struct nlattr *nest;
	int i;

	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		nest = mnl_attr_nest_start(nlh, type);
		mnl_attr_put_u8(nlh, id, i);
		put_fields(nlh, fields, (const char *)list + i * size);
		mnl_attr_nest_end(nlh, nest);
	}
}

static void put_port(struct nlmsghdr *nlh, const struct port *port)
{
	const struct map_field *m;
	struct nlattr *nest, *entry;
	unsigned int i;

	put_fields(nlh, port_fields, port);
	for (m = map_fields; m->attr; m++)
		for (i = 0; i < m->keys; i++)
			put_map(nlh, m->attr, i, ((const uint8_t *)port + m->offset)[i]);
	nest = mnl_attr_nest_start(nlh, PFC_A_ETHTYPE_PRIO);
	for (i = 0; i < port->n_ethtypes; i++) {
		entry = mnl_attr_nest_start(nlh, PFC_A_MAP_ENTRY);
		mnl_attr_put_u16(nlh, PFC_MAP_A_KEY16, port->ethtypes[i].type);
		mnl_attr_put_u8(nlh, PFC_MAP_A_VALUE, port->ethtypes[i].prio);
		mnl_attr_nest_end(nlh, entry);
	}
	mnl_attr_nest_end(nlh, nest);
	put_parts(nlh, PFC_A_PG, PFC_PG_A_ID, pg_fields, port->pgs, sizeof(*port->pgs));
	put_parts(nlh, PFC_A_QUEUE, PFC_QUEUE_A_ID, queue_fields, port->queues,
		  sizeof(*port->queues));
	put_parts(nlh, PFC_A_TC, PFC_TC_A_ID, tc_fields, port->tcs, sizeof(*port->tcs));
}

/* "port del" asks for the ifindex of the port */
static bool answer_lookup(struct nlmsghdr *nlh, int i)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&kernel.last_request.hdr);
	const char *name;

	if (i || kernel.last_request.hdr.nlmsg_type >= RTM_BASE + 1000 ||
	    genl->cmd != PFC_CMD_PORT_GET)
		return false;
	name = string_of(&kernel.last_request.hdr, sizeof(*genl), PFC_A_IFNAME);
	if (!config_port(&world.config, name))
		return false;
	mnl_attr_put_u32(nlh, PFC_A_IFINDEX, FIRST_INDEX + name[1] - '0');
	return true;
}

static bool answer(struct nlmsghdr *nlh, int i)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(&kernel.last_request.hdr);
	const struct config *config = &world.config;
	struct nlattr *nest;
	struct port *port;

	if ((kernel.last_request.hdr.nlmsg_flags & NLM_F_DUMP) != NLM_F_DUMP)
		return answer_lookup(nlh, i);
	if (genl->cmd == PFC_CMD_POOL_GET) {
		if ((size_t)i < config->pools.n)
			put_fields(nlh, pool_fields, &config->pools.list[i]);
		return (size_t)i < config->pools.n;
	}
	if (genl->cmd == PFC_CMD_PROFILE_GET) {
		if ((size_t)i >= config->profiles.n)
			return false;
		put_fields(nlh, profile_fields, &config->profiles.list[i]);
		nest = mnl_attr_nest_start(nlh, PFC_A_PG);
		put_fields(nlh, pg_fields, &config->profiles.list[i].pg);
		mnl_attr_nest_end(nlh, nest);
		return true;
	}
	if ((size_t)i >= config->ports.n)
		return false;
	port = &config->ports.list[i];
	port->ifindex = FIRST_INDEX + port->name[1] - '0';
	if (genl->cmd == PFC_CMD_PORT_GET)
		put_port(nlh, port);
	else
		mnl_attr_put_u32(nlh, PFC_A_IFINDEX, port->ifindex);
	return true;
}

static unsigned int device_index(const char *name)
{
	if (name[0] != 'p' || name[1] < '0' || name[1] >= '0' + WORLD_DEVS || name[2])
		return 0;
	return FIRST_INDEX + name[1] - '0';
}

void world_begin(void)
{
	world = (struct world){ 0 };
	config_begin(&world.config);
	kernel = (struct kernel){ .answer = answer, .sent = sent, .index = device_index };
}

void world_end(void)
{
	config_free(&world.config);
	kernel = (struct kernel){ 0 };
}
