const HUMAN = "X";
const AI = "O";
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const MISTAKES = { easy: 0.8, medium: 0.25, hard: 0 };

function free(board) {
  const found = [];
  for (let i = 0; i < 9; i++) {
    if (board[i] === null) found.push(i);
  }
  return found;
}

function checkWinner(board) {
  for (const [a, b, c] of LINES) {
    if (board[a] !== null && board[a] === board[b] && board[b] === board[c]) return board[a];
  }
  return free(board).length === 0 ? "draw" : null;
}

function minimax(board, depth, isMaximizing) {
  const result = checkWinner(board);
  if (result === AI) return depth - 10;
  if (result === HUMAN) return 10 - depth;
  if (result === "draw") return 0;
  let best = isMaximizing ? -100 : 100;
  for (const i of free(board)) {
    board[i] = isMaximizing ? AI : HUMAN;
    const score = minimax(board, depth + 1, !isMaximizing);
    board[i] = null;
    best = isMaximizing ? Math.max(best, score) : Math.min(best, score);
  }
  return best;
}

function bestMove(board) {
  let best = -100;
  let move = null;
  for (const i of free(board)) {
    board[i] = AI;
    const score = minimax(board, 0, false);
    board[i] = null;
    if (score > best) {
      best = score;
      move = i;
    }
  }
  return move;
}

function chooseMove(board, difficulty) {
  const squares = free(board);
  if (Math.random() < MISTAKES[difficulty]) return squares[Math.floor(Math.random() * squares.length)];
  return bestMove(board);
}
