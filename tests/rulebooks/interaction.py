"""The "Command-Line Interaction Example" of each rulebook: the answers, and the lines that must appear in this order.

The rulebooks prescribe these prompts and result lines. Answers appear where they are typed.
"""

TOKEN_TACTICS = """\
---- Token Tactics ----
Player 1 Tokens: 10
Player 2 Tokens: 10

Player 1's Turn:
Choose an action: (1) Fortify, (2) Attack
> 1
You chose to Fortify.
Player 1 adds 1 token to their reserve.

Player 2's Turn:
Choose an action: (1) Fortify, (2) Attack
> 2
You chose to Attack.
Enter the number of tokens to commit (1-10):
> 3
Player 1, enter the number of tokens to defend with (0-11):
> 2
Reveal:
- Attacker committed 3 tokens.
- Defender committed 2 tokens.
Attacker wins the battle!
Player 2 takes 1 token from Player 1.

Updated Reserves:
- Player 1 Tokens: 8
- Player 2 Tokens: 8
Game Over!
Player 2 wins by capturing all of Player 1's tokens."""

TOKEN_SHOWDOWN = """\
-- Round 1 --
Player A Tokens: 100 | Victory Points: 0
Player B Tokens: 100 | Victory Points: 0

Player A, enter your bid: [Input hidden]
Player B, enter your bid: [Input hidden]

-- Bids Revealed --
Player A bid: 12
Player B bid: 15

Player B wins the round!
Player A Tokens: 88 | Victory Points: 0
Player B Tokens: 85 | Victory Points: 1"""

TOWER_SIEGE = """\
Welcome to Tower Siege!
Player 1 (P1) and Player 2 (P2) start at their bases (position 0).
Both players have battle cards [1, 2, 3, 4, 5].

Player 1's Turn:
Choose action:
1. Move Forward
2. Rest
Enter choice: 1
Enter positions to move forward (1-3): 3
P1 moves to position 3.

Player 2's Turn:
Choose action:
1. Move Forward
2. Rest
Enter choice: 1
Enter positions to move forward (1-3): 3
P2 moves to position 3.
Battle initiated at position 3!
P1's available battle cards: [1, 2, 3, 4, 5]
P2's available battle cards: [1, 2, 3, 4, 5]
P1, choose your battle card: 4
P2, choose your battle card: 5
P1 plays 4. P2 plays 5.
P2 wins the battle!
P1 is sent back to base.
Used cards are discarded.

Player 1's Turn:
Choose action:
1. Move Forward
2. Rest
Enter choice: 2
P1 rests and recovers all battle cards.

Player 2's Turn:
Choose action:
1. Move Forward
2. Rest
Enter choice: 1
Enter positions to move forward (1-3): 2
P2 moves to position 5."""

COLOR_CAPTURE = """\
Remaining Tokens:
Position: 1   2     3     4   5     6     7   8     9    10  11   12   13  14   15
Token:    R   B     G     R   B     G     R   B     G     R   B     G     R   B     G

Player 1's Turn:
Choose a token from Position 1 (R) or Position 15 (G): 15

You picked Position 15: Green.

Remaining Tokens:
Position: 1   2     3     4   5     6     7   8     9    10  11   12   13  14
Token:    R   B     G     R   B     G     R   B     G     R   B     G     R   B

Player 2's Turn:
Choose a token from Position 1 (R) or Position 14 (B): 1

You picked Position 1: Red.
Game Over!

Player 1's Collection:
- Red Tokens: 2
- Blue Tokens: 2
- Green Tokens: 1

Player 2's Collection:
- Red Tokens: 1
- Blue Tokens: 1
- Green Tokens: 3

Winner: Player 2 wins by collecting a majority of Green tokens!"""

RESOURCE_WAR = """\
Player 1 Bidding Points: 10 | Resource Points: 0
Player 2 Bidding Points: 10 | Resource Points: 0

--- Round 1 ---
Both players, enter your bids.
Player 1 bid: 3
Player 2 bid: 2
Player 1 bid: 3
Player 2 bid: 2
Player 1 wins the round!
Player 1 gains 1 Resource Point.

Updated Scores:
Player 1 - Bidding Points: 7 | Resource Points: 1
Player 2 - Bidding Points: 8 | Resource Points: 0
--- Round 2 ---
Both players, enter your bids."""

# For each game, the answers of its worked example (Token Showdown: of its sample turn) and the prescribed lines.
EXAMPLES = {
    "token-tactics": ("1 2 3 2 2 5 4 2 3 0 1 2 3 2", TOKEN_TACTICS.splitlines()),
    "token-showdown": ("12 15", TOKEN_SHOWDOWN.splitlines()),
    "tower-siege": ("1 3 1 3 4 5 2 1 2 1 3 1 3 1 3 1 2", TOWER_SIEGE.splitlines()),
    "color-capture": ("15 1 1 12 11 1 1 8 1 1", COLOR_CAPTURE.splitlines()),
    "resource-war": ("3 2 4 5 2 3 1 0", RESOURCE_WAR.splitlines()),
}
