import { Writable } from 'node:stream';
import { findSweep, type Sweep } from '@titular/server/erasure/sweep-store.ts';
import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import {
  createManualClock,
  newCpf,
  openTenantKey,
  startTestService,
  type TestService,
} from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCamera, openPhone, Phone, perform, registerShop } from '../captures/phone.ts';
import { readProcess, startProcess } from '../processes/process-fixture.ts';
import { type Answer, type Merchant, newMerchant } from '../transactions/api.ts';
import { type Canaries, dumpDatabase, findCanaries, readTree, readWal } from './canaries.ts';

let service: TestService;
let receiver: WebhookReceiver;
const logged: Buffer[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(Buffer.from(chunk));
      done();
    },
  }),
);

beforeAll(async () => {
  service = await startTestService({ log, clock: createRunningClock() });
  receiver = await startWebhookReceiver({ answer: () => ({ status: 200, body: 'echo-canary-Zyxwvut' }) });
});
afterAll(async () => {
  await receiver.close();
  await service.close();
});

const db = () => service.service.database.db;
const person = (value: string) => ({ key: 'cpf', value });
const erase = (one: Merchant, value: string, reference?: string): Promise<Answer> =>
  one.call('eraseIdentity', {
    body: { identity: person(value), ...(reference === undefined ? {} : { reference }) },
  });
const approve = async (one: Merchant, changes: object, face: 'a' | 'b' | 'c'): Promise<string> => {
  const { phone, attempt, id } = await openCamera(service, one, changes);
  await perform(phone, attempt, face);
  await eventually(async () => expect((await one.read(id)).body['status']).toBe('approved'));
  return id;
};
const verify = async (receipt: string) => {
  const keys = (await (await fetch(`${service.url}/oauth2/jwks`)).json()) as JSONWebKeySet;
  return jwtVerify(receipt, createLocalJWKSet(keys), { typ: 'titular-erasure+jwt', algorithms: ['ES256'] });
};

/** A part of the middle of bytes: long enough to be found by chance nowhere. */
const middle = (bytes: Buffer): Buffer => bytes.subarray(bytes.length / 2, bytes.length / 2 + 24);

/** What was kept sealed of a transaction's face, opened, to look for it elsewhere. */
async function openFace(one: Merchant): Promise<Canaries> {
  const key = await openTenantKey(service, one.tenant.tenantId);
  const frame = await db()
    .selectFrom('capture_frames')
    .select(['attempt_id', 'step', 'sealed_image', 'sealed_measure', 'sealed_chip'])
    .where('tenant_id', '=', one.tenant.tenantId)
    .where('sealed_chip', 'is not', null)
    .executeTakeFirstOrThrow();
  const template = await db()
    .selectFrom('face_templates')
    .select(['template_id', 'sealed_descriptor'])
    .where('tenant_id', '=', one.tenant.tenantId)
    .executeTakeFirstOrThrow();
  const row = `${frame.attempt_id}/${frame.step}`;
  return {
    picture: middle(key.unseal('capture_frames', row, 'sealed_image', frame.sealed_image ?? Buffer.alloc(0))),
    measure: middle(key.unseal('capture_frames', row, 'sealed_measure', frame.sealed_measure)),
    chip: middle(key.unseal('capture_frames', row, 'sealed_chip', frame.sealed_chip ?? Buffer.alloc(0))),
    template: middle(
      key.unseal('face_templates', template.template_id, 'sealed_descriptor', template.sealed_descriptor),
    ),
  };
}

