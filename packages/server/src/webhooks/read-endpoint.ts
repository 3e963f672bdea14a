import { Refusal } from '../base/refusal.ts';
import type { Db } from '../database/connect.ts';
import { parseId } from '../http/parse-query.ts';
import type { Endpoint } from './endpoint.ts';
import { findEndpoint } from './endpoint-store.ts';

/** An endpoint of the tenant that was not deleted; refuses with 40002 what is no id, and with 40406. */
export async function readEndpoint(db: Db, tenantId: string, id: string): Promise<Endpoint> {
  const endpointId = parseId('endpoint_id', id);
  const endpoint = endpointId && (await findEndpoint(db, tenantId, endpointId));
  if (!endpoint) throw new Refusal('40406');
  return endpoint;
}

/** The same for one that is sent to; refuses with 40054 when it is switched off. */
export async function readEnabledEndpoint(db: Db, tenantId: string, id: string): Promise<Endpoint> {
  const endpoint = await readEndpoint(db, tenantId, id);
  if (!endpoint.enabled) throw new Refusal('40054');
  return endpoint;
}
