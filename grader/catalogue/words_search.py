"""What is said of the faults of a search and of a choice: what is observed, what to do next."""

from __future__ import annotations

from grader.catalogue.words_rules import Words

_TREE = "Draw the tree of the board shown"

SEARCH = {
    "score-signs-reversed": Words(
        "{name} scores the program's defeats above its wins",
        "Ask {name} about the finished board shown. Whose win should have the higher score?",
    ),
    "draw-scored-like-a-loss": Words(
        "{name} scores a draw like a defeat",
        "A finished board has one of three results. Which score does {name} give to each?",
    ),
    "draw-scored-like-a-win": Words(
        "{name} scores a draw like a win",
        "A finished board has one of three results. Which score does {name} give to each?",
    ),
    "draw-out-of-order": Words(
        "{name} does not score a draw between a win and a defeat",
        "Write the three scores that {name} gives to finished boards in order, best first.",
    ),
    "draw-not-a-base-case": Words(
        "{name} does not stop at a full board that nobody has won",
        "Follow {name} on the full board shown. How often does its loop run, and what comes back?",
    ),
    "draw-gives-no-score": Words(
        "{name} has no score for a full board that nobody has won",
        "Follow {name} on the full board shown: which of its lines should hand a score back?",
    ),
    "draw-depends-on-the-turn": Words(
        "{name} scores the same drawn board in two ways, by who is said to be next",
        "Ask {name} about the full board shown for both turns. Where does it look at the turn?",
    ),
    "any-win-scores-the-same": Words(
        "{name} scores a won board the same whoever has won it",
        "Ask {name} about a board that each side has won. Where does it ask who it was?",
    ),
    "winner-judged-by-turn": Words(
        "{name} goes by whose turn it is, and not by who has the line",
        "Ask {name} about the board shown for both turns. Does the turn change who has won?",
    ),
    "full-before-win": Words(
        "{name} takes a full board for a draw although somebody has won it",
        "Follow {name} on the board shown. Which of its two questions does it ask first?",
    ),
    "one-sides-wins-unseen": Words(
        "{name} plays on although one side has already won",
        "Ask {name} about a board that each side has won. After which of them does it stop?",
    ),
    "both-sides-maximise": Words(
        "{name} takes the highest score for both sides",
        f"{_TREE}. At which levels does the human choose, and which score would they like?",
    ),
    "both-sides-minimise": Words(
        "{name} takes the lowest score for both sides",
        f"{_TREE}. At which levels does the program choose, and which score would it like?",
    ),
    "min-and-max-swapped": Words(
        "{name} takes the lowest score for the program and the highest for its opponent",
        f"{_TREE}. Who chooses at each level, and which score would they like?",
    ),
    "scores-from-the-other-side": Words(
        "{name} scores every board for the opponent in place of the program",
        "Ask {name} about a board that the program has won. For whom is the score?",
    ),
    "scores-for-the-side-to-move": Words(
        "{name} scores a board for whoever is next, and not always for the program",
        "Ask {name} about one won board for both turns. For whom should the score be?",
    ),
    "turn-not-flipped": Words(
        "{name} lets the same side move again and again",
        f"{_TREE}, and write beside each call of {{name}} what it is told about the turn.",
    ),
    "turn-read-the-wrong-way": Words(
        "{name} takes its turn argument the other way round",
        "Ask {name} about the board shown. Whose mark does it try first, and whose turn was it?",
    ),
    "one-mark-for-both": Words(
        "{name} tries the same mark for both sides",
        f"{_TREE}. Which mark is put down at each level?",
    ),
    "whose-turn-from-the-count": Words(
        "{name} works out from the number of marks whose mark to try, and is wrong on some boards",
        "Either side may open, so a count alone does not say whose turn it is. What does?",
    ),
    "averages": Words(
        "{name} takes the average of all replies",
        "Would an opponent who wants to win pick a reply at random? What would they pick?",
    ),
    "adds-up": Words(
        "{name} adds the scores of all moves up",
        "Only one of the moves will be played. Which one, and what is the board worth then?",
    ),
    "search-stops-too-soon": Words(
        "{name} looks no further than {levels} moves ahead and calls the rest a draw",
        "Count the empty squares on the board shown. How many moves may still come?",
    ),
    "only-the-next-move": Words(
        "{name} sees no further than the next move",
        "Take the board shown two moves further by hand. What does {name} make of it, and where?",
    ),
    "only-the-board-itself": Words(
        "{name} scores only what stands on the board and looks at no move",
        "Ask {name} about the board shown. Where should it try the next mark?",
    ),
    "missing-return": Words(
        "{name} works a score out and does not hand it back",
        "On the turn shown, follow {name} to its last line. What does a function hand back there?",
    ),
    "first-move-only": Words(
        "{name} counts only the first free square of a board",
        f"{_TREE}. How many of its first moves does {{name}} look at before it hands back?",
    ),
    "last-move-only": Words(
        "{name} counts only the last free square of a board",
        f"{_TREE}. What becomes of the score of the first move when the second comes?",
    ),
    "alphabeta-bounds-crossed": Words(
        "{name} cuts branches off that would have mattered: its two bounds are mixed up",
        "Which side may move which bound? Take the pruning out, compare, and put it back in.",
    ),
    "return-inside-the-loop": Words(
        "{name} hands its score back before its loop is done",
        "How often does the loop of {name} run on the board shown?",
    ),
    "marks-not-taken-back": Words(
        "{name} leaves its trial marks on the board it was given",
        "Print the board before and after a call of {name}. Who takes a trial mark away again?",
    ),
    "best-starts-at-zero": Words(
        "{name} starts from a score of 0, as if a draw were always to be had",
        "All moves of the board shown are worse than a draw. What does {name} hand back, and why?",
    ),
    "starting-score-stays": Words(
        "{name} hands the score back that it starts from",
        "Compare the score {name} starts from with the first one found. Which of them is kept?",
    ),
    "search-never-ends": Words(
        "{name} calls itself without an end on every board that is not finished",
        "Print the board at the start of {name}. Does it fill up from call to call?",
    ),
    "depth-bonus-swamps-result": Words(
        "{name} lets the number of moves outweigh the result",
        "How late can a game end, and what is a win worth then? Is it still above a draw?",
    ),
    "minimax-returns-a-pair": Words(
        "{name} hands back a pair, where one score was due",
        "Print what {name} hands back for the board shown. Which part of it was asked for?",
    ),
    "unusual-scale": Words(
        "{name} has a scale of its own: {win} for a win, {draw} for a draw, {loss} for a defeat",
        "Nothing to do: any scale is right that puts a win above a draw and a draw above a defeat.",
    ),
}

