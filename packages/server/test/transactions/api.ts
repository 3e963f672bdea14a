import { errorCatalogue, publishedOperations } from '@titular/contract';
import { routeTable } from '@titular/server/modules.ts';
import {
  addTenant,
  fetchToken,
  newTransactionBody,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { Value } from 'typebox/value';
import { expect } from 'vitest';

/** An answer after it was compared with what its operation documents. */
export type Answer = { status: number; headers: Headers; body: Record<string, unknown>; text: string };

const routes = routeTable({} as never);

/** Reads an answer and holds it against the documented statuses, bodies and codes of its operation (R22, R27). */
export async function checked(operationId: string, response: Response): Promise<Answer> {
  const route = routes.find((one) => one.operationId === operationId);
  const schema = route?.responses[response.status];
  expect(schema, `${operationId} does not document ${response.status}`).toBeTypeOf('object');
  const text = await response.text();
  const body = JSON.parse(text) as Record<string, unknown>;
  if (typeof schema === 'object')
    expect(Value.Check(schema, body), `${operationId} ${response.status}: ${text}`).toBe(true);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  if (response.status >= 400) {
    expect(errorCatalogue).toHaveProperty(String(body['code']));
    const documented = publishedOperations[operationId]?.codes;
    if (documented) expect(documented, `${operationId} does not document it`).toContain(body['code']);
  }
  return { status: response.status, headers: response.headers, body, text };
}

/** What a call needs besides the token; `id` takes the place of the first id in the address. */
type Calling = {
  id?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: object;
  target?: TestService;
};

/** A merchant's way to the API of one service. */
export type Merchant = {
  tenant: TestTenant;
  token: string;
  create(changes?: Record<string, unknown>, target?: TestService): Promise<Answer>;
  createRaw(body: string | Uint8Array, headers?: Record<string, string>): Promise<Answer>;
  read(id: string, target?: TestService): Promise<Answer>;
  list(query?: Record<string, string> | string): Promise<Answer>;
  history(id: string): Promise<Answer>;
  cancel(id: string, target?: TestService): Promise<Answer>;
  /** Calls any operation behind a token by its name in the contract. */
  call(operationId: string, calling?: Calling): Promise<Answer>;
};

/** Adds a tenant with a token and gives its calls. */
export async function newMerchant(
  service: TestService,
  options: Parameters<typeof addTenant>[1] = {},
): Promise<Merchant> {
  const tenant = await addTenant(service, options);
  const token = await fetchToken(service, tenant);
  const authorization = { authorization: `Bearer ${token}` };
  const post = (
    body: string | Uint8Array,
    headers: Record<string, string>,
    target: TestService,
  ): Promise<Response> =>
    fetch(`${target.url}/api/public/v1/walletid/transaction`, {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json', ...headers },
      body: body as BodyInit,
    });
  return {
    tenant,
    token,
    create: async (changes, target = service) => {
      const body = JSON.stringify(newTransactionBody(tenant.companyId, changes));
      return checked('createTransaction', await post(body, {}, target));
    },
    createRaw: async (body, headers = {}) => checked('createTransaction', await post(body, headers, service)),
    list: async (query = {}) => {
      const address = `${service.url}/api/public/v1/walletid/transactions?${new URLSearchParams(query)}`;
      return checked('listTransactions', await fetch(address, { headers: authorization }));
    },
    history: async (id) => {
      const address = `${service.url}/api/public/v1/walletid/transactions/${id}/history`;
      return checked('readTransactionHistory', await fetch(address, { headers: authorization }));
    },
    cancel: async (id, target = service) => {
      const address = `${target.url}/api/public/v1/walletid/transactions/${id}/cancel`;
      return checked('cancelTransaction', await fetch(address, { method: 'POST', headers: authorization }));
    },
    call: async (
      operationId,
      { id = '', params = {}, query = {}, headers = {}, body, target = service } = {},
    ) => {
      const route = routes.find((one) => one.operationId === operationId);
      if (!route) throw new Error(`there is no operation ${operationId}`);
      const path = route.path
        .replace(/:[a-z]+_id/, id)
        .replace(/:([a-z_]+)/g, (_whole, name: string) => params[name] ?? '');
      const response = await fetch(`${target.url}${path}?${new URLSearchParams(query)}`, {
        method: route.method,
        headers: { ...authorization, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return checked(operationId, response);
    },
    read: async (id, target = service) => {
      const address = `${target.url}/api/public/v1/walletid/transactions/${id}`;
      return checked('readTransaction', await fetch(address, { headers: authorization }));
    },
  };
}
