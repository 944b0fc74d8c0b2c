// SPDX-License-Identifier: GPL-2.0-only
/*
 * touch - QEMU plugin: what the guest's kernel touches while it forwards a frame
 *
 * hopsend puts two marks around the system call that sends a frame: instructions without effect,
 * which this plugin recognises.  Between the marks it counts the cache lines of kernel memory that
 * the guest reads or writes, each once, and the locked operations.  For each pair of marks it
 * writes one line "LINES LOCKED" to the file out=FILE.  With profile=FILE it also writes how often
 * each instruction between the marks was executed: lines "ADDRESS COUNT".
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mark.h"
#include "plugin.h"

EXPORT int qemu_plugin_version = PLUGIN_VERSION;

#define LINE_SHIFT	6
#define KERNEL		(UINT64_C(1) << 63)
#define SLOTS		(1 << 16)

/* Hash table of numbers.  An entry is valid if its round is that of the table. */
struct table {
	struct {
		uint64_t key;
		uint64_t count;
		uint32_t round;
	} slots[SLOTS];
	uint32_t round;
	uint32_t used;
};

static struct table lines, instructions;
static uint64_t locked;
static bool between;
static FILE *out;
static const char *profile;

static void clear(struct table *table)
{
	table->round++;
	table->used = 0;
}

static void add(struct table *table, uint64_t key)
{
	uint32_t i = key * UINT64_C(0x9e3779b97f4a7c15) >> 48;

	for (;; i = (i + 1) % SLOTS) {
		if (table->slots[i].round != table->round)
			break;
		if (table->slots[i].key == key) {
			table->slots[i].count++;
			return;
		}
	}
	if (++table->used == SLOTS) {
		fputs("touch: too many different addresses between two marks\n", stderr);
		exit(1);
	}
	table->slots[i].key = key;
	table->slots[i].count = 1;
	table->slots[i].round = table->round;
}

static void begin(unsigned int cpu UNUSED, void *data UNUSED)
{
	clear(&lines);
	locked = 0;
	between = true;
}

static void end(unsigned int cpu UNUSED, void *data UNUSED)
{
	between = false;
	fprintf(out, "%" PRIu32 " %" PRIu64 "\n", lines.used, locked);
	fflush(out);
}

static void lock(unsigned int cpu UNUSED, void *data UNUSED)
{
	locked += between;
}

static void touch(unsigned int cpu UNUSED, uint32_t info UNUSED, uint64_t address,
		  void *data UNUSED)
{
	if (between && address & KERNEL)
		add(&lines, address >> LINE_SHIFT);
}

static void execute(unsigned int cpu UNUSED, void *data)
{
	if (between)
		add(&instructions, (uintptr_t)data);
}

/* True for the prefix LOCK, and for XCHG with memory, which is always locked */
static bool is_locked(const uint8_t *code, size_t size)
{
	static const uint8_t prefixes[] = {
		0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x66, 0x67, 0xf2, 0xf3,
	};
	size_t i = 0;

	while (i < size && memchr(prefixes, code[i], sizeof(prefixes)))
		i++;
	if (i < size && code[i] == 0xf0)
		return true;
	if (i < size && (code[i] & 0xf0) == 0x40)	/* REX */
		i++;
	return i + 1 < size && (code[i] & 0xfe) == 0x86 && code[i + 1] < 0xc0;
}

static bool is_mark(const uint8_t *code, size_t size, uint32_t operand)
{
	return size == 7 && !memcmp(code, MARK_OPCODE, 3) && !memcmp(code + 3, &operand, 4);
}

static void translated(uint64_t id UNUSED, struct qemu_plugin_tb *block)
{
	size_t n = qemu_plugin_tb_n_insns(block);

	for (size_t i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
		const uint8_t *code = qemu_plugin_insn_data(insn);
		size_t size = qemu_plugin_insn_size(insn);
		uint64_t address = qemu_plugin_insn_vaddr(insn);

		if (is_mark(code, size, MARK_BEGIN))
			qemu_plugin_register_vcpu_insn_exec_cb(insn, begin, NO_REGISTERS, NULL);
		else if (is_mark(code, size, MARK_END))
			qemu_plugin_register_vcpu_insn_exec_cb(insn, end, NO_REGISTERS, NULL);
		if (!(address & KERNEL))
			continue;
		if (is_locked(code, size))
			qemu_plugin_register_vcpu_insn_exec_cb(insn, lock, NO_REGISTERS, NULL);
		qemu_plugin_register_vcpu_mem_cb(insn, touch, NO_REGISTERS, READS_OR_WRITES, NULL);
		if (profile)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, execute, NO_REGISTERS,
							       (void *)(uintptr_t)address);
	}
}

static void leave(uint64_t id UNUSED, void *data UNUSED)
{
	FILE *file;

	fclose(out);
	if (!profile)
		return;
	file = fopen(profile, "w");
	if (!file) {
		perror(profile);
		return;
	}
	for (size_t i = 0; i < SLOTS; i++)
		if (instructions.slots[i].round == instructions.round)
			fprintf(file, "%" PRIx64 " %" PRIu64 "\n", instructions.slots[i].key,
				instructions.slots[i].count);
	fclose(file);
}

EXPORT int qemu_plugin_install(uint64_t id, const void *info UNUSED, int argc, char **argv)
{
	clear(&lines);
	clear(&instructions);
	for (int i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "out=", 4))
			out = fopen(argv[i] + 4, "w");
		else if (!strncmp(argv[i], "profile=", 8))
			profile = argv[i] + 8;
	}
	if (!out) {
		fputs("touch: out=FILE is missing, or FILE cannot be written\n", stderr);
		return 1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	qemu_plugin_register_atexit_cb(id, leave, NULL);
	return 0;
}