CHOICE = {
    "returns-the-score": Words(
        "{name} hands the score back in place of the square",
        "Print both the best score and the best square in {name}. Which of them was asked for?",
    ),
    "returns-score-and-move": Words(
        "{name} hands back a pair, where one square was due",
        "Print what {name} hands back. Which part of it was asked for?",
    ),
    "returns-the-board": Words(
        "{name} hands a whole board back in place of a square",
        "Print what {name} hands back. What would a caller do with it?",
    ),
    "asks-with-the-wrong-turn": Words(
        "{name} chooses as if the program moved twice in a row",
        "After the program's trial move, whose turn is it? What is asked about the board then?",
    ),
    "takes-the-worst": Words(
        "{name} takes the move with the lowest score",
        "List the moves of the board shown with their scores. Which is taken, and which is best?",
    ),
    "tries-the-wrong-mark": Words(
        "{name} tries its moves with the opponent's mark",
        "Print the board after each trial move in {name}. Whose mark was put down?",
    ),
    "no-move-when-lost": Words(
        "{name} names no square when every move loses",
        "Compare the score {name} starts from with a defeat's. Is any move better than the start?",
    ),
    "no-move-unless-winning": Words(
        "{name} names no square unless it can win",
        "Compare the score {name} starts from with a draw's. Is any move better than the start?",
    ),
    "answers-count-from-one": Words(
        "{name} answers one too high: the square after the best one",
        "Compare the answer with the numbers of the squares. What is the number of the first?",
    ),
    "takes-the-first-free-square": Words(
        "{name} always takes the first free square",
        "Print the score of each move in {name}. Are they asked for, and are they compared?",
    ),
    "takes-the-last-free-square": Words(
        "{name} always takes the last free square",
        "Print the score of each move in {name}. Are they compared with the best so far?",
    ),
    "squares-in-a-fixed-order": Words(
        "{name} takes squares in a fixed order, whatever the board: {order}",
        "Where in {name} does the score of a move decide anything?",
    ),
    "looks-one-move-ahead": Words(
        "{name} wins if it can at once, and otherwise does not look ahead",
        "Who moves after the program? Let {name} ask what the board is worth then.",
    ),
    "wins-and-blocks-only": Words(
        "{name} wins or blocks if it can at once, and otherwise does not look ahead",
        "On the board shown nothing can be won or blocked at once. What decides there?",
    ),
    "takes-the-first-move": Words(
        "{name} takes the first move there is",
        "On the board shown another move is better. What is the choice made by?",
    ),
    "takes-the-last-move": Words(
        "{name} takes the last move there is",
        "On the board shown another move is better. What is the choice made by?",
    ),
    "plays-the-other-rule": Words(
        "{name} plays as if the last object decided the other way round",
        "Who wins by taking the last object here? Play the position shown to its end by hand.",
    ),
    "blocks-before-winning": Words(
        "{name} stops the other side before it looks for its own win",
        "On the board shown both sides have two in a line. Who wins if you complete your own?",
    ),
    "considers-taken-squares": Words(
        "{name} tries squares that are taken",
        "Which squares does the loop of {name} go through? Compare them with the free ones.",
    ),
    "choice-changes-the-board": Words(
        "{name} leaves marks on the board it was given",
        "Print the board before and after a call of {name}. Who takes a trial mark away again?",
    ),
    "answers-vary": Words(
        "{name} answers the same board differently when it is asked again, and wrongly",
        "What does {name} keep from one call to the next, or leave to chance?",
    ),
}
