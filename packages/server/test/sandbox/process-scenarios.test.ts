import type { ScenarioRow } from '@titular/server/sandbox/catalogue/scenario.ts';
import { catalogue, scenarios } from '@titular/server/sandbox/catalogue/scenarios.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { startFakeIdentityPlatform } from '@titular/test-kit/services/fake-identity-platform.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readProcess, startProcess, stepsOf } from '../processes/process-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { register } from '../webhooks/log-fixture.ts';
import { cpfOf, idOf, startBy } from './process-scenario-fixture.ts';
import { createBy, settle } from './sandbox-fixture.ts';

const clock = createManualClock();
const led = scenarios.filter(({ leadsTo }) => leadsTo.kind === 'process');
const byHeader = new Map<string, string>();
const byCpf = new Map<string, string>();

let service: TestService;
let receiver: WebhookReceiver;
let merchant: Merchant;

/** Takes every step of scenarios that began now. */
async function takeAllSteps(): Promise<void> {
  const offsets = led.flatMap(({ steps }) => steps.map(({ afterSeconds }) => afterSeconds));
  let passed = 0;
  for (const offset of [...new Set(offsets)].sort((one, other) => one - other)) {
    clock.advanceSeconds(offset - passed);
    passed = offset;
    await settle(service, clock);
  }
}

beforeAll(async () => {
  service = await startTestService({ clock });
  receiver = await startWebhookReceiver();
  merchant = await newMerchant(service);
  receiver.trust((await register(service, merchant, receiver.url)).secret);
  for (const { name } of led) {
    byHeader.set(name, idOf(await startBy(service, merchant, name)));
    byCpf.set(name, (await startProcess(merchant, cpfOf(name))).id);
  }
  await takeAllSteps();
}, 360_000);
afterAll(async () => {
  await receiver.close();
  await service.close();
});

const outcomesOf = async (processId: string): Promise<(string | null)[]> => {
  const rows = await service.service.database.db
    .selectFrom('capture_attempts')
    .select('outcome')
    .where('subject_id', '=', asId(processId))
    .orderBy('number')
    .execute();
  return rows.map(({ outcome }) => outcome);
};

const runsOf = (id: string) =>
  service.service.database.db
    .selectFrom('sandbox_runs')
    .select('scenario')
    .where('subject_id', '=', asId(id))
    .execute();

async function expectEnd(id: string, { leadsTo, reasons = [], steps }: ScenarioRow): Promise<void> {
  if (leadsTo.kind !== 'process') throw new Error('only those that lead a process');
  const { liveness, authentication, result } = leadsTo;
  const state = /EXPIRED|ERROR/.test(result) ? 'PROCESS_STATE_FAILED' : 'PROCESS_STATE_FINISHED';
  expect(await readProcess(merchant, id)).toMatchObject({
    state,
    result,
    authenticationInfo: { livenessResult: liveness, authenticationResult: authentication },
  });
  const history = await stepsOf(merchant, id);
  expect(history.at(-1)).toMatchObject({ state, reasons: ['sandbox_scenario', ...reasons] });
  for (const { actor, event } of history)
    expect(['person', 'service', ...(event === 'create' ? ['merchant'] : [])]).toContain(actor);
  const outcomes = steps.flatMap(({ event }) =>
    event.startsWith('attempt-') ? [event.slice('attempt-'.length).replaceAll('-', '_')] : [],
  );
  expect(await outcomesOf(id)).toEqual(outcomes);
  const type = state === 'PROCESS_STATE_FINISHED' ? 'process.finished' : 'process.failed';
  await eventually(() => {
    const told = receiver.deliveries.filter(({ body }) => body.includes(id));
    expect(told.map(({ event, refusal }) => [event?.type, refusal])).toEqual([[type, undefined]]);
  });
}

describe('every scenario of a process leads where it says', () => {
  test.each(led.map((row) => [row.name, row] as const))('%s, by its name', (name, row) =>
    expectEnd(byHeader.get(name) ?? '', row),
  );

  test.each(led.map((row) => [row.name, row] as const))('%s, by its CPF', (name, row) =>
    expectEnd(byCpf.get(name) ?? '', row),
  );

  test('and every result and finding that a process can have is led to', () => {
    const found = led.flatMap(({ leadsTo }) =>
      leadsTo.kind === 'process' ? [leadsTo.result, leadsTo.liveness, leadsTo.authentication] : [],
    );
    expect([...new Set(found)].sort()).toEqual([
      'AUTHENTICATION_RESULT_INCONCLUSIVE',
      'AUTHENTICATION_RESULT_NEGATIVE',
      'AUTHENTICATION_RESULT_POSITIVE',
      'AUTHENTICATION_RESULT_UNSPECIFIED',
      'LIVENESS_RESULT_LIVE',
      'LIVENESS_RESULT_NOT_LIVE',
      'LIVENESS_RESULT_UNSPECIFIED',
      'PROCESS_RESULT_ERROR',
      'PROCESS_RESULT_EXPIRED',
      'PROCESS_RESULT_INVALID_IDENTITY',
      'PROCESS_RESULT_OK',
    ]);
  });

  test('listScenarios 200: with its end, the CPF that chooses it and what a card after it follows', async () => {
    const { body } = await merchant.call('listScenarios');
    const listed = (body['scenarios'] as { name: string }[]).find(
      ({ name }) => name === 'process-finished-card-inconclusive',
    );
    expect(listed).toEqual({
      name: 'process-finished-card-inconclusive',
      kind: 'processes',
      meaning: 'The person is the one with the identity; a card that uses the process is inconclusive.',
      identity: { key: 'cpf', value: cpfOf('process-finished-card-inconclusive') },
      operations: ['createProcess'],
      steps: [{ afterSeconds: 0, event: 'approve' }],
      processResult: 'PROCESS_RESULT_OK',
      livenessResult: 'LIVENESS_RESULT_LIVE',
      authenticationResult: 'AUTHENTICATION_RESULT_POSITIVE',
      reusedAs: 'inconclusive',
    });
    for (const { kind, reusedAs, processResult } of catalogue())
      expect(reusedAs !== undefined).toBe(kind === 'processes' && processResult === 'PROCESS_RESULT_OK');
  });

  test('readProcessSelfie 404: and no picture is there of any', async () => {
    const id = byHeader.get('process-finished') ?? '';
    const { status, body } = await merchant.call('readProcessSelfie', { id, query: { reason: 'ticket-1' } });
    expect([status, body['code']]).toEqual([404, '40412']);
    const faces = await service.service.database.db
      .selectFrom('face_templates')
      .select('template_id')
      .where('tenant_id', '=', merchant.tenant.tenantId)
      .execute();
    expect(faces).toEqual([]);
  });
});

