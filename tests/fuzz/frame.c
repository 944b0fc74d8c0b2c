// SPDX-License-Identifier: GPL-2.0-only
/*
 * Codec of MAC control frames, compared with a model that reads the bytes at the offsets
 * given in the standard.
 */
#include <linux/if_ether.h>
#include <stdlib.h>
#include "kmod/core/frame.c"
#include "fuzz.h"

static const char *const goals[] = {
	[PFC_FRAME_PFC]		= "PFC",
	[PFC_FRAME_PAUSE]	= "PAUSE",
	[PFC_FRAME_BAD_TAGGED]	= "tagged",
	[PFC_FRAME_BAD_LENGTH]	= "too short",
	[PFC_FRAME_BAD_OPCODE]	= "wrong opcode",
	[PFC_FRAME_BAD_ADDRESS]	= "wrong address",
	NULL
};

const char *const *const fuzz_goals = goals;

static const u8 group[6] = { 0x01, 0x80, 0xc2, 0x00, 0x00, 0x01 };

static unsigned int get_be16(const u8 *bytes, int at)
{
	return bytes[at] << 8 | bytes[at + 1];
}

static enum pfc_frame_kind model(const u8 *bytes, size_t len, bool tagged,
				 const u8 *station)
{
	bool to_group, to_station;

	if (tagged)
		return PFC_FRAME_BAD_TAGGED;
	if (len < 60)
		return PFC_FRAME_BAD_LENGTH;
	if (bytes[6] % 2 || !memcmp(bytes, bytes + 6, 6))
		return PFC_FRAME_BAD_ADDRESS;
	to_group = !memcmp(bytes, group, 6);
	to_station = !memcmp(bytes, station, 6);
	if (get_be16(bytes, 14) == 0x0001)
		return to_group || to_station ? PFC_FRAME_PAUSE :
						PFC_FRAME_BAD_ADDRESS;
	if (get_be16(bytes, 14) == 0x0101)
		return to_group ? PFC_FRAME_PFC : PFC_FRAME_BAD_ADDRESS;
	return PFC_FRAME_BAD_OPCODE;
}

static void check_content(const u8 *bytes, const struct pfc_frame *frame)
{
	int prio;

	require(!frame->pause, "PAUSE");
	require(frame->enable == bytes[17], "%#x", frame->enable);
	require(frame->reserved == (bytes[16] != 0), "%#x", bytes[16]);
	for (prio = 0; prio < 8; prio++)
		require(frame->time[prio] == get_be16(bytes, 18 + 2 * prio),
			"priority %d", prio);
}

/* Checks that a built frame has the expected bytes, and that the parser reads them correctly */
static void check_build(const struct pfc_frame *frame, const u8 *source)
{
	struct pfc_wire *wire = malloc(60);
	const u8 *bytes = (const u8 *)wire;
	struct pfc_frame again;
	int i;

	memset(wire, 0xa5, 60);
	pfc_frame_build(wire, source, frame);
	require(!memcmp(bytes, group, 6) && !memcmp(bytes + 6, source, 6) &&
		get_be16(bytes, 12) == 0x8808 && get_be16(bytes, 14) == 0x0101 &&
		get_be16(bytes, 16) == frame->enable, "header");
	for (i = 0; i < 8; i++)
		require(get_be16(bytes, 18 + 2 * i) ==
			(frame->enable >> i & 1 ? frame->time[i] : 0),
			"priority %d", i);
	for (i = 34; i < 60; i++)
		require(!bytes[i], "padding %d", i);
	require(pfc_frame_parse(wire, 60, false, source, &again) == PFC_FRAME_PFC,
		"built frame is not parsed");
	check_content(bytes, &again);
	free(wire);
}

/* Checks a PAUSE frame, which has one time for all priorities, and its rebuilt bytes */
static void check_pause(const u8 *bytes, const struct pfc_frame *frame, const u8 *source)
{
	u8 *built = malloc(60);
	int prio, i;

	require(frame->pause && frame->enable == 0xff && !frame->reserved, "header");
	for (prio = 0; prio < 8; prio++)
		require(frame->time[prio] == get_be16(bytes, 16), "priority %d", prio);

	memset(built, 0xa5, 60);
	pfc_frame_build((struct pfc_wire *)built, source, frame);
	require(!memcmp(built, group, 6) && !memcmp(built + 6, source, 6) &&
		get_be16(built, 12) == 0x8808 && get_be16(built, 14) == 0x0001 &&
		get_be16(built, 16) == get_be16(bytes, 16), "built");
	for (i = 18; i < 60; i++)
		require(!built[i], "padding %d", i);
	free(built);
}

void fuzz_one(struct fuzz *in)
{
	bool tagged = fuzz_below(in, 8) == 7;
	u64 station = fuzz_number(in, 6) & ~1ULL;	/* no group address */
	struct pfc_frame frame, before;
	size_t len = fuzz_left(in);
	enum pfc_frame_kind kind;
	u8 *bytes;

	/* The allocation has exactly the length of the frame: ASan finds reads beyond it */
	bytes = fuzz_copy(in, len);
	memset(&before, 0x5a, sizeof(before));
	memcpy(&frame, &before, sizeof(frame));
	kind = pfc_frame_parse((struct pfc_wire *)bytes, len, tagged,
			       (u8 *)&station, &frame);
	require(kind == model(bytes, len, tagged, (u8 *)&station),
		"kind %d of %zu bytes", kind, len);
	fuzz_met[kind]++;
	if (kind == PFC_FRAME_PFC) {
		check_content(bytes, &frame);
		check_build(&frame, (u8 *)&station);
	} else if (kind == PFC_FRAME_PAUSE) {
		check_pause(bytes, &frame, (u8 *)&station);
	} else {
		require(!memcmp(&frame, &before, sizeof(frame)), "invalid frame parsed");
	}
	free(bytes);
}

/* Each kind of frame, long enough and too short */
size_t fuzz_seed(unsigned int n, uint8_t *buf, size_t size)
{
	static const u16 opcodes[] = { 0x0101, 0x0001, 0x0002 };
	size_t len = n & 1 ? 60 : 40;

	if (n == 12 || size < 7 + len)
		return 0;
	memset(buf, 0, 7 + len);
	memcpy(buf + 1, "\2\0\0\0\2\1", 6);
	memcpy(buf + 7, n & 2 ? buf + 1 : group, 6);
	memcpy(buf + 19, "\x88\x08", 2);
	buf[21] = opcodes[n / 4] >> 8;
	buf[22] = opcodes[n / 4];
	buf[24] = 0x18;
	memset(buf + 25, n, 16);
	return 7 + len;
}
