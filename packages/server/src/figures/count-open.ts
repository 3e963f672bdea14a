import { sql } from 'kysely';
import { lowestId, type TenantId, type TransactionId } from '../kernel/base/id.ts';
import { isOver, type RunTime } from '../kernel/database/batches/until-none.ts';
import type { Db } from '../kernel/database/connect.ts';
import { countOpenSlice, type OpenCell, replaceOpenCells } from './count-open-store.ts';

const STATEMENT_CANCELED = '57014';
/** Transactions of one statement. */
const SLICE = 10_000;
const MIN_SLICE = 100;
/** Transactions of one commit. */
const MAX_OPEN = 1_000_000;

/** Whether the database ended a statement that took too long. */
export const isCutOff = (error: unknown): boolean => (error as { code?: string }).code === STATEMENT_CANCELED;

async function countSlices(
  trx: Db,
  tenantId: TenantId,
  position: string,
  slice: number,
  time: RunTime,
): Promise<OpenCell[] | undefined> {
  const cells: OpenCell[] = [];
  let afterId: TransactionId = lowestId(new Date(0));
  for (let read = 0; read < MAX_OPEN && !isOver(time); read += slice) {
    const counted = await countOpenSlice(trx, tenantId, { afterId, position }, slice);
    cells.push(...counted.cells);
    if (counted.lastId === undefined) return cells;
    afterId = counted.lastId;
  }
  return undefined;
}

/**
 * Counts anew the transactions under way, slice by slice as of one place of events. What the database cuts off is undone alone, and tried with
 * smaller slices: what else the commit holds stays. False where they are too many, or the time ends first.
 */
export async function countOpen(
  trx: Db,
  tenantId: TenantId,
  position: string,
  time: RunTime,
): Promise<boolean> {
  for (let slice = SLICE; slice >= MIN_SLICE && !isOver(time); slice = Math.floor(slice / 8)) {
    await sql`SAVEPOINT count_open`.execute(trx);
    try {
      const cells = await countSlices(trx, tenantId, position, slice, time);
      if (cells) await replaceOpenCells(trx, tenantId, cells);
      return cells !== undefined;
    } catch (error) {
      if (!isCutOff(error)) throw error;
      await sql`ROLLBACK TO SAVEPOINT count_open`.execute(trx);
    }
  }
  return false;
}
