import { policyOf } from '@titular/server/captures/index.ts';
import {
  checkAtCreate,
  type DecidingRules,
  decide,
  type Evidence,
  judgeCard,
  packCreateInputs,
  packDecisionInputs,
  unpackCreateInputs,
  unpackDecisionInputs,
} from '@titular/server/decision/index.ts';
import { settingTables } from '@titular/server/settings/index.ts';
import { type Moved, moveRules, parseMoved } from '@titular/server/what-if/moved-settings.ts';
import { type ReplayedEnd, replayEnd } from '@titular/server/what-if/replay-end.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { live } from '../decision/decision-fixture.ts';
import { anyAnswers, anyEvidence, anyFindings, anyRules } from './any-inputs.ts';

const UNMOVED: Moved = { rules: {}, card: {} };
const deployment = { matchThreshold: 0.5, samePersonThreshold: 0.45, environment: 'test' } as const;
const plain: DecidingRules = moveRules(unpackCreateInputs({ findings: {}, rules: {} }).rules, UNMOVED);

/** Through JSON, as PostgreSQL keeps it. */
const keepDecision = (
  evidence: Evidence,
  rules: DecidingRules,
  answers: Parameters<typeof packDecisionInputs>[3],
) => unpackDecisionInputs(JSON.parse(packDecisionInputs(evidence, rules, deployment, answers)));
const keepCreate = (...given: Parameters<typeof packCreateInputs>) =>
  unpackCreateInputs(JSON.parse(packCreateInputs(...given)));

const anyCase = anyRules.chain((rules) =>
  fc.record({
    rules: fc.constant(rules),
    evidence: anyEvidence(rules),
    findings: anyFindings(rules),
    answers: fc.option(anyAnswers, { nil: undefined }),
  }),
);

const decideBy = (
  evidence: Evidence,
  rules: DecidingRules,
  answers: Parameters<typeof judgeCard>[0] | undefined,
) =>
  decide(
    { ...evidence, card: answers && judgeCard(answers, rules.cardEvidence) },
    policyOf(rules, deployment),
  );

describe('an end that is decided again', () => {
  test('is the same under the settings of the time, for whatever was decided (F3)', () => {
    const results = new Set<string>();
    fc.assert(
      fc.property(anyCase, ({ rules, evidence, answers }) => {
        const { result, reasons } = decideBy(evidence, rules, answers);
        results.add(`${result} ${reasons.at(1)}`);
        const decision = keepDecision(evidence, rules, answers);
        expect(replayEnd({ create: undefined, decision }, UNMOVED)).toEqual({
          ...{ kind: 'ended', status: result, reasons },
        });
      }),
      { numRuns: 3_000, seed: 37 },
    );
    expect(results.size).toBeGreaterThan(10);
  });

  test('is the same at create under the settings of the time, and else goes on (F3)', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(anyCase, ({ rules, findings, answers }) => {
        const given = rules.module === 'post' ? { ...rules, module: 'pre' as const } : rules;
        const { reasons, ends } = checkAtCreate(findings, given);
        const card = answers && judgeCard(answers, given.cardEvidence);
        const create = keepCreate(findings, given, answers);
        const again = replayEnd({ create, decision: undefined }, UNMOVED);
        kinds.add(again.kind);
        const ended = {
          kind: 'ended',
          status: 'fast-inconclusive',
          reasons: [...reasons, ...(card?.reasons ?? [])],
        };
        expect(again).toEqual(ends || card?.ends ? ended : { kind: 'asked' });
      }),
      { numRuns: 2_000, seed: 37 },
    );
    expect([...kinds].toSorted()).toEqual(['asked', 'ended']);
  });

  test('takes the moved settings alone, and is else decided as before, or is said to be unknown (F3)', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(anyCase, anyRules, ({ rules, evidence, answers }, other) => {
        const { module: _module, cardEvidence: card, ...moved } = other;
        const again = replayEnd(
          { create: undefined, decision: keepDecision(evidence, rules, answers) },
          { rules: moved, card },
        );
        kinds.add(again.kind);
        if (again.kind !== 'ended') return;
        const after = { ...rules, ...moved, cardEvidence: card };
        // What the new rules ignore, nobody would have looked for.
        const links = keepDecision(
          { ...evidence, links: evidence.links ?? [] },
          after,
          answers,
        ).evidence.links?.filter((link) => !isIgnored(link, after));
        const { result, reasons } = decideBy({ ...evidence, links: links ?? [] }, after, answers);
        expect(again).toEqual({ kind: 'ended', status: result, reasons });
      }),
      { numRuns: 3_000, seed: 37 },
    );
    expect([...kinds].toSorted()).toEqual(['ended', 'not_looked']);
  });
});

const IGNORED_BY = {
  card_of_many_identities: 'manyIdentities',
  identity_of_many_cards: 'manyCards',
  face_of_many_identities: 'faceManyIdentities',
  device_of_many_identities: 'deviceManyIdentities',
} as const;
const isIgnored = (link: keyof typeof IGNORED_BY, rules: DecidingRules): boolean =>
  rules[IGNORED_BY[link]] === 'ignore';

