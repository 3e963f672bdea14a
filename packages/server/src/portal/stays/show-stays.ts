import {
  PERMISSIONS,
  type Permission,
  portalOperations,
  type SearchStays,
  type StayRows,
} from '@titular/contract';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import { type CountedStay, listCountedStays } from '../../users/index.ts';
import type { PortalDeps } from '../portal-deps.ts';

const PAGE = 20;

/** The permission that a call takes; undefined for one of another release. */
const permissionOf = (call: string): Permission | undefined =>
  PERMISSIONS.find(
    (one) =>
      Object.hasOwn(portalOperations, call) &&
      portalOperations[call as keyof typeof portalOperations].access === one,
  );

function sumViews(views: CountedStay['views']): StayRows['stays'][number]['views'] {
  const sums = new Map<Permission, number>();
  for (const [call, count] of views) {
    const permission = permissionOf(call);
    if (permission) sums.set(permission, (sums.get(permission) ?? 0) + count);
  }
  return PERMISSIONS.flatMap((permission) => {
    const count = sums.get(permission);
    return count === undefined ? [] : [{ permission, count }];
  });
}

const toView = (stay: CountedStay): StayRows['stays'][number] => ({
  id: stay.stayId,
  operator: { id: stay.userId, name: stay.name },
  reason: stay.reason,
  enteredAt: stay.enteredAt.toISOString(),
  until: stay.until.toISOString(),
  isOpen: stay.isOpen,
  views: sumViews(stay.views),
});

/** A page of the tenant's stays, the newest first. */
export async function searchStays(
  { db, clock }: PortalDeps,
  { tenantId }: PortalCaller,
  { limit = PAGE, cursor, open }: SearchStays,
): Promise<StayRows> {
  const page = { beforeId: cursor?.toLowerCase(), limit: limit + 1, now: clock.now(), isOpen: open === true };
  const found = await listCountedStays(db, tenantId, page);
  const stays = found.slice(0, limit).map(toView);
  const last = stays.at(-1);
  return { stays, ...(found.length > limit && last ? { nextCursor: last.id } : {}) };
}
