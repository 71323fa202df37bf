"""Three small games that `parlour new` copies. They are not in the catalogue, and nothing imports them."""
