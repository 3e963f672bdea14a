import { commands } from '@titular/cli/commands/commands.ts';
import { type PortalOperationName, portalOperations } from '@titular/contract';
import { portalRouteTable, routeTable } from '@titular/server/modules.ts';
import { describe, expect, test } from 'vitest';
import { read, serverSources } from './sources.ts';

const served = portalRouteTable().map(({ operationId }) => operationId);
const twins = Object.entries(portalOperations)
  .filter(([name]) => served.includes(name))
  .map(([name, { twin }]) => [name, twin] as const);
const operationIds = routeTable().map(({ operationId }) => operationId);
const commandNames = commands.map(({ name }) => name);

describe('what the portal does', () => {
  test('the command line or the API does too (P17)', () => {
    const missing = twins.filter(([, twin]) => {
      if ('command' in twin) return !commandNames.includes(twin.command);
      return 'operation' in twin && !operationIds.includes(twin.operation);
    });
    expect(missing.map(([name, twin]) => [name, twin])).toEqual([]);
  });

  test('without a twin is what only a browser does, and nothing that a tenant has (P17)', () => {
    const alone = twins
      .filter(([, twin]) => 'none' in twin)
      .map(([name]) => portalOperations[name as keyof typeof portalOperations]);
    expect(alone.filter(({ path }) => path.includes('/t/:tenant_id'))).toEqual([]);
  });
});

/** What takes the tenant from somewhere else than the membership: parameters, body, or address of a request. */
const TENANT_FROM_REQUEST = new RegExp(
  [
    String.raw`\b(?:params|body|query|headers)\??(?:\.|\[['"])(?:x-)?tenant(?:_id|Id|-id)?\b`,
    String.raw`\b(?:params|body|query|headers):\s*\{[^}]*\btenant(?:_id|Id)?\b`,
    String.raw`\{[^}]*\btenant(?:_id|Id)?\b[^}]*\}\s*=\s*(?:\w+\.)*(?:params|body|query|headers)\b`,
  ].join('|'),
);

/** The one file whose calls name a tenant in the address: operators are members of none. */
const FOR_OPERATORS = 'packages/server/src/portal/deployment/operator-routes.ts';

/** Files in which the portal's tenant is known by nothing but the caller. */
const portalSources = serverSources.filter((file) => file.startsWith('packages/server/src/portal/'));

describe('the tenant of a portal call', () => {
  test('comes from the membership: no file of the portal reads it from the request (P34)', () => {
    expect(portalSources.length).toBeGreaterThan(10);
    expect(portalSources.filter((file) => TENANT_FROM_REQUEST.test(read(file)))).toEqual([FOR_OPERATORS]);
  });

  test('is named by the address to operators alone, in a file that has no call of a member (P34)', () => {
    const names = [...read(FOR_OPERATORS).matchAll(/definePortalRoute\('(\w+)'/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names)
      expect(portalOperations[name as PortalOperationName].access, name).toBe('deployment:manage');
  });

  test.each([
    'const { tenant_id } = request.params;',
    "find(db, params['tenant_id'])",
    'find(db, body.tenantId)',
    'find(db, query.tenant)',
    'const { tenantId, name } = body;',
    'async ({ params: { tenant_id }, body }) => list(db, tenant_id)',
    "list(db, headers['x-tenant'])",
  ])('is refused where a file reads it so: %s (P34)', (line) => {
    expect(TENANT_FROM_REQUEST.test(line)).toBe(true);
  });

  test('is among the parameters of no handler but those of operators (P34)', () => {
    const door = read('packages/server/src/kernel/http/portal/admit-portal.ts');
    expect(door).toContain('tenant_id: _tenant, ...own } = params');
    expect(door).toContain("access === 'deployment:manage' ? params : own");
  });
});
