import { readFile } from 'node:fs/promises';
import { publishedOperations } from '@titular/contract';
import {
  type ScriptedService,
  type Step,
  startScripted,
} from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { LEFT_OUT_OF_TYPESCRIPT } from '../../../scripts/clients/typescript-methods.ts';
import type {
  CallOptions,
  CreateProcessRequest,
  CreateReferenceRequest,
  CreateTransactionRequest,
  Titular,
} from '../src/index.ts';
import { methodsOf, offeredOperations, tokenRoutes } from './client-methods.ts';
import { clientOf } from './scripted-service.ts';
import { createTestClock, TIMEOUT_MS } from './test-clock.ts';

const ID = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const IDENTITY = { key: 'cpf', value: '52998224725' };
const TRANSACTION: CreateTransactionRequest = {
  identity: IDENTITY,
  orderNumber: 'order-1001',
  company: ID,
  card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' },
};
const PROVENANCE = { source: 'onboarding', date: '2026-03-02', consentReference: 'consent-4711' };
const REFERENCE: CreateReferenceRequest = { identity: IDENTITY, photographs: ['/9j/'], ...PROVENANCE };
const PROCESS: CreateProcessRequest = {
  person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: '52998224725' },
  callbackUri: '/',
  purpose: 'identityverification',
};

type Pages = { pages(): AsyncIterable<unknown> };
const firstPage = (list: Pages): Promise<unknown> => list.pages()[Symbol.asyncIterator]().next();

type Call = (client: Titular, options: CallOptions) => Promise<unknown>;

/** One call of each method. */
const CALLS: Readonly<Record<string, Call>> = {
  'transactions.create': ({ transactions }, o) => transactions.create(TRANSACTION, o),
  'transactions.get': ({ transactions }, o) => transactions.get(ID, o),
  'transactions.list': ({ transactions }, o) => firstPage(transactions.list({}, o)),
  'transactions.cancel': ({ transactions }, o) => transactions.cancel(ID, o),
  'transactions.renewLink': ({ transactions }, o) => transactions.renewLink(ID, o),
  'transactions.history': ({ transactions }, o) => transactions.history(ID, o),
  'transactions.receipt': ({ transactions }, o) => transactions.receipt(ID, o),
  'transactions.resendEvent': ({ transactions }, o) => transactions.resendEvent(ID, o),
  'transactions.waitForFinal': ({ transactions }, o) => transactions.waitForFinal(ID, o),
  'processes.create': ({ processes }, o) => processes.create(PROCESS, o),
  'processes.get': ({ processes }, o) => processes.get(ID, o),
  'processes.renewLink': ({ processes }, o) => processes.renewLink(ID, o),
  'processes.history': ({ processes }, o) => processes.history(ID, o),
  'processes.waitForFinal': ({ processes }, o) => processes.waitForFinal(ID, o),
  'events.list': ({ events }, o) => firstPage(events.list({}, o)),
  'events.get': ({ events }, o) => events.get(ID, o),
  'events.resend': ({ events }, o) => events.resend(ID, o),
  'webhookEndpoints.create': ({ webhookEndpoints }, o) =>
    webhookEndpoints.create({ company: ID, url: 'https://shop.example/webhooks' }, o),
  'webhookEndpoints.list': ({ webhookEndpoints }, o) => firstPage(webhookEndpoints.list({}, o)),
  'webhookEndpoints.get': ({ webhookEndpoints }, o) => webhookEndpoints.get(ID, o),
  'webhookEndpoints.change': ({ webhookEndpoints }, o) => webhookEndpoints.change(ID, { enabled: true }, o),
  'webhookEndpoints.delete': ({ webhookEndpoints }, o) => webhookEndpoints.delete(ID, o),
  'webhookEndpoints.rotateSecret': ({ webhookEndpoints }, o) =>
    webhookEndpoints.rotateSecret(ID, undefined, o),
  'webhookEndpoints.sendTest': ({ webhookEndpoints }, o) => webhookEndpoints.sendTest(ID, o),
  'webhookEndpoints.resendFailed': ({ webhookEndpoints }, o) =>
    webhookEndpoints.resendFailed(ID, { since: '2026-11-20T00:00:00Z' }, o),
  'webhookEndpoints.backlog': ({ webhookEndpoints }, o) => webhookEndpoints.backlog(ID, o),
  'deliveries.list': ({ deliveries }, o) => firstPage(deliveries.list(ID, {}, o)),
  'deliveries.get': ({ deliveries }, o) => deliveries.get(ID, o),
  'deliveries.resend': ({ deliveries }, o) => deliveries.resend(ID, o),
  'persons.erase': ({ persons }, o) => persons.erase({ identity: IDENTITY }, o),
  'references.create': ({ references }, o) => references.create(REFERENCE, o),
  'references.get': ({ references }, o) => references.get(ID, o),
  'references.delete': ({ references }, o) => references.delete(ID, o),
  'erasures.get': ({ erasures }, o) => erasures.get(ID, o),
  'sandbox.scenarios': ({ sandbox }, o) => sandbox.scenarios(o),
  'sandbox.step': ({ sandbox }, o) => sandbox.step(ID, { event: 'approve' }, o),
  limits: (client, o) => client.limits(o),
  waitForFinal: (client, o) => client.waitForFinal(ID, o),
};

/** The one method that asks nothing. */
const WITHOUT_CALL = 'events.accept';

/** What ends a wait, of whichever kind. */
const ENDED: Step = {
  status: 200,
  body: { status: 'approved', process: { state: 'PROCESS_STATE_FINISHED' } },
};

const WAIT_LIMIT_MS = 600_000;

