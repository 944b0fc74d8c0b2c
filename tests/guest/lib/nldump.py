# SPDX-License-Identifier: GPL-2.0-only
"""Decodes the messages that "nlraw COMMAND|hex" prints, by the netlink specification."""

import struct
from pathlib import Path

import yaml
from tap import path

SPEC = Path(__file__).resolve().parents[3] / "Documentation/netlink/specs/pfc.yaml"
NUMBERS = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q"}
TYPE = 0x3fff		# without the flags NLA_F_NESTED and NLA_F_NET_BYTEORDER


def _numbered(attributes):
    number, result = 0, {}
    for attr in attributes:
        number = attr.get("value", number + 1 if result else 1)
        result[number] = attr
    return result


class Decoder:
    """The attribute sets of the specification"""

    def __init__(self):
        spec = yaml.safe_load(SPEC.read_text(encoding="utf-8"))
        self.sets = {s["name"]: _numbered(s["attributes"]) for s in spec["attribute-sets"]
                     if "subset-of" not in s}

    def value(self, attr, data):
        kind = attr["type"]
        if kind == "nest":
            return self.attributes(data, attr["nested-attributes"])
        if kind == "flag":
            return True
        if kind == "string":
            return data.rstrip(b"\0").decode()
        if kind == "binary":
            return data
        return struct.unpack("=" + NUMBERS[kind], data)[0]

    def attributes(self, data, name="pfc"):
        """Returns {name: value}; the value of a repeated attribute is a list."""
        result, at = {}, 0
        while at < len(data):
            length, number = struct.unpack_from("=HH", data, at)
            attr = self.sets[name][number & TYPE]
            if attr["type"] != "pad":
                value = self.value(attr, data[at + 4:at + length])
                if attr.get("multi-attr"):
                    result.setdefault(attr["name"], []).append(value)
                else:
                    result[attr["name"]] = value
            at += (length + 3) & ~3
        return result


def answers(name):
    """Reads $OUT/NAME.hex: a list of the answers, each a list of messages."""
    decoder, result, messages = Decoder(), [], []
    with open(path(name + ".hex"), encoding="ascii") as file:
        for line in file.read().splitlines():
            if line.startswith("ok "):
                result.append(messages)
                messages = []
            elif line[0].isupper():
                raise ValueError(f"{name}: {line}")
            else:
                messages.append(decoder.attributes(bytes.fromhex(line)))
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
