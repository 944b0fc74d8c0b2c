// SPDX-License-Identifier: GPL-2.0-only
/*
 * The nth allocation of a task fails: /proc/failalloc does what /proc/self/fail-nth
 * does, in kernels that were built without fault injection.  Written to, it names
 * which one of the writer's allocations is to fail; read, it tells how many there are
 * to go until that, 0 if it has failed.
 *
 * A probe at the entry of each function that allocates lets it return NULL at once.
 */

#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/uaccess.h>

/* Newer kernels call them by the second name */
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

/* Where a function goes that is not to do anything */
static noinline notrace void nothing(void)
{
	barrier();
}

static int before(struct kprobe *probe, struct pt_regs *regs)
{
	if (READ_ONCE(victim) != current || !in_task() || !left || --left)
		return 0;
	regs->ax = 0;
	regs->ip = (unsigned long)nothing;
	return 1;
}

/* That there is one keeps the probe from being made a jump, which cannot return */
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

MODULE_DESCRIPTION("Allocations that fail on purpose");
MODULE_LICENSE("GPL");
