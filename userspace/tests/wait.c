// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of reading who waits for whom.
 */
#include <linux/genetlink.h>
#include <stdlib.h>
#include "wait.h"
#include "kernel.h"
#include "test.h"

/* What the mock kernel reports: the valid answer, or the answer with one fault */
static enum {
	VALID, NO_INDEX, NO_PRIO, LARGE_PRIO, SHORT_NUMBER, LONG_MAC, ONE_ADDRESS, LONG_ADDRESS,
	LARGE_PG, NO_QUEUE, FAULTS
} what;

static void put_wait(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_WAIT);

	if (what != NO_PRIO)
		mnl_attr_put_u8(nlh, PFC_WAIT_A_ID, what == LARGE_PRIO ? 8 : 3);
	mnl_attr_put(nlh, PFC_WAIT_A_RX_PAUSED, 0, NULL);
	if (what == SHORT_NUMBER)
		mnl_attr_put_u32(nlh, PFC_WAIT_A_RX_SINCE, 100);
	else
		mnl_attr_put_u64(nlh, PFC_WAIT_A_RX_SINCE, 100);
	mnl_attr_put_u64(nlh, PFC_WAIT_A_RX_UNTIL, 300);
	mnl_attr_put_u32(nlh, PFC_WAIT_A_RX_QUANTA, 65535);
	mnl_attr_put_u64(nlh, PFC_WAIT_A_TX_LONGEST, 1ULL << 40);
	mnl_attr_put_u64(nlh, PFC_WAIT_A_BACKLOG_BYTES, 4000);
	mnl_attr_put_u8(nlh, PFC_WAIT_A_STORM, PFC_WATCHDOG_STATE_STORM);
	mnl_attr_put(nlh, PFC_WAIT_A_SUPPRESSED, 0, NULL);
	mnl_attr_put_u64(nlh, 999, 1);
	mnl_attr_nest_end(nlh, nest);
}

static void put_wait_pg(struct nlmsghdr *nlh)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_A_WAIT_PG);

	mnl_attr_put_u8(nlh, PFC_WAIT_PG_A_ID, 4);
	mnl_attr_put_u8(nlh, PFC_WAIT_PG_A_PRIOS, 0x18);
	mnl_attr_put(nlh, PFC_WAIT_PG_A_LOSSLESS, 0, NULL);
	mnl_attr_put(nlh, PFC_WAIT_PG_A_IN_XOFF, 0, NULL);
	mnl_attr_put_u64(nlh, PFC_WAIT_PG_A_OCCUPANCY, 5000);
	mnl_attr_put_u64(nlh, PFC_WAIT_PG_A_XOFF_AT, 4096);
	mnl_attr_nest_end(nlh, nest);
}

static void put_name(struct nlmsghdr *nlh, uint32_t ifindex, const char *name, uint64_t time)
{
	if (what != NO_INDEX)
		mnl_attr_put_u32(nlh, PFC_A_IFINDEX, ifindex);
	mnl_attr_put_strz(nlh, PFC_A_IFNAME, name);
	mnl_attr_put_u32(nlh, PFC_A_PORT_ID, ifindex + 100);
	mnl_attr_put_u64(nlh, PFC_A_WAIT_TIME, time);
}

static void put_port(struct nlmsghdr *nlh)
{
	static const char mac[8] = "\2\0\0\0\7\1\0\0";

	put_name(nlh, 7, "p7", 200);
	mnl_attr_put(nlh, PFC_A_PEER_MAC, what == LONG_MAC ? 7 : 6, mac);
	put_wait(nlh);
	put_wait_pg(nlh);
}

static void put_holder(struct nlmsghdr *nlh, uint32_t id, uint64_t bytes)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_HOLDERS_A_HOLDER);

	mnl_attr_put_u32(nlh, PFC_HOLDER_A_PORT_ID, id);
	mnl_attr_put_u32(nlh, PFC_HOLDER_A_IFINDEX, id - 100);
	mnl_attr_put_u8(nlh, PFC_HOLDER_A_PG, what == LARGE_PG ? 8 : 4);
	mnl_attr_put_u64(nlh, PFC_HOLDER_A_BYTES, bytes);
	mnl_attr_put_u64(nlh, PFC_HOLDER_A_PACKETS, bytes / 1000);
	mnl_attr_nest_end(nlh, nest);
}

