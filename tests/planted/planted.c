// SPDX-License-Identifier: GPL-2.0-only
/*
 * Injected faults, one for each load of the module: insmod planted.ko fault=NAME.
 * The kernel survives each fault, so a guest can commit several in sequence.  Each
 * fault happens at run time, with values that are unknown to the compiler.
 */

#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/interrupt.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/refcount.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/timer.h>

static char *fault = "none";
module_param(fault, charp, 0444);

static noinline void none(void)
{
}

/* A warning that names a function of the module under test */
static noinline void message(void)
{
	pr_warn("work func pfc_%s enqueued on deprecated workqueue\n", fault);
}

/* ---- memory ------------------------------------------------------------- */

static noinline void use_after_free(void)
{
	u8 *bytes = kmalloc(64, GFP_KERNEL);

	if (!bytes)
		return;
	kfree(bytes);
	OPTIMIZER_HIDE_VAR(bytes);
	(void)READ_ONCE(bytes[8]);
}

/* Writes 1 byte after an object of 60 bytes; the allocator has rounded its size up to 64 */
static noinline void overflow(void)
{
	u8 *bytes = kmalloc(60, GFP_KERNEL);
	size_t size = 60;

	if (!bytes)
		return;
	OPTIMIZER_HIDE_VAR(bytes);
	OPTIMIZER_HIDE_VAR(size);
	WRITE_ONCE(bytes[size], 1);
	kfree(bytes);
}

static noinline void double_free(void)
{
	u8 *bytes = kmalloc(64, GFP_KERNEL), *again = bytes;

	OPTIMIZER_HIDE_VAR(again);
	kfree(bytes);
	kfree(again);
}

static noinline void leak(void)
{
	u8 *bytes;
	int i;

	/* leaks several objects, because a stale pointer can hide one of them from kmemleak */
	for (i = 0; i < 8; i++) {
		bytes = kmalloc(200, GFP_KERNEL);
		if (bytes)
			memset(bytes, 0x5a, 200);
		OPTIMIZER_HIDE_VAR(bytes);
	}
}

/* Frees the memory of an active timer */
struct timed {
	struct timer_list timer;
};

static void expired(struct timer_list *timer)
{
}

static noinline void timer_freed(void)
{
	struct timed *timed = kzalloc(sizeof(*timed), GFP_KERNEL);

	if (!timed)
		return;
	timer_setup(&timed->timer, expired, 0);
	mod_timer(&timed->timer, jiffies + 3600 * HZ);
	kfree(timed);
}

static noinline void refcount(void)
{
	refcount_t count = REFCOUNT_INIT(0);

	refcount_inc(&count);
}

/* ---- locks -------------------------------------------------------------- */

static DEFINE_MUTEX(first);
static DEFINE_MUTEX(second);

/* Takes two locks in both orders, one after the other, so that there is no deadlock */
static noinline void lock_inversion(void)
{
	mutex_lock(&first);
	mutex_lock(&second);
	mutex_unlock(&second);
	mutex_unlock(&first);

	mutex_lock(&second);
	mutex_lock(&first);
	mutex_unlock(&first);
	mutex_unlock(&second);
}

/* Nested locks of one class, without a nesting annotation */
static noinline void lock_nesting(void)
{
	spinlock_t locks[2];	/* of one class */
	int i;

	for (i = 0; i < 2; i++)
		spin_lock_init(&locks[i]);
	spin_lock(&locks[0]);
	spin_lock(&locks[1]);
	spin_unlock(&locks[1]);
	spin_unlock(&locks[0]);
}

static DEFINE_SPINLOCK(both);
static DECLARE_COMPLETION(softirq_done);

static void take_in_softirq(struct tasklet_struct *tasklet)
{
	spin_lock(&both);
	spin_unlock(&both);
	complete(&softirq_done);
}

/* Takes the lock in softirq context, and elsewhere with softirqs enabled */
static noinline void lock_in_softirq(void)
{
	static DECLARE_TASKLET(tasklet, take_in_softirq);

	tasklet_schedule(&tasklet);
	wait_for_completion(&softirq_done);
	tasklet_kill(&tasklet);
	spin_lock(&both);
	spin_unlock(&both);
}

/* ---- contexts ----------------------------------------------------------- */

static noinline void sleep_in_atomic(void)
{
	static DEFINE_SPINLOCK(lock);

	spin_lock(&lock);
	might_sleep();
	spin_unlock(&lock);
}

static noinline void sleep_in_rcu(void)
{
	rcu_read_lock();
	might_sleep();
	rcu_read_unlock();
}

static int __rcu *pointer;

static noinline void rcu_unlocked(void)
{
	(void)rcu_dereference(pointer);
}

static noinline void preemptible_cpu(void)
{
	(void)smp_processor_id();
}

/* ---- arithmetic --------------------------------------------------------- */

static noinline void shift(void)
{
	unsigned int by = 33, value = 1;

	OPTIMIZER_HIDE_VAR(by);
	value <<= by;
	OPTIMIZER_HIDE_VAR(value);
}

static noinline void array_index(void)
{
	/* the bytes after the array belong to the same object, so the read does no harm */
	static struct {
		u8 small[4];
		u8 behind[4];
	} bytes;
	unsigned int i = 5;

	OPTIMIZER_HIDE_VAR(i);
	(void)READ_ONCE(bytes.small[i]);
}

/* ---- concurrency -------------------------------------------------------- */

static unsigned long raced;

static int race(void *stop_at)
{
	while (time_before(jiffies, *(unsigned long *)stop_at)) {
		int i;

		for (i = 0; i < 1000; i++) {
			raced++;
			barrier();
		}
		cond_resched();
	}
	while (!kthread_should_stop())
		msleep(20);
	return 0;
}

/* Two CPUs increment a variable without synchronization */
static noinline void two_cpus_race(void)
{
	unsigned long stop_at = jiffies + 5 * HZ;
	struct task_struct *tasks[2];
	int i;

	for (i = 0; i < 2; i++) {
		tasks[i] = kthread_create(race, &stop_at, "planted/%d", i);
		if (IS_ERR(tasks[i]))
			continue;
		kthread_bind(tasks[i], i % num_online_cpus());
		wake_up_process(tasks[i]);
	}
	for (i = 0; i < 2; i++)
		if (!IS_ERR(tasks[i]))
			kthread_stop(tasks[i]);
}

static const struct {
	const char *name;
	void (*commit)(void);
} faults[] = {
	{ "none", none },
	{ "message", message },
	{ "use-after-free", use_after_free },
	{ "overflow", overflow },
	{ "double-free", double_free },
	{ "leak", leak },
	{ "timer-freed", timer_freed },
	{ "refcount", refcount },
	{ "lock-inversion", lock_inversion },
	{ "lock-nesting", lock_nesting },
	{ "lock-in-softirq", lock_in_softirq },
	{ "sleep-in-atomic", sleep_in_atomic },
	{ "sleep-in-rcu", sleep_in_rcu },
	{ "rcu-unlocked", rcu_unlocked },
	{ "preemptible-cpu", preemptible_cpu },
	{ "shift", shift },
	{ "index", array_index },
	{ "data-race", two_cpus_race },
};

static int __init planted_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(faults); i++) {
		if (strcmp(fault, faults[i].name))
			continue;
		faults[i].commit();
		return 0;
	}
	return -ENOENT;
}
module_init(planted_init);

static void __exit planted_exit(void)
{
}
module_exit(planted_exit);

MODULE_DESCRIPTION("Injected faults that a debug kernel must report");
MODULE_LICENSE("GPL");
