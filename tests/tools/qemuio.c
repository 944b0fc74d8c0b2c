// SPDX-License-Identifier: GPL-2.0-only
/*
 * qemuio - talks to QEMU from within its guest, by I/O ports or registers in memory
 *
 * "qemuio pause" pauses the guest at exactly the instruction that writes to QEMU's pvpanic
 * device.  "qemuio file NAME" prints a file that the host has passed with -fw_cfg.  The
 * kernel's driver for these files is too slow for large ones: to read a page, it reads the
 * file from the start again.
 *
 * Formats: docs/specs/pvpanic.txt and docs/specs/fw_cfg.txt of QEMU.
 */

#include <endian.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common.h"
#include "options.h"

#define PANICKED	1	/* event of the pvpanic device */
#define KEY_DIRECTORY	0x19

struct entry {
	uint32_t size;
	uint16_t key;
	uint16_t reserved;
	char name[56];
};

#if defined(__x86_64__)
#include <sys/io.h>

#define PORT_PANIC	0x505
#define PORT_SELECT	0x510
#define PORT_DATA	0x511

static void acquire(unsigned long port, unsigned long count)
{
	if (ioperm(port, count, 1))
		die_errno("ioperm");
}

static void pause_guest(void)
{
	acquire(PORT_PANIC, 1);
	outb(PANICKED, PORT_PANIC);
}

static void acquire_files(void)
{
	acquire(PORT_SELECT, 2);
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

#elif defined(__aarch64__)
/* Of the machine virt: fw_cfg is at a fixed address, and boot-qemu.sh chooses pvpanic's slot */
#define FW_CFG		0x09020000
#define SELECT		8	/* offset of the register; data is at 0 */
#define PVPANIC		"/sys/bus/pci/devices/0000:00:1f.0/"
#define PAGE		4096

static volatile unsigned char *files;

/* Maps the page of a device that contains the address */
static volatile unsigned char *map(const char *path, unsigned long address)
{
	int fd = open(path, O_RDWR | O_SYNC);
	void *page;

	if (fd < 0)
		die_errno(path);
	page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, address & -PAGE);
	if (page == MAP_FAILED)
		die_errno(path);
	close(fd);
	return page;
}

static void pause_guest(void)
{
	unsigned long address;
	FILE *file;

	/* No driver has enabled the device */
	file = fopen(PVPANIC "enable", "w");
	if (!file || fputs("1", file) < 0 || fclose(file))
		die_errno(PVPANIC "enable");
	file = fopen(PVPANIC "resource", "r");
	if (!file || fscanf(file, "%lx", &address) != 1)
		die_errno(PVPANIC "resource");
	fclose(file);
	map(PVPANIC "resource0", 0)[address % PAGE] = PANICKED;
}

static void acquire_files(void)
{
	files = map("/dev/mem", FW_CFG);
}

static void select_key(uint16_t key)
{
	*(volatile uint16_t *)(files + SELECT) = htobe16(key);
}

/* Reads the next bytes of the selected file: a word has them in the order of the file */
static void read_bytes(void *to, uint32_t count)
{
	unsigned char *byte = to;
	uint64_t word;

	for (; count >= sizeof(word); count -= sizeof(word), byte += sizeof(word)) {
		word = *(volatile uint64_t *)files;
		memcpy(byte, &word, sizeof(word));
	}
	while (count--)
		*byte++ = *files;
}

#else
#error "unknown machine of QEMU"
#endif

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

	acquire_files();
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
		pause_guest();
		return 0;
	}
	argv = parse_options(argc, argv, options, "file NAME");
	if (strcmp(argv[0], "file"))
		die("%s: must be pause or file", argv[0]);
	print_file(argv[1]);
	return 0;
}
