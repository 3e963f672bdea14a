import { changeProcess } from '@titular/server/processes/change/change-process.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishedAgo, finishProcess, reusing, stepsOf } from '../processes/process-fixture.ts';
import { type Answer, type Merchant, newMerchant } from '../transactions/api.ts';
import { cpfOf, idOf, lead, startBy } from './process-scenario-fixture.ts';
import { createBy, settle } from './sandbox-fixture.ts';

const clock = createManualClock();
let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

type Led = { id: string; cpf: string };

const newLed = (changes: { scenario?: string; cpf?: string } = {}, whose = merchant): Promise<Led> =>
  lead(service, clock, whose, changes);
const use = ({ id, cpf }: Led, changes: object = {}, whose = merchant): Promise<Answer> =>
  whose.create({ ...reusing(id, cpf), ...changes });
const useBy = (
  scenario: string,
  { id, cpf }: Led,
  changes: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> => createBy(merchant, scenario, { ...reusing(id, cpf), ...changes }, headers);
const codeOf = ({ status, body }: Answer): unknown[] => [status, body['code']];

type Step = { event: string; status: string; reasons: string[] };
/** Where a transaction stands once every step that is due was taken, and how it came there. */
async function endOf({
  body,
}: Answer): Promise<{ status: unknown; last: Step | undefined; events: string[] }> {
  await settle(service, clock);
  const { body: read } = await merchant.history(String(body['id']));
  const history = read['history'] as Step[];
  return { status: read['status'], last: history.at(-1), events: history.map(({ event }) => event) };
}

const usesOf = async ({ id }: Led): Promise<unknown[]> =>
  (await stepsOf(merchant, id)).filter(({ event }) => event === 'reuse');

/** A company of its own whose processes may be used once. */
async function newStrict(): Promise<Merchant> {
  const strict = await newMerchant(service);
  await service.service.database.db
    .updateTable('companies')
    .set({ process_reuse: 'once' })
    .where('company_id', '=', strict.tenant.companyId)
    .execute();
  return strict;
}

describe('a card that uses a process which a scenario led to its end', () => {
  test('createTransaction 200: readReceipt 200: is approved, without a camera and without a header', async () => {
    const led = await newLed({ cpf: cpfOf('process-finished') });
    const answer = await use(led);
    expect(answer.body).toEqual({ id: expect.any(String), status: 'processing' });
    const { status, last, events } = await endOf(answer);
    expect([status, ...events]).toEqual(['approved', 'create', 'approve']);
    expect(last?.reasons).toEqual(['sandbox_scenario']);
    const { body } = await merchant.call('readReceipt', { id: String(answer.body['id']) });
    expect(decodeJwt(String(body['receipt']))).toMatchObject({
      engineVersion: 'sandbox',
      captures: [],
      process: { id: led.id, purpose: 'biometryonboarding' },
    });
    expect(await usesOf(led)).toMatchObject([{ transactionId: answer.body['id'] }]);
  });

  test('createTransaction 400: is held by the rules of reuse also where it ends at create', async () => {
    const cpf = newCpf();
    const unknown = await useBy('fast-inconclusive', { id: crypto.randomUUID(), cpf });
    expect(codeOf(unknown)).toEqual([400, '40031']);
    const led = await newLed();
    expect(codeOf(await useBy('fast-inconclusive', { ...led, cpf }))).toEqual([400, '40035']);
    expect((await useBy('fast-inconclusive', led)).body['status']).toBe('fast-inconclusive');
    expect(await usesOf(led)).toEqual([]);
  });

  test('createTransaction 400: takes no scenario that shows what comes before a decision', async () => {
    const { status, body } = await useBy('webhook-out-of-order', await newLed());
    expect([status, body['code']]).toEqual([400, '40090']);
    expect(body['message']).toContain('before a decision');
  });

  test('createTransaction 200: ends as the scenario of the process says', async () => {
    const scenario = 'process-finished-card-inconclusive';
    const { status, last } = await endOf(await use(await newLed({ scenario })));
    expect(status).toBe('inconclusive');
    expect(last?.reasons).toEqual(['sandbox_scenario', 'face_differs']);
  });

  test('createTransaction 200: or as a scenario of its own does, by its name or by its CPF', async () => {
    expect((await endOf(await useBy('inconclusive', await newLed()))).status).toBe('inconclusive');
    const identified = await newLed({ cpf: cpfOf('has-identity-changed') });
    const answer = await use(identified);
    expect((await endOf(answer)).last?.reasons).toEqual(['sandbox_scenario', 'stated_identity']);
    expect((await merchant.read(String(answer.body['id']))).body).toEqual({
      status: 'approved',
      hasIdentityChanged: true,
    });
  });

  test('createTransaction 200: is processing until the decision of its scenario is due, and nobody else decides', async () => {
    const answer = await useBy('shared-then-approved', await newLed());
    clock.advanceSeconds(4);
    expect((await endOf(answer)).status).toBe('processing');
    clock.advanceSeconds(1);
    expect((await endOf(answer)).events).toEqual(['create', 'approve']);
    const captured = await useBy('too-dark-then-approved', await newLed());
    clock.advanceSeconds(4);
    expect((await endOf(captured)).events).toEqual(['create', 'approve']);
    const { body } = await merchant.call('listCaptures', { id: String(captured.body['id']) });
    expect(body['attempts']).toEqual([]);
  });

  test('createTransaction 200: ends at create where its scenario does, and the process stays unused', async () => {
    const led = await newLed();
    expect((await useBy('fast-inconclusive', led)).body['status']).toBe('fast-inconclusive');
    expect(await usesOf(led)).toEqual([]);
  });

  test.each(['canceled', 'expired', 'unknown-share', 'absent-holder', 'three-times-too-dark'])(
    'createTransaction 400: %s leads to no decision, and is refused by its name, before the process is used',
    async (scenario) => {
      const led = await newLed();
      const answer = await useBy(scenario, led);
      expect(codeOf(answer)).toEqual([400, '40090']);
      expect(answer.body['message']).toContain(scenario);
      expect(await usesOf(led)).toEqual([]);
    },
  );

  test('createTransaction 200: the identity of such a scenario is one like any', async () => {
    expect((await endOf(await use(await newLed({ cpf: cpfOf('canceled') })))).status).toBe('approved');
  });

  test('createTransaction 200: once for an idempotency key', async () => {
    const led = await newLed();
    const send = () => useBy('inconclusive', led, { orderNumber: 'once' }, { 'idempotency-key': 'reuse' });
    const first = await send();
    await endOf(first);
    const second = await send();
    expect(second.body).toEqual(first.body);
    expect((await endOf(second)).events).toEqual(['create', 'reject']);
    expect(await usesOf(led)).toHaveLength(1);
  });
});

describe('the rules of reuse stay as they are', () => {
  test('createTransaction 400: about the person, the age, the use and the erasure', async () => {
    const led = await newLed();
    expect(codeOf(await use({ ...led, cpf: newCpf() }))).toEqual([400, '40035']);
    expect(codeOf(await use(led, {}, await newMerchant(service)))).toEqual([400, '40031']);
    await finishedAgo(service, led.id, 3602);
    expect(codeOf(await use(led))).toEqual([400, '40034']);

    const strict = await newStrict();
    const once = await newLed({}, strict);
    expect((await use(once, {}, strict)).status).toBe(200);
    expect(codeOf(await use(once, {}, strict))).toEqual([400, '40037']);

    const erased = await newLed();
    await merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value: erased.cpf } } });
    expect(codeOf(await use(erased))).toEqual([400, '40036']);
  });

  test('createTransaction 400: about the end, whatever scenario the card names', async () => {
    const open = await newLed({ scenario: 'process-finished-after-30-seconds' });
    expect(codeOf(await use(open))).toEqual([400, '40032']);
    expect(codeOf(await useBy('approved', open))).toEqual([400, '40032']);
    for (const scenario of [
      'process-expired',
      'process-error',
      'process-invalid-identity',
      'process-not-live',
    ]) {
      const failed = await newLed({ scenario });
      expect(codeOf(await use(failed))).toEqual([400, '40033']);
      expect(codeOf(await useBy('approved', failed))).toEqual([400, '40033']);
    }
  });

  test('createTransaction 400: about the pictures, where not the scenario but something else ended the process', async () => {
    const cpf = newCpf();
    const id = idOf(await startBy(service, merchant, 'process-finished-after-30-seconds', { cpf }));
    await service.service.database.db.transaction().execute((trx) =>
      changeProcess(trx, merchant.tenant.tenantId, asId(id), {
        event: 'approve',
        actor: 'service',
        reasons: ['live'],
        at: clock.now(),
      }),
    );
    clock.advanceSeconds(31);
    await settle(service, clock);
    expect(codeOf(await use({ id, cpf }))).toEqual([400, '40036']);
    expect(codeOf(await useBy('approved', { id, cpf }))).toEqual([400, '40036']);
  });
});

test('a process that a person finished serves as always, and for a card that names a scenario as that says', async () => {
  const finished = await finishProcess(service, merchant);
  expect((await endOf(await useBy('inconclusive', finished))).status).toBe('inconclusive');
  const { body } = await use(finished);
  await eventually(async () =>
    expect((await merchant.read(String(body['id']))).body['status']).toBe('approved'),
  );
  expect((await endOf({ body } as Answer)).last?.reasons).toContain('live');
});
