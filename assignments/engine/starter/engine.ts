// A deterministic engine for tic-tac-toe: one method is yours to write.

export type Player = "agent" | "opponent";
export type Cell = Player | null;
export type Board = Cell[];

export interface EngineOptions {
  baseScore?: number; // what a win is worth before depth is counted; 10 if it is left out
  depthMultiplier?: number; // what each occupied cell takes off; 1 if it is left out
  maxDepth?: number;
  pruning?: boolean;
  transpositionTable?: boolean;
  moveOrdering?: "natural" | "center";
}

export class DeterministicEngine {
  constructor(private readonly options: EngineOptions = {}) {}

  // The cell (0 to 8) that currentTurn should take. Throws when the game is over.
  computeNextMove(board: Board, currentTurn: Player): number {
    throw new Error("computeNextMove is not written yet");
  }
}
