import { newId } from '@titular/server/kernel/base/id.ts';
import { saveNode } from '@titular/server/nodes/index.ts';
import { addMember, addOperator, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf, sendAny } from './portal-calls.ts';

let service: TestService;
let tenant: TestTenant;
let operator: PasskeyPerson;

beforeAll(async () => {
  service = await startTestService();
  tenant = await addTenant(service);
  operator = await addOperator(service);
});
afterAll(() => service?.close());

const read = () => operator.browser.call('readDeployment');
const db = () => service.service.database.db;

/** Writes the row of another process, renewed so long ago, with a job and a delivery in its hands. */
async function addProcess(name: string, silentSeconds: number): Promise<void> {
  const [nodeId, dispatcher] = [newId(), newId()];
  await saveNode(db(), {
    ...{ nodeId, name, version: '9.9.9', engineVersion: 'an-engine', otherEngineVersion: undefined },
    ...{ masterKeyIds: [], skewSeconds: 0.0004, answersCalls: false, settings: {} },
    ...{ causes: ['jobs_stopped'], workNames: [`pool-${name}`, dispatcher], lagMs: 41 },
  });
  await sql`
    UPDATE nodes SET seen_at = clock_timestamp() - make_interval(secs => ${silentSeconds})
    WHERE node_id = ${nodeId}`.execute(db());
  await db()
    .insertInto('delivery_claims')
    .values({
      ...{ tenant_id: newId(), endpoint_id: newId(), delivery_id: newId() },
      ...{ process_id: dispatcher, expires_at: new Date(Date.now() + 600_000) },
    })
    .execute();
}

describe('the deployment', () => {
  test('names each process with its version, what it works on and its lag, and one that is silent for an hour (P18)', async () => {
    await addProcess('silent', 16);
    await addProcess('gone', 3_601);
    const { nodes } = await read();
    expect(nodes.map(({ name, isLive }) => [name.replace(/^.*:\d+\/\d+$/, 'own'), isLive])).toEqual([
      ['own', true],
      ['silent', false],
    ]);
    const silent = nodes.find(({ name }) => name === 'silent');
    expect(silent).toMatchObject({
      ...{ version: '9.9.9', engineVersion: 'an-engine', answersCalls: false, causes: ['jobs_stopped'] },
      ...{ lagMs: 41, jobs: 0, deliveries: 1, skewSeconds: 0 },
    });
  });

  test('has queues and database as they are', async () => {
    const before = await read();
    await sql`SELECT graphile_worker.add_job('nobody-does-this', '{}', run_at => now() - interval '90 seconds')`.execute(
      db(),
    );
    const { jobs, database, differences } = await read();
    expect(jobs.waiting).toBeGreaterThan(before.jobs.waiting);
    expect(jobs.oldestSeconds).toBeGreaterThanOrEqual(90);
    expect(differences).toEqual([]);
    expect(database.version).toMatch(/^\d+/);
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(database.connections).toBeGreaterThan(0);
    expect(database.maximumConnections).toBeGreaterThanOrEqual(database.connections);
  });

  test('has nothing of any tenant', async () => {
    const text = JSON.stringify(await read());
    for (const name of [tenant.tenantId, tenant.companyId]) expect(text).not.toContain(name);
  });

  test('is shown to no admin of a tenant (P32)', async () => {
    const { browser } = await addMember(service, tenant.tenantId, { role: 'admin' });
    expect(outcomeOf(await sendAny(browser, 'readDeployment'))).toBe('40343');
  });
});
