import { expect, test } from 'vitest';
import { drawFrom } from '../src/load/creates.ts';
import { STATEMENT_FAULTS } from '../src/stage/faults/failing-statements.ts';
import { FLOWS } from '../src/torture/acts/flows.ts';
import { createPoints, type FaultPoint, figuresOfPoints, type Tried } from '../src/torture/acts/nth-fault.ts';

const names = (...list: string[]): { role: 'api' | 'worker'; name: string }[] =>
  list.map((name) => ({ role: 'api', name }));

test('nine flows and rest, each with a name of its own', () => {
  expect(new Set(FLOWS.map(({ name }) => name)).size).toBe(10);
});

test('a statement is a point in each of three ways, and belongs to the flow that showed it first', () => {
  const points = createPoints();
  points.learn('one', names('select a', 'insert b'));
  points.learn('two', names('select a', 'insert c'));
  expect(points.all()).toHaveLength(3 * STATEMENT_FAULTS.length);
  expect(points.all().filter(({ flow }) => flow === 'two')).toHaveLength(STATEMENT_FAULTS.length);
});

const ANY = (): boolean => true;

test('what is taken at once are other statements of each role; all points come before any comes again', () => {
  const points = createPoints();
  points.learn('one', [...names('a', 'b', 'c'), { role: 'worker', name: 'a' }]);
  const draw = drawFrom(7);
  const held = Array.from({ length: 5 }, () => points.take(ANY, draw));
  expect(new Set(held.map((one) => `${one?.role} ${one?.name}`)).size).toBe(5);
  expect(held[4]).toBeUndefined();
  const tried = new Set(held.filter((one) => one !== undefined));
  for (const one of tried) points.giveBack(one);
  for (let times = tried.size; times < 4 * STATEMENT_FAULTS.length; times += 1) {
    const one = points.take(ANY, draw);
    expect(one?.tries).toBe(1);
    if (one) points.giveBack(one);
    if (one) tried.add(one);
  }
  expect(tried.size).toBe(4 * STATEMENT_FAULTS.length);
  expect(points.take(ANY, draw)?.tries).toBe(2);
});

test('a point that was reached, or did not come three times, is taken no more, and all is done then', () => {
  const points = createPoints();
  points.learn('one', names('a'));
  expect(points.isDone()).toBe(false);
  for (const [place, point] of points.all().entries())
    Object.assign(point, place === 0 ? { isReached: true } : { tries: 3 });
  expect(points.take(ANY, drawFrom(1))).toBeUndefined();
  expect(points.isDone()).toBe(true);
});

test('of others than those that are wanted none is taken', () => {
  const points = createPoints();
  points.learn('one', names('a'));
  points.learn('two', names('b'));
  expect(points.take(({ flow }) => flow === 'two', drawFrom(1))?.name).toBe('b');
  expect(points.take(({ flow }) => flow === 'three', drawFrom(1))).toBeUndefined();
});

const point = (isReached: boolean, tries = 1): FaultPoint => ({
  ...{ flow: 'one', role: 'api', name: 'insert a', fault: 'refused', tries, isReached },
});
const tried = (changes: Partial<Tried> = {}): Tried => ({
  ...{ points: [point(true), point(true)], before: [], meanwhile: ['GET /x: 500 50001'], afterwards: [] },
  ...changes,
});

test.each<[string, Partial<Tried>, number]>([
  ['all points', {}, 0],
  ['a point left', { points: [point(true), point(false)] }, 1],
  ['a point that was tried three times', { points: [point(true), point(false, 3)] }, 0],
  ['a point left of those at rest', { points: [point(true), { ...point(false), flow: 'at rest' }] }, 0],
  ['no point', { points: [] }, 2],
  ['no point that was reached', { points: [point(false, 3)] }, 1],
  ['a call that failed before anything did', { before: ['GET /x: 404 40401'] }, 1],
  ['a call without an answer', { meanwhile: ['GET /x: 0'] }, 1],
  ['a call that failed once everything was healed', { afterwards: ['GET /x: 500 50001'] }, 1],
])('of %s this many figures are missed', (_what, changes, expected) => {
  const figures = figuresOfPoints(tried(changes));
  expect(figures.filter(({ isMet }) => isMet === false)).toHaveLength(expected);
});

test('every point is named: reached, tried in vain, or left (R76)', () => {
  const points = [
    point(true),
    { ...point(false, 3), name: 'insert b' },
    { ...point(false), name: 'insert c' },
  ];
  const figures = figuresOfPoints(tried({ points }));
  expect(figures.flatMap(({ names }) => names ?? []).toSorted()).toEqual([
    'api, insert a: refused (one)',
    'api, insert b: refused (one)',
    'api, insert c: refused (one)',
  ]);
  const missing = figures.find(({ what }) => what.includes('did not come'));
  expect(missing?.value).toBe('1; api, insert b: refused (one)');
});
