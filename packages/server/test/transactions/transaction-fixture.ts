import { SCENARIO_HEADER, type TransactionStatus } from '@titular/contract';
import { loadSigningKeys } from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import { createSdkTokenIssuer } from '@titular/server/captures/links/sdk-token.ts';
import { createDocumentMakers } from '@titular/server/evidence/create-evidence.ts';
import { createReceiptSigner } from '@titular/server/evidence/receipt.ts';
import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import type { Database } from '@titular/server/kernel/database/connect.ts';
import type { RouteReply } from '@titular/server/kernel/http/route.ts';
import { NO_SANDBOX } from '@titular/server/kernel/http/sandbox-port.ts';
import { createPictures } from '@titular/server/pictures/index.ts';
import { createBuiltInPlatform } from '@titular/server/processes/built-in/built-in-platform.ts';
import { changeProcess, type ProcessTransition } from '@titular/server/processes/change/change-process.ts';
import { processRoutes } from '@titular/server/processes/process-routes.ts';
import { createCourses } from '@titular/server/sandbox/catalogue/choose-scenario.ts';
import { checkDeployment } from '@titular/server/tenants/check-deployment.ts';
import { fixedMasterKeys, parseMasterKey } from '@titular/server/tenants/keys/master-key.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { createSettings } from '@titular/server/tenants/settings-cache.ts';
import { changeStatus, type Transition } from '@titular/server/transactions/change/change-status.ts';
import { transactionRoutes } from '@titular/server/transactions/transaction-routes.ts';
import { createSubscriptions } from '@titular/server/webhooks/events/subscriptions.ts';
import { newTransactionBody } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import {
  openFixture as openWebhookFixture,
  type Fixture as WebhookFixture,
} from '../webhooks/webhook-fixture.ts';

/** What a create is asked with beyond the company; with a scenario it is one of the test environment. */
type CreateRequest = { body: Record<string, unknown>; key?: string; scenario?: string };

/** The merchant's operations on one pool of connections, with nothing remembered from earlier. */
export type Operations = {
  create(request: CreateRequest): Promise<Record<string, unknown>>;
  cancel(transactionId: string): Promise<Record<string, unknown>>;
  read(transactionId: string): Promise<Record<string, unknown>>;
  change(transactionId: string, transition: Omit<Transition, 'at' | 'actor'>): Promise<unknown>;
  startProcess(request: CreateRequest): Promise<{ id: string }>;
  changeProcess(processId: string, transition: Omit<ProcessTransition, 'at' | 'actor'>): Promise<unknown>;
};

/** A database of its own without background work, so that jobs stay where they were put: a company whose creates wait, one whose creates end at once, and two endpoints for each. */
export type Fixture = Pick<
  WebhookFixture,
  'connectionString' | 'database' | 'tenantId' | 'clock' | 'listJobs' | 'masterKeyText' | 'close'
> & {
  waiting: CompanyId;
  ending: CompanyId;
  operations(database: Database): Operations;
  /** A new transaction in the status. */
  newTransaction(first: 'waiting' | 'fast-inconclusive'): Promise<string>;
};

const ISSUER = 'https://titular.example';

type Shared = WebhookFixture & {
  masterKeys: Awaited<ReturnType<typeof fixedMasterKeys>>;
  signingKeys: Awaited<ReturnType<typeof loadSigningKeys>>;
  issueSdkToken: ReturnType<typeof createSdkTokenIssuer>;
};

const links = { linkLifetimeSeconds: 1800, unopenedLinkSeconds: undefined };

