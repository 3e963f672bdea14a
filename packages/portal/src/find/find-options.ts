import { readOptions } from '../service/queries.ts';
import type { Query } from './query-store.ts';

/**
 * Options of the read that answers a question, once for each press. Looking for a person is written to the audit log: a tab that is looked
 * at again must leave nothing there.
 */
export function findOptions({ tenantId, text, as, press }: Query, company: string | undefined) {
  const body = { text, ...(as && { as }), ...(company && { company }) };
  const read = readOptions('find', { params: { tenant_id: tenantId }, body });
  return { ...read, queryKey: [...read.queryKey, press], staleTime: Number.POSITIVE_INFINITY };
}
