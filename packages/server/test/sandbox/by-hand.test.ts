import {
  errorCatalogue,
  oauthErrorCatalogue,
  SCENARIO_RUNS_PER_MINUTE,
  type ScenarioRun,
} from '@titular/contract';
import type { ScenarioEnd, ScenarioRow } from '@titular/server/sandbox/catalogue/scenario.ts';
import { catalogue, scenarios } from '@titular/server/sandbox/catalogue/scenarios.ts';
import { changeSettings, parseSettings } from '@titular/server/settings/index.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { createManualClock, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';
import { checked, type Merchant, newMerchant } from '../transactions/api.ts';
import { settle } from './sandbox-fixture.ts';

const clock = createManualClock();
const runs = new Map<string, ScenarioRun>();

let service: TestService;
let merchant: Merchant;
let developer: PasskeyPerson;

const inTenant = () => ({ tenant_id: merchant.tenant.tenantId });
const run = (scenario: string, idempotencyKey?: string, company = merchant.tenant.companyId as string) =>
  developer.browser.send(
    'runPortalScenario',
    { params: inTenant(), body: { scenario, company } },
    idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } },
  );
const runOf = (name: string): ScenarioRun => runs.get(name) ?? { scenario: '', replies: [] };

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
  developer = await addMember(service, merchant.tenant.tenantId, { role: 'developer' });
  for (const [index, { name }] of scenarios.entries()) {
    // A tenant runs so many a minute.
    if (index > 0 && index % SCENARIO_RUNS_PER_MINUTE === 0) {
      await settle(service, clock);
      clock.advanceSeconds(61);
    }
    runs.set(name, (await run(name)).body as ScenarioRun);
  }
  const offsets = scenarios.flatMap(({ steps }) => steps.map(({ afterSeconds }) => afterSeconds));
  let passed = 0;
  for (const offset of [...new Set(offsets)].sort((one, other) => one - other)) {
    clock.advanceSeconds(offset - passed);
    passed = offset;
    await settle(service, clock);
  }
}, 720_000);
afterAll(() => service?.close());

/** What came of a run, in the shape of the catalogue's end. */
async function endOf(row: ScenarioRow): Promise<ScenarioEnd | undefined> {
  const { transactionId, processId, replies } = runOf(row.name);
  const [first, second] = replies;
  if (row.leadsTo.kind === 'status') {
    const { body } = await merchant.read(transactionId ?? '');
    const changed = body['hasIdentityChanged'] as boolean | undefined;
    const status = body['status'] as Extract<ScenarioEnd, { kind: 'status' }>['status'];
    return { kind: 'status', status, ...(changed === undefined ? {} : { hasIdentityChanged: changed }) };
  }
  if (row.leadsTo.kind === 'process') {
    const headers = { authorization: `Bearer ${merchant.token}` };
    const response = await fetch(`${service.url}/client/v1/process/${processId}`, { headers });
    const { body } = await checked('readProcess', response);
    const { result, authenticationInfo: found } = body['process'] as never as {
      result: 'PROCESS_RESULT_OK';
      authenticationInfo: { livenessResult: never; authenticationResult: never };
    };
    const { livenessResult: liveness, authenticationResult: authentication } = found;
    return { kind: 'process', result, liveness, authentication };
  }
  if (row.leadsTo.kind === 'token-refused')
    return first?.status === oauthErrorCatalogue[row.leadsTo.subCode].httpStatus || first?.status === 401
      ? { kind: 'token-refused', subCode: first.code as never }
      : undefined;
  const { code } = row.leadsTo;
  if (first?.status !== errorCatalogue[code].status) return undefined;
  return { kind: 'refused', code: first.code as never, isServedNext: second?.status === 200 };
}

