// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the saved states of pfcctl roce.
 */
#include <stdlib.h>
#include "roce.h"
#include "files.h"
#include "link.h"
#include "test.h"

#define PLAIN	(&(const struct ctx){ 0 })

static struct ctx ctx;
static struct port port = { .ifindex = 3, .name = "p1", .id = 7 };

/* Return: whether the text is no valid state */
static bool is_damaged(const char *text)
{
	struct roce_states got;
	bool damaged;

	files_write(files_state(), text);
	ctx.err = fopen("/dev/null", "w");
	damaged = roce_load(&ctx, &got) == STATUS_FAILED;
	roce_states_free(&got);
	fclose(ctx.err);
	ctx.err = stderr;
	return damaged;
}

static void test_damage_text(void)
{
	char error[1024];

	link_reset();
	files_write(files_state(), "pfcctl-roce 3\ndev 3 p1\nmode fa");
	snprintf(error, sizeof(error),
		 "pfcctl: %s: line 3 is damaged; the former settings of the ports are lost, delete the file\n",
		 files_state());
	CHECK(shows(PLAIN, "roce show", "", 1, error));
	CHECK(shows(PLAIN, "roce off", "", 1, error));
	CHECK(shows(PLAIN, "roce lossy dev p1", "", 1, error));
	CHECK(files_has_state());
}

static void test_state(void)
{
	struct roce_states states = { 0 }, got;
	struct roce_saved *saved;

	CHECK(roce_load(&ctx, &got) == STATUS_OK && !got.n);
	saved = roce_saved_get(&states, 3);
	memcpy(saved->dev, "p1", 3);
	saved->port_id = port.id;
	saved->family = ctx.family;
	CHECK(roce_saved_add(saved, "map trust pcp,dscp"));
	CHECK(roce_saved_add(saved, "pfc prio-pfc-tx 0-3:off 4:on"));
	saved->mode = ROCE_SEMI_LOSSLESS;
	CHECK(roce_lldp_add(&saved->lldp, "APP enableTx=no"));
	saved = roce_saved_get(&states, 9);
	saved->added = true;
	memcpy(saved->dev, "p2", 3);
	CHECK(roce_pool_save(&states, "gold", 1000, 2000));
	CHECK(roce_pool_save(&states, "default", 1 << 30, 3000));
	CHECK(roce_pool_save(&states, "gold", 2000, 4000));
	CHECK(roce_save(&ctx, &states) == STATUS_OK);
	CHECK(roce_load(&ctx, &got) == STATUS_OK && got.n == 2 && got.pools == 2);
	CHECK(!memcmp(got.list, states.list, 2 * sizeof(*saved)));
	CHECK(!strcmp(got.pool[0].name, "gold") && got.pool[0].before == 1000 &&
	      got.pool[0].after == 4000 && got.pool[1].before == 1 << 30);
	roce_states_free(&got);
	saved = roce_saved_find(&states, 3);
	CHECK(roce_saved_valid(&ctx, saved, &port) && !roce_saved_valid(&ctx, saved, NULL));
	CHECK(!roce_saved_valid(&ctx, NULL, &port));
	/* Another port, or another load of the module: the ids of ports repeat */
	port.id = 8;
	CHECK(!roce_saved_valid(&ctx, saved, &port));
	port.id = 7;
	ctx.family++;
	CHECK(!roce_saved_valid(&ctx, saved, &port));
	ctx.family--;
	saved->port_id = 0;
	port.id = 0;
	CHECK(!roce_saved_valid(&ctx, saved, &port));
	roce_saved_del(&states, 3);
	CHECK(states.n == 1 && states.list[0].ifindex == 9 && !roce_saved_find(&states, 3));
	roce_saved_del(&states, 3);
	CHECK(states.n == 1);
	CHECK(is_damaged(""));
	CHECK(is_damaged("pfcctl-roce 2\n"));
	CHECK(is_damaged("pfcctl-roce 3"));
	CHECK(is_damaged("pfcctl-roce 3\ndev 3 p1\nadded"));
	CHECK(is_damaged("pfcctl-roce 3\nadded\n"));			/* no device */
	CHECK(is_damaged("pfcctl-roce 3\ndev 0 p1\n"));
	CHECK(is_damaged("pfcctl-roce 3\ndev 3\n"));
	CHECK(is_damaged("pfcctl-roce 3\ndev 3 abcdefghijklmnop\n"));
	CHECK(is_damaged("pfcctl-roce 3\ndev 3 p1\ndev 3 p2\n"));
	CHECK(is_damaged("pfcctl-roce 3\ndev 3 p1\nset\n"));
	CHECK(is_damaged("pfcctl-roce 3\ndev 3 p1\nset p\n"));
	CHECK(is_damaged("pfcctl-roce 3\ndev 3 p1\nset nobody 3\n"));
	CHECK(is_damaged("pfcctl-roce 3\ndev 3 p1\nset check show\n"));
	CHECK(is_damaged("pfcctl-roce 3\ndev 3 p1\nmode fast\n"));
	CHECK(is_damaged("pfcctl-roce 3\ndev 3 p1\nport 24 7x\n"));
	CHECK(is_damaged("pfcctl-roce 3\npool gold 1\n"));
	CHECK(!is_damaged("pfcctl-roce 3\npool gold 1 2\ndev 3 p1\nport 24 7\n"));
	test_damage_text();
	states.n = 0;
	CHECK(roce_save(&ctx, &states) == STATUS_OK && !files_has_state());
	CHECK(roce_save(&ctx, &states) == STATUS_OK);
	roce_states_free(&states);
}

/**
 * test_roce_state() - test the saved states of pfcctl roce
 */
void test_roce_state(void)
{
	ctx = (struct ctx){ .err = stderr };
	if (!files_begin()) {
		CHECK(!"a directory");
		return;
	}
	test_state();
	link_reset();
	files_end();
}