describe('a scenario of a process is chosen', () => {
  test('once for an idempotency key', async () => {
    const options = { cpf: newCpf(), headers: { 'idempotency-key': 'process-once' } };
    const send = () => startBy(service, merchant, 'process-decided-after-30-seconds', options);
    const first = await send();
    await settle(service, clock);
    expect((await send()).body).toEqual(first.body);
    clock.advanceSeconds(30);
    await settle(service, clock);
    const events = (await stepsOf(merchant, idOf(first))).map(({ event }) => event);
    expect(events).toEqual(['create', 'capture-finished', 'approve']);
    expect(await runsOf(idOf(first))).toHaveLength(1);
  });

  test('by the name before the identity', async () => {
    const cpf = cpfOf('process-not-live');
    const id = idOf(await startBy(service, merchant, 'process-expired', { cpf }));
    await settle(service, clock);
    expect((await readProcess(merchant, id)).result).toBe('PROCESS_RESULT_EXPIRED');
  });

  test('createProcess 400: createTransaction 400: for processes alone, as those of transactions are for transactions', async () => {
    for (const name of ['approved', 'three-times-no-face', 'webhook-late', 'error-40045', 'nothing']) {
      const { status, body } = await startBy(service, merchant, name);
      expect([status, body['code']]).toEqual([400, '40090']);
    }
    const { status, body } = await createBy(merchant, 'process-finished');
    expect([status, body['code']]).toEqual([400, '40090']);
  });

  test('createProcess 200: createTransaction 200: and the identities of the others are identities like any', async () => {
    const { id } = await startProcess(merchant, cpfOf('canceled'));
    const identity = { key: 'cpf', value: cpfOf('process-finished') };
    const { body } = await merchant.create({ identity });
    expect(body['status']).toBe('waiting');
    for (const one of [id, String(body['id'])]) expect(await runsOf(one)).toEqual([]);
  });

  test('and gives way to what happens otherwise', async () => {
    const cpf = newCpf();
    const id = idOf(await startBy(service, merchant, 'process-finished-after-30-seconds', { cpf }));
    await merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value: cpf } } });
    clock.advanceSeconds(31);
    await settle(service, clock);
    expect((await readProcess(merchant, id)).result).toBe('PROCESS_RESULT_ERROR');
    expect((await stepsOf(merchant, id)).map(({ event }) => event)).toEqual(['create', 'fail']);
  });
});

test('attempts of the sandbox count for the limit of a day (R65)', async () => {
  const limited = await newMerchant(service);
  await service.service.database.db
    .updateTable('companies')
    .set({ identity_attempts_per_day: 1 })
    .where('company_id', '=', limited.tenant.companyId)
    .execute();
  const cpf = cpfOf('process-attempts-exhausted');
  await startProcess(limited, cpf);
  await takeAllSteps();
  const { id } = await startProcess(limited, cpf);
  await settle(service, clock);
  expect((await stepsOf(limited, id)).map(({ event }) => event)).toEqual(['create']);
});

test("createProcess 400: a platform of the operator's is led by no scenario: the name is refused before the platform is asked, and a CPF is an identity", async () => {
  const fake = await startFakeIdentityPlatform();
  onTestFinished(() => fake.close());
  const elsewhere = await startTestService({ env: fake.env });
  onTestFinished(() => elsewhere.close());
  const one = await newMerchant(elsewhere);
  const { status, body } = await startBy(elsewhere, one, 'process-finished');
  expect([status, body['code']]).toEqual([400, '40090']);
  expect(body['message']).toContain('another identity platform');
  expect(fake.count('/client/v1/process')).toBe(0);
  await startProcess(one, cpfOf('process-finished'));
  expect(fake.count('/client/v1/process')).toBe(1);
  const runs = await elsewhere.service.database.db.selectFrom('sandbox_runs').select('scenario').execute();
  expect(runs).toEqual([]);
});
