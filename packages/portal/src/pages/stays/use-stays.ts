import type { StayView } from '@titular/contract';
import { type Pages, pageFrom, usePages } from '../../lists/use-pages.ts';
import { call } from '../../service/call.ts';
import { keyOf } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';

/** Reads the stays of operators in the tenant, the newest first. */
export function useStays(): Pages<StayView> {
  const params = { tenant_id: useTenant().tenantId };
  return usePages(keyOf('searchStays', { params, body: {} }), async (cursor, signal) => {
    const answer = await call('searchStays', { params, body: pageFrom(cursor), signal });
    return { rows: answer.stays, nextCursor: answer.nextCursor };
  });
}
