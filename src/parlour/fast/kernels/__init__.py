"""Code that is only compiled, never imported: `fast/compile.py` joins it with the rules of a game.

The compiler supplies the names that a kernel imports from `stubs.py`, and compiles those from other kernels with it.
"""
