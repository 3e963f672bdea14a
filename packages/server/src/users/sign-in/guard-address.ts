import type { FailureLimit } from '../../access-tokens/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';

/** What passwords, codes and links from one address share: how many of them may be wrong. */
export type AddressLimit = Pick<FailureLimit, 'check' | 'begin'>;

/** The name that all tries of an address share; those of service accounts have their own. */
const SHARED = 'portal';

/** Too many failures: when to come again. */
export const slowDown = (seconds: number): Refusal =>
  new Refusal('42905', undefined, { 'retry-after': String(seconds) });

/** Tests a proof from an address, unless too many from there were wrong (42905); what refuses it counts as a failure. */
export async function guardAddress<Proven>(
  limit: AddressLimit,
  address: string,
  test: () => Promise<Proven>,
): Promise<Proven> {
  const verdict = limit.check(SHARED, address);
  if (verdict.kind !== 'free') throw slowDown(verdict.kind === 'slow' ? verdict.retryAfterSeconds : 1);
  const end = limit.begin(SHARED, address);
  try {
    const proven = await test();
    await end(false);
    return proven;
  } catch (error) {
    const waitSeconds = await end(error instanceof Refusal && error.status === 403);
    throw waitSeconds > 0 ? slowDown(waitSeconds) : error;
  }
}
