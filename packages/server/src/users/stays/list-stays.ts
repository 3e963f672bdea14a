import { countViews } from '../../audit/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { type ListedStay, listStays } from '../../stays/index.ts';
import { VIEW_ACTION } from './note-view.ts';

/** A stay with how often it viewed what, by call. */
export type CountedStay = ListedStay & { views: ReadonlyMap<string, number> };

/** Stays of a tenant before one, the newest first, each with its views as the audit log has them. */
export async function listCountedStays(
  db: Db,
  tenantId: TenantId,
  page: Parameters<typeof listStays>[2],
): Promise<CountedStay[]> {
  const stays = await listStays(db, tenantId, page);
  if (stays.length === 0) return [];
  const counts = await countViews(
    db,
    VIEW_ACTION,
    stays.map(({ stayId, userId, enteredAt, until }) => ({
      ...{ tenantId, stayId, until, actor: `user:${userId}`, from: enteredAt },
    })),
  );
  return stays.map((stay) => ({
    ...stay,
    views: new Map(
      counts.flatMap(({ stayId, call, count }) => (stayId === stay.stayId ? [[call, count] as const] : [])),
    ),
  }));
}