describe('a scenario that somebody runs in the portal', () => {
  test('is listed as the API lists it', async () => {
    const listed = await developer.browser.call('listPortalScenarios', { params: inTenant() });
    expect(listed).toEqual({ scenarios: catalogue() });
  });

  test.each(scenarios.map((row) => [row.name, row] as const))(
    '%s ends as the catalogue says (P9)',
    async (_name, row) => {
      expect(await endOf(row)).toEqual(row.leadsTo);
    },
  );

  test('is told with its name to the audit log, in the name of who ran it', async () => {
    const entries = await service.service.database.db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'after'])
      .where('action', 'in', ['transaction.create', 'process.create', 'sandbox.refusal'])
      .where('actor', '=', `user:${developer.userId}`)
      .execute();
    const told = new Map(
      entries.map(({ action, after }) => [(after as { scenario: string }).scenario, action]),
    );
    expect(told.get('approved')).toBe('transaction.create');
    expect(told.get('process-finished')).toBe('process.create');
    expect(told.get('error-50001')).toBe('sandbox.refusal');
    expect([...told.keys()].toSorted()).toEqual(scenarios.map(({ name }) => name).toSorted());
  });

  test.each(['approved', 'process-finished', 'error-50001-then-served'])(
    '%s creates once for a press that is sent twice',
    async (scenario) => {
      const key = crypto.randomUUID();
      const idsOf = async (): Promise<unknown> => {
        const { transactionId, processId } = (await run(scenario, key)).body as ScenarioRun;
        return transactionId ?? processId;
      };
      const first = await idsOf();
      expect(first).toBeDefined();
      expect(await idsOf()).toBe(first);
    },
  );

  test('takes nothing from the budget of the API: it runs where that is used up (P45)', async () => {
    const busy = await newMerchant(service);
    const { tenantId, companyId } = busy.tenant;
    const limits = parseSettings(
      'tenant',
      new Map([
        ['rate-per-second', '1'],
        ['rate-burst', '1'],
      ]),
    );
    await changeSettings({ ...operatorOf(service), clock }, { kind: 'tenant', tenantId }, limits);
    const person = await addMember(service, tenantId, { role: 'developer' });
    for (const scenario of ['approved', 'process-finished', 'error-50001']) {
      await eventually(async () => expect((await busy.call('listScenarios')).status).toBe(429));
      const body = { scenario, company: companyId };
      const reply = await person.browser.send('runPortalScenario', { params: { tenant_id: tenantId }, body });
      expect(outcomeOf(reply)).toBe('200');
    }
  });
});

describe('a run or a step is refused', () => {
  test('with 40090 by a name that no scenario has', async () => {
    expect(outcomeOf(await run('approved-tomorrow'))).toBe('40090');
  });

  test('with 40404 for a company of another tenant, or out of scope (P33)', async () => {
    const { tenantId } = merchant.tenant;
    const second = await createCompany({ ...operatorOf(service), clock }, tenantId, { name: 'Second' });
    const narrow = await addMember(service, tenantId, { role: 'developer', companies: [second] });
    const other = await newMerchant(service);
    for (const scenario of ['approved', 'process-finished', 'error-50001']) {
      expect(outcomeOf(await run(scenario, undefined, other.tenant.companyId))).toBe('40404');
      const body = { scenario, company: merchant.tenant.companyId };
      const reply = await narrow.browser.send('runPortalScenario', { params: inTenant(), body });
      expect(outcomeOf(reply)).toBe('40404');
    }
  });

  test('with 40420 of a transaction that the person does not see, and with 40092 where it cannot be taken (P7, P33)', async () => {
    const step = (transaction_id: string) =>
      developer.browser.send('stepPortalTransaction', {
        params: { ...inTenant(), transaction_id },
        body: { event: 'approve' },
      });
    const foreign = String((await (await newMerchant(service)).create()).body['id']);
    expect(outcomeOf(await step(foreign))).toBe('40420');
    expect(outcomeOf(await step('x'))).toBe('40420');
    const own = String((await merchant.create()).body['id']);
    expect(outcomeOf(await step(own))).toBe('200');
    expect(outcomeOf(await step(own))).toBe('40092');
    const entries = await service.service.database.db
      .selectFrom('audit_log')
      .select(['action', 'actor'])
      .where('subject', '=', `transaction/${own}`)
      .execute();
    expect(entries).toEqual([{ action: 'sandbox.step', actor: `user:${developer.userId}` }]);
  });
});
