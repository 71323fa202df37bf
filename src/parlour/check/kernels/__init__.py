"""Code that is compiled with the rules of the game that is checked, as in `fast/kernels/`."""
