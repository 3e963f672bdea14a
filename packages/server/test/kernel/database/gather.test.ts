import { AsyncLocalStorage } from 'node:async_hooks';
import { gather } from '@titular/server/kernel/database/batches/gather.ts';
import {
  createStatementSlots,
  type StatementSlots,
} from '@titular/server/kernel/database/batches/statement-slots.ts';
import { describe, expect, test } from 'vitest';

/** A gathering whose statements end when they are told to, with what each was asked. */
function openGathering(mostAsks: number, whenSlow?: number, slots?: StatementSlots) {
  const statements: { asks: readonly number[]; end: (error?: Error) => void }[] = [];
  const ask = gather(
    (asks: readonly number[]) =>
      new Promise<number[]>((resolve, reject) => {
        const end = (error?: Error): void => (error ? reject(error) : resolve(asks.map((one) => one * 10)));
        statements.push({ asks, end });
      }),
    { mostAsks, ...(whenSlow === undefined ? {} : { whenSlow }), ...(slots ? { slots } : {}) },
  );
  /** What each statement was asked, once so many have begun. */
  const asked = async (count: number): Promise<(readonly number[])[]> => {
    await expect.poll(() => statements.length).toBe(count);
    return statements.map(({ asks }) => asks);
  };
  return { ask, statements, asked };
}

describe('asks that come together', () => {
  test('in one iteration of the event loop share a statement, and each gets its own answer', async () => {
    const { ask, statements, asked } = openGathering(100);
    const answers = [1, 2, 3].map(ask);
    expect(await asked(1)).toEqual([[1, 2, 3]]);
    statements[0]?.end();
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
  });

  test('while a statement is under way share the next one, which is never the one under way (R77)', async () => {
    const { ask, statements, asked } = openGathering(100);
    const first = ask(1);
    await asked(1);
    const others = [1, 2].map(ask);
    statements[0]?.end();
    expect(await first).toBe(10);
    expect(await asked(2)).toEqual([[1], [1, 2]]);
    statements[1]?.end();
    expect(await Promise.all(others)).toEqual([10, 20]);
  });

  test('behind a slow statement are sent beside it, in so many statements at most', async () => {
    const { ask, statements, asked } = openGathering(100, 3);
    const first = ask(1);
    await asked(1);
    const second = ask(2);
    await asked(2);
    const third = ask(3);
    await asked(3);
    const fourth = ask(4);
    statements[1]?.end();
    expect(await second).toBe(20);
    expect(await asked(4)).toEqual([[1], [2], [3], [4]]);
    for (const { end } of statements) end();
    expect(await Promise.all([first, third, fourth])).toEqual([10, 30, 40]);
  });

  test('behind a slow statement wait for a slot, which statements of another gathering share', async () => {
    const shared = createStatementSlots(2);
    let asksForSlots = 0;
    const slots: StatementSlots = (statement) => {
      asksForSlots += 1;
      return shared(statement);
    };
    const [own, others] = [openGathering(100, 2, slots), openGathering(100, 2, slots)];
    const answers = [own.ask(1)];
    await own.asked(1);
    answers.push(others.ask(2));
    await others.asked(1);
    answers.push(own.ask(3));
    await expect.poll(() => asksForSlots).toBe(3);
    answers.push(own.ask(4));
    expect(await own.asked(1)).toEqual([[1]]);
    others.statements[0]?.end();
    expect(await own.asked(2)).toEqual([[1], [3, 4]]);
    for (const { end } of own.statements) end();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
  });

  test('are at most so many in one statement, in the order of their coming', async () => {
    const { ask, statements, asked } = openGathering(2);
    const answers = [1, 2, 3].map(ask);
    for (let count = 1; count <= 2; count += 1) {
      await asked(count);
      statements[count - 1]?.end();
    }
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
    expect(await asked(2)).toEqual([[1, 2], [3]]);
  });

  test('fail together where their statement fails, and the next ones do not', async () => {
    const { ask, statements, asked } = openGathering(2);
    const answers = [1, 2, 3].map((one) => ask(one).catch((error: Error) => error.message));
    await asked(1);
    statements[0]?.end(new Error('gone'));
    await asked(2);
    statements[1]?.end();
    expect(await Promise.all(answers)).toEqual(['gone', 'gone', 30]);
  });

  test('an ask that no statement took for 5 s is refused, and those after it have their turn', async () => {
    let nowMs = 0;
    const statements: { asks: readonly number[]; fail: () => void }[] = [];
    const ask = gather(
      (asks: readonly number[]) =>
        new Promise<number[]>((resolve, reject) => {
          statements.push({ asks, fail: () => reject(new Error('given up')) });
          if (statements.length > 1) resolve(asks.map((one) => one * 10));
        }),
      { mostAsks: 1 },
      () => nowMs,
    );
    const first = ask(1);
    const early = [ask(2), ask(3)];
    nowMs = 1;
    const later = ask(4);
    nowMs = 5_000;
    const settled = Promise.allSettled([first, ...early, later]);
    await expect.poll(() => statements.length).toBe(1);
    statements[0]?.fail();
    expect(
      (await settled).map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
    ).toEqual([...['given up', 'no statement was free within 5 s', 'no statement was free within 5 s', 40]]);
    expect(statements.map(({ asks }) => asks)).toEqual([[1], [4]]);
  });

  test('each statement runs in the context of its first ask', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const ask = gather(
      async (asks: readonly string[]) => {
        seen.push(context.getStore());
        await new Promise(setImmediate);
        return asks;
      },
      { mostAsks: 2 },
    );
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => context.run(name, () => ask(name))));
    expect(seen).toEqual(['a', 'c']);
  });
});
