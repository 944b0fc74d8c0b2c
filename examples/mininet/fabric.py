#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""One fabric on several machines, from one file.

             machine a                   machine b
      h1 ── s1 ══════════════════════════ s2 ── h3
      h2 ───┘          VXLAN              └──── h4 (20 Mb/s)

Start the same file on each machine, as root.  Each process builds the part of its machine, and
Mininet's command line starts:

fabric.py a=192.0.2.1 b=192.0.2.2 --here a     on the machine with the address 192.0.2.1
fabric.py a=192.0.2.1 b=192.0.2.2 --here b     on the machine with the address 192.0.2.2

Needs the package mininet, the module pfc, and pfcctl on each machine.
"""

import argparse

from mininet.cli import CLI
from mininet.net import Mininet

from pfc_mininet import PFCHost, PFCLink, PFCSwitch, PFCTunnel

SWITCHES = {"s1": "a", "s2": "b"}     # switch: machine
LINKS = [("s1", "s2", 100)]           # two switches, Mb/s
HOSTS = {                             # host: address, switch, Mb/s
    "h1": ("10.0.0.1/24", "s1", 100),
    "h2": ("10.0.0.2/24", "s1", 100),
    "h3": ("10.0.0.3/24", "s2", 100),
    "h4": ("10.0.0.4/24", "s2", 20),
}
MTU = 1450  # of all links: the MTU between the machines, less the 50 bytes of the tunnels


def build(machines, here, **settings):
    """Builds the part of the machine "here"; settings are those of all ports."""
    net = Mininet(switch=PFCSwitch, host=PFCHost, link=PFCLink, controller=None)
    for switch, machine in SWITCHES.items():
        if machine == here:
            net.addSwitch(switch)
    for name, (address, switch, bw) in HOSTS.items():
        if SWITCHES[switch] == here:
            net.addHost(name, ip=address, mac="02:00:00:00:00:%02x" % int(name[1:]))
            net.addLink(name, switch, bw=bw, mtu=MTU, **settings)
    for vni, (first, second, bw) in enumerate(LINKS, 1):
        if here not in (SWITCHES[first], SWITCHES[second]):
            continue
        if SWITCHES[first] == SWITCHES[second]:
            net.addLink(first, second, bw=bw, mtu=MTU, **settings)
            continue
        if SWITCHES[first] != here:
            first, second = second, first
        PFCTunnel(net.get(first), vni, local=machines[here], remote=machines[SWITCHES[second]],
                  bw=bw, mtu=MTU, **settings)
    return net


def main():
    """Builds the part of this machine and starts the command line."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("machines", nargs="+", help="NAME=ADDRESS of each machine")
    parser.add_argument("--here", required=True, help="NAME of this machine")
    parser.add_argument("--headroom", default="auto", help="of each lossless priority group")
    options = parser.parse_args()
    machines = dict(machine.split("=", 1) for machine in options.machines)
    net = build(machines, options.here, headroom=options.headroom)
    net.start()
    try:
        CLI(net)
    finally:
        net.stop()


main()
