import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { recordEvent } from '@titular/server/webhooks/events/record-event.ts';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CommandFixture, openCommandFixture } from './command-fixture.ts';

let fixture: CommandFixture;
let tenant: TenantId;
let company: CompanyId;
beforeEach(async () => {
  fixture = await openCommandFixture();
  tenant = (await fixture.ask<{ tenant: TenantId }>('tenants', 'create', 'Loja Azul')).tenant;
  company = (await fixture.ask<{ company: CompanyId }>('companies', 'create', 'Loja Azul')).company;
});
afterEach(() => fixture.drop());

const db = () => fixture.database.db;
type Row = Record<string, unknown>;

async function newEndpoint(changes: Row = {}): Promise<string> {
  const endpointId = newId();
  await db()
    .insertInto('webhook_endpoints')
    .values({
      tenant_id: tenant,
      endpoint_id: endpointId,
      company_id: company,
      url: 'https://receiver.invalid/hook',
      sealed_secret: Buffer.alloc(0),
      description: null,
      sealed_authentication: null,
      sealed_previous_secret: null,
      previous_secret_ends_at: null,
      interval_seconds: null,
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
      deleted_at: null,
      ...changes,
    })
    .execute();
  return endpointId;
}

const record = async (transactionId = newId()): Promise<string> => {
  await db()
    .transaction()
    .execute((trx) =>
      recordEvent(trx, {
        tenantId: tenant,
        companyId: company,
        subject: { type: 'transaction.finished', transactionId, status: 'approved', sequence: 3 },
        at: new Date(),
      }),
    );
  return transactionId;
};

const keepAttempt = (deliveryId: string, number: number, outcome: Row = { response_status: 204 }) =>
  sql`INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms, response_status, error)
    VALUES (${tenant}, ${deliveryId}, ${number}, now(), 12, ${outcome['response_status'] ?? null},
      ${outcome['error'] ?? null})`;

const onlyDelivery = async (): Promise<string> =>
  (await db().selectFrom('deliveries').select('delivery_id').executeTakeFirstOrThrow()).delivery_id;
const fail = () =>
  sql`UPDATE deliveries SET state = 'failed', attempts = 1, next_attempt_at = NULL, finished_at = now() - interval '1 minute'`.execute(
    db(),
  );

