"""The names that people can have."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.match.match import HUMAN
from parlour.match.record import LONGEST_NAME, is_plain
from parlour.players import player_names
from parlour.players.names import BadName, clean_name
from parlour.terminal.play.personal import PERSONAL

ACCENT, ENCLOSED = "\u0301", "\u20dd"
PEOPLE = [
    "Ann",
    "José",
    "Nguyễn Văn Ất",
    "Ольга",
    "李雷",
    "Ağaoğlu",
    "प्रिया",
    "क्ष्मीं",
    "محمد",
    "مُحَمَّد",
    "שרה",
    "מֹשֶׁה",
    "กิ่ง",
    "น้ำผึ้ง",
    "ကျော်",
    "မို့မို့",
    "བསྒྲུབས",
    "ஸ்ரீ",
    "김철수",
    "さくら",
    "Ελένη",
    "O'Brien",
    "O’Brien",
    "Ann-Marie",
    "Dr. No (2)",
    "Perfecta",
    "hard-boiled",
    "random-bot",
    "Computer Carl",
    "007",
    "🦊",
    "🇺🇦",
    "👍🏽",
    "<b>",
    "x" * LONGEST_NAME,
]
VISIBLE, MARKS, COLON, RESERVED = "visible characters", "accents", "colon", "reserved"


@pytest.mark.parametrize("name", PEOPLE)
def test_people_keep_their_names(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("typed", "name"),
    [("  Ann  Lee ", "Ann Lee"), (f"Jose{ACCENT}", "José"), ("❤\ufe0f", "❤"), (f"e\ufe0f{ACCENT}", "é")],
)
def test_names_take_their_usual_form(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "1 to 40 characters"),
        ("   ", "1 to 40 characters"),
        ("x" * (LONGEST_NAME + 1), "1 to 40 characters"),
        ("a\nb", VISIBLE),
        ("a\tb", VISIBLE),
        ("\x1b[2J", VISIBLE),
        ("a\x00", VISIBLE),
        ("a\u200bb", VISIBLE),
        ("a\u200db", VISIBLE),
        ("a\u202eb", VISIBLE),
        ("a\u2066b", VISIBLE),
        ("a\u00adb", VISIBLE),
        ("a\ufeff", VISIBLE),
        ("a\u2028b", VISIBLE),
        ("a\u2029b", VISIBLE),
        ("a\u00a0b", VISIBLE),
        ("a\u3000b", VISIBLE),
        ("a\ud800", VISIBLE),
        ("a\ue000", VISIBLE),
        ("a\u0378", VISIBLE),
        ("a\U000e0041", VISIBLE),
        *((f"a{blank}", VISIBLE) for blank in "\u034f\u115f\u1160\u17b4\u180b\u2800\u3164\ufe0e\uffa0\ufffc\U000e0100"),
        (f"x{ACCENT * 3}", MARKS),
        (f"x{ENCLOSED * 4}", MARKS),
        ("ก็็็็", MARKS),
        (f"{ACCENT}a", MARKS),
        (f"a {ACCENT}", MARKS),
        ("\u093eक", MARKS),
        ("...", "a letter, a digit or a symbol"),
        ("-", "a letter, a digit or a symbol"),
        ("bot:Max", COLON),
        ("program:sh", COLON),
        ("openai:gpt", COLON),
        ("my_bot:MyBot", COLON),
        ("my_bot：MyBot", COLON),
        *((name, RESERVED) for name in (*player_names(), *PERSONAL, HUMAN)),
        ("Perfect", RESERVED),
        (" PERFECT ", RESERVED),
        ("ｐｅｒｆｅｃｔ", RESERVED),
        ("𝐩𝐞𝐫𝐟𝐞𝐜𝐭", RESERVED),
        ("HuMaN", RESERVED),
        ("the computer", RESERVED),
        ("Computer (perfect)", RESERVED),
        ("Max (bot)", RESERVED),
    ],
)
def test_other_names_are_refused(name: str, sentence: str) -> None:
    with pytest.raises(BadName, match=sentence):
        clean_name(name)


PARTS = st.sampled_from([*player_names(), "Ａnn", " ", ACCENT, "\u0e47", "\ufe0f", "\u3164", "\u1100", "\u1161", ":"])


@given(st.lists(PARTS | st.characters(), max_size=8).map("".join))
def test_an_accepted_name_is_plain_and_no_player_has_it(text: str) -> None:
    try:
        name = clean_name(text)
    except BadName:
        return
    assert is_plain(name)
    assert clean_name(name) == name
    assert name.lower() not in player_names()
