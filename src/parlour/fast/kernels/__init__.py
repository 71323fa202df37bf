"""Code that is only compiled, never imported: `fast/compile.py` joins it with the rules of a game.

What a kernel imports from `stubs.py` is supplied by the compiler; what it imports from other kernels is compiled too.
"""
