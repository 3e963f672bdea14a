import pg from 'pg';
import type { Line } from './journal.ts';

/** Asks a database once, by a connection for that alone. */
export async function query<Row extends pg.QueryResultRow>(
  adminUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Seconds by which times that nodes wrote lie outside of request and answer, by a clock that is right; keyed by order, in milliseconds since 1970. */
export function measureOutside(
  lines: readonly Line[],
  sinceMs: number,
  written: ReadonlyMap<string, number>,
): number {
  const sentMs = new Map(lines.flatMap((line) => (line.kind === 'sent' ? [[line.order, line.atMs]] : [])));
  const outsideMs = lines.flatMap((line) => {
    const atMs = written.get(line.order);
    if (line.kind === 'sent' || atMs === undefined) return [];
    const [from, until] = [sinceMs + (sentMs.get(line.order) ?? 0), sinceMs + line.atMs];
    return [Math.max(0, from - atMs, atMs - until)];
  });
  return Math.max(0, ...outsideMs) / 1_000;
}

/** When creates were made, by the order that they name, in milliseconds since 1970. */
export async function listTimes(adminUrl: string): Promise<Map<string, number>> {
  const text = `SELECT order_number, (extract(epoch FROM created_at) * 1000)::double precision AS ms FROM transactions`;
  const rows = await query<{ order_number: string; ms: number }>(adminUrl, text);
  return new Map(rows.map(({ order_number, ms }) => [order_number, ms]));
}

/** The most by which a link or a transaction lives longer or shorter than others, in seconds. */
export async function measureLives(adminUrl: string): Promise<number> {
  const [row] = await query<{ seconds: number }>(
    adminUrl,
    `SELECT extract(epoch FROM greatest(
       max(l.expires_at - t.created_at) - min(l.expires_at - t.created_at),
       max(t.expires_at - t.created_at) - min(t.expires_at - t.created_at)))::double precision AS seconds
     FROM transactions t JOIN capture_links l ON (l.tenant_id, l.subject_id) = (t.tenant_id, t.transaction_id)
     WHERE l.purpose = 'merchant' AND l.used_at IS NULL`,
  );
  return row?.seconds ?? Number.NaN;
}
