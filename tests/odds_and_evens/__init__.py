"""A sixth game that lives outside the package: it proves that three files are all that a game needs."""
