import type {
  CountEndpoints,
  EndpointRows,
  EndpointTrouble,
  EndpointView,
  SearchEndpoints,
  WebhookEndpoint,
} from '@titular/contract';
import { type CaseScope, companiesOf, hideUnknown } from '../../cases/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { parseId, parsePathId } from '../../kernel/http/body/parse-query.ts';
import { listCompanies } from '../../tenants/index.ts';
import {
  countEndpoints,
  type EndpointDeps,
  readEndpointHealth,
  searchEndpointsOf,
  showEndpoint,
} from '../../webhooks/index.ts';
import { requireSeenEndpoint } from './seen-endpoint.ts';

type ShowDeps = Pick<EndpointDeps, 'db' | 'clock'>;

/** The names of the tenant's companies, by id. */
export async function readCompanyNames(
  db: ShowDeps['db'],
  tenantId: TenantId,
): Promise<ReadonlyMap<string, string>> {
  const companies = await listCompanies(db, tenantId);
  return new Map(companies.map(({ companyId, name }) => [companyId, name]));
}

async function withHealth(
  deps: ShowDeps,
  tenantId: TenantId,
  one: WebhookEndpoint,
  names: ReadonlyMap<string, string>,
): Promise<EndpointView> {
  const health = await readEndpointHealth(deps, tenantId, parsePathId(one.id));
  return { ...one, companyName: names.get(one.company) ?? '', ...health };
}

/** A page of the endpoints that the caller sees, newest first, each with its health. */
export async function searchSeenEndpoints(
  deps: ShowDeps,
  scope: CaseScope,
  { company, ...page }: SearchEndpoints,
): Promise<EndpointRows> {
  const { tenantId } = scope;
  const companyIds = companiesOf(scope, parseId('company', company));
  const found = await searchEndpointsOf(deps, tenantId, companyIds, page);
  const names = await readCompanyNames(deps.db, tenantId);
  const endpoints: EndpointView[] = [];
  for (const one of found.endpoints) endpoints.push(await withHealth(deps, tenantId, one, names));
  return { endpoints, ...(found.nextCursor === undefined ? {} : { nextCursor: found.nextCursor }) };
}

/** Counts all endpoints that the caller sees, however many, and that need somebody. */
export async function countSeenEndpoints(
  { db }: Pick<ShowDeps, 'db'>,
  scope: CaseScope,
  { company }: CountEndpoints,
): Promise<EndpointTrouble> {
  const companyIds = companiesOf(scope, parseId('company', company));
  const { offByItself, failing } = await countEndpoints(db, scope.tenantId, companyIds);
  return { offByItself, failing };
}

/** One endpoint that the caller sees, with its health; refuses with 40420. */
export async function showSeenEndpoint(deps: ShowDeps, scope: CaseScope, id: string): Promise<EndpointView> {
  const { tenantId } = scope;
  const { endpointId } = await requireSeenEndpoint(deps.db, scope, id);
  const names = await readCompanyNames(deps.db, tenantId);
  return hideUnknown(async () =>
    withHealth(deps, tenantId, await showEndpoint(deps, tenantId, endpointId), names),
  );
}
