import { type CaseScope, hideUnknown, isWithin } from '../../cases/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { type Endpoint, readEndpoint } from '../../webhooks/index.ts';

/** An endpoint of a company that the caller sees; refuses with 40420 any other id. */
export async function requireSeenEndpoint(db: Db, scope: CaseScope, id: string): Promise<Endpoint> {
  const endpoint = await hideUnknown(() => readEndpoint(db, scope.tenantId, id));
  if (!isWithin(scope, endpoint.companyId)) throw new Refusal('40420');
  return endpoint;
}
