import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLACEHOLDERS, type Placeholder } from '@titular/contract';
import { buildOpenApi, DEFAULT_SERVER_URL } from '@titular/server/api-docs/openapi.ts';
import { operationsOf } from '@titular/server/api-docs/render-page.ts';
import { routeTable } from '@titular/server/modules.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeReal } from '../../../packages/server/test/api-docs/example-fixture.ts';
import { newMerchant } from '../../../packages/server/test/transactions/api.ts';
import {
  COLLECTION_FILE,
  type Collection,
  type Item,
  sentExample,
  sentRequest,
  sentText,
  variableOf,
} from '../../../scripts/clients/collection/collection.ts';
import { runItem } from './run-item.ts';

const ROOT = join(import.meta.dirname, '../../..');
const collection = JSON.parse(readFileSync(join(ROOT, COLLECTION_FILE), 'utf8')) as Collection;
const placedOperations = operationsOf(buildOpenApi(routeTable({} as never), DEFAULT_SERVER_URL));
const items = collection.item.flatMap(({ item }) => item);
const operationOf = ({ request }: Item): string => request.description.split(':')[0] ?? '';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** The placeholders of the example that an item was made from. */
function placeholdersOf(item: Item): Placeholder[] {
  const placed = placedOperations.find(({ operation }) => operation.operationId === operationOf(item));
  const shown = placed && sentExample(placed);
  if (!placed || !shown) throw new Error(`${item.name} belongs to no operation`);
  const text = sentText(sentRequest(placed, shown.name));
  return (Object.keys(PLACEHOLDERS) as Placeholder[]).filter((name) => text.includes(PLACEHOLDERS[name]));
}

/** Values of what a user sets, and of what requests before this one leave behind. */
async function variablesFor(item: Item): Promise<Record<string, string>> {
  const merchant = await newMerchant(service);
  const { tenant } = merchant;
  const given: Record<string, string> = {
    ...{ baseUrl: service.url, company: tenant.companyId },
    ...{ clientId: tenant.clientId, clientSecret: tenant.clientSecret },
  };
  const own = ['company', 'hourAgo', 'accessToken', 'clientId', 'clientSecret'];
  for (const name of placeholdersOf(item).filter((one) => !own.includes(one)))
    given[variableOf(name)] = String(await makeReal({ service, merchant }, PLACEHOLDERS[name]));
  return given;
}

describe('the collection of requests (W13)', () => {
  test.each(items.map((item) => [operationOf(item), item] as const))(
    '%s is answered as its own test says, with no variable but those that are set or left behind',
    async (_operation, item) => {
      const given = await variablesFor(item);
      expect((await runItem(collection, item, given)).failures).toEqual([]);
    },
  );

  test('has every operation that a merchant calls', () => {
    const names = placedOperations.map(({ operation }) => operation.operationId);
    const left = ['issueTokenByGet', 'receivePlatformEvent'];
    expect(items.map(operationOf).sort()).toEqual(names.filter((name) => !left.includes(name)).sort());
  });

  test.each([
    ['a transaction', 'transaction', 'createTransaction', 'readTransaction', 'cancelTransaction'],
    ['a process', 'process', 'createProcess', 'readProcess', 'readProcessHistory'],
    [
      'a transaction, after a token of less and one that was given back',
      'transaction',
      'issueToken',
      'revokeToken',
      'createTransaction',
    ],
  ])('carries %s in the variable %s: %s, %s, %s', async (_what, kept, ...operations) => {
    const { tenant } = await newMerchant(service);
    let variables: Record<string, string> = {
      ...{ baseUrl: service.url, company: tenant.companyId },
      ...{ clientId: tenant.clientId, clientSecret: tenant.clientSecret },
    };
    for (const name of operations) {
      const item = items.find((one) => operationOf(one) === name);
      if (!item) throw new Error(`there is no ${name}`);
      const ran = await runItem(collection, item, variables);
      expect([name, ran.failures]).toEqual([name, []]);
      variables = ran.variables;
    }
    expect(variables[kept]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('lists what was created before, with nothing that narrows the list', async () => {
    const { tenant } = await newMerchant(service);
    const given = { baseUrl: service.url, company: tenant.companyId };
    let variables: Record<string, string> = {
      ...given,
      clientId: tenant.clientId,
      clientSecret: tenant.clientSecret,
    };
    const send = async (name: string): Promise<string> => {
      const item = items.find((one) => operationOf(one) === name);
      if (!item) throw new Error(`there is no ${name}`);
      const ran = await runItem(collection, item, variables);
      expect([name, ran.failures]).toEqual([name, []]);
      variables = ran.variables;
      return ran.answer;
    };
    await send('createTransaction');
    expect(await send('listTransactions')).toContain(variables['transaction']);
    await send('cancelTransaction');
    expect(await send('listEvents')).toContain(variables['transaction']);
    expect(variables['event']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('sends no token to another account or service than the one that it was issued by', async () => {
    const item = items.find((one) => operationOf(one) === 'readLimits');
    if (!item) throw new Error('there is no readLimits');
    const [first, second] = [(await newMerchant(service)).tenant, (await newMerchant(service)).tenant];
    const as = ({ clientId, clientSecret }: typeof first) => ({
      baseUrl: service.url,
      clientId,
      clientSecret,
    });
    const { variables } = await runItem(collection, item, as(first));
    const again = await runItem(collection, item, variables);
    expect(again.variables['token']).toBe(variables['token']);
    const ofOther = await runItem(collection, item, { ...variables, ...as(second) });
    expect(ofOther.failures).toEqual([]);
    expect(ofOther.variables['token']).not.toBe(variables['token']);
    const elsewhere = { ...variables, baseUrl: service.url.replace('127.0.0.1', 'localhost') };
    await expect(runItem(collection, item, elsewhere)).rejects.toThrow('No access token');
  });

  test('works with the address of any page of the service, and with credentials, as they are pasted', async () => {
    const { tenant } = await newMerchant(service);
    const own = { company: tenant.companyId, clientId: tenant.clientId, clientSecret: tenant.clientSecret };
    const item = items.find((one) => operationOf(one) === 'createTransaction');
    if (!item) throw new Error('there is no createTransaction');
    const host = service.url.replace('http://', '');
    const pages = [
      '/',
      '//',
      '/api/public/v1',
      '/api/public/v1/',
      '/docs#operation-createTransaction',
      '/portal/?x=1',
    ];
    for (const baseUrl of [...pages.map((page) => service.url + page), host, ` "${service.url}/" \n`]) {
      const ran = await runItem(collection, item, { ...own, baseUrl });
      expect([baseUrl, ran.failures, ran.variables['baseUrl']]).toEqual([baseUrl, [], baseUrl]);
      expect(ran.variables['tokenOwner']).toBe(`${service.url} ${tenant.clientId}`);
    }
    const spaced = Object.fromEntries(Object.entries(own).map(([name, value]) => [name, ` ${value}\n`]));
    expect((await runItem(collection, item, { ...spaced, baseUrl: service.url })).failures).toEqual([]);
  });

  test('tells a status that is another', async () => {
    const item = items.find((one) => operationOf(one) === 'readLimits');
    if (!item) throw new Error('there is no readLimits');
    const ran = await runItem(collection, item, { baseUrl: service.url, token: 'no-token' });
    expect(ran.failures).toEqual([expect.stringMatching(/^answers 200: 403 in place of 200/)]);
  });

  test('holds no secret and no value of one installation', () => {
    const filled = collection.variable.filter(({ value }) => value !== '');
    expect(filled.map(({ key }) => key)).toEqual(['baseUrl']);
  });
});
