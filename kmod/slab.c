// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory of ports and configurations.
 *
 * kmalloc() rounds a size up to the next power of two.  These objects are slightly larger than one,
 * so each kind has a slab cache of its own.  kfree() frees them.  /proc/slabinfo lists the caches.
 */
#include <linux/slab.h>
#include <net/rtnetlink.h>
#include "port.h"

#ifdef CONFIG_SLOB
#error "kfree() of SLOB, an allocator of kernels before 6.4, frees no objects of slab caches"
#endif

static struct kmem_cache *pfc_port_cache;
static struct kmem_cache *pfc_config_cache;

/* Delete the slab caches.  All ports are freed: see pfc_ports_exit() */
void pfc_slab_exit(void)
{
	kmem_cache_destroy(pfc_config_cache);
	kmem_cache_destroy(pfc_port_cache);
}

/* Create the slab caches.  Return: 0 or -ENOMEM */
int __init pfc_slab_init(void)
{
	pfc_port_cache = KMEM_CACHE(pfc_port, SLAB_ACCOUNT);
	pfc_config_cache = KMEM_CACHE(pfc_config, SLAB_ACCOUNT);
	if (pfc_port_cache && pfc_config_cache)
		return 0;
	pfc_slab_exit();
	return -ENOMEM;
}

/* Allocate a zeroed port, or return NULL.  May sleep */
struct pfc_port *pfc_slab_port(void)
{
	return kmem_cache_zalloc(pfc_port_cache, GFP_KERNEL);
}

/* Allocate a copy of a configuration, or an uninitialised one, or return NULL.  May sleep */
struct pfc_config *pfc_slab_config(const struct pfc_config *config)
{
	struct pfc_config *new = kmem_cache_alloc(pfc_config_cache, GFP_KERNEL);

	if (new && config)
		*new = *config;
	return new;
}

/*
 * Bytes that the kernel has allocated for the state of a port, its qdiscs and its configuration,
 * without per-CPU counters and without packets.
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
