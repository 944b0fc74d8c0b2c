# SPDX-License-Identifier: GPL-2.0-only
"""ynl_read.py SPECIFICATION dump|event: reads the family pfc with the YNL client.

dump prints ports, counters, pools and watchdogs of the namespace, as JSON.  event prints
"ready", then the first event.
"""

import json
import sys

from lib import YnlFamily

DUMPS = {"port": "port-get", "stats": "stats-get", "pool": "pool-get",
         "watchdog": "watchdog-get", "impair": "impair-get"}


def main():
    family = YnlFamily(sys.argv[1], schema="")
    if sys.argv[2] == "dump":
        print(json.dumps({name: family.dump(op, {}) for name, op in DUMPS.items()}))
        return
    family.ntf_subscribe("events")
    print("ready", flush=True)
    print(json.dumps(next(family.poll_ntf(duration=20))))


main()
