import type { Client } from '../../load/offered.ts';

/** With what an account signs assertions. */
export type AssertionKey = { issuer: string; subject: string; keyId: string; privateKeyPem: string };

/** A tenant of the load: its mark, its account, the secret of its webhooks, and its limit. */
export type Tenant = Client & {
  mark: string;
  /** Its mark in letters, which the names of its persons have at their end. */
  surname: string;
  webhookSecret: string;
  ratePerSecond: number;
  rateBurst: number;
  /** Absent where its account has a secret alone. */
  assertionKey?: AssertionKey | undefined;
};

/** Tenants whose transactions are created and ended: so many that their limits refuse few of them, and an answer of 429 is no miss. */
export const ENDING = 40;

/** What the judge knows of a tenant: its mark, its company and its limit. */
export type JudgedTenant = Pick<Tenant, 'mark' | 'companyId' | 'ratePerSecond' | 'rateBurst'>;

const MARK = /canary(?:\d{4}|[a-j]{4})x/gi;
const toLetter = (digit: string): string => 'abcdefghij'[Number(digit)] ?? '';
const toDigit = (letter: string): string => String('abcdefghij'.indexOf(letter));

/** The mark of a tenant as it stands in the names of its persons, which have no digits. */
export const surnameOf = (mark: string): string => mark.replaceAll(/\d/g, toLetter);

/** Marks that stand in a text, also within names of persons. */
export const marksIn = (text: string): string[] =>
  (text.match(MARK) ?? []).map((found) => {
    const number = found.slice('canary'.length, -1).toLowerCase();
    return `canary${number.replaceAll(/[a-j]/g, toDigit)}x`;
  });