static void put_flow(struct nlmsghdr *nlh, bool ip)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, PFC_HOLDERS_A_FLOW);
	static const char zero[20];

	mnl_attr_put_u32(nlh, PFC_FLOW_A_ETHERTYPE, ip ? 0x0800 : 0x88b5);
	mnl_attr_put(nlh, PFC_FLOW_A_SRC_MAC, 6, "\2\0\0\0\1\1");
	mnl_attr_put(nlh, PFC_FLOW_A_DST_MAC, 6, "\2\0\0\0\1\2");
	mnl_attr_put_u64(nlh, PFC_FLOW_A_BYTES, ip ? 3000 : 1000);
	if (ip) {
		if (what != ONE_ADDRESS)
			mnl_attr_put(nlh, PFC_FLOW_A_SRC, what == LONG_ADDRESS ? 20 : 4,
				     what == LONG_ADDRESS ? zero : "\12\0\0\1");
		mnl_attr_put(nlh, PFC_FLOW_A_DST, what == LONG_ADDRESS ? 20 : 4,
			     what == LONG_ADDRESS ? zero : "\12\0\0\2");
		mnl_attr_put_u8(nlh, PFC_FLOW_A_PROTOCOL, 17);
		mnl_attr_put_u32(nlh, PFC_FLOW_A_SRC_PORT, 49152);
		mnl_attr_put_u32(nlh, PFC_FLOW_A_DST_PORT, 4791);
		mnl_attr_put_u32(nlh, PFC_FLOW_A_PORT_ID, 103);
		mnl_attr_put_u8(nlh, PFC_FLOW_A_PG, 4);
		mnl_attr_put_u32(nlh, PFC_FLOW_A_VLAN, 0);
	}
	mnl_attr_nest_end(nlh, nest);
}

static void put_queue(struct nlmsghdr *nlh)
{
	struct nlattr *nest;

	put_name(nlh, 7, "p7", 210);
	nest = mnl_attr_nest_start(nlh, PFC_A_QUEUE_HOLDERS);
	if (what != NO_QUEUE)
		mnl_attr_put_u8(nlh, PFC_HOLDERS_A_ID, 3);
	mnl_attr_put_u64(nlh, PFC_HOLDERS_A_PACKETS, 9);
	mnl_attr_put_u64(nlh, PFC_HOLDERS_A_BYTES, 4500);
	mnl_attr_put_u64(nlh, PFC_HOLDERS_A_LOCAL_BYTES, 500);
	mnl_attr_put(nlh, PFC_HOLDERS_A_PARTIAL, 0, NULL);
	put_holder(nlh, 103, 3000);
	put_holder(nlh, 104, 1000);
	put_flow(nlh, true);
	put_flow(nlh, false);
	mnl_attr_put_u32(nlh, PFC_HOLDERS_A_FLOWS, 40);
	mnl_attr_put_u64(nlh, PFC_HOLDERS_A_OTHER_BYTES, 500);
	mnl_attr_nest_end(nlh, nest);
}

/* Two ports, the one with the larger ifindex first */
static bool answer(struct nlmsghdr *nlh, int i)
{
	switch (i) {
	case 0:
		put_port(nlh);
		return true;
	case 1:
		put_queue(nlh);
		return true;
	case 2:
		put_name(nlh, 5, "p5", 220);
		return true;
	}
	return false;
}

/* Return: an exit status; @err: the errors, which the caller frees */
static int load(struct waits *waits, char **err)
{
	struct ctx ctx = { 0 };
	size_t len;
	int status;

	ctx.err = open_memstream(err, &len);
	status = waits_load(&ctx, WAITS_PAUSES, waits);
	nl_close(&ctx);
	fclose(ctx.err);
	return status;
}

