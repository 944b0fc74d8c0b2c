/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Network namespaces, and the other end of a veth.
 */
#ifndef PEER_H
#define PEER_H

#include <sys/types.h>
#include "device.h"
#include "model.h"
#include "netns.h"

/**
 * struct netns - a network namespace, with its devices and ports
 *
 * The namespace of the tool is that of the option -n, or the one in which the tool was started.
 *
 * @fd: file descriptor of the namespace
 * @name: name or path; "" for the namespace of the tool if -n was not given
 * @readable: devices and ports were read
 * @ctx: context of requests to the namespace
 * @own_ctx: storage of @ctx; not used in the namespace of the tool
 * @devices: devices of the namespace
 * @before: devices as read before netnses_reload(); empty without a reload
 * @ports: ports of the namespace
 * @n_ids: number of entries in @ids
 * @ids: nsids that this namespace uses for the namespaces of the files of &struct netnses, in
 *	their order; %NETNSID_NONE: none
 */
struct netns {
	int		fd;
	char		name[NETNS_NAME_LEN];
	bool		readable;
	struct ctx	*ctx;
	struct ctx	own_ctx;
	struct devices	devices;
	struct devices	before;
	struct ports	ports;
	size_t		n_ids;
	int		*ids;
};

/**
 * struct netns_file - a namespace that the tool can open
 * @dev: device of its inode, which identifies the namespace together with @ino
 * @ino: inode number
 * @fd: file descriptor
 * @name: name or path
 * @ns: the namespace, if the tool has read it or tried to; otherwise NULL
 */
struct netns_file {
	dev_t		dev;
	ino_t		ino;
	int		fd;
	char		name[NETNS_NAME_LEN];
	struct netns	*ns;
};

/**
 * struct netnses - the namespaces that were read
 * @home: the namespace of the tool
 * @parts: parts of ports to read in the other namespaces
 * @n: number of other namespaces
 * @list: the other namespaces
 * @n_files: number of entries in @files
 * @files: namespaces that the tool has found on this machine, each once
 * @searched: where the tool has searched: named namespaces, then those of processes
 */
struct netnses {
	struct netns		home;
	unsigned int		parts;
	size_t			n;
	struct netns		**list;
	size_t			n_files;
	struct netns_file	*files;
	unsigned int		searched;
};

/**
 * struct end - one end of a link
 * @ns: namespace of the device; NULL: the end is unknown
 * @dev: the device; NULL: the end is unknown
 * @port: the port; NULL: the device is not a port
 */
struct end {
	struct netns		*ns;
	const struct device	*dev;
	const struct port	*port;
};

int netnses_load(struct ctx *ctx, unsigned int parts, struct netnses *all);
void netnses_free(struct netnses *all);
struct netns *netns_read(struct netnses *all, struct netns_file *file);
bool netns_enter(const struct netns *ns);
void netns_leave(const struct netnses *all);

/* netns_search.c */
struct netns_file *netns_file_add(struct netnses *all, const char *name);
struct netns *netns_by_nsid(struct netnses *all, struct netns *from, int nsid);
void netns_files_free(struct netnses *all);

const struct port *port_find(const struct ports *ports, uint32_t ifindex);
struct end end_of(struct netns *ns, const struct device *dev);
struct end peer_of(struct netnses *all, const struct end *end);

#endif /* PEER_H */
