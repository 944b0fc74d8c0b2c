# SPDX-License-Identifier: GPL-2.0-only
"""Changes that make a description wrong, and what is said about them."""

LINKS = [{"ends": [["a", "b"], "s"]}]
FLOW = {"from": "a", "to": "b"}

CASES = [
    ({"duration": "100"}, r"duration: '100' is not a time .* 1ns to 1000s"),
    ({"colour": 1}, r"colour: no such setting; there are .*duration"),
    ({"hosts": ["a", "a"]}, r"a name is given twice"),
    ({"hosts": ["a", "b", "c"]}, r"c: a host has one link, not 0"),
    ({"hosts": ["a", "b c"]}, r"hosts: 'b c' is not a name"),
    ({"links": []}, r"a: a host has one link, not 0"),
    ({"links": [{"ends": ["a"]}]}, r"links, the 1\.: ends: two are wanted"),
    ({"links": LINKS + [{"ends": ["s", "x"]}]}, r"links, the 2\.: there is no x"),
    ({"links": LINKS + LINKS}, r"links, the 2\.: a and s: .* twice"),
    ({"link": {"rate": "1kbit"}}, r"link: rate: '1kbit' .* 1mbit to 1600gbit"),
    ({"link": {"delay": "20ms"}}, r"link: delay: '20ms' .* 0 to 10ms"),
    ({"port": {"xoff": "2G"}}, r"port: xoff: '2G' .* 0 to 1G"),
    ({"port": {"prio-pfc": [8]}}, r"prio-pfc: 8 is not a number from 0 to 7"),
    ({"port": {"pg": {"9": {}}}}, r"port: pg: .* groups from 0 to 7"),
    ({"port": {"pg": {"3": {"xof": 1}}}}, r"port: pg\.3: xof: no such setting"),
    ({"ports": [{"at": "s:x"}]}, r"ports, the 1\.: there is no x"),
    ({"ports": [{"xon": 1}]}, r"ports, the 1\.: at: is missing"),
    ({"ports": [{"at": 3}]}, r"ports, the 1\.: at: 3 is no port"),
    ({"ports": [{"at": "a:b"}]}, r"ports, the 1\.: a:b: there is no such port"),
    ({"flows": [FLOW | {"to": "s"}]}, r"flows, the 1\.: there is no s"),
    ({"flows": [FLOW | {"to": "a"}]}, r"goes from no host to another"),
    ({"flows": [FLOW | {"size": 59}]}, r"size: 59 .* 60 to 9014"),
    ({"flows": [FLOW | {"size": 1515}]}, r"size: more than the mtu, 1500, and 14"),
    ({"flows": [FLOW | {"start": "1s"}]}, r"stop: not after start"),
    ({"flows": [FLOW | {"burst": 1000}]}, r"burst and period belong together"),
    ({"flows": [FLOW | {"burst": "1M", "period": "1ms"}]},
     r"burst: takes longer than the period"),
    ({"flows": [FLOW | {"path": ["b"]}]}, r"flows, the 1\.: there is no b"),
    ({"pauses": [{"at": "b:s", "prio": 3}]}, r"quanta: is missing"),
    ({"pauses": [{"at": "b:s", "prio": 3, "quanta": 65536}]},
     r"quanta: 65536 .* 0 to 65535"),
    ({"sample": "1ns"}, r"sample: more than 100000"),
    ({"switches": ["s", "t"], "flows": [FLOW | {"path": ["s", "t"]}]},
     r"path: s has no link to t"),
]
