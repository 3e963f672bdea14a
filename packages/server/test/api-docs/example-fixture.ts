import { PLACEHOLDERS, type Placeholder } from '@titular/contract';
import { changeProcess } from '@titular/server/processes/change/change-process.ts';
import type { ProcessEvent } from '@titular/server/processes/process.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { changeStatus } from '@titular/server/transactions/change/change-status.ts';
import type { TransactionEvent } from '@titular/server/transactions/transaction.ts';
import { operatorOf, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { newAssertion } from '../access-tokens/assertions.ts';
import { nextTake, openCamera } from '../captures/phone.ts';
import { finishedAgo, finishProcess, reusing, startProcess } from '../processes/process-fixture.ts';
import { newReferenceBody } from '../references/reference-fixture.ts';
import type { Merchant } from '../transactions/api.ts';
import { eventOf, finish, register } from '../webhooks/log-fixture.ts';

/** Where an example is carried out: a service, and a tenant that has nothing but what the example's placeholders stand for. */
export type ExampleFixture = { service: TestService; merchant: Merchant };

type MakeReal = (fixture: ExampleFixture) => Promise<string>;

const CARD = { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva', expirationDate: '12/39' };
const SAME = { identity: { key: 'cpf', value: '52998224725' }, card: CARD };

const createOne = async ({ merchant }: ExampleFixture, changes: object = {}): Promise<string> =>
  String((await merchant.create({ ...changes })).body['id']);

async function createMoved(fixture: ExampleFixture, events: readonly TransactionEvent[]): Promise<string> {
  const { service, merchant } = fixture;
  const id = await createOne(fixture);
  for (const event of events) {
    const transition = { event, actor: 'service', at: new Date(), hasIdentityChanged: false } as const;
    await service.service.database.db
      .transaction()
      .execute((trx) => changeStatus(trx, merchant.tenant.tenantId, asId(id), transition));
  }
  return id;
}

async function createCompanyWith(
  { service, merchant }: ExampleFixture,
  settings:
    | { maximum_value: string }
    | { process_reuse: 'once' }
    | { module: 'pre'; template_policy: 'require-reference' },
): Promise<string> {
  const companyId = await createCompany(operatorOf(service), merchant.tenant.tenantId, {
    name: 'Other Shop',
  });
  await service.service.database.db
    .updateTable('companies')
    .set(settings)
    .where('company_id', '=', companyId)
    .execute();
  return companyId;
}

async function createEndpoint({ merchant }: ExampleFixture, changes: object = {}): Promise<string> {
  const body = { company: merchant.tenant.companyId, url: 'https://shop.example/webhooks', ...changes };
  return String((await merchant.call('createWebhookEndpoint', { body })).body['id']);
}

/** An event whose one delivery failed: nobody listens at the address of its endpoint. */
async function failDelivery(
  { service, merchant }: ExampleFixture,
  isOn: boolean,
): Promise<{ event: string; endpoint: string; delivery: string }> {
  const address = 'http://127.0.0.1:1/';
  const { endpointId } = await register(service, merchant, address, { maximumAttempts: 1 });
  const { id } = await eventOf(merchant, await finish(merchant));
  const delivery = await eventually(async () => {
    const { body } = await merchant.call('listDeliveries', { id: endpointId, query: { state: 'failed' } });
    const [failed] = body['deliveries'] as { id: string }[];
    if (!failed) throw new Error('it has not failed yet');
    return failed.id;
  });
  if (!isOn)
    await service.service.database.db
      .updateTable('webhook_endpoints')
      .set({ enabled: false })
      .where('endpoint_id', '=', endpointId)
      .execute();
  return { event: id, endpoint: endpointId, delivery };
}

const EXAMPLE_CPF = SAME.identity.value;
const EXAMPLE_PROCESS = { callbackUri: 'https://shop.example/welcome' };

const finishOne = async ({ service, merchant }: ExampleFixture): Promise<string> =>
  (await finishProcess(service, merchant, { cpf: EXAMPLE_CPF, changes: EXAMPLE_PROCESS })).id;

async function moveProcess({ service, merchant }: ExampleFixture, event: ProcessEvent): Promise<string> {
  const { id } = await startProcess(merchant, EXAMPLE_CPF, EXAMPLE_PROCESS);
  const found = {
    liveness: 'LIVENESS_RESULT_LIVE',
    authentication: 'AUTHENTICATION_RESULT_POSITIVE',
  } as const;
  const transition = { event, actor: 'service', at: new Date(), ...found } as const;
  await service.service.database.db
    .transaction()
    .execute((trx) => changeProcess(trx, merchant.tenant.tenantId, asId(id), transition));
  return id;
}

/** What each placeholder stands for, made when an example has it. */
const makers: Readonly<Record<Placeholder, MakeReal>> = {
  company: async ({ merchant }) => merchant.tenant.companyId,
  companyWithLimit: (fixture) => createCompanyWith(fixture, { maximum_value: '500' }),
  companyThatChecks: (fixture) =>
    createCompanyWith(fixture, { module: 'pre', template_policy: 'require-reference' }),
  waitingTransaction: (fixture) => createOne(fixture),
  processingTransaction: (fixture) => createMoved(fixture, ['capture-finished']),
  approvedTransaction: (fixture) => createMoved(fixture, ['capture-finished', 'approve']),
  canceledTransaction: async (fixture) => {
    const id = await createOne(fixture);
    await fixture.merchant.cancel(id);
    return id;
  },
  provedTransaction: async (fixture) => {
    const id = await createMoved(fixture, ['capture-finished']);
    const decision = { reasons: ['live'], engineVersion: 'engine-1', matchThreshold: 0.5 };
    const approval = { event: 'approve', actor: 'service', at: new Date(), decision } as const;
    const { tenantId } = fixture.merchant.tenant;
    await fixture.service.service.database.db
      .transaction()
      .execute((trx) => changeStatus(trx, tenantId, asId(id), approval));
    return id;
  },
  capturedTransaction: async ({ service, merchant }) => {
    const { id, phone, attempt } = await openCamera(service, merchant);
    await phone.frame(attempt.attemptId, 0, await poseFrame('a', 'front', { take: nextTake() }));
    return id;
  },
  waitingProcess: async ({ merchant }) => (await startProcess(merchant, EXAMPLE_CPF, EXAMPLE_PROCESS)).id,
  finishedProcess: (fixture) => moveProcess(fixture, 'approve'),
  capturedProcess: (fixture) => finishOne(fixture),
  oldProcess: async (fixture) => {
    const id = await moveProcess(fixture, 'approve');
    await finishedAgo(fixture.service, id, 3_660);
    return id;
  },
  failedProcess: (fixture) => moveProcess(fixture, 'reject'),
  erasedProcess: async (fixture) => {
    const id = await moveProcess(fixture, 'approve');
    const body = { identity: SAME.identity };
    await fixture.merchant.call('eraseIdentity', { body });
    return id;
  },
  usedProcess: async (fixture) => {
    const id = await finishOne(fixture);
    await fixture.merchant.create(reusing(id, EXAMPLE_CPF));
    return id;
  },
  companyThatUsesOnce: (fixture) => createCompanyWith(fixture, { process_reuse: 'once' }),
  event: async (fixture) => (await failDelivery(fixture, true)).event,
  failingEndpoint: async (fixture) => (await failDelivery(fixture, true)).endpoint,
  endpointThatIsOff: async (fixture) => (await failDelivery(fixture, false)).endpoint,
  delivery: async (fixture) => (await failDelivery(fixture, true)).delivery,
  deliveryThatIsOff: async (fixture) => (await failDelivery(fixture, false)).delivery,
  hourAgo: async () => new Date(Date.now() - 3_600_000).toISOString(),
  erasure: async ({ merchant }) => {
    const body = { identity: { key: 'cpf', value: '52998224725' } };
    return String((await merchant.call('eraseIdentity', { body })).body['id']);
  },
  photograph: async () => (await poseFrame('a', 'front')).toString('base64'),
  reference: async ({ merchant }) =>
    String((await merchant.call('createFaceReference', { body: await newReferenceBody('a') })).body['id']),
  endpoint: (fixture) => createEndpoint(fixture),
  disabledEndpoint: async (fixture) => {
    const id = await createEndpoint(fixture);
    await fixture.merchant.call('changeWebhookEndpoint', { id, body: { enabled: false } });
    return id;
  },
  rotatedEndpoint: async (fixture) => {
    const id = await createEndpoint(fixture);
    await fixture.merchant.call('rotateWebhookSecret', { id, body: {} });
    return id;
  },
  signedEndpoint: (fixture) =>
    createEndpoint(fixture, { authentication: { kind: 'basic', user: 'titular', password: 'password' } }),
  refusedRequest: async ({ merchant }) => {
    const { headers } = await merchant.read('019aa3c5-0000-7000-8000-000000000000');
    const requestId = String(headers.get('x-request-id'));
    await eventually(async () => {
      const { body } = await merchant.call('listCalls', { query: { requestId } });
      if ((body['calls'] as unknown[]).length === 0) throw new Error('not written yet');
    });
    return requestId;
  },
  openOrderNumber: async (fixture) => {
    await createOne(fixture, { ...SAME, orderNumber: PLACEHOLDERS.openOrderNumber });
    return PLACEHOLDERS.openOrderNumber;
  },
  usedIdempotencyKey: async ({ merchant }) => {
    const body = JSON.stringify({ ...SAME, orderNumber: 'another', company: merchant.tenant.companyId });
    await merchant.createRaw(body, { 'idempotency-key': PLACEHOLDERS.usedIdempotencyKey });
    return PLACEHOLDERS.usedIdempotencyKey;
  },
  listedOrderPrefix: async (fixture) => {
    for (const last of ['01', '02'])
      await createOne(fixture, { orderNumber: PLACEHOLDERS.listedOrderPrefix + last });
    return PLACEHOLDERS.listedOrderPrefix;
  },
  accessToken: async ({ merchant }) => merchant.token,
  assertion: async ({ service, merchant }) => newAssertion(service, merchant.tenant),
  clientId: async ({ merchant }) => merchant.tenant.clientId,
  clientSecret: async ({ merchant }) => merchant.tenant.clientSecret,
};

const placeholderOf = new Map(
  Object.entries(PLACEHOLDERS).map(([name, text]) => [text as string, name as Placeholder]),
);

/** The value with something real in the place of each text that is a placeholder as a whole. */
export async function makeReal(fixture: ExampleFixture, value: unknown): Promise<unknown> {
  if (typeof value === 'string') {
    const name = placeholderOf.get(value);
    return name ? makers[name](fixture) : value;
  }
  if (Array.isArray(value)) return Promise.all(value.map((one) => makeReal(fixture, one)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([name, one]) => [name, await makeReal(fixture, one)]);
  return Object.fromEntries(await Promise.all(entries));
}
