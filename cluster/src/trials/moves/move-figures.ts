import type { Invariant } from '../../load/invariants.ts';
import type { Verdict } from '../../load/judge.ts';
import { query } from '../../load/times.ts';
import type { Cell } from '../../stage/cells.ts';
import { type Figure, figuresOf } from '../../trial.ts';

/** A step that the command told, and when. */
export type Step = { step: string; atMs: number; closedMs?: number; rows?: number };

const MAX_CLOSED_MS = 5_000;
const GAP_SECONDS = 10;
/** A merchant without a new token is refused until its load has fetched one. */
const ELSEWHERE = /^(503|403) /;

const secondsBetween = (steps: readonly Step[], from: string, until: string): string => {
  const at = (name: string): number | undefined => steps.find(({ step }) => step === name)?.atMs;
  const [first, last] = [at(from), at(until)];
  return first === undefined || last === undefined ? 'not told' : `${((last - first) / 1_000).toFixed(1)} s`;
};

/** The figures of a move: answers of a tenant that is closed are no answers outside the contract. */
export function figuresOfMove(verdict: Verdict, steps: readonly Step[]): Figure[] {
  const elsewhere = Object.entries(verdict.answers)
    .filter(([answer]) => ELSEWHERE.test(answer))
    .reduce((sum, [, count]) => sum + count, 0);
  const outsideContract = Math.max(0, verdict.outsideContract - elsewhere);
  const closedMs = steps.find((step) => step.closedMs !== undefined)?.closedMs ?? Number.POSITIVE_INFINITY;
  const rows = steps.findLast((step) => step.rows !== undefined)?.rows ?? 0;
  return [
    ...figuresOf('move', { ...verdict, outsideContract }, GAP_SECONDS),
    { what: 'move: rows of the tenant', value: String(rows) },
    {
      what: 'move: copy and catching up, while it is served',
      value: secondsBetween(steps, 'begun', 'fenced'),
    },
    {
      what: 'move: nobody served the tenant for',
      value: `${closedMs} ms`,
      target: `<= ${MAX_CLOSED_MS} ms`,
      isMet: closedMs <= MAX_CLOSED_MS,
    },
    { what: 'move: deleting at the source, afterwards', value: secondsBetween(steps, 'switched', 'moved') },
  ];
}

/** What breaks invariants beyond what broke them before. */
export const beyond = (after: readonly Invariant[], before: readonly Invariant[]): Invariant[] =>
  after.map((one) => {
    const known = before.find(({ name, what }) => name === one.name && what === one.what);
    return { ...one, broken: Math.max(0, one.broken - (known?.broken ?? 0)) };
  });

/** Statements that count rows of a tenant in each table; the audit log, which nobody can delete from, and the note of the move stay. */
const ROWS_OF_TENANT = `
  SELECT c.relname AS name, format('SELECT count(*)::integer AS n FROM %s WHERE tenant_id = $1', c.oid::regclass) AS text
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  WHERE a.attname = 'tenant_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relnamespace = 'public'::regnamespace AND c.relname NOT IN ('audit_log', 'tenant_moves')
  UNION ALL SELECT 'jobs', 'SELECT count(*)::integer AS n FROM graphile_worker._private_jobs WHERE payload ->> ''tenantId'' = $1::text'`;

const REPLICATION = `
  SELECT 'publication ' || pubname AS name FROM pg_publication
  UNION ALL SELECT 'subscription ' || subname FROM pg_subscription
  UNION ALL SELECT 'slot ' || slot_name FROM pg_replication_slots
  UNION ALL SELECT 'trigger ' || tgname FROM pg_trigger WHERE tgname LIKE 'moves\\_%'`;

const none = (what: string, found: readonly string[]): Figure => ({
  ...{ what, value: [found.length, ...found].join('; '), target: '0', isMet: found.length === 0 },
});

/** What is left of the tenant at the source, and of the move at both. */
export async function countLeft(from: Cell, to: Cell): Promise<Figure[]> {
  const left: string[] = [];
  const { tenantId } = from.nodes.demo;
  for (const { name, text } of await query<{ name: string; text: string }>(from.adminUrl, ROWS_OF_TENANT)) {
    const [row] = await query<{ n: number }>(from.adminUrl, text, [tenantId]);
    if (row?.n) left.push(`${name} ${row.n}`);
  }
  const remains: string[] = [];
  for (const { adminUrl } of [from, to])
    remains.push(...(await query<{ name: string }>(adminUrl, REPLICATION)).map(({ name }) => name));
  return [
    none('the source: tables with rows of the tenant, besides audit log and note of the move', left),
    none('publications, subscriptions, slots and fences that are left', remains),
  ];
}
