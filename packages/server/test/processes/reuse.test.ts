import { identityHash } from '@titular/server/identity/identity-hash.ts';
import { findReuseProblem } from '@titular/server/processes/reuse/reuse-process.ts';
import { findReusable } from '@titular/server/processes/reuse/reuse-store.ts';
import {
  createManualClock,
  newCpf,
  openTenantKey,
  startTestService,
  type TestService,
} from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Merchant, newMerchant } from '../transactions/api.ts';
import { register } from '../webhooks/log-fixture.ts';
import {
  finishedAgo,
  finishProcess,
  reusing,
  type Started,
  startProcess,
  stepsOf,
} from './process-fixture.ts';

let service: TestService;
let merchant: Merchant;
let receiver: WebhookReceiver;
let finished: Started;
/** Stands still a year from now: nothing about a process's age may rest on it. */
const clock = createManualClock(new Date(Date.now() + 365 * 86_400_000));

beforeAll(async () => {
  service = await startTestService({ clock });
  receiver = await startWebhookReceiver();
  merchant = await newMerchant(service);
  receiver.trust((await register(service, merchant, receiver.url)).secret);
  finished = await finishProcess(service, merchant);
});
afterAll(async () => {
  await receiver.close();
  await service.close();
});

const reuse = (one: Started = finished, changes: object = {}, whose = merchant): Promise<Answer> =>
  whose.create({ ...reusing(one.id, one.cpf), ...changes });
const codeOf = async (answer: Promise<Answer>): Promise<unknown> => (await answer).body['code'];
const letOnce = ({ tenant }: Merchant): Promise<unknown> =>
  service.service.database.db
    .updateTable('companies')
    .set({ process_reuse: 'once' })
    .where('company_id', '=', tenant.companyId)
    .execute();
const finalStatus = (id: string): Promise<unknown> =>
  eventually(async () => {
    const { status } = (await merchant.read(id)).body;
    if (status === 'processing') throw new Error('not decided yet');
    return status;
  });

