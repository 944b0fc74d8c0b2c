# SPDX-License-Identifier: GPL-2.0-only
"""Valid and invalid MAC control frames, and how a port must treat them."""

import random
import struct

from macctl import GROUP, MAC_CONTROL, MS, PEER, PRIOS, pause, pause_ns, pfc, xoff

SPEED = 10			# Mb/s
STATION = "02:00:00:00:02:01"	# address of p3
OTHER = "02:00:00:00:01:01"	# address of h1, behind another port
QUANTA = 400			# pause time of the valid frames
LENGTH = pause_ns(QUANTA, SPEED)
STEP = 40 * MS
SEED = 1
COUNT = 500

PFC, PAUSE = 0x0101, 0x0001
ALL = xoff(65535)


def retagged(frame, tpid, tci):
    return frame[:12] + struct.pack("!HH", tpid, tci) + frame[12:]


def with_opcode(opcode):
    return ALL[:14] + struct.pack("!H", opcode) + ALL[16:]


def invalid():
    """{counter: invalid frames that this counter counts}; they pause no priority"""
    return {
        "rx_bad_length": [frame[:length] for length in range(14, 60)
                          for frame in (ALL, pause(65535), with_opcode(7))],
        "rx_bad_opcode": [with_opcode(opcode) for opcode in
                          (0, 2, 6, 0x0100, 0x0102, 0x0201, 0x1101, 0xffff)],
        "rx_bad_tagged": [retagged(frame, tpid, tci)
                          for frame in (ALL, pause(65535), with_opcode(7))
                          for tpid, tci in ((0x8100, 5), (0x8100, 0x6000), (0x88a8, 9))],
        "rx_bad_address": [xoff(65535, dst=dst) for dst in
                           (STATION, OTHER, "ff:ff:ff:ff:ff:ff", "01:80:c2:00:00:00",
                            "01:80:c2:00:00:02", "01:80:c2:00:01:01",
                            "01:00:5e:00:00:01", "33:33:00:00:00:01")] +
                          [pause(65535, dst=OTHER)],
        "rx_pause": [pause(65535), pause(0), pause(65535, dst=STATION)],
    }


def valid():
    """[(valid frame, priority that the frame pauses, or None)]"""
    padded = {4: 61, 5: 64, 6: 100, 7: 1514}
    frames = [(xoff(QUANTA, (3,), reserved=1 << bit), 3) for bit in (0, 7)]
    frames += [(xoff(QUANTA, (prio,)) + b"\xff" * (length - 60), prio)
               for prio, length in padded.items()]
    frames.append((xoff(QUANTA, (2,))[:34] + b"\xff" * 26, 2))
    frames.append((pfc({}, unset={prio: 65535 for prio in PRIOS}), None))
    frames.append((pfc({}, reserved=255, unset={prio: 65535 for prio in PRIOS}), None))
    return frames


VALID_RESERVED = 3


def mac(text):
    return bytes.fromhex(text.replace(":", ""))


def randoms():
    """Random frames, and the expected counters: by name, XOFF and XON by priority"""
    dice = random.Random(SEED)
    counters = dict.fromkeys(list(invalid()) + ["rx_pfc", "rx_reserved"], 0)
    xoffs, xons = [0] * 8, [0] * 8
    frames = []

    for _ in range(COUNT):
        dst = dice.choice([GROUP] * 6 + [STATION, OTHER, "ff:ff:ff:ff:ff:ff"])
        tag = dice.choice([None] * 8 + [0x8100, 0x88a8])
        length = dice.choice([60] * 6 + [dice.randint(16, 59), dice.randint(61, 1500)])
        opcode = dice.choice([PFC] * 6 + [PAUSE, dice.randint(0, 0xffff)])
        reserved = dice.choice([0, 0, 0, dice.randint(1, 255)])
        enable = dice.randint(0, 255)
        times = [dice.choice([0, dice.randint(1, 65535)]) for _ in PRIOS]

        frame = mac(dst) + mac(PEER) + struct.pack(
            "!HHH8H", MAC_CONTROL, opcode, reserved << 8 | enable, *times)
        frame += dice.randbytes(1500)
        if tag:
            frame = retagged(frame[:max(length, 60)], tag, dice.randint(0, 0xefff))
        frames.append(frame if tag else frame[:length])

        if tag:
            counters["rx_bad_tagged"] += 1
        elif length < 60:
            counters["rx_bad_length"] += 1
        elif opcode == PAUSE and dst in (GROUP, STATION):
            counters["rx_pause"] += 1
        elif opcode not in (PAUSE, PFC):
            counters["rx_bad_opcode"] += 1
        elif dst != GROUP:
            counters["rx_bad_address"] += 1
        else:
            counters["rx_pfc"] += 1
            counters["rx_reserved"] += reserved != 0
            for prio in PRIOS:
                if enable >> prio & 1:
                    (xoffs if times[prio] else xons)[prio] += 1
    return frames, counters, xoffs, xons
