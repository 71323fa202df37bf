"""JSON without needless spaces."""

import json

compact = json.JSONEncoder(separators=(",", ":")).encode
