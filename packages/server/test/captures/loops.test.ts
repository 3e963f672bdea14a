import {
  CHALLENGE_LENGTHS,
  CHALLENGE_MOVEMENTS,
  type ChallengeLength,
  type ChallengeMovement,
  type ChallengePose,
} from '@titular/contract';
import type { PoseReading } from '@titular/face-engine/measure/pose-ranges.ts';
import { kindsOf, listSequences, type Move } from '@titular/server/captures/challenge/draw-challenge.ts';
import { describe, expect, test } from 'vitest';
import { MARGINAL, play, REST, type Scene, SHOWN } from './reading-fixture.ts';

const PHASES = 20;

/** Shows each kind in turn and the front after each, whatever is asked for. */
const loop =
  (
    kinds: readonly Move[],
    look: Readonly<Record<ChallengePose, PoseReading>>,
    holdSeconds: number,
    phase: number,
  ): Scene =>
  (seconds) => {
    const shown = kinds.flatMap((kind): ChallengePose[] => ['front', kind]);
    const at = Math.floor(seconds / holdSeconds + phase * shown.length) % shown.length;
    return look[shown[at] ?? 'front'];
  };

const posesOf = (moves: readonly Move[]): ChallengePose[] => [
  'front',
  ...moves.flatMap((move): ChallengePose[] => [move, 'front']),
];

/** The share of all challenges of a movement, begun at all phases, that a loop gets through. */
function shareThrough(
  movement: ChallengeMovement,
  framesASecond: number,
  begin: (phase: number) => Scene,
  length: ChallengeLength = 'usual',
  judgedAs: ChallengeLength = length,
): number {
  const sequences = listSequences(movement, length);
  let through = 0;
  for (const moves of sequences)
    for (let phase = 0; phase < PHASES; phase += 1) {
      const challenge = { poses: posesOf(moves), movement, length: judgedAs };
      const { outcome } = play(challenge, begin(phase / PHASES), framesASecond);
      if (outcome === 'completed') through += 1;
    }
  return through / (sequences.length * PHASES);
}

describe('loops that heed nothing, begun at 20 phases, against every challenge (R60)', () => {
  test.each([
    ['all kinds, wide, 0.5 s each', SHOWN, 0.5, 6],
    ['all kinds, wide, 0.7 s each', SHOWN, 0.7, 6],
    ['all kinds just beyond their limits, 0.5 s each', MARGINAL, 0.5, 6],
    ['all kinds just beyond their limits, one frame each', MARGINAL, 0.5, 2],
  ] as const)(
    '%s: no more than one attempt in fifty of those who can make every movement',
    (_what, look, hold, rate) => {
      const kinds = kindsOf('turn');
      expect(shareThrough('turn', rate, (phase) => loop(kinds, look, hold, phase))).toBeLessThanOrEqual(
        1 / 50,
      );
    },
  );

  test('small turns to both sides (yaw 0.26, 0.7 s each) get through no more than one in fifty', () => {
    const share = shareThrough('turn', 6, (phase) => loop(['left', 'right'], MARGINAL, 0.7, phase));
    expect(share).toBeLessThanOrEqual(1 / 50);
  });

  test.each(CHALLENGE_MOVEMENTS)(
    'of %s: at most the share of challenges that have the order of the loop',
    (movement) => {
      const share = shareThrough(movement, 6, (phase) => loop(kindsOf(movement), SHOWN, 0.5, phase));
      const sequences = listSequences(movement);
      expect(share).toBeLessThanOrEqual(2 / sequences.length);
    },
  );

  // In words, and from these figures, docs/decisions/0030-movements-by-risk.md.
  test.each([
    ['short', 0.0065, 0.0065, 0.0109],
    ['usual', 0.0022, 0.0108, 0.0032],
    ['long', 0.0015, 0.0075, 0.0019],
  ] as const)(
    'of %s challenges: all kinds wide %d, for one frame each %d, small turns to both sides %d, and never more than one in fifty',
    (length, wide, brief, sides) => {
      const kinds = kindsOf('turn');
      const found = [
        shareThrough('turn', 6, (phase) => loop(kinds, SHOWN, 0.5, phase), length),
        shareThrough('turn', 2, (phase) => loop(kinds, MARGINAL, 0.5, phase), length),
        shareThrough('turn', 6, (phase) => loop(['left', 'right'], MARGINAL, 0.7, phase), length),
      ];
      for (const [index, share] of [wide, brief, sides].entries()) expect(found[index]).toBeCloseTo(share, 4);
      expect(Math.max(...found)).toBeLessThanOrEqual(1 / 50);
    },
  );

  test('a short challenge that forgave a wrong frame would let a film of single frames through more than once in fifty', () => {
    const scene = (phase: number) => loop(kindsOf('turn'), MARGINAL, 0.5, phase);
    expect(shareThrough('turn', 2, scene, 'short', 'usual')).toBeCloseTo(0.0304, 4);
  });

  // The worst that is known, and in words, from these figures, in docs/captures.md.
  test.each([
    ['turn', 0.011],
    ['without_turns', 0.05],
    ['without_nods', 0.07],
    ['without_mouth', 0.017],
    ['distance', 0.044],
  ] as const)(
    'of %s, just beyond the limits and one frame each, which are forgiven once: a share of %d',
    (movement, share) => {
      const scene = (phase: number) => loop(kindsOf(movement), MARGINAL, 0.5, phase);
      expect(shareThrough(movement, 2, scene)).toBeCloseTo(share, 2);
    },
  );
});

/** Normal deviates by Box and Muller from a generator that only needs to be even. */
function createNoise(seed: number): () => number {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
}

/** What a still face is read with: deviations of yaw, pitch and mouth (pose-table). */
const shake = (reading: PoseReading, noise: () => number): PoseReading => ({
  ...reading,
  yaw: reading.yaw + 0.028 * noise(),
  pitchDegrees: (reading.pitchDegrees ?? 0) + 0.57 * noise(),
  mouthGap: (reading.mouthGap ?? 0) + 0.016 * noise(),
  jawDrop: (reading.jawDrop ?? 0) + 0.016 * noise(),
});

describe('a person who does what is asked for', () => {
  const SEED = 20_261_122;
  const REACTION_SECONDS = 0.6;

  test.each(
    CHALLENGE_MOVEMENTS.flatMap((movement) => CHALLENGE_LENGTHS.map((length) => [movement, length] as const)),
  )(`is not ended by noise in any challenge of %s, %s (seed ${SEED})`, (movement, length) => {
    const noise = createNoise(SEED);
    for (const moves of listSequences(movement, length)) {
      const poses = posesOf(moves);
      let before = { step: 0, since: 0 };
      const scene: Scene = (seconds, step) => {
        if (step !== before.step) before = { step, since: seconds };
        const late = seconds - before.since < REACTION_SECONDS ? step - 1 : step;
        return shake(SHOWN[poses[Math.max(0, late)] ?? 'front'], noise);
      };
      const { outcome } = play({ poses, movement, length }, scene, 6);
      expect(outcome, `${SEED}: ${poses.join()}`).toBe('completed');
    }
  });

  test(`may hold the face still until the time of a step is over (seed ${SEED})`, () => {
    const noise = createNoise(SEED);
    const scene: Scene = () => shake(REST, noise);
    const poses = posesOf(['left', 'up', 'mouth']);
    const { wrongMovement, outcome } = play({ poses, movement: 'turn' }, scene, 60);
    expect([wrongMovement, outcome]).toEqual([false, 'challenge_missed']);
  });
});
