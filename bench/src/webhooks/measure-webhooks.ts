import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { type CompanyId, newId } from '@titular/server/kernel/base/id.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startOutboxRelay } from '@titular/server/kernel/jobs/relay-outbox.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { recordEvent } from '@titular/server/webhooks/events/record-event.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { sql } from 'kysely';
import { type Child, startChild } from '../harness/child.ts';
import type { BenchTenant, Harness } from '../harness/harness.ts';

/** Milliseconds from the commit of an event to the first byte at the receiver. */
export type Delays = { medianMs: number; p95Ms: number; lost: number };

/** What was measured: deliveries a second beside plain requests, and delays alone, beside endpoints that hang, and beside a backlog. */
export type WebhookResult = {
  oneEndpoint: number;
  tenEndpoints: number;
  plain: number;
  alone: Delays;
  besideHanging: Delays;
  besideBacklog: Delays;
  residentMegabytes: number;
};

const EVENTS = 20_000;
const AT_ONCE = 50;
const BACKLOG = 100_000;
const HANGING = 20;
const EVENTS_A_SECOND = 20;

type Company = { tenant: BenchTenant; companyId: CompanyId; endpointIds: string[] };
type Stage = { harness: Harness; receiver: Child; port: number };

async function addCompany(
  { harness }: Stage,
  tenant: BenchTenant,
  urls: readonly string[],
): Promise<Company> {
  const { db } = harness.database;
  const { tenantId } = tenant;
  const operator = { db, clock: systemClock, actor: 'bench' };
  const companyId = await createCompany(operator, tenantId, { name: 'Webhooks' });
  const key = await createTenantKeys(db, harness.masterKeys)(tenantId);
  const endpointIds: string[] = [];
  for (const url of urls) {
    const required = { tenantId, companyId, url, loopbackAllowed: true } as const;
    const { endpointId } = await registerEndpoint(db, key, {
      ...required,
      maximumAtOnce: AT_ONCE,
      timeoutMs: 60_000,
    });
    endpointIds.push(endpointId);
  }
  return { tenant, companyId, endpointIds };
}

/** Events, each with one delivery, spread over the endpoints of a company and all committed at once. */
const addEvents = ({ harness }: Stage, { tenant, companyId, endpointIds }: Company, count: number) =>
  sql`
    WITH made AS (
      INSERT INTO events (tenant_id, event_id, company_id, type, created_at, transaction_id, status, sequence)
      SELECT ${tenant.tenantId}, gen_random_uuid(), ${companyId}, 'transaction.finished', now(), gen_random_uuid(),
        'approved', 3
      FROM generate_series(1, ${count}::integer)
      RETURNING tenant_id, event_id
    ), numbered AS (
      SELECT tenant_id, event_id, row_number() OVER () AS number FROM made
    )
    INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, next_attempt_at)
    SELECT tenant_id, gen_random_uuid(), event_id,
      (${endpointIds}::uuid[])[1 + number % ${endpointIds.length}::bigint], now()
    FROM numbered`.execute(harness.plain);

