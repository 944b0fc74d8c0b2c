// SPDX-License-Identifier: GPL-2.0-only
/*
 * Frame codec: built frames are compared with literal bytes, and each kind of malformed
 * frame is rejected.
 */
#include <kunit/test.h>
#include <linux/module.h>
#include "../../kmod/core/frame.c"

static const u8 station[ETH_ALEN] = { 0x02, 0x11, 0x22, 0x33, 0x44, 0x55 };

/* XOFF for priorities 0 (65535 quanta) and 3 (0x1234 quanta), XON for priority 7 */
static const u8 sample[PFC_FRAME_LEN] = {
	0x01, 0x80, 0xc2, 0x00, 0x00, 0x01,
	0x02, 0x11, 0x22, 0x33, 0x44, 0x55,
	0x88, 0x08,
	0x01, 0x01,
	0x00, 0x89,
	0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0x12, 0x34,
	0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
};

#define OFFSET_OPCODE	14
#define OFFSET_ENABLE	16
#define OFFSET_TIME	18
#define OFFSET_PAD	34

static enum pfc_frame_kind parse(const u8 *bytes, unsigned int len,
				 struct pfc_frame *frame)
{
	return pfc_frame_parse((const struct pfc_wire *)bytes, len, false,
			       station, frame);
}

static void set_opcode(u8 *bytes, u16 opcode)
{
	bytes[OFFSET_OPCODE] = opcode >> 8;
	bytes[OFFSET_OPCODE + 1] = opcode;
}

static void expect_sample(struct kunit *test, const struct pfc_frame *frame)
{
	KUNIT_EXPECT_EQ(test, frame->enable, 0x89);
	KUNIT_EXPECT_EQ(test, frame->time[0], 0xffff);
	KUNIT_EXPECT_EQ(test, frame->time[3], 0x1234);
	KUNIT_EXPECT_EQ(test, frame->time[7], 0);
}

static void build_bytes(struct kunit *test)
{
	struct pfc_frame frame = {
		.enable = 0x89,
		.time = { 0xffff, 1, 2, 0x1234, 3, 4, 5, 0 },
	};
	u8 wire[PFC_FRAME_LEN + 4];

	KUNIT_ASSERT_EQ(test, sizeof(struct pfc_wire), (size_t)PFC_FRAME_LEN);
	memset(wire, 0xa5, sizeof(wire));
	pfc_frame_build((struct pfc_wire *)wire, station, &frame);
	KUNIT_EXPECT_MEMEQ(test, wire, sample, PFC_FRAME_LEN);
	KUNIT_EXPECT_EQ(test, wire[PFC_FRAME_LEN], 0xa5);
}

static void parse_bytes(struct kunit *test)
{
	struct pfc_frame frame;

	memset(&frame, 0xa5, sizeof(frame));
	frame.reserved = true;
	KUNIT_ASSERT_EQ(test, parse(sample, PFC_FRAME_LEN, &frame),
			PFC_FRAME_PFC);
	expect_sample(test, &frame);
	KUNIT_EXPECT_FALSE(test, frame.reserved);
}

static void enable_vectors(struct kunit *test)
{
	struct pfc_frame in = {}, out;
	u8 wire[PFC_FRAME_LEN];
	int enable, prio;

	for (prio = 0; prio < PFC_PRIOS; prio++)
		in.time[prio] = 0x8001 + 0x0102 * prio;

	for (enable = 0; enable < 256; enable++) {
		in.enable = enable;
		pfc_frame_build((struct pfc_wire *)wire, station, &in);
		KUNIT_EXPECT_EQ(test, wire[OFFSET_ENABLE], 0);
		KUNIT_EXPECT_EQ(test, wire[OFFSET_ENABLE + 1], enable);
		KUNIT_ASSERT_EQ(test, parse(wire, sizeof(wire), &out),
				PFC_FRAME_PFC);
		KUNIT_EXPECT_EQ(test, out.enable, enable);
		KUNIT_EXPECT_FALSE(test, out.reserved);
		for (prio = 0; prio < PFC_PRIOS; prio++) {
			const u8 *time = wire + OFFSET_TIME + 2 * prio;
			u16 want = enable >> prio & 1 ? in.time[prio] : 0;

			KUNIT_EXPECT_EQ(test, time[0] << 8 | time[1], want);
			KUNIT_EXPECT_EQ(test, out.time[prio], want);
		}
	}
}

