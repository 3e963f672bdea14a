import { query } from '../../load/times.ts';
import type { Check, Head } from '../judged.ts';

/** Reads where the chain of the audit log ends. */
export async function readHead(databaseUrl: string): Promise<Head | undefined> {
  const rows = await query<Head>(
    databaseUrl,
    `SELECT position::integer, encode(hash, 'hex') AS hash FROM audit_chain ORDER BY position DESC LIMIT 1`,
  );
  return rows[0];
}

/** Judges ends of the chain that were seen before: each is still a place of it (I10). A chain that is cut off at its end follows itself as before. */
export async function checkHeads(databaseUrl: string, heads: readonly (Head | undefined)[]): Promise<Check> {
  const seen = heads.flatMap((head) => head ?? []);
  const rows = await query<Head>(
    databaseUrl,
    `SELECT position::integer, encode(hash, 'hex') AS hash FROM audit_chain WHERE position = ANY ($1::bigint[])`,
    [seen.map(({ position }) => position)],
  );
  const there = new Map(rows.map(({ position, hash }) => [position, hash]));
  return {
    what: 'I10: ends of the audit chain, seen after each phase, that are gone or another by now',
    count: seen.filter(({ position, hash }) => there.get(position) !== hash).length,
  };
}
