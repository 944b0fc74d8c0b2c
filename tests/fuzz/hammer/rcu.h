/* SPDX-License-Identifier: GPL-2.0-only */
/* RCU and RTNL for threads: what a harness does, and no kernel code */
#ifndef HAMMER_RCU_H
#define HAMMER_RCU_H

/* rcu_thread() - says which of the readers the calling thread is */
void rcu_thread(int number);

/* rcu_callbacks() - wait, and call what call_rcu() was given before */
void rcu_callbacks(void);

void rtnl_lock(void);
void rtnl_unlock(void);

#endif /* HAMMER_RCU_H */
