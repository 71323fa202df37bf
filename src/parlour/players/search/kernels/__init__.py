"""Code to compile: `fast/compile.py` joins it with the rules of a game. Parlour never imports it."""
