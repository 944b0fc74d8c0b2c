/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kernel interfaces that the hammered files of kmod/ use, for threads in user space.
 * Included before all other headers; the kernel's own headers are empty.
 *
 * Atomics are the compiler's, sequentially consistent.  A thread may be delayed before and
 * after each change of shared data, so that other threads run in between.  RCU is a
 * slot for each thread and a counter.  A counter of the module must never become negative.
 */
#ifndef HAMMER_KERNEL_H
#define HAMMER_KERNEL_H

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "../kernel.h"

/* wobble() - delay a thread at random */
void wobble(void);

/* linger() - longer delay between a decision and the write that depends on it */
void linger(void);

void hammer_fail(const char *file, int line, const char *what,
		 const char *format, ...)
	__attribute__((noreturn, format(printf, 4, 5)));

/* require(condition, format, ...): exits with the message unless the condition is true */
#define require(condition, ...) do {					\
	if (!(condition))						\
		hammer_fail(__FILE__, __LINE__, #condition, __VA_ARGS__); \
} while (0)

/* ---- the compiler ------------------------------------------------------- */

#define __rcu
#define __percpu
#define __read_mostly
#define ____cacheline_aligned_in_smp	__attribute__((aligned(64)))
#define SMP_CACHE_BYTES			64
#define static_assert(expr)		_Static_assert(expr, #expr)
#define offsetofend(type, member)	(offsetof(type, member) + sizeof(((type *)0)->member))
#undef __always_inline
#define __always_inline		inline __attribute__((always_inline))
#define noinline		__attribute__((noinline))
#define likely(x)		(x)
#define unlikely(x)		(x)
#define ARRAY_SIZE(x)		(sizeof(x) / sizeof((x)[0]))
#define READ_ONCE(x)		__atomic_load_n(&(x), __ATOMIC_RELAXED)
#define U32_MAX			((u32)-1)

#undef WRITE_ONCE
#define WRITE_ONCE(x, value) \
	(linger(), __atomic_store_n(&(x), value, __ATOMIC_RELAXED))

#define max3(a, b, c)		max(max(a, b), c)
#define max_t(type, a, b)	max((type)(a), (type)(b))
#define container_of(p, type, member) \
	((type *)((char *)(p) - offsetof(type, member)))

/* ---- atomics ------------------------------------------------------------ */

typedef struct { int counter; } atomic_t;
typedef struct { long counter; } atomic_long_t;
typedef struct { s64 counter; } atomic64_t;

/*
 * taken() - delays a thread that has taken bytes of a part of a pool and has exceeded its size, before
 * the thread reads the size: the size may change meanwhile
 */
void taken(const atomic_long_t *used, unsigned long after);

#define smp_mb()	__atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_rmb()	smp_mb()

#define hammer_read(v)	__atomic_load_n(&(v)->counter, __ATOMIC_SEQ_CST)
#define hammer_set(v, i) __atomic_store_n(&(v)->counter, i, __ATOMIC_SEQ_CST)

#define hammer_add(v, i) ({						\
	typeof((v)->counter) _sum;					\
	wobble();							\
	_sum = __atomic_add_fetch(&(v)->counter, i, __ATOMIC_SEQ_CST);	\
	wobble();							\
	_sum;								\
})

#define hammer_try_cmpxchg(v, old, new) ({				\
	typeof((v)->counter) *_old = (void *)(old);			\
	bool _done;							\
	wobble();							\
	_done = __atomic_compare_exchange_n(&(v)->counter, _old, new, false, \
					    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
	wobble();							\
	_done;								\
})

