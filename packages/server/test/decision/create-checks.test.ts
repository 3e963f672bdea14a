import {
  CREATE_REASONS,
  type CreatePolicy,
  type CreateReason,
  type CreateSignals,
  checkAtCreate as checkFindings,
  findAtCreate,
} from '@titular/server/decision/create-checks.ts';
import { canBeOnePerson } from '@titular/server/decision/names.ts';
import { describe, expect, test } from 'vitest';

const pre: CreatePolicy = {
  module: 'pre',
  templatePolicy: 'require-reference',
  endingChecks: undefined,
  identityAttemptsPerDay: 3,
  cardAttemptsPerDay: 3,
};
const good: CreateSignals = {
  hasReference: true,
  knownName: 'Maria da Silva',
  cardName: 'MARIA SILVA',
  identityAttempts: 2,
  cardAttempts: 2,
  isCardOfAnotherIdentity: false,
};

const checkAtCreate = (signals: CreateSignals, policy: CreatePolicy) =>
  checkFindings(findAtCreate(signals), policy);

const bad: [CreateReason, Partial<CreateSignals>, boolean, boolean][] = [
  ['no_reference', { hasReference: false, knownName: undefined }, true, true],
  ['identity_attempts_exceeded', { identityAttempts: 3 }, true, true],
  ['card_attempts_exceeded', { cardAttempts: 3 }, true, true],
  ['name_differs_from_known', { cardName: 'João Pereira' }, true, true],
  ['card_of_another_identity', { isCardOfAnotherIdentity: true }, false, true],
];

describe('the checks at create', () => {
  test('find nothing where nothing is wrong', () => {
    expect(checkAtCreate(good, pre)).toEqual({ reasons: [], ends: false });
  });

  test.each(bad)('%s is found, and ends as the module says', (reason, change, endsPre, endsSuperPre) => {
    const signals = { ...good, ...change };
    expect(checkAtCreate(signals, pre)).toEqual({ reasons: [reason], ends: endsPre });
    expect(checkAtCreate(signals, { ...pre, module: 'super-pre' }).ends).toBe(endsSuperPre);
  });

  test.each(bad)('%s ends only what the company names', (reason, change) => {
    const signals = { ...good, ...change };
    expect(checkAtCreate(signals, { ...pre, endingChecks: [] })).toEqual({ reasons: [reason], ends: false });
    expect(checkAtCreate(signals, { ...pre, endingChecks: [reason] }).ends).toBe(true);
    const others = CREATE_REASONS.filter((one) => one !== reason);
    expect(checkAtCreate(signals, { ...pre, endingChecks: others }).ends).toBe(false);
  });

  test('every reason is found by some case, and a face may be missing where captures enrol', () => {
    expect(bad.map(([reason]) => reason)).toEqual(CREATE_REASONS);
    const unknown = { ...good, hasReference: false, knownName: undefined };
    expect(checkAtCreate(unknown, { ...pre, templatePolicy: 'enrol' }).reasons).toEqual([]);
  });
});

describe('names', () => {
  test.each([
    ['MARIA SILVA', 'Maria da Silva'],
    ['M SILVA', 'Maria da Silva'],
    ['JOSE A SOUZA', 'José Antônio de Souza'],
    ['Souza, Jose', 'JOSÉ SOUZA'],
    ["D'ÁVILA", 'Ana d’Avila'],
    ['OBRIEN', "O'Brien"],
    ['S Das', 'S Das'],
    ['Y La', 'Y La'],
    ['M P', 'Maria Pereira'],
    ['SOREN KIERKEGAARD', 'Søren Kierkegaard'],
    ['MUELLER', 'Müller'],
    ['WALESA', 'Lech Wałęsa'],
    ['MARIA DASILVA', 'Maria da Silva'],
    ['山田 太郎', '太郎 山田'],
    ['Müller-Lüdenscheidt', 'Anna Mueller Ludenscheidt'],
  ])('%s may be %s', (card, known) => {
    expect(canBeOnePerson(card, known)).toBe(true);
    expect(canBeOnePerson(known, card)).toBe(true);
  });

  test.each([
    ['João Pereira', 'Maria da Silva'],
    ['Maria de Souza', 'Ana de Lima'],
    ['Ana', 'Anabela Costa'],
    ['山田 太郎', '鈴木 一郎'],
  ])('%s cannot be %s', (card, known) => {
    expect(canBeOnePerson(card, known)).toBe(false);
    expect(canBeOnePerson(known, card)).toBe(false);
  });
});
