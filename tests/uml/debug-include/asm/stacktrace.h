/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * KASAN, kmemleak and the reference trackers save the stack at each allocation.  A user-mode kernel
 * looks up each word of the stack among the functions of all modules.  In a test with many requests
 * this took nine tenths of the time.  Most words are no addresses of code: they need no look-up.
 */
#ifndef _DEBUG_STACKTRACE_H
#define _DEBUG_STACKTRACE_H

#include_next <asm/stacktrace.h>
#include <linux/kernel.h>
#include <linux/pgtable.h>
#include <asm/sections.h>

/* Whether an address is in the kernel's image or in the area of the modules */
static inline bool pfc_may_be_text(unsigned long addr)
{
	return (addr >= (unsigned long)__binary_start && addr < (unsigned long)_end) ||
	       (addr >= MODULES_VADDR && addr < MODULES_END);
}

#define __kernel_text_address(addr)	(pfc_may_be_text(addr) && (__kernel_text_address)(addr))

#endif /* _DEBUG_STACKTRACE_H */
