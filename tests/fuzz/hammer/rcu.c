// SPDX-License-Identifier: GPL-2.0-only
/*
 * RCU and RTNL for threads.  A reader records the number of the current grace period.  A
 * waiter starts a new one and waits for all readers that began in an earlier one.
 */
#include <pthread.h>
#include <sched.h>
#include "kernel.h"
#include "rcu.h"

#define READERS	16

static u64 readers[READERS];	/* grace period of each reader; 0: not reading */
static u64 period = 1;
static _Thread_local int reader = READERS - 1;

static pthread_mutex_t rtnl = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t callbacks_lock = PTHREAD_MUTEX_INITIALIZER;
static struct rcu_head *callbacks;
static _Thread_local bool has_rtnl;

void rcu_thread(int number)
{
	reader = number;
}

void rcu_read_lock(void)
{
	u64 now = __atomic_load_n(&period, __ATOMIC_SEQ_CST);

	__atomic_store_n(&readers[reader], now, __ATOMIC_SEQ_CST);
}

void rcu_read_unlock(void)
{
	__atomic_store_n(&readers[reader], 0, __ATOMIC_SEQ_CST);
}

void synchronize_rcu(void)
{
	u64 now = __atomic_add_fetch(&period, 1, __ATOMIC_SEQ_CST), began;
	int i;

	for (i = 0; i < READERS; i++)
		while ((began = __atomic_load_n(&readers[i], __ATOMIC_SEQ_CST)) &&
		       began < now)
			sched_yield();
}

void call_rcu(struct rcu_head *rcu, void (*func)(struct rcu_head *rcu))
{
	rcu->func = func;
	pthread_mutex_lock(&callbacks_lock);
	rcu->next = callbacks;
	callbacks = rcu;
	pthread_mutex_unlock(&callbacks_lock);
}

void rcu_callbacks(void)
{
	struct rcu_head *rcu, *next;

	pthread_mutex_lock(&callbacks_lock);
	rcu = callbacks;
	callbacks = NULL;
	pthread_mutex_unlock(&callbacks_lock);
	if (!rcu)
		return;
	synchronize_rcu();
	for (; rcu; rcu = next) {
		next = rcu->next;
		rcu->func(rcu);
	}
}

void rtnl_lock(void)
{
	pthread_mutex_lock(&rtnl);
	has_rtnl = true;
}

void rtnl_unlock(void)
{
	has_rtnl = false;
	pthread_mutex_unlock(&rtnl);
}

bool hammer_has_rtnl(void)
{
	return has_rtnl;
}
