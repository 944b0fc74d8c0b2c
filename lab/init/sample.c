// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes the counters of all ports that have changed since the last sample.  /dev/pfclab compares
 * the counters in the kernel: each system call of a user-mode kernel takes two context switches of
 * the host machine, and a sample has half a million counters in a large fabric.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include "../kmod/pfclab.h"
#include "lab.h"

#define BUFFER	1048576	/* bytes of changes that one system call reads */
#define DIGITS	20	/* of the largest number */

/*
 * Write a line: a text, numbers and a line feed, separated by blanks.  printf() would take most of
 * the time of a sample.
 */
void put_line(FILE *out, const char *text, const uint64_t *numbers, size_t n)
{
	char digits[DIGITS], *at;

	fputs_unlocked(text, out);
	for (; n--; numbers++) {
		uint64_t left = *numbers;

		at = digits + DIGITS;
		do {
			*--at = '0' + left % 10;
		} while (left /= 10);
		putc_unlocked(' ', out);
		fwrite_unlocked(at, 1, digits + DIGITS - at, out);
	}
	putc_unlocked('\n', out);
}

/* Let samples have the ports of all nodes.  Return: an exit status */
int sample_start(struct lab *lab, struct ctx *ctx)
{
	size_t i;

	for (i = 0; i < lab->n_nodes; i++)
		if (ioctl(lab->traffic, PFCLAB_ADD_NODE, &lab->nodes[i].fd) < 0)
			return fail(ctx, "cannot add the node %s to /dev/pfclab: %s",
				    lab->nodes[i].name, strerror(errno));
	return STATUS_OK;
}

static void write_port(struct lab *lab, const struct pfclab_port *port,
		       const struct pfclab_change *changes)
{
	char text[512];
	size_t i;

	snprintf(text, sizeof(text), "p %s %s", lab->nodes[port->node].name, port->name);
	for (i = 0; i < port->changes; i++) {
		const struct pfclab_change *change = &changes[i];
		uint64_t numbers[] = { change->kind, change->id, change->attr, change->value };

		put_line(lab->out, text, numbers, ARRAY_SIZE(numbers));
	}
}

/* Write the counters of all ports that have changed since the last call.  Return: an exit status */
int sample_ports(struct lab *lab, struct ctx *ctx)
{
	static uint64_t buffer[BUFFER / sizeof(uint64_t)];
	struct pfclab_ports request = { .to = (uintptr_t)buffer, .size = sizeof(buffer) };
	const struct pfclab_port *port;
	const char *at;

	do {
		if (ioctl(lab->traffic, PFCLAB_PORTS, &request) < 0)
			return fail(ctx, "cannot read the counters of ports from /dev/pfclab: %s",
				    strerror(errno));
		for (at = (char *)buffer; at < (char *)buffer + request.used;
		     at += sizeof(*port) + port->changes * sizeof(struct pfclab_change)) {
			port = (const void *)at;
			write_port(lab, port, (const void *)(port + 1));
		}
	} while (request.used);
	return STATUS_OK;
}
