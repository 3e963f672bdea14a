import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../kernel/base/clock.ts';
import { lowestId, type TenantId, type TransactionId } from '../kernel/base/id.ts';
import type { Log } from '../kernel/base/log.ts';
import type { RunTime } from '../kernel/database/batches/until-none.ts';
import { byIndex } from '../kernel/database/by-index.ts';
import { type Db, withRetries } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { readEventHorizon } from '../webhooks/index.ts';
import { CELL_TABLES, deleteCells } from './clear-store.ts';
import { countEnds, countKept } from './count-ended-store.ts';
import { countOpen, isCutOff } from './count-open.ts';
import { replaceOpenCells } from './count-open-store.ts';
import {
  beginProgress,
  type FigureProgress,
  listUnbuilt,
  listUncounted,
  lockProgress,
  mayCount,
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
/** Above every id of a transaction. */
const ABOVE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as TransactionId;

/** What counting needs. */
export type FigureDeps = { db: Kysely<Tables>; clock: Clock; log: Log };

/** What one step left: `more` to do now, nothing, a tenant that another process counts, or ones under way that could not be counted. */
export type StepEnd = 'more' | 'done' | 'busy' | 'late';

type Moment = { now: Date; upTo: string; batch: number };

async function clear(
  trx: Db,
  tenantId: TenantId,
  progress: FigureProgress,
  { now, upTo, batch }: Moment,
): Promise<StepEnd> {
  let deleted = 0;
  for (const table of CELL_TABLES) deleted += await deleteCells(trx, table, tenantId, batch);
  const built = { phase: 'building', position: upTo, builtTo: ABOVE_ALL } as const;
  await saveProgress(trx, tenantId, { ...(deleted > 0 ? progress : built), countedAt: now });
  return 'more';
}

/** Counts from the newest down, so that the days which are looked at first are there first. */
async function build(
  trx: Db,
  tenantId: TenantId,
  { position, builtTo }: FigureProgress,
  { now, batch }: Moment,
): Promise<StepEnd> {
  const sinceId = lowestId(addSeconds(now, -FIGURE_DAYS * DAY_SECONDS));
  const part = { beforeId: builtTo, sinceId, position };
  const { read, lastId } = await countKept(trx, tenantId, part, batch, now);
  const phase = read < batch ? 'ready' : 'building';
  await saveProgress(trx, tenantId, { phase, position, builtTo: lastId, countedAt: now });
  return 'more';
}

/** Adds what has ended, then counts anew what is under way. Where that cannot be told of the same moment, it is left out: no transaction counts twice. */
async function follow(
  trx: Db,
  tenantId: TenantId,
  progress: FigureProgress,
  { now, upTo, batch }: Moment,
): Promise<StepEnd> {
  let { position } = progress;
  let isCaughtUp = false;
  for (let batches = 0; batches < MAX_BATCHES && !isCaughtUp; batches += 1) {
    const counted = await countEnds(trx, tenantId, { after: position, upTo }, batch, now);
    position = counted.position;
    isCaughtUp = counted.read < batch;
  }
  const isTold = isCaughtUp && (await countOpen(trx, tenantId, position));
  if (!isTold) await replaceOpenCells(trx, tenantId, []);
  await saveProgress(trx, tenantId, {
    ...progress,
    position,
    countedAt: isTold ? now : progress.countedAt,
  });
  if (!isCaughtUp) return 'more';
  return isTold ? 'done' : 'late';
}

const PHASES = { clearing: clear, building: build, ready: follow } as const;

type StepDeps = Pick<FigureDeps, 'db' | 'clock'>;

async function stepOnce({ db, clock }: StepDeps, tenantId: TenantId, batch: number): Promise<StepEnd> {
  // Before the step begins: no event up to there can still come, and each is seen by its statements.
  const upTo = await readEventHorizon(db);
  const now = clock.now();
  return withRetries(() =>
    byIndex(db, async (trx) => {
      if (!(await mayCount(trx, tenantId))) return 'done';
      const progress = await lockProgress(trx, tenantId);
      if (progress) return PHASES[progress.phase](trx, tenantId, progress, { now, upTo, batch });
      const begun = { position: upTo, builtTo: ABOVE_ALL, countedAt: now };
      return (await beginProgress(trx, tenantId, begun)) ? 'more' : 'busy';
    }),
  );
}

/**
 * Does the next step of a tenant's figures, in one commit with the place reached. A step that is cut off leaves nothing, and is tried again
 * with smaller batches. One that runs twice, or in two processes, counts once.
 */
export async function stepFigures(deps: StepDeps, tenantId: TenantId): Promise<StepEnd> {
  for (let batch = BATCH; ; batch = Math.max(1, Math.floor(batch / 8)))
    try {
      return await stepOnce(deps, tenantId, batch);
    } catch (error) {
      if (batch === 1 || !isCutOff(error)) throw error;
    }
}

const TENANT_MOVES = 'TM503';

/** Does up to `most` steps of one tenant; one that fails or moves is left for the next run, and holds up no other. */
async function foldTenant(
  deps: FigureDeps,
  tenantId: TenantId,
  run: RunTime,
  most: number,
): Promise<StepEnd | 'failed'> {
  try {
    for (let steps = 0; steps < most && run.elapsedMs() < run.limitMs; steps += 1) {
      const end = await stepFigures(deps, tenantId);
      if (end !== 'more') return end;
    }
    return 'more';
  } catch (error) {
    if ((error as { code?: string }).code === TENANT_MOVES) return 'done';
    deps.log.error({ err: error, tenantId }, 'the figures of a tenant cannot be counted now');
    return 'failed';
  }
}

/** How tenants were left by a run. */
type Ends = Map<TenantId, StepEnd | 'failed'>;

async function foldReady(deps: FigureDeps, run: RunTime, ends: Ends): Promise<boolean> {
  const upTo = await readEventHorizon(deps.db);
  let afterId: TenantId = lowestId(new Date(0));
  for (let isLast = false; !isLast; ) {
    const tenants = await listUncounted(deps.db, { afterId, upTo }, TENANT_PAGE);
    for (const tenantId of tenants) {
      if (run.elapsedMs() >= run.limitMs) return false;
      ends.set(tenantId, await foldTenant(deps, tenantId, run, MAX_STEPS));
      afterId = tenantId;
    }
    isLast = tenants.length < TENANT_PAGE;
  }
  return true;
}

/** One step a tenant in turn, so that a large one holds up no other. */
async function buildRounds(deps: FigureDeps, run: RunTime, ends: Ends): Promise<boolean> {
  let left = await listUnbuilt(deps.db, TENANT_PAGE);
  const isLast = left.length < TENANT_PAGE;
  for (let round = 0; round < MAX_STEPS && left.length > 0; round += 1) {
    for (const tenantId of left) {
      if (run.elapsedMs() >= run.limitMs) return false;
      ends.set(tenantId, await foldTenant(deps, tenantId, run, 1));
    }
    left = left.filter((tenantId) => ends.get(tenantId) === 'more');
  }
  return isLast;
}

/**
 * Brings the figures of every tenant up to now, those first that are built. False when the time of the run ended first, or some tenant has more
 * to do. Fails at the end where those of a tenant could not be counted, so that metrics of jobs show it.
 */
export async function foldFigures(deps: FigureDeps, run: RunTime): Promise<boolean> {
  const ends: Ends = new Map();
  const isDone = (await foldReady(deps, run, ends)) && (await buildRounds(deps, run, ends));
  const left = [...ends.values()];
  const failed = left.filter((end) => end === 'failed' || end === 'late').length;
  if (failed > 0) throw new Error(`The figures of ${failed} tenants could not be counted.`);
  return isDone && !left.includes('more');
}
