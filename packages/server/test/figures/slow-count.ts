import type { Figures, TransactionStatus } from '@titular/contract';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import type pg from 'pg';

/** Upper bounds of the times to a decision, in seconds, as they are published. */
const BOUNDS = [
  5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400,
  259200, 604800,
];

/** What is asked of the figures. */
export type Asked = {
  starts: Date[];
  companies?: readonly string[] | undefined;
  module?: string | undefined;
};

type Row = {
  company_id: string;
  status: TransactionStatus;
  module: string;
  created_at: Date;
  finished_at: Date | null;
  is_reuse: boolean;
  reasons: string[];
  outcomes: (string | null)[];
  sessions: number;
};

/** Every transaction of a tenant with all that belongs to it, read whole. */
export async function readEverything(pool: Pick<pg.Pool, 'query'>, tenantId: TenantId): Promise<Row[]> {
  const { rows } = await pool.query<Row>({
    text: `SELECT t.company_id, t.status, t.module, t.created_at, t.finished_at,
        t.reference_process_id IS NOT NULL AS is_reuse,
        (SELECT reasons FROM transaction_history h WHERE h.transaction_id = t.transaction_id ORDER BY version DESC LIMIT 1) AS reasons,
        ARRAY(SELECT outcome FROM capture_attempts a WHERE a.subject_id = t.transaction_id) AS outcomes,
        (SELECT count(*)::integer FROM capture_sessions s WHERE s.subject_id = t.transaction_id) AS sessions
      FROM transactions t WHERE t.tenant_id = $1`,
    values: [tenantId],
  });
  return rows;
}

/** Counts by key, in the order of the keys. */
function countBy<Key extends string | number>(keys: readonly Key[]): [Key, number][] {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort(([one], [other]) =>
    typeof one === 'number' ? one - Number(other) : one.localeCompare(String(other)),
  );
}

const isDecided = ({ status, is_reuse }: Row): boolean =>
  !is_reuse && (status === 'approved' || status === 'inconclusive');

const secondsOf = ({ created_at, finished_at }: Row): number =>
  ((finished_at as Date).getTime() - created_at.getTime()) / 1000;

function stepOf({ status, is_reuse, outcomes, sessions }: Row): number {
  if (status === 'fast-inconclusive' || is_reuse) return -1;
  if (outcomes.includes('completed')) return 3;
  if (outcomes.length > 0) return 2;
  return sessions > 0 ? 1 : 0;
}

/** The figures as a count of all rows gives them. */
export function countSlowly(
  all: readonly Row[],
  { starts, companies, module }: Asked,
): Omit<Figures, 'isBuilding' | 'isOpenMissing' | 'pages' | 'pageDays'> {
  const hours = starts.map((start) => start.getTime() - (start.getTime() % 3_600_000));
  const slotOf = ({ created_at }: Row): number =>
    hours.findLastIndex((start) => created_at.getTime() >= start);
  const rows = all.filter(
    (row) =>
      slotOf(row) >= 0 &&
      slotOf(row) < hours.length - 1 &&
      (companies === undefined || companies.includes(row.company_id)) &&
      (module === undefined || row.module === module),
  );
  const ended = rows.filter(({ finished_at }) => finished_at !== null);
  const atLeast = (least: number): Row[] => ended.filter((row) => stepOf(row) >= least);
  const buckets = ended
    .filter(isDecided)
    .map((row) => BOUNDS.filter((bound) => secondsOf(row) >= bound).length);
  const reasons = ended
    .filter(({ status }) => status !== 'approved')
    .flatMap((row) => [...new Set(row.reasons)]);
  const tries = ended
    .filter(({ status, outcomes }) => status === 'approved' && outcomes.length > 0)
    .map(({ outcomes }) => Math.min(outcomes.length, 5));
  return {
    statuses: countBy(rows.map((row) => `${String(slotOf(row)).padStart(3, '0')} ${row.status}`)).map(
      ([key, count]) => ({ slot: Number(key.slice(0, 3)), status: key.slice(4) as TransactionStatus, count }),
    ),
    times: countBy(buckets).map(([bucket, count]) => {
      const underSeconds = BOUNDS[bucket];
      return { count, ...(underSeconds === undefined ? {} : { underSeconds }) };
    }),
    attempts: countBy(tries).map(([attempts, count]) => ({ attempts, count })),
    funnel: {
      created: atLeast(0).length,
      opened: atLeast(1).length,
      begun: atLeast(2).length,
      completed: atLeast(3).length,
      approved: atLeast(3).filter(({ status }) => status === 'approved').length,
    },
    reasons: countBy(reasons)
      .map(([reason, count]) => ({ reason, count }))
      .sort((one, other) => other.count - one.count)
      .slice(0, 100),
  };
}
