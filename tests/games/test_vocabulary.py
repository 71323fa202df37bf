"""Numbers as players read them: rounded bounds contain the proved ones."""

from __future__ import annotations

import pytest

from parlour.games.vocabulary import amounts, outward, width_text


@pytest.mark.parametrize(
    ("lower", "upper", "digits", "shown"),
    [
        (0.99929065, 1.0, 4, ("+0.9992", "+1.0000")),
        (-0.6, 0.12341, 3, ("-0.600", "+0.124")),
        (-0.0001, 0.0001, 3, ("-0.001", "+0.001")),
        (-1e-13, 1e-13, 3, ("0.000", "0.000")),  # rounding errors
    ],
)
def test_bounds_are_rounded_outward(lower: float, upper: float, digits: int, shown: tuple[str, str]) -> None:
    assert outward(lower, upper, digits) == shown


@pytest.mark.parametrize(("width", "shown"), [(0.0007101, "0.00072"), (0.001, "0.001"), (2.0, "2"), (0.0, "0")])
def test_the_width_of_bounds_is_rounded_up(width: float, shown: str) -> None:
    assert width_text(width) == shown


def test_amounts_are_answers_like_those_of_a_dictionary() -> None:
    listed = {str(number): number for number in range(3, 13)}
    found = amounts(3, 12)
    assert (found, len(found), list(found)) == (listed, 10, list(listed))
    assert {**found, "x": 1} == listed | {"x": 1}
    for answer in ("2", "13", "+5", "05", "5.0", "", "\uff15", "9" * 5_000):
        assert answer not in found
