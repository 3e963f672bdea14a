import { CHALLENGE_MOVEMENTS, CHALLENGE_POSES } from '@titular/contract';
import { drawChallenge, movementOf, showsPose } from '@titular/server/captures/challenge.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const sequence =
  (...numbers: number[]) =>
  () =>
    numbers.shift() ?? Number.NaN;

describe('drawing', () => {
  test('two turns or three to sides drawn at random, facing before, between and after', () => {
    expect(drawChallenge(sequence(0, 0, 0))).toEqual(['front', 'left', 'front', 'left', 'front']);
    expect(drawChallenge(sequence(0.999, 0.999, 0.5, 0))).toEqual([
      ...['front', 'right', 'front', 'right', 'front', 'left', 'front'],
    ]);
  });

  test.each(['turn', 'distance'] as const)(
    'twelve challenges of %s, each from its share of the numbers',
    (movement) => {
      const halves = [0.25, 0.75];
      const drawn = halves.flatMap((count) =>
        halves.flatMap((one) =>
          halves.flatMap((two) =>
            halves.map((three) => drawChallenge(sequence(count, one, two, three), movement).join()),
          ),
        ),
      );
      const shares = new Map(drawn.map((one) => [one, drawn.filter((other) => other === one).length]));
      expect([...shares.values()].toSorted((one, other) => one - other)).toEqual([
        ...Array<number>(8).fill(1),
        ...Array<number>(4).fill(2),
      ]);
    },
  );

  test('who cannot turn the head is asked to come nearer and to move away instead', () => {
    const poses = drawChallenge(sequence(0.1, 0.1, 0.9), 'distance');
    expect(poses).toEqual(['front', 'nearer', 'front', 'farther', 'front']);
    expect(movementOf(poses)).toBe('distance');
    expect(movementOf(drawChallenge(sequence(0, 0, 0)))).toBe('turn');
  });
});

describe('poses', () => {
  test.each([
    ['front', 0, true],
    ['front', 0.15, true],
    ['front', -0.15, true],
    ['front', 0.16, false],
    ['front', -0.16, false],
    ['left', 0.22, true],
    ['left', 0.21, false],
    ['left', -0.4, false],
    ['right', -0.22, true],
    ['right', -0.21, false],
    ['right', 0.4, false],
    ['left', Number.NaN, false],
    ['right', Number.NaN, false],
    ['front', Number.NaN, false],
  ] as const)('%s with a yaw of %d is shown: %s', (pose, yaw, isShown) => {
    expect(showsPose(pose, { yaw, relativeSize: undefined }, 'turn')).toBe(isShown);
  });

  test.each([
    ['front', 0, 1, true],
    ['front', 0, 0.88, true],
    ['front', 0, 0.87, false],
    ['front', 0, 1.14, true],
    ['front', 0, 1.15, false],
    ['front', 0.2, 1, false],
    ['nearer', 0, 1.28, true],
    ['nearer', 0, 1.27, false],
    ['nearer', 0.2, 1.5, false],
    ['farther', 0, 0.78, true],
    ['farther', 0, 0.79, false],
    ['farther', Number.NaN, 0.5, false],
    ['nearer', 0, Number.NaN, false],
  ] as const)(
    '%s with a yaw of %d at %d times the first size is shown: %s',
    (pose, yaw, relativeSize, isShown) => {
      expect(showsPose(pose, { yaw, relativeSize }, 'distance')).toBe(isShown);
    },
  );

  test('no head shows two poses at once', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -2, max: 2 }),
        fc.double({ min: 0, max: 3 }),
        fc.constantFrom(...CHALLENGE_MOVEMENTS),
        (yaw, relativeSize, movement) => {
          const asked = CHALLENGE_POSES.filter(
            (pose) => pose === 'front' || (movement === 'turn') === ['left', 'right'].includes(pose),
          );
          const shown = asked.filter((pose) => showsPose(pose, { yaw, relativeSize }, movement));
          expect(shown.length).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