static void check_flows(const struct holders *queue)
{
	const struct flow *ip = queue->flow, *other = &queue->flow[1];

	if (queue->n_flows != 2)
		return;
	CHECK(ip->ethertype == 0x0800 && ip->addr_len == 4 && !memcmp(ip->src, "\12\0\0\1", 4) &&
	      !memcmp(ip->dst, "\12\0\0\2", 4) && ip->protocol == 17);
	CHECK(ip->has_ports && ip->src_port == 49152 && ip->dst_port == 4791 && ip->bytes == 3000);
	CHECK(ip->port_id == 103 && ip->pg == 4 && ip->tagged && !ip->vlan);
	CHECK(other->ethertype == 0x88b5 && !other->addr_len && !other->has_ports &&
	      !other->port_id && !other->tagged && !memcmp(other->dst_mac, "\2\0\0\0\1\2", 6));
}

static void check_valid(const struct waits *waits)
{
	const struct wait_port *p5 = waits->list, *p7 = &waits->list[1];
	const struct holders *queue;

	CHECK(waits->n == 2);
	if (waits->n != 2)
		return;
	CHECK(p5->ifindex == 5 && p5->time == 220 && !p5->has_peer && !p5->queue[3].packets);
	CHECK(p7->ifindex == 7 && !strcmp(p7->name, "p7") && p7->id == 107 && p7->time == 200);
	CHECK(p7->has_peer && !memcmp(p7->peer_mac, "\2\0\0\0\7\1", 6));
	CHECK(p7->wait[3].rx_paused && p7->wait[3].rx_since == 100 &&
	      p7->wait[3].rx_until == 300 && p7->wait[3].rx_quanta == 65535);
	CHECK(!p7->wait[3].tx_xoff && p7->wait[3].tx_longest == 1ULL << 40 &&
	      p7->wait[3].storm == PFC_WATCHDOG_STATE_STORM && p7->wait[3].suppressed);
	CHECK(!p7->wait[2].rx_paused && !p7->wait_pg[3].prios);
	CHECK(p7->wait_pg[4].prios == 0x18 && p7->wait_pg[4].lossless &&
	      p7->wait_pg[4].in_xoff && p7->wait_pg[4].occupancy == 5000 &&
	      p7->wait_pg[4].xoff_at == 4096);
	queue = &p7->queue[3];
	CHECK(queue->packets == 9 && queue->bytes == 4500 &&
	      queue->local_bytes == 500 && queue->partial && !queue->no_flows &&
	      queue->flows == 40 && queue->other_bytes == 500);
	CHECK(queue->n_holders == 2 && queue->holder[0].ifindex == 3 &&
	      queue->holder[0].bytes == 3000 && queue->holder[1].port_id == 104 &&
	      queue->holder[1].packets == 1);
	CHECK(queue->n_flows == 2);
	check_flows(queue);
}

static void check_refused(const char *expect)
{
	struct waits waits;
	char *err;
	bool ok;

	ok = load(&waits, &err) == STATUS_FAILED && !waits.n && !waits.list &&
	     strstr(err, expect);
	if (!ok)
		printf("got:  %s\nwant: %s\n", err, expect);
	verdict(ok, __FILE__, __LINE__, expect);
	free(err);
}

/**
 * test_waits() - test the reading of who waits for whom
 */
void test_waits(void)
{
	struct waits waits;
	char *err;

	what = VALID;
	kernel = (struct kernel){ .answer = answer };
	CHECK(load(&waits, &err) == STATUS_OK && !*err && kernel.requests == 1);
	check_valid(&waits);
	waits_free(&waits);
	CHECK(!waits.n && !waits.list);
	free(err);

	/* A dump that a change interrupts is read again */
	kernel = (struct kernel){ .answer = answer, .interrupted = 2 };
	CHECK(load(&waits, &err) == STATUS_OK && kernel.requests == 3);
	check_valid(&waits);
	waits_free(&waits);
	free(err);

	for (what = NO_INDEX; what < FAULTS; what++) {
		kernel = (struct kernel){ .answer = answer };
		check_refused("ports: Bad message");
	}
	what = VALID;
	kernel = (struct kernel){ .dump_error = -95 };
	check_refused("the loaded pfc module does not report who waits for whom");
	kernel = (struct kernel){ 0 };
	CHECK(load(&waits, &err) == STATUS_OK && !waits.n);
	free(err);
}