#define atomic_read(v)			hammer_read(v)
#define atomic_set(v, i)		hammer_set(v, i)
#define atomic_add(i, v)		((void)hammer_add(v, (int)(i)))
#define atomic_sub(i, v)		((void)hammer_add(v, -(int)(i)))
#define atomic_add_return(i, v)		hammer_add(v, (int)(i))
#define atomic_inc_return(v)		hammer_add(v, 1)
#define atomic_sub_return(i, v)		hammer_add(v, -(int)(i))
#define atomic_inc(v)			((void)hammer_add(v, 1))
#define atomic_dec(v)			((void)hammer_add(v, -1))
#define atomic_dec_and_test(v)		(hammer_add(v, -1) == 0)
#define atomic_xchg(v, i)		__atomic_exchange_n(&(v)->counter, i, __ATOMIC_SEQ_CST)
#define atomic_try_cmpxchg(v, old, new)	hammer_try_cmpxchg(v, old, new)
#define atomic_long_read(v)		hammer_read(v)
#define atomic_long_inc(v)		((void)hammer_add(v, 1))
#define atomic_long_add(i, v)		((void)hammer_add(v, (long)(i)))
#define atomic_long_sub(i, v) \
	require(hammer_add(v, -(long)(i)) >= 0, "counter below 0 after subtraction of %ld", \
		(long)(i))
#define atomic_long_add_return(i, v) ({					\
	long _after = hammer_add(v, (long)(i));				\
	taken(v, _after);						\
	_after;								\
})
#define atomic_long_xchg(v, i)		__atomic_exchange_n(&(v)->counter, i, __ATOMIC_SEQ_CST)
#define atomic_long_try_cmpxchg(v, old, new) hammer_try_cmpxchg(v, old, new)
#define atomic64_read(v)		hammer_read(v)
#define atomic64_set(v, i)		hammer_set(v, i)
#define atomic64_add(n, v)		((void)hammer_add(v, n))
#define atomic64_inc(v)			((void)hammer_add(v, 1))
#define atomic64_try_cmpxchg(v, old, new) hammer_try_cmpxchg(v, old, new)

/* ---- RCU, RTNL, references ---------------------------------------------- */

struct rcu_head {
	struct rcu_head	*next;
	void		(*func)(struct rcu_head *rcu);
};

void rcu_read_lock(void);
void rcu_read_unlock(void);
void synchronize_rcu(void);
void call_rcu(struct rcu_head *rcu, void (*func)(struct rcu_head *rcu));

#define synchronize_net()		synchronize_rcu()
#define rcu_assign_pointer(p, v)	__atomic_store_n(&(p), v, __ATOMIC_RELEASE)
#define RCU_INIT_POINTER(p, v)		rcu_assign_pointer(p, v)
#define rcu_dereference(p)		__atomic_load_n(&(p), __ATOMIC_ACQUIRE)
#define rcu_dereference_bh(p)		rcu_dereference(p)
#define rcu_dereference_check(p, c)	rcu_dereference(p)
#define rcu_dereference_protected(p, c)	rcu_dereference(p)
#define rtnl_dereference(p)		rcu_dereference(p)

bool hammer_has_rtnl(void);

#define ASSERT_RTNL()			require(hammer_has_rtnl(), "no RTNL")
#define might_sleep()			((void)0)
#define local_bh_disable()		((void)0)
#define local_bh_enable()		((void)0)

struct percpu_ref {
	atomic_long_t	count;
	void		(*release)(struct percpu_ref *ref);
};

static inline int percpu_ref_init(struct percpu_ref *ref,
				  void (*release)(struct percpu_ref *ref),
				  unsigned int flags, int gfp)
{
	hammer_set(&ref->count, 1);
	ref->release = release;
	return 0;
}

static inline void percpu_ref_get(struct percpu_ref *ref)
{
	(void)hammer_add(&ref->count, 1);
}

static inline void percpu_ref_put(struct percpu_ref *ref)
{
	long count = hammer_add(&ref->count, -1);

	require(count >= 0, "%ld references", count);
	if (!count)
		ref->release(ref);
}

#define percpu_ref_kill(ref)	percpu_ref_put(ref)
#define percpu_ref_exit(ref)	((void)(ref))

/* ---- memory ------------------------------------------------------------- */

#define GFP_KERNEL		0
#define GFP_KERNEL_ACCOUNT	0
#define WARN_ON_ONCE(condition)	do { if (condition) abort(); } while (0)
#define kzalloc(size, gfp)	aligned_zalloc(size)
#define kmalloc(size, gfp)	aligned_zalloc(size)
#define kfree_rcu(p, rcu)	(synchronize_rcu(), kfree(p))
#define alloc_percpu_gfp(type, gfp) ((type *)calloc(1, sizeof(type)))
#define free_percpu(p)		free(p)
#define per_cpu_ptr(p, cpu)	((void)(cpu), (p))
#define for_each_possible_cpu(cpu) for ((cpu) = 0; (cpu) < 1; (cpu)++)

