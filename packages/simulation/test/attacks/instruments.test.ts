import { cylinderOf } from '@titular/simulation/attacks/instruments/cylinder.ts';
import { ellipsoidOf } from '@titular/simulation/attacks/instruments/ellipsoid.ts';
import { AT_REST, type Held, type Instrument } from '@titular/simulation/attacks/instruments/instrument.ts';
import { liquifyOf } from '@titular/simulation/attacks/instruments/liquify.ts';
import { mouthWarp } from '@titular/simulation/attacks/instruments/mouth.ts';
import { planeOf } from '@titular/simulation/attacks/instruments/plane.ts';
import { prepareSheet, type Sheet } from '@titular/simulation/attacks/instruments/sheet.ts';
import { MOUTH, type Point, rowOf, type SeenRow } from '@titular/simulation/attacks/look-at.ts';
import { drawBetween, randomOf } from '@titular/simulation/random.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawnFace } from './drawn-face.ts';

let sheet: Sheet;
beforeAll(async () => {
  sheet = await prepareSheet(drawnFace(), 100);
});

const placeIn = ({ xs, ys }: SeenRow): Point => ({ x: xs[0] as number, y: ys[0] as number });

const seenAt = ({ see }: Held, place: Point): Point => {
  const row = rowOf(place);
  see(row);
  return placeIn(row);
};

/** Residual in pixels of eight points about the homography through four of them. */
function residuals(from: readonly Point[], to: readonly Point[]): number[] {
  const rows: number[][] = [];
  for (const index of [0, 1, 2, 3]) {
    const [a, b] = [from[index] as Point, to[index] as Point];
    rows.push([a.x, a.y, 1, 0, 0, 0, -b.x * a.x, -b.x * a.y, b.x]);
    rows.push([0, 0, 0, a.x, a.y, 1, -b.y * a.x, -b.y * a.y, b.y]);
  }
  for (let pivot = 0; pivot < 8; pivot += 1) {
    const best = rows
      .slice(pivot)
      .reduce((most, row) => (Math.abs(row[pivot] as number) > Math.abs(most[pivot] as number) ? row : most));
    rows.splice(rows.indexOf(best), 1);
    rows.splice(
      pivot,
      0,
      best.map((value) => value / (best[pivot] as number)),
    );
    for (const [index, row] of rows.entries())
      if (index !== pivot)
        rows[index] = row.map(
          (value, column) => value - (row[pivot] as number) * (rows[pivot]?.[column] as number),
        );
  }
  const h = rows.map((row) => row[8] as number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return from.map(({ x, y }, index) => {
    const w = h[6] * x + h[7] * y + 1;
    const found = { x: (h[0] * x + h[1] * y + h[2]) / w, y: (h[3] * x + h[4] * y + h[5]) / w };
    return Math.hypot(found.x - (to[index]?.x ?? 0), found.y - (to[index]?.y ?? 0));
  });
}

const spread = (): Point[] =>
  [-90, 90]
    .flatMap((x) => [-110, 120].map((y) => ({ x: sheet.centre.x + x, y: sheet.centre.y + y })))
    .concat(
      [
        [0, 0],
        [-40, 30],
        [50, -60],
        [10, 100],
      ].map(([x = 0, y = 0]) => ({ x: sheet.centre.x + x, y: sheet.centre.y + y })),
    );

describe('instruments of attackers', () => {
  test('a plane before a pinhole camera moves by a homography, however it is tilted (R59)', () => {
    const seed = Number(process.hrtime.bigint() % 100_000n);
    const random = randomOf(seed);
    for (let draw = 0; draw < 50; draw += 1) {
      const stance = { ...AT_REST, turn: drawBetween(random, -66, 66), nod: drawBetween(random, -50, 50) };
      const held = planeOf(sheet, drawBetween(random, 1.7, 5.5)).hold(stance);
      const from = spread();
      expect(Math.max(...residuals(from, from.map(held.place))), `seed ${seed}`).toBeLessThan(1e-6);
    }
  });

  test('a bent print moves by no homography', () => {
    for (const axis of ['upright', 'lying'] as const) {
      const held = cylinderOf(sheet, axis, 0.9, 4).hold({ ...AT_REST, turn: 25, nod: 10 });
      const from = spread();
      expect(Math.max(...residuals(from, from.map(held.place)))).toBeGreaterThan(2);
    }
  });

  test('what is seen at a place is what was brought there, for every instrument', () => {
    const instruments: readonly [string, Instrument][] = [
      ['plane', planeOf(sheet, 3)],
      ['upright', cylinderOf(sheet, 'upright', 1, 3)],
      ['lying', cylinderOf(sheet, 'lying', 1, 3)],
      ['ellipsoid', ellipsoidOf(sheet)],
      ['liquify', liquifyOf(sheet, { nose: 0.8, mouth: 0.6, mouthShare: 0.3 })],
    ];
    const seed = Number(process.hrtime.bigint() % 100_000n);
    const random = randomOf(seed);
    for (const [name, instrument] of instruments) {
      for (let draw = 0; draw < 20; draw += 1) {
        const stance = {
          ...AT_REST,
          turn: drawBetween(random, -20, 20),
          nod: drawBetween(random, -18, 18),
          size: drawBetween(random, 0.8, 1.3),
        };
        const held = instrument.hold(stance);
        for (const point of Object.values(sheet.layout)) {
          const seen = seenAt(held, held.place(point));
          expect(Math.hypot(seen.x - point.x, seen.y - point.y), `${name}, seed ${seed}`).toBeLessThan(0.1);
        }
      }
    }
  });

  test('an ellipsoid warp leaves the outline of the head where it was', () => {
    const held = ellipsoidOf(sheet).hold({ ...AT_REST, turn: 40, nod: 20 });
    const corner = { x: sheet.centre.x + 300, y: sheet.centre.y - 250 };
    expect(held.place(corner)).toEqual({ x: 300, y: -250 });
  });

  test.for([
    ['stretch', true],
    ['brush', false],
    ['cut', false],
  ] as const)('an open mouth by %s shows its inside, and takes the chin along: %s', ([style, takesChin]) => {
    const { bend } = mouthWarp(sheet, 35, style);
    const { upperLip, chin } = sheet.layout;
    const inside = rowOf({ x: upperLip.x, y: upperLip.y + 16 });
    bend(inside);
    expect(inside.mouth[0]).toBe(MOUTH.dark);
    const below = rowOf(chin);
    bend(below);
    expect(chin.y - placeIn(below).y > 5).toBe(takesChin);
  });
});
