// Tic-tac-toe with difficulty levels: four functions are yours to write.

const HUMAN = "X";
const AI = "O";

// "X" or "O" when that mark has three in a line, "draw" when the board is full and nobody has,
// null while the game goes on.
function checkWinner(board) {
  throw new Error("checkWinner is not written yet");
}

// What the board is worth to O: 10 - depth for a win, depth - 10 for a loss, 0 for a draw. depth is
// how many moves have been tried so far; isMaximizing is true when O moves next.
function minimax(board, depth, isMaximizing) {
  throw new Error("minimax is not written yet");
}

// The number of the best square for O, who moves next.
function bestMove(board) {
  throw new Error("bestMove is not written yet");
}

// A square for O: a random one at a rate of 0.8 when difficulty is "easy", 0.25 when it is "medium"
// and never when it is "hard", else the best one.
function chooseMove(board, difficulty) {
  throw new Error("chooseMove is not written yet");
}

if (typeof module !== "undefined") module.exports = { checkWinner, minimax, bestMove, chooseMove };