static inline void *aligned_zalloc(size_t size)
{
	void *p = aligned_alloc(64, (size + 63) / 64 * 64);

	return p ? memset(p, 0, size) : NULL;
}

static inline void *kmemdup(const void *from, size_t size, int gfp)
{
	void *p = malloc(size);

	return p ? memcpy(p, from, size) : NULL;
}

void kfree(void *p);

/* ---- lists -------------------------------------------------------------- */

struct list_head {
	struct list_head *next, *prev;
};

#define LIST_HEAD(name)		struct list_head name = { &(name), &(name) }
#define list_empty(head)	((head)->next == (head))
#define list_entry(p, type, member) container_of(p, type, member)
#define list_first_entry(head, type, member) list_entry((head)->next, type, member)
#define list_next(pos, member)	list_entry((pos)->member.next, typeof(*(pos)), member)
#define list_prev(pos, member)	list_entry((pos)->member.prev, typeof(*(pos)), member)

#define list_for_each_entry(pos, head, member)				\
	for ((pos) = list_first_entry(head, typeof(*(pos)), member);	\
	     &(pos)->member != (head); (pos) = list_next(pos, member))

#define list_for_each_entry_safe(pos, n, head, member)			\
	for ((pos) = list_first_entry(head, typeof(*(pos)), member),	\
	     (n) = list_next(pos, member);				\
	     &(pos)->member != (head); (pos) = (n), (n) = list_next(n, member))

#define list_for_each_entry_continue_reverse(pos, head, member)		\
	for ((pos) = list_prev(pos, member); &(pos)->member != (head);	\
	     (pos) = list_prev(pos, member))

static inline void INIT_LIST_HEAD(struct list_head *head)
{
	head->next = head;
	head->prev = head;
}

static inline void list_add_tail(struct list_head *new, struct list_head *head)
{
	new->prev = head->prev;
	new->next = head;
	head->prev->next = new;
	head->prev = new;
}

static inline void list_del(struct list_head *entry)
{
	entry->next->prev = entry->prev;
	entry->prev->next = entry->next;
}

/* ---- structures, with only the members that the files use ----------------- */

typedef struct { int unused; } spinlock_t;
typedef struct { int unused; } seqcount_t;
typedef struct { u64 v; } u64_stats_t;
struct u64_stats_sync { int unused; };
struct tasklet_struct { int unused; };
struct hrtimer { int unused; };
struct work_struct { int unused; };
struct ratelimit_state { int unused; };
struct netlink_ext_ack { const char *_msg; u8 cookie[8]; u8 cookie_len; };
struct nf_hook_state { int unused; };
struct net { int unused; };
struct qdisc_skb_cb { unsigned char data[20]; };
struct genl_info;
struct genl_family;
struct nla_policy { int unused; };
struct netlink_callback;
struct Qdisc_ops;
struct sk_buff;
struct notifier_block;
struct nlattr;

struct rtnl_link_ops { const char *kind; };

struct net_device {
	const char	*name;
	const struct rtnl_link_ops *rtnl_link_ops;
	unsigned int	flags;
	unsigned int	mtu;
	unsigned short	type;
	struct net	*net;
	int		reg_state;
	int		ifindex;
	struct Qdisc	*qdisc;
};

struct Qdisc {
	u32			handle;
	u32			parent;
	unsigned long		state;
	struct net_device	*dev;
};

struct nf_hook_ops {
	unsigned int		(*hook)(void *priv, struct sk_buff *skb,
					const struct nf_hook_state *state);
	void			*priv;
	struct net_device	*dev;
	int			pf;
	int			hooknum;
	int			priority;
};

struct notifier_block {
	int	(*notifier_call)(struct notifier_block *nb, unsigned long event,
				 void *ptr);
};

