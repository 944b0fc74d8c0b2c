// SPDX-License-Identifier: GPL-2.0-only
/*
 * qemuio - talks to QEMU from within its guest, by I/O ports
 *
 * "qemuio pause" pauses the guest at exactly the instruction that writes to QEMU's pvpanic
 * device.  "qemuio file NAME" prints a file that the host has passed with -fw_cfg.  The
 * kernel's driver for these files is too slow for large ones: to read a page, it reads the
 * file from the start again.
 *
 * Formats: docs/specs/pvpanic.txt and docs/specs/fw_cfg.txt of QEMU.
 */

#include <endian.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "common.h"
#include "options.h"

#ifdef __x86_64__
#include <sys/io.h>

#define PORT_PANIC	0x505
#define PORT_SELECT	0x510
#define PORT_DATA	0x511
#define PANICKED	1	/* event of the pvpanic device */
#define KEY_DIRECTORY	0x19

struct entry {
	uint32_t size;
	uint16_t key;
	uint16_t reserved;
	char name[56];
};

static void acquire(unsigned long port, unsigned long count)
{
	if (ioperm(port, count, 1))
		die_errno("ioperm");
}

static void select_key(uint16_t key)
{
	outw(key, PORT_SELECT);
}

/* Reads the next bytes of the selected file */
static void read_bytes(void *to, uint32_t count)
{
	insb(PORT_DATA, to, count);
}

static int find(const char *name, struct entry *entry)
{
	uint32_t count;

	select_key(KEY_DIRECTORY);
	read_bytes(&count, sizeof(count));
	for (count = be32toh(count); count; count--) {
		read_bytes(entry, sizeof(*entry));
		if (!strncmp(entry->name, name, sizeof(entry->name)))
			return 1;
	}
	return 0;
}

static void print_file(const char *name)
{
	static char block[1 << 16];
	struct entry entry;
	uint32_t left, part;

	acquire(PORT_SELECT, 2);
	if (!find(name, &entry))
		die("QEMU has no fw_cfg file %s", name);
	select_key(be16toh(entry.key));
	for (left = be32toh(entry.size); left; left -= part) {
		part = left < sizeof(block) ? left : sizeof(block);
		read_bytes(block, part);
		if (fwrite(block, 1, part, stdout) != part)
			die_errno("write");
	}
	if (fflush(stdout))
		die_errno("write");
}

int main(int argc, char **argv)
{
	static const struct option_spec options[] = { { } };

	if (argc == 2 && !strcmp(argv[1], "pause")) {
		acquire(PORT_PANIC, 1);
		outb(PANICKED, PORT_PANIC);
		return 0;
	}
	argv = parse_options(argc, argv, options, "file NAME");
	if (strcmp(argv[0], "file"))
		die("%s: must be pause or file", argv[0]);
	print_file(argv[1]);
	return 0;
}
#else
int main(void)
{
	die("QEMU has these I/O ports on x86-64 only");
}
#endif