function operationsOn(shared: Shared, { db }: Database): Operations {
  const { tenantId, clock, masterKeys, issueSdkToken } = shared;
  const deps = {
    db,
    clock,
    settings: createSettings(db, clock),
    tenantKeys: createTenantKeys(db, masterKeys),
    pictures: createPictures({ db, clock, objects: undefined, isForNew: false }),
    subscriptions: createSubscriptions(db, clock),
    issueSdkToken,
    publicUrl: ISSUER,
    signReceipt: createReceiptSigner(shared.signingKeys, ISSUER, 'test'),
    ...createDocumentMakers(shared.signingKeys, ISSUER),
    sandbox: NO_SANDBOX,
    cardEvidence: undefined,
    ...links,
    identityPlatform: createBuiltInPlatform({ issueSdkToken, publicUrl: ISSUER, ...links }),
  };
  const ofProduction = [...transactionRoutes(deps), ...processRoutes(deps)];
  const inTest = { ...deps, sandbox: { ...NO_SANDBOX, ...createCourses({ clock }) } };
  const ofTest = [...transactionRoutes(inTest), ...processRoutes(inTest)];
  const call = async (
    operationId: string,
    changes: object,
    routes = ofProduction,
  ): Promise<Record<string, unknown>> => {
    const route = routes.find((one) => one.operationId === operationId);
    if (route?.access !== 'token') throw new Error(`${operationId} is no operation of a merchant`);
    const request = {
      params: {},
      query: {},
      headers: {},
      body: undefined,
      requestId: '',
      sourceAddress: '',
      ...changes,
    };
    const reply: RouteReply = await route.handle(request, {
      tenantId,
      account: 'shop',
      scopes: [],
      idle: (wait) => wait(),
      budgets: {
        rate: {
          allowed: true,
          ratePerSecond: 1,
          limit: 1,
          remaining: 1,
          resetSeconds: 0,
          retryAfterSeconds: 1,
        },
        concurrency: { limit: 1, underWay: 1 },
      },
    });
    return reply.body as Record<string, unknown>;
  };
  const create = (operationId: string, { body, key, scenario }: CreateRequest) => {
    const headers = { 'idempotency-key': key, [SCENARIO_HEADER]: scenario };
    return call(operationId, { body, headers }, scenario === undefined ? ofProduction : ofTest);
  };
  const named = (transaction_id: string) => ({ params: { transaction_id } });
  return {
    create: (request) => create('createTransaction', request),
    startProcess: async (request) => {
      const answer = await create('createProcess', request);
      return answer['process'] as { id: string };
    },
    changeProcess: (id, transition) =>
      db
        .transaction()
        .execute((trx) =>
          changeProcess(trx, tenantId, asId(id), { ...transition, actor: 'service', at: clock.now() }),
        ),
    cancel: (id) => call('cancelTransaction', named(id)),
    read: (id) => call('readTransaction', named(id)),
    change: (id, transition) =>
      db
        .transaction()
        .execute((trx) =>
          changeStatus(trx, tenantId, asId(id), { ...transition, actor: 'service', at: clock.now() }),
        ),
  };
}

async function addCompany(fixture: WebhookFixture): Promise<CompanyId> {
  const companyId = await fixture.newCompany();
  for (const host of ['one', 'two']) await fixture.register(companyId, `https://${host}.example/hook`);
  return companyId;
}

/** Opens a ground. */
export async function openTransactionFixture(): Promise<Fixture> {
  const fixture = await openWebhookFixture();
  const { db } = fixture.database;
  const masterKeys = await fixedMasterKeys(parseMasterKey(fixture.masterKeyText));
  await checkDeployment(db, 'test', masterKeys);
  const signingKeys = await loadSigningKeys({ db, masterKeys, clock: fixture.clock });
  const issueSdkToken = createSdkTokenIssuer(signingKeys, ISSUER, 'test');
  const shared = { ...fixture, masterKeys, signingKeys, issueSdkToken };
  const [waiting, ending] = [await addCompany(fixture), await addCompany(fixture)];
  await db
    .updateTable('companies')
    .set({ module: 'super-pre', template_policy: 'require-reference' })
    .where('company_id', '=', ending)
    .execute();
  const operations = operationsOn(shared, fixture.database);
  const companies: Partial<Record<TransactionStatus, string>> = { waiting, 'fast-inconclusive': ending };
  return {
    ...fixture,
    waiting,
    ending,
    operations: (database) => operationsOn(shared, database),
    newTransaction: async (first) => {
      const { id } = await operations.create({ body: newTransactionBody(companies[first] ?? '') });
      return String(id);
    },
  };
}
