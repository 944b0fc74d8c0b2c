# SPDX-License-Identifier: GPL-2.0-only
"""Hosts that receive slowly or freeze.

The NIC of such a host is a bridge from the link to the memory, by way of a port with the rate of
the receiver.  Frames wait in its queues, and the module charges them to the PG of the host's
port, whose thresholds make the host pause its switch.

The memory has the MAC address of the host, so the IP stack accepts frames there.  It sends by the
host's port, past the bridge, as flows do.
"""

from . import units
from .settings import Settings
from .units import Problem

PEER = "memory"	# the port to the memory is HOST:memory
NIC, MEMORY = "nic0", "mem0"	# devices: of this port, and of its other end, where frames arrive
QUANTA = 65535
PRIOS = list(range(8))


def freezes(value):
    """Reads a list of pairs of times that do not overlap"""
    if not isinstance(value, list) or not all(isinstance(one, list) and len(one) == 2
                                              for one in value):
        raise Problem(f'{value!r} is not a list of pairs of times like [["1ms", "2ms"]]')
    pairs = [[units.time()(time) for time in one] for one in value]
    flat = [time for pair in pairs for time in pair]
    if flat != sorted(flat) or any(begin == end for begin, end in pairs):
        raise Problem(f"{value!r}: the times must ascend")
    return pairs


RECEIVER = {"at": None, "rate": units.rate(10**7), "freeze": freezes}


def pause_time(speed):
    """Return: the longest time that one PFC frame pauses a port, ns; speed: bit/s"""
    return QUANTA * 512 * 10**9 // speed


class Inner:
    """The port from a NIC to the memory; has the same members as a Port"""

    def __init__(self, fabric, port, values):
        self.node, self.peer, self.dev = port.node, PEER, NIC
        self.name = f"{port.node}:{PEER}"
        self.freeze = values.get("freeze", [])
        rate = values.get("rate", port.settings["rate"])
        self.config = Settings({"rate": rate, "delay": 0, "speed": max(round(rate, -6), 10**7),
                                "prio-pfc-rx": PRIOS})
        self.mac = f"02:ff:01{port.mac[8:]}"
        if self.name in fabric.ports:
            raise Problem(f"{self.name}: this port has the name of the memory of {port.node}")

    @property
    def settings(self):
        """The values that apply to the whole port"""
        return self.config.values

    @property
    def pause_time(self):
        """The longest time that one PFC frame pauses the port, ns"""
        return pause_time(self.settings["speed"])


def read(fabric, top):
    """Reads all [[receivers]].  Return: {name of the port: Inner}"""
    result = {}
    for where, values in units.each(top, "receivers", RECEIVER, ["at"]):
        for host in fabric.known(fabric.nodes_at(values["at"], where), where, fabric.hosts):
            inner = Inner(fabric, fabric.host_port(host), values)
            if host in fabric.dead or inner.name in result:
                raise Problem(f"{where}: at: {host} is dead, or in an earlier table")
            result[inner.name] = inner
    return result


def has(fabric, node):
    """Return: whether a node is a host with a receiver"""
    return f"{node}:{PEER}" in fabric.inner


def device(fabric, host):
    """Return: the device at which frames to a host arrive"""
    return MEMORY if has(fabric, host) else fabric.host_port(host).dev


def orders(fabric):
    """Yields the orders that create the NICs"""
    for inner in fabric.inner.values():
        host = inner.node
        yield (f"veth {host} {NIC} {inner.mac} {host} {MEMORY} {fabric.mac(host)} {fabric.mtu}")
        yield f"bridge {host}"
        yield f"member {host} {fabric.host_port(host).dev} 0"
        yield f"member {host} {NIC} 1"	# floods frames to other addresses of the host to the memory
        yield f"fdb {host} {NIC} {fabric.mac(host)}"
        yield from (f"pfcctl {host} {command}" for command in inner.config.commands(NIC))


def pauses(fabric):
    """Yields the orders that freeze receivers: PFC frames from the memory to the NIC"""
    for inner in fabric.inner.values():
        for begin, end in inner.freeze:
            yield (f"pause {inner.node} {MEMORY} 255 {QUANTA} {begin} {end} "
                   f"{inner.pause_time // 2}")
            yield f"pause {inner.node} {MEMORY} 255 0 {end} {end + 1} 1"
