"""Code to compile: `fast/compile.py` joins it with the rules of a game. The package itself never imports it."""
