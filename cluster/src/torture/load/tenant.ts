import type { Client } from '../../load/offered.ts';

/** With what an account signs assertions. */
export type AssertionKey = { issuer: string; subject: string; keyId: string; privateKeyPem: string };

/** A tenant of the load: its mark, its account, the secret of its webhooks, and its limit. */
export type Tenant = Client & {
  mark: string;
  webhookSecret: string;
  ratePerSecond: number;
  rateBurst: number;
  /** Absent where its account has a secret alone. */
  assertionKey?: AssertionKey | undefined;
};

/** Marks that stand in a text. */
export const marksIn = (text: string): string[] => text.match(/canary\d{4}x/g) ?? [];
