/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Marks in the instruction stream of a guest: instructions without effect, which the plugin
 * tests/bench/touch.c of the emulator recognises.
 */
#ifndef MARK_H
#define MARK_H

/* Bytes of a mark except the last: a NOP of 7 bytes with an unusual operand */
#define MARK_BYTES	0x0f, 0x1f, 0x80, 0x50, 0x46, 0x43
#define MARK_BEGIN	0x01
#define MARK_END	0x02

#define MARK_TEXT_(...)	#__VA_ARGS__
#define MARK_TEXT(...)	MARK_TEXT_(__VA_ARGS__)

#ifdef __x86_64__
#define mark(which)	asm volatile(".byte " MARK_TEXT(MARK_BYTES) ", " MARK_TEXT(which) : : : "memory")
#else
#define mark(which)	((void)0)
#endif

#endif /* MARK_H */
