import { type Kysely, sql } from 'kysely';
import { addSeconds, type Clock } from '../kernel/base/clock.ts';
import { lowestId, type TenantId, type TransactionId } from '../kernel/base/id.ts';
import type { Log } from '../kernel/base/log.ts';
import { isOver, partOf, type RunTime } from '../kernel/database/batches/until-none.ts';
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
  postponeBuild,
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
/** Limit of one statement: four sizes of a batch can be tried in the time of a tenant. */
const STATEMENT_LIMIT = '1s';
/** Ready tenants are begun in this part of a run. */
const READY_PART = 0.25;
/** What a tenant has for itself, whenever in the run it is begun: none loses by its place. */
const TENANT_PART = 0.5;
/** Tenants to build are begun in at least this part, even after the slowest ready tenant. */
const BUILD_PART = 0.25;
const UNLIMITED: RunTime = { elapsedMs: () => 0, limitMs: Number.POSITIVE_INFINITY };
/** Above every id of a transaction. */
const ABOVE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as TransactionId;

/** What counting needs. */
export type FigureDeps = { db: Kysely<Tables>; clock: Clock; log: Log };

/** What one step left: `more` to do now, nothing, a tenant that another process counts, or ones under way that could not be counted. */
export type StepEnd = 'more' | 'done' | 'busy' | 'late';

type Moment = { now: Date; upTo: string; batch: number; time: RunTime };

async function clear(
  trx: Db,
  tenantId: TenantId,
  progress: FigureProgress,
  { now, upTo, batch }: Moment,
): Promise<StepEnd> {
  let deleted = 0;
  for (const table of CELL_TABLES) deleted += await deleteCells(trx, table, tenantId, batch);
  const built = { phase: 'building', position: upTo, builtTo: ABOVE_ALL } as const;
  await saveProgress(trx, tenantId, { ...progress, ...(deleted > 0 ? {} : built), countedAt: now });
  return 'more';
}

/** Counts from the newest down, so that the days which are looked at first are there first. */
async function build(
  trx: Db,
  tenantId: TenantId,
  progress: FigureProgress,
  { now, batch }: Moment,
): Promise<StepEnd> {
  const sinceId = lowestId(addSeconds(now, -FIGURE_DAYS * DAY_SECONDS));
  const part = { beforeId: progress.builtTo, sinceId, position: progress.position };
  const { read, lastId } = await countKept(trx, tenantId, part, batch, now);
  const phase = read < batch ? 'ready' : 'building';
  await saveProgress(trx, tenantId, { ...progress, phase, builtTo: lastId, countedAt: now });
  return 'more';
}

/**
 * Adds what has ended, in half of the time, then counts anew what is under way. Where that cannot be told of the same moment, it is left out,
 * and marked as missing: no transaction counts twice.
 */
async function follow(
  trx: Db,
  tenantId: TenantId,
  progress: FigureProgress,
  { now, upTo, batch, time }: Moment,
): Promise<StepEnd> {
  const ends = partOf(time, (time.limitMs - time.elapsedMs()) / 2);
  let { position } = progress;
  let isCaughtUp = false;
  for (let batches = 0; batches < MAX_BATCHES && !isCaughtUp; batches += 1) {
    if (batches > 0 && isOver(ends)) break;
    const counted = await countEnds(trx, tenantId, { after: position, upTo }, batch, now);
    position = counted.position;
    isCaughtUp = counted.read < batch;
  }
  const isTold = isCaughtUp && (await countOpen(trx, tenantId, position, time));
  if (!isTold) await replaceOpenCells(trx, tenantId, []);
  await saveProgress(trx, tenantId, {
    ...progress,
    position,
    countedAt: isTold ? now : progress.countedAt,
    isOpenMissing: !isTold,
  });
  if (!isCaughtUp) return 'more';
  return isTold ? 'done' : 'late';
}

const PHASES = { clearing: clear, building: build, ready: follow } as const;

type StepDeps = Pick<FigureDeps, 'db' | 'clock'>;

async function stepOnce(
  { db, clock }: StepDeps,
  tenantId: TenantId,
  batch: number,
  time: RunTime,
): Promise<StepEnd> {
  // Before the step begins: no event up to there can still come, and each is seen by its statements.
  const upTo = await readEventHorizon(db);
  const now = clock.now();
  return withRetries(() =>
    byIndex(db, async (trx) => {
      await sql`SELECT set_config('statement_timeout', ${STATEMENT_LIMIT}, true)`.execute(trx);
      if (!(await mayCount(trx, tenantId))) return 'done';
      const progress = await lockProgress(trx, tenantId);
      if (progress) return PHASES[progress.phase](trx, tenantId, progress, { now, upTo, batch, time });
      const begun = { position: upTo, builtTo: ABOVE_ALL, countedAt: now };
      return (await beginProgress(trx, tenantId, begun)) ? 'more' : 'busy';
    }),
  );
}