describe('the log of webhooks', () => {
  test('is listed: events, the deliveries of an endpoint, the attempts of a delivery', async () => {
    const endpoint = await newEndpoint();
    const first = await record();
    const second = await record();
    expect(await fixture.ask('webhooks', 'events')).toMatchObject([{ subject: second }, { subject: first }]);
    const [event] = await fixture.ask<Row[]>('webhooks', 'events', '--transaction', first);
    expect(event).toEqual({
      time: expect.any(String),
      event: expect.any(String),
      type: 'transaction.finished',
      company,
      subject: first,
      status: 'approved',
    });
    expect(await fixture.ask('webhooks', 'events', '--type', 'endpoint.test')).toEqual([]);
    expect(await fixture.ask('webhooks', 'events', '--company', newId())).toEqual([]);
    expect(await fixture.ask('webhooks', 'events', '--limit', '1')).toHaveLength(1);

    const deliveries = await fixture.ask<Row[]>('webhooks', 'deliveries', endpoint);
    expect(deliveries).toHaveLength(2);
    expect(deliveries[1]).toMatchObject({ event: event?.['event'], state: 'pending', attempts: 0 });
    expect(await fixture.ask('webhooks', 'deliveries', endpoint, '--state', 'failed')).toEqual([]);
    const delivery = String(deliveries[1]?.['delivery']);
    await keepAttempt(delivery, 1, { error: 'connect ECONNREFUSED' }).execute(db());
    const attempts = await fixture.run('webhooks', 'attempts', delivery);
    expect(attempts.output).toContain('connect ECONNREFUSED');
    expect(attempts.output).toContain('The delivery is pending.');
  });

  test('is gone through with words for what does not exist (3) or is not valid (2)', async () => {
    const codes = await Promise.all(
      [
        ['deliveries', newId()],
        ['attempts', newId()],
        ['resend', newId()],
        ['resend', '--event', newId()],
        ['resend-failed', newId(), '--since', '1h'],
        ['deliveries', 'x'],
        ['events', '--type', 'nothing'],
        ['deliveries', await newEndpoint(), '--state', 'sending'],
        ['resend'],
        ['resend', newId(), '--event', newId()],
        ['resend-failed', newId()],
        ['resend-failed', newId(), '--since', 'yesterday'],
        ['resend-failed', await newEndpoint(), '--since', '200d'],
        ['tail', '--lines', '0'],
      ].map(async (words) => (await fixture.run('webhooks', ...words)).code),
    );
    expect(codes).toEqual([3, 3, 3, 3, 3, ...Array(9).fill(2)]);
  });

  test('sends a delivery or an event again, and the audit log keeps who did', async () => {
    await newEndpoint();
    await record();
    const delivery = await onlyDelivery();
    await fail();
    expect(await fixture.ask('webhooks', 'resend', delivery)).toMatchObject({
      id: delivery,
      state: 'pending',
    });
    await fail();
    const [event] = await fixture.ask<Row[]>('webhooks', 'events');
    const answer = await fixture.ask('webhooks', 'resend', '--event', String(event?.['event']));
    expect(answer).toEqual({ id: event?.['event'], type: 'transaction.finished', deliveries: 1 });
    const audit = await fixture.ask<Row[]>('audit', 'list');
    expect(audit.map(({ action, subject }) => [action, subject]).slice(0, 2)).toEqual([
      ['webhook-event.resend', `webhook-event/${event?.['event']}`],
      ['webhook-delivery.resend', `webhook-delivery/${delivery}`],
    ]);
  });

  test('sends again what failed since a time, once; to an endpoint that is off not at all (4)', async () => {
    const endpoint = await newEndpoint();
    for (let count = 0; count < 3; count += 1) await record();
    await fail();
    const since = addSeconds(new Date(), -3600).toISOString();
    expect(await fixture.ask('webhooks', 'resend-failed', endpoint, '--since', since)).toEqual({
      endpoint,
      since,
      deliveries: 3,
    });
    expect(await fixture.ask('webhooks', 'resend-failed', endpoint, '--since', '1h')).toMatchObject({
      deliveries: 0,
    });
    expect(await fixture.ask('webhooks', 'resend-failed', endpoint, '--since', '90d')).toMatchObject({
      deliveries: 0,
    });
    await sql`UPDATE webhook_endpoints SET enabled = false`.execute(db());
    const off = await fixture.run('webhooks', 'resend-failed', endpoint, '--since', '1h');
    expect([off.code, off.errors]).toEqual([4, 'The webhook endpoint is switched off.\n']);
    expect((await fixture.run('webhooks', 'resend', await onlyDelivery())).code).toBe(4);
  });

  test('tells of every queue of the deployment: what waits, since when, and why one is off (R49)', async () => {
    const idle = await newEndpoint();
    const failing = await newEndpoint({ failing_since: addSeconds(new Date(), -7200) });
    const off = await newEndpoint({ enabled: false, disabled_reason: 'gone' });
    await newEndpoint({ deleted_at: new Date() });
    await record();
    await sql`DELETE FROM deliveries WHERE endpoint_id <> ${failing}`.execute(db());
    await sql`UPDATE deliveries SET next_attempt_at = now() - interval '1 hour'`.execute(db());
    const rows = await fixture.ask<Row[]>('webhooks', 'queue');
    expect(rows).toHaveLength(3);
    expect(rows[0]).toEqual({
      endpoint: failing,
      company,
      tenant,
      url: 'https://receiver.invalid/hook',
      waiting: 1,
      more: false,
      oldestDueSeconds: expect.any(Number),
      failingSince: expect.any(String),
      enabled: true,
      disabledReason: null,
    });
    expect(rows[0]?.['oldestDueSeconds']).toBeGreaterThanOrEqual(3600);
    expect(rows.find(({ endpoint }) => endpoint === idle)).toMatchObject({
      waiting: 0,
      oldestDueSeconds: null,
    });
    expect(rows.find(({ endpoint }) => endpoint === off)).toMatchObject({
      enabled: false,
      disabledReason: 'gone',
    });
  });
});

