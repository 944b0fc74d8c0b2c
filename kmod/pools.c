// SPDX-License-Identifier: GPL-2.0-only
/*
 * The buffer pools of a namespace, and their lookup by name.
 */
#include <linux/ctype.h>
#include <linux/slab.h>
#include "message.h"
#include "net.h"
#include "port.h"

static bool pfc_name_char(char c)
{
	return (isascii(c) && isalnum(c)) || c == '_' || c == '.' || c == '-';
}

/* Check the name of a new pool or profile.  Return: 0 or -EINVAL */
int pfc_name_check(const struct nlattr *name, struct pfc_ack *extack)
{
	const char *c = nla_data(name);

	while (pfc_name_char(*c))
		c++;
	if (!*c && c != nla_data(name))
		return 0;
	PFC_SET_ERROR_TEXT_ATTR(extack, name,
				"name: must be 1 to %d characters, each a letter, digit, '_', '.' or '-'",
				PFC_NAME_LEN - 1);
	return -EINVAL;
}

/* @name: attribute with a name, which ends at the first 0 byte */
bool pfc_name_is(const struct nlattr *name, const char *what)
{
	return !strcmp(nla_data(name), what);
}

/* The default pool exists as long as the namespace.  Context: RTNL */
struct pfc_pool *pfc_pools_default(const struct pfc_net *pn)
{
	return list_first_entry(&pn->pools, struct pfc_pool, list);
}

/* @name: attribute with the name; NULL: the default pool.  Return: the pool or -ENOENT */
struct pfc_pool *pfc_pools_find(const struct pfc_net *pn, const struct nlattr *name,
				struct pfc_ack *extack)
{
	struct pfc_pool *pool;

	ASSERT_RTNL();

	if (!name)
		return pfc_pools_default(pn);
	list_for_each_entry(pool, &pn->pools, list)
		if (pfc_name_is(name, pool->name))
			return pool;
	PFC_SET_CAUSE_ATTR(extack, name, PFC_CAUSE_POOL_NOT_FOUND, (char *)nla_data(name));
	return ERR_PTR(-ENOENT);
}

/* Add a pool; no other pool of the namespace has its name.  Return: 0 or -ENOMEM */
int pfc_pools_add(struct pfc_net *pn, const char *name, const struct pfc_pool_set *set)
{
	struct pfc_pool *pool = kmalloc(sizeof(*pool), GFP_KERNEL_ACCOUNT);

	if (!pool)
		return -ENOMEM;
	pfc_pool_init(pool, name, set);
	list_add_tail(&pool->list, &pn->pools);
	pfc_net_changed(pn);
	return 0;
}

/* Delete a pool for which pfc_pool_unused() is true.  Context: RTNL */
void pfc_pools_del(struct pfc_net *pn, struct pfc_pool *pool)
{
	list_del(&pool->list);
	pfc_net_changed(pn);
	kfree_rcu(pool, rcu);
}

/* Create the default pool of a new namespace.  Return: 0 or -ENOMEM */
int pfc_pools_init(struct pfc_net *pn)
{
	static const struct pfc_pool_set set = { .size = PFC_DEFAULT_POOL_SIZE, .ratio = 1 };

	INIT_LIST_HEAD(&pn->pools);
	return pfc_pools_add(pn, PFC_DEFAULT_POOL, &set);
}

/* Free the pools of a namespace, after its devices */
void pfc_pools_exit(struct pfc_net *pn)
{
	struct pfc_pool *pool, *next;

	list_for_each_entry_safe(pool, next, &pn->pools, list) {
		WARN_ON_ONCE(!pfc_pool_unused(pool));
		kfree(pool);
	}
}