/**
 * Does the next step of a tenant's figures, in one commit with the place reached. A step that is cut off leaves nothing, and is tried again
 * with smaller batches while there is time. One that runs twice, or in two processes, counts once.
 */
export async function stepFigures(
  deps: StepDeps,
  tenantId: TenantId,
  time: RunTime = UNLIMITED,
): Promise<StepEnd> {
  for (let batch = BATCH; ; batch = Math.max(1, Math.floor(batch / 8)))
    try {
      return await stepOnce(deps, tenantId, batch, time);
    } catch (error) {
      if (batch === 1 || !isCutOff(error) || isOver(time)) throw error;
    }
}

const TENANT_MOVES = 'TM503';

/** Does up to `most` steps of one tenant; one that fails or moves is left for a later run, and holds up no other. */
async function foldTenant(
  deps: FigureDeps,
  tenantId: TenantId,
  time: RunTime,
  most: number,
): Promise<StepEnd | 'failed'> {
  for (let steps = 0; steps < most && !isOver(time); steps += 1)
    try {
      const end = await stepFigures(deps, tenantId, time);
      if (end === 'late') deps.log.error({ tenantId }, 'transactions under way cannot be counted now');
      if (end !== 'more') return end;
    } catch (error) {
      if ((error as { code?: string }).code === TENANT_MOVES) return 'done';
      // The rest of its time was too short for one more step.
      if (steps > 0 && isCutOff(error)) return 'more';
      deps.log.error({ err: error, tenantId }, 'the figures of a tenant cannot be counted now');
      return 'failed';
    }
  return 'more';
}

/** What a run leaves to the next: the ready tenant to go on after, if the time ended there, and whether one could not be counted. */
export type FoldLeft = { afterId?: TenantId; hasFailed?: boolean };

const timeOfTenant = (run: RunTime): RunTime => partOf(run, run.limitMs * TENANT_PART);

/** How tenants were left by a run. */
type Ends = Map<TenantId, StepEnd | 'failed'>;

/** Follows the ready tenants after one, by id. Answers the last of them when the time to begin them ended first. */
async function foldReady(
  deps: FigureDeps,
  run: RunTime,
  first: TenantId | undefined,
  ends: Ends,
): Promise<TenantId | undefined> {
  const upTo = await readEventHorizon(deps.db);
  const begin = partOf(run, run.limitMs * READY_PART);
  let afterId: TenantId = first ?? lowestId(new Date(0));
  for (let isLast = false; !isLast; ) {
    const tenants = await listUncounted(deps.db, { afterId, upTo }, TENANT_PAGE);
    for (const tenantId of tenants) {
      if (ends.size > 0 && isOver(begin)) return afterId;
      ends.set(tenantId, await foldTenant(deps, tenantId, timeOfTenant(run), MAX_STEPS));
      afterId = tenantId;
    }
    isLast = tenants.length < TENANT_PAGE;
  }
  return undefined;
}

/** One step a tenant in turn, so that a large one holds up no other; one that fails comes last in the next run. */
async function buildRounds(deps: FigureDeps, run: RunTime, ends: Ends): Promise<boolean> {
  const time = partOf(run, Math.max(run.limitMs * BUILD_PART, run.limitMs - run.elapsedMs()));
  let left = await listUnbuilt(deps.db, TENANT_PAGE);
  const isLast = left.length < TENANT_PAGE;
  for (let round = 0; round < MAX_STEPS && left.length > 0; round += 1) {
    for (const tenantId of left) {
      if (isOver(time)) return false;
      const end = await foldTenant(deps, tenantId, timeOfTenant(run), 1);
      if (end === 'failed') await postponeBuild(deps.db, tenantId, deps.clock.now());
      ends.set(tenantId, end);
    }
    left = left.filter((tenantId) => ends.get(tenantId) === 'more');
  }
  return isLast;
}

/**
 * Brings the figures of every tenant up to now, those first that are built; a part of the time is for the others. Answers what is left to the
 * next run, which goes on after the last ready tenant. Where figures of a tenant could not be counted, the run that leaves nothing fails, so
 * that metrics of jobs show it.
 */
export async function foldFigures(
  deps: FigureDeps,
  run: RunTime,
  { afterId, hasFailed: hadFailed = false }: FoldLeft = {},
): Promise<true | FoldLeft> {
  const ends: Ends = new Map();
  const lastId = await foldReady(deps, run, afterId, ends);
  const areBuilt = await buildRounds(deps, run, ends);
  const left = [...ends.values()];
  const hasFailed = hadFailed || left.includes('failed') || left.includes('late');
  if (lastId !== undefined || !areBuilt || left.includes('more'))
    return { ...(lastId && { afterId: lastId }), hasFailed };
  if (hasFailed) throw new Error('The figures of some tenants could not be counted.');
  return true;
}