/** A client that notes the operations it names. */
async function noting(): Promise<{ service: ScriptedService; client: Titular; operations: string[] }> {
  const service = await startScripted();
  const operations: string[] = [];
  const hooks = {
    onRequest: ({ operation }: { operation: string }) => {
      if (operation !== 'issueToken') operations.push(operation);
    },
  };
  const clock = createTestClock([TIMEOUT_MS, WAIT_LIMIT_MS]);
  return { service, operations, client: clientOf(service, { hooks, clock }).client };
}

test('every method of the client is called below, and no other', async () => {
  const { client } = await noting();
  expect([...Object.keys(CALLS), WITHOUT_CALL].sort()).toEqual(methodsOf(client).sort());
});

describe.each(Object.entries(CALLS))('%s', (_name, call) => {
  test('asks for one operation where the contract has it, with what that takes', async () => {
    const { service, client, operations } = await noting();
    service.script.push(ENDED);
    await call(client, {});
    expect(service.seen.length).toBe(1);
    const [{ method, path, headers, body } = { method: '', path: '', headers: {}, body: '' }] = service.seen;
    const route = tokenRoutes.get(operations[0] ?? '');
    if (!route) throw new Error(`the contract has no ${operations[0]}`);
    expect(method).toBe(route.method);
    const [pathname = ''] = path.split('?');
    expect(pathname).toBe(route.path.replace(/:\w+/, ID));
    const isJson = route.bodyKind === 'json';
    expect(headers['content-type']).toBe(isJson ? 'application/json' : undefined);
    expect(body !== '').toBe(isJson);
    const names = route.headerParameters?.map(({ name }) => name) ?? [];
    expect(headers['idempotency-key'] !== undefined).toBe(names.includes('Idempotency-Key'));
    expect(headers['x-titular-scenario']).toBe(undefined);
  });

  test('names the scenario that its options name, and ends by their signal', async () => {
    const { service, client } = await noting();
    service.script.push(ENDED);
    await call(client, { scenario: 'error-42901-then-served' });
    expect(service.seen.map(({ headers }) => headers['x-titular-scenario'])).toEqual([
      'error-42901-then-served',
    ]);
    const reason = new Error('left');
    const ended = call(client, { signal: AbortSignal.abort(reason) }).catch((error: unknown) => error);
    expect(await ended).toBe(reason);
    const wrong = call(client, { scenario: 'a\nb' }).catch((error: unknown) => error);
    expect(await wrong).toBeInstanceOf(TypeError);
    expect(service.seen.length).toBe(1);
  });
});

describe('the operations of the contract', () => {
  test('that a merchant calls with a token are all in the client, but for those left out with a reason', async () => {
    const { service, client, operations } = await noting();
    for (const call of Object.values(CALLS)) {
      service.script.push(ENDED);
      await call(client, {});
    }
    expect([...new Set(operations)].sort()).toEqual([...offeredOperations].sort());
  });

  test('that are left out are there, and each has its reason', () => {
    for (const [name, reason] of Object.entries(LEFT_OUT_OF_TYPESCRIPT)) {
      expect(tokenRoutes.has(name), name).toBe(true);
      expect(reason.length).toBeGreaterThan(20);
    }
    const published = Object.entries(publishedOperations).filter(([, { codes }]) => codes.includes('40301'));
    expect(published.map(([name]) => name).sort()).toEqual([...tokenRoutes.keys()].sort());
  });
});

describe('after a fault', () => {
  /** Each makes something new: another link, event or step. */
  const ONCE = ['processes.renewLink', 'sandbox.step', 'transactions.renewLink', 'webhookEndpoints.sendTest'];

  test('every method sends its request again, but those that make something new each time', async () => {
    const once: string[] = [];
    for (const [name, call] of Object.entries(CALLS)) {
      const { service, client } = await noting();
      service.script.push('reset', ENDED);
      await call(client, {}).catch(() => once.push(name));
      expect(service.seen.length, name).toBe(once.includes(name) ? 1 : 2);
    }
    expect(once.sort()).toEqual(ONCE);
  });

  test('no method that answers once does so where its options ask for no retries', async () => {
    for (const [name, call] of Object.entries(CALLS)) {
      if (name.endsWith('waitForFinal')) continue;
      const { service, client } = await noting();
      service.script.push('reset', ENDED);
      const error = await call(client, { maxRetries: 0 }).catch((reason: unknown) => reason);
      expect(error, name).toMatchObject({ kind: 'network' });
      expect(service.seen.length, name).toBe(1);
    }
  });

  test('retries that cannot be are a TypeError, and nothing is sent', async () => {
    const { service, client } = await noting();
    for (const maxRetries of [-1, 21, Number.NaN])
      expect(await client.limits({ maxRetries }).catch((error: unknown) => error)).toBeInstanceOf(TypeError);
    expect(service.seen.length).toBe(0);
  });
});

test('the page of the package names every method, with the scope that it takes', async () => {
  const page = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([\w.]+)` \| (?:`([a-z:]+)`|-) \| (\S.*\S) \|$/gm)];
  const told = rows.map(([, name = '', scope]) => [name, scope]);
  const { service, client, operations } = await noting();
  const expected: [string, string | undefined][] = [];
  for (const name of methodsOf(client)) {
    service.script.splice(0, service.script.length, ENDED);
    await CALLS[name]?.(client, {});
    const scope = name === WITHOUT_CALL ? undefined : tokenRoutes.get(operations.at(-1) ?? '')?.scope;
    expected.push([name, scope]);
  }
  expect(told.sort()).toEqual(expected.sort());
});
