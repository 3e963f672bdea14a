import type { CreateTransactionRequest } from '@titular/contract';
import type { TextKey } from '../../../i18n/texts.ts';
import { Refused } from '../../../service/failures.ts';
import { IDENTITY_KINDS, isSoundIdentity, plainIdentity } from './identity.ts';

/** What was typed into the form. */
export type Draft = {
  company: string;
  orderNumber: string;
  value: string;
  currency: string;
  kind: string;
  identity: string;
  first: string;
  last: string;
  name: string;
  expiration: string;
  /** Names this draft to the server, so that sending it twice creates once. */
  key: string;
};
/** A field of the form that a person fills in. */
export type DraftField = Exclude<keyof Draft, 'key'>;
/** What is wrong, by field. */
export type DraftErrors = Partial<Record<DraftField, TextKey>>;

/** An empty form. */
export const emptyDraft = (company: string, key: string): Draft => ({
  ...{ company, key, orderNumber: '', value: '', currency: '', kind: IDENTITY_KINDS[0] ?? '' },
  ...{ identity: '', first: '', last: '', name: '', expiration: '' },
});

/** One mark with three digits behind: thousands in one language, decimals in another. A group of thousands begins with no 0. */
const isAmbiguous = (typed: string): boolean => /^[1-9]\d{0,2}[.,]\d{3}$/.test(typed.trim());

/** Digits alone, with one decimal mark at most. */
const PLAIN = /^(\d+)(?:[.,](\d*))?$/;
/** Thousands in threes, all with the same mark between them, and decimals behind another one. */
const GROUPED = /^([1-9]\d{0,2}(?:([\s.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d*))?$/;

/** Whether a number of JavaScript keeps every digit: with more than 15 of them some are rounded. */
const isSentExactly = (exact: string): boolean =>
  String(Number(exact)) ===
  exact
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

/** An amount as people type it, `1.234,56` or `1,234.56`, as an exact decimal; undefined where it is none. */
export function readAmount(typed: string): string | undefined {
  const bare = typed.trim();
  const plain = PLAIN.exec(bare);
  const grouped = plain ? undefined : GROUPED.exec(bare);
  const whole = plain?.[1] ?? grouped?.[1]?.replace(/\D/g, '') ?? '';
  const rest = plain?.[2] ?? grouped?.[3] ?? '';
  const exact = rest === '' ? whole : `${whole}.${rest}`;
  return /^\d{1,13}(?:\.\d{1,4})?$/.test(exact) && isSentExactly(exact) ? exact : undefined;
}

const RULES: readonly (readonly [DraftField, TextKey, (draft: Draft) => boolean])[] = [
  ['company', 'required', ({ company }) => company !== ''],
  ['orderNumber', 'required', ({ orderNumber }) => orderNumber.trim() !== ''],
  ['identity', 'required', ({ identity }) => identity.trim() !== ''],
  ['name', 'required', ({ name }) => name.trim() !== ''],
  ['value', 'createWrongValue', ({ value }) => value.trim() === '' || readAmount(value) !== undefined],
  ['value', 'createAmbiguousValue', ({ value }) => !isAmbiguous(value)],
  ['identity', 'createWrongIdentity', ({ kind, identity }) => isSoundIdentity(kind, identity)],
  ['first', 'createWrongFirst', ({ first }) => /^\d{8}$/.test(first.replace(/\s/g, ''))],
  ['last', 'createWrongLast', ({ last }) => /^\d{4}$/.test(last.trim())],
  [
    'expiration',
    'createWrongExpiration',
    ({ expiration }) => expiration.trim() === '' || /^(?:0[1-9]|1[0-2])\/\d{2}$/.test(expiration.trim()),
  ],
];

/** What is wrong with a draft before it is sent; of each field the first thing. */
export function checkDraft(draft: Draft): DraftErrors {
  const errors: DraftErrors = {};
  for (const [field, key, holds] of RULES)
    if (errors[field] === undefined && !holds(draft)) errors[field] = key;
  return errors;
}

/** The request of a draft that was checked. */
export function toRequest(draft: Draft): CreateTransactionRequest {
  const amount = readAmount(draft.value);
  const expirationDate = draft.expiration.trim();
  return {
    identity: { key: draft.kind, value: plainIdentity(draft.kind, draft.identity) },
    orderNumber: draft.orderNumber.trim(),
    company: draft.company,
    card: {
      binDigits: draft.first.replace(/\s/g, ''),
      lastDigits: draft.last.trim(),
      name: draft.name.trim(),
      ...(expirationDate === '' ? {} : { expirationDate }),
    },
    ...(amount === undefined ? {} : { value: Number(amount) }),
    ...(amount === undefined || draft.currency === '' ? {} : { currency: draft.currency }),
  };
}

const BY_CODE: Readonly<Record<string, DraftField>> = {
  '40024': 'name',
  '40025': 'expiration',
  '40026': 'first',
  '40027': 'orderNumber',
  '40045': 'value',
  '40404': 'company',
};

const BY_NAME: readonly (readonly [string, DraftField])[] = [
  ['identity', 'identity'],
  ['orderNumber', 'orderNumber'],
  ['company', 'company'],
  ['card.binDigits', 'first'],
  ['card.lastDigits', 'last'],
  ['card.name', 'name'],
  ['card.expirationDate', 'expiration'],
  ['value', 'value'],
  ['currency', 'currency'],
];

/** The field that a refusal is about: by its code, else by the name its sentence begins with; undefined where it is about none. */
export function fieldOfRefusal(failure: unknown): DraftField | undefined {
  if (!(failure instanceof Refused)) return undefined;
  const { code, detail = '' } = failure;
  return BY_CODE[code] ?? BY_NAME.find(([name]) => detail.startsWith(name))?.[1];
}
