/* SPDX-License-Identifier: GPL-2.0-only */
/* RCU and RTNL for threads: functions that only the harness calls */
#ifndef HAMMER_RCU_H
#define HAMMER_RCU_H

/* rcu_thread() - set the reader number of the calling thread */
void rcu_thread(int number);

/* rcu_callbacks() - wait for a grace period and run the callbacks queued before it */
void rcu_callbacks(void);

void rtnl_lock(void);
void rtnl_unlock(void);

#endif /* HAMMER_RCU_H */
