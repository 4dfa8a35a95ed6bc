// A right program, plainly written: the board is marked and unmarked in place.

const HUMAN = "X";
const AI = "O";
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const MISTAKES = { easy: 0.8, medium: 0.25, hard: 0 };

function checkWinner(board) {
  for (const [a, b, c] of LINES) {
    if (board[a] !== null && board[a] === board[b] && board[a] === board[c]) return board[a];
  }
  return board.includes(null) ? null : "draw";
}

function minimax(board, depth, isMaximizing) {
  const result = checkWinner(board);
  if (result === AI) return 10 - depth;
  if (result === HUMAN) return depth - 10;
  if (result === "draw") return 0;
  let best = isMaximizing ? -Infinity : Infinity;
  for (const square of free(board)) {
    board[square] = isMaximizing ? AI : HUMAN;
    const score = minimax(board, depth + 1, !isMaximizing);
    board[square] = null;
    best = isMaximizing ? Math.max(best, score) : Math.min(best, score);
  }
  return best;
}

function bestMove(board) {
  let best = -Infinity;
  let move = null;
  for (const square of free(board)) {
    board[square] = AI;
    const score = minimax(board, 0, false);
    board[square] = null;
    if (score > best) {
      best = score;
      move = square;
    }
  }
  return move;
}

function chooseMove(board, difficulty) {
  const squares = free(board);
  if (Math.random() < MISTAKES[difficulty]) {
    return squares[Math.floor(Math.random() * squares.length)];
  }
  return bestMove(board);
}

function free(board) {
  return [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((square) => board[square] === null);
}

if (typeof module !== "undefined") module.exports = { checkWinner, minimax, bestMove, chooseMove };
