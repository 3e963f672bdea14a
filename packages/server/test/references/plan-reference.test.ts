import { chooseFaces, planPlaces } from '@titular/server/references/plan-reference.ts';
import { expect, test } from 'vitest';

const face = (...values: number[]): Float32Array => Float32Array.from(values);
const captured = (templateId: string, place: number, day: number) => ({
  templateId,
  place,
  createdAt: new Date(Date.UTC(2026, 0, day)),
});

test('photographs that look alike share one face, and each that differs has its own', () => {
  const [front, alike, other] = [face(0, 0), face(0.1, 0), face(0.3, 0)];
  expect(chooseFaces([front, alike, other])).toEqual([front, other]);
  expect(chooseFaces([])).toEqual([]);
});

test.each([
  ['nobody enrolled', [], 2, { places: [1, 2], deletes: [] }],
  ['room beside', [captured('a', 2, 1)], 2, { places: [1, 3], deletes: [] }],
  ['one too many', [1, 2, 3, 4].map((n) => captured(`t${n}`, n, n)), 2, { places: [1, 5], deletes: ['t1'] }],
  [
    'no room at all',
    [5, 4, 3, 2, 1].map((n) => captured(`t${n}`, n, n)),
    5,
    { places: [1, 2, 3, 4, 5], deletes: ['t1', 't2', 't3', 't4', 't5'] },
  ],
])(
  'the faces of a reference take free places, and the oldest captured ones give way: %s',
  (_, held, faces, plan) => {
    expect(planPlaces(held, faces)).toEqual(plan);
  },
);
