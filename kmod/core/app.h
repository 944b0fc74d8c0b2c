/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * APP entries (IEEE 802.1Q, DCBX) and rewriting entries of a port, see "Two doors to one
 * configuration" in architecture.rst.
 *
 * An APP entry maps a DSCP, a PCP, an EtherType or a port number to a priority, a rewriting entry a
 * priority to a DSCP or a PCP.  The configuration stores them as a bit mask for each key.  The
 * highest priority or value of the mask is in force.  A mask with the default priority only has the
 * same effect on packets as an empty one (except app-rewrite), and LLDP agents announce it.
 */
#ifndef _PFC_APP_H
#define _PFC_APP_H

#include <linux/types.h>
#include "config.h"

/**
 * enum pfc_app_selector - what the key of an entry is, as the selectors of dcbnl
 * @PFC_APP_ETHTYPE: an EtherType; 0: the default priority of the port
 * @PFC_APP_STREAM: a port of TCP or SCTP
 * @PFC_APP_DGRAM: a port of UDP or DCCP
 * @PFC_APP_ANY: a port of any of these protocols
 * @PFC_APP_DSCP: a DSCP
 * @PFC_APP_PCP: a PCP, plus 8 for DEI 1
 */
enum pfc_app_selector {
	PFC_APP_ETHTYPE	= 1,
	PFC_APP_STREAM	= 2,
	PFC_APP_DGRAM	= 3,
	PFC_APP_ANY	= 4,
	PFC_APP_DSCP	= 5,
	PFC_APP_PCP	= 255,
};

/* The entries of a configuration, and the table of the kernel into which dcb_app.c writes them */
enum pfc_app_table {
	PFC_APP_TABLE,
	PFC_REWR_TABLE,
};

/*
 * Result of a change of the entries; dcb_app.c has the message of each error.  %PFC_APP_ABSENT: the
 * entry to delete does not exist.
 */
enum pfc_app_error {
	PFC_APP_OK,
	PFC_APP_ABSENT,
	PFC_APP_PRIO,
	PFC_APP_SELECTOR,
	PFC_APP_DSCP_RANGE,
	PFC_APP_PCP_RANGE,
	PFC_APP_DEI,
	PFC_APP_TYPE,
	PFC_APP_TYPES,
	PFC_APP_PORTS,
	PFC_APP_FULL,
};

/* Keys that can have entries, without port numbers */
#define PFC_APP_KEYS	(PFC_DSCPS + PFC_PRIOS + PFC_ETHTYPES_MAX + 1)

/*
 * Maximum of the port numbers of one port.  Each can have two entries (PFC_APP_PORTS_MAX), which
 * dcb needs to replace all of them.
 */
#define PFC_APP_PORT_KEYS	16

/*
 * Maximum of the entries that dcb can add, without those for port numbers: room for two entries of
 * each key.  The entry of a setting of pfcctl counts too, but the maximum does not refuse it: such
 * a setting leaves at most one entry for its key.  A message of dcbnl must have room for all APP
 * and rewriting entries.
 */
#define PFC_APP_MAX	168
#define PFC_REWR_MAX	64

/* Called for each entry.  Return: 0 to continue, else the result of the walk. */
typedef int pfc_app_fn(void *context, const struct pfc_app *app);

bool pfc_ethtype_valid(u16 type);
bool pfc_app_has(const struct pfc_config *config, enum pfc_app_table table,
		 const struct pfc_app *app);
int pfc_app_walk(const struct pfc_config *config, enum pfc_app_table table, pfc_app_fn *fn,
		 void *context);
enum pfc_app_error pfc_app_change(struct pfc_config *config, enum pfc_app_table table,
				  const struct pfc_app *app, bool add);
enum pfc_app_error pfc_app_replace(struct pfc_config *config, enum pfc_app_table table,
				   u8 selector, u16 key, u8 value);
void pfc_app_egress(struct pfc_config *config);

#endif /* _PFC_APP_H */
