import {
  type Figures,
  PAGE_HURDLES,
  PAGE_STEPS,
  type ReadFigures,
  type TransactionStatus,
} from '@titular/contract';
import type { Kysely } from 'kysely';
import { sumPageSessions } from '../captures/index.ts';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { inSnapshot } from '../kernel/database/by-index.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { parseInstant } from '../kernel/http/body/parse-query.ts';
import { type CellSum, type FigureFilter, sumCells, sumReasons } from './figures-store.ts';
import { REACHED, TIME_BOUNDS } from './finish-times.ts';
import { findProgress, type ToldProgress } from './progress-store.ts';

const MAX_REASONS = 100;
const HOUR_MS = 3_600_000;
/** A year, and the month to compare it with. */
const MAX_SPAN_MS = 400 * 24 * HOUR_MS;

/** Whose figures, and of which companies; undefined for all of them. */
export type FigureScope = { tenantId: TenantId; companies: readonly CompanyId[] | undefined };

/** The starts of the slots, each at the beginning of its hour, because cells are of hours; refuses with 40002 starts that do not follow each other. */
function parseStarts(starts: readonly string[]): Date[] {
  const parsed = starts.map((start) => {
    const ms = parseInstant('starts', start)?.getTime() ?? 0;
    return new Date(ms - (ms % HOUR_MS));
  });
  const isRising = parsed.every((start, index) => index === 0 || start > (parsed[index - 1] as Date));
  const spanMs = (parsed.at(-1)?.getTime() ?? 0) - (parsed[0]?.getTime() ?? 0);
  if (!isRising || spanMs > MAX_SPAN_MS)
    throw new Refusal('40002', 'starts must rise by an hour or more, and span 400 days at most.');
  return parsed;
}

const totalOf = (sums: readonly CellSum[]): number => sums.reduce((sum, { seen }) => sum + seen, 0);

const sumByKey = (sums: readonly CellSum[]): [number, number][] => {
  const byKey = new Map<number, number>();
  for (const { key, seen } of sums) byKey.set(key, (byKey.get(key) ?? 0) + seen);
  return [...byKey].sort(([one], [other]) => one - other);
};

function toFunnel(sums: readonly CellSum[]): Figures['funnel'] {
  const from = (least: number): CellSum[] => sums.filter(({ by, key }) => by === 'reached' && key >= least);
  const completed = from(REACHED.completed);
  return {
    created: totalOf(from(REACHED.created)),
    opened: totalOf(from(REACHED.opened)),
    begun: totalOf(from(REACHED.begun)),
    completed: totalOf(completed),
    approved: totalOf(completed.filter(({ status }) => status === 'approved')),
  };
}

function tellSums(sums: readonly CellSum[]): Pick<Figures, 'statuses' | 'times' | 'attempts' | 'funnel'> {
  const decided = sums.filter(({ by, key }) => by === 'took' && key >= 0);
  const tried = sums.filter(({ by, key, status }) => by === 'attempts' && key > 0 && status === 'approved');
  return {
    statuses: sums
      .filter(({ by }) => by === 'slot')
      .map(({ key, status, seen }) => ({ slot: key - 1, status: status as TransactionStatus, count: seen }))
      .sort((one, other) => one.slot - other.slot || one.status.localeCompare(other.status)),
    times: sumByKey(decided).map(([bucket, count]) => {
      const underSeconds = TIME_BOUNDS[bucket];
      return { count, ...(underSeconds === undefined ? {} : { underSeconds }) };
    }),
    attempts: sumByKey(tried).map(([attempts, count]) => ({ attempts, count })),
    funnel: toFunnel(sums),
  };
}

/** Up to when the figures are whole; undefined where nothing is left to count. */
function completeUpTo(progress: ToldProgress | undefined): Date | undefined {
  if (!progress?.pendingSince) return undefined;
  return progress.pendingSince > progress.countedAt ? progress.pendingSince : progress.countedAt;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The days (UTC) that the slots touch: what pages told is kept by day. */
const daysOf = ({ starts }: FigureFilter): { firstDay: string; lastDay: string } => {
  const [first, last] = [starts[0] as Date, starts.at(-1) as Date];
  return { firstDay: dayOf(first), lastDay: dayOf(new Date(last.getTime() - 1)) };
};

const PAGE_EVENTS_TOLD = [...PAGE_STEPS, ...PAGE_HURDLES] as const;

/** Figures of slots of time from the counted cells alone, all of one moment; refuses with 40002 starts that are none. */
export async function readFigures(
  db: Kysely<Tables>,
  { tenantId, companies }: FigureScope,
  asked: Pick<ReadFigures, 'starts' | 'module'>,
): Promise<Figures> {
  const filter: FigureFilter = { starts: parseStarts(asked.starts), companies, module: asked.module };
  const { firstDay, lastDay } = daysOf(filter);
  return inSnapshot(db, async (trx) => {
    const progress = await findProgress(trx, tenantId);
    const countedAt = completeUpTo(progress);
    return {
      isBuilding: progress?.phase !== 'ready',
      isOpenMissing: progress?.isOpenMissing ?? true,
      ...(countedAt && { countedAt: countedAt.toISOString() }),
      ...tellSums(await sumCells(trx, tenantId, filter)),
      reasons: await sumReasons(trx, tenantId, filter, MAX_REASONS),
      pageDays: { first: firstDay, last: lastDay },
      pages: await sumPageSessions(trx, tenantId, {
        ...{ firstDay, lastDay, companies },
        events: PAGE_EVENTS_TOLD,
      }),
    };
  });
}
