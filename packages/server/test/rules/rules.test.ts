import { createSecretKey, randomBytes } from 'node:crypto';
import { TRANSACTION_STATUSES } from '@titular/contract';
import { isId, newId } from '@titular/server/base/id.ts';
import { keyedHash, seal, unseal } from '@titular/server/base/sealing.ts';
import { drawChallenge, judgeFrame, showsPose } from '@titular/server/captures/challenge.ts';
import { readConfig, settings } from '@titular/server/config.ts';
import { type DecisionPolicy, decide, type Evidence } from '@titular/server/decision/decision.ts';
import { parseIdentity } from '@titular/server/identity/identity.ts';
import { budgetState } from '@titular/server/rate-limits/budget.ts';
import { containsCardNumber } from '@titular/server/transactions/card-number.ts';
import { isGreater } from '@titular/server/transactions/decimal.ts';
import { redirectUrlProblem } from '@titular/server/transactions/redirect-url.ts';
import {
  advance,
  isExpiredCard,
  isFinal,
  keptBinDigits,
  TRANSACTION_EVENTS,
} from '@titular/server/transactions/transaction.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('identities', () => {
  test.each([
    ['cpf', '52998224725'],
    ['cpf', '11144477735'],
    ['cnpj', '11222333000181'],
    ['cnpj', '12ABC34501DE35'],
    ['cnpj', '12abc34501de35'],
  ])('%s %s is sound', (key, value) => {
    expect(parseIdentity(key, value)).toMatchObject({
      kind: 'identity',
      identity: { key, value: value.toUpperCase() },
    });
  });

  test('no wrong check digit of a CPF passes', () => {
    for (let round = 0; round < 50; round += 1) {
      const cpf = newCpf();
      expect(parseIdentity('cpf', cpf).kind).toBe('identity');
      for (const place of [9, 10]) {
        const wrong = cpf.slice(0, place) + ((Number(cpf[place]) + 1) % 10) + cpf.slice(place + 1);
        expect(parseIdentity('cpf', wrong).kind).toBe('refused');
      }
    }
  });
});