describe('settings that are tried', () => {
  const decision = keepDecision(live, plain, undefined);
  const create = keepCreate(
    {
      hasReference: true,
      isNameDifferent: true,
      ...{ identityAttempts: 0, cardAttempts: 0, isCardOfAnotherIdentity: false },
    },
    { ...plain, module: 'pre', endingChecks: [] },
    undefined,
  );
  const tryOn = (kept: Parameters<typeof replayEnd>[0], name: string, text: string): ReplayedEnd =>
    replayEnd(kept, parseMoved(new Map([[name, text]])));

  test('are all that are dangerous for decisions, and each moves a rule that is kept (F3)', () => {
    const names = settingTables.company.filter(({ danger }) => danger === 'decision');
    expect(names.length).toBeGreaterThan(15);
    for (const setting of names) {
      const { shape, name } = setting;
      const [text = ''] =
        shape.kind === 'choice' ? shape.options.slice(-1) : shape.kind === 'number' ? ['0.45'] : ['none'];
      const { rules, card } = parseMoved(new Map([[name, text]]));
      const [key] = Object.keys(rules);
      if (key === undefined) expect(Object.keys(plain.cardEvidence), name).toContain(Object.keys(card)[0]);
      else expect(Object.keys(plain), name).toContain(key);
    }
    expect(() => parseMoved(new Map([['link-days', '5']]))).toThrow('link-days is not tried');
    expect(() => parseMoved(new Map([['match-threshold', '0.9']]))).toThrow('must be');
  });

  test('take a threshold in steps of a hundredth alone, so that no single distance is told (F3)', () => {
    for (const text of ['0.3', '0.35', '0.58', '0.6', 'none'])
      expect(() => parseMoved(new Map([['match-threshold', text]]))).not.toThrow();
    expect(() => parseMoved(new Map([['match-threshold', '0.451']]))).toThrow('in steps of 0.01');
  });

  test('never loosen the threshold beyond the one that the deployment had (R65)', () => {
    const far = keepDecision({ ...live, reference: { kind: 'compared', distance: 0.55 } }, plain, undefined);
    expect(tryOn({ create: undefined, decision: far }, 'match-threshold', '0.6')).toMatchObject({
      status: 'inconclusive',
    });
    expect(tryOn({ create: undefined, decision }, 'match-threshold', '0.3')).toMatchObject({
      status: 'approved',
    });
  });

  test('end at create what went on, and let go on what ended there (F3)', () => {
    const ended = tryOn({ create, decision }, 'ending-checks', 'name_differs_from_known');
    expect(ended).toEqual({
      kind: 'ended',
      status: 'fast-inconclusive',
      reasons: ['name_differs_from_known'],
    });
    expect(tryOn({ create, decision }, 'module', 'post')).toMatchObject({ status: 'approved' });
    const over = keepCreate(create.findings, { ...plain, module: 'pre' }, undefined);
    expect(tryOn({ create: over, decision: undefined }, 'ending-checks', 'none').kind).toBe('ended');
    expect(tryOn({ create: over, decision: undefined }, 'ending-checks', 'no_reference')).toEqual({
      kind: 'asked',
    });
  });

  test('are unknown where they would have looked for more (F3)', () => {
    const unknown = [
      ['module', 'pre'],
      ['many-cards', 'end'],
      ['face-many-identities', 'note'],
      ['card-evidence-card', 'end'],
    ] as const;
    for (const [name, text] of unknown)
      expect(tryOn({ create: undefined, decision }, name, text), name).toEqual({ kind: 'not_looked' });
    const counted = keepDecision(live, { ...plain, faceManyIdentities: 'note' }, undefined);
    expect(tryOn({ create: undefined, decision: counted }, 'match-threshold', '0.4').kind).toBe('not_looked');
    const unnamed = keepDecision(live, { ...plain, cardName: 'ignore' }, undefined);
    expect(tryOn({ create: undefined, decision: unnamed }, 'card-name', 'require').kind).toBe('not_looked');
  });

  test('are unknown of a capture by distance where none would have been offered (F3)', () => {
    const poses = ['front', 'nearer', 'farther'];
    const frames = poses.map((pose) => ({ pose, distanceToFirst: 0.1 }));
    const evidence = { ...live, askedPoses: poses, frames };
    const moved = { create: undefined, decision: keepDecision(evidence, plain, undefined) };
    expect(tryOn(moved, 'distance-challenge', 'never').kind).toBe('not_looked');
    expect(tryOn(moved, 'distance-challenge', 'enrol')).toMatchObject({ status: 'approved' });
    expect(tryOn({ create: undefined, decision }, 'distance-challenge', 'never').kind).toBe('ended');
    const refused = keepDecision(evidence, { ...plain, distanceChallenge: 'never' }, undefined);
    expect(tryOn({ create: undefined, decision: refused }, 'match-threshold', '0.4').kind).toBe('ended');
  });

  test('are unknown where create checks would follow them and what those found is not kept (F3)', () => {
    const checked = keepDecision(live, { ...plain, module: 'pre' }, undefined);
    for (const [name, text] of [
      ['ending-checks', 'no_reference'],
      ['template-policy', 'require-reference'],
      ['card-name', 'end'],
    ] as const)
      expect(tryOn({ create: undefined, decision: checked }, name, text).kind, name).toBe('not_looked');
    expect(tryOn({ create: undefined, decision: checked }, 'match-threshold', '0.4').kind).toBe('ended');
    expect(tryOn({ create: undefined, decision }, 'ending-checks', 'no_reference').kind).toBe('ended');
  });
});
