// SPDX-License-Identifier: GPL-2.0-only
/*
 * Search for the network namespace of an nsid.
 *
 * rtnetlink identifies the namespace of the other end of a veth by an nsid, which is valid only in
 * the namespace of the request.  The tool opens the named namespaces, then those of all processes,
 * and asks for the nsid of each.  The inode identifies a namespace: several names and processes
 * can have the same one.
 */
#include <ctype.h>
#include <errno.h>
#include <linux/net_namespace.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "netns.h"
#include "peer.h"

/* Values of @searched of &struct netnses */
enum { SEARCH_NOTHING, SEARCH_NAMED, SEARCH_PROCESSES };

static struct netns_file *file_of(const struct netnses *all, const struct stat *info)
{
	size_t i;

	for (i = 0; i < all->n_files; i++)
		if (all->files[i].dev == info->st_dev && all->files[i].ino == info->st_ino)
			return &all->files[i];
	return NULL;
}

/* Adds an open namespace */
static struct netns_file *add_file(struct netnses *all, const struct stat *info, int fd,
				   const char *name)
{
	struct netns_file *file = list_add(&all->files, &all->n_files, sizeof(*file));
	struct stat home;

	*file = (struct netns_file){ .dev = info->st_dev, .ino = info->st_ino, .fd = fd };
	snprintf(file->name, sizeof(file->name), "%s", name);
	if (!fstat(all->home.fd, &home) && home.st_dev == info->st_dev &&
	    home.st_ino == info->st_ino)
		file->ns = &all->home;
	return file;
}

/*
 * Open a namespace by name or path, unless it is open already.  Return: NULL with errno after a
 * failure.
 */
struct netns_file *netns_file_add(struct netnses *all, const char *name)
{
	int fd = netns_open(name);
	struct netns_file *file;
	struct stat info;

	if (fd < 0 || fstat(fd, &info)) {
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	file = file_of(all, &info);
	if (!file)
		return add_file(all, &info, fd, name);
	close(fd);
	return file;
}

static void add_named(struct netnses *all)
{
	struct dirent **names;
	int n = netns_names(&names), i;

	if (n < 0)
		return;
	for (i = 0; i < n; i++) {
		netns_file_add(all, names[i]->d_name);
		free(names[i]);
	}
	free(names);
}

static void add_processes(struct netnses *all)
{
	DIR *dir = opendir("/proc");
	const struct dirent *entry;
	char name[NETNS_NAME_LEN];
	struct stat info;

	while (dir && (entry = readdir(dir))) {
		if (!isdigit((unsigned char)*entry->d_name))
			continue;
		snprintf(name, sizeof(name), "/proc/%.16s/ns/net", entry->d_name);
		if (!stat(name, &info) && !file_of(all, &info))
			netns_file_add(all, name);
	}
	if (dir)
		closedir(dir);
}

static int read_nsid(const struct nlmsghdr *nlh, void *data)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct rtgenmsg))
		if (mnl_attr_get_type(attr) == NETNSA_NSID &&
		    mnl_attr_validate(attr, MNL_TYPE_U32) >= 0)
			*(int *)data = mnl_attr_get_u32(attr);
	return 0;
}

/* Return: the nsid that the namespace of @ctx uses for the namespace @fd, or %NETNSID_NONE */
static int nsid_of(struct ctx *ctx, int fd)
{
	struct message msg;
	int nsid = NETNSID_NONE;
	struct rtgenmsg *gen = nl_request(&msg, RTM_GETNSID, NLM_F_ACK, sizeof(*gen));

	gen->rtgen_family = AF_UNSPEC;
	mnl_attr_put_u32(&msg.hdr, NETNSA_FD, fd);
	return nl_talk(ctx, ctx->rtnl, &msg.hdr, read_nsid, &nsid) ? NETNSID_NONE : nsid;
}

/* Return: the file of the namespace for which @from uses @nsid, or NULL */
static struct netns_file *find_file(struct netnses *all, struct netns *from, int nsid)
{
	int *ids = check_memory(realloc(from->ids, (all->n_files + 1) * sizeof(*ids)));
	size_t i;

	from->ids = ids;
	for (; from->n_ids < all->n_files; from->n_ids++)
		ids[from->n_ids] = nsid_of(from->ctx, all->files[from->n_ids].fd);
	for (i = 0; i < all->n_files; i++)
		if (ids[i] == nsid)
			return &all->files[i];
	return NULL;
}

/*
 * Find and read the namespace for which @from uses @nsid.  Return: the namespace; NULL if the tool
 * does not find it or cannot read it.
 */
struct netns *netns_by_nsid(struct netnses *all, struct netns *from, int nsid)
{
	struct netns_file *file = find_file(all, from, nsid);

	while (!file && all->searched < SEARCH_PROCESSES) {
		if (++all->searched == SEARCH_NAMED)
			add_named(all);
		else
			add_processes(all);
		file = find_file(all, from, nsid);
	}
	return file ? netns_read(all, file) : NULL;
}

/* Close all files of namespaces */
void netns_files_free(struct netnses *all)
{
	size_t i;

	for (i = 0; i < all->n_files; i++)
		close(all->files[i].fd);
	free(all->files);
}
