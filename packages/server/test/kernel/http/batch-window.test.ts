import { createBatchWindow } from '@titular/server/kernel/http/admission/batch-window.ts';
import { expect, test } from 'vitest';

/** A window whose timers go off when told. */
function openWindow() {
  const timers: { work: () => void; afterMs: number }[] = [];
  const endOfWindow = createBatchWindow(250, (work, afterMs) => void timers.push({ work, afterMs }));
  return { endOfWindow, timers };
}

test('questions that come before a window ends go on together, in the order of their coming (P55)', async () => {
  const { endOfWindow, timers } = openWindow();
  const done: string[] = [];
  const ask = async (name: string): Promise<void> => {
    await endOfWindow();
    done.push(name);
  };
  const asked = Promise.all(['a', 'b', 'c'].map(ask));
  expect(timers.map(({ afterMs }) => afterMs)).toEqual([250]);
  expect(done).toEqual([]);
  timers[0]?.work();
  await asked;
  expect(done).toEqual(['a', 'b', 'c']);
});

test('one that comes later opens a window of its own, and nothing runs while nobody asks (P55)', async () => {
  const { endOfWindow, timers } = openWindow();
  const first = endOfWindow();
  timers[0]?.work();
  await first;
  expect(timers).toHaveLength(1);
  const second = endOfWindow();
  expect(timers).toHaveLength(2);
  timers[1]?.work();
  await second;
});
