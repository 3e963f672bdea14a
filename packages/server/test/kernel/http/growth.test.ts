import { expect, test } from 'vitest';
import { growthProblem, repeated } from './growth.ts';

/** Works for so many steps. */
function work(steps: number): number {
  let sum = 0;
  for (let step = 0; step < steps; step += 1) sum = (sum * 31 + step) % 1_000_003;
  return sum;
}

test.each([
  ['square', ({ length }: string) => work(length * (length / 25))],
  ['exponential', ({ length }: string) => work(2 ** Math.min(28, length))],
])('work that grows with the %s of its input is told, with its figures', async (_name, check) => {
  expect(await growthProblem(check, repeated('a'))).toMatch(/^"a" repeated: \d+ ms/);
});

test('work that grows with its input is let through, however slow', async () => {
  expect(await growthProblem(({ length }) => work(length * 1_000), repeated('a'))).toBeUndefined();
});
