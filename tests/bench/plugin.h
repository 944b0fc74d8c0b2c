/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The functions of QEMU's plugin interface, version 1, that touch.c uses.  Debian has no header
 * for them.
 */
#ifndef PLUGIN_H
#define PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#define PLUGIN_VERSION	1
#define UNUSED		__attribute__((unused))
#define EXPORT		__attribute__((visibility("default")))

struct qemu_plugin_tb;
struct qemu_plugin_insn;

enum { NO_REGISTERS };
enum { READS_OR_WRITES = 3 };

typedef void (*executed)(unsigned int cpu, void *data);
typedef void (*accessed)(unsigned int cpu, uint32_t info, uint64_t address, void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
					   void (*translated)(uint64_t id,
							      struct qemu_plugin_tb *block));
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, executed call,
					    int flags, void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, accessed call,
				      int flags, int accesses, void *data);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*call)(uint64_t id, void *data),
				    void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t i);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv);

#endif /* PLUGIN_H */
