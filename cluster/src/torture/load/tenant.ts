import type { Client } from '../../load/offered.ts';

/** A tenant of the load: its mark, its account, the secret of its webhooks, and its limit. */
export type Tenant = Client & {
  mark: string;
  webhookSecret: string;
  ratePerSecond: number;
  rateBurst: number;
};

/** Marks that stand in a text. */
export const marksIn = (text: string): string[] => text.match(/canary\d{4}x/g) ?? [];
