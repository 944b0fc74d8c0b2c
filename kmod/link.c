// SPDX-License-Identifier: GPL-2.0-only
/*
 * The link of a port: its speed, the transmit ring of its driver, which delays XOFF, and the
 * headroom that follows from them.  See "The speed of a link" in architecture.rst.
 */
#include <linux/ethtool.h>
#include <linux/overflow.h>
#include "core/headroom.h"
#include "port.h"

/* Test whether a device is up and has a carrier.  Context: any */
bool pfc_link_up(const struct net_device *dev)
{
	return netif_running(dev) && netif_carrier_ok(dev);
}

/* Buses of paravirtual devices: the speed that a hypervisor reports has no meaning */
static bool pfc_link_paravirtual(const struct device *parent)
{
	static const char *const buses[] = { "virtio", "vmbus", "xen" };

	return parent->bus && match_string(buses, ARRAY_SIZE(buses), parent->bus->name) >= 0;
}

static u32 pfc_link_speed(struct net_device *dev)
{
	struct ethtool_link_ksettings settings;

	if (netif_get_link_ksettings(dev, &settings) ||
	    settings.base.speed == (u32)SPEED_UNKNOWN)
		return 0;
	return min(settings.base.speed, PFC_SPEED_MAX);
}

/* Byte queue limits, which a user can set, bound the bytes in the ring */
static u32 pfc_link_bql(const struct net_device *dev)
{
	u32 limit = U32_MAX;
#ifdef CONFIG_BQL
	unsigned int i;

	limit = 0;
	for (i = 0; i < dev->real_num_tx_queues; i++)
		limit = max(limit, READ_ONCE(netdev_get_tx_queue(dev, i)->dql.max_limit));
#endif
	return limit;
}

/* A software device has no ring: it delivers a frame at once */
static u32 pfc_link_ring(struct net_device *dev)
{
	const struct ethtool_ops *ops = dev->ethtool_ops;
	struct kernel_ethtool_ringparam kernel_ring = {};
	struct ethtool_ringparam ring = {};
	u32 bytes;

	if (!dev->dev.parent || !netif_device_present(dev) || !ops || !ops->get_ringparam)
		return 0;
	ops->get_ringparam(dev, &ring, &kernel_ring, NULL);
	if (check_mul_overflow(ring.tx_pending, dev->mtu + PFC_LINK_HEADER, &bytes))
		bytes = U32_MAX;
	return min3(bytes, pfc_link_bql(dev), PFC_SIZE_MAX);
}

/*
 * Read link speed and ring size from the device of a port.  The last speed of a link that is down
 * remains valid, so that the headroom is large enough for the first packets after it has come up.
 */
void pfc_link_read(struct pfc_port *port)
{
	struct net_device *dev = port->dev;
	u32 speed;

	ASSERT_RTNL();
	might_sleep();

	speed = pfc_link_speed(dev);
	WRITE_ONCE(port->link.hardware,
		   dev->dev.parent && !pfc_link_paravirtual(dev->dev.parent));
	if (speed || netif_carrier_ok(dev))
		WRITE_ONCE(port->link.speed, speed);
	port->link.ring = pfc_link_ring(dev);
}

/* Source of the link speed of a port.  Return: &enum pfc_speed_source */
u8 pfc_speed_source(const struct pfc_port *port, const struct pfc_config *config)
{
	if (config->speed)
		return PFC_SPEED_SOURCE_SET;
	if (READ_ONCE(port->link.hardware) && READ_ONCE(port->link.speed))
		return PFC_SPEED_SOURCE_DEVICE;
	return config->rate ? PFC_SPEED_SOURCE_RATE : PFC_SPEED_SOURCE_ASSUMED;
}

/* Link speed of a port.  Return: Mb/s, 1..%PFC_SPEED_MAX */
u32 pfc_port_speed(const struct pfc_port *port, const struct pfc_config *config)
{
	switch (pfc_speed_source(port, config)) {
	case PFC_SPEED_SOURCE_SET:
		return config->speed;
	case PFC_SPEED_SOURCE_RATE:
		return clamp_t(u64, div_u64(config->rate + 500000, 1000000), 1,
			       PFC_SPEED_MAX);
	default:
		return READ_ONCE(port->link.speed) ?: PFC_SPEED_DEFAULT;
	}
}

/*
 * Bytes that all transmit rings of the driver may hold, at most %PFC_SIZE_MAX.  A port that uses
 * one transmit queue, too, sends through all that the device uses.
 */
u32 pfc_link_rings(const struct pfc_port *port)
{
	return min_t(u64, (u64)port->link.ring * port->dev->real_num_tx_queues, PFC_SIZE_MAX);
}

/*
 * Headroom that each lossless PG of a port needs.
 *
 * Assumes that the peer sends at ``peer-rate``.  If ``peer-rate`` is not set, assumes that the
 * peer sends at the rate of this port, or at the link speed if the port has no rate.  XOFF waits
 * for the rings of all transmit queues that the device uses.
 * Return: bytes for each lossless PG.
 */
u32 pfc_link_headroom(const struct pfc_port *port, const struct pfc_config *config)
{
	u32 speed = pfc_port_speed(port, config);
	u64 own_rate = config->rate ?: speed * 1000000ULL;
	struct pfc_link link = {
		.rate = config->peer_rate ?: own_rate,
		.own_rate = own_rate,
		.speed = speed,
		.delay = config->delay + config->cable_delay,
		.mtu = READ_ONCE(port->dev->mtu),
		.batch = config->batch,
		.latency = config->latency,
		.ring = pfc_link_rings(port),
	};

	return pfc_headroom(&link);
}
