#!/usr/bin/env python3
"""A bot that needs nothing but Python. In a secret round it prefers low actions, otherwise any action will do.

parlour play resource-war --second "program:python3 examples/programs/cautious.py"
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        chance = random.Random(message["seed"])  # so that the same match can be played again
        choices = message["actions"]
        if message["secret"]:
            choices = choices[: (len(choices) + 1) // 2]
        print(json.dumps({"action": chance.choice(choices)}), flush=True)
