import { REUSE_SECONDS } from '@titular/contract';
import { Refusal } from '../base/refusal.ts';
import { sameDigest } from '../base/secret.ts';
import type { Db } from '../database/connect.ts';
import { changeProcess } from './change-process.ts';
import type { ProcessStatus } from './process.ts';
import { lockProcess } from './process-store.ts';
import { findReusable, type ReusableProcess } from './reuse-store.ts';

/** Why a process cannot be used by a transaction. */
export type ReuseProblem =
  | 'unknown'
  | 'erased'
  | 'other_person'
  | 'not_finished'
  | 'failed'
  | 'too_old'
  | 'used';

/** What a transaction asks of a process, by the rule of its company. */
export type ReuseWish = { identityHash: Buffer; policy: 'many' | 'once' };

const IS_OPEN: Readonly<Record<ProcessStatus, boolean>> = {
  created: true,
  processing: true,
  ok: false,
  'invalid-identity': false,
  expired: false,
  error: false,
};

/** The first thing that speaks against using a process; its age counts in whole seconds of the database's clock, of which 3600 are not too many (R20). */
export function findReuseProblem(
  found: ReusableProcess | undefined,
  { identityHash, policy }: ReuseWish,
): ReuseProblem | undefined {
  if (!found) return 'unknown';
  if (found.isErased) return 'erased';
  if (!sameDigest(found.identityHash, identityHash)) return 'other_person';
  if (IS_OPEN[found.status]) return 'not_finished';
  if (found.status !== 'ok') return 'failed';
  if (found.ageSeconds > REUSE_SECONDS) return 'too_old';
  if (!found.hasCaptures) return 'erased';
  return policy === 'once' && found.isUsed ? 'used' : undefined;
}

const REFUSALS: Readonly<Record<ReuseProblem, () => Refusal>> = {
  unknown: () => new Refusal('40031'),
  not_finished: () => new Refusal('40032'),
  failed: () => new Refusal('40033'),
  too_old: () => new Refusal('40034'),
  other_person: () => new Refusal('40035'),
  erased: () => new Refusal('40036'),
  used: () => new Refusal('40037'),
};

/** Holds a process for a transaction until the caller's commit; refuses with 40031 to 40037. */
export async function holdForReuse(
  trx: Db,
  tenantId: string,
  processId: string,
  wish: ReuseWish,
): Promise<void> {
  // Read in a statement of its own: who waited for the lock has to see what was done meanwhile.
  await lockProcess(trx, tenantId, processId);
  const problem = findReuseProblem(await findReusable(trx, tenantId, processId), wish);
  if (problem) throw REFUSALS[problem]();
}

/** Notes in the history of a process that is held that a transaction uses it. */
export async function noteReuse(
  trx: Db,
  tenantId: string,
  processId: string,
  use: { transactionId: string; at: Date },
): Promise<void> {
  await changeProcess(trx, tenantId, processId, { event: 'reuse', actor: 'merchant', ...use });
}
