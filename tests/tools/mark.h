/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Marks in the instruction stream of a guest, which the plugin tests/bench/touch.c of the emulator
 * recognises.  A mark is a NOP of 7 bytes with an unusual operand.
 */
#ifndef MARK_H
#define MARK_H

#define MARK_BEGIN	0x01434650	/* operands */
#define MARK_END	0x02434650
#define MARK_OPCODE	"\x0f\x1f\x80"	/* of 3 bytes, the operand has 4 */

static inline __attribute__((always_inline)) void mark(const int operand)
{
#ifdef __x86_64__
	asm volatile("nopl %c0(%%rax)" : : "i"(operand));
#else
	(void)operand;
#endif
}

#endif /* MARK_H */
