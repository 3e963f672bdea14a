import { once } from '@titular/server/kernel/caches/once.ts';
import { expect, test } from 'vitest';

test('what is made once is made anew after it failed, and then kept', async () => {
  let calls = 0;
  const read = once(async () => {
    calls += 1;
    if (calls === 1) throw new Error('too many open files');
    return calls;
  });
  const together = await Promise.allSettled([read(), read()]);
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([await read(), await read()]).toEqual([2, 2]);
});