describe('erasing a person (R90, R93)', () => {
  test('eraseIdentity 200: readErasure 200: nothing planted in any field is left in database, its log, files and logs, and the receipt says so', async () => {
    const one = await newMerchant(service);
    const { tenantId, companyId } = one.tenant;
    const key = await openTenantKey(service, tenantId);
    const wanted = {
      tenantId,
      companyId,
      url: receiver.url,
      loopbackAllowed: true,
    } as const;
    receiver.trust((await registerEndpoint(db(), key, wanted)).secret);
    await db()
      .updateTable('companies')
      .set({ webhook_order_number: 'include' })
      .where('company_id', '=', companyId)
      .execute();
    const [sent, stated] = [newCpf(), newCpf()];
    const planted: Canaries = {
      name: 'Zulmira Quixadaense',
      sentIdentity: sent,
      statedIdentity: stated,
      card: '53217788',
      order: 'order-canary-Qwertz',
      redirect: 'redirect-canary-Asdfgh',
      value: '7654321.4321',
      answer: 'echo-canary-Zyxwvut',
      processName: 'Quitéria Xavantina',
      processAddress: 'callback-canary-Yxcvbn',
      processReference: 'reference-canary-Poiuzt',
    };
    const opened = await openPhone(service, one, {
      identity: person(sent),
      card: { binDigits: '53217788', lastDigits: '9182', name: planted['name'], expirationDate: '12/39' },
      orderNumber: planted['order'],
      redirectUrl: `https://shop.example/${planted['redirect']}`,
      value: 7654321.4321,
    });
    await one.call('createProcess', {
      body: {
        person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: stated, friendlyName: planted['processName'] },
        callbackUri: `https://shop.example/${planted['processAddress']}`,
        purpose: 'creditprocess',
        clientReference: planted['processReference'],
      },
    });
    const before = await openCamera(service, one, { identity: person(stated) });
    await perform(before.phone, before.attempt, 'a');
    await receiver.next();
    await opened.phone.call('stateIdentity', 'PUT', '/identity', person(stated));
    await opened.phone.consent();
    const attempt = (await opened.phone.start()).body as never;
    await perform(opened.phone, attempt, 'a');
    await receiver.next();
    await one.create({
      identity: person(sent),
      orderNumber: `${planted['order']}-2`,
      card: { binDigits: '5' },
    });
    await eventually(async () => {
      const attempts = await db().selectFrom('delivery_attempts').select('response_excerpt').execute();
      expect(attempts.map((row) => row.response_excerpt)).toContain(planted['answer']);
    });
    const canaries = { ...planted, ...(await openFace(one)) };

    const orders = async () =>
      (
        await db().selectFrom('events').select('order_number').where('tenant_id', '=', tenantId).execute()
      ).map((row) => row.order_number);
    expect(await orders()).toContain(planted['order']);
    const inClear = ['order', 'value', 'answer', 'processReference'];
    expect(findCanaries(canaries, await dumpDatabase(service))).toEqual(inClear);
    expect(findCanaries(canaries, await readWal())).toEqual(expect.arrayContaining(['order', 'answer']));

    // The order that the merchant made for somebody else, and its captures, do not go with who stated an identity there.
    const first = await erase(one, stated);
    expect(first.body['counts']).toMatchObject({
      transactions: 1,
      statements: 1,
      templates: 1,
      attempts: 1,
      held: 0,
    });
    const kept = findCanaries(canaries, await dumpDatabase(service));
    expect(kept).toEqual(expect.arrayContaining(['order', 'value']));
    expect((await one.history(opened.id)).body).toMatchObject({ orderNumber: planted['order'] });
    expect((await one.call('readReceipt', { id: opened.id })).status).toBe(200);

    const { body } = await erase(one, sent, 'ticket-4711');
    expect(body['counts']).toMatchObject({ transactions: 1, statements: 0, templates: 0, attempts: 1 });
    expect((body['counts'] as Record<string, number>)['pictures']).toBeGreaterThan(0);
    expect(findCanaries(canaries, await dumpDatabase(service))).toEqual([]);
    const { pool } = service.service.database;
    // A part of the log an hour, so many hours.
    const later = createManualClock();
    let sweep: Sweep | undefined;
    do {
      later.advanceSeconds(3_601);
      await runTask({ db: db(), pool, clock: later, log }, 'sweep-after-erasure');
      sweep = await findSweep(db());
    } while (sweep?.logTarget !== undefined || sweep?.tablesLeft.length !== 0);
    expect(findCanaries(canaries, await readWal())).toEqual([]);
    expect(findCanaries(canaries, await readTree(service.config.dataDirectory))).toEqual([]);
    expect(logged.length).toBeGreaterThan(0);
    expect(findCanaries(canaries, Buffer.concat(logged))).toEqual([]);

    expect(new Set(await orders())).toEqual(new Set([null]));
    const listed = await one.call('listEvents', { query: { transaction: opened.id } });
    expect((listed.body['events'] as object[])[0]).not.toHaveProperty('orderNumber');

    const { payload } = await verify(String(body['receipt']));
    expect(payload).toMatchObject({
      sub: body['id'],
      tenant: tenantId,
      reference: 'ticket-4711',
      erasedAt: body['erasedAt'],
      counts: body['counts'],
    });
    const again = await one.call('readErasure', { id: String(body['id']) });
    expect(again.body).toEqual(body);

    const history = await one.history(opened.id);
    expect(history.body).toMatchObject({
      orderNumber: 'erased',
      status: 'approved',
      erasedAt: body['erasedAt'],
    });
    expect((await opened.phone.view()).status).toBe(403);
    expect((await one.call('readReceipt', { id: opened.id })).body['code']).toBe('40049');
    await one.call('resendEvent', { id: opened.id });
    await receiver.next();
    await eventually(async () => {
      const attempts = await db().selectFrom('delivery_attempts').select('response_excerpt').execute();
      // One of them tells that the process has failed.
      expect(attempts.map((row) => row.response_excerpt)).toEqual([null, null, null, null]);
    });
    const audit = await db()
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'person.erase')
      .orderBy('entry_id')
      .execute();
    expect(audit).toMatchObject([
      { tenant_id: tenantId, actor: 'service-account:shop', subject: `erasure/${first.body['id']}` },
      { tenant_id: tenantId, actor: 'service-account:shop', subject: `erasure/${body['id']}` },
    ]);
  });

  test('eraseIdentity 200: what is open ends with its event, another person and another tenant keep theirs, and the person may come again', async () => {
    const [one, other] = [await newMerchant(service), await newMerchant(service)];
    const value = newCpf();
    const open = String((await one.create({ identity: person(value) })).body['id']);
    const bystander = await approve(one, { identity: person(newCpf()) }, 'b');
    const elsewhere = await approve(other, { identity: person(value) }, 'c');
    const { body } = await erase(one, value);
    expect(body).not.toHaveProperty('reference');
    expect(body['counts']).toMatchObject({ transactions: 1, templates: 0, pictures: 0 });
    expect((await one.read(open)).body['status']).toBe('canceled');
    const steps = (await one.history(open)).body['history'] as { event: string; reasons: string[] }[];
    expect(steps.at(-1)).toMatchObject({ event: 'cancel', reasons: ['person_erased'] });
    const events = await db()
      .selectFrom('events')
      .select('status')
      .where('transaction_id', '=', asId(open))
      .execute();
    expect(events).toEqual([{ status: 'canceled' }]);
    for (const [merchant, id] of [
      [one, bystander],
      [other, elsewhere],
    ] as const)
      expect((await merchant.history(id)).body).not.toHaveProperty('erasedAt');
    const kept =
      await sql`SELECT FROM face_templates WHERE tenant_id IN (${one.tenant.tenantId}, ${other.tenant.tenantId})`.execute(
        db(),
      );
    expect(kept.rows).toHaveLength(2);
    expect((await one.create({ identity: person(value) })).body['status']).toBe('waiting');
  });

  test('an SDK token opens nothing of an erased transaction', async () => {
    const one = await newMerchant(service);
    const value = newCpf();
    await registerShop(service);
    const { body } = await one.create({ identity: person(value) });
    expect((await erase(one, value)).status).toBe(200);
    const opened = await new Phone(service).openByToken(body['token']);
    expect([opened.status, opened.body['code']]).toEqual([403, '40320']);
  });

  test('eraseIdentity 200: calls about a process lose what they looked like, and stay in the log', async () => {
    const one = await newMerchant(service);
    const value = newCpf();
    const { id } = await startProcess(one, value);
    await readProcess(one, id);
    const calls = async () => {
      const { body } = await one.call('listCalls', { query: { process: id } });
      return body['calls'] as { operation: string; request?: string }[];
    };
    await eventually(async () => expect(await calls()).toHaveLength(2));
    expect((await calls()).filter(({ request }) => request !== undefined)).toHaveLength(1);
    const { body } = await erase(one, value);
    expect(body['counts']).toMatchObject({ processes: 1, apiCalls: 2 });
    expect((await calls()).map(({ operation, request }) => [operation, request])).toEqual([
      ['readProcess', undefined],
      ['createProcess', undefined],
    ]);
  });

  test('a decision in the midst of an erasure leaves no face behind', async () => {
    const one = await newMerchant(service);
    const value = newCpf();
    const { phone, attempt, id } = await openCamera(service, one, { identity: person(value) });
    const pool = service.service.database.pool;
    const holder = await pool.connect();
    await holder.query('BEGIN');
    // The decision waits for the faces of the tenant, in the order in which it takes its locks.
    await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `faces/${one.tenant.tenantId}/cpf`,
    ]);
    await perform(phone, attempt, 'a');
    const erasing = erase(one, value);
    await holder.query('COMMIT');
    holder.release();
    await erasing;
    await eventually(async () =>
      expect((await one.read(id)).body['status']).toMatch(/approved|inconclusive/),
    );
    const second = await erase(one, value);
    expect(second.body['counts']).toMatchObject({ transactions: 0, templates: 0 });
  });

  test('eraseIdentity 200: of a person who is unknown, or erased already, nothing is left to count, and there is a receipt', async () => {
    const one = await newMerchant(service);
    for (let time = 0; time < 2; time += 1) {
      const { body } = await erase(one, newCpf());
      expect(new Set(Object.values(body['counts'] as Record<string, number>))).toEqual(new Set([0]));
      await verify(String(body['receipt']));
    }
  });

  test.each([
    [{ identity: person('52998224724') }, '40002'],
    [{ identity: { key: 'passport', value: 'x' } }, '40002'],
    [{ identity: person('52998224725'), reference: 'Maria da Silva' }, '40002'],
    [{ identity: person('52998224725'), reference: 'ticket-529.982.247-25' }, '40002'],
    [{}, '40002'],
  ])('eraseIdentity 400: %j names nobody, or names the person where it must not', async (body, code) => {
    const one = await newMerchant(service);
    const answer = await one.call('eraseIdentity', { body });
    expect([answer.status, answer.body['code']]).toEqual([400, code]);
  });

  test('readErasure 400: readErasure 404: what is no id is 40005, and an unknown one 40405', async () => {
    const one = await newMerchant(service);
    expect((await one.call('readErasure', { id: 'x' })).body['code']).toBe('40005');
    const unknown = await one.call('readErasure', { id: crypto.randomUUID() });
    expect([unknown.status, unknown.body['code']]).toEqual([404, '40405']);
  });
});
