# SPDX-License-Identifier: GPL-2.0-only
"""Decodes the messages that "nlraw COMMAND|hex" prints, by the netlink specification."""

from nlspec import attributes
from harness import path


def answers(name):
    """Reads $OUT/NAME.hex: a list of the answers, each a list of messages."""
    result, messages = [], []
    with open(path(name + ".hex"), encoding="ascii") as file:
        for line in file.read().splitlines():
            if line.startswith("ok "):
                result.append(messages)
                messages = []
            elif line[0].isupper():
                raise ValueError(f"{name}: {line}")
            else:
                messages.append(attributes(bytes.fromhex(line)))
    return result


def ports(name):
    """Reads $OUT/NAME.hex, one answer to WAIT_GET: {name of the port: its attributes}.

    "queues" of a port are its nests queue-holders, by priority.
    """
    result = {}
    messages, = answers(name)
    for message in messages:
        port = result.setdefault(message["ifname"], {"queues": {}})
        queue = message.pop("queue-holders", None)
        if queue:
            port["queues"][queue["id"]] = queue
        else:
            port.update(message)
    return result