describe('statuses', () => {
  test('any sequence of events stays on the table and ends where a final status began (R75)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...TRANSACTION_EVENTS)), (events) => {
        let status: (typeof TRANSACTION_STATUSES)[number] = 'waiting';
        for (const event of events) {
          const next = advance(status, event);
          if (isFinal(status)) expect(next).toBeUndefined();
          status = next ?? status;
          expect(TRANSACTION_STATUSES).toContain(status);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('exactly the documented statuses are final', () => {
    expect(TRANSACTION_STATUSES.filter(isFinal)).toEqual([
      'approved',
      'inconclusive',
      'expired',
      'unknown-share',
      'fast-inconclusive',
      'absent-holder',
      'canceled',
    ]);
  });
});

describe('cards', () => {
  test('a card is good until its month is over everywhere', () => {
    expect(isExpiredCard('02/26', new Date('2026-03-01T11:59:59Z'))).toBe(false);
    expect(isExpiredCard('02/26', new Date('2026-03-01T12:00:00Z'))).toBe(true);
    expect(isExpiredCard('12/26', new Date('2027-01-01T11:59:59Z'))).toBe(false);
  });

  test.each([
    ['37828224', '378282'],
    ['34000000', '340000'],
    ['30569309', '305693'],
    ['36000000', '360000'],
    ['38520000', '385200'],
    ['41111111', '41111111'],
    ['35301113', '35301113'],
  ])('of the leading digits %s the digits %s are kept', (given, kept) => {
    expect(keptBinDigits(given)).toBe(kept);
  });

  test.each([
    '4111111111111111',
    '5555 5555 5555 4444',
    '3782-822463-10005',
    'ref:6011111111111117!',
    '٤١١١١١١١١١١١١١١١',
  ])('%s is seen as a full card number (R29)', (text) => {
    expect(containsCardNumber(text)).toBe(true);
  });

  test.each([
    'order-1001',
    '4111111111111112',
    '1764000000000',
    '41111111',
    '20261120221709',
    '00000000000000000000',
  ])('%s is not', (text) => {
    expect(containsCardNumber(text)).toBe(false);
  });

  test('amounts are compared without rounding', () => {
    expect(isGreater('9007199254740993', '9007199254740992')).toBe(true);
    expect(isGreater('100.50', '100.5')).toBe(false);
    expect(isGreater('0.0001', '0')).toBe(true);
  });
});

describe('redirects (R51)', () => {
  const rules = { redirectHosts: [], appSchemes: ['com.shop.app'] };
  test.each([
    'https://shop.example/',
    'https://shop.example:8443/a?b=c#d',
    'com.shop.app://done',
    'https://xn--bcher-kva.example/',
  ])('%s is kept', (url) => {
    expect(redirectUrlProblem(url, rules)).toBeUndefined();
  });
  test.each([
    'http://shop.example/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://x/y',
    'file:///etc/passwd',
    'intent://x#Intent;end',
    'about:blank',
    'ws://x',
    'ftp://x',
    'tel:123',
    ' https://shop.example/',
    'https://shop.example/\n',
    'java\tscript:alert(1)',
    '//shop.example',
    '\\\\shop.example',
    'https:\\\\shop.example',
    'https://user@shop.example/',
    'https://shop.example\\@evil.example/',
    'com.other.app://x',
    'myapp://x',
    `https://shop.example/${'x'.repeat(2048)}`,
    'https://',
    'https:///shop.example',
    'shop.example',
    '',
  ])('%s is refused', (url) => {
    expect(redirectUrlProblem(url, rules)).toBeTypeOf('string');
  });
  test('a company with registered hosts takes those alone', () => {
    const registered = { redirectHosts: ['shop.example'], appSchemes: [] };
    expect(redirectUrlProblem('https://shop.example/x', registered)).toBeUndefined();
    expect(redirectUrlProblem('https://evil.example/x', registered)).toBeTypeOf('string');
    expect(redirectUrlProblem('https://shop.example.evil.example/x', registered)).toBeTypeOf('string');
  });
});

describe('the challenge', () => {
  test('faces the camera before and after each turn, and every order of sides is drawn', () => {
    const drawn = new Set(Array.from({ length: 200 }, () => drawChallenge(Math.random).join(' ')));
    expect([...drawn].sort()).toEqual([
      'front left front left front',
      'front left front right front',
      'front right front left front',
      'front right front right front',
    ]);
  });

  const progress = {
    poses: ['front', 'left', 'front'] as const,
    step: 1,
    framesSeen: 3,
    stepSeconds: 15,
    secondsInStep: 2,
    secondsInAttempt: 5,
  };
  test.each([
    [
      'a turn to the side asked for',
      { quality: 'good', yaw: 0.3, samePerson: true },
      { kept: true, step: 2, hint: 'good', outcome: undefined },
    ],
    [
      'a turn to the other side',
      { quality: 'good', yaw: -0.3, samePerson: true },
      { kept: false, step: 1, hint: 'turn_left', outcome: undefined },
    ],
    [
      'a turn that is too small',
      { quality: 'good', yaw: 0.2, samePerson: true },
      { kept: false, step: 1, hint: 'turn_left', outcome: undefined },
    ],
    [
      'the pose by another person',
      { quality: 'good', yaw: 0.3, samePerson: false },
      { kept: false, step: 1, hint: 'good', outcome: 'person_changed' },
    ],
    [
      'the pose by two people',
      { quality: 'several_faces', yaw: 0.3, samePerson: true },
      { kept: false, step: 1, hint: 'several_faces', outcome: undefined },
    ],
    [
      'a yaw that is no number',
      { quality: 'good', yaw: Number.NaN, samePerson: true },
      { kept: false, step: 1, hint: 'turn_left', outcome: undefined },
    ],
  ] as const)('%s', (_what, reading, verdict) => {
    expect(judgeFrame(progress, reading)).toEqual(verdict);
  });

  test('a pose that comes after its time does not count', () => {
    const late = { ...progress, secondsInStep: 15.001 };
    expect(judgeFrame(late, { quality: 'good', yaw: 0.3, samePerson: true })).toMatchObject({
      kept: false,
      outcome: 'challenge_missed',
    });
    expect(
      judgeFrame({ ...progress, secondsInStep: 15 }, { quality: 'good', yaw: 0.3, samePerson: true }),
    ).toMatchObject({ kept: true });
    expect(showsPose('front', 0.16)).toBe(false);
  });
});

describe('the decision', () => {
  const policy: DecisionPolicy = { templatePolicy: 'enrol', matchThreshold: 0.5, samePersonThreshold: 0.55 };
  const poses = ['front', 'left', 'front'];
  const evidence = (changes: Partial<Evidence> = {}): Evidence => ({
    askedPoses: poses,
    frames: poses.map((pose) => ({ pose, distanceToFirst: 0.3 })),
    reference: { kind: 'none' },
    ...changes,
  });
  test.each<[string, Evidence, DecisionPolicy, object]>([
    [
      'a first capture enrols',
      evidence(),
      policy,
      { result: 'approved', reasons: ['live', 'enrolled'], enrol: true },
    ],
    [
      'a first capture does not, where a reference is required',
      evidence(),
      { ...policy, templatePolicy: 'require-reference' },
      { result: 'inconclusive', reasons: ['live', 'no_reference'], enrol: false },
    ],
    [
      'the enrolled face passes at the threshold',
      evidence({ reference: { kind: 'compared', distance: 0.5 } }),
      policy,
      { result: 'approved', reasons: ['live', 'matches_reference'], enrol: false },
    ],
    [
      'a face beyond it does not',
      evidence({ reference: { kind: 'compared', distance: 0.5000001 } }),
      policy,
      { result: 'inconclusive', reasons: ['live', 'face_differs'], enrol: false },
    ],
    [
      'a distance that is no number does not',
      evidence({ reference: { kind: 'compared', distance: Number.NaN } }),
      policy,
      { result: 'inconclusive', enrol: false },
    ],
    [
      'a reference of another engine does not',
      evidence({ reference: { kind: 'outdated' } }),
      policy,
      { result: 'inconclusive', reasons: ['live', 'reference_outdated'], enrol: false },
    ],
    [
      'a missing step does not',
      evidence({ frames: [{ pose: 'front', distanceToFirst: 0 }] }),
      policy,
      { result: 'inconclusive', reasons: ['challenge_incomplete'] },
    ],
    [
      'no frame at all does not',
      evidence({ frames: [], askedPoses: [] }),
      policy,
      { result: 'inconclusive', reasons: ['challenge_incomplete'] },
    ],
    [
      'steps in another order do not',
      evidence({ frames: ['left', 'front', 'front'].map((pose) => ({ pose, distanceToFirst: 0 })) }),
      policy,
      { result: 'inconclusive', reasons: ['challenge_incomplete'] },
    ],
    [
      'another person in one frame does not',
      evidence({ frames: poses.map((pose, index) => ({ pose, distanceToFirst: index === 1 ? 0.56 : 0 })) }),
      policy,
      { result: 'inconclusive', reasons: ['person_changed'] },
    ],
    [
      'a frame distance that is no number does not',
      evidence({ frames: poses.map((pose) => ({ pose, distanceToFirst: Number.NaN })) }),
      policy,
      { result: 'inconclusive', reasons: ['person_changed'] },
    ],
  ])('%s', (_what, given, rules, expected) => {
    expect(decide(given, rules)).toMatchObject(expected);
  });
});

describe('sealing (R91)', () => {
  const key = createSecretKey(randomBytes(32));
  const place = { tenantId: 't1', table: 'transactions', row: 'r1', field: 'sealed_card' };
  test('opens at its own place only', () => {
    const sealed = seal(key, place, Buffer.from('secret'));
    expect(unseal(key, place, sealed).toString()).toBe('secret');
    for (const name of ['tenantId', 'table', 'row', 'field'] as const) {
      expect(() => unseal(key, { ...place, [name]: 'other' }, sealed)).toThrow();
    }
    expect(() => unseal(createSecretKey(randomBytes(32)), place, sealed)).toThrow();
  });
  test('no altered byte opens', () => {
    const sealed = seal(key, place, Buffer.from('secret'));
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = Buffer.from(sealed);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => unseal(key, place, altered)).toThrow();
    }
    for (let length = 0; length < sealed.length; length += 1)
      expect(() => unseal(key, place, sealed.subarray(0, length))).toThrow();
  });
  test('20,000 values share neither salt nor nonce', () => {
    const seen = new Set(
      Array.from({ length: 20_000 }, () => seal(key, place, Buffer.alloc(1)).subarray(1, 29).toString('hex')),
    );
    expect(seen.size).toBe(20_000);
  });
  test('keyed hashes keep purposes and parts apart', () => {
    const hashes = [
      keyedHash(key, 'a', ['b', 'c']),
      keyedHash(key, 'a', ['bc']),
      keyedHash(key, 'a', ['b', 'c', '']),
      keyedHash(key, 'ab', ['c']),
    ];
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(4);
  });
});

