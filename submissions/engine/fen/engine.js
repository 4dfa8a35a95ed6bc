const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8],
  [0, 3, 6], [1, 4, 7], [2, 5, 8],
  [0, 4, 8], [2, 4, 6],
];

function lineOf(board) {
  for (const [a, b, c] of LINES) {
    if (board[a] && board[a] === board[b] && board[a] === board[c]) return board[a];
  }
  return null;
}

export class DeterministicEngine {
  constructor(options = {}) {
    this.base = options.baseScore ?? 10;
    this.step = options.depthMultiplier ?? 1;
    this.pruning = options.pruning ?? true;
  }

  computeNextMove(board, currentTurn) {
    if (lineOf(board) || board.every((cell) => cell !== null)) return -1;
    let best = null;
    for (let i = 0; i < 9; i++) {
      if (board[i] !== null) continue;
      board[i] = currentTurn;
      const score = this.minimax(board, currentTurn === "agent" ? "opponent" : "agent", -Infinity, Infinity);
      board[i] = null;
      if (best === null || (currentTurn === "agent" ? score > best.score : score < best.score)) best = { i, score };
    }
    board[best.i] = currentTurn;
    return best.i;
  }

  minimax(board, turn, alpha, beta) {
    const won = lineOf(board);
    const occupied = board.filter((cell) => cell !== null).length;
    if (won === "agent") return this.base - this.step * occupied;
    if (won === "opponent") return this.step * occupied - this.base;
    if (occupied === 9) return 0;
    let best = turn === "agent" ? -Infinity : Infinity;
    for (let i = 0; i < 9; i++) {
      if (board[i] !== null) continue;
      board[i] = turn;
      const score = this.minimax(board, turn === "agent" ? "opponent" : "agent", alpha, beta);
      board[i] = null;
      if (turn === "agent") {
        best = Math.max(best, score);
        alpha = Math.max(alpha, score);
      } else {
        best = Math.min(best, score);
        beta = Math.min(beta, score);
      }
      if (this.pruning && alpha >= beta) break;
    }
    return best;
  }
}
