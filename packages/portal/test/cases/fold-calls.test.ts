import type { TimelineEntry } from '@titular/contract';
import { expect, test } from 'vitest';
import { foldCalls } from '../../src/pages/case/timeline/fold-calls.ts';

const entry = (
  second: number,
  source: TimelineEntry['source'],
  code: string,
  status = 200,
): TimelineEntry => ({
  at: `2026-11-20T12:00:${String(second).padStart(2, '0')}.000Z`,
  source,
  code,
  actor: 'shop',
  details: { status },
});

test('calls that follow each other and were answered alike are one line, which says how many and until when', () => {
  const read = [1, 2, 3].map((second) => entry(second, 'call', 'readTransaction'));
  const folded = foldCalls([entry(0, 'step', 'create'), ...read, entry(4, 'call', 'readTransaction', 429)]);
  expect(folded.map(({ more }) => more)).toEqual([0, 2, 0]);
  expect(folded[1]?.until).toBe(read[2]?.at);
});

test('nothing else is folded, and nothing is lost', () => {
  const mixed = [
    ...[entry(1, 'call', 'readTransaction'), entry(2, 'link', 'opened'), entry(3, 'call', 'readTransaction')],
    ...[entry(4, 'delivery', 'failed'), entry(5, 'delivery', 'failed')],
  ];
  expect(foldCalls(mixed).map((line) => line.entry)).toEqual(mixed);
});
