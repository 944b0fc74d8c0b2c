# SPDX-License-Identifier: GPL-2.0-only
# Generated from Documentation/netlink/specs/pfc.yaml by "make generate"
"""The readers of settings."""

from . import units

PORT = {
    "rate":
        units.either(units.one_of("unlimited"), units.rate(1000000, 1600000000000)),
    "overhead":
        units.number(0, 256),
    "speed":
        units.either(units.one_of("auto"), units.rate(10000000, 1600000000000)),
    "delay":
        units.either(units.one_of("none"), units.time(0, 10000000)),
    "cable-delay":
        units.either(units.one_of("none"), units.time(0, 10000000)),
    "cable-length":
        units.string,
    "batch":
        units.number(0, 4096),
    "latency":
        units.either(units.one_of("none"), units.time(0, 100000000)),
    "peer-rate":
        units.either(units.one_of("own"), units.rate(1000000, 1600000000000)),
    "gso":
        units.one_of("auto", "whole", "split"),
    "tx-queues":
        units.one_of("auto", "one", "all"),
    "ecn-at":
        units.one_of("enqueue", "dequeue"),
    "pause-time":
        units.number(1, 65535),
    "default-prio":
        units.number(0, 7),
    "queue-limit":
        units.size(0, 1073741824),
    "port-group":
        units.either(units.one_of("none"), units.number(1, 255)),
}
PFC = {
    "flow-control":
        units.one_of("none", "pause", "pfc"),
    "prio-pfc":
        units.numbers(0, 7),
    "prio-pfc-tx":
        units.numbers(0, 7),
    "prio-pfc-rx":
        units.numbers(0, 7),
    "pause-time":
        units.number(1, 65535),
}
MAP = {
    "trust":
        units.one_of("none", "dscp", "pcp", "dscp,pcp", "pcp,dscp"),
    "default-prio":
        units.number(0, 7),
    "control-prio":
        units.either(units.one_of("none"), units.number(0, 7)),
    "dscp-prio":
        units.table_of(
            units.number(0, 63),
            units.number(0, 7)),
    "pcp-prio":
        units.table_of(
            units.number(0, 7),
            units.number(0, 7)),
    "ethtype-prio":
        units.table_of(
            units.hexadecimal(0x600, 0xffff),
            units.either(units.one_of("none"), units.number(0, 7))),
    "flood-prio":
        units.table_of(
            units.number(0, 7),
            units.either(units.one_of("none"), units.number(0, 7))),
    "flood-lossless":
        units.one_of("forward", "drop"),
    "prio-pg":
        units.table_of(
            units.number(0, 7),
            units.number(0, 7)),
    "prio-source":
        units.one_of("packet", "skb"),
    "app-rewrite":
        units.one_of("off", "on"),
    "prio-dscp":
        units.table_of(
            units.number(0, 7),
            units.either(units.one_of("none"), units.number(0, 63))),
    "prio-pcp":
        units.table_of(
            units.number(0, 7),
            units.either(units.one_of("none"), units.number(0, 7))),
    "bounce-prio":
        units.table_of(
            units.number(0, 7),
            units.either(units.one_of("none"), units.number(0, 7))),
    "bounce-dscp":
        units.table_of(
            units.number(0, 7),
            units.either(units.one_of("none"), units.number(0, 63))),
}
PG = {
    "profile":
        units.string,
    "xoff":
        units.size(0, 1073741824),
    "xon":
        units.size(0, 1073741824),
    "headroom":
        units.either(units.one_of("auto", "default"), units.size(0, 1073741824)),
    "limit":
        units.size(0, 1073741824),
    "min":
        units.size(0, 1073741824),
    "alpha":
        units.alpha,
    "xon-offset":
        units.size(0, 1073741824),
    "xoff-ahead":
        units.size(0, 1073741824),
    "pool":
        units.string,
}
QUEUE = {
    "limit":
        units.either(units.one_of("none"), units.size(1, 1073741824)),
    "alpha":
        units.alpha,
    "ecn-kmin":
        units.size(0, 1073741824),
    "ecn-kmax":
        units.either(units.one_of("off"), units.size(1, 1073741824)),
    "ecn-pmax":
        units.percent,
    "min":
        units.size(0, 1073741824),
    "pool":
        units.string,
}
ETS = {
    "prio-tc":
        units.table_of(
            units.number(0, 7),
            units.number(0, 7)),
    "tc-tsa":
        units.table_of(
            units.number(0, 7),
            units.one_of("strict", "ets")),
    "tc-bw":
        units.table_of(
            units.number(0, 7),
            units.number(0, 100)),
    "tc-maxrate":
        units.table_of(
            units.number(0, 7),
            units.either(units.one_of("unlimited"), units.rate(1000000, 1600000000000))),
}
POOL = {
    "size":
        units.size(60, 1099511627776),
    "oversubscribe-ratio":
        units.number(1, 256),
    "shared-headroom":
        units.either(units.one_of("none"), units.size(1, 1099511627776)),
    "cell":
        units.either(units.one_of("none"), units.size(1, 65536)),
    "cell-overhead":
        units.size(0, 256),
}
WATCHDOG = {
    "prio-watchdog":
        units.numbers(0, 7),
    "detection-time":
        units.time(1000000, 10000000000),
    "restoration-time":
        units.either(units.one_of("auto", "manual"), units.time(1000000, 60000000000)),
    "action":
        units.one_of("drop", "forward", "alert"),
    "escalate-count":
        units.either(units.one_of("off"), units.number(1, 32)),
    "escalate-period":
        units.time(1000000, 3600000000000),
    "xoff-timeout":
        units.either(units.one_of("off"), units.time(1000000, 10000000000)),
    "xoff-warn":
        units.either(units.one_of("off"), units.number(1, 1000000)),
}
