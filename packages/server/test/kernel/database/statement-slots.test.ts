import {
  createStatementSlots,
  type StatementSlots,
} from '@titular/server/kernel/database/batches/statement-slots.ts';
import { expect, test } from 'vitest';

/** Statements that end when they are told to, by name, with the names of those that run. */
function openStatements() {
  const running = new Map<string, (error?: Error) => void>();
  const run = (slots: StatementSlots, name: string): Promise<string> =>
    slots(
      () =>
        new Promise<string>((resolve, reject) => {
          running.set(name, (error) => {
            running.delete(name);
            if (error) reject(error);
            else resolve(name);
          });
        }),
    );
  return {
    run,
    end: (name: string, error?: Error) => running.get(name)?.(error),
    names: () => [...running.keys()],
  };
}

test('statements beyond the slots wait, in the order of asking', async () => {
  const { run, end, names } = openStatements();
  const slots = createStatementSlots(2);
  const all = ['a', 'b', 'c', 'd'].map((name) => run(slots, name));
  expect(names()).toEqual(['a', 'b']);
  end('b');
  expect(await all[1]).toBe('b');
  await expect.poll(names).toEqual(['a', 'c']);
  end('a');
  await expect.poll(names).toEqual(['c', 'd']);
  end('c');
  end('d');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('a statement that fails leaves its slot', async () => {
  const { run, end, names } = openStatements();
  const slots = createStatementSlots(1);
  const failed = run(slots, 'a');
  const next = run(slots, 'b');
  end('a', new Error('gone'));
  await expect(failed).rejects.toThrow('gone');
  await expect.poll(names).toEqual(['b']);
  end('b');
  expect(await next).toBe('b');
});

test('slots within others leave those others at least one', async () => {
  const { run, end, names } = openStatements();
  const all = createStatementSlots(3);
  const some = createStatementSlots(2, all);
  const slow = ['a', 'b', 'c', 'd'].map((name) => run(some, name));
  await expect.poll(names).toEqual(['a', 'b']);
  const other = run(all, 'e');
  await expect.poll(names).toEqual(['a', 'b', 'e']);
  end('e');
  expect(await other).toBe('e');
  expect(names()).toEqual(['a', 'b']);
  for (const name of ['a', 'b']) end(name);
  await expect.poll(names).toEqual(['c', 'd']);
  for (const name of ['c', 'd']) end(name);
  expect(await Promise.all(slow)).toEqual(['a', 'b', 'c', 'd']);
});
