export type Mark = "X" | "O";
export type Cell = Mark | null;
export type Board = Cell[];
export type Level = "easy" | "medium" | "hard";

const LINES: readonly (readonly [number, number, number])[] = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];

enum Rate { Easy = 0.8, Medium = 0.25, Hard = 0 }

export const checkWinner = (board: Board): Mark | "draw" | null => {
  const line = LINES.find(([a, b, c]) => board[a] !== null && board[a] === board[b] && board[a] === board[c]);
  if (line) return board[line[0]]!;
  return board.some((cell) => cell === null) ? null : "draw";
};

const free = (board: Board): number[] => board.flatMap((cell, i) => (cell === null ? [i] : []));

export function minimax(board: Board, depth: number, isMax: boolean, alpha: number = -Infinity, beta: number = Infinity): number {
  switch (checkWinner(board)) {
    case "O": return 10 - depth;
    case "X": return depth - 10;
    case "draw": return 0;
  }
  let best = isMax ? -Infinity : Infinity;
  for (const square of free(board)) {
    board[square] = isMax ? "O" : "X";
    const score = minimax(board, depth + 1, !isMax, alpha, beta);
    board[square] = null;
    if (isMax) {
      best = Math.max(best, score);
      alpha = Math.max(alpha, best);
    } else {
      best = Math.min(best, score);
      beta = Math.min(beta, best);
    }
    if (beta <= alpha) break;
  }
  return best;
}

export function bestMove(board: Board): number {
  const scored = free(board).map((square) => {
    const next = board.slice() as Board;
    next[square] = "O";
    return { square, score: minimax(next, 0, false) };
  });
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).square;
}

export function chooseMove(board: Board, difficulty: Level): number {
  const rate = difficulty === "easy" ? Rate.Easy : difficulty === "medium" ? Rate.Medium : Rate.Hard;
  const squares = free(board);
  return Math.random() < rate ? squares[Math.floor(Math.random() * squares.length)]! : bestMove(board);
}