describe('settings', () => {
  test.each(settings.map((setting) => [setting.variable, setting] as const))(
    'a %s out of its bounds is named in one sentence',
    (variable, setting) => {
      const wrong: Record<string, string> = {
        HOST: 'a b',
        TITULAR_DATA_DIR: '\0',
        TITULAR_MASTER_KEY_FILE: '\0',
        TITULAR_PUBLIC_URL: 'ftp://x',
        DATABASE_URL: 'mysql://secret@x',
      };
      const value = wrong[variable] ?? '-1';
      const read = (): unknown => readConfig({ [variable]: value });
      expect(read).toThrow(`${variable} must be ${setting.bounds}`);
      expect(read).not.toThrow('secret');
    },
  );
  test('the defaults start a test service on loopback', () => {
    expect(readConfig({})).toMatchObject({
      environment: 'test',
      host: '127.0.0.1',
      port: 8787,
      publicUrl: 'http://127.0.0.1:8787',
    });
  });
});

test('a budget tells what is left, and a Retry-After that suffices', () => {
  const policy = { ratePerSecond: 10, burst: 10 };
  expect(budgetState({ granted: 1, aheadSeconds: 0.1 }, true, 0, policy)).toMatchObject({
    remaining: 9,
    resetSeconds: 1,
    limit: 10,
  });
  expect(budgetState({ granted: 3, aheadSeconds: 0.3 }, true, 2, policy)).toMatchObject({ remaining: 9 });
  expect(budgetState({ granted: 0, aheadSeconds: 1 }, false, 0, policy)).toMatchObject({
    remaining: 0,
    retryAfterSeconds: 1,
  });
  expect(
    budgetState({ granted: 0, aheadSeconds: 120 }, false, 0, { ratePerSecond: 1, burst: 60 })
      .retryAfterSeconds,
  ).toBe(61);
});

test('ids are in order of time and of version 7', () => {
  const ids = [1, 2, 3].map((ms) => newId(1_700_000_000_000 + ms));
  expect([...ids].sort()).toEqual(ids);
  for (const id of ids) expect([isId(id), id[14]]).toEqual([true, '7']);
  for (const text of ['', 'x', ids[0]?.slice(1), `${ids[0]} `, ids[0]?.replaceAll('-', '')])
    expect(isId(text ?? '')).toBe(false);
});