/* Each buffer has the length of the frame, so that KASAN finds reads beyond its end */
static void parse_lengths(struct kunit *test)
{
	static const u16 opcodes[] = { PFC_OPCODE_PFC, PFC_OPCODE_PAUSE, 0x0102 };
	static const enum pfc_frame_kind kinds[] = {
		PFC_FRAME_PFC, PFC_FRAME_PAUSE, PFC_FRAME_BAD_OPCODE,
	};
	struct pfc_frame frame;
	unsigned int i, len;
	u8 bytes[64] = {};

	memcpy(bytes, sample, sizeof(sample));
	for (i = 0; i < ARRAY_SIZE(opcodes); i++) {
		set_opcode(bytes, opcodes[i]);
		for (len = 0; len <= sizeof(bytes); len++) {
			u8 *buf = kunit_kmalloc(test, len, GFP_KERNEL);

			KUNIT_ASSERT_NOT_NULL(test, buf);
			memcpy(buf, bytes, len);
			KUNIT_EXPECT_EQ_MSG(test, parse(buf, len, &frame),
					    len < 60 ? PFC_FRAME_BAD_LENGTH :
					    kinds[i], "length %u", len);
			kunit_kfree(test, buf);
		}
	}
}

static void parse_trailing(struct kunit *test)
{
	struct pfc_frame frame = {};
	unsigned int len;
	u8 *bytes;

	bytes = kunit_kmalloc(test, 1514, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, bytes);
	memset(bytes, 0xff, 1514);
	memcpy(bytes, sample, OFFSET_PAD);
	for (len = PFC_FRAME_LEN; len <= 1514; len++) {
		memset(&frame, 0, sizeof(frame));
		KUNIT_ASSERT_EQ(test, parse(bytes, len, &frame), PFC_FRAME_PFC);
		expect_sample(test, &frame);
		KUNIT_EXPECT_FALSE(test, frame.reserved);
	}
}

static void parse_tagged(struct kunit *test)
{
	const struct pfc_wire *wire = (const struct pfc_wire *)sample;
	u8 pause[PFC_FRAME_LEN];
	struct pfc_frame frame;

	KUNIT_EXPECT_EQ(test, pfc_frame_parse(wire, PFC_FRAME_LEN, true,
					      station, &frame),
			PFC_FRAME_BAD_TAGGED);
	memcpy(pause, sample, sizeof(pause));
	set_opcode(pause, PFC_OPCODE_PAUSE);
	wire = (const struct pfc_wire *)pause;
	KUNIT_EXPECT_EQ(test, pfc_frame_parse(wire, PFC_FRAME_LEN, true,
					      station, &frame),
			PFC_FRAME_BAD_TAGGED);
}

static void parse_opcodes(struct kunit *test)
{
	struct pfc_frame frame;
	u8 bytes[PFC_FRAME_LEN];
	int opcode;

	memcpy(bytes, sample, sizeof(bytes));
	for (opcode = 0; opcode <= 0xffff; opcode++) {
		enum pfc_frame_kind want = PFC_FRAME_BAD_OPCODE;

		if (opcode == 0x0001)
			want = PFC_FRAME_PAUSE;
		if (opcode == 0x0101)
			want = PFC_FRAME_PFC;
		set_opcode(bytes, opcode);
		KUNIT_EXPECT_EQ_MSG(test, parse(bytes, sizeof(bytes), &frame),
				    want, "opcode 0x%04x", opcode);
	}
}

/* A destination address with one wrong bit is rejected */
static void parse_address_bits(struct kunit *test)
{
	struct pfc_frame frame;
	u8 bytes[PFC_FRAME_LEN];
	int bit;

	memcpy(bytes, sample, sizeof(bytes));
	for (bit = 0; bit < 8 * ETH_ALEN; bit++) {
		memcpy(bytes, pfc_mcast_address, ETH_ALEN);
		bytes[bit / 8] ^= BIT(bit % 8);
		set_opcode(bytes, PFC_OPCODE_PFC);
		KUNIT_EXPECT_EQ_MSG(test, parse(bytes, sizeof(bytes), &frame),
				    PFC_FRAME_BAD_ADDRESS, "PFC bit %d", bit);
		set_opcode(bytes, PFC_OPCODE_PAUSE);
		KUNIT_EXPECT_EQ_MSG(test, parse(bytes, sizeof(bytes), &frame),
				    PFC_FRAME_BAD_ADDRESS, "PAUSE bit %d", bit);
		memcpy(bytes, station, ETH_ALEN);
		bytes[bit / 8] ^= BIT(bit % 8);
		KUNIT_EXPECT_EQ_MSG(test, parse(bytes, sizeof(bytes), &frame),
				    PFC_FRAME_BAD_ADDRESS, "station bit %d", bit);
	}
}

/* PAUSE may have the station's address as destination, PFC may not */
static void parse_station(struct kunit *test)
{
	struct pfc_frame frame;
	u8 bytes[PFC_FRAME_LEN];

	memcpy(bytes, sample, sizeof(bytes));
	bytes[2 * ETH_ALEN - 1] ^= 1;
	set_opcode(bytes, PFC_OPCODE_PAUSE);
	KUNIT_EXPECT_EQ(test, parse(bytes, sizeof(bytes), &frame),
			PFC_FRAME_PAUSE);
	memcpy(bytes, station, ETH_ALEN);
	KUNIT_EXPECT_EQ(test, parse(bytes, sizeof(bytes), &frame),
			PFC_FRAME_PAUSE);
	set_opcode(bytes, PFC_OPCODE_PFC);
	KUNIT_EXPECT_EQ(test, parse(bytes, sizeof(bytes), &frame),
			PFC_FRAME_BAD_ADDRESS);
}

