import type { Db } from '../kernel/database/connect.ts';
import { findOldestDue } from './overdue-store.ts';
import { type RetentionKey, retentionClasses } from './retention.ts';

/** How long jobs may need in the ordinary: what is overdue for longer is a fault. */
export const OVERDUE_LIMIT_SECONDS = 3_600;

/** A class of data with the seconds for which its oldest thing is overdue, 0 when nothing is. */
export type Overdue = { key: RetentionKey; data: string; dueSince: Date | undefined; overdueSeconds: number };

/** How long the oldest thing of each class of data is kept beyond its time. */
export async function listOverdue(db: Db, now: Date): Promise<Overdue[]> {
  const found: Overdue[] = [];
  for (const { key, data } of retentionClasses) {
    const due = await findOldestDue(db, key, now);
    const dueSince = due && due < now ? due : undefined;
    const overdueSeconds = dueSince ? Math.floor((now.getTime() - dueSince.getTime()) / 1000) : 0;
    found.push({ key, data, dueSince, overdueSeconds });
  }
  return found;
}
