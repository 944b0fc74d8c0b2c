// SPDX-License-Identifier: GPL-2.0-only
/*
 * Failure of the nth allocation of a task: /proc/failalloc replaces /proc/self/fail-nth in
 * kernels without fault injection.  A write of N makes the Nth allocation of the writer
 * fail.  A read returns the number of allocations up to and including the one that fails; 0
 * after this one has failed.
 *
 * A kprobe at the entry of each allocation function makes it return NULL.
 */

#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/uaccess.h>

/* Each line has the name in older kernels and the name in newer kernels */
static const char * const names[] = {
	"kmem_cache_alloc", "kmem_cache_alloc_noprof",
	"kmem_cache_alloc_lru", "kmem_cache_alloc_lru_noprof",
	"kmem_cache_alloc_node", "kmem_cache_alloc_node_noprof",
	"kmalloc_trace", "__kmalloc_cache_noprof",
	"kmalloc_node_trace", "__kmalloc_cache_node_noprof",
	"__kmalloc", "__kmalloc_noprof",
	"__kmalloc_node", "__kmalloc_node_noprof",
	"__kmalloc_node_track_caller", "__kmalloc_node_track_caller_noprof",
	"kmalloc_large", "kmalloc_large_noprof",
	"__alloc_percpu", "__alloc_percpu_gfp", "pcpu_alloc_noprof",
};

static struct kprobe probes[ARRAY_SIZE(names)];
static struct task_struct *victim;
static unsigned int left;

/* To make an allocation function fail, the probe jumps here, which returns to the caller */
static noinline notrace void nothing(void)
{
	barrier();
}

static int before(struct kprobe *probe, struct pt_regs *regs)
{
	if (READ_ONCE(victim) != current || !in_task() || !left || --left)
		return 0;
	regs_set_return_value(regs, 0);
	instruction_pointer_set(regs, (unsigned long)nothing);
	return 1;
}

/* A post handler prevents an optimized (jump) probe, which cannot change the instruction pointer */
static void after(struct kprobe *probe, struct pt_regs *regs, unsigned long flags)
{
}

static ssize_t failalloc_write(struct file *file, const char __user *text, size_t len,
			       loff_t *offset)
{
	unsigned int nth;
	int err;

	WRITE_ONCE(victim, NULL);
	err = kstrtouint_from_user(text, len, 0, &nth);
	if (err)
		return err;
	left = nth;
	if (nth)
		WRITE_ONCE(victim, current);
	return len;
}

static ssize_t failalloc_read(struct file *file, char __user *text, size_t len,
			      loff_t *offset)
{
	char buf[16];

	return simple_read_from_buffer(text, len, offset, buf, sprintf(buf, "%u\n", left));
}

static const struct proc_ops failalloc_ops = {
	.proc_read = failalloc_read,
	.proc_write = failalloc_write,
};

static int __init failalloc_init(void)
{
	size_t i, found = 0;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		probes[i] = (struct kprobe){
			.symbol_name = names[i], .pre_handler = before, .post_handler = after,
		};
		if (register_kprobe(&probes[i]))
			probes[i].addr = NULL;
		else
			found++;
	}
	pr_info("failalloc: %zu functions\n", found);
	return proc_create("failalloc", 0600, NULL, &failalloc_ops) ? 0 : -ENOMEM;
}

static void __exit failalloc_exit(void)
{
	size_t i;

	remove_proc_entry("failalloc", NULL);
	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (probes[i].addr)
			unregister_kprobe(&probes[i]);
}

module_init(failalloc_init);
module_exit(failalloc_exit);

MODULE_DESCRIPTION("Injection of allocation failures");
MODULE_LICENSE("GPL");
