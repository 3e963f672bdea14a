import type { CardBrand, CardKind } from '@titular/contract';
import { sql } from 'kysely';
import type { Db } from '../kernel/database/connect.ts';
import { paddedRange } from './brand-ranges.ts';
import type { BinRange } from './parse-bins.ts';

const BATCH = 10_000;

/** Lets no other import begin until this database transaction ends; pages go on reading the table of before. */
export const lockBins = (db: Db): Promise<unknown> =>
  sql`LOCK TABLE card_bins IN SHARE ROW EXCLUSIVE MODE`.execute(db);

/** Deletes every range, in batches; returns how many there were. */
export async function deleteBins(db: Db): Promise<number> {
  let deleted = 0;
  for (;;) {
    const result = await sql`
      DELETE FROM card_bins WHERE first_bin IN (SELECT first_bin FROM card_bins ORDER BY first_bin LIMIT ${BATCH})`.execute(
      db,
    );
    const count = Number(result.numAffectedRows ?? 0n);
    deleted += count;
    if (count < BATCH) return deleted;
  }
}

/** Inserts ranges, in batches. */
export async function insertBins(db: Db, ranges: readonly BinRange[]): Promise<void> {
  for (let at = 0; at < ranges.length; at += BATCH) {
    const batch = ranges.slice(at, at + BATCH);
    await sql`
      INSERT INTO card_bins (first_bin, last_bin, brand, kind)
      SELECT * FROM unnest(${batch.map(({ from }) => from)}::integer[], ${batch.map(({ to }) => to)}::integer[],
        ${batch.map(({ brand }) => brand)}::text[], ${batch.map(({ kind }) => kind ?? null)}::text[])`.execute(
      db,
    );
  }
}

/** The range that holds all BINs with these first digits; ranges do not overlap, so one row is read. */
export async function findBinRange(
  db: Db,
  binDigits: string,
): Promise<{ brand: CardBrand; kind: CardKind | undefined } | undefined> {
  const { from, to } = paddedRange(binDigits, binDigits);
  const row = await db
    .selectFrom('card_bins')
    .select(['last_bin', 'brand', 'kind'])
    .where('first_bin', '<=', from)
    .orderBy('first_bin', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.last_bin < to) return undefined;
  return { brand: row.brand, kind: row.kind ?? undefined };
}
