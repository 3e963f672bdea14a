import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../kernel/base/clock.ts';
import { lowestId, type TenantId } from '../kernel/base/id.ts';
import type { Log } from '../kernel/base/log.ts';
import type { RunTime } from '../kernel/database/batches/until-none.ts';
import { byIndex } from '../kernel/database/by-index.ts';
import { type Db, withRetries } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { readEventHorizon } from '../webhooks/index.ts';
import { CELL_TABLES, deleteCells } from './clear-store.ts';
import { countEnds, countKept, countOpen } from './count-ended-store.ts';
import {
  beginProgress,
  type FigureProgress,
  listUncounted,
  lockProgress,
  saveProgress,
} from './progress-store.ts';

/** Days for which figures are kept: a year, and the month to compare it with. */
export const FIGURE_DAYS = 400;

const DAY_SECONDS = 86_400;
const BATCH = 1_000;
/** Batches of one commit, so that what was under way and what ended are told of one moment: some 300 ends a second. */
const MAX_BATCHES = 20;
const MAX_STEPS = 5;
const TENANT_PAGE = 200;

/** What counting needs. */
export type FigureDeps = { db: Kysely<Tables>; clock: Clock; log: Log };

/** What one step left: `more` to do now, nothing, or a tenant that another process counts. */
export type StepEnd = 'more' | 'done' | 'busy';

type Moment = { now: Date; upTo: string };

const firstId = (now: Date) => lowestId(addSeconds(now, -FIGURE_DAYS * DAY_SECONDS));

async function clear(
  trx: Db,
  tenantId: TenantId,
  progress: FigureProgress,
  { now, upTo }: Moment,
): Promise<StepEnd> {
  let deleted = 0;
  for (const table of CELL_TABLES) deleted += await deleteCells(trx, table, tenantId, BATCH);
  const built = { phase: 'building', position: upTo, builtTo: firstId(now) } as const;
  await saveProgress(trx, tenantId, deleted > 0 ? progress : built);
  return 'more';
}

async function build(
  trx: Db,
  tenantId: TenantId,
  { position, builtTo }: FigureProgress,
  { now }: Moment,
): Promise<StepEnd> {
  const { read, lastId } = await countKept(trx, tenantId, { afterId: builtTo, position }, BATCH, now);
  const phase = read < BATCH ? 'ready' : 'building';
  await saveProgress(trx, tenantId, { phase, position, builtTo: lastId });
  return 'more';
}

async function follow(
  trx: Db,
  tenantId: TenantId,
  progress: FigureProgress,
  { now, upTo }: Moment,
): Promise<StepEnd> {
  let { position } = progress;
  let isCaughtUp = false;
  for (let batches = 0; batches < MAX_BATCHES && !isCaughtUp; batches += 1) {
    const counted = await countEnds(trx, tenantId, { after: position, upTo }, BATCH, now);
    position = counted.position;
    isCaughtUp = counted.read < BATCH;
  }
  if (isCaughtUp) await countOpen(trx, tenantId, position);
  await saveProgress(trx, tenantId, { ...progress, position });
  return isCaughtUp ? 'done' : 'more';
}

const PHASES = { clearing: clear, building: build, ready: follow } as const;

/**
 * Does the next step of a tenant's figures, in one commit with the place reached. A step that is cut off leaves nothing. One that runs twice,
 * or in two processes, counts once.
 */
export async function stepFigures(
  { db, clock }: Pick<FigureDeps, 'db' | 'clock'>,
  tenantId: TenantId,
): Promise<StepEnd> {
  // Before the step begins: no event up to there can still come, and each is seen by its statements.
  const upTo = await readEventHorizon(db);
  const now = clock.now();
  return withRetries(() =>
    byIndex(db, async (trx) => {
      const progress = await lockProgress(trx, tenantId);
      if (progress) return PHASES[progress.phase](trx, tenantId, progress, { now, upTo });
      const isNew = await beginProgress(trx, tenantId, { position: upTo, builtTo: firstId(now) });
      return isNew ? 'more' : 'busy';
    }),
  );
}

const TENANT_MOVES = 'TM503';

/** Does a few steps of one tenant; a tenant that fails or moves is left for the next run, and holds up no other. */
async function foldTenant(deps: FigureDeps, tenantId: TenantId, run: RunTime): Promise<boolean> {
  try {
    for (let steps = 0; steps < MAX_STEPS && run.elapsedMs() < run.limitMs; steps += 1)
      if ((await stepFigures(deps, tenantId)) !== 'more') return true;
    return false;
  } catch (error) {
    if ((error as { code?: string }).code !== TENANT_MOVES)
      deps.log.error({ err: error, tenantId }, 'the figures of a tenant cannot be counted now');
    return true;
  }
}

/** Brings the figures of every tenant up to now; false when the time of the run ended first, or some tenant has more to do. */
export async function foldFigures(deps: FigureDeps, run: RunTime): Promise<boolean> {
  const upTo = await readEventHorizon(deps.db);
  let afterId: TenantId = lowestId(new Date(0));
  let isDone = true;
  for (let isLast = false; !isLast; ) {
    const tenants = await listUncounted(deps.db, { afterId, upTo }, TENANT_PAGE);
    for (const tenantId of tenants) {
      if (run.elapsedMs() >= run.limitMs) return false;
      isDone = (await foldTenant(deps, tenantId, run)) && isDone;
      afterId = tenantId;
    }
    isLast = tenants.length < TENANT_PAGE;
  }
  return isDone;
}
