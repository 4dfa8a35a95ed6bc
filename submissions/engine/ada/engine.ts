// A right engine: one board, marked and unmarked; alpha-beta, a table and an order of moves by option.

export type Player = "agent" | "opponent";
export type Cell = Player | null;
export type Board = Cell[];

export interface EngineOptions {
  baseScore?: number;
  depthMultiplier?: number;
  maxDepth?: number;
  pruning?: boolean;
  transpositionTable?: boolean;
  moveOrdering?: "natural" | "center";
}

const LINES: ReadonlyArray<readonly [number, number, number]> = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];
const ORDERS: Record<string, readonly number[]> = {
  natural: [0, 1, 2, 3, 4, 5, 6, 7, 8],
  center: [4, 0, 2, 6, 8, 1, 3, 5, 7],
};

export class DeterministicEngine {
  private readonly table = new Map<string, number>();
  private readonly options: Required<EngineOptions>;

  constructor(options: EngineOptions = {}) {
    this.options = {
      baseScore: 10,
      depthMultiplier: 1,
      maxDepth: 9,
      pruning: true,
      transpositionTable: false,
      moveOrdering: "natural",
      ...options,
    };
  }

  computeNextMove(board: Board, currentTurn: Player): number {
    if (this.score(board, 0) !== null) throw new Error("the game is over");
    this.table.clear();
    const isAgent = currentTurn === "agent";
    let best = isAgent ? -Infinity : Infinity;
    let move = -1;
    for (const cell of this.free(board)) {
      board[cell] = currentTurn;
      const score = this.search(board, !isAgent, 1, -Infinity, Infinity);
      board[cell] = null;
      if (isAgent ? score > best : score < best) {
        best = score;
        move = cell;
      }
    }
    return move;
  }

  private search(board: Board, isAgent: boolean, depth: number, alpha: number, beta: number): number {
    const ended = this.score(board, depth);
    if (ended !== null) return ended;
    const key = `${isAgent}${board.map((cell) => cell?.[0] ?? ".").join("")}`;
    const useTable = this.options.transpositionTable && !this.options.pruning;
    if (useTable && this.table.has(key)) return this.table.get(key)!;
    let best = isAgent ? -Infinity : Infinity;
    for (const cell of this.free(board)) {
      board[cell] = isAgent ? "agent" : "opponent";
      const score = this.search(board, !isAgent, depth + 1, alpha, beta);
      board[cell] = null;
      best = isAgent ? Math.max(best, score) : Math.min(best, score);
      if (isAgent) alpha = Math.max(alpha, best);
      else beta = Math.min(beta, best);
      if (this.options.pruning && beta <= alpha) break;
    }
    if (useTable) this.table.set(key, best);
    return best;
  }

  // The score of a finished board, 0 beyond the greatest depth, null while the game goes on.
  private score(board: Board, depth: number): number | null {
    const occupied = board.filter((cell) => cell !== null).length;
    const { baseScore, depthMultiplier, maxDepth } = this.options;
    for (const [a, b, c] of LINES) {
      const mark = board[a];
      if (mark !== null && mark === board[b] && mark === board[c]) {
        const worth = baseScore - depthMultiplier * occupied;
        return mark === "agent" ? worth : -worth;
      }
    }
    return occupied === 9 || depth > maxDepth ? 0 : null;
  }

  private free(board: Board): number[] {
    return ORDERS[this.options.moveOrdering]!.filter((cell) => board[cell] === null);
  }
}
