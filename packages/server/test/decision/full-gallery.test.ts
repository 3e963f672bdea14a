import { type DecisionPolicy, decide, type Evidence } from '@titular/server/decision/decision.ts';
import { describe, expect, test } from 'vitest';
import { live, policy } from './decision-fixture.ts';

const newcomer: Evidence = { ...live, reference: { kind: 'none' } };
const known: Evidence = { ...newcomer, reference: { kind: 'compared', distance: 0.3 } };
const other: Evidence = { ...newcomer, reference: { kind: 'compared', distance: 0.7 } };
const stated: Evidence = { ...newcomer, isStatedIdentity: true };
const dead: Evidence = { ...newcomer, frames: [] };
const doubtful: Evidence = { ...newcomer, signs: [{ sign: 'another_person', seen: 1 }] };

type Row = [string, Evidence, Evidence['gallery'], refuse: string, approve: string];

/** What comes of each under `refuse` and `approve`: result, enrolment, and whether the identity is known to be another. */
const rows: Row[] = [
  ['a newcomer with room', newcomer, 'open', 'approved enrols same', 'approved enrols same'],
  ['a newcomer at the limit', newcomer, 'full', 'inconclusive', 'approved same'],
  ['a newcomer beyond it', newcomer, 'unsearched', 'inconclusive', 'approved'],
  [
    'a newcomer whom another engine version could not be searched for',
    newcomer,
    'partly_searched',
    'inconclusive',
    'approved',
  ],
  [
    'who is enrolled, where another version could not be searched',
    known,
    'partly_searched',
    'approved same',
    'approved same',
  ],
  ['who is enrolled, at the limit', known, 'full', 'approved same', 'approved same'],
  ['who is enrolled, beyond it', known, 'unsearched', 'inconclusive', 'approved same'],
  ['another person, beyond it', other, 'unsearched', 'inconclusive', 'inconclusive'],
  ['who stated the identity themselves', stated, 'full', 'inconclusive', 'inconclusive'],
  ['nobody who is live', dead, 'unsearched', 'inconclusive', 'inconclusive'],
];

const told = (evidence: Evidence, fullGallery: DecisionPolicy['fullGallery']): string => {
  const { result, enrol, hasIdentityChanged } = decide(evidence, { ...policy, fullGallery });
  const same = hasIdentityChanged === false ? ['same'] : [];
  return [result, ...(enrol ? ['enrols'] : []), ...same].join(' ');
};

describe('at the limit of a gallery the company decides (F3)', () => {
  test.each(rows)('about %s', (_who, evidence, gallery, refuse, approve) => {
    expect(told({ ...evidence, gallery }, 'refuse')).toBe(refuse);
    expect(told({ ...evidence, gallery }, 'approve')).toBe(approve);
  });

  test('and the reason is noted whatever it lets pass', () => {
    const lenient: DecisionPolicy = { ...policy, fullGallery: 'approve' };
    expect(decide({ ...newcomer, gallery: 'full' }, lenient).reasons).toEqual(['live', 'gallery_full']);
    expect(decide({ ...newcomer, gallery: 'unsearched' }, lenient).reasons).toEqual([
      'live',
      'gallery_unsearched',
    ]);
    expect(decide({ ...known, gallery: 'unsearched' }, lenient).reasons).toEqual([
      'live',
      'matches_reference',
      'gallery_unsearched',
    ]);
  });

  test('but not where a face is required, or a sign speaks against enrolling', () => {
    const required: DecisionPolicy = {
      ...policy,
      fullGallery: 'approve',
      templatePolicy: 'require-reference',
    };
    expect(decide({ ...newcomer, gallery: 'full' }, required).result).toBe('inconclusive');
    const notedAlone: DecisionPolicy = { ...policy, fullGallery: 'approve' };
    expect(decide({ ...doubtful, gallery: 'full' }, notedAlone).result).toBe('inconclusive');
  });
});
