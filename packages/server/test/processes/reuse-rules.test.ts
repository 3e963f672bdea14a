import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import { createCompany, setCompanyActive } from '@titular/server/tenants/administer-tenants.ts';
import { createManualClock, newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Merchant, newMerchant } from '../transactions/api.ts';
import { finishProcess, newProcessBody, reusing, type Started, startProcess } from './process-fixture.ts';

let service: TestService;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.close());

type Changes = Partial<{
  process_reuse: 'once';
  replica_policy: 'reuse';
  module: 'pre' | 'super-pre';
  template_policy: 'require-reference';
  identity_attempts_per_day: number;
}>;

/** Changes a company, and lets it be felt. */
async function change(companyId: CompanyId, changes: Changes): Promise<void> {
  const { db } = service.service.database;
  if (Object.keys(changes).length > 0)
    await db.updateTable('companies').set(changes).where('company_id', '=', companyId).execute();
  clock.advanceSeconds(3);
}
const addCompany = (one: Merchant, changes: Changes = {}): Promise<CompanyId> =>
  createCompany(operatorOf(service), one.tenant.tenantId, { name: 'Other Shop' }).then(async (id) => {
    await change(id, changes);
    return id;
  });
const reuse = (one: Merchant, started: Started, changes: object = {}): Promise<Answer> =>
  one.create({ ...reusing(started.id, started.cpf), ...changes });
const finalOf = (one: Merchant, { body }: Answer): Promise<{ status: string; reasons: string[] }> =>
  eventually(async () => {
    const { status, history } = (await one.history(String(body['id']))).body;
    if (status === 'processing') throw new Error('not decided yet');
    const steps = history as { reasons: string[] }[];
    return { status: String(status), reasons: steps.at(-1)?.reasons ?? [] };
  });
const card = (name: string) => ({ card: { binDigits: '41111111', lastDigits: '1111', name } });

describe('a capture proves nothing by itself', () => {
  test('it is not compared with the face that was made of it: the first face is enrolled once and no more', async () => {
    const one = await newMerchant(service);
    const started = await finishProcess(service, one);
    for (const _again of [1, 2]) {
      const { status, reasons } = await finalOf(one, await reuse(one, started));
      expect([status, ...reasons]).toEqual(['approved', 'live', 'enrolled', 'enrolled_unproven']);
    }
    const { rows } = await sql<{ n: string; matched: string }>`
      SELECT count(*) AS n, count(last_matched_at) AS matched FROM face_templates
      WHERE tenant_id = ${one.tenant.tenantId}`.execute(service.service.database.db);
    expect(rows).toEqual([{ n: '1', matched: '0' }]);
  });

  test('a company that wants a face enrolled before does not take the one that the same capture enrolled elsewhere', async () => {
    const one = await newMerchant(service);
    const started = await finishProcess(service, one);
    const strict = await addCompany(one, { template_policy: 'require-reference' });
    const { status, reasons } = await finalOf(one, await reuse(one, started, { company: strict }));
    expect([status, ...reasons]).toEqual(['inconclusive', 'live', 'no_reference']);
  });
});

