// SPDX-License-Identifier: GPL-2.0-only
/*
 * bpfprio [--xdp] PATH - loads a BPF program and pins it
 *
 * The program is a classifier, to be attached with "tc filter ... bpf direct-action
 * object-pinned PATH".  It looks up the DSCP of an IPv4 frame in a table, and sets the
 * priority of the frame to the entry, which is the class selector (DSCP / 8).  With --xdp the
 * program is an XDP program that passes all frames, to be attached with
 * "ip link set ... xdp pinned PATH".
 */

#include <arpa/inet.h>
#include <linux/bpf.h>
#include <linux/if_ether.h>
#include <linux/pkt_cls.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common.h"

#define DSCPS		64
#define TOS_OFFSET	(ETH_HLEN + 1)

/* Macros that encode BPF instructions */
#define INSN(code_, dst, src, off_, imm_) ((struct bpf_insn){			\
	.code = (code_), .dst_reg = (dst), .src_reg = (src), .off = (off_),	\
	.imm = (imm_) })
#define LOAD(size, dst, src, off) INSN(BPF_LDX | BPF_MEM | (size), dst, src, off, 0)
#define STORE(size, dst, src, off) INSN(BPF_STX | BPF_MEM | (size), dst, src, off, 0)
#define MOVE(dst, src)		INSN(BPF_ALU64 | BPF_MOV | BPF_X, dst, src, 0, 0)
#define ALU(op, dst, imm)	INSN(BPF_ALU64 | (op) | BPF_K, dst, 0, 0, imm)
#define JUMP(op, dst, imm, off)	INSN(BPF_JMP | (op) | BPF_K, dst, 0, off, imm)
#define JUMP_REG(op, dst, src, off) INSN(BPF_JMP | (op) | BPF_X, dst, src, off, 0)
#define FIELD(name)		offsetof(struct __sk_buff, name)

static int bpf(enum bpf_cmd command, union bpf_attr *attr, const char *what)
{
	int result = syscall(SYS_bpf, command, attr, sizeof(*attr));

	if (result < 0)
		die_errno(what);
	return result;
}

static int make_table(void)
{
	union bpf_attr attr = {
		.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4,
		.max_entries = DSCPS,
	};
	int fd = bpf(BPF_MAP_CREATE, &attr, "table");

	for (uint32_t dscp = 0; dscp < DSCPS; dscp++) {
		uint32_t prio = dscp / 8;

		memset(&attr, 0, sizeof(attr));
		attr.map_fd = fd;
		attr.key = (uintptr_t)&dscp;
		attr.value = (uintptr_t)&prio;
		bpf(BPF_MAP_UPDATE_ELEM, &attr, "entry");
	}
	return fd;
}

static int load(enum bpf_prog_type type, const struct bpf_insn *program, size_t size)
{
	static char log[4096];
	union bpf_attr attr = {
		.prog_type = type,
		.insns = (uintptr_t)program,
		.insn_cnt = size / sizeof(*program),
		.license = (uintptr_t)"GPL",
		.log_buf = (uintptr_t)log, .log_size = sizeof(log), .log_level = 1,
	};
	int fd = syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));

	if (fd < 0)
		die("the kernel rejects the program: %s", log);
	return fd;
}

static int load_xdp(void)
{
	const struct bpf_insn program[] = {
		ALU(BPF_MOV, BPF_REG_0, XDP_PASS),
		INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
	};

	return load(BPF_PROG_TYPE_XDP, program, sizeof(program));
}

static int load_classifier(int table)
{
	const struct bpf_insn program[] = {
		MOVE(BPF_REG_6, BPF_REG_1),
		LOAD(BPF_W, BPF_REG_2, BPF_REG_1, FIELD(data)),
		LOAD(BPF_W, BPF_REG_3, BPF_REG_1, FIELD(data_end)),
		MOVE(BPF_REG_4, BPF_REG_2),
		ALU(BPF_ADD, BPF_REG_4, TOS_OFFSET + 1),
		JUMP_REG(BPF_JGT, BPF_REG_4, BPF_REG_3, 13),
		LOAD(BPF_H, BPF_REG_4, BPF_REG_2, offsetof(struct ethhdr, h_proto)),
		JUMP(BPF_JNE, BPF_REG_4, htons(ETH_P_IP), 11),
		LOAD(BPF_B, BPF_REG_4, BPF_REG_2, TOS_OFFSET),
		ALU(BPF_RSH, BPF_REG_4, 2),
		STORE(BPF_W, BPF_REG_10, BPF_REG_4, -4),
		INSN(BPF_LD | BPF_DW | BPF_IMM, BPF_REG_1, BPF_PSEUDO_MAP_FD, 0, table),
		INSN(0, 0, 0, 0, 0),	/* upper half of the previous instruction */
		MOVE(BPF_REG_2, BPF_REG_10),
		ALU(BPF_ADD, BPF_REG_2, -4),
		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_map_lookup_elem),
		JUMP(BPF_JEQ, BPF_REG_0, 0, 2),
		LOAD(BPF_W, BPF_REG_1, BPF_REG_0, 0),
		STORE(BPF_W, BPF_REG_6, BPF_REG_1, FIELD(priority)),
		ALU(BPF_MOV, BPF_REG_0, TC_ACT_OK),
		INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
	};

	return load(BPF_PROG_TYPE_SCHED_CLS, program, sizeof(program));
}

int main(int argc, char **argv)
{
	const bool xdp = argc == 3 && !strcmp(argv[1], "--xdp");
	union bpf_attr attr = { };

	if (argc != 2 + xdp)
		die("usage: bpfprio [--xdp] PATH");
	attr.bpf_fd = xdp ? load_xdp() : load_classifier(make_table());
	attr.pathname = (uintptr_t)argv[argc - 1];
	bpf(BPF_OBJ_PIN, &attr, argv[argc - 1]);
	return 0;
}
