// SPDX-License-Identifier: GPL-2.0-only
/*
 * Frame codec: built and parsed frames are compared with literal bytes.  The fuzzer "frame" checks
 * all other valid and malformed frames.
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

static enum pfc_frame_kind parse(const u8 *bytes, unsigned int len,
				 struct pfc_frame *frame)
{
	return pfc_frame_parse((const struct pfc_wire *)bytes, len, false,
			       station, frame);
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

static struct kunit_case frame_cases[] = {
	KUNIT_CASE(build_bytes),
	KUNIT_CASE(parse_bytes),
	KUNIT_CASE(pause_bytes),
	{}
};

static struct kunit_suite frame_suite = {
	.name = "pfc_frame",
	.test_cases = frame_cases,
};

kunit_test_suite(frame_suite);

MODULE_DESCRIPTION("KUnit tests of the pfc module");
MODULE_LICENSE("GPL");
