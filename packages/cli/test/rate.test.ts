import { createRate } from '@titular/cli/frame/progress.ts';
import { expect, test } from 'vitest';

test('a rate tells what is done, how fast it goes and how long the rest takes, by the last minute alone', () => {
  let nowMs = 0;
  const rate = createRate(() => nowMs);
  expect(rate.tell(0, 100)).toBe('0 of 100 rows, 0.0/s');
  nowMs = 10_000;
  expect(rate.tell(20, 100)).toBe('20 of 100 rows, 2.0/s, 40 s left');
  for (let second = 12; second <= 100; second += 2) {
    nowMs = 1_000 * second;
    rate.tell(20 + second, 100_000);
  }
  expect(rate.tell(120, 100_000)).toBe('120 of 100000 rows, 1.0/s, 27 h 45 min left');
  expect(rate.tell(120, 720)).toContain('10 min left');
});
