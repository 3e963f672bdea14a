import { randomUUID } from 'node:crypto';
import { insertAuditEntry, OperatorRefusal } from '../audit/index.ts';
import { readTenant } from '../tenants/index.ts';
import { bringAuditLog, bringFaceHashes } from './carry/bring-after.ts';
import { clearTenant } from './carry/clear-tenant.ts';
import { listMembers } from './carry/member-store.ts';
import { placeTenant } from './carry/place-tenant.ts';
import { checkEnds, checkPictures } from './check-ends.ts';
import { type MoveDeps, type MoveNews, wait } from './end.ts';
import { deleteMove, findArrival, findMove, insertMove, requirePeer, updatePhase } from './move-store.ts';
import { dropFences, raiseFences } from './replication/fences.ts';
import { endReplication, readSyncState, startReplication } from './replication/replication.ts';
import { comeNear, reopenSource, switchTenant } from './switch-tenant.ts';

/** Whether the source keeps its rows after the switch, closed, until the command is run again; and whether the target may judge faces otherwise. */
export type MoveOptions = { keepSource: boolean; acceptsDifferences: boolean };

const POLL_MS = 500;

const undoing = (): OperatorRefusal =>
  new OperatorRefusal('forbidden', 'A move of this tenant is being undone: finish that with --abort.');

async function beginMove(deps: MoveDeps, options: MoveOptions): Promise<string> {
  const { tenantId, source, target } = deps;
  await readTenant(source, tenantId);
  if (await findMove(source.db, tenantId, 'target'))
    throw new OperatorRefusal('forbidden', 'The tenant is still on its way to this deployment.');
  await checkEnds(deps, options);
  await checkPictures(deps);
  const moveId = randomUUID();
  await insertMove(source.db, { tenantId, side: 'source', moveId, phase: 'copying', peer: target.name });
  return moveId;
}

/** Waits for the first copies of all tables, and tells how far they are. */
async function* copyTables(deps: MoveDeps, moveId: string): AsyncGenerator<MoveNews> {
  let told = -1;
  for (;;) {
    const { tables, ready, isEnabled } = await readSyncState(deps.target, moveId);
    if (!isEnabled)
      throw new OperatorRefusal(
        'forbidden',
        'The other database met an error and stopped copying: its log says which. Repeat this command, or undo with --abort.',
      );
    if (ready !== told) yield { step: 'copying', text: `${ready} of ${tables} tables are copied …` };
    told = ready;
    if (ready === tables && tables > 0) return;
    await wait(deps, POLL_MS);
  }
}

/** Copies and catches up, both while the source serves the tenant, and switches. */
async function* carryOut(deps: MoveDeps, moveId: string): AsyncGenerator<MoveNews> {
  const { tenantId, source, target } = deps;
  // Of a command that was killed: nothing was opened yet, so the source may go on.
  await reopenSource(deps);
  await checkPictures(deps);
  await placeTenant(deps, moveId);
  await raiseFences(target, tenantId);
  yield { step: 'placed', text: 'The tenant stands at the other deployment, closed.' };
  await deps.requireLock();
  await startReplication(deps, moveId);
  yield { step: 'replicating', text: 'Replication is set up.' };
  yield* copyTables(deps, moveId);
  await comeNear(deps, moveId);
  await raiseFences(source, tenantId);
  yield { step: 'fenced', text: 'The other deployment is up to date.' };
  await comeNear(deps, moveId);
  await checkPictures(deps);
  await deps.requireLock();
  yield* switchTenant(deps, moveId);
}

/** Notes at the source that the tenant has left, and takes away what the move needed; replication first, or deletes would follow the tenant. */
async function settle(deps: MoveDeps, moveId: string): Promise<void> {
  const { tenantId, source, target, by } = deps;
  await deps.requireLock();
  await source.db.transaction().execute(async (trx) => {
    if (!(await updatePhase(trx, { tenantId, side: 'source' }, ['closing', 'frozen'], 'moved'))) return;
    await insertAuditEntry(trx, by, {
      tenantId,
      action: 'tenant.move-out',
      subject: `tenant/${tenantId}`,
      before: { moveId, to: target.name },
    });
  });
  await endReplication({ source, target }, moveId);
  await dropFences(target, tenantId);
}

async function* leaveSource(deps: MoveDeps): AsyncGenerator<MoveNews> {
  const { tenantId, source, target } = deps;
  const members = await listMembers(source.db, tenantId);
  if (members.length > 0)
    yield {
      step: 'members',
      text: `To be invited at the other deployment: ${members.join(', ')}.`,
      facts: { members },
    };
  await deps.requireLock();
  const rows = yield* clearTenant(source, deps, 'here');
  await dropFences(source, tenantId);
  const auditEntries = await bringAuditLog(deps);
  await deleteMove(target.db, tenantId);
  yield {
    step: 'moved',
    text: `The tenant has moved. ${rows} rows were deleted here, ${auditEntries} audit entries copied.`,
    facts: { rows, auditEntries },
  };
}

/** Goes on with a move, from whatever step the target and the source show. */
async function* goOn(deps: MoveDeps, moveId: string, { keepSource }: MoveOptions): AsyncGenerator<MoveNews> {
  const { tenantId, target } = deps;
  const there = await findArrival(target.db, tenantId, moveId);
  if (there?.phase === 'moved') throw undoing();
  if (there?.phase !== 'arrived') yield* carryOut(deps, moveId);
  await settle(deps, moveId);
  yield { step: 'settled', text: 'Replication has ended; nothing is left of it.' };
  // At once, also where the rows here are kept: until then the target does not know a picture that was used before.
  const faceHashes = await bringFaceHashes(deps);
  yield { step: 'face-hashes', text: `${faceHashes} face hashes are keyed anew.` };
  if (keepSource)
    yield { step: 'kept', text: 'The rows here are kept, closed. Repeat the command without --keep-source.' };
  else yield* leaveSource(deps);
}

/**
 * Moves a tenant to the target while the source serves it. Each step looks at what is there already, so that a command that was killed is
 * run again to go on. At no time do both serve the tenant.
 */
export async function* moveTenant(deps: MoveDeps, options: MoveOptions): AsyncGenerator<MoveNews> {
  const { tenantId, source, target } = deps;
  const begun = await findMove(source.db, tenantId, 'source');
  if (begun) requirePeer(begun, target);
  if (begun?.phase === 'aborting') throw undoing();
  // The target's note is the last that goes.
  if (begun?.phase === 'moved' && !(await findArrival(target.db, tenantId, begun.moveId))) {
    yield { step: 'moved', text: 'The tenant has moved already; nothing is left to do.' };
    return;
  }
  const moveId = begun?.moveId ?? (await beginMove(deps, options));
  yield { step: begun ? 'resumed' : 'begun', text: `Move ${moveId} to ${target.name}.` };
  yield* goOn(deps, moveId, options);
}
