import type { FailureLimit } from '../../access-tokens/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';

/** What passwords, codes and links from one address share: how many of them may be wrong. */
export type AddressLimit = Pick<FailureLimit, 'check' | 'begin'>;

/**
 * What tries of an address count against together; service accounts have budgets of their own. Any website can make a browser fail a visit to
 * the identity provider, so `visits` hold up no password.
 */
export type AddressBudget = 'proofs' | 'visits';

const BUDGET_NAMES: Readonly<Record<AddressBudget, string>> = { proofs: 'portal', visits: 'portal visits' };

/** Too many failures: when to come again. */
export const slowDown = (seconds: number): Refusal => Refusal.after('42905', seconds);

/** A refused proof; and a name that somebody has, which would tell whoever holds a link who exists. */
const isProbe = (error: unknown): boolean =>
  error instanceof Refusal && (error.status === 403 || error.code === '40076');

/** Tests a proof from an address, unless too many from there were wrong (42905); what refuses it counts as a failure. */
export async function guardAddress<Proven>(
  limit: AddressLimit,
  address: string,
  test: () => Promise<Proven>,
  budget: AddressBudget = 'proofs',
): Promise<Proven> {
  const name = BUDGET_NAMES[budget];
  const verdict = limit.check(name, address);
  if (verdict.kind !== 'free') throw slowDown(verdict.kind === 'slow' ? verdict.retryAfterSeconds : 1);
  const end = limit.begin(name, address);
  try {
    const proven = await test();
    await end(false);
    return proven;
  } catch (error) {
    const waitSeconds = await end(isProbe(error));
    throw waitSeconds > 0 ? slowDown(waitSeconds) : error;
  }
}
