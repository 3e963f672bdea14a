import { sql } from 'kysely';
import type { Db } from '../kernel/database/connect.ts';
import type { RetentionClass } from '../module.ts';

/** How long jobs may need in the ordinary, in seconds: what is overdue for longer is a fault. */
export const OVERDUE_LIMIT_SECONDS = 3_600;

/** A class of data with the seconds for which its oldest thing is overdue, 0 when nothing is. */
export type Overdue = { key: string; data: string; dueSince: Date | undefined; overdueSeconds: number };

/** Finds when the oldest thing of a class that is still kept was due, or will be; undefined when there is none. */
export async function findOldestDue(
  db: Db,
  { oldestDue }: RetentionClass,
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ due: Date | null }>`${oldestDue(now)}`.execute(db);
  return rows[0]?.due ?? undefined;
}

/** Tells how long the oldest thing of each class of data is kept beyond its time. */
export async function listOverdue(db: Db, classes: readonly RetentionClass[], now: Date): Promise<Overdue[]> {
  const found: Overdue[] = [];
  for (const one of classes) {
    const due = await findOldestDue(db, one, now);
    const dueSince = due && due < now ? due : undefined;
    const overdueSeconds = dueSince ? Math.floor((now.getTime() - dueSince.getTime()) / 1000) : 0;
    found.push({ key: one.key, data: one.data, dueSince, overdueSeconds });
  }
  return found;
}
