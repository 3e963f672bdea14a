import {
  type HeldFace,
  MAX_TEMPLATES,
  planTemplates,
  WORTH_KEEPING,
} from '@titular/server/faces/gallery/plan-templates.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const now = new Date('2026-01-01T00:00:00Z');
const face = (place: number, distance: number, ageDays: number): HeldFace => ({
  templateId: asId(`face-${place}`),
  place,
  distance,
  createdAt: new Date(now.getTime() - ageDays * 86_400_000),
});
const rules = { most: 3, renewalDays: 180 };
const nothing = { deletes: [], place: undefined };

describe('the faces of an identity (R65)', () => {
  test.each<[string, HeldFace[], typeof rules, boolean, { deletes: string[]; place: number | undefined }]>([
    ['nothing is planned where nobody is enrolled', [], rules, true, nothing],
    ['a face that looks otherwise joins', [face(1, 0.25, 1)], rules, true, { deletes: [], place: 2 }],
    ['one that looks the same does not', [face(1, 0.249, 1)], rules, true, nothing],
    ['nor one that looks like the second', [face(1, 0.3, 1), face(2, 0.1, 1)], rules, true, nothing],
    [
      'a free place between is taken',
      [face(1, 0.3, 9), face(3, 0.3, 1)],
      rules,
      true,
      { deletes: [], place: 2 },
    ],
    ['nothing joins where there is no room', [face(1, 0.3, 1)], rules, false, nothing],
    ['nothing joins the most', [face(1, 0.3, 9), face(2, 0.3, 8), face(3, 0.3, 1)], rules, true, nothing],
    [
      'an old face gives way, whatever the looks',
      [face(1, 0.1, 181)],
      rules,
      true,
      { deletes: ['face-1'], place: 1 },
    ],
    ['also where there is no room', [face(1, 0.3, 181)], rules, false, { deletes: ['face-1'], place: 1 }],
    ['none at the age itself', [face(1, 0.1, 180)], rules, true, nothing],
    ['none while the newest is young', [face(1, 0.1, 400), face(2, 0.1, 10)], rules, true, nothing],
    [
      'the oldest gives way',
      [face(1, 0.3, 200), face(2, 0.3, 400), face(3, 0.3, 300)],
      rules,
      true,
      { deletes: ['face-2'], place: 2 },
    ],
    ['never where the company says so', [face(1, 0.1, 9999)], { most: 3, renewalDays: 0 }, true, nothing],
    [
      'what is too many leaves as well',
      [face(1, 0.3, 400), face(2, 0.3, 300), face(3, 0.3, 200)],
      { most: 1, renewalDays: 30 },
      true,
      { deletes: ['face-1', 'face-2', 'face-3'], place: 1 },
    ],
  ])('%s', (_what, held, given, hasRoom, plan) => {
    expect(planTemplates(held, given, hasRoom, now)).toEqual(plan);
  });

  test('whatever is held, no more are held afterwards than may be, and each has a place of its own', () => {
    const faces = fc
      .uniqueArray(
        fc.record({
          place: fc.integer({ min: 1, max: MAX_TEMPLATES }),
          distance: fc.double({ min: 0, max: 0.5, noNaN: true }),
          age: fc.integer({ min: 0, max: 800 }),
        }),
        { selector: ({ place }) => place, maxLength: MAX_TEMPLATES },
      )
      .map((all) => all.map(({ place, distance, age }) => face(place, distance, age)));
    const limits = fc.record({
      most: fc.integer({ min: 1, max: MAX_TEMPLATES }),
      renewalDays: fc.integer({ min: 0, max: 400 }),
    });
    fc.assert(
      fc.property(faces, limits, fc.boolean(), (held, given, hasRoom) => {
        const { deletes, place } = planTemplates(held, given, hasRoom, now);
        const staying = held.filter(({ templateId }) => !deletes.includes(templateId));
        if (place === undefined) {
          expect(deletes).toEqual([]);
          return;
        }
        expect(staying.length + 1).toBeLessThanOrEqual(given.most);
        expect(staying.map((one) => one.place)).not.toContain(place);
        expect(place).toBeLessThanOrEqual(MAX_TEMPLATES);
        if (!hasRoom) expect(deletes.length).toBeGreaterThan(0);
        if (deletes.length === 0)
          expect(Math.min(...held.map(({ distance }) => distance))).toBeGreaterThanOrEqual(WORTH_KEEPING);
      }),
      { numRuns: 1_000 },
    );
  });
});
