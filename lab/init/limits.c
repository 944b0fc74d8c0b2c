// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes the thresholds of all PGs to the file "limits".  After a line "t TIME" each PG has a
 * line "NODE DEVICE PG LOSSLESS XOFF XON MIN ALPHA XON-OFFSET
 * XOFF-AHEAD HEADROOM", with the alpha in 256ths and all sizes in bytes.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "lab.h"

static void write_port(FILE *out, const char *node, const struct port *port)
{
	int i;

	for (i = 0; i < PFC_PRIO_COUNT; i++) {
		const struct pg *pg = &port->pgs[i];

		fprintf(out, "%s %s %d %d %u %u %u %u %u %u %u\n", node, port->name, i,
			pg->lossless, pg->xoff, pg->xon, pg->min, pg->alpha, pg->xon_offset,
			pg->xoff_ahead, pg->headroom);
	}
}

/*
 * Write the thresholds of all PGs.
 * @time: the time, ns after the start of the traffic; 0: creates the file
 * Return: an exit status.
 */
int write_limits(struct lab *lab, struct ctx *ctx, uint64_t time)
{
	FILE *out = fopen(DIR "/limits", time ? "ae" : "we");
	struct ports ports;
	size_t i, j;
	int err = STATUS_OK;

	if (!out)
		return fail(ctx, "cannot create " DIR "/limits: %s", strerror(errno));
	fprintf(out, "t %" PRIu64 "\n", time);
	for (i = 0; !err && i < lab->n_nodes; i++) {
		err = ports_load(&lab->nodes[i].ctx, NULL, PORT_CONFIG, &ports);
		if (err)
			break;
		for (j = 0; j < ports.n; j++)
			write_port(out, lab->nodes[i].name, &ports.list[j]);
		ports_free(&ports);
	}
	if (fclose(out) && !err)
		err = fail(ctx, "cannot write " DIR "/limits: %s", strerror(errno));
	return err;
}
