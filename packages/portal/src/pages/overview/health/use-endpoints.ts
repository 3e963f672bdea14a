import type { UseQueryResult } from '@tanstack/react-query';
import type { EndpointRows } from '@titular/contract';
import { useRead } from '../../../service/queries.ts';
import { useTenant } from '../../../shell/use-session.ts';

/** Newest endpoints that panels look at, as many as the first page of their list has. */
const LOOKED_AT = 50;

/** The newest endpoints of the company in the address; panels share the answer. */
export function useEndpoints(): UseQueryResult<EndpointRows> {
  const { tenantId, company } = useTenant();
  const body = { limit: LOOKED_AT, ...(company === undefined ? {} : { company }) };
  return useRead('searchPortalEndpoints', { params: { tenant_id: tenantId }, body });
}
