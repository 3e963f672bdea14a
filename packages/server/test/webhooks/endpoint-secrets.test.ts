import { Writable } from 'node:stream';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { pino } from 'pino';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpDatabase, findCanaries } from '../erasure/canaries.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { askForEndpoint, newEndpoint, registerReceiver } from './endpoint-fixture.ts';

const clock = createManualClock();
const logged: string[] = [];
const sink = new Writable({
  write(chunk, _encoding, done) {
    logged.push(String(chunk));
    done();
  },
});

let service: TestService;
let receiver: WebhookReceiver;
beforeAll(async () => {
  service = await startTestService({ clock, log: pino({ level: 'trace' }, sink) });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await receiver.close();
  await service.close();
});

const accepts = (verify: () => unknown): boolean => {
  try {
    verify();
    return true;
  } catch {
    return false;
  }
};

/** What each library says of the next request, with each secret. */
async function verifyNext(secrets: readonly string[]): Promise<boolean[][]> {
  const { body, headers } = await receiver.next();
  return [StandardWebhook, SvixWebhook].map((Library) =>
    secrets.map((secret) =>
      accepts(() => new Library(secret).verify(body, headers as Record<string, string>)),
    ),
  );
}

const rotate = (one: Merchant, id: string, body: object = {}) =>
  one.call('rotateWebhookSecret', { id, body });

describe('rotating the secret', () => {
  let merchant: Merchant;
  let id: string;
  let first: string;
  beforeAll(async () => {
    merchant = await newMerchant(service);
    const { endpointId, secret } = await registerReceiver(service, merchant, receiver.url);
    [id, first] = [endpointId, secret];
    receiver.trust(secret);
  });

  const testWith = async (secrets: readonly string[]): Promise<boolean[][]> => {
    await merchant.call('sendTestEvent', { id });
    const verified = await verifyNext(secrets);
    // A clock that is moved on before the answer was noted has it sent once more.
    await eventually(async () => {
      const { body } = await merchant.call('listDeliveries', { id });
      const states = (body['deliveries'] as { state: string }[]).map(({ state }) => state);
      expect(new Set(states)).toEqual(new Set(['delivered']));
    });
    return verified;
  };

  test('rotateWebhookSecret 200: during the overlap a receiver with either secret verifies by either library, and afterwards with the new one alone (R40, R41)', async () => {
    const foreign = 'whsec_c2VjcmV0IG9mIHNvbWVib2R5IGVsc2UgYWx0b2dldGhlcg==';
    expect(await testWith([first, foreign])).toEqual([
      [true, false],
      [true, false],
    ]);
    const { body } = await rotate(merchant, id, { overlapSeconds: 60 });
    const second = String(body['secret']);
    expect(second).not.toBe(first);
    const endsAt = new Date(clock.now().getTime() + 60_000).toISOString();
    expect(body).toEqual({ id, secret: second, previousSecretEndsAt: endsAt });
    const shown = await merchant.call('readWebhookEndpoint', { id });
    expect(shown.body).toMatchObject({ previousSecretEndsAt: endsAt });
    expect(await testWith([first, second, foreign])).toEqual([
      [true, true, false],
      [true, true, false],
    ]);
    receiver.trust(second);
    clock.advanceSeconds(60);
    expect(await testWith([first, second])).toEqual([
      [false, true],
      [false, true],
    ]);
    const later = await merchant.call('readWebhookEndpoint', { id });
    expect(later.body).not.toHaveProperty('previousSecretEndsAt');
  });

  test('rotateWebhookSecret 400: a second rotation within the overlap ends no secret unless all old ones are to end at once', async () => {
    const { body } = await rotate(merchant, id);
    const second = String(body['secret']);
    const day = new Date(clock.now().getTime() + 86_400_000).toISOString();
    expect(body['previousSecretEndsAt']).toBe(day);
    const refused = await rotate(merchant, id, { overlapSeconds: 1 });
    expect([refused.status, refused.body['code']]).toEqual([400, '40072']);
    const leaked = await rotate(merchant, id, { overlapSeconds: 0 });
    const third = String(leaked.body['secret']);
    expect(leaked.body).toEqual({ id, secret: third });
    receiver.trust(third);
    expect(await testWith([second, third])).toEqual([
      [false, true],
      [false, true],
    ]);
  });

  test.each([{ overlapSeconds: -1 }, { overlapSeconds: 604_801 }, { overlapSeconds: '1' }, { overlap: 1 }])(
    'rotateWebhookSecret 400: %j is no overlap',
    async (body) => {
      const answer = await rotate(merchant, id, body);
      expect([answer.status, answer.body['code']]).toEqual([400, '40002']);
    },
  );
});

test('no secret and no credential is in a list, an answer after the first, the audit log, the log of calls, the log or the database in clear (R90)', async () => {
  const merchant = await newMerchant(service);
  const canaries = {
    basic: 'canary-password-8QzX',
    user: 'canary-user-5RtW',
    apiKey: 'canary-api-key-2MnB',
    oauth: 'canary-client-secret-7YpL',
    replaced: 'canary-replacement-4KdS',
    refused: 'canary-refused-9HgF',
    wrongKind: 'canary-wrong-kind-3VcJ',
  };
  const answers: string[] = [];
  const note = async (answering: Promise<{ text: string }>): Promise<void> => {
    answers.push((await answering).text);
  };
  const basic = { kind: 'basic', user: canaries.user, password: canaries.basic };
  const id = await newEndpoint(merchant, { authentication: basic });
  await newEndpoint(merchant, { authentication: { kind: 'api-key', key: canaries.apiKey } });
  const oauth = { tokenUrl: 'https://id.example/token', clientId: 'us', clientSecret: canaries.oauth };
  await newEndpoint(merchant, { authentication: { kind: 'oauth2', ...oauth } });
  const first = String((await askForEndpoint(merchant)).body['secret']);
  const second = String((await rotate(merchant, id)).body['secret']);
  const change = (authentication: object) =>
    note(merchant.call('changeWebhookEndpoint', { id, body: { authentication } }));
  await change({ ...basic, password: canaries.replaced });
  await change({ ...basic, password: `${canaries.refused}\n` });
  await change({ kind: 'api-key', password: canaries.wrongKind });
  await note(askForEndpoint(merchant, { authentication: { ...basic, user: `${canaries.refused}:` } }));
  await note(merchant.call('listWebhookEndpoints'));
  await note(merchant.call('readWebhookEndpoint', { id }));
  const last = await merchant.call('listWebhookEndpoints');
  const requestId = String(last.headers.get('x-request-id'));
  const calls = await eventually(async () => {
    const found = await merchant.call('listCalls', { query: { requestId } });
    expect(found.body['calls']).toHaveLength(1);
    return merchant.call('listCalls', { query: { limit: '100' } });
  });
  answers.push(calls.text);
  expect(calls.text).toContain(`/api/public/v1/webhook-endpoints/${id}`);
  const everywhere = Buffer.concat([
    Buffer.from(answers.join('\n') + logged.join('\n')),
    await dumpDatabase(service),
  ]);
  const secrets = { first: first.slice('whsec_'.length), second: second.slice('whsec_'.length) };
  expect(findCanaries({ ...canaries, ...secrets }, everywhere)).toEqual([]);
  expect(findCanaries({ bytes: Buffer.from(secrets.first, 'base64') }, everywhere)).toEqual([]);
});
