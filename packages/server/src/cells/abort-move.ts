import { insertAuditEntry, OperatorRefusal } from '../audit/index.ts';
import { clearTenant } from './carry/clear-tenant.ts';
import type { MoveDeps, MoveNews } from './end.ts';
import {
  deleteMove,
  findArrival,
  findMove,
  lockTargetPhase,
  requirePeer,
  updatePhase,
} from './move-store.ts';
import { dropFences } from './replication/fences.ts';
import { endReplication } from './replication/replication.ts';

/** Makes sure that the target will not serve the tenant, and only then lets the source serve it. */
async function giveUp({ tenantId, source, target, by }: MoveDeps, moveId: string): Promise<void> {
  await target.db.transaction().execute(async (trx) => {
    const phase = await lockTargetPhase(trx, tenantId);
    if (phase === 'arrived')
      throw new OperatorRefusal(
        'forbidden',
        'The other deployment serves the tenant already. Repeat the command without --abort to finish; moving back is a move from there.',
      );
    if (phase) await updatePhase(trx, { tenantId, side: 'target' }, ['arriving'], 'moved');
  });
  await source.db.transaction().execute(async (trx) => {
    const phases = ['copying', 'closing', 'frozen'] as const;
    if (!(await updatePhase(trx, { tenantId, side: 'source' }, phases, 'aborting'))) return;
    await insertAuditEntry(trx, by, {
      tenantId,
      action: 'tenant.move-abort',
      subject: `tenant/${tenantId}`,
      before: { moveId, to: target.name },
    });
  });
}

/** Undoes a move that has not been switched: the source serves the tenant, and nothing of it is left at the target. Run again, it goes on. */
export async function* abortMove(deps: MoveDeps): AsyncGenerator<MoveNews> {
  const { tenantId, source, target } = deps;
  const begun = await findMove(source.db, tenantId, 'source');
  if (!begun) throw new OperatorRefusal('not-found', `No move of the tenant ${tenantId} is under way.`);
  requirePeer(begun, target);
  if (begun.phase === 'moved')
    throw new OperatorRefusal('forbidden', 'The tenant has moved. Moving back is a move from there.');
  await deps.requireLock();
  // Without it nothing was written there yet, so there is nothing to delete.
  const arrival = await findArrival(target.db, tenantId, begun.moveId);
  await giveUp(deps, begun.moveId);
  yield { step: 'reopened', text: 'This deployment serves the tenant.' };
  await endReplication({ source, target }, begun.moveId);
  await dropFences(source, tenantId);
  yield { step: 'settled', text: 'Replication has ended; nothing is left of it.' };
  const rows = arrival ? yield* clearTenant(target, deps, 'there') : 0;
  await dropFences(target, tenantId);
  if (arrival) await deleteMove(target.db, tenantId);
  await deleteMove(source.db, tenantId);
  yield { step: 'aborted', text: `The move is undone; ${rows} rows were deleted there.`, facts: { rows } };
}
