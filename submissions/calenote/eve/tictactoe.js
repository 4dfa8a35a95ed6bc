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
  const winner = checkWinner(board);
  if (winner === AI) return 1;
  if (winner === HUMAN) return -1;
  if (winner === "draw") return 0;

  if (isMaximizing) {
    let bestScore = -Infinity;
    for (let i = 0; i < 9; i++) {
      if (board[i] === null) {
        board[i] = AI;
        bestScore = Math.max(bestScore, minimax(board, depth + 1, false));
        board[i] = null;
      }
    }
    return bestScore;
  } else {
    let bestScore = Infinity;
    for (let i = 0; i < 9; i++) {
      if (board[i] === null) {
        board[i] = HUMAN;
        bestScore = Math.min(bestScore, minimax(board, depth + 1, true));
        board[i] = null;
      }
    }
    return bestScore;
  }
}

function bestMove(board) {
  let bestScore = -Infinity;
  let move = null;
  for (let i = 0; i < 9; i++) {
    if (board[i] === null) {
      board[i] = AI;
      const score = minimax(board, 0, false);
      board[i] = null;
      if (score > bestScore) {
        bestScore = score;
        move = i;
      }
    }
  }
  return move;
}

function chooseMove(board, difficulty) {
  const mistakeRate = { easy: 0.8, medium: 0.25, hard: 0 }[difficulty];
  if (Math.random() < mistakeRate) {
    const free = [];
    board.forEach((cell, i) => { if (cell === null) free.push(i); });
    return free[Math.floor(Math.random() * free.length)];
  }
  return bestMove(board);
}

module.exports = { checkWinner, minimax, bestMove, chooseMove };
