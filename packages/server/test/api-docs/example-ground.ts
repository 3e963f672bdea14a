import { PLACEHOLDERS, type Placeholder } from '@titular/contract';
import { changeProcess } from '@titular/server/processes/change/change-process.ts';
import type { ProcessEvent } from '@titular/server/processes/process.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { changeStatus } from '@titular/server/transactions/change/change-status.ts';
import type { TransactionEvent } from '@titular/server/transactions/transaction.ts';
import { operatorOf, type TestService } from '@titular/test-kit';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { vi } from 'vitest';
import { newAssertion } from '../access-tokens/assertions.ts';
import { nextTake, openCamera } from '../captures/phone.ts';
import { finishedAgo, finishProcess, reusing, startProcess } from '../processes/process-ground.ts';
import type { Merchant } from '../transactions/api.ts';
import { eventOf, finish, register } from '../webhooks/log-ground.ts';

/** Where an example is carried out: a service, and a tenant that has nothing but what the example's placeholders stand for. */
export type ExampleGround = { service: TestService; merchant: Merchant };

type MakeReal = (ground: ExampleGround) => Promise<string>;

const CARD = { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva', expirationDate: '12/39' };
const SAME = { identity: { key: 'cpf', value: '52998224725' }, card: CARD };

const createOne = async ({ merchant }: ExampleGround, changes: object = {}): Promise<string> =>
  String((await merchant.create({ ...changes })).body['id']);

async function createMoved(ground: ExampleGround, events: readonly TransactionEvent[]): Promise<string> {
  const { service, merchant } = ground;
  const id = await createOne(ground);
  for (const event of events) {
    const happening = { event, actor: 'service', at: new Date(), hasIdentityChanged: false } as const;
    await service.service.database.db
      .transaction()
      .execute((trx) => changeStatus(trx, merchant.tenant.tenantId, id, happening));
  }
  return id;
}

async function createCompanyWith(
  { service, merchant }: ExampleGround,
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

async function createEndpoint({ merchant }: ExampleGround, changes: object = {}): Promise<string> {
  const body = { company: merchant.tenant.companyId, url: 'https://shop.example/webhooks', ...changes };
  return String((await merchant.call('createWebhookEndpoint', { body })).body['id']);
}

/** An event whose one delivery failed: nobody listens at the address of its endpoint. */
async function failDelivery(
  { service, merchant }: ExampleGround,
  isOn: boolean,
): Promise<{ event: string; endpoint: string; delivery: string }> {
  const address = 'http://127.0.0.1:1/';
  const { endpointId } = await register(service, merchant, address, { maximumAttempts: 1 });
  const { id } = await eventOf(merchant, await finish(merchant));
  const delivery = await vi.waitFor(async () => {
    const { body } = await merchant.call('listDeliveries', { id: endpointId, query: { state: 'failed' } });
    const [failed] = body['deliveries'] as { id: string }[];
    if (!failed) throw new Error('it has not failed yet');
    return failed.id;
  }, 10_000);
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

const finishOne = async ({ service, merchant }: ExampleGround): Promise<string> =>
  (await finishProcess(service, merchant, { cpf: EXAMPLE_CPF, changes: EXAMPLE_PROCESS })).id;

async function moveProcess({ service, merchant }: ExampleGround, event: ProcessEvent): Promise<string> {
  const { id } = await startProcess(merchant, EXAMPLE_CPF, EXAMPLE_PROCESS);
  const found = {
    liveness: 'LIVENESS_RESULT_LIVE',
    authentication: 'AUTHENTICATION_RESULT_POSITIVE',
  } as const;
  const happening = { event, actor: 'service', at: new Date(), ...found } as const;
  await service.service.database.db
    .transaction()
    .execute((trx) => changeProcess(trx, merchant.tenant.tenantId, id, happening));
  return id;
}

/** What each placeholder stands for, made when an example has it. */
const makers: Readonly<Record<Placeholder, MakeReal>> = {
  company: async ({ merchant }) => merchant.tenant.companyId,
  companyWithLimit: (ground) => createCompanyWith(ground, { maximum_value: '500' }),
  companyThatChecks: (ground) =>
    createCompanyWith(ground, { module: 'pre', template_policy: 'require-reference' }),
  waitingTransaction: (ground) => createOne(ground),
  processingTransaction: (ground) => createMoved(ground, ['capture-finished']),
  approvedTransaction: (ground) => createMoved(ground, ['capture-finished', 'approve']),
  canceledTransaction: async (ground) => {
    const id = await createOne(ground);
    await ground.merchant.cancel(id);
    return id;
  },
  provedTransaction: async (ground) => {
    const id = await createMoved(ground, ['capture-finished']);
    const decision = { reasons: ['live'], engineVersion: 'engine-1', matchThreshold: 0.5 };
    const approval = { event: 'approve', actor: 'service', at: new Date(), decision } as const;
    const { tenantId } = ground.merchant.tenant;
    await ground.service.service.database.db
      .transaction()
      .execute((trx) => changeStatus(trx, tenantId, id, approval));
    return id;
  },
  capturedTransaction: async ({ service, merchant }) => {
    const { id, phone, attempt } = await openCamera(service, merchant);
    await phone.frame(attempt.attemptId, 0, await poseFrame('a', 'front', { take: nextTake() }));
    return id;
  },
  waitingProcess: async ({ merchant }) => (await startProcess(merchant, EXAMPLE_CPF, EXAMPLE_PROCESS)).id,
  finishedProcess: (ground) => moveProcess(ground, 'approve'),
  capturedProcess: (ground) => finishOne(ground),
  oldProcess: async (ground) => {
    const id = await moveProcess(ground, 'approve');
    await finishedAgo(ground.service, id, 3_660);
    return id;
  },
  failedProcess: (ground) => moveProcess(ground, 'reject'),
  erasedProcess: async (ground) => {
    const id = await moveProcess(ground, 'approve');
    const body = { identity: SAME.identity };
    await ground.merchant.call('eraseIdentity', { body });
    return id;
  },
  usedProcess: async (ground) => {
    const id = await finishOne(ground);
    await ground.merchant.create(reusing(id, EXAMPLE_CPF));
    return id;
  },
  companyThatUsesOnce: (ground) => createCompanyWith(ground, { process_reuse: 'once' }),
  event: async (ground) => (await failDelivery(ground, true)).event,
  failingEndpoint: async (ground) => (await failDelivery(ground, true)).endpoint,
  endpointThatIsOff: async (ground) => (await failDelivery(ground, false)).endpoint,
  delivery: async (ground) => (await failDelivery(ground, true)).delivery,
  deliveryThatIsOff: async (ground) => (await failDelivery(ground, false)).delivery,
  hourAgo: async () => new Date(Date.now() - 3_600_000).toISOString(),
  erasure: async ({ merchant }) => {
    const body = { identity: { key: 'cpf', value: '52998224725' } };
    return String((await merchant.call('eraseIdentity', { body })).body['id']);
  },
  endpoint: (ground) => createEndpoint(ground),
  disabledEndpoint: async (ground) => {
    const id = await createEndpoint(ground);
    await ground.merchant.call('changeWebhookEndpoint', { id, body: { enabled: false } });
    return id;
  },
  rotatedEndpoint: async (ground) => {
    const id = await createEndpoint(ground);
    await ground.merchant.call('rotateWebhookSecret', { id, body: {} });
    return id;
  },
  signedEndpoint: (ground) =>
    createEndpoint(ground, { authentication: { kind: 'basic', user: 'titular', password: 'password' } }),
  refusedRequest: async ({ merchant }) => {
    const { headers } = await merchant.read('019aa3c5-0000-7000-8000-000000000000');
    const requestId = String(headers.get('x-request-id'));
    await vi.waitFor(async () => {
      const { body } = await merchant.call('listCalls', { query: { requestId } });
      if ((body['calls'] as unknown[]).length === 0) throw new Error('not written yet');
    }, 10_000);
    return requestId;
  },
  openOrderNumber: async (ground) => {
    await createOne(ground, { ...SAME, orderNumber: PLACEHOLDERS.openOrderNumber });
    return PLACEHOLDERS.openOrderNumber;
  },
  usedIdempotencyKey: async ({ merchant }) => {
    const body = JSON.stringify({ ...SAME, orderNumber: 'another', company: merchant.tenant.companyId });
    await merchant.createRaw(body, { 'idempotency-key': PLACEHOLDERS.usedIdempotencyKey });
    return PLACEHOLDERS.usedIdempotencyKey;
  },
  listedOrderPrefix: async (ground) => {
    for (const last of ['01', '02'])
      await createOne(ground, { orderNumber: PLACEHOLDERS.listedOrderPrefix + last });
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
export async function makeReal(ground: ExampleGround, value: unknown): Promise<unknown> {
  if (typeof value === 'string') {
    const name = placeholderOf.get(value);
    return name ? makers[name](ground) : value;
  }
  if (Array.isArray(value)) return Promise.all(value.map((one) => makeReal(ground, one)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([name, one]) => [name, await makeReal(ground, one)]);
  return Object.fromEntries(await Promise.all(entries));
}
