import { createHash } from 'node:crypto';
import { query } from '../load/times.ts';

/** What a part of a journey was about. */
export const PARTS = ['requests', 'pages', 'jobs'] as const;
export type Part = (typeof PARTS)[number];

/** What pg_stat_statements kept of one statement in one part of a journey. */
export type Measured = {
  id: string;
  text: string;
  calls: number;
  meanMs: number;
  maxMs: number;
  /** Blocks of shared buffers that a call touched, whether they were there or read. */
  buffers: number;
  /** Bytes that a call wrote to the log. */
  wal: number;
};

/** Forgets what was measured so far. */
export const resetStatements = (adminUrl: string): Promise<unknown> =>
  query(adminUrl, 'SELECT pg_stat_statements_reset()');

/** Reads what the service's role sent since then. */
export const readStatements = (adminUrl: string): Promise<Measured[]> =>
  query<Measured>(
    adminUrl,
    `SELECT queryid::text AS id, query AS text, calls::integer, mean_exec_time AS "meanMs", max_exec_time AS "maxMs",
       (shared_blks_hit + shared_blks_read)::double precision / calls AS buffers, (wal_bytes / calls)::double precision AS wal
     FROM pg_stat_statements
     WHERE toplevel AND userid = 'titular'::regrole AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );

const VERBS = [
  ['insert', /\binsert\s+into\s+("?[\w.]+"?(?:\."?\w+"?)?)/i],
  ['update', /\bupdate\s+(?:only\s+)?("?[\w.]+"?(?:\."?\w+"?)?)\s+(?:as\s+|"?\w+"?\s+)*set\b/i],
  ['delete', /\bdelete\s+from\s+("?[\w.]+"?(?:\."?\w+"?)?)/i],
  ['select', /\bfrom\s+("?[\w.]+"?(?:\."?\w+"?)?)/i],
] as const;

const digestOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 6);

/** Names a statement by what it does first, its table, and six digits that tell it from others. */
export function nameStatement(text: string): string {
  const places = VERBS.flatMap(([verb, pattern]) => {
    const found = pattern.exec(text);
    return found ? [{ verb, table: (found[1] ?? '').replaceAll('"', ''), at: found.index }] : [];
  });
  const writes = places.filter(({ verb }) => verb !== 'select').toSorted((one, other) => one.at - other.at);
  const [first] = writes.length > 0 ? writes : places;
  const called = /\bselect\s+("?[\w.]+"?)\s*\(/i.exec(text)?.[1];
  if (first) return `${first.verb} ${first.table} ${digestOf(text)}`;
  return `${called ? `call ${called.replaceAll('"', '')}` : (text.trim().split(/\s+/)[0] ?? '').toLowerCase()} ${digestOf(text)}`;
}
