import { insertAuditEntry } from '../../audit/index.ts';
import { deleteDeviceUses } from '../../captures/index.ts';
import {
  deleteDispute,
  deleteReference,
  deleteTemplates,
  findReference,
  insertDispute,
  lockIdentity,
} from '../../faces/index.ts';
import type { AnyId, TenantId } from '../../kernel/base/id.ts';
import { type Db, withRetries } from '../../kernel/database/connect.ts';
import type { LedgerAct } from '../../module.ts';
import { PROCESSES } from '../../processes/index.ts';
import { requestErasure } from '../../subjects/index.ts';
import { deleteHold, insertHold, TRANSACTIONS } from '../../transactions/index.ts';
import type { TakeOutDeps } from '../take-out.ts';
import { LEDGER_ACTOR, lockLedger } from './ledger-store.ts';
import { listPendingActs } from './pending-acts-store.ts';

type RepeatDeps = Pick<TakeOutDeps, 'db' | 'clock' | 'tenantKeys'>;
type Of<Kind extends LedgerAct['act']> = Extract<LedgerAct, { act: Kind }>;

/** Within one commit: where an act is carried out again, and who did so in the audit log. */
type Place = { trx: Db; tenantId: TenantId; by: { clock: TakeOutDeps['clock']; actor: string } };

const idOf = ({ about }: LedgerAct): AnyId => about as AnyId;
const hashOf = ({ about }: LedgerAct): Buffer => Buffer.from(about, 'hex');

async function holdAgain({ trx, tenantId, by }: Place, act: Of<'hold'>): Promise<void> {
  const { reference } = act;
  await insertHold(trx, tenantId, { transactionId: idOf(act), heldAt: new Date(act.at), reference });
  const after = { reference, repeated: true };
  const subject = `transaction/${act.about}` as const;
  await insertAuditEntry(trx, by, { tenantId, action: 'hold.place', subject, after });
}

async function releaseAgain({ trx, tenantId, by }: Place, act: LedgerAct): Promise<void> {
  await deleteHold(trx, tenantId, idOf(act));
  const subject = `transaction/${act.about}` as const;
  await insertAuditEntry(trx, by, { tenantId, action: 'hold.release', subject, after: { repeated: true } });
}

async function disputeAgain({ trx, tenantId, by }: Place, act: Of<'dispute'>): Promise<void> {
  const [identityHash, at] = [hashOf(act), new Date(act.at)];
  await lockIdentity(trx, tenantId, identityHash);
  // No capture enrolled a later one: it was disputed from then on.
  const faces = await deleteTemplates(trx, tenantId, identityHash, at);
  await insertDispute(trx, tenantId, { disputeId: act.dispute, identityHash, at });
  const after = { faces, reference: act.reference, repeated: true };
  const subject = `face-dispute/${act.dispute}` as const;
  await insertAuditEntry(trx, by, { tenantId, action: 'face.dispute', subject, after });
}

async function settleAgain({ trx, tenantId, by }: Place, act: LedgerAct): Promise<void> {
  await lockIdentity(trx, tenantId, hashOf(act));
  const disputeId = await deleteDispute(trx, tenantId, hashOf(act));
  const subject = `face-dispute/${disputeId}` as const;
  await insertAuditEntry(trx, by, { tenantId, action: 'face.settle', subject, after: { repeated: true } });
}

async function withdrawAgain(
  { trx, tenantId, by }: Place,
  act: LedgerAct,
  { tenantKeys }: RepeatDeps,
): Promise<void> {
  const found = await findReference(trx, tenantId, await tenantKeys(tenantId), { referenceId: idOf(act) });
  if (!found) return;
  await lockIdentity(trx, tenantId, found.identityHash);
  const faces = await deleteReference(trx, tenantId, found);
  const before = { photographs: found.photographs, faces };
  const subject = `reference/${act.about}` as const;
  await insertAuditEntry(trx, by, {
    ...{ tenantId, action: 'reference.delete', subject, before, after: { repeated: true } },
  });
}

/** Writes the entry of the audit log, and tells the company, as at the first time. */
async function requestAgain({ trx, tenantId }: Place, act: Of<'request'>): Promise<void> {
  const of = act.kind === 'transaction' ? TRANSACTIONS : PROCESSES;
  const facesUntil = act.facesUntil === null ? undefined : new Date(act.facesUntil);
  const at = new Date(act.at);
  await requestErasure(trx, of, tenantId, idOf(act), { facesUntil, since: at, now: at });
  await deleteDeviceUses(trx, tenantId, idOf(act));
}

function carryOut(place: Place, act: LedgerAct, deps: RepeatDeps): Promise<void> {
  switch (act.act) {
    case 'hold':
      return holdAgain(place, act);
    case 'release':
      return releaseAgain(place, act);
    case 'dispute':
      return disputeAgain(place, act);
    case 'settle':
      return settleAgain(place, act);
    case 'withdraw':
      return withdrawAgain(place, act, deps);
    case 'request':
      return requestAgain(place, act);
  }
}

/** Carries an act out again, in one commit; another node may have done so meanwhile. Answers whether there was anything left to do. */
const repeatAct = (deps: RepeatDeps, act: LedgerAct): Promise<boolean> =>
  withRetries(() =>
    deps.db.transaction().execute(async (trx) => {
      await lockLedger(trx);
      if ((await listPendingActs(trx, [act])).length === 0) return false;
      const by = { clock: deps.clock, actor: LEDGER_ACTOR };
      await carryOut({ trx, tenantId: act.tenant as TenantId, by }, act, deps);
      return true;
    }),
  );

/** Carries some acts out again that the database has lost; answers how many. */
export async function repeatActs(deps: RepeatDeps, acts: readonly LedgerAct[]): Promise<number> {
  let repeated = 0;
  for (const act of acts) if (await repeatAct(deps, act)) repeated += 1;
  return repeated;
}
