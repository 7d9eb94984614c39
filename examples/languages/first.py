"""A bot that needs nothing but Python: it takes the first of the legal actions."""

import json
import sys

for line in sys.stdin:
    told = json.loads(line)
    if "hello" in told:
        print(json.dumps({"hello": "first", "protocol": 1}), flush=True)
    elif "question" in told:
        print(json.dumps({"answer": told["question"], "action": told["legal"][0]}), flush=True)
