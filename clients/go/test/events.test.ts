import { describe, expect, test } from 'vitest';
import { hasGo, openDriver } from './run-go.ts';

const moved = (id: string, sequence?: number) => ({
  id,
  type: 'moved',
  ...(sequence === undefined ? {} : { transactionId: 't', sequence }),
});

describe.skipIf(!hasGo)('the event handler of the Go client', () => {
  const drive = openDriver();
  const handle = async (...events: object[]) => {
    const { results } = await drive({ events });
    return results.map(({ value, wrong }) => value ?? wrong);
  };

  test('handles each event once, and none that a later one overtook', async () => {
    expect(
      await handle(moved('a', 1), moved('a', 1), moved('c', 3), moved('b', 2), moved('b', 2), moved('x')),
    ).toEqual(['handled', 'repeated', 'handled', 'stale', 'stale', 'handled']);
  });

  test('takes a type that it has no work for as done', async () => {
    const other = { id: 'a', type: 'other' };
    expect(await handle(other, other)).toEqual(['unhandled', 'repeated']);
  });

  test('has an event new again where its work failed or panicked, with the order of before', async () => {
    expect(
      await handle(
        ...[moved('a', 1), { ...moved('b', 2), fails: true }, moved('b', 2)],
        ...[{ ...moved('c', 3), panics: true }, moved('c', 3), moved('c', 3)],
      ),
    ).toEqual(['handled', 'the work failed', 'handled', 'panic: the work failed', 'handled', 'repeated']);
  });

  test('keeps what became of the work of a sender who hung up meanwhile', async () => {
    expect(
      await handle(
        ...[{ ...moved('a', 1), isLeft: true }, moved('a', 1)],
        ...[{ ...moved('b', 2), isLeft: true, fails: true }, moved('b', 2)],
      ),
    ).toEqual(['handled', 'repeated', 'the work failed', 'handled']);
  });

  test('takes no event for handled of which the store answers no verdict', async () => {
    expect(await handle(moved('unclaimed'))).toEqual(['Claim of the store returned none of the verdicts']);
  });

  test('works on events of one transaction one after the other, and on others side by side', async () => {
    const { results } = await drive({
      isTogether: true,
      events: [
        ...Array.from({ length: 20 }, (_, at) => moved(`a${at}`, at)),
        ...[0, 1, 2].map((at) => moved(`b${at}`)),
      ],
    });
    expect(results.flatMap(({ wrong }) => wrong ?? [])).toEqual([]);
    const outcomes = new Set(results.map(({ value }) => value));
    expect([...outcomes].filter((one) => one !== 'handled' && one !== 'stale')).toEqual([]);
  });
});