describe('titular webhooks tail', () => {
  const objects = (lines: string[]): Row[] => lines.map((line) => JSON.parse(line));

  test('tells each attempt once, also one that began first and is committed last, and ends well with Ctrl-C', async () => {
    const endpoint = await newEndpoint();
    await record();
    const delivery = await onlyDelivery();
    await keepAttempt(delivery, 1).execute(db());
    const tail = fixture.start('webhooks', 'tail', '--json', '--lines', '5');
    await eventually(() => expect(tail.lines()).toHaveLength(1));

    const second = connect(fixture.connectionString, 2, () => undefined);
    const slow = await second.pool.connect();
    await slow.query('BEGIN');
    await slow.query(
      `INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms, error)
       VALUES ($1, $2, 2, now(), 7, 'no complete answer in time')`,
      [tenant, delivery],
    );
    for (let number = 3; number <= 6; number += 1) await keepAttempt(delivery, number).execute(db());
    await slow.query('COMMIT');
    slow.release();
    await keepAttempt(delivery, 7).execute(db());
    await eventually(() => expect(tail.lines().length).toBeGreaterThanOrEqual(7));
    tail.interrupt();
    expect(await tail.ended).toBe(0);
    const seen = objects(tail.lines());
    expect(seen.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(seen.find(({ number }) => number === 2)).toEqual({
      startedAt: expect.any(String),
      tenant,
      company,
      endpoint,
      event: expect.any(String),
      type: 'transaction.finished',
      delivery,
      number: 2,
      responseStatus: null,
      error: 'no complete answer in time',
      durationMs: 7,
    });
    await second.close();
  });

  test('tells a line for people, of one company alone when it is named, and only what is new', async () => {
    await newEndpoint();
    await record();
    const delivery = await onlyDelivery();
    await keepAttempt(delivery, 1).execute(db());
    const [mine, others] = [
      fixture.start('webhooks', 'tail', '--company', company),
      fixture.start('webhooks', 'tail', '--company', newId()),
    ];
    // It follows from its own beginning, which a test cannot see from outside: so attempts are made until one is told.
    let number = 1;
    await eventually(async () => {
      number += 1;
      await keepAttempt(delivery, number).execute(db());
      if (mine.lines().length === 0) throw new Error('nothing is told yet');
    });
    mine.interrupt();
    others.interrupt();
    expect([await mine.ended, await others.ended]).toEqual([0, 0]);
    expect(mine.lines()[0]).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ {2}[0-9a-f-]{36} {2}transaction\.finished {2}204 {2}12 ms$/,
    );
    expect(mine.lines().length).toBeLessThan(number);
    expect(others.lines()).toEqual([]);
  });

  test('is a program that a signal ends with exit 0, and that no reader who leaves breaks', async () => {
    await newEndpoint();
    await record();
    const delivery = await onlyDelivery();
    await keepAttempt(delivery, 1).execute(db());
    const program = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));
    const start = () =>
      spawn(process.execPath, [program, 'webhooks', 'tail', '--lines', '1'], {
        env: {
          ...COMPILE_CACHE,
          DATABASE_URL: fixture.connectionString,
          TITULAR_DATA_DIR: fixture.directory,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    const child = start();
    await once(child.stdout, 'data');
    const ended = once(child, 'close');
    // One Ctrl-C arrives twice: from the terminal, and passed on by npm.
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);

    const piped = start();
    const left = once(piped, 'exit');
    await once(piped.stdout, 'data');
    piped.stdout.destroy();
    let number = 1;
    const keeping = setInterval(() => {
      number += 1;
      void keepAttempt(delivery, number).execute(db());
    }, 50);
    expect(await left).toEqual([0, null]);
    clearInterval(keeping);
  });
});
