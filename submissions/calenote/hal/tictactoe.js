const HUMAN = "X";
const AI = "O";
let board = Array(9).fill(null);

const wins = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];

function checkWinner(board) {
  for (const combo of wins) {
    const [a, b, c] = combo;
    if (board[a] && board[a] === board[b] && board[b] === board[c]) {
      return board[a];
    }
  }
  if (board.every((cell) => cell !== null)) return "draw";
  return null;
}

function minimax(board, depth, isMaximizing) {
  throw new Error("minimax is not written yet");
}

function bestMove(board) {
  throw new Error("bestMove is not written yet");
}

function chooseMove(board, difficulty) {
  throw new Error("chooseMove is not written yet");
}

module.exports = { checkWinner, minimax, bestMove, chooseMove };
