# SPDX-License-Identifier: GPL-2.0-only
"""Mininet nodes and links with priority flow control by pfc.ko.

PFCSwitch is a Linux bridge, PFCHost a host, and PFCLink a veth pair of which both ends are ports.
PFCTunnel is the port of a switch that leads to a switch on another machine.  They need the packages
mininet and pfcctl, and the module pfc; they do not need Open vSwitch or a controller:

    Mininet(topo=..., switch=PFCSwitch, host=PFCHost, link=PFCLink, controller=None)
"""

from mininet.link import Intf, Link
from mininet.node import Host, Node, Switch
from mininet.util import errRun

TUNNEL_BYTES = 50  # headers of VXLAN over IPv4: Ethernet, VXLAN, UDP and IP
WIRE_BYTES = 24    # preamble, gap and frame check sequence


def run(node, *words):
    """Runs a command in a node, or on this machine if node is None.  Returns its output."""
    words = [str(word) for word in words]
    if node:
        output, error, status = node.pexec(words)
    else:
        output, error, status = errRun(words)
    if status:
        where = node.name if node else "this machine"
        raise RuntimeError(f"{where}: {' '.join(words)}: {(error or output).strip()}")
    return output


class PFCIntf(Intf):
    """An interface that is a port."""

    def config(self, bw=None, delay=None, mtu=None, lossless=(3,), headroom="auto", settings="",
               **params):
        """bw: rate in Mb/s.  delay: of the wire, such as "1ms".
           lossless: priorities with PFC.  headroom: of each of their priority groups.
           settings: more settings of "pfcctl port", such as "batch 0 latency 1ms"."""
        result = super().config(**params)
        if bw is None:
            raise ValueError(f"{self.name}: bw is missing: a veth without a rate loses packets")
        if mtu:
            run(self.node, "ip", "link", "set", self.name, "mtu", mtu)
        words = ["rate", f"{bw}mbit"] + settings.split()
        if delay:
            words += ["delay", delay]
        if isinstance(self.node, Host):
            words += ["queue-limit", "16M"]  # what Mininet lets a socket send
        self.pfcctl("port", "add", words)
        for prio in lossless:
            self.pfcctl("pg", "set", ["pg", prio, "headroom", headroom])
        if lossless:
            on = [f"{prio}:on" for prio in lossless]
            self.pfcctl("pfc", "set", ["prio-pfc"] + on)
            self.pfcctl("watchdog", "set", ["prio-watchdog"] + on + ["action", "alert"])
        return result

    def pfcctl(self, what, verb, words):
        """Runs a command of pfcctl for this port."""
        return run(self.node, "pfcctl", what, verb, "dev", self.name, *words)


class PFCLink(Link):
    """A veth pair with a port at each end.  The parameters are those of PFCIntf.config()."""

    def __init__(self, node1, node2, **params):
        super().__init__(node1, node2, cls1=PFCIntf, cls2=PFCIntf, **params)


class PFCTunnel(PFCIntf):
    """A port of a switch: a VXLAN device to one switch of another machine.

    local and remote are the addresses of the two machines, and both ends have the same vni.  The
    network between the machines must carry frames of mtu + 50 bytes and bw without a loss."""

    def __init__(self, node, vni, local, remote, mtu=1450, bw=None, settings="", **params):
        name = f"{node.name}-vx{vni}"
        run(None, "ip", "link", "add", name, "type", "vxlan", "id", vni, "dstport", 4789,
            "local", local, "remote", remote, "nolearning")
        settings += f" speed {bw}mbit overhead {WIRE_BYTES + TUNNEL_BYTES}"
        super().__init__(name, node=node, mtu=mtu, bw=bw, settings=settings, **params)


class PFCNode(Node):
    """What hosts and switches have in common."""

    def pfcctl(self, *words):
        """Runs pfcctl in this node and returns its output: node.pfcctl("stats", "show")."""
        return run(self, "pfcctl", *words)


class PFCHost(PFCNode, Host):
    """A host.  It obeys PFC only on an interface that is a port."""

    def configDefault(self, **params):
        for intf in self.intfList():
            if not isinstance(intf, PFCIntf):
                raise TypeError(f"{intf.name} is no port: its link is no PFCLink")
        super().configDefault(**params)


class PFCSwitch(PFCNode, Switch):
    """A Linux bridge in a network namespace of its own, so its ports share a buffer of their own.

    The bridge has no spanning tree: the links of the switches must not form a loop."""

    def __init__(self, name, buffer=None, **params):
        """buffer: size of the shared buffer, such as "64M" (default 12 MiB)"""
        params["inNamespace"] = True
        super().__init__(name, **params)
        if buffer:
            self.pfcctl("pool", "set", "default", "size", buffer)

    def defaultIntf(self):
        return Node.defaultIntf(self)

    def start(self, _controllers):
        """Creates the bridge, with all interfaces of the switch."""
        run(self, "ip", "link", "add", "br0", "type", "bridge")
        for intf in self.intfList():
            if intf.name != "lo":
                run(self, "ip", "link", "set", intf.name, "master", "br0", "up")
        run(self, "ip", "link", "set", "br0", "up")

    def stop(self, deleteIntfs=True):
        self.cmd("ip link del br0")
        super().stop(deleteIntfs)
