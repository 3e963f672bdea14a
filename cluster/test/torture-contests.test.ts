import { generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { judgeEnds } from '../src/torture/contests/cancel-or-approve.ts';
import { figuresOfContest, isWrong, type Round } from '../src/torture/contests/contests.ts';
import { judgeTokens, signAssertion } from '../src/torture/contests/same-assertion.ts';

const round = (changes: Partial<Round> = {}): Round => ({
  ...{ winners: 1, unknown: 0, strange: 0, fits: true, ...changes },
});

test.each<[string, Partial<Round>, boolean]>([
  ['one winner', {}, false],
  ['two winners', { winners: 2 }, true],
  ['none', { winners: 0 }, true],
  ['none, where an answer did not tell', { winners: 0, unknown: 1 }, false],
  ['one winner, and another end than it was told', { fits: false }, true],
])('a round with %s is judged (R73)', (_what, changes, expected) => {
  expect(isWrong(round(changes))).toBe(expected);
});

test('a contest without a round that has a winner shows nothing, and what is wrong or strange is counted', () => {
  const met = (...rounds: Round[]) => figuresOfContest('tokens', rounds).map(({ isMet }) => isMet);
  expect(met(round())).toEqual([true, true, true]);
  expect(met()).toEqual([false, true, true]);
  expect(met(round({ winners: 0, unknown: 3 }))).toEqual([false, true, true]);
  expect(met(round({ winners: 2 }))).toEqual([true, false, true]);
  expect(met(round({ strange: 1 }))).toEqual([true, true, false]);
});

describe('cancels against approvals', () => {
  const canceled = { wish: 'canceled', status: 200, told: 'canceled', code: undefined } as const;
  const approved = { wish: 'approved', status: 200, told: 'approved', code: undefined } as const;
  const late = (code: string) => ({ wish: 'approved', status: 400, told: undefined, code }) as const;
  const judged = (ended: string | undefined, ...answers: Parameters<typeof judgeEnds>[0]) =>
    judgeEnds(answers, ended);

  test('one end that the transaction has is sound, however often a cancel is repeated', () => {
    const found = judged('canceled', canceled, canceled, late('40092'), late('40046'));
    expect([isWrong(found), found.strange]).toEqual([false, 0]);
  });

  test.each([
    ['both ends told', judged('approved', canceled, approved)],
    ['the other end afterwards', judged('approved', canceled, late('40092'))],
    ['no end afterwards', judged('waiting', canceled)],
    ['an end that nobody was told', judged('canceled', late('40046'), late('40092'))],
  ])('%s is found', (_what, found) => {
    expect(isWrong(found)).toBe(true);
  });

  test('who was told too many, or had no answer in time, may have won', () => {
    const busy = { wish: 'canceled', status: 429, told: undefined, code: '42901' } as const;
    expect(isWrong(judged('canceled', busy, late('40092')))).toBe(false);
    expect(judged('canceled', canceled, { ...busy, status: 404, code: '40401' }).strange).toBe(1);
  });
});

describe('one assertion', () => {
  const token = { status: 200, subCode: undefined };
  const used = { status: 400, subCode: 'assertion_reused' };

  test('opens once', () => {
    expect(isWrong(judgeTokens([token, used, used]))).toBe(false);
    expect(isWrong(judgeTokens([token, token, used]))).toBe(true);
    expect(isWrong(judgeTokens([used, used]))).toBe(true);
    expect(judgeTokens([token, { status: 400, subCode: 'invalid_assertion' }]).strange).toBe(1);
  });

  test('is signed for its issuer, with the id that it is known by', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const privateKeyPem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const jti = randomUUID();
    const about = { issuer: 'http://titular.example', subject: 'a@b.titular.example', keyId: 'key' };
    const [head = '', claims = '', signature = ''] = signAssertion({ ...about, privateKeyPem }, jti).split(
      '.',
    );
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(
      true,
    );
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      ...{ iss: about.subject, aud: about.issuer, jti },
    });
  });
});
