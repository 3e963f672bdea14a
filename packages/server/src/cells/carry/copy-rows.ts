import { sql } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';

/** Inserts rows that another database wrote as JSON, and so without loss; a row that is there stays. */
export async function insertRows(db: Db, table: string, rows: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`INSERT INTO ${sql.id(table)}
    SELECT (json_populate_record(NULL::${sql.id(table)}, written::json)).*
    FROM unnest(${[...rows]}::text[]) AS written ON CONFLICT DO NOTHING`.execute(db);
}
