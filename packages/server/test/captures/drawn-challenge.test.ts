import {
  CHALLENGE_LENGTHS,
  CHALLENGE_MOVEMENTS,
  type ChallengeLength,
  type ChallengeMovement,
  type ChallengePose,
} from '@titular/contract';
import {
  drawChallenge,
  kindsOf,
  listSequences,
  movementOf,
} from '@titular/server/captures/challenge/draw-challenge.ts';
import { attackSignals } from '@titular/server/decision/attack-signals.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** Number of sequences of each movement, and the lengths that they have. */
const SEQUENCES: Readonly<Record<ChallengeMovement, { count: number; lengths: readonly number[] }>> = {
  turn: { count: 628, lengths: [3, 4] },
  without_turns: { count: 72, lengths: [4] },
  without_nods: { count: 72, lengths: [4] },
  without_mouth: { count: 240, lengths: [4] },
  distance: { count: 32, lengths: [4] },
};

const count = (poses: readonly ChallengePose[], among: readonly ChallengePose[]): number =>
  poses.filter((pose) => among.includes(pose)).length;

const movements = fc.constantFrom(...CHALLENGE_MOVEMENTS);
const numbers = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('drawing', () => {
  test('faces the camera before and after each of three or four moves, all of them of the chosen movement', () => {
    fc.assert(
      fc.property(movements, numbers, (movement, number) => {
        const poses = drawChallenge(() => number, movement);
        const moves = poses.filter((_, step) => step % 2 === 1);
        expect(poses.filter((_, step) => step % 2 === 0)).toEqual(moves.map(() => 'front').concat('front'));
        expect(SEQUENCES[movement].lengths).toContain(moves.length);
        expect(count(moves, kindsOf(movement))).toBe(moves.length);
      }),
    );
  });

  test('asks for enough turns and nods to tell a solid head, and by distance for one opened mouth', () => {
    fc.assert(
      fc.property(movements, numbers, (movement, number) => {
        const poses = drawChallenge(() => number, movement);
        if (movement === 'distance') expect(count(poses, ['mouth'])).toBe(1);
        else expect(count(poses, ['left', 'right', 'up', 'down'])).toBeGreaterThanOrEqual(2);
        if (movement !== 'without_turns' && movement !== 'distance')
          expect(count(poses, ['left', 'right'])).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  test.each(CHALLENGE_MOVEMENTS)(
    '%s gives each of its sequences the same share of the numbers',
    (movement) => {
      const total = SEQUENCES[movement].count;
      const drawn = Array.from({ length: total }, (_, at) =>
        drawChallenge(() => (at + 0.5) / total, movement).join(),
      );
      expect(new Set(drawn).size).toBe(total);
      expect(listSequences(movement)).toHaveLength(total);
    },
  );

  test('attempts of before have the movement that their poses say', () => {
    expect(movementOf(['front', 'nearer', 'front', 'farther', 'front'])).toBe('distance');
    expect(movementOf(['front', 'left', 'front', 'right', 'front'])).toBe('turn');
  });
});

/** The largest share of the challenges that one recording shows: those whose moves it begins with. */
function shareOfRecording(movement: ChallengeMovement, length: ChallengeLength = 'usual'): number {
  const sequences = listSequences(movement, length).map((moves) => moves.join());
  const shown = sequences.map(
    (recording) => sequences.filter((one) => `${recording},`.startsWith(`${one},`)).length,
  );
  return Math.max(...shown) / sequences.length;
}

describe('a recording that is played to whatever is asked for (R60)', () => {
  // In words, and from these figures, docs/captures.md.
  test.each([
    ['turn', 2, 628, 0.64, 0.95],
    ['without_turns', 1, 72, 2.76, 4.11],
    ['without_nods', 1, 72, 2.76, 4.11],
    ['without_mouth', 1, 240, 0.83, 1.24],
    ['distance', 1, 32, 6.15, 9.09],
  ] as const)(
    'gets through %s with a chance of %d in %d an attempt, %d %% a transaction; %d %% if the third attempt could approve',
    (movement, shown, of, transactionPercent, threePercent) => {
      const share = shareOfRecording(movement);
      expect(share).toBe(shown / of);
      // The sign of the second attempt that a wrong movement ended keeps the third from being approved.
      expect(attackSignals.wrong_turn.refusesFrom).toBe(2);
      expect(100 * (1 - (1 - share) ** 2)).toBeCloseTo(transactionPercent, 2);
      expect(100 * (1 - (1 - share) ** 3)).toBeCloseTo(threePercent, 1);
    },
  );

  test.each(CHALLENGE_LENGTHS)(
    'gets through the movement that is asked of everybody at most once in fifty attempts, %s ones included',
    (length) => {
      expect(shareOfRecording('turn', length)).toBeLessThanOrEqual(1 / 50);
    },
  );

  // In words, and from these figures, docs/decisions/0030-movements-by-risk.md.
  test.each([
    ['short', 92, 6.52, 1 / 92],
    ['usual', 628, 9.29, 2 / 628],
    ['long', 536, 9.07, 1 / 536],
  ] as const)('a %s challenge is one of %d, %d bits', (length, count, bits, share) => {
    const sequences = listSequences('turn', length);
    expect(sequences).toHaveLength(count);
    expect(Math.log2(sequences.length)).toBeCloseTo(bits, 2);
    expect(shareOfRecording('turn', length)).toBe(share);
  });

  test('would get through two movements more often than once in fifty attempts', () => {
    const pairs = new Set(
      listSequences('turn', 'short')
        .map((moves) => moves.slice(0, 2))
        .filter(
          (moves) => !moves.includes('mouth') && moves.some((move) => move === 'left' || move === 'right'),
        )
        .map((moves) => moves.join()),
    );
    expect(pairs.size).toBe(12);
    expect(1 / pairs.size).toBeGreaterThan(1 / 50);
  });

  test('gets through no more of a challenge that leaves out a kind of movement, however known the person is', () => {
    for (const movement of CHALLENGE_MOVEMENTS.filter((one) => one !== 'turn'))
      for (const length of CHALLENGE_LENGTHS)
        expect(listSequences(movement, length)).toEqual(listSequences(movement));
  });
});
