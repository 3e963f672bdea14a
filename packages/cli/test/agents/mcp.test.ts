import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCatalogue, publishedOperations } from '@titular/contract';
import type { Demo } from '@titular/server/config/demo-file.ts';
import { seedDemo } from '@titular/server/start/seed-demo.ts';
import { addTenant, newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Production, startProduction } from '../../../server/test/sandbox/sandbox-fixture.ts';
import { type Agent, startAgent } from './agent-fixture.ts';

const DOCUMENTATION = [
  'search_documentation',
  'read_page',
  'explain_error',
  'list_operations',
  'describe_operation',
];
const READING = [
  ...['list_transactions', 'read_transaction', 'read_transaction_history', 'list_events', 'read_event'],
  ...['list_webhook_endpoints', 'list_deliveries', 'read_delivery', 'list_scenarios'],
];
const ACTING = ['create_transaction', 'step_transaction', 'send_test_event'];

let service: TestService;
let production: Production;
let demo: Demo;
let directory: string;
/** One without a service, and one with the demo's. */
let alone: Agent;
let merchant: Agent;
const agents: Agent[] = [];
const START_MS = 120_000;
beforeAll(async () => {
  service = await startTestService();
  demo = await seedDemo(service.config, service.service.database, service.service.masterKeys);
  // An agent asks faster here than the demo's limit lets through.
  const { db } = service.service.database;
  await db.updateTable('tenants').set({ rate_per_second: 10_000, rate_burst: 10_000 }).execute();
  production = await startProduction();
  directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  [alone, merchant] = await Promise.all([start([], directory), start()]);
}, START_MS);
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.end()));
  await service.close();
  await production.close();
  await rm(directory, { recursive: true, force: true });
});

async function start(words: string[] = [], data = service.config.dataDirectory): Promise<Agent> {
  const agent = await startAgent(words, { TITULAR_DATA_DIR: data });
  agents.push(agent);
  return agent;
}

/** Words that name a service and a client of it. */
async function access(
  target: TestService,
  tenant: { clientId: string; clientSecret: string },
): Promise<string[]> {
  const file = join(directory, `${tenant.clientId}.secret`);
  await writeFile(file, `${tenant.clientSecret}\n`);
  return ['--url', target.url, '--client-id', tenant.clientId, '--secret-file', file];
}

const bodyOf = (changes: object = {}) => {
  const { company: _, ...body } = newTransactionBody(demo.companyId);
  return { ...body, ...changes };
};

