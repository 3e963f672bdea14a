import { decide } from '@titular/server/decision/decision.ts';
import { listChecks } from '@titular/server/decision/list-checks.ts';
import { expect, test } from 'vitest';
import { live, policy } from './decision-fixture.ts';

const [ofCard, ofIdentity] = ['card_of_many_identities', 'identity_of_many_cards'] as const;

test.each([
  [undefined, [], 'approved', [], 'not_done'],
  [[], [ofCard], 'approved', [], 'passed'],
  [[ofCard], [], 'approved', [ofCard], 'found'],
  [[ofCard], [ofIdentity], 'approved', [ofCard], 'found'],
  [[ofCard], [ofCard], 'inconclusive', [ofCard], 'found'],
  [[ofCard, ofIdentity], [ofIdentity], 'inconclusive', [ofCard, ofIdentity], 'found'],
] as const)('links %j where %j prevent approval: %s (R65)', (links, endingLinks, result, reasons, check) => {
  const decided = decide({ ...live, links }, { ...policy, endingLinks });
  expect([decided.result, decided.reasons]).toEqual([result, ['live', 'matches_reference', ...reasons]]);
  expect(listChecks({ reasons: decided.reasons, links })).toContainEqual({ check: 'links', result: check });
});

test('a link among the reasons is found, also in a decision that keeps no list of them (R65)', () => {
  expect(listChecks({ reasons: ['live', ofCard] })).toContainEqual({ check: 'links', result: 'found' });
});
