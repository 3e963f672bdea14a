import type { ChallengeMovement } from '@titular/contract';
import { listSequences, type Move } from '@titular/server/captures/challenge/draw-challenge.ts';

/** Draws by chance, or once what a test wants: for tests of what happens to a challenge that is known before. */
export function createDraws() {
  let next: number | undefined;
  return {
    random: (): number => {
      const number = next ?? Math.random();
      next = undefined;
      return number;
    },
    want: (moves: readonly Move[], movement: ChallengeMovement = 'turn'): void => {
      const sequences = listSequences(movement).map((sequence) => sequence.join());
      next = (sequences.indexOf(moves.join()) + 0.5) / sequences.length;
      if (next < 0.5 / sequences.length) throw new Error(`${movement} never asks for ${moves.join()}`);
    },
  };
}
