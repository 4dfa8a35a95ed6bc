// Right versions of the functions a submission is built from.

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

function checkWinner(board) {
  for (let n = 0; n < 8; n += 1) {
    const [a, b, c] = LINES[n];
    if (board[a] && board[a] === board[b] && board[a] === board[c]) return board[a];
  }
  for (let n = 0; n < 9; n += 1) if (!board[n]) return null;
  return "draw";
}

function minimax(board, depth, isMaximizing) {
  const result = checkWinner(board);
  if (result !== null) return result === "draw" ? 0 : result === "O" ? 10 - depth : depth - 10;
  let best = null;
  for (let n = 0; n < 9; n += 1) {
    if (board[n]) continue;
    const was = board[n];
    board[n] = isMaximizing ? "O" : "X";
    const score = minimax(board, depth + 1, !isMaximizing);
    board[n] = was;
    if (best === null || (isMaximizing ? score > best : score < best)) best = score;
  }
  return best;
}

function bestMove(board) {
  let best = null;
  let move = null;
  for (let n = 0; n < 9; n += 1) {
    if (board[n]) continue;
    const was = board[n];
    board[n] = "O";
    const score = minimax(board, 0, false);
    board[n] = was;
    if (best === null || score > best) {
      best = score;
      move = n;
    }
  }
  return move;
}
