import { ATTEMPT_OUTCOMES, errorCatalogue, isCpf, TRANSACTION_STATUSES } from '@titular/contract';
import { catalogue, operationsOf, scenarios } from '@titular/server/sandbox/catalogue/scenarios.ts';
import { isFinal } from '@titular/server/transactions/transaction.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { createBy, settle } from './sandbox-fixture.ts';

const clock = createManualClock();
const led = scenarios.filter(({ leadsTo }) => leadsTo.kind === 'status');
const refused = scenarios.filter(
  (row) =>
    row.leadsTo.kind === 'refused' &&
    !row.leadsTo.isServedNext &&
    operationsOf(row).includes('createTransaction'),
);
const ids = new Map<string, string>();

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
  for (const { name } of led) ids.set(name, String((await createBy(merchant, name)).body['id']));
  const offsets = led.flatMap(({ steps }) => steps.map(({ afterSeconds }) => afterSeconds));
  let passed = 0;
  for (const offset of [...new Set(offsets)].sort((one, other) => one - other)) {
    clock.advanceSeconds(offset - passed);
    passed = offset;
    await settle(service, clock);
  }
}, 360_000);
afterAll(() => service.close());

const idOf = (name: string): string => ids.get(name) ?? '';

type Step = { event: string; status: string; reasons: string[] };
const stepsOf = async (id: string): Promise<Step[]> => {
  const { body } = await merchant.history(id);
  return body['history'] as Step[];
};
const outcomesOf = async (id: string): Promise<string[]> => {
  const { body } = await merchant.call('listCaptures', { id });
  return (body['attempts'] as { outcome: string }[]).map(({ outcome }) => outcome);
};

describe('the catalogue', () => {
  test('listScenarios 200: is what the table says, every identity once and with valid check digits', async () => {
    const { status, body } = await merchant.call('listScenarios');
    expect(status).toBe(200);
    expect(body).toEqual({ scenarios: catalogue() });
    const identities = catalogue().flatMap(({ identity }) => (identity ? [identity.value] : []));
    expect(new Set(identities).size).toBe(identities.length);
    expect(identities.filter((value) => !isCpf(value))).toEqual([]);
    expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
  });

  test('listScenarios 400: is not answered to what is no sound HTTP', async () => {
    const response = await fetch(`${service.url}/api/public/v1/walletid/sandbox/scenarios`, {
      headers: { authorization: `Bearer ${merchant.token}`, 'x-filler': 'x'.repeat(17_000) },
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, '40001']);
  });

  test('has every final status and every outcome of an attempt', () => {
    const led = new Set(catalogue().map(({ status }) => status));
    expect(TRANSACTION_STATUSES.filter((status) => isFinal(status) && !led.has(status))).toEqual([]);
    const names = new Set(scenarios.map(({ name }) => name));
    const failed = ATTEMPT_OUTCOMES.filter((outcome) => outcome !== 'completed');
    const wanted = failed.map((outcome) => `${outcome.replaceAll('_', '-')}-then-approved`);
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
  });

  test('gives every row that has an identity one that stays, whatever joins the list', () => {
    const numbers = scenarios.flatMap(({ number }) => (number === undefined ? [] : [number]));
    expect(new Set(numbers).size).toBe(numbers.length);
    const identities = new Map(catalogue().map(({ name, identity }) => [name, identity?.value]));
    expect(identities.get('approved')).toBe('99900000188');
    expect(identities.get('fast-inconclusive')).toBe('99900001664');
    expect(identities.get('challenge-missed-then-approved')).toBe('99900010493');
    for (const { kind, identity } of catalogue()) expect(identity === undefined).toBe(kind === 'errors');
  });
});

