import { REUSE_SECONDS } from '@titular/contract';
import { shareOfDay, startOfShare } from '../../captures/index.ts';
import type { ProcessId, TenantId, TransactionId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SandboxPort } from '../../kernel/http/sandbox-port.ts';
import { lockSubject } from '../../subjects/index.ts';
import type { Company, Settings } from '../../tenants/index.ts';
import { changeProcess, PROCESSES } from '../change/change-process.ts';
import { isProcessFinal } from '../process.ts';
import { findReusable, lockUses, type ReusableProcess } from './reuse-store.ts';

/** Why a process cannot be used by a transaction. */
export type ReuseProblem =
  | 'unknown'
  | 'erased'
  | 'other_person'
  | 'not_finished'
  | 'failed'
  | 'too_old'
  | 'used'
  | 'too_often';

/** Request of a transaction to reuse a process: the identity, the reuse rules of both companies, the daily number of uses, and whether a scenario ends the process without pictures. */
export type ReuseRequest = {
  identityHash: Buffer;
  policy: 'many' | 'once';
  mostADay: number;
  needsNoCaptures: boolean;
};

/** The first thing that speaks against using a process; its age counts in whole seconds of the database's clock, of which 3600 are not too many (R20). */
export function findReuseProblem(
  found: ReusableProcess | undefined,
  { identityHash, policy, mostADay, needsNoCaptures }: ReuseRequest,
): ReuseProblem | undefined {
  if (!found) return 'unknown';
  if (found.isErased) return 'erased';
  if (!sameDigest(found.identityHash, identityHash)) return 'other_person';
  if (!isProcessFinal(found.status)) return found.isOver ? 'failed' : 'not_finished';
  if (found.status !== 'ok') return 'failed';
  if (!(found.ageSeconds <= REUSE_SECONDS)) return 'too_old';
  if (!found.hasCaptures && !needsNoCaptures) return 'erased';
  if (policy === 'once' && found.isUsed) return 'used';
  return found.usesOfTheDay >= mostADay ? 'too_often' : undefined;
}

const REFUSALS: Readonly<Record<ReuseProblem, () => Refusal>> = {
  unknown: () => new Refusal('40031'),
  not_finished: () => new Refusal('40032'),
  failed: () => new Refusal('40033'),
  too_old: () => new Refusal('40034'),
  other_person: () => new Refusal('40035'),
  erased: () => new Refusal('40036'),
  used: () => new Refusal('40037'),
  too_often: () => new Refusal('40038'),
};

/** What reserving a process needs. */
export type ReuseDeps = { db: Db; settings: Settings; sandbox: Pick<SandboxPort, 'beforeReuse'> };

/** The transaction that wants to use a process: whom it names, and the company it is of. */
export type Reuser = { identityHash: Buffer; company: Company; at: Date };

/** Holds a process for a transaction until the caller's commit, by the stricter rule of the two companies; refuses with 40031 to 40038. */
export async function lockForReuse(
  { db, settings, sandbox }: ReuseDeps,
  tenantId: TenantId,
  processId: ProcessId,
  { identityHash, company, at }: Reuser,
): Promise<void> {
  await lockUses(db, tenantId, identityHash);
  // Read in a statement of its own: who waited for the lock has to see what was done meanwhile.
  const held = await lockSubject(db, PROCESSES, tenantId, processId);
  const processCompany = held && (await settings.findCompany(tenantId, held.companyId, db));
  const since = startOfShare(at);
  // A shop of a sandbox fill goes with all that it has, so nobody else rests on it, and it on nobody.
  const isShared = processCompany?.active && processCompany.isShop === company.isShop;
  const found = isShared ? await findReusable(db, tenantId, processId, { identityHash, since }) : undefined;
  const problem = findReuseProblem(found, {
    identityHash,
    policy: processCompany?.processReuse === 'once' ? 'once' : company.processReuse,
    mostADay: shareOfDay(company),
    needsNoCaptures:
      found?.hasCaptures === false && (await sandbox.beforeReuse(db, tenantId, processId)) !== undefined,
  });
  if (problem) throw REFUSALS[problem]();
}

/** Notes in the history of a process that is held that a transaction uses it. */
export async function noteReuse(
  trx: Db,
  tenantId: TenantId,
  processId: ProcessId,
  use: { transactionId: TransactionId; at: Date },
): Promise<void> {
  await changeProcess(trx, tenantId, processId, { event: 'reuse', actor: 'merchant', ...use });
}
