import { AuditExport, TransactionExport } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import { filterKeys } from '../src/pages/exports/model/filter-words.ts';
import { nameOfFile, readFile } from '../src/pages/exports/model/read-file.ts';

const signal = new AbortController().signal;

describe('a file of a list', () => {
  test('is put together from its parts in their order (P14)', async () => {
    const parts = ['a', 'b', 'c'];
    const asked: number[] = [];
    const texts = await readFile(async (part) => {
      asked.push(part);
      return { text: parts[part] ?? '', isLast: part === parts.length - 1 };
    }, signal);
    expect([texts, asked]).toEqual([parts, [0, 1, 2]]);
  });

  test('is no longer read once the page was left', async () => {
    const gone = new AbortController();
    const reading = readFile(async () => {
      gone.abort();
      return { text: 'a', isLast: false };
    }, gone.signal);
    await expect(reading).rejects.toThrow();
  });

  test('is named by list and minute, and by nothing of a filter (P38)', () => {
    const listed = { withPersons: false, createdAt: '2026-03-04T16:50:00.000Z' };
    expect(nameOfFile({ ...listed, kind: 'transactions' })).toBe('transactions-2026-03-04T1650Z.csv');
    expect(nameOfFile({ ...listed, kind: 'audit' })).toBe('audit-log-2026-03-04T1650Z.csv');
  });

  test('is told by its name from one with persons in it, which nobody sends on by mistake', () => {
    const file = { kind: 'transactions', withPersons: true, createdAt: '2026-03-04T16:50:00.000Z' } as const;
    expect(nameOfFile(file)).toBe('transactions-with-persons-2026-03-04T1650Z.csv');
  });

  test('has words for every filter that a list takes', () => {
    const names = [TransactionExport, AuditExport].flatMap(({ properties }) => Object.keys(properties));
    expect(filterKeys(names)).toHaveLength(names.length);
  });
});
