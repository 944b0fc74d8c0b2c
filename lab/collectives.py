# SPDX-License-Identifier: GPL-2.0-only
"""Collective operations: messages that depend on each other.

An operation may be repeated.  A host begins its next iteration when it has received and sent all
messages of the previous one, and the gap (time of a computation) has passed.
"""

from . import messages, units


class _Steps:
    """Messages of an operation; last: the messages that a host has sent or received in the previous
    iteration, now: those in this iteration"""

    def __init__(self, fabric, work):
        self.fabric, self.work = fabric, work
        self.last, self.now = {}, {host: [] for host in work.hosts}

    def send(self, pair, size, after=()):
        """Adds a message of an iteration. Return: the Message"""
        before, gap = list(after), 0
        if not before:
            before, gap = self.last.get(pair[0], []), self.work.values.get("gap", 0)
        message = messages.add(self.fabric, self.work, pair, size, self.work.start,
                               gap if before else 0, dict.fromkeys(before))
        for host in pair:
            self.now[host].append(message)
        return message

    def repeat(self, operation):
        """Runs the operation in each iteration"""
        for _ in range(self.work.values.get("iterations", 1)):
            operation(self)
            self.last, self.now = self.now, {host: [] for host in self.work.hosts}


def all_to_all(fabric, work):
    """Each host sends a message to each other host, first to the next one, then to the one after
    it; "parallel" of them at the same time"""
    work.at_least(2)
    units.need(work.values, ["size"], work.where)
    hosts, parallel = work.hosts, work.values.get("parallel", len(work.hosts))

    def operation(steps):
        sent = {host: [] for host in hosts}
        for distance in range(1, len(hosts)):
            for i, host in enumerate(hosts):
                mine = sent[host]
                after = mine[-parallel:][:1] if len(mine) >= parallel else []
                mine.append(steps.send((host, hosts[(i + distance) % len(hosts)]),
                                       work.values["size"], after))
    _Steps(fabric, work).repeat(operation)


def ring(fabric, work):
    """Ring all-reduce: in 2 (N - 1) steps each host sends a chunk of size / N to the next host.  It
    sends the chunk of a step when it has received that of the previous step."""
    work.at_least(2)
    units.need(work.values, ["size"], work.where)
    hosts = work.hosts
    chunk = -(-work.values["size"] // len(hosts))

    def operation(steps):
        before = []
        for _ in range(2 * (len(hosts) - 1)):
            # before[i - 1] is the message that host i has received, before[i] the one it has sent
            before = [steps.send((host, hosts[(i + 1) % len(hosts)]), chunk,
                                 (before[i - 1], before[i]) if before else ())
                      for i, host in enumerate(hosts)]
    _Steps(fabric, work).repeat(operation)


def tree(fabric, work):
    """Tree all-reduce: the hosts form a binary tree.  Each chunk goes up: a host sends it to its
    parent when it has received it from its children.  Then the chunk goes down from the root."""
    work.at_least(2)
    units.need(work.values, ["size"], work.where)
    hosts, chunks = work.hosts, work.values.get("chunks", 1)
    size = -(-work.values["size"] // chunks)

    def operation(steps):
        sent = {}	# (sender, receiver): its previous message
        for _ in range(chunks):
            received = {}	# receiver: messages of this chunk

            def send(one, other, after):
                previous = sent.get((one, other))
                sent[one, other] = steps.send((hosts[one], hosts[other]), size, [
                    *after, *([previous] if previous else [])])
                received.setdefault(other, []).append(sent[one, other])
            for i in range(len(hosts) - 1, 0, -1):
                send(i, (i - 1) // 2, received.get(i, []))
            after = {0: received.get(0, [])}
            for i in range(1, len(hosts)):
                parent = (i - 1) // 2
                send(parent, i, after[parent])
                after[i] = [sent[parent, i]]
    _Steps(fabric, work).repeat(operation)
