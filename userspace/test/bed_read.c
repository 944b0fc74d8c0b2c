// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the counters of a DUT that is a switch of this machine.
 */
#include <sched.h>
#include <string.h>
#include <unistd.h>
#include "netns.h"
#include "test.h"

/* Reads all ports of a switch, "" is the own namespace; the caller frees them */
static bool load(struct bed *bed, unsigned int sw, struct ports *all)
{
	int fd = *bed->ns[sw] ? netns_open(bed->ns[sw]) : -1;
	bool ok = !*bed->ns[sw] || (fd >= 0 && !setns(fd, CLONE_NEWNET));

	if (fd >= 0)
		close(fd);
	nl_close(bed->ctx);
	ok = ok && !ports_load(bed->ctx, NULL, PORT_CONFIG | PORT_STATS | PORT_WATCH, all);
	nl_close(bed->ctx);
	return !setns(bed->home, CLONE_NEWNET) && ok;
}

static bool read_switch(struct bed *bed, unsigned int sw, struct port *ports)
{
	struct ports all = { 0 };
	bool ok = load(bed, sw, &all);
	unsigned int i, j;

	for (i = 0; i < bed->n && ok; i++)
		for (j = 0; j < all.n && bed->ends[i].sw == sw; j++)
			if (!strcmp(all.list[j].name, bed->ends[i].dev))
				ports[i] = all.list[j];
	ports_free(&all);
	return ok;
}

/* Read a port of a switch that is connected to no port of the tester.  Return: whether it exists */
bool bed_port(struct bed *bed, unsigned int sw, const char *dev, struct port *port)
{
	struct ports all = { 0 };
	bool ok = load(bed, sw, &all), found = false;
	size_t i;

	for (i = 0; ok && i < all.n && !found; i++) {
		found = !strcmp(all.list[i].name, dev);
		if (found)
			*port = all.list[i];
	}
	ports_free(&all);
	return found;
}

/*
 * Read the ports of the DUT.
 * @ports: written, in the order of the tester's ports
 * Return: whether it succeeded.
 */
bool bed_counters(struct bed *bed, struct port *ports)
{
	unsigned int sw;

	memset(ports, 0, bed->n * sizeof(*ports));
	for (sw = 0; sw < TEST_SWITCHES; sw++)
		if ((*bed->ns[sw] || (!bed->own && !sw)) && !read_switch(bed, sw, ports))
			return false;
	return true;
}
