// SPDX-License-Identifier: GPL-2.0-only
/*
 * qemuio - talks to QEMU from within its guest, by I/O ports or registers in memory
 *
 * "qemuio pause" pauses the guest at exactly the instruction that writes to QEMU's pvpanic
 * device.  "qemuio file NAME" prints a file that the host has passed with -fw_cfg.  QEMU copies
 * a page at once into the memory of this program.  The kernel's driver for these files is too slow
 * for large ones: to read a page, it reads the file from the start again.
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
#define PAGE		4096

struct entry {
	uint32_t size;
	uint16_t key;
	uint16_t reserved;
	char name[56];
};

/* A copy by fw_cfg, all numbers big endian */
struct copy {
	uint32_t control;
	uint32_t length;
	uint64_t address;
};

#define COPY_READ	2
#define COPY_SELECT	8

#if defined(__x86_64__)
#include <sys/io.h>

#define PORT_PANIC	0x505
#define PORT_COPY	0x514

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

/* Makes QEMU carry out the copy at a physical address */
static void start_copy(uint64_t address)
{
	static int acquired;

	if (!acquired++)
		acquire(PORT_COPY, 8);
	outl(htobe32(address >> 32), PORT_COPY);
	outl(htobe32((uint32_t)address), PORT_COPY + 4);
}

#elif defined(__aarch64__)
/* Of the machine virt: fw_cfg is at a fixed address, and boot-qemu.sh chooses pvpanic's slot */
#define FW_CFG		0x09020000
#define COPY		16	/* offset of the register */
#define PVPANIC		"/sys/bus/pci/devices/0000:00:1f.0/"

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

/* Makes QEMU carry out the copy at a physical address */
static void start_copy(uint64_t address)
{
	static volatile unsigned char *registers;

	if (!registers)
		registers = map("/dev/mem", FW_CFG);
	*(volatile uint64_t *)(registers + COPY) = htobe64(address);
}

#else
#error "unknown machine of QEMU"
#endif

/* Return: a page of memory.  @physical: its address; the kernel moves no page in so short a time */
static void *locked_page(uint64_t *physical)
{
	void *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED | MAP_POPULATE, -1, 0);
	const int fd = open("/proc/self/pagemap", O_RDONLY);
	uint64_t entry;

	if (page == MAP_FAILED)
		die_errno("mmap");
	if (fd < 0 || pread(fd, &entry, sizeof(entry), (uintptr_t)page / PAGE * sizeof(entry)) !=
	    sizeof(entry))
		die_errno("/proc/self/pagemap");
	close(fd);
	if (!(entry >> 63))
		die("/proc/self/pagemap: the page is not in memory");
	*physical = (entry & ((1ULL << 55) - 1)) * PAGE;
	return page;
}

/*
 * Copies the next @length bytes of the selected file, at most %PAGE.  @control: %COPY_SELECT with
 * the key of a file in the upper half: selects the file before.  Return: the bytes
 */
static const void *copy(uint32_t control, uint32_t length)
{
	static uint64_t copy_address, data_address;
	static volatile struct copy *copy;
	static void *data;

	if (!copy) {
		copy = locked_page(&copy_address);
		data = locked_page(&data_address);
	}
	copy->length = htobe32(length);
	copy->address = htobe64(data_address);
	copy->control = htobe32(control | COPY_READ);
	start_copy(copy_address);
	if (copy->control)
		die("QEMU refuses to read a fw_cfg file");
	__asm__ volatile("" : : : "memory");	/* QEMU has written to @data */
	return data;
}

static uint32_t select_file(uint16_t key)
{
	return (uint32_t)key << 16 | COPY_SELECT;
}

static int find(const char *name, struct entry *entry)
{
	uint32_t count;

	memcpy(&count, copy(select_file(KEY_DIRECTORY), sizeof(count)), sizeof(count));
	for (count = be32toh(count); count; count--) {
		memcpy(entry, copy(0, sizeof(*entry)), sizeof(*entry));
		if (!strncmp(entry->name, name, sizeof(entry->name)))
			return 1;
	}
	return 0;
}

static void print_file(const char *name)
{
	struct entry entry;
	uint32_t left, part, control;

	if (!find(name, &entry))
		die("QEMU has no fw_cfg file %s", name);
	control = select_file(be16toh(entry.key));
	for (left = be32toh(entry.size); left; left -= part, control = 0) {
		part = left < PAGE ? left : PAGE;
		if (fwrite(copy(control, part), 1, part, stdout) != part)
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