/* No station has a group address, or sends PAUSE or PFC to itself */
static void parse_source(struct kunit *test)
{
	struct pfc_frame frame;
	u8 bytes[PFC_FRAME_LEN];

	memcpy(bytes, sample, sizeof(bytes));
	bytes[ETH_ALEN] |= 1;
	KUNIT_EXPECT_EQ(test, parse(bytes, sizeof(bytes), &frame),
			PFC_FRAME_BAD_ADDRESS);
	memcpy(bytes, station, ETH_ALEN);
	memcpy(bytes + ETH_ALEN, station, ETH_ALEN);
	set_opcode(bytes, PFC_OPCODE_PAUSE);
	KUNIT_EXPECT_EQ(test, parse(bytes, sizeof(bytes), &frame),
			PFC_FRAME_BAD_ADDRESS);
}

static void parse_reserved_bits(struct kunit *test)
{
	struct pfc_frame frame;
	u8 bytes[PFC_FRAME_LEN];
	int high;

	memcpy(bytes, sample, sizeof(bytes));
	for (high = 0; high < 256; high++) {
		bytes[OFFSET_ENABLE] = high;
		memset(&frame, 0, sizeof(frame));
		KUNIT_ASSERT_EQ(test, parse(bytes, sizeof(bytes), &frame),
				PFC_FRAME_PFC);
		expect_sample(test, &frame);
		KUNIT_EXPECT_EQ(test, frame.reserved, high != 0);
	}
}

/* In a PAUSE frame, one time follows the opcode, and only zeros follow the time */
static void pause_bytes(struct kunit *test)
{
	static const u8 pause[PFC_FRAME_LEN] = {
		0x01, 0x80, 0xc2, 0x00, 0x00, 0x01,
		0x02, 0x11, 0x22, 0x33, 0x44, 0x55,
		0x88, 0x08,
		0x00, 0x01,
		0x12, 0x34,
	};
	u8 wire[PFC_FRAME_LEN];
	struct pfc_frame frame;
	int prio;

	memset(&frame, 0xa5, sizeof(frame));
	KUNIT_ASSERT_EQ(test, parse(pause, sizeof(pause), &frame), PFC_FRAME_PAUSE);
	KUNIT_EXPECT_TRUE(test, frame.pause);
	KUNIT_EXPECT_FALSE(test, frame.reserved);
	KUNIT_EXPECT_EQ(test, frame.enable, 0xff);
	for (prio = 0; prio < PFC_PRIOS; prio++)
		KUNIT_EXPECT_EQ(test, frame.time[prio], 0x1234);
	memset(wire, 0xa5, sizeof(wire));
	pfc_frame_build((struct pfc_wire *)wire, station, &frame);
	KUNIT_EXPECT_MEMEQ(test, wire, pause, sizeof(pause));

	memcpy(wire, sample, sizeof(wire));
	parse(wire, sizeof(wire), &frame);
	KUNIT_EXPECT_FALSE(test, frame.pause);
}

/* An invalid frame leaves the result unchanged */
static void parse_leaves_frame(struct kunit *test)
{
	struct pfc_frame frame, before;
	u8 bytes[PFC_FRAME_LEN];

	memset(&frame, 0, sizeof(frame));
	frame.enable = 0x42;
	frame.time[6] = 77;
	before = frame;
	memcpy(bytes, sample, sizeof(bytes));
	parse(bytes, PFC_FRAME_LEN - 1, &frame);
	set_opcode(bytes, 0);
	parse(bytes, sizeof(bytes), &frame);
	set_opcode(bytes, PFC_OPCODE_PFC);
	bytes[5] = 0;
	parse(bytes, sizeof(bytes), &frame);
	KUNIT_EXPECT_MEMEQ(test, &frame, &before, sizeof(frame));
}

static struct kunit_case frame_cases[] = {
	KUNIT_CASE(build_bytes),
	KUNIT_CASE(parse_bytes),
	KUNIT_CASE(pause_bytes),
	KUNIT_CASE(enable_vectors),
	KUNIT_CASE(parse_lengths),
	KUNIT_CASE(parse_trailing),
	KUNIT_CASE(parse_tagged),
	KUNIT_CASE(parse_opcodes),
	KUNIT_CASE(parse_address_bits),
	KUNIT_CASE(parse_station),
	KUNIT_CASE(parse_source),
	KUNIT_CASE(parse_reserved_bits),
	KUNIT_CASE(parse_leaves_frame),
	{}
};

static struct kunit_suite frame_suite = {
	.name = "pfc_frame",
	.test_cases = frame_cases,
};

kunit_test_suite(frame_suite);

MODULE_DESCRIPTION("KUnit tests of the pfc module");
MODULE_LICENSE("GPL");
