import { setTimeout } from 'node:timers/promises';
import { insertAuditEntry, OperatorRefusal } from '../audit/index.ts';
import { carryJobs, carryObjectDues, passEventPlaces } from './carry/carry-over.ts';
import { refreshTenant } from './carry/place-tenant.ts';
import { type MoveDeps, type MoveNews, wait } from './end.ts';
import {
  announceClosing,
  findMove,
  freeze,
  lockTargetPhase,
  type Move,
  raiseMark,
  updatePhase,
} from './move-store.ts';
import { haltReplication } from './replication/replication.ts';

/** So much earlier is a switch announced; what nodes know of it is a second old at most. */
const LEAD_MS = 2_500;
/** Answers that are under way at the announced instant have so long to be committed. */
const GRACE_MS = 300;
/** A switch that takes longer than this from the announced instant is taken back. */
export const MAX_CLOSED_MS = 5_000;
const POLL_MS = 10;
/** A target that is no farther behind than this is near enough for a switch. */
const NEAR_MS = 1_000;
const NEAR_POLL_MS = 100;
const NEAR_LIMIT_MS = 600_000;

const hasMark = (copy: Move | undefined, moveId: string, mark: string): boolean =>
  copy?.moveId === moveId && BigInt(copy.mark) >= BigInt(mark);

/** Waits until the target has come within a second of the source; refuses after ten minutes. */
export async function comeNear(deps: MoveDeps, moveId: string): Promise<void> {
  const giveUpMs = performance.now() + NEAR_LIMIT_MS;
  for (;;) {
    const mark = await raiseMark(deps.source.db, deps.tenantId);
    const raisedMs = performance.now();
    while (!hasMark(await findMove(deps.target.db, deps.tenantId, 'source'), moveId, mark)) {
      if (performance.now() > giveUpMs)
        throw new OperatorRefusal(
          'forbidden',
          'The other deployment does not catch up: see the log of its database; then repeat this command, or undo with --abort.',
        );
      await wait(deps, NEAR_POLL_MS);
    }
    if (performance.now() - raisedMs < NEAR_MS) return;
  }
}

/** Waits for the copy of the frozen mark: replication applies commits in their order, so all before it are there. */
async function awaitFrozenMark(deps: MoveDeps, frozen: Move, closedMs: number): Promise<void> {
  for (;;) {
    const copy = await findMove(deps.target.db, deps.tenantId, 'source');
    if (copy?.phase === 'frozen' && hasMark(copy, frozen.moveId, frozen.mark)) return;
    if (performance.now() - closedMs > MAX_CLOSED_MS)
      throw new OperatorRefusal(
        'forbidden',
        'The switch took too long and was taken back; this deployment serves the tenant. Repeat the command at a quieter hour.',
      );
    await wait(deps, POLL_MS);
  }
}

/** The source's row once it is frozen; refuses where another command has come between. */
async function readFrozen({ tenantId, source }: MoveDeps, mark?: string): Promise<Move> {
  const here = await findMove(source.db, tenantId, 'source');
  if (here?.phase === 'frozen' && (mark === undefined || here.mark === mark)) return here;
  throw new OperatorRefusal('forbidden', 'Another command has taken the switch back.');
}

/**
 * The one commit that opens the tenant at the target, with all that is small and bound to a cluster. Who takes a switch back holds the
 * target's row meanwhile, so that the source is still frozen by the same mark once the row is ours.
 */
async function openAtTarget(deps: MoveDeps, { moveId, mark }: Move): Promise<void> {
  const { tenantId, source, target, by } = deps;
  await passEventPlaces(target, tenantId);
  await target.db.transaction().execute(async (trx) => {
    if ((await lockTargetPhase(trx, tenantId)) !== 'arriving')
      throw new OperatorRefusal('forbidden', 'The move was undone by another command.');
    await readFrozen(deps, mark);
    await refreshTenant(deps, trx);
    await carryObjectDues(source, trx, tenantId);
    await carryJobs(source, trx, tenantId);
    await insertAuditEntry(trx, by, {
      tenantId,
      action: 'tenant.move-in',
      subject: `tenant/${tenantId}`,
      after: { moveId, from: source.name },
    });
    await updatePhase(trx, { tenantId, side: 'target' }, ['arriving'], 'arrived');
  });
}

/** Lets the source serve the tenant again, unless the target does: its row is held meanwhile, so that it cannot begin to. Answers whether the source serves. */
export async function reopenSource({ tenantId, source, target }: MoveDeps): Promise<boolean> {
  return target.db.transaction().execute(async (trx) => {
    if ((await lockTargetPhase(trx, tenantId)) === 'arrived') return false;
    await updatePhase(source.db, { tenantId, side: 'source' }, ['closing', 'frozen'], 'copying');
    return true;
  });
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Freezes the announced tenant; refuses where one of its writers does not end within three seconds. */
async function freezeSource({ tenantId, source }: MoveDeps): Promise<void> {
  try {
    if (await source.db.transaction().execute((trx) => freeze(trx, tenantId))) return;
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new OperatorRefusal(
      'forbidden',
      'A transaction that writes to the tenant did not end within 3 seconds: the switch was taken back, and this deployment serves the tenant. Repeat the command.',
    );
  }
  throw new OperatorRefusal('forbidden', 'The move was undone by another command.');
}

async function* closeAndOpen(deps: MoveDeps, moveId: string): AsyncGenerator<MoveNews> {
  const { tenantId, source, target } = deps;
  const isAnnounced = await announceClosing(source.db, tenantId, LEAD_MS);
  if (!isAnnounced) throw new OperatorRefusal('forbidden', 'Another command moves this tenant.');
  const closedMs = performance.now() + LEAD_MS;
  yield { step: 'announced', text: `The tenant is closed in ${LEAD_MS / 1_000} s …` };
  await wait(deps, LEAD_MS + GRACE_MS);
  await freezeSource(deps);
  yield { step: 'frozen', text: 'The tenant is closed; nobody writes to it.' };
  const frozen = await readFrozen(deps);
  await awaitFrozenMark(deps, frozen, closedMs);
  yield { step: 'complete', text: 'The other deployment has every row.' };
  await haltReplication(target, moveId);
  await openAtTarget(deps, frozen);
  const closedFor = Math.round(performance.now() - closedMs);
  yield {
    step: 'switched',
    text: `The other deployment serves the tenant. Nobody did for ${closedFor} ms.`,
    facts: { closedMs: closedFor },
  };
}

const TRIES = 5;
const RETRY_MS = 1_000;

/** Tries to take a switch back; without an answer of both databases the source stays closed, which is safe. */
async function takeBack(deps: MoveDeps): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      await reopenSource(deps);
      return;
    } catch {
      await setTimeout(RETRY_MS);
    }
  }
}

/**
 * Closes the tenant at the source from an announced instant on, waits until the target has every row, and opens it there. What fails
 * before the commit that opens it is taken back.
 */
export async function* switchTenant(deps: MoveDeps, moveId: string): AsyncGenerator<MoveNews> {
  let isOver = false;
  try {
    for await (const news of closeAndOpen(deps, moveId)) {
      isOver = news.step === 'switched';
      yield news;
    }
  } finally {
    if (!isOver) await takeBack(deps);
  }
}
