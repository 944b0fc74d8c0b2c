// SPDX-License-Identifier: GPL-2.0-only
/*
 * State of a network namespace.
 */
#include <net/netns/generic.h>
#include "net.h"

unsigned int pfc_net_id __read_mostly;

/* Module state of a network namespace, valid as long as the namespace has devices */
struct pfc_net *pfc_net_of(const struct net *net)
{
	return net_generic(net, pfc_net_id);
}
