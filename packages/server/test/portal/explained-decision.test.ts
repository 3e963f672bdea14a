import { toDecisionView } from '@titular/server/cases/read/explain-decision.ts';
import { expect, test } from 'vitest';

const told = { at: new Date('2026-03-02T10:00:00Z'), attempts: [], hasReceipt: false };
const viewOf = (reference: object | undefined) =>
  toDecisionView({ reasons: ['matches_reference'], ...(reference && { reference }) } as never, told);

test.each([
  [
    'the photographs of the operator, with their source',
    { kind: 'operator', isProven: true, source: 'branch 7', date: '2026-03-01' },
    { kind: 'operator', isProven: true, source: 'branch 7', date: '2026-03-01' },
  ],
  [
    'an earlier capture that nothing proves, without a source',
    { kind: 'capture', isProven: false, source: null, date: '2026-03-01' },
    { kind: 'capture', isProven: false, date: '2026-03-01' },
  ],
])('a decision names the face that it compared with: %s', (_which, kept, shown) => {
  expect(viewOf(kept).comparedFace).toEqual(shown);
});

test('a decision that compared with no face, or did not keep with which, names none', () => {
  expect(viewOf(undefined)).not.toHaveProperty('comparedFace');
});

test('a check of other identities shows what spoke of them, and not that a living person was there (F1)', () => {
  const seenOf = (...reasons: string[]) =>
    toDecisionView({ reasons } as never, told).checks.find(({ check }) => check === 'other_identities');
  expect(seenOf('live', 'enrolled')).toMatchObject({ result: 'passed', seen: [] });
  expect(seenOf('live', 'face_of_another_identity')).toMatchObject({
    result: 'found',
    seen: ['face_of_another_identity'],
  });
});

test('a decision shows each link that was found, and none of those that nobody looked for', () => {
  const reasons = ['live', 'face_of_many_identities', 'device_of_many_identities'];
  const { checks } = toDecisionView({ reasons, links: reasons.slice(1) } as never, told);
  expect(checks).toContainEqual({ check: 'links', result: 'found', asked: [], seen: reasons.slice(1) });
  const { checks: without } = toDecisionView({ reasons: ['live'] } as never, told);
  expect(without).toContainEqual({ check: 'links', result: 'not_done', asked: [], seen: [] });
});
