import { createLockstep } from '@titular/server/kernel/http/admission/lockstep.ts';
import { expect, test } from 'vitest';

test('requests of one iteration of the event loop go on together, a step of each after the other', async () => {
  const lockstep = createLockstep();
  const done: string[] = [];
  const run = async (name: string): Promise<void> => {
    await lockstep();
    for (const step of [1, 2, 3]) {
      done.push(`${name}${step}`);
      await undefined;
    }
  };
  await Promise.all(['a', 'b', 'c'].map(run));
  expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']);
});

test('one that comes after an iteration waits for the next', async () => {
  const lockstep = createLockstep();
  const done: string[] = [];
  const first = lockstep().then(() => {
    done.push('first');
    return lockstep().then(() => done.push('third'));
  });
  const second = lockstep().then(() => done.push('second'));
  await Promise.all([first, second]);
  expect(done).toEqual(['first', 'second', 'third']);
});
