import type { ErasureCounts } from '@titular/contract';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { addSeconds, type Clock } from '../kernel/base/clock.ts';
import type { Log } from '../kernel/base/log.ts';
import {
  nearestLogTarget,
  readLogTarget,
  vacuumTable,
  withSweeper,
  writeLogUntil,
} from '../kernel/database/old-log.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { ErasureStep } from '../module.ts';
import { deleteLateReceiverAnswers } from '../webhooks/index.ts';
import { tablesOfSteps } from './erase-everywhere.ts';
import { beginSweep, findSweep, type Sweep, sumErasures, updateSweepLeft } from './sweep-store.ts';

/** What sweeping needs; with `isSweepOn` false the log is left to the operator. */
export type SweepDeps = {
  db: Kysely<Tables>;
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  isSweepOn?: boolean;
  /** The places of all nouns that hold something of a person. */
  steps: readonly ErasureStep[];
};

/** Erasures that come together share one sweep. One that takes longer from its time to its commit has a sweep go back to it. */
const GATHER_SECONDS = 60;
const HOUR_SECONDS = 3_600;
/** More than an attempt to deliver can take, from its beginning to its row. */
const MAX_ATTEMPT_SECONDS = 900;
const ANSWER_SLICE_SECONDS = 10;
/** No step begins later in a run: with a table and a checkpoint of a minute each it ends before its job counts as left behind (background.ts). */
const BEGIN_SECONDS = 30;
/** Of 16 MB each: what one hour may send to an archive and to standbys. */
const FILES_AN_HOUR = 10;
const INSUFFICIENT_PRIVILEGE = '42501';

/** The tables of what an erasure takes out beside the steps of the nouns, by its count. */
const BESIDE_STEPS: Readonly<Record<string, readonly (keyof Tables)[]>> = {
  templates: ['face_templates', 'face_references', 'reference_photographs'],
  orderedCalls: ['api_calls'],
  transactions: ['events'],
  statements: ['transactions', 'capture_attempts', 'case_notes', 'export_parts'],
};

/** The tables that erasures with these counts left old rows in; one that waited for a second person leaves its proposal, also where it found nothing. */
export const touchedTables = (steps: readonly ErasureStep[], counts: Partial<ErasureCounts>): string[] => [
  ...new Set([
    'erasure_proposals',
    ...tablesOfSteps(steps, counts),
    ...Object.entries(BESIDE_STEPS).flatMap(([name, tables]) =>
      (counts[name as keyof ErasureCounts] ?? 0) > 0 ? tables : [],
    ),
  ]),
];

/** Deletes answers about persons who were erased while an attempt was under way, slice by slice of time. */
async function deleteReceiverAnswersSince(db: Kysely<Tables>, since: Date, until: Date): Promise<void> {
  for (let from = since; from < until; from = addSeconds(from, ANSWER_SLICE_SECONDS))
    await deleteLateReceiverAnswers(db, from, addSeconds(from, ANSWER_SLICE_SECONDS));
}

/** Takes what was erased since the last sweep into the state; undefined when nothing was, and nothing is left. */
async function takeErasures(
  { db, steps, isSweepOn = true }: SweepDeps,
  now: Date,
): Promise<Sweep | undefined> {
  const known = await findSweep(db);
  if (known && now < known.nextAt) return undefined;
  const coveredUntil = addSeconds(now, -GATHER_SECONDS);
  const recently = addSeconds(now, -2 * HOUR_SECONDS);
  const sum = await sumErasures(db, known?.coveredUntil ?? recently, coveredUntil);
  if (sum) {
    // Whoever was erased before that has no attempt under way any more.
    const first = sum.from < recently ? recently : sum.from;
    await deleteReceiverAnswersSince(db, addSeconds(first, -MAX_ATTEMPT_SECONDS), now);
  }
  const touched = sum && isSweepOn ? touchedTables(steps, sum.counts) : [];
  const tablesLeft = [...new Set([...(known?.tablesLeft ?? []), ...touched])];
  const logTarget = known?.logTarget;
  if (!sum && tablesLeft.length === 0 && logTarget === undefined) return undefined;
  const sweep = { coveredUntil, nextAt: addSeconds(now, HOUR_SECONDS), tablesLeft, logTarget };
  // An erasure that has the sweep go further back came meanwhile: the next run covers both.
  if (!(await beginSweep(db, known, sweep))) return undefined;
  return isSweepOn && (tablesLeft.length > 0 || logTarget !== undefined) ? sweep : undefined;
}

/** Vacuums what is left until the run is late; answers the tables that are left then. */
async function vacuumSome(
  { log }: SweepDeps,
  client: pg.ClientBase,
  tables: readonly string[],
  isLate: () => boolean,
): Promise<readonly string[]> {
  for (const [place, table] of tables.entries()) {
    if (isLate()) return tables.slice(place);
    if (!(await vacuumTable(client, table)))
      log.warn({ table }, 'old rows of the table are left to autovacuum: a minute was too short');
  }
  return [];
}

/** Goes on with a sweep; what a late run leaves is kept for the one a minute later. */
async function goOn(
  deps: SweepDeps,
  client: pg.ClientBase,
  sweep: Sweep,
  isLate: () => boolean,
): Promise<void> {
  const { db, clock } = deps;
  const leave = (rest: Pick<Sweep, 'tablesLeft' | 'logTarget'>): Promise<void> =>
    updateSweepLeft(db, { ...sweep, ...rest, nextAt: addSeconds(clock.now(), GATHER_SECONDS) });
  let logTarget = sweep.logTarget && (await nearestLogTarget(client, sweep.logTarget));
  if (sweep.tablesLeft.length > 0) {
    const tablesLeft = [...(await vacuumSome(deps, client, sweep.tablesLeft, isLate))];
    if (tablesLeft.length > 0) return leave({ tablesLeft, logTarget });
    logTarget = await readLogTarget(client);
    if (isLate()) return leave({ tablesLeft, logTarget });
    await updateSweepLeft(db, { ...sweep, tablesLeft, logTarget });
  }
  if (logTarget !== undefined && (await writeLogUntil(client, logTarget, FILES_AN_HOUR)))
    logTarget = undefined;
  await updateSweepLeft(db, { ...sweep, tablesLeft: [], logTarget });
}

/**
 * Overwrites the server's write-ahead log, which still holds rows as they were before an erasure. Runs once an hour,
 * only after the touched tables were vacuumed, and writes at most 160 MB at a time. Archives, replicas and backups
 * are the operator's.
 */
export async function sweepAfterErasure(deps: SweepDeps): Promise<void> {
  const { clock } = deps;
  const begun = clock.now();
  const isLate = (): boolean => clock.now() >= addSeconds(begun, BEGIN_SECONDS);
  const sweep = await takeErasures(deps, begun);
  if (!sweep) return;
  try {
    await withSweeper(deps.pool, (client) => goOn(deps, client, sweep, isLate));
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    await updateSweepLeft(deps.db, { ...sweep, tablesLeft: [], logTarget: undefined });
    deps.log.warn(
      'the database keeps its log of old rows for its own time: the service may not checkpoint it',
    );
  }
}
