// SPDX-License-Identifier: GPL-2.0-only
/*
 * The link of a port, and the headroom that it needs.
 */
#include "../kmod/core/headroom.h"
#include "device.h"
#include "print.h"

/* Get the link of a port.  @mtu: MTU of its device.  Return: the link */
struct pfc_link port_link(const struct port *port, int mtu)
{
	const uint64_t own_rate = port->rate ?: port->speed * 1000000ULL;

	return (struct pfc_link) {
		.rate = port->peer_rate ?: own_rate,
		.own_rate = own_rate,
		.speed = port->speed ?: PFC_SPEED_DEFAULT,
		.delay = port->cable_delay + port->delay,
		.mtu = mtu,
		.batch = port->batch,
		.latency = port->latency,
		.ring = port->ring,
	};
}

/* Return: the headroom that a lossless PG of a port, as it is or as it will be, needs, bytes */
uint64_t port_headroom(const struct port *port)
{
	const int mtu = device_mtu(port->name);
	const struct pfc_link link = port_link(port, mtu > 0 ? mtu : MTU_DEFAULT);

	return pfc_headroom(&link);
}
