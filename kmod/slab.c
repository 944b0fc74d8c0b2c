// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory of ports and configurations.
 *
 * kmalloc() rounds a size up to the next power of two.  These objects are slightly larger than one,
 * so each kind has a slab cache of its own.  /proc/slabinfo lists the caches.
 */
#include <linux/slab.h>
#include <net/rtnetlink.h>
#include "port.h"

static struct kmem_cache *pfc_port_cache;
static struct kmem_cache *pfc_config_cache;

/* Create the slab caches.  Return: 0 or -ENOMEM */
int __init pfc_slab_init(void)
{
	pfc_port_cache = KMEM_CACHE(pfc_port, SLAB_ACCOUNT);
	if (!pfc_port_cache)
		return -ENOMEM;
	pfc_config_cache = KMEM_CACHE(pfc_config, SLAB_ACCOUNT);
	if (!pfc_config_cache) {
		kmem_cache_destroy(pfc_port_cache);
		return -ENOMEM;
	}
	return 0;
}

/*
 * Delete the slab caches.
 *
 * All ports are freed: see pfc_ports_exit().
 */
void pfc_slab_exit(void)
{
	kmem_cache_destroy(pfc_config_cache);
	kmem_cache_destroy(pfc_port_cache);
}

/* Allocate a port.  Context: process, may sleep.  Return: a zeroed port, or NULL */
struct pfc_port *pfc_slab_port(void)
{
	return kmem_cache_zalloc(pfc_port_cache, GFP_KERNEL);
}

/* Free the memory of a port */
void pfc_slab_port_free(struct pfc_port *port)
{
	if (port)
		kmem_cache_free(pfc_port_cache, port);
}

/*
 * Allocate a configuration.
 * @config: contents of the new configuration, or NULL to leave it uninitialised
 * Context: process, may sleep.
 * Return: the configuration, or NULL.
 */
struct pfc_config *pfc_slab_config(const struct pfc_config *config)
{
	struct pfc_config *new = kmem_cache_alloc(pfc_config_cache, GFP_KERNEL);

	if (new && config)
		*new = *config;
	return new;
}

/* Free the memory of a configuration */
void pfc_slab_config_free(struct pfc_config *config)
{
	if (config)
		kmem_cache_free(pfc_config_cache, config);
}

/*
 * Memory that the kernel has allocated for the state of a port.
 *
 * Includes its qdiscs and its configuration, without per-CPU counters and without packets.
 * Return: bytes.
 */
u32 pfc_slab_size(const struct pfc_port *port)
{
	const struct pfc_leaves *leaves = rtnl_dereference(port->leaves);
	size_t size;
	unsigned int i;

	ASSERT_RTNL();

	/* ksize() returns 0 for NULL */
	size = ksize(port) + ksize(port->sch) + ksize(rtnl_dereference(port->config)) +
	       ksize(port->clear.base) + ksize(READ_ONCE(port->watchdog.log)) +
	       ksize(rtnl_dereference(port->impair));
	if (leaves == &port->one)
		return size;
	for (i = 0; i < leaves->n; i++)
		size += ksize(leaves->sch[i]);
	return size + ksize(leaves);
}
