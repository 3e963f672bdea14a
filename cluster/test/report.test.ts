import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { FIGURES, scalePage } from '../src/report.ts';
import { TRIALS } from '../src/trials/trials.ts';

const PAGE = resolve(import.meta.dirname, '../../docs/figures/scale.md');

test('the page of figures is what the trials left, and no number of it was written by hand', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(scalePage(FIGURES));
});

test('the page has every trial, each with its seed and the commit that ran', () => {
  const parts = scalePage(FIGURES).split('\n## ').slice(1);
  expect(parts.map((part) => part.split('\n')[0])).toEqual(Object.keys(TRIALS).toSorted());
  for (const part of parts)
    expect(part).toMatch(
      /--seed \d+(?: --minutes \d+)?(?: --transactions \d+)?\n[\s\S]*, commit [0-9a-f]{8}/,
    );
});
