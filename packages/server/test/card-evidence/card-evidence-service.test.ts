import { createCardEvidenceService } from '@titular/server/card-evidence/card-evidence-service.ts';
import { verifyWebhook } from '@titular/server/webhooks/sender/verify-webhook.ts';
import { createManualClock } from '@titular/test-kit';
import { CONFIRMED, startFakeCardEvidence } from '@titular/test-kit/services/fake-card-evidence.ts';
import {
  type Fault,
  membersFault as members,
  statusFault as status,
  textFault as text,
} from '@titular/test-kit/services/faulty-server.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { faultOf, listenToLog } from '../processes/adapter-fixture.ts';

const TRANSACTION = '019aa3c5-7b20-7a01-8c1d-2e3f4a5b6c01';
const question = {
  transactionId: TRANSACTION,
  orderNumber: 'canary-order',
  card: { name: 'CANARY MARIA', binDigits: '41111111', lastDigits: '1234', expirationDate: '12/30' },
  value: '12.50',
  currency: 'BRL',
  identity: { key: 'cpf', value: '52998224725' },
};

async function openAdapter({ sendsIdentity = false } = {}) {
  const fake = await startFakeCardEvidence();
  const clock = createManualClock();
  const { log, logged } = listenToLog();
  const { url, secret } = fake;
  const options = { url, secrets: [secret], sendsIdentity, timeoutMs: 2_000, clock, log };
  const service = createCardEvidenceService(options);
  const impatient = createCardEvidenceService({ ...options, timeoutMs: 400 });
  onTestFinished(async () => {
    service.close();
    impatient.close();
    await fake.close();
  });
  return { fake, service, impatient, clock, logged };
}

describe('what is sent', () => {
  test('the question as the interface has it, signed over its bytes, and no identity', async () => {
    const { fake, service, clock } = await openAdapter();
    await service.ask(question);
    const [{ method, path, headers, body } = expect.fail('nothing was sent')] = fake.asked;
    expect([method, path, headers['content-type']]).toEqual(['POST', '/cards', 'application/json']);
    expect(JSON.parse(body)).toEqual({
      transaction: TRANSACTION,
      orderNumber: 'canary-order',
      card: question.card,
      value: '12.50',
      currency: 'BRL',
    });
    const signed = (changed: string) =>
      verifyWebhook(headers, Buffer.from(changed), [fake.secret], clock.now());
    expect([signed(body), signed(`${body} `)]).toEqual([headers['webhook-id'], undefined]);
  });

  test('what the merchant left out is left out, and the identity is sent where the operator says so', async () => {
    const { fake, service } = await openAdapter({ sendsIdentity: true });
    const card = { ...question.card, expirationDate: undefined };
    await service.ask({ ...question, card, value: undefined, currency: undefined });
    expect(fake.question()).toEqual({
      transaction: TRANSACTION,
      orderNumber: 'canary-order',
      card: { name: 'CANARY MARIA', binDigits: '41111111', lastDigits: '1234' },
      identity: question.identity,
    });
  });
});