describe('every scenario', () => {
  test.each(led.map((row) => [row.name, row] as const))('%s leads where it says', async (name, row) => {
    const { leadsTo } = row;
    if (leadsTo.kind !== 'status') throw new Error('only those that lead to a status');
    const { body } = await merchant.read(idOf(name));
    expect(body['status']).toBe(leadsTo.status);
    expect(body['hasIdentityChanged']).toBe(leadsTo.hasIdentityChanged);
    const outcomes = row.steps.flatMap(({ event }) =>
      event.startsWith('attempt-') ? [event.slice('attempt-'.length).replaceAll('-', '_')] : [],
    );
    expect(await outcomesOf(idOf(name))).toEqual(outcomes);
    const last = (await stepsOf(idOf(name))).at(-1);
    expect(last?.status).toBe(leadsTo.status);
    expect(last?.reasons).toEqual(['sandbox_scenario', ...(row.reasons ?? [])]);
  });

  test.each(refused.map((row) => [row.name, row.leadsTo] as const))(
    '%s refuses the create, and nothing is written',
    async (name, leadsTo) => {
      if (leadsTo.kind !== 'refused') throw new Error('only those that are refused');
      const { code } = leadsTo;
      const orderNumber = `refused-${code}`;
      const { status, body, headers } = await createBy(merchant, name, { orderNumber });
      const entry = errorCatalogue[code as keyof typeof errorCatalogue];
      expect(status).toBe(entry.status);
      expect(body).toEqual({ code, message: entry.message });
      expect(headers.get('retry-after')).toBe(entry.retryAfterSeconds?.toString() ?? null);
      const found = await merchant.list({ orderNumber });
      expect(found.body['transactions']).toEqual([]);
    },
  );
});

describe('an approval', () => {
  test('has a receipt of no engine, and no picture', async () => {
    const { status, body } = await merchant.call('readReceipt', { id: idOf('approved') });
    expect(status).toBe(200);
    const [, payload = ''] = String(body['receipt']).split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).toMatchObject({
      reasons: ['sandbox_scenario'],
      engineVersion: 'sandbox',
      captures: [],
      consent: null,
    });
  });

  test('leaves no face behind', async () => {
    const faces = await service.service.database.db
      .selectFrom('face_templates')
      .select('template_id')
      .where('tenant_id', '=', merchant.tenant.tenantId)
      .execute();
    expect(faces).toEqual([]);
  });
});

describe('a scenario is chosen', () => {
  test('by its identity where no header does', async () => {
    const wanted = catalogue().filter(({ name }) =>
      ['unknown-share', 'canceled', 'webhook-twice'].includes(name),
    );
    for (const { identity, status } of wanted) {
      const id = String((await merchant.create({ identity })).body['id']);
      await settle(service, clock);
      expect((await merchant.read(id)).body['status']).toBe(status);
    }
    const ended = catalogue().find(({ name }) => name === 'fast-inconclusive');
    const { body } = await merchant.create({ identity: ended?.identity });
    expect(body).toEqual({ id: body['id'], status: 'fast-inconclusive' });
  });

  test('by the header before the identity', async () => {
    const identity = catalogue().find(({ name }) => name === 'canceled')?.identity;
    const id = String((await createBy(merchant, 'expired', { identity })).body['id']);
    await settle(service, clock);
    expect((await merchant.read(id)).body['status']).toBe('expired');
  });

  test('once for an idempotency key', async () => {
    const changes = { orderNumber: 'once', identity: { key: 'cpf', value: '52998224725' } };
    const send = () => createBy(merchant, 'canceled', changes, { 'idempotency-key': 'once' });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    await settle(service, clock);
    expect((await merchant.read(String(first.body['id']))).body['status']).toBe('canceled');
  });

  test('createTransaction 400: by no other name', async () => {
    for (const name of ['nothing', 'Approved', '', 'x'.repeat(500), 'constructor']) {
      const { status, body } = await createBy(merchant, name);
      expect([status, body['code']]).toEqual([400, '40090']);
      expect(body['message']).toContain('scenario');
    }
  });

  test('and gives way to what the merchant does', async () => {
    const id = String((await createBy(merchant, 'approved-after-30-seconds')).body['id']);
    await merchant.cancel(id);
    clock.advanceSeconds(31);
    await settle(service, clock);
    expect((await merchant.read(id)).body).toEqual({ status: 'canceled' });
  });
});