describe('the companies of a tenant', () => {
  test('createTransaction 400: the stricter rule of both holds: what one lets be used once, no other uses again', async () => {
    const one = await newMerchant(service);
    await change(one.tenant.companyId, { process_reuse: 'once' });
    const started = await finishProcess(service, one);
    const other = await addCompany(one);
    expect((await reuse(one, started)).status).toBe(200);
    expect((await reuse(one, started, { company: other })).body['code']).toBe('40037');
  });

  test('createTransaction 400: a process of a company that was switched off is used by no other', async () => {
    const one = await newMerchant(service);
    const started = await finishProcess(service, one);
    const other = await addCompany(one);
    await setCompanyActive(operatorOf(service), one.tenant.tenantId, one.tenant.companyId, false);
    clock.advanceSeconds(3);
    expect((await reuse(one, started, { company: other })).body['code']).toBe('40031');
  });

  test('createTransaction 400: a person has as many uses in a day as the company allows, however many processes they are of (R65)', async () => {
    const one = await newMerchant(service);
    await change(one.tenant.companyId, { identity_attempts_per_day: 1 });
    const started = await finishProcess(service, one);
    const answers = await Promise.all(Array.from({ length: 6 }, () => reuse(one, started)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body['code']);
    expect(refused).toEqual(Array(3).fill('40038'));
    await sql`UPDATE transactions SET created_at = created_at - interval '1 day'
      WHERE tenant_id = ${one.tenant.tenantId}`.execute(service.service.database.db);
    expect((await reuse(one, started)).status).toBe(200);
  });

  test('createTransaction 200: under module pre another name than that of the first approved card ends it at once, though the face came without a card', async () => {
    const one = await newMerchant(service);
    await change(one.tenant.companyId, { module: 'pre' });
    const started = await finishProcess(service, one);
    const first = await reuse(one, started, card('Maria da Silva'));
    expect(first.body['status']).toBe('processing');
    expect((await finalOf(one, first)).status).toBe('approved');
    expect((await reuse(one, started, card('Hans Zimmermann'))).body).toEqual({
      id: expect.any(String),
      status: 'fast-inconclusive',
    });
    expect((await reuse(one, started, card('Maria da Silva'))).body['status']).toBe('processing');
  });
});

describe('the same create once more', () => {
  test('createTransaction 400: createTransaction 200: who names a process is never answered with link and token, also where a company gives an earlier transaction again', async () => {
    const one = await newMerchant(service);
    await change(one.tenant.companyId, { replica_policy: 'reuse' });
    const started = await finishProcess(service, one);
    const same = { identity: { key: 'cpf', value: started.cpf }, orderNumber: 'replica-1' };
    expect((await one.create(same)).body).toHaveProperty('link');
    expect((await reuse(one, started, same)).body['code']).toBe('40027');
    const again = { ...same, orderNumber: 'replica-2' };
    const first = await reuse(one, started, again);
    expect(first.status).toBe(200);
    const second = await reuse(one, started, again);
    expect([second.status, second.body['id']]).toEqual([200, first.body['id']]);
    expect(second.body).not.toHaveProperty('link');
    const inCapitals = await reuse(one, { ...started, id: started.id.toUpperCase() as Started['id'] }, again);
    expect([inCapitals.status, inCapitals.body['id']]).toEqual([200, first.body['id']]);
    const another = await startProcess(one, started.cpf);
    expect((await reuse(one, another, again)).body['code']).toBe('40027');
  });

  test('createProcess 200: createTransaction 200: a key names a request of one operation, and its answer is forgotten with the person (R74, R93)', async () => {
    const one = await newMerchant(service);
    const cpf = newCpf();
    const send = async (path: string, body: object) => {
      const response = await fetch(service.url + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${one.token}`,
          'content-type': 'application/json',
          'idempotency-key': 'order-77',
        },
        body: JSON.stringify(body),
      });
      return { status: response.status, text: await response.text() };
    };
    const wanted = newProcessBody(cpf, { clientReference: 'canary-reference' });
    const first = await send('/client/v1/process', wanted);
    expect(first.status).toBe(200);
    expect(await send('/client/v1/process', wanted)).toEqual(first);
    const transaction = {
      identity: { key: 'cpf', value: cpf },
      orderNumber: 'order-77',
      company: one.tenant.companyId,
      ...card('Maria da Silva'),
    };
    expect((await send('/api/public/v1/walletid/transaction', transaction)).status).toBe(200);
    await one.call('eraseIdentity', { body: { identity: { key: 'cpf', value: cpf } } });
    const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM idempotency_keys
      WHERE tenant_id = ${one.tenant.tenantId}`.execute(service.service.database.db);
    expect(rows).toEqual([{ n: '0' }]);
  });
});

test('readReceipt 200: listCaptures 200: what proves an approval names the process whose captures it rests on, and what its consent was for', async () => {
  const one = await newMerchant(service);
  const started = await finishProcess(service, one, { changes: { purpose: 'carpurchase' } });
  const answer = await reuse(one, started);
  await finalOf(one, answer);
  const id = String(answer.body['id']);
  const receipt = decodeJwt(String((await one.call('readReceipt', { id })).body['receipt']));
  expect(receipt['process']).toEqual({ id: started.id, purpose: 'carpurchase' });
  expect((await one.call('listCaptures', { id })).body).toMatchObject({
    processId: started.id,
    images: 'held',
  });
  await sql`DELETE FROM capture_frames f USING capture_attempts a
    WHERE a.attempt_id = f.attempt_id AND a.subject_id = ${started.id}`.execute(service.service.database.db);
  await sql`DELETE FROM capture_attempts WHERE subject_id = ${started.id}`.execute(
    service.service.database.db,
  );
  expect((await one.call('listCaptures', { id })).body['images']).toBe('deleted');
});
