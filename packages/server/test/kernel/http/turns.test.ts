import { createTurns } from '@titular/server/kernel/http/portal/turns.ts';
import { expect, test } from 'vitest';

/** Turns whose timers go off when told. */
function turns() {
  const timers: { work: () => void; afterMs: number }[] = [];
  const nextTurn = createTurns(250, (work, afterMs) => void timers.push({ work, afterMs }));
  return { nextTurn, timers };
}

test('questions that come before a turn is over go on together, in the order of their coming (P55)', async () => {
  const { nextTurn, timers } = turns();
  const done: string[] = [];
  const ask = async (name: string): Promise<void> => {
    await nextTurn();
    done.push(name);
  };
  const asked = Promise.all(['a', 'b', 'c'].map(ask));
  expect(timers.map(({ afterMs }) => afterMs)).toEqual([250]);
  expect(done).toEqual([]);
  timers[0]?.work();
  await asked;
  expect(done).toEqual(['a', 'b', 'c']);
});

test('one that comes later begins a turn of its own, and nothing runs while nobody asks (P55)', async () => {
  const { nextTurn, timers } = turns();
  const first = nextTurn();
  timers[0]?.work();
  await first;
  expect(timers).toHaveLength(1);
  const second = nextTurn();
  expect(timers).toHaveLength(2);
  timers[1]?.work();
  await second;
});
