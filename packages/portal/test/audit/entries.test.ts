import type { AuditRow, PortalBody } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import { type SayField, toEntryLines } from '../../src/pages/audit/model/entry-lines.ts';
import { exportEntries, MAX_EXPORTED, MAX_STEPS } from '../../src/pages/audit/model/export-entries.ts';
import { parseAnchor, printAnchor } from '../../src/pages/audit/verify/anchor.ts';

describe('the values of an entry', () => {
  test('stand side by side, those that changed first', () => {
    const before = JSON.stringify({ name: 'x', 'link-days': 30, list: ['a'] });
    const after = JSON.stringify({ name: 'x', 'link-days': 60, list: ['a', 'b'], more: null });
    expect(toEntryLines(before, after)).toEqual([
      { field: 'link-days', before: '30', after: '60', isChanged: true },
      { field: 'list', before: 'a', after: 'a, b', isChanged: true },
      { field: 'more', after: 'null', isChanged: true },
      { field: 'name', before: 'x', after: 'x', isChanged: false },
    ]);
  });

  test('of one side alone are all new, or all gone; an entry without values has no line', () => {
    expect(toEntryLines(undefined, '{"reason":"<b>"}')).toEqual([
      { field: 'reason', after: '<b>', isChanged: true },
    ]);
    expect(toEntryLines('{"a":1}', undefined)).toEqual([{ field: 'a', before: '1', isChanged: true }]);
    expect(toEntryLines(undefined, undefined)).toEqual([]);
    expect(toEntryLines('[[1]]', '"x"')).toEqual([
      { field: '', before: '[\n  [\n    1\n  ]\n]', after: 'x', isChanged: true },
    ]);
  });
});

describe('the values of settings in an entry', () => {
  const say: SayField = (field, value) => (field === 'link-days' ? `${String(value)} days` : undefined);

  test('are said as the pages of settings say them, and others as they stand', () => {
    const values = ['{"link-days":30,"note":"30"}', '{"link-days":60,"note":"30"}'] as const;
    expect(toEntryLines(...values, say)).toEqual([
      { field: 'link-days', before: '30 days', after: '60 days', isChanged: true },
      { field: 'note', before: '30', after: '30', isChanged: false },
    ]);
  });

  test('that somebody proposes stand side by side, also where the proposal was taken back', () => {
    const changes = [{ name: 'link-days', seen: '30', value: '60' }];
    const line = { field: 'link-days', before: '30 days', after: '60 days', isChanged: true };
    const about = { field: 'about', after: 'tenant/x', isChanged: true };
    expect(toEntryLines(undefined, JSON.stringify({ about: 'tenant/x', changes }), say)).toEqual([
      line,
      about,
    ]);
    expect(toEntryLines(JSON.stringify({ changes }), undefined, say)).toEqual([line]);
    expect(toEntryLines(undefined, '{"changes":[{"name":1}]}', say)).toMatchObject([{ field: 'changes' }]);
  });

  test('that somebody tried stand as those that were changed', () => {
    const after = JSON.stringify({ tried: { 'link-days': '60' } });
    expect(toEntryLines(undefined, after, say)).toEqual([
      { field: 'link-days', after: '60 days', isChanged: true },
    ]);
    expect(toEntryLines(undefined, '{"tried":1}', say)).toMatchObject([{ field: 'tried', after: '1' }]);
  });
});

const row = (number: number): AuditRow => ({
  id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  ...{ at: '2026-03-04T00:00:00.000Z', actor: 'service', actorName: 'Maria', action: 'a.change' },
  ...{ subject: 'x', after: '{"n":1}' },
});

describe('an export', () => {
  test('is what `audit list --json` lists, a line each, without names of people (P17)', async () => {
    const { lines, isWhole } = await exportEntries(
      async () => ({ entries: [row(2), row(1)], isOwn: false }),
      {},
      new AbortController().signal,
    );
    expect(isWhole).toBe(true);
    expect(lines.map((line) => JSON.parse(line))[0]).toEqual({
      ...{ entry: row(2).id, at: row(2).at, actor: 'service', action: 'a.change', subject: 'x' },
      after: { n: 1 },
    });
    expect(lines.every((line) => line.endsWith('}\n'))).toBe(true);
  });

  test('goes on page after page, with the filter, and ends at the newest 10,000', async () => {
    const asked: unknown[] = [];
    const { lines, isWhole } = await exportEntries(
      async (body) => {
        asked.push(body.action);
        const entries = Array.from({ length: body.limit ?? 0 }, (_, index) => row(index));
        return { entries, nextCursor: row(asked.length).id, isOwn: false };
      },
      { action: 'a.change' },
      new AbortController().signal,
    );
    expect([lines.length, isWhole]).toEqual([MAX_EXPORTED, false]);
    expect(new Set(asked)).toEqual(new Set(['a.change']));
  });
});

describe('the way of an export', () => {
  const never = new AbortController().signal;

  test('begins at the newest entry on whatever page it is asked for, and says so once, with its bound (P14)', async () => {
    const asked: PortalBody<'searchAudit'>[] = [];
    const read = async (body: PortalBody<'searchAudit'>) => {
      asked.push(body);
      return { entries: [row(1)], isOwn: false, ...(asked.length < 3 ? { nextCursor: row(1).id } : {}) };
    };
    await exportEntries(read, { action: 'a.change', cursor: row(9).id }, never);
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, row(1).id, row(1).id]);
    expect(asked.map(({ exporting }) => exporting)).toEqual([MAX_EXPORTED, undefined, undefined]);
  });

  test('ends after so many steps that found nothing, and when the page is left', async () => {
    let steps = 0;
    const control = new AbortController();
    const read = async () => {
      steps += 1;
      return { entries: [], isOwn: false, nextCursor: row(1).id };
    };
    expect(await exportEntries(read, {}, never)).toEqual({ lines: [], isWhole: false });
    expect(steps).toBe(MAX_STEPS);
    control.abort();
    await expect(exportEntries(read, {}, control.signal)).rejects.toThrow('aborted');
    expect(steps).toBe(MAX_STEPS);
  });
});

test('an anchor is read from the hash alone, and from what was printed or scanned', () => {
  const hash = 'ab'.repeat(32);
  for (const text of [hash, ` ${hash.toUpperCase()} `, printAnchor(12, hash), `anchor: ${hash}.`])
    expect(parseAnchor(text)).toBe(hash);
  for (const text of ['', 'ab', `${hash}a`, 'g'.repeat(64)]) expect(parseAnchor(text)).toBeUndefined();
});