async function isAnyWaiting({ harness }: Stage): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT EXISTS (SELECT FROM deliveries WHERE state = 'pending') AS is`.execute(harness.plain);
  return rows[0]?.is ?? true;
}

/** Seldom, as looking passes over every delivery that is over: asked each 20 ms, it took a third of PostgreSQL's time. */
const LOOK_MS = 200;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Deliveries a second, from the commit of all events to the row of the last attempt. */
async function measureThroughput(stage: Stage, company: Company): Promise<number> {
  await addEvents(stage, company, EVENTS);
  const startedMs = performance.now();
  while (await isAnyWaiting(stage)) await pause(LOOK_MS);
  const seconds = (performance.now() - startedMs) / 1000;
  await stage.receiver.ask({ ask: 'arrivals' });
  return EVENTS / seconds;
}

/** Plain requests a second with the same bodies and as many at once, and nothing else. */
async function measurePlain({ receiver, port }: Stage): Promise<number> {
  const body = JSON.stringify({ id: newId(), type: 'transaction.finished', transactionId: newId() });
  let left = EVENTS;
  const startedMs = performance.now();
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  const seconds = (performance.now() - startedMs) / 1000;
  await receiver.ask({ ask: 'arrivals' });
  return EVENTS / seconds;
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

async function measureDelays(stage: Stage, company: Company, seconds: number): Promise<Delays> {
  const { db } = stage.harness.database;
  const { tenantId } = company.tenant;
  const committed = new Map<string, number>();
  for (let count = 0; count < seconds * EVENTS_A_SECOND; count += 1) {
    const transactionId = newId();
    const subject = { type: 'transaction.finished', transactionId, status: 'approved', sequence: 3 } as const;
    const at = new Date();
    await db
      .transaction()
      .execute((trx) => recordEvent(trx, { tenantId, companyId: company.companyId, subject, at }));
    committed.set(transactionId, performance.timeOrigin + performance.now());
    await pause(1000 / EVENTS_A_SECOND);
  }
  await pause(3_000);
  const arrived = new Map(await stage.receiver.ask<[string, number][]>({ ask: 'arrivals' }));
  const events = await stage.harness.plain
    .selectFrom('events')
    .select(['event_id', 'transaction_id'])
    .where('company_id', '=', company.companyId)
    .execute();
  const delays = events.flatMap((event) => {
    const start = committed.get(event.transaction_id ?? '');
    const end = arrived.get(event.event_id);
    return start === undefined || end === undefined ? [] : [Math.max(0, end - start)];
  });
  delays.sort((one, other) => one - other);
  return {
    medianMs: quantile(delays, 0.5),
    p95Ms: quantile(delays, 0.95),
    lost: committed.size - delays.length,
  };
}

/** Runs all of it on a ground with two tenants; the second is the one whose receivers are dead. */
export async function measureWebhooks(harness: Harness, seconds: number): Promise<WebhookResult> {
  const [living, dead] = harness.tenants;
  if (!living || !dead) throw new Error('the ground has two tenants');
  const port = await findFreePort();
  const silentPort = await findFreePort();
  const receiver = await startChild('webhooks/serve-receiver.ts', `${port},${silentPort}`);
  const stage = { harness, receiver, port };
  const url = `http://127.0.0.1:${port}/`;
  const silentUrl = `http://127.0.0.1:${silentPort}/`;
  const { db, pool } = harness.database;
  // Whoever commits an event hands its wake over, as each process of the service does.
  const relay = startOutboxRelay(db, [pool], createLog('error'));
  try {
    const one = await addCompany(stage, living, [url]);
    const ten = await addCompany(stage, living, Array(10).fill(url));
    // The first run warms both processes; it is not measured.
    await measureThroughput(stage, one);
    const oneEndpoint = await measureThroughput(stage, one);
    const tenEndpoints = await measureThroughput(stage, ten);
    const plain = await measurePlain(stage);
    const residentMegabytes = harness.server.residentMegabytes();
    const alone = await measureDelays(stage, one, seconds);
    const hanging = await addCompany(stage, dead, Array(HANGING).fill(silentUrl));
    await addEvents(stage, hanging, HANGING * 100);
    const besideHanging = await measureDelays(stage, one, seconds);
    await addEvents(stage, hanging, BACKLOG);
    // What is asked is what the rows cost while they wait, not what it cost to write them.
    await sql`VACUUM (ANALYZE) events, deliveries`.execute(harness.plain);
    await sql`CHECKPOINT`.execute(harness.plain);
    const besideBacklog = await measureDelays(stage, one, seconds);
    return { oneEndpoint, tenEndpoints, plain, alone, besideHanging, besideBacklog, residentMegabytes };
  } finally {
    await relay.stop();
    await receiver.stop();
  }
}