describe('answers are believed only as far as the interface goes', () => {
  test('words that are left out were not performed, or are unknown', async () => {
    const { fake, service, clock } = await openAdapter();
    expect(await service.ask(question)).toEqual({ ...CONFIRMED, at: clock.now().toISOString() });
    fake.answers = { card: 'active', reference: 'inquiry/1' };
    expect(await service.ask(question)).toEqual({
      ...{ card: 'active', name: 'not_performed', holder: 'unknown', authentication: 'not_performed' },
      ...{ reference: 'inquiry/1', at: clock.now().toISOString() },
    });
  });

  test.each<[string, Fault, RegExp]>([
    ['slow', { kind: 'silent' }, /no complete answer in 400 ms/],
    ['500', status(500), /answers 500/],
    ['a redirect', status(307, { location: 'http://127.0.0.1:1/' }), /answers 307/],
    ['no JSON', text('CANARY'), /no JSON/],
    ['half of it', text('{"transaction": "CANARY'), /no JSON/],
    ['bytes that are no text', text('\u00ff', { 'content-type': 'text/plain' }), /no JSON/],
    ['nothing', text('null'), /a member is missing/],
    ['more than 16 KiB', { kind: 'huge', bytes: 16_384 }, /larger than it may be/],
    ['compressed', text('{}', { 'content-encoding': 'gzip' }), /compressed|cannot be reached/],
    ['a word that is not known', members({ card: 'CANARY' }), /no word of the interface/],
    ['a word of another member', members({ name: 'active' }), /no word of the interface/],
    ['another type', members({ holder: true }), /no word of the interface/],
    ['a list', members({ authentication: ['authenticated'] }), /no word of the interface/],
    ['a reference with a line in it', members({ reference: 'a\nb' }), /no word of the interface/],
    ['an answer to another question', members({ transaction: crypto.randomUUID() }), /another transaction/],
    ['an answer to none', members({ transaction: undefined }), /a member is missing/],
  ])('%s is no answer, after one request, and nothing of it is told', async (_what, fault, message) => {
    const { fake, service, impatient, logged } = await openAdapter();
    fake.faultFor = () => fault;
    const error = await faultOf((fault.kind === 'silent' ? impatient : service).ask(question));
    expect(error.message).toMatch(message);
    for (const told of [error.message, logged()])
      expect(told).not.toMatch(/CANARY|canary|52998224725|whsec_/);
    expect(fake.asked).toHaveLength(1);
  });
});

describe('a service that is away', () => {
  test('after 5 failures in a row nothing is asked for 30 seconds, then one call tries', async () => {
    const { fake, service, clock, logged } = await openAdapter();
    fake.faultFor = () => status(500);
    for (let times = 0; times < 5; times += 1) await faultOf(service.ask(question));
    expect((await faultOf(service.ask(question))).waitMs).toBe(30_000);
    expect(fake.asked).toHaveLength(5);
    clock.advanceSeconds(30);
    await Promise.all(Array.from({ length: 4 }, () => faultOf(service.ask(question))));
    expect(fake.asked).toHaveLength(6);
    clock.advanceSeconds(30);
    fake.faultFor = () => undefined;
    await service.ask(question);
    expect(logged().match(/cannot be used/g)).toHaveLength(1);
    expect(logged().match(/can be used again/g)).toHaveLength(1);
  });

  test.each([429, 503])('%s with Retry-After: nothing is asked before that time', async (code) => {
    const { fake, service, clock } = await openAdapter();
    fake.faultFor = () => status(code, { 'retry-after': '90' });
    expect((await faultOf(service.ask(question))).waitMs).toBe(90_000);
    fake.faultFor = () => undefined;
    clock.advanceSeconds(89);
    await faultOf(service.ask(question));
    clock.advanceSeconds(1);
    await service.ask(question);
    expect(fake.asked).toHaveLength(2);
  });

  test('what one question alone is refused for keeps no other from being asked', async () => {
    const { fake, service } = await openAdapter();
    fake.faultFor = () => status(422);
    for (let times = 0; times < 8; times += 1) await faultOf(service.ask(question));
    fake.faultFor = () => undefined;
    expect(await service.ask(question)).toMatchObject(CONFIRMED);
  });

  test('a connection that is refused is a failure, and the service is used when it is back', async () => {
    const { fake, service } = await openAdapter();
    await fake.stopAnswering();
    expect((await faultOf(service.ask(question))).message).toMatch(/cannot be reached/);
    await fake.comeBack();
    await service.ask(question);
  });

  test('closing ends what is under way, without a word against the service', async () => {
    const { fake, service, logged } = await openAdapter();
    fake.faultFor = () => ({ kind: 'silent' });
    const asking = faultOf(service.ask(question));
    service.close();
    expect((await asking).message).toMatch(/stops/);
    expect(logged()).not.toContain('cannot be used');
  });
});