describe('titular mcp over the documentation', () => {
  test('searches and reads pages, explains codes and describes operations without any service (W17)', async () => {
    expect(await alone.names()).toEqual(DOCUMENTATION);
    const found = await alone.call('search_documentation', { query: 'duplicate webhook events' });
    const [first] = found.structuredContent['found'] as { page: string }[];
    const page = await alone.call('read_page', { page: first?.page });
    expect(page.content[0]?.text.toLowerCase()).toContain('webhook');
    expect((await alone.call('read_page', { page: 'webhooks' })).structuredContent).toMatchObject({
      page: 'docs/webhooks.md',
      text: expect.stringMatching(/^# Receiving webhooks\n/),
    });
    const { operations } = (await alone.call('list_operations')).structuredContent as {
      operations: { operation: string }[];
    };
    const names = operations.map(({ operation }) => operation);
    expect(names).toEqual(expect.arrayContaining(Object.keys(publishedOperations)));
    const described = await alone.call('describe_operation', { operation: 'createTransaction' });
    expect(described.structuredContent).toMatchObject({
      method: 'POST',
      requestBody: {
        content: { 'application/json': { schema: { properties: { card: { type: 'object' } } } } },
      },
    });
    expect(described.content[0]?.text).not.toContain('"$ref"');
    for (const name of ['read_page', 'describe_operation'])
      expect(await alone.call(name, { page: 'none', operation: 'none' }).catch(String)).toContain('-32602');
    expect(await alone.call('read_page', { page: 'none' })).toMatchObject({ isError: true });
  });

  test('explains each code of the catalogue with remedy and retry, and a sub-code of the token endpoint (W17)', async () => {
    for (const [code, { remedy, retryAfterSeconds }] of Object.entries(errorCatalogue)) {
      const { structuredContent } = await alone.call('explain_error', { code });
      expect(structuredContent).toMatchObject({ code, remedy });
      expect(structuredContent['retry']).toMatch(retryAfterSeconds === undefined ? /^Not/ : /^After/);
    }
    const token = await alone.call('explain_error', { code: 'client_authentication_failed' });
    expect(token.structuredContent).toMatchObject({ error: 'invalid_client', retry: /^Not/ });
    const unknown = await alone.call('explain_error', { code: 'toString' });
    expect(unknown).toMatchObject({ isError: true, structuredContent: { code: 'unknown-code' } });
  });

  test('reads a long page in parts that make the whole (W17)', async () => {
    let text = '';
    let from: unknown = 0;
    let whole: unknown;
    while (from !== undefined) {
      const { structuredContent } = await alone.call('read_page', { page: 'docs/command-line.md', from });
      text += String(structuredContent['text']);
      whole = structuredContent['characters'];
      from = structuredContent['next'];
    }
    expect(text.length).toBe(whole);
    expect(text.length).toBeGreaterThan(20_000);
  });
});

describe('titular mcp over the sandbox', () => {
  test('creates, moves and reads a transaction, its events and deliveries, with no secret in anything it writes (W17)', async () => {
    expect(await merchant.names()).toEqual([...DOCUMENTATION, ...READING, ...ACTING]);
    const created = await merchant.call('create_transaction', bodyOf());
    expect(created.structuredContent).toEqual({ id: expect.any(String), status: 'waiting' });
    const transaction_id = String(created.structuredContent['id']);
    const moved = await merchant.call('step_transaction', { transaction_id, event: 'approve' });
    expect(moved.structuredContent).toMatchObject({ status: 'approved' });
    expect(await merchant.call('read_transaction', { transaction_id })).toMatchObject({
      isError: false,
      content: [{ type: 'text', text: expect.stringContaining('approved') }],
      structuredContent: { status: 'approved' },
    });
    const { structuredContent: history } = await merchant.call('read_transaction_history', {
      transaction_id,
    });
    expect(history['history']).toContainEqual(expect.objectContaining({ status: 'approved' }));
    const listed = await merchant.call('list_transactions', { limit: 1 });
    expect(listed.structuredContent['transactions']).toMatchObject([{ id: transaction_id }]);
    const { events } = (await merchant.call('list_events', { transaction: transaction_id }))
      .structuredContent as {
      events: { id: string }[];
    };
    expect(events).toHaveLength(1);
    const event = await merchant.call('read_event', { event_id: events[0]?.id });
    expect(event.structuredContent).toMatchObject({ id: events[0]?.id, deliveries: [{}] });
    const endpoints = (await merchant.call('list_webhook_endpoints')).structuredContent['endpoints'];
    const [{ id: endpoint_id } = { id: '' }] = endpoints as { id: string }[];
    expect((await merchant.call('send_test_event', { endpoint_id })).isError).toBe(false);
    const { deliveries } = (await merchant.call('list_deliveries', { endpoint_id, limit: 2 }))
      .structuredContent as { deliveries: { id: string }[] };
    expect(deliveries).toHaveLength(2);
    const delivery = await merchant.call('read_delivery', { delivery_id: deliveries[0]?.id });
    expect(delivery.structuredContent).toMatchObject({ id: deliveries[0]?.id });
    expect((await merchant.call('list_scenarios')).content[0]?.text).toContain('approved');
    const written = merchant.output().join('\n') + merchant.errors();
    for (const secret of [demo.clientSecret, demo.webhookSecret, '/c/', 'eyJ'])
      expect(written).not.toContain(secret);
  });

  test('announces of every tool what it returns, without secrets, and of refusals too (W17)', async () => {
    const tools = await merchant.tools();
    for (const { outputSchema } of tools) {
      expect(outputSchema['type']).toBe('object');
      const [answer, refusal] = outputSchema['anyOf'] as { required: string[] }[];
      expect(answer?.required.length).toBeGreaterThan(0);
      expect(refusal?.required).toEqual(['code', 'message', 'remedy']);
    }
    const text = JSON.stringify(tools.map(({ outputSchema }) => outputSchema));
    expect(text).not.toMatch(/"(?:link|token|secret|\$ref)"/);
    const statuses = tools.find(({ name }) => name === 'read_transaction')?.outputSchema;
    expect(JSON.stringify(statuses)).toContain('"fast-inconclusive"');
  });

  test('follows a scenario, and tells code and remedy of what the service refuses (W17)', async () => {
    const ended = await merchant.call('create_transaction', bodyOf({ scenario: 'fast-inconclusive' }));
    expect(ended.structuredContent).toMatchObject({ status: 'fast-inconclusive' });
    const transaction_id = String(ended.structuredContent['id']);
    const { remedy } = errorCatalogue['40092'];
    const refused = await merchant.call('step_transaction', { transaction_id, event: 'cancel' });
    expect(refused).toMatchObject({ isError: true, structuredContent: { code: '40092', remedy } });
    expect(refused.content[0]?.text).toContain(remedy);
  });

  test('refuses arguments by the bounds of the contract, and does not repeat them (W17)', async () => {
    const card = { binDigits: '4000056655665556', lastDigits: '5556', name: 'Maria da Silva' };
    const wrong = [
      ['create_transaction', bodyOf({ card })],
      ['create_transaction', bodyOf({ orderNumber: 'x'.repeat(101) })],
      ['create_transaction', bodyOf({ unknown: 1 })],
      ['read_transaction', { transaction_id: '../limits' }],
      ['list_events', { limit: 101 }],
      ['step_transaction', { transaction_id: demo.companyId, event: 'none' }],
    ] as const;
    for (const [name, input] of wrong) await expect(merchant.call(name, input)).rejects.toThrow(/^-32602 /);
    expect(merchant.output().join('\n')).not.toMatch(/4000056655665556|x{50}/);
    const id = { transaction_id: demo.companyId };
    await expect(merchant.call('read_transaction', { ...id, '4000056655665556': 1 })).rejects.toThrow(
      '-32602 arguments must not have other members; there are: transaction_id',
    );
    await expect(merchant.call('read_transaction')).rejects.toThrow('; there are: transaction_id');
    expect(merchant.output().join('\n')).not.toMatch(/4000056655665556/);
  });

  test('tells a wrong secret and a service that is not there as errors of the tool (W17)', async () => {
    const tenant = await addTenant(service);
    const words = await access(service, { ...tenant, clientSecret: `${tenant.clientSecret.slice(0, -1)}!` });
    const stranger = await start(words);
    const body = newTransactionBody(tenant.companyId);
    for (const denied of [
      await stranger.call('list_transactions'),
      await stranger.call('create_transaction', body),
    ])
      expect(denied).toMatchObject({
        isError: true,
        structuredContent: { code: 'client_authentication_failed' },
      });
    const lost = await start(['--url', 'http://127.0.0.1:1', ...words.slice(2)]);
    expect(await lost.names()).toEqual([...DOCUMENTATION, ...READING]);
    for (const unanswered of [
      await lost.call('list_transactions'),
      await lost.call('create_transaction', body),
    ])
      expect(unanswered).toMatchObject({ isError: true, structuredContent: { code: 'unavailable' } });
  });
});

describe('titular mcp against production', () => {
  test('reads, lists nothing that acts, and refuses to act without sending anything (W17)', async () => {
    const tenant = await addTenant(production.service);
    const agent = await start(await access(production.service, tenant));
    expect(await agent.names()).toEqual([...DOCUMENTATION, ...READING]);
    expect((await agent.call('list_transactions')).structuredContent).toEqual({ transactions: [] });
    const calls = [
      ['create_transaction', newTransactionBody(tenant.companyId)],
      ['step_transaction', { transaction_id: tenant.companyId, event: 'approve' }],
      ['send_test_event', { endpoint_id: tenant.companyId }],
    ] as const;
    for (const [name, input] of calls)
      expect(await agent.call(name, input)).toMatchObject({
        isError: true,
        structuredContent: { code: 'not-test' },
      });
    expect((await agent.call('list_transactions')).structuredContent).toEqual({ transactions: [] });
  });
});

describe('the program titular mcp', () => {
  /** The same numbers for the same seed, by a linear congruence. */
  const createRandom = (seed: number) => {
    let state = seed;
    return (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
  };

  test('answers 300 lines of garbage with errors of the protocol alone, and serves on (W17)', async () => {
    const before = alone.output().length;
    const random = createRandom(71);
    const sound = JSON.stringify({ jsonrpc: '2.0', id: 'x', method: 'tools/call', params: { name: 'none' } });
    for (let count = 0; count < 300; count += 1) {
      const line = Buffer.from(sound);
      for (let change = random(6); change >= 0; change -= 1) {
        const byte = random(256);
        line[random(line.length)] = byte === 0x0a ? 0x7b : byte;
      }
      alone.write(line.subarray(0, 1 + random(line.length)));
    }
    expect((await alone.ask('ping')).result).toEqual({});
    const answers = alone
      .output()
      .slice(before)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(answers.length).toBeGreaterThan(280);
    for (const answer of answers) expect(answer['jsonrpc']).toBe('2.0');
    expect(answers.filter((answer) => 'result' in answer)).toHaveLength(1);
  });

  test('ends with the end of its input once everything is answered, and with Ctrl-C at once (W17)', async () => {
    const [one, other] = await Promise.all([start([], directory), start([], directory)]);
    one.write('{"jsonrpc":"2.0","id":"last","method":"tools/call","params":{"name":"list_operations"}}');
    expect(await one.end()).toEqual([0, null]);
    expect(one.output().at(-1)).toContain('"id":"last"');
    other.kill('SIGINT');
    expect(await other.ended).toEqual([0, null]);
    expect(other.errors()).not.toContain('broke');
  });
});
