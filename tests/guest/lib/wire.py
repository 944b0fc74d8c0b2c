# SPDX-License-Identifier: GPL-2.0-only
"""Frames on the wires of a test, read from its captures."""

import struct
import subprocess
from collections import namedtuple

PROBE_MAGIC = 0x50464331
MAC_CONTROL = 0x8808
FRAME_MIN = 60

# A frame of a flow of udpsend; time in ns, length in bytes without FCS
Frame = namedtuple("Frame", "time length dscp flow seq")

# A PFC frame; times: pause times of priorities 0 to 7 in quanta
Pfc = namedtuple("Pfc", "time length src dst opcode enable times")

PFC_FIELDS = ["frame.time_epoch", "frame.len", "eth.src", "eth.dst",
              "macc.opcode", "macc.cbfc.enbv"] + \
             [f"macc.cbfc.pause_time.c{prio}" for prio in range(8)]


def packets(path):
    """Yields (time in ns, original length, bytes) of each frame in a capture."""
    with open(path, "rb") as file:
        data = file.read()
    magic, = struct.unpack_from("<I", data)
    if magic != 0xa1b23c4d:
        raise ValueError(f"{path}: not a capture with nanoseconds")
    offset = 24
    while offset + 16 <= len(data):
        sec, nsec, size, length = struct.unpack_from("<IIII", data, offset)
        offset += 16
        yield sec * 1000000000 + nsec, length, data[offset:offset + size]
        offset += size


def flows(path):
    """Returns the frames of udpsend in a capture: untagged IPv4."""
    found = []
    for time, length, data in packets(path):
        if len(data) < 14 + 20 + 8 + 16 or data[12:14] != b"\x08\x00":
            continue
        udp = 14 + 4 * (data[14] & 15)
        magic, flow, seq = struct.unpack_from(">IIQ", data, udp + 8)
        if data[23] == 17 and magic == PROBE_MAGIC:
            found.append(Frame(time, max(length, FRAME_MIN), data[15] >> 2,
                               flow, seq))
    return found


def pfc_raw(path):
    """Returns the PFC frames in a capture, decoded without tshark."""
    found = []
    for time, length, data in packets(path):
        if len(data) < 34 or data[12:16] != b"\x88\x08\x01\x01":
            continue
        enable, *times = struct.unpack_from(">H8H", data, 16)
        found.append(Pfc(time, length, data[6:12].hex(":"),
                         data[0:6].hex(":"), 0x0101, enable, times))
    return found


def pfc(path):
    """Returns the MAC control frames in a capture, decoded by tshark."""
    if not any(data[12:14] == b"\x88\x08" for _, _, data in packets(path)):
        return []
    command = ["tshark", "-n", "-r", path, "-Y", f"eth.type == {MAC_CONTROL}",
               "-T", "fields", "-E", "separator=/t", "-E", "occurrence=f"]
    for field in PFC_FIELDS:
        command += ["-e", field]
    run = subprocess.run(command, stdout=subprocess.PIPE, check=True,
                         stderr=subprocess.DEVNULL, text=True)
    return [_pfc(line.split("\t")) for line in run.stdout.splitlines()]


def _pfc(fields):
    time, length, src, dst, *numbers = fields
    sec, nsec = time.split(".")
    opcode, enable, *times = [int(text or "-1", 0) for text in numbers]
    return Pfc(int(sec) * 1000000000 + int(nsec), int(length), src, dst,
               opcode, enable, times)


def pauses(frames, prio):
    """Returns [first XOFF, XON, all XOFF] for each pause of a priority; times in ns."""
    found, current = [], None
    for frame in frames:
        if not frame.enable >> prio & 1:
            continue
        if frame.times[prio]:
            if current is None:
                current = [frame.time, None, []]
                found.append(current)
            current[2].append(frame.time)
        elif current:
            current[1] = frame.time
            current = None
    return found


def occupancy(came, left):
    """Returns steps (time, bytes): the total size of the frames between two captures.

    A frame that never left was dropped on arrival and does not count.
    """
    leaving = {(frame.flow, frame.seq): frame for frame in left}
    changes = []
    for frame in came:
        out = leaving.get((frame.flow, frame.seq))
        if out:
            changes.append((frame.time, frame.length))
            changes.append((max(out.time, frame.time), -frame.length))
    steps, total = [], 0
    for time, change in sorted(changes, key=lambda c: (c[0], -c[1])):
        total += change
        steps.append((time, total))
    return steps