#define netdev_get_num_tc(dev)		((void)(dev), 0)
#define NL_SET_ERR_MSG(extack, msg)		((extack) ? (void)((extack)->_msg = (msg)) : (void)0)
#define NL_SET_BAD_ATTR(extack, attr)		((void)(extack), (void)(attr))
#define scnprintf				snprintf
#define __stringify_1(x)			#x
#define __stringify(x)				__stringify_1(x)
#define SZ_1K					0x400
#define SZ_1M					0x100000
#define IS_ERR(p)		((uintptr_t)(p) >= (uintptr_t)-4095)
#define PTR_ERR(p)		((long)(p))
#define ERR_PTR(err)		((void *)(intptr_t)(err))
#define nla_data(attr)		((const char *)(attr))
#define nla_strcmp(attr, text)	strcmp(nla_data(attr), text)
#define strscpy(to, from, size)	snprintf(to, size, "%s", from)
#define QDISC_CB_PRIV_LEN	20
#define ETH_ZLEN		60
#define HZ			100
#define NSEC_PER_USEC		1000L
#define ARPHRD_ETHER		1
#define IFF_LOOPBACK		8
#define TC_H_ROOT		0xffffffffU
#define IFNAMSIZ		16
#define NFPROTO_NETDEV		5
#define NF_NETDEV_INGRESS	0
#define RATELIMIT_MSG_ON_RELEASE 1
#define __QDISC_STATE_SCHED	0

enum { NOTIFY_DONE, NETDEV_UP = 1, NETDEV_CHANGE = 4, NETDEV_UNREGISTER = 6,
       NETDEV_CHANGEMTU, NETDEV_CHANGENAME = 11, NETDEV_PRE_UP = 13,
       NETDEV_CHANGEUPPER = 21 };

enum { NETREG_REGISTERED = 1 };

extern struct Qdisc noop_qdisc;

#define seqcount_init(seq)		((void)(seq))
#define read_seqcount_begin(seq)	((void)(seq), 0)
#define read_seqcount_retry(seq, start)	((void)(seq), (void)(start), 0)
#define write_seqcount_begin(seq)	((void)(seq))
#define write_seqcount_end(seq)		((void)(seq))
#define net_ratelimit()			true
#define netdev_warn(dev, ...)		((void)(dev))
#define netdev_info(dev, ...)		((void)(dev))
#define __dev_get_by_index(net, index)	((struct net_device *)NULL)
#define notifier_from_errno(err)	(err)
#define netif_is_bridge_master(dev)	false
#define netif_is_ovs_master(dev)	false
#define netif_is_lag_master(dev)	false
#define netif_is_macvlan(dev)		false
#define netif_is_l3_master(dev)		false
#define is_vlan_dev(dev)		false
#define netdev_notifier_info_to_dev(ptr)	((struct net_device *)(ptr))
#define dev_mc_add(dev, address)	((void)(dev), 0)
#define dev_mc_del(dev, address)	((void)(dev))
#define nf_register_net_hook(net, ops)	((void)(net), 0)
#define nf_unregister_net_hook(net, ops) ((void)(net))
#define net_eq(a, b)			((a) == (b))
#define dev_net(d)			((d)->net)
#define qdisc_dev(sch)			((sch)->dev)
#define qdisc_skb_cb(skb)		((struct qdisc_skb_cb *)(skb))
#define for_each_set_bit(n, word, size)					\
	for ((n) = 0; (n) < (size); (n)++)				\
		if (*(word) >> (n) & 1)
#define test_bit(n, word)		(*(word) >> (n) & 1)
#define usleep_range(min, max)		((void)0)
#define u64_stats_init(syncp)		((void)(syncp))
#define ratelimit_state_init(rs, interval, burst)	((void)(rs))
#define ratelimit_set_flags(rs, flags)	((void)(rs))
#define ktime_get_ns()			1ULL
#define wake_up_var(v)			((void)(v))
#define wait_var_event(v, condition)	((void)(condition))
#define rcu_barrier()			((void)0)
#define register_netdevice_notifier(nb)	((void)(nb), 0)
#define unregister_netdevice_notifier(nb) ((void)(nb))

#endif /* HAMMER_KERNEL_H */
