# SPDX-License-Identifier: GPL-2.0-only
"""Models of DCQCN and go-back-N, independent of the simulator: one flow over two links."""

import heapq
import random

import sender_models


def dcqcn(path, marked_until, times, values):
    """Rate of a flow at some times, if frames that leave the switch before marked_until are marked.

    path: (rate of the line in bit/s, bits of a frame, ns to its arrival, ns from the arrival of a
    frame to that of its CNP at the sender, ns before the arrival at which the frame leaves the
    switch).  Return: (rates, number of CNP, number of hyper increases).
    """
    line, bits, there, back, left = path
    model, cnps, rates, count = sender_models.Dcqcn(values, line, bits // 8, 1), [], [], 0
    now = next_cnp = 0

    def until(time):
        while cnps and cnps[0] <= time:
            at = cnps.pop(0)
            model.at(at)
            model.cnp(at)
        model.at(time)

    while len(rates) < len(times):
        while len(rates) < len(times) and times[len(rates)] <= now:
            until(times[len(rates)])
            rates.append(model.rate)
        until(now)
        model.sent(now, bits / 8)
        arrival = now + there
        if arrival - left < marked_until and arrival >= next_cnp:
            next_cnp = arrival + values["cnp-interval"]
            cnps.append(arrival + back)
            count += 1
        now += bits / model.rate * 1e9
    return rates, count, model.hyper


def go_back_n(loss, frames, slot, there, back, spec, seed):
    """Time until all frames have arrived in order, if each frame is lost with a probability.

    slot: ns between two frames, there: ns until a frame arrives, back: ns until a reply arrives.
    spec: (ack-every, timeout).  Return: (ns, frames sent).
    """
    every, timeout = spec
    draw, replies = random.Random(seed), []
    now = acked = following = expected = sent = 0
    top, asked, refused = 0, None, False	# asked: when the timer started, or None
    while expected < frames:
        due = asked + timeout if asked is not None else float("inf")
        if following >= frames:	# nothing to send: the next reply or the timeout
            now = max(now, min(replies[0][0] if replies else float("inf"), due))
        while replies and replies[0][0] <= now:
            at, is_nak, number = heapq.heappop(replies)
            if number > acked or is_nak:
                asked = None
            acked = max(acked, number)
            following = max(following, acked)
            if is_nak and number < following:
                following = number
            if asked is None and (following // every > acked // every or
                                  following == frames > acked):
                asked = at
        if asked is not None and asked + timeout <= now:
            following, asked = acked, None
        if following >= frames:
            continue
        number, following, sent = following, following + 1, sent + 1
        top = max(top, following)
        asks = (number + 1) % every == 0 or number + 1 == frames
        if asks and asked is None:
            asked = now
        if draw.random() >= loss:
            if number == expected:
                expected, refused = expected + 1, False
                if asks:
                    heapq.heappush(replies, (now + there + back, False, expected))
            elif number < expected and asks:
                heapq.heappush(replies, (now + there + back, False, expected))
            elif number > expected and not refused:
                refused = True
                heapq.heappush(replies, (now + there + back, True, expected))
        now += slot
    return now - slot + there, sent