describe('a card with the captures of a process (R20)', () => {
  test('createTransaction 200: answers id and status alone, is approved by itself, and each history and the events tell of it', async () => {
    const { status, body } = await reuse();
    expect(status).toBe(200);
    expect(body).toEqual({ id: expect.any(String), status: 'processing' });
    const id = String(body['id']);
    expect(await finalStatus(id)).toBe('approved');
    const history = (await merchant.history(id)).body;
    expect(history['processId']).toBe(finished.id);
    expect(history['hasIdentityChanged']).toBe(false);
    expect(
      (history['history'] as { event: string; status: string }[]).map((step) => [step.event, step.status]),
    ).toEqual([
      ['create', 'processing'],
      ['approve', 'approved'],
    ]);
    expect((await stepsOf(merchant, finished.id)).at(-1)).toMatchObject({
      event: 'reuse',
      actor: 'merchant',
      transactionId: id,
    });
    await eventually(() => {
      const told = receiver.deliveries.map(({ body: text }) => JSON.parse(text) as Record<string, unknown>);
      expect(told).toContainEqual(
        expect.objectContaining({
          type: 'process.finished',
          processId: finished.id,
          state: 'PROCESS_STATE_FINISHED',
        }),
      );
      expect(told).toContainEqual(
        expect.objectContaining({ type: 'transaction.finished', transactionId: id, status: 'approved' }),
      );
    });
  });

  test('createTransaction 200: listCaptures 200: the captures that a card was decided on are those of the process, by their hashes', async () => {
    const { body } = await reuse();
    await finalStatus(String(body['id']));
    const captures = (await merchant.call('listCaptures', { id: String(body['id']) })).body;
    expect(captures['images']).toBe('held');
    const [attempt] = captures['attempts'] as { id: string; frames: { step: number; isHeld: boolean }[] }[];
    expect(attempt?.frames.every(({ isHeld }) => isHeld)).toBe(true);
    const { body: proof } = await merchant.call('readReceipt', { id: String(body['id']) });
    expect(proof['receipt']).toBeDefined();
  });

  test('createTransaction 200: a process may be used as often as wished, and the same create once more is replicated', async () => {
    const order = { orderNumber: 'reuse-twice' };
    expect((await reuse(finished, order)).status).toBe(200);
    expect(await codeOf(reuse(finished, order))).toBe('40027');
    expect((await reuse(finished, { orderNumber: 'reuse-again' })).status).toBe(200);
  });

  test('createTransaction 200: createTransaction 400: where a process may be used once, of sixteen cards at once exactly one gets it', async () => {
    const other = await newMerchant(service);
    await letOnce(other);
    const one = await finishProcess(service, other);
    const answers = await Promise.all(Array.from({ length: 16 }, () => reuse(one, {}, other)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body['code']));
    expect(codes).toEqual(new Set(['40037']));
    expect((await stepsOf(other, one.id)).filter(({ event }) => event === 'reuse')).toHaveLength(1);
  });

  test("createTransaction 400: the database's clock alone says how old a process is: 3590 seconds are accepted, 3610 are not", async () => {
    await finishedAgo(service, finished.id, 3_590);
    expect((await reuse()).status).toBe(200);
    await finishedAgo(service, finished.id, 3_610);
    expect(await codeOf(reuse())).toBe('40034');
    await finishedAgo(service, finished.id, 0);
  });

  test('exactly 3600 seconds by the database are accepted, and 3601 are refused', async () => {
    const key = await openTenantKey(service, merchant.tenant.tenantId);
    const { tenantId } = merchant.tenant;
    const hash = identityHash(key, { key: 'cpf', value: finished.cpf });
    const wish = { identityHash: hash, policy: 'many', mostADay: 1_000, needsNoCaptures: false } as const;
    // In one database transaction its clock stands still.
    const problemAfter = (seconds: number): Promise<unknown> =>
      service.service.database.db.transaction().execute(async (trx) => {
        await sql`UPDATE processes SET finished_at = now() - make_interval(secs => ${seconds})
          WHERE process_id = ${finished.id}`.execute(trx);
        const about = { identityHash: hash, since: new Date() };
        const found = await findReusable(trx, tenantId, asId(finished.id), about);
        await sql`UPDATE processes SET finished_at = now() WHERE process_id = ${finished.id}`.execute(trx);
        return findReuseProblem(found, wish);
      });
    expect(await problemAfter(3_599)).toBeUndefined();
    expect(await problemAfter(3_600)).toBeUndefined();
    expect(await problemAfter(3_601)).toBe('too_old');
  });

  test("createTransaction 400: another person's process, another tenant's, one that nobody knows, and one under way are refused by codes of their own", async () => {
    expect(await codeOf(merchant.create(reusing(finished.id, newCpf())))).toBe('40035');
    const other = await newMerchant(service);
    expect(await codeOf(other.create(reusing(finished.id, finished.cpf)))).toBe('40031');
    expect(await codeOf(merchant.create(reusing('019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e', newCpf())))).toBe(
      '40031',
    );
    expect(await codeOf(merchant.create(reusing('no-id', newCpf())))).toBe('40031');
    const waiting = await startProcess(merchant);
    expect(await codeOf(reuse(waiting))).toBe('40032');
  });

  test('createTransaction 400: a process whose person asked for the deletion of their data confirms nothing more (R93, R94)', async () => {
    const other = await newMerchant(service);
    const one = await finishProcess(service, other);
    expect((await reuse(one, {}, other)).status).toBe(200);
    await service.service.database.db
      .updateTable('processes')
      .set({ erasure_requested_at: clock.now() })
      .where('process_id', '=', asId(one.id))
      .execute();
    expect(await codeOf(reuse(one, { orderNumber: 'after-withdrawal' }, other))).toBe('40036');
  });

  test('createTransaction 400: a process of somebody who was not live is refused, and so is one whose captures were deleted or erased', async () => {
    const differs = await finishProcess(service, merchant, { person: 'b', cpf: finished.cpf });
    expect(await codeOf(reuse(differs))).toBe('40033');
    const one = await finishProcess(service, merchant, { person: 'c' });
    await sql`DELETE FROM capture_frames f USING capture_attempts a
      WHERE a.attempt_id = f.attempt_id AND a.subject_id = ${one.id}`.execute(service.service.database.db);
    expect(await codeOf(reuse(one))).toBe('40036');
    await merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value: one.cpf } } });
    expect(await codeOf(reuse(one))).toBe('40036');
  });
});
