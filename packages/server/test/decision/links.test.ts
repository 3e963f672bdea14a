import { decide } from '@titular/server/decision/decision.ts';
import { listChecks } from '@titular/server/decision/list-checks.ts';
import { expect, test } from 'vitest';
import { live, policy } from './decision-fixture.ts';

const [ofCard, ofIdentity] = ['card_of_many_identities', 'identity_of_many_cards'] as const;
const [ofFace, ofDevice] = ['face_of_many_identities', 'device_of_many_identities'] as const;

test.each([
  [undefined, [], 'approved', [], 'not_done'],
  [[], [ofCard], 'approved', [], 'passed'],
  [[ofCard], [], 'approved', [ofCard], 'found'],
  [[ofCard], [ofIdentity], 'approved', [ofCard], 'found'],
  [[ofCard], [ofCard], 'inconclusive', [ofCard], 'found'],
  [[ofCard, ofIdentity], [ofIdentity], 'inconclusive', [ofCard, ofIdentity], 'found'],
  [[], [ofFace, ofDevice], 'approved', [], 'passed'],
  [[ofFace], [], 'approved', [ofFace], 'found'],
  [[ofFace], [ofFace], 'inconclusive', [ofFace], 'found'],
  [[ofDevice], [], 'approved', [ofDevice], 'found'],
  [[ofDevice], [ofDevice], 'inconclusive', [ofDevice], 'found'],
  [[ofCard, ofFace, ofDevice], [ofCard], 'inconclusive', [ofCard, ofFace, ofDevice], 'found'],
] as const)('links %j where %j prevent approval: %s (R65)', (links, endingLinks, result, reasons, check) => {
  const decided = decide({ ...live, links }, { ...policy, endingLinks });
  expect([decided.result, decided.reasons]).toEqual([result, ['live', 'matches_reference', ...reasons]]);
  expect(listChecks({ reasons: decided.reasons, links })).toContainEqual({ check: 'links', result: check });
});

test('a link among the reasons is found, also in a decision that keeps no list of them (R65)', () => {
  expect(listChecks({ reasons: ['live', ofCard] })).toContainEqual({ check: 'links', result: 'found' });
});

test('of a capture that is not live, no reason tells of the face or the device (R65)', () => {
  const links = [ofFace, ofDevice];
  const decided = decide({ ...live, frames: [], links }, { ...policy, endingLinks: links });
  expect([decided.result, decided.reasons]).toEqual(['inconclusive', ['challenge_incomplete']]);
});

test('a face of many identities counts also where a face of another identity may pass (R65)', () => {
  const evidence = { ...live, otherFaceDistance: 0.1, links: [ofFace] };
  const lenient = { ...policy, faceOfAnotherIdentity: 'approve' } as const;
  expect(decide(evidence, lenient).result).toBe('approved');
  const ended = decide(evidence, { ...lenient, endingLinks: [ofFace] });
  expect(ended.result).toBe('inconclusive');
  expect(ended.reasons).toEqual(expect.arrayContaining(['face_of_another_identity', ofFace]));
});
