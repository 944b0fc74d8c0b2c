#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""An incast in Mininet: h1 and h2 send to h3 behind a slower link.

      h1 ── 100 Mb/s ── s1 ── 20 Mb/s ── h3
      h2 ── 100 Mb/s ───┘

incast.py            prints how many datagrams of the lossless and of the lossy class arrive
incast.py --no-pfc   the same without PFC
incast.py --cli      starts Mininet's command line instead

Needs root, the package mininet, the module pfc, and pfcctl.
"""

import json
import os
import sys

from mininet.cli import CLI
from mininet.net import Mininet
from mininet.topo import Topo

from pfc_mininet import PFCHost, PFCLink, PFCSwitch

LOSSLESS, LOSSY = 26, 0  # DSCPs, of the priorities 3 and 0
COUNT = 2000             # datagrams of each sender and class
UDP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "udp.py")


class Incast(Topo):
    """The topology of the text above."""

    def build(self, *_args, pfc=True, **_params):
        self.addSwitch("s1")
        for host, bw in ("h1", 100), ("h2", 100), ("h3", 20):
            self.addHost(host)
            self.addLink(host, "s1", bw=bw, lossless=(3,) if pfc else ())


def incast(net):
    """Returns the numbers of datagrams that arrive at h3, by DSCP."""
    h1, h2, h3 = net.get("h1", "h2", "h3")
    net.pingAll()  # hosts and switch learn the addresses
    receiver = h3.popen("python3", UDP, "receive")
    try:
        receiver.stdout.readline()
        senders = [host.popen("python3", UDP, "send", h3.IP(), str(COUNT), str(dscp))
                   for host in (h1, h2) for dscp in (LOSSLESS, LOSSY)]
        for sender in senders:
            _, error = sender.communicate()
            if sender.returncode:
                sys.exit(error.decode())
        result, _ = receiver.communicate(timeout=60)
        return json.loads(result)
    finally:
        receiver.kill()  # would wait forever for a datagram, and keep the namespace of h3


def main():
    """Builds the network and runs the incast."""
    pfc = "--no-pfc" not in sys.argv
    net = Mininet(topo=Incast(pfc=pfc), switch=PFCSwitch, host=PFCHost, link=PFCLink,
                  controller=None)
    net.start()
    try:
        if "--cli" in sys.argv:
            CLI(net)
            return
        got = incast(net)
        for name, dscp in ("lossless", LOSSLESS), ("lossy", LOSSY):
            print(f"{name:8} DSCP {dscp:2}: sent {2 * COUNT}, arrived {got.get(str(dscp), 0)}")
        print(net.get("s1").pfcctl(), end="")
    finally:
        net.stop()


main()
