type Player = "agent" | "opponent";
type Board = (Player | null)[];

const LINES: number[][] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

function free(board: Board): number[] {
  const found: number[] = [];
  for (let i = 0; i < 9; i++) {
    if (board[i] === null) found.push(i);
  }
  return found;
}

function winner(board: Board): Player | null {
  for (const [a, b, c] of LINES as [number, number, number][]) {
    if (board[a] !== null && board[a] === board[b] && board[b] === board[c]) return board[a]!;
  }
  return null;
}

function value(board: Board, turn: Player): number {
  const won = winner(board);
  const occupied = 9 - free(board).length;
  if (won === "agent") return 10 - occupied;
  if (won === "opponent") return occupied - 10;
  if (occupied === 9) return 0;
  let best = turn === "agent" ? -100 : 100;
  for (const i of free(board)) {
    board[i] = turn;
    const score = value(board, turn === "agent" ? "opponent" : "agent");
    board[i] = null;
    best = turn === "agent" ? Math.max(best, score) : Math.min(best, score);
  }
  return best;
}

export class DeterministicEngine {
  constructor(private readonly options: object = {}) {}

  computeNextMove(board: Board, currentTurn: Player): number {
    if (winner(board) !== null || free(board).length === 0) throw new Error("the game is over");
    let best = currentTurn === "agent" ? -100 : 100;
    let move = free(board)[0]!;
    for (const i of free(board)) {
      board[i] = currentTurn;
      const score = value(board, currentTurn === "agent" ? "opponent" : "agent");
      board[i] = null;
      if (currentTurn === "agent" ? score > best : score < best) {
        best = score;
        move = i;
      }
    }
    return move;
  }
}
