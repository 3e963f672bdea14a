import { CARD_ANSWERS, type CardAnswers, type CardAspect } from '@titular/contract';
import {
  CARD_REASONS,
  CARD_WEIGHTS,
  type CardPolicy,
  type CardWeight,
  judgeCard,
  UNANSWERED,
} from '@titular/server/decision/card-evidence.ts';
import { describe, expect, test } from 'vitest';

const ASPECTS = Object.keys(CARD_ANSWERS) as CardAspect[];
const all = (weight: CardWeight): CardPolicy => ({
  ...{ card: weight, name: weight, holder: weight, authentication: weight },
});
const GOOD: CardAnswers = {
  ...{ card: 'active', name: 'match', holder: 'same_identity', authentication: 'authenticated' },
};
const BAD: CardAnswers = {
  ...{ card: 'inactive', name: 'no_match', holder: 'other_identity', authentication: 'failed' },
};

/** Every combination of answers. */
const everyAnswer = ASPECTS.reduce<Partial<CardAnswers>[]>(
  (made, aspect) => made.flatMap((one) => CARD_ANSWERS[aspect].map((word) => ({ ...one, [aspect]: word }))),
  [{}],
) as CardAnswers[];

/** Every combination of weights. */
const everyPolicy = ASPECTS.reduce<Partial<Record<CardAspect, CardWeight>>[]>(
  (made, aspect) => made.flatMap((one) => CARD_WEIGHTS.map((weight) => ({ ...one, [aspect]: weight }))),
  [{}],
) as CardPolicy[];

describe('what card evidence is worth', () => {
  test('an answer ends a transaction when it is bad and its weight is end or require, or not good and its weight is require, and at no other time', () => {
    for (const answers of everyAnswer)
      for (const policy of everyPolicy) {
        const expected = ASPECTS.some((aspect) => {
          if (policy[aspect] === 'require') return answers[aspect] !== GOOD[aspect];
          return policy[aspect] === 'end' && answers[aspect] === BAD[aspect];
        });
        const { ends, reasons } = judgeCard(answers, policy);
        expect(ends, JSON.stringify({ answers, policy })).toBe(expected);
        // Whoever is turned away is told why.
        if (ends) expect(reasons.filter((reason) => reason !== 'card_confirmed').length).toBeGreaterThan(0);
      }
  });

  test.each(ASPECTS)(
    '%s: what was not performed, is unknown or is partial is never taken for a pass',
    (aspect) => {
      const unclear = CARD_ANSWERS[aspect].filter((word) => word !== GOOD[aspect] && word !== BAD[aspect]);
      expect(unclear.length).toBeGreaterThan(0);
      for (const word of unclear) {
        const answers = { ...GOOD, [aspect]: word } as CardAnswers;
        expect(judgeCard(answers, all('require')).ends).toBe(true);
        for (const weight of ['note', 'end'] as const) {
          const { ends, reasons } = judgeCard(answers, all(weight));
          expect([ends, reasons]).toEqual([false, []]);
        }
      }
    },
  );

  test('card_confirmed stands alone, and only where every answer that is not ignored is good', () => {
    for (const answers of everyAnswer)
      for (const policy of everyPolicy) {
        const { reasons } = judgeCard(answers, policy);
        const asked = ASPECTS.filter((aspect) => policy[aspect] !== 'ignore');
        const isConfirmed = asked.length > 0 && asked.every((aspect) => answers[aspect] === GOOD[aspect]);
        expect(reasons.includes('card_confirmed')).toBe(isConfirmed);
        if (isConfirmed) expect(reasons).toEqual(['card_confirmed']);
      }
  });

  test('a company that ignores everything is told nothing', () => {
    for (const answers of everyAnswer)
      expect(judgeCard(answers, all('ignore'))).toEqual({ reasons: [], ends: false, result: undefined });
  });

  test('the check is failed where anything asked is bad, impossible where a required answer is missing, and else passed', () => {
    for (const answers of everyAnswer)
      for (const policy of everyPolicy) {
        const asked = ASPECTS.filter((aspect) => policy[aspect] !== 'ignore');
        const isBad = asked.some((aspect) => answers[aspect] === BAD[aspect]);
        const isMissing = asked.some(
          (aspect) => policy[aspect] === 'require' && answers[aspect] !== GOOD[aspect],
        );
        const expected = isBad ? 'failed' : isMissing ? 'impossible' : 'passed';
        expect(judgeCard(answers, policy).result).toBe(asked.length === 0 ? undefined : expected);
      }
  });

  test('every reason can be found, and no answer at all gives each that something is missing', () => {
    const found = new Set(
      [GOOD, BAD, UNANSWERED].flatMap((answers) => judgeCard(answers, all('require')).reasons),
    );
    expect([...found].toSorted()).toEqual([...CARD_REASONS].toSorted());
  });
});
