import { changeProcess } from '@titular/server/processes/change/change-process.ts';
import { catalogue } from '@titular/server/sandbox/catalogue/scenarios.ts';
import type { TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readProcess, reusing, startProcess, stepsOf } from '../processes/process-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { cpfOf, startBy } from './process-scenario-fixture.ts';
import { createBy, outliveLooks, type Production, startProduction } from './sandbox-fixture.ts';

let running: Production;
let production: TestService;
let merchant: Merchant;
beforeAll(async () => {
  running = await startProduction();
  production = running.service;
  merchant = await newMerchant(production);
});
afterAll(() => running.close());

const db = () => production.service.database.db;

test('createProcess 400: refuses the header instead of ignoring it, and starts nothing', async () => {
  for (const name of ['process-finished', 'approved', 'nothing']) {
    const { status, body } = await startBy(production, merchant, name);
    expect([status, body['code']]).toEqual([400, '40091']);
  }
  expect(await db().selectFrom('processes').select('process_id').execute()).toEqual([]);
});

test('takes every identity of a process for what it is', async () => {
  for (const { kind, identity } of catalogue()) {
    if (kind !== 'processes' || !identity) continue;
    const { id } = await startProcess(merchant, identity.value);
    expect((await readProcess(merchant, id)).state).toBe('PROCESS_STATE_CREATED');
  }
  expect(await db().selectFrom('sandbox_runs').select('scenario').execute()).toEqual([]);
});

test('createTransaction 400: uses no process without pictures and takes no step of one, whatever stands in the tables', async () => {
  const { tenantId } = merchant.tenant;
  const begin = async (cpf: string, nextStep: number): Promise<string> => {
    const { id } = await startProcess(merchant, cpf);
    const run = { scenario: 'process-finished', started_at: new Date(0), due_at: new Date(0) };
    const subject = { subject_kind: 'process', subject_id: asId(id) } as const;
    const row = { ...run, ...subject, tenant_id: tenantId, next_step: nextStep };
    await db().insertInto('sandbox_runs').values(row).execute();
    return id;
  };
  const waiting = await begin(cpfOf('process-finished'), 0);
  const cpf = cpfOf('process-decided-after-30-seconds');
  const led = await begin(cpf, 1);
  await db()
    .transaction()
    .execute((trx) =>
      changeProcess(trx, tenantId, asId(led), {
        event: 'approve',
        actor: 'service',
        reasons: ['sandbox_scenario'],
        at: new Date(),
      }),
    );
  const { status, body } = await merchant.create(reusing(led, cpf));
  expect([status, body['code']]).toEqual([400, '40036']);
  expect((await createBy(merchant, 'approved', reusing(led, cpf))).body['code']).toBe('40091');
  await outliveLooks(production);
  expect((await stepsOf(merchant, waiting)).map(({ event }) => event)).toEqual(['create']);
});
