"""What is said of the faults of helpers: what is observed, and what to do next."""

from __future__ import annotations

from typing import NamedTuple


class Words(NamedTuple):
    """The sentences about one fault; ``{name}`` is the function.

    Attributes:
        title: what is observed.
        advice: the next step; never the solution.
    """

    title: str
    advice: str


RULES = {
    "returns-nothing": Words(
        "{name} hands back None on every board",
        "Find the line in {name} that should hand its answer back. Which word is missing?",
    ),
    "always-the-same-answer": Words(
        "{name} gives the same answer to every board: {answer}",
        "Call {name} with two very different boards. Where in it should they part ways?",
    ),
    "empty-line-wins": Words(
        "{name} takes three empty squares in a line for a win",
        "Call {name} with an empty board. What do its first three squares hold? Is that a win?",
    ),
    "any-full-line-wins": Words(
        "{name} takes any full line for a win, whoever's marks are in it",
        "Write down what {name} asks of the three squares of a line. Is X, O, X a win by it?",
    ),
    "two-in-a-line-win": Words(
        "{name} is content with two equal squares of a line",
        "On the board shown, say for each comparison in {name} which two squares it compares.",
    ),
    "diagonal-missed": Words(
        "{name} never sees the diagonal {missed}",
        "Number the nine squares on paper, draw both diagonals, and compare the numbers.",
    ),
    "row-missed": Words(
        "{name} never sees the row {missed}",
        "Number the nine squares on paper, draw the three rows, and compare the numbers.",
    ),
    "column-missed": Words(
        "{name} never sees the column {missed}",
        "Number the nine squares on paper, draw the three columns, and compare the numbers.",
    ),
    "only-one-line": Words(
        "{name} looks at one line only: {kept}",
        "Follow {name} on the board shown. How often does its loop run before it hands back?",
    ),
    "turn-swapped": Words(
        "{name} names the wrong side everywhere",
        "Who moves first on the empty board? Count both marks on the board shown: who is next?",
    ),
    "turn-wrong-at-the-start": Words(
        "{name} is wrong on the empty board alone",
        "Call {name} with the empty board: who opens the game, and what does your count say?",
    ),
    "lines-missed": Words(
        "{name} never sees the lines {missed}",
        "Tick off the eight lines on paper: which of them does {name} come to?",
    ),
    "line-mistyped": Words(
        "{name} looks at the squares {triple} in place of the line {line}",
        "Number the nine squares on paper and draw each of your eight lines into them.",
    ),
    "only-one-mark-wins": Words(
        "{name} only ever finds a line of {mark}",
        "Try one board that each side has won. What does {name} do for the other mark?",
    ),
    "winner-swapped": Words(
        "{name} names the loser as the winner",
        "Follow {name} on the board shown: whose marks are in the line, and whose name comes back?",
    ),
    "winner-not-named": Words(
        "{name} says that somebody has won, and not who",
        "Read the task again: what should {name} hand back when there is a line?",
    ),
    "winner-in-another-form": Words(
        "{name} finds the right winner and writes it another way",
        "Compare what comes back with what is due, letter by letter, and its type too.",
    ),
    "nobody-in-another-form": Words(
        "{name} says that nobody has won in another way than was asked for",
        "Read the task again: what should {name} hand back when nobody has a line?",
    ),
    "draw-told-as-a-winner": Words(
        "{name} has an answer of its own for a full board that nobody has won",
        "Read the task again: does a full board change what {name} should say?",
    ),
    "draw-not-told": Words(
        "{name} does not say when a game is drawn",
        "Fill a board by hand so that nobody has a line. What does {name} say of it?",
    ),
    "full-means-any": Words(
        "{name} calls a board full as soon as one mark is on it",
        "Try a board with one mark. After which square does {name} make up its mind?",
    ),
    "full-inverted": Words(
        "{name} says True and False the wrong way round",
        "Try an empty board and a full one, and say aloud what {name} should answer.",
    ),
    "full-mixed-with-won": Words(
        "{name} calls a board full that somebody has won",
        "Is a board full because a game is over? Try the board shown.",
    ),
    "full-only-when-drawn": Words(
        "{name} does not call a full board full once somebody has won",
        "Does it matter to {name} who has won? Try the board shown.",
    ),
    "squares-left-out": Words(
        "{name} never looks at these squares: {squares}",
        "Print the number of each square that {name} looks at. Are they nine?",
    ),
    "only-one-square": Words(
        "{name} decides by one square only: {seen}",
        "Follow {name} on the board shown. How often does its loop run before it hands back?",
    ),
    "yes-or-no-in-another-form": Words(
        "{name} means the right thing and does not say True or False",
        "Compare the type of what comes back with what was asked for.",
    ),
    "moves-leave-out-squares": Words(
        "{name} never lists these squares: {squares}",
        "Call {name} with an empty board and count what comes back.",
    ),
    "taken-squares-offered": Words(
        "{name} lists taken squares too",
        "Call {name} with a board that has one mark. What does it compare that square with?",
    ),
    "moves-are-the-taken-squares": Words(
        "{name} lists the taken squares in place of the free ones",
        "Call {name} with a board that has one mark, and read its condition aloud.",
    ),
    "moves-count-from-one": Words(
        "{name} counts the squares from one too high",
        "Call {name} with an empty board. What is the first number, and what is due?",
    ),
    "one-mark-not-seen": Words(
        "{name} takes squares with {mark} for free ones",
        "Put one {mark} on an empty board and call {name}. Which squares does it look for?",
    ),
    "only-one-move-offered": Words(
        "{name} lists one free square only",
        "Follow {name} on an empty board. How often does its loop run before it hands back?",
    ),
    "moves-change-the-board": Words(
        "{name} changes the board it only should look at",
        "Print the board before and after a call of {name}. Which line writes to it?",
    ),
    "move-changes-the-board": Words(
        "{name} changes the board it is given, where a new one was due",
        "Give one list two names, change it by one of them, and print both. Then look at {name}.",
    ),
    "move-returns-nothing": Words(
        "{name} makes the move on the board it is given and hands no board back",
        "Print what {name} hands back. What do its callers do with it?",
    ),
    "move-writes-the-wrong-mark": Words(
        "{name} puts the wrong mark on the square",
        "Call {name} once for each side, and compare the mark asked for with the one written.",
    ),
    "move-not-made": Words(
        "{name} hands the board back as it was",
        "Print the new board in {name} just before it is handed back. Which list was written to?",
    ),
    "move-on-the-wrong-square": Words(
        "{name} marks the square beside the one asked for",
        "Call {name} for square after square of an empty board, and look where the mark lands.",
    ),
    "over-forgets-draws": Words(
        "{name} does not end a game that is drawn",
        "Two things end a game. Try {name} on a full board that nobody has won.",
    ),
    "over-forgets-wins": Words(
        "{name} does not end a game that somebody has won",
        "Two things end a game. Try {name} on a board with a line and empty squares.",
    ),
    "over-inverted": Words(
        "{name} says True and False the wrong way round",
        "Try an empty board and a won one, and say aloud what {name} should answer.",
    ),
    "over-needs-both": Words(
        "{name} ends a game only if it is won and the board is full",
        "Two things end a game. Must both have happened? Try the board shown.",
    ),
}
