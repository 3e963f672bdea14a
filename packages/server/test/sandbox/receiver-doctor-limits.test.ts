import type { Examination } from '@titular/contract';
import type { EndpointId } from '@titular/server/kernel/base/id.ts';
import {
  ABANDONED_SECONDS,
  beginExamination,
} from '@titular/server/sandbox/receiver-doctor/examination-store.ts';
import { startExamination } from '@titular/server/sandbox/receiver-doctor/start-examination.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { createManualClock, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import {
  startWebhookReceiver,
  type WebhookAnswer,
  type WebhookReceiver,
} from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { register } from '../webhooks/log-fixture.ts';

const clock = createManualClock();
const silent = () => new Promise<WebhookAnswer>(() => undefined);

let service: TestService;
let merchant: Merchant;
let developer: PasskeyPerson;
const receivers: WebhookReceiver[] = [];

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
  developer = await addMember(service, merchant.tenant.tenantId, { role: 'developer' });
}, 360_000);
afterAll(async () => {
  for (const receiver of receivers) await receiver.close();
  await service?.close();
});
afterEach(() => db().deleteFrom('receiver_examinations').execute());

const db = () => service.service.database.db;
const paramsOf = (endpoint_id: string) => ({ tenant_id: merchant.tenant.tenantId, endpoint_id });
const nameOf = (endpointId: EndpointId) => ({ tenantId: merchant.tenant.tenantId, endpointId });
const examine = (id: string, { browser } = developer) =>
  browser.send('examinePortalReceiver', { params: paramsOf(id), body: {} });
const read = (id: string, { browser } = developer) =>
  browser.send('readPortalExamination', { params: paramsOf(id) });
const stateOf = async (id: string) => (await read(id)).body as Examination;

async function listen(answer?: () => WebhookAnswer | Promise<WebhookAnswer>): Promise<{
  receiver: WebhookReceiver;
  endpointId: EndpointId;
}> {
  const receiver = await startWebhookReceiver(answer ? { answer } : {});
  receivers.push(receiver);
  const { endpointId, secret } = await register(service, merchant, receiver.url);
  receiver.trust(secret);
  return { receiver, endpointId };
}

const change = (id: EndpointId, row: { enabled?: boolean; url?: string; rests_until?: Date | null }) =>
  db().updateTable('webhook_endpoints').set(row).where('endpoint_id', '=', id).execute();

const countEntries = async (id: string): Promise<number> => {
  const entries = db()
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', `webhook-endpoint/${id}`);
  return (await entries.where('action', '=', 'webhook-endpoint.examine').execute()).length;
};

describe('an examination is begun within limits (F9)', () => {
  test('holds one place of the jobs beside receivers that hang, so that the others are left to decisions', async () => {
    const hanging = [await listen(silent), await listen(silent), await listen(silent)];
    for (const { endpointId } of hanging) expect(outcomeOf(await examine(endpointId))).toBe('200');
    const arrived = () => hanging.map(({ receiver }) => receiver.deliveries.length);
    await eventually(() => expect(Math.max(...arrived())).toBe(1));
    const readJobs = async () => {
      const { rows } = await service.service.database.pool.query(
        `SELECT count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS held, count(*)::int AS jobs
         FROM graphile_worker.jobs WHERE task_identifier = 'examine-receiver'`,
      );
      return rows[0];
    };
    await eventually(async () => expect(await readJobs()).toEqual({ held: 1, jobs: 3 }));
    const fourth = await listen(silent);
    const refused = await examine(fourth.endpointId);
    expect(outcomeOf(refused)).toBe('42909');
    expect(refused.headers['retry-after']).toBe('30');
  });

  test('begins once for an endpoint, however often it is asked for, and then rests a minute', async () => {
    const { endpointId } = await listen(() => ({ status: 410 }));
    await Promise.all([examine(endpointId), examine(endpointId)]);
    expect(await countEntries(endpointId)).toBe(1);
    await beginExamination(db(), nameOf(endpointId), clock.now());
    expect(((await examine(endpointId)).body as Examination).state).toBe('running');
    expect(await countEntries(endpointId)).toBe(1);
    await change(endpointId, { rests_until: new Date(clock.now().getTime() + 90_000) });
    await db().deleteFrom('receiver_examinations').execute();
    const refused = await examine(endpointId);
    expect([outcomeOf(refused), refused.headers['retry-after']]).toEqual(['42909', '90']);
  });

  test('counts as given up after a time without a result, and can begin again', async () => {
    const { endpointId } = await listen(() => ({ status: 410 }));
    const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1_000);
    await beginExamination(db(), nameOf(endpointId), ago(ABANDONED_SECONDS - 1));
    expect((await stateOf(endpointId)).state).toBe('running');
    await beginExamination(db(), nameOf(endpointId), ago(ABANDONED_SECONDS));
    expect(await stateOf(endpointId)).toMatchObject({ state: 'finished', ended: 'abandoned' });
    expect(((await examine(endpointId)).body as Examination).startedAt).toBe(clock.now().toISOString());
  });

  test('is refused in production, off, out of sight, of another company, and without the permission (P33)', async () => {
    const { receiver, endpointId } = await listen();
    const { tenantId } = merchant.tenant;
    const deps = { db: db(), clock, environment: 'production' } as const;
    const actor = { tenantId, actor: 'user:x' };
    await expect(startExamination(deps, actor, { endpointId, enabled: true })).rejects.toThrow('no sandbox');
    const second = await createCompany({ ...operatorOf(service), clock }, tenantId, { name: 'Second' });
    const narrow = await addMember(service, tenantId, { role: 'developer', companies: [second] });
    const support = await addMember(service, tenantId, { role: 'support' });
    expect(outcomeOf(await examine(endpointId, narrow))).toBe('40420');
    expect(outcomeOf(await read(endpointId, narrow))).toBe('40420');
    expect(outcomeOf(await examine(endpointId, support))).toBe(outcomeOf(await read(endpointId, support)));
    expect(outcomeOf(await examine(endpointId, support))).not.toBe('200');
    for (const id of ['x', crypto.randomUUID()]) expect(outcomeOf(await examine(id))).toBe('40420');
    await change(endpointId, { enabled: false });
    expect(outcomeOf(await examine(endpointId))).toBe('40070');
    expect([receiver.deliveries.length, await countEntries(endpointId)]).toEqual([0, 0]);
  });
});
