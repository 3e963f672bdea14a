import { randomUUID } from 'node:crypto';
import type { ExternalPlatform } from '@titular/server/processes/external/external-platform.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import type { PlatformFault } from '@titular/test-kit/services/fake-identity-platform.ts';
import {
  membersFault as members,
  statusFault as status,
  textFault as text,
} from '@titular/test-kit/services/faulty-server.ts';
import { describe, expect, test } from 'vitest';
import { type AdapterFixture, faultOf, newInput, openAdapter } from './adapter-fixture.ts';

/** A call that is never answered is made by the adapter that does not wait for long. */
const usedFor = (
  { kind }: PlatformFault,
  { platform, impatient }: Pick<AdapterFixture, 'platform' | 'impatient'>,
): ExternalPlatform => (kind === 'silent' ? impatient : platform);

describe('what is sent', () => {
  test('the same wire as that of the platform inside, without what the company is called here', async () => {
    const { fake, platform, clock } = await openAdapter();
    const wanted = newInput({ clientReference: 'onboarding-1', company: randomUUID() });
    const prepared = await platform.prepare({} as never, wanted, clock.now());
    const { method, path, headers, body } = fake.asked.at(-1) ?? expect.fail('nothing was sent');
    expect([method, path, headers['content-type']]).toEqual([
      'POST',
      '/client/v1/process',
      'application/json',
    ]);
    expect(headers['accept-encoding']).toBe('identity');
    expect(JSON.parse(body)).toEqual({
      person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: wanted.identity.value, friendlyName: 'Maria' },
      callbackUri: '/',
      purpose: 'biometryonboarding',
      clientReference: 'onboarding-1',
      expiresIn: '3600s',
    });
    expect(prepared).toMatchObject({
      userRedirectUrl: `https://platform.example/p/${prepared.processId}`,
      link: undefined,
    });
    expect(prepared.expiresAt.getTime()).toBeLessThanOrEqual(clock.now().getTime() + 3_600_000);
  });

  test('one token for its whole life less a minute, fetched once for many who ask at once', async () => {
    const { fake, platform, clock, start } = await openAdapter();
    const ids = await Promise.all(Array.from({ length: 10 }, start));
    expect(fake.count('/token')).toBe(1);
    clock.advanceSeconds(3_539);
    await platform.read(asId(ids[0] ?? ''));
    expect(fake.count('/token')).toBe(1);
    clock.advanceSeconds(2);
    await platform.read(asId(ids[0] ?? ''));
    expect(fake.count('/token')).toBe(2);
  });

  test.each([401, 403])('a %s for a token that was remembered fetches another, once', async (code) => {
    const { fake, platform, start } = await openAdapter();
    const id = await start();
    let refusals = 1;
    fake.faultFor = ({ path }) => (path !== '/token' && refusals-- > 0 ? status(code) : undefined);
    await platform.read(asId(id));
    expect([fake.count('/token'), fake.count(id)]).toEqual([2, 2]);
    refusals = Number.POSITIVE_INFINITY;
    await faultOf(platform.read(asId(id)));
    expect([fake.count('/token'), fake.count(id)]).toEqual([3, 4]);
  });

  test('a token that cannot be had is not asked for again within 5 seconds', async () => {
    const { fake, clock, start } = await openAdapter();
    fake.faultFor = () => status(500);
    await expect(start()).rejects.toMatchObject({ code: '50002' });
    await expect(start()).rejects.toMatchObject({ code: '50002' });
    expect(fake.asked).toHaveLength(1);
    clock.advanceSeconds(5);
    await expect(start()).rejects.toMatchObject({ code: '50002' });
    expect(fake.asked).toHaveLength(2);
  });
});

describe('answers are believed only as far as the contract goes', () => {
  const broken: [string, PlatformFault, RegExp][] = [
    ['slow', { kind: 'silent' }, /no complete answer in 400 ms/],
    ['500', status(500), /answers 500/],
    ['a redirect', status(307, { location: 'http://127.0.0.1:1/' }), /answers 307/],
    ['no JSON', text('CANARY'), /no JSON/],
    ['half of it', text('{"process": {"id": "CANARY'), /no JSON/],
    ['text in another encoding', text('\u00ff'.repeat(3), { 'content-type': 'text/plain' }), /wrong/],
    ['nothing', text('null'), /breaks the rule/],
    ['more than 64 KiB', { kind: 'huge', bytes: 65_536 }, /larger than it may be/],
    ['compressed', text('{}', { 'content-encoding': 'gzip' }), /compressed|cannot be reached/],
    ['an id that is none', members({ id: `${'x'.repeat(35)}-` }), /\/id|another process/],
  ];

  test.each<[string, PlatformFault, RegExp]>([
    ...broken,
    ['another process', members({ id: randomUUID() }), /another process/],
    ['a state that is not known', members({ state: 'CANARY' }), /\/state breaks the rule/],
    ['a result that is not known', members({ result: 'CANARY' }), /\/result breaks the rule/],
    ['a result of what is open', members({ result: 'PROCESS_RESULT_OK' }), /contradict/],
    ['an end without a result', members({ state: 'PROCESS_STATE_FINISHED' }), /contradict/],
    ['an end at no time', members({ finishedAt: '2026-13-01T00:00:00Z' }), /\/finishedAt/],
    ['no one who is known', members({ person: { duiType: 'CANARY', duiValue: '1' } }), /\/person/],
    [
      'liveness that is not known',
      members({ authenticationInfo: { livenessResult: 'CANARY' } }),
      /\/authenticationInfo\/livenessResult/,
    ],
  ])('%s to a question is a fault that says so, and nothing of the answer', async (_what, fault, message) => {
    const { fake, start, logged, ...fixture } = await openAdapter();
    const id = await start();
    const before = fake.asked.length;
    fake.faultFor = () => fault;
    const error = await faultOf(usedFor(fault, fixture).read(asId(id)));
    expect(error.message).toMatch(message);
    expect(error.message).not.toMatch(/CANARY|xxx/);
    expect(logged()).not.toMatch(/CANARY|xxx/);
    expect(fake.asked).toHaveLength(before + 1);
  });

  test.each<[string, PlatformFault]>([
    ...broken.map(([what, fault]) => [what, fault] as [string, PlatformFault]),
    ['a page that is none of the web', members({ userRedirectUrl: 'javascript:alert(1)' })],
    ['a page with a password', members({ userRedirectUrl: 'https://a:b@platform.example/' })],
    ['a token with a line in it', members({ token: 'a\r\nb' })],
    ['a token that is too long', members({ token: 'x'.repeat(8193) })],
    ['a process that has ended', members({ state: 'PROCESS_STATE_FAILED' })],
    ['one that has expired', members({ expiresAt: '2001-01-01T00:00:00Z' })],
    ['another person', members({ person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: '52998224725' } })],
  ])('%s to a start is refused with 50002, after one request (R72)', async (_what, fault) => {
    const { fake, start, clock, ...fixture } = await openAdapter();
    await start();
    const before = fake.asked.length;
    fake.faultFor = () => fault;
    const refusal = await usedFor(fault, fixture)
      .prepare({} as never, newInput(), clock.now())
      .catch((error) => error);
    expect(refusal).toMatchObject({ code: '50002', headers: { 'retry-after': '5' } });
    expect(fake.asked).toHaveLength(before + 1);
  });

  test('a page of the platform without encryption is taken only where that is allowed', async () => {
    for (const httpAllowed of [true, false]) {
      const { fake, start } = await openAdapter({ httpAllowed });
      fake.faultFor = ({ path }) =>
        path === '/token' ? undefined : members({ userRedirectUrl: 'http://127.0.0.1/p' });
      const outcome = await start().catch((error) => error.code);
      expect(outcome).toMatch(httpAllowed ? /^[0-9a-f-]{36}$/ : /^50002$/);
    }
  });

  test('a selfie is bytes, none when it is gone, and a fault in any other form', async () => {
    const { fake, platform, start } = await openAdapter();
    const id = await start();
    expect(await platform.readSelfie(asId(id))).toBeUndefined();
    const bytes = Buffer.alloc(100_000, 7);
    fake.end(id, { result: 'PROCESS_RESULT_OK', selfie: bytes });
    expect((await platform.readSelfie(asId(id)))?.equals(bytes)).toBe(true);
    for (const gone of [400, 404, 410]) {
      fake.faultFor = () => status(gone);
      expect(await platform.readSelfie(asId(id))).toBeUndefined();
    }
    for (const fault of [
      members({ fileContents: 'not base64!!' }),
      members({ contentType: 'image/svg+xml' }),
      { kind: 'huge', bytes: 8 * 1024 * 1024 },
    ] as PlatformFault[]) {
      fake.faultFor = () => fault;
      await faultOf(platform.readSelfie(asId(id)));
    }
  });

  test('what one request alone is refused for keeps no other from being made', async () => {
    const { fake, platform, start } = await openAdapter();
    const id = await start();
    for (let times = 0; times < 8; times += 1) await faultOf(platform.read(asId(randomUUID())));
    fake.faultFor = ({ method }) => (method === 'POST' ? status(400) : undefined);
    for (let times = 0; times < 8; times += 1) await expect(start()).rejects.toMatchObject({ code: '50002' });
    expect((await platform.read(asId(id))).state).toBe('PROCESS_STATE_CREATED');
  });
});

describe('a platform that is away', () => {
  test('whichever call fails, no call is made a second time (R72)', async () => {
    for (let nth = 1; nth <= 4; nth += 1) {
      for (const fault of [status(500), status(429), text('x'), { kind: 'silent' } as const]) {
        const { fake, clock, ...fixture } = await openAdapter();
        const platform = usedFor(fault, fixture);
        fake.faultFor = (_asked, count) => (count === nth ? fault : undefined);
        const started = await platform.prepare({} as never, newInput(), clock.now()).catch(() => undefined);
        const known = started?.processId ?? asId(randomUUID());
        await platform.read(known).catch(() => undefined);
        await platform.readSelfie(known).catch(() => undefined);
        const calls = fake.asked.map(({ method, path }) => `${method} ${path}`);
        expect(new Set(calls).size, `${nth} ${fault.kind}`).toBe(calls.length);
      }
    }
  });

  test('after 5 failures in a row nothing is asked for 30 seconds, then one call tries', async () => {
    const { fake, platform, clock, start, logged } = await openAdapter();
    const id = await start();
    fake.faultFor = () => status(500);
    for (let times = 0; times < 5; times += 1) {
      fake.faultFor = () => status(500 + times);
      await faultOf(platform.read(asId(id)));
    }
    const before = fake.asked.length;
    expect((await faultOf(platform.read(asId(id)))).waitMs).toBe(30_000);
    await expect(start()).rejects.toMatchObject({ headers: { 'retry-after': '30' } });
    clock.advanceSeconds(30);
    await Promise.all(Array.from({ length: 5 }, () => faultOf(platform.read(asId(id)))));
    expect(fake.asked).toHaveLength(before + 1);
    clock.advanceSeconds(30);
    fake.faultFor = () => undefined;
    await platform.read(asId(id));
    expect((await Promise.all([platform.read(asId(id)), platform.read(asId(id))])).length).toBe(2);
    expect(logged().match(/cannot be used/g)).toHaveLength(1);
    expect(logged().match(/can be used again/g)).toHaveLength(1);
  });

  test.each([
    ['429 with seconds', 429, () => '90', 90],
    ['503 with seconds', 503, () => '90', 90],
    ['429 with a date', 429, (now: Date) => new Date(now.getTime() + 90_500).toUTCString(), 90],
    ['429 with a day', 429, () => '86400', 3_600],
  ])('%s: nothing is asked before that time, an hour at most', async (_what, code, wish, seconds) => {
    const { fake, platform, clock, start } = await openAdapter();
    const id = await start();
    fake.faultFor = () => status(code, { 'retry-after': wish(clock.now()) });
    const { waitMs } = await faultOf(platform.read(asId(id)));
    expect(Math.abs(waitMs / 1000 - seconds)).toBeLessThanOrEqual(1);
    const before = fake.asked.length;
    fake.faultFor = () => undefined;
    clock.advanceSeconds(waitMs / 1000 - 1);
    await faultOf(platform.read(asId(id)));
    expect(fake.asked).toHaveLength(before);
    clock.advanceSeconds(1);
    await platform.read(asId(id));
  });

  test('a connection that is refused is a failure, and the platform is used when it is back', async () => {
    const { fake, platform, start } = await openAdapter();
    const id = await start();
    await fake.stopAnswering();
    expect((await faultOf(platform.read(asId(id)))).message).toMatch(/cannot be reached/);
    await fake.comeBack();
    await platform.read(asId(id));
  });

  test('closing ends what is under way, without a word against the platform', async () => {
    const { fake, platform, start, logged } = await openAdapter();
    const id = await start();
    fake.faultFor = () => ({ kind: 'silent' });
    const reading = faultOf(platform.read(asId(id)));
    platform.close();
    expect((await reading).message).toMatch(/stops/);
    expect(logged()).not.toContain('cannot be used');
  });
});

test('neither secrets nor persons reach the log, whatever goes wrong (R90)', async () => {
  const { fake, platform, clock, logged } = await openAdapter();
  const wanted = newInput({ clientReference: 'canary-reference' });
  for (const fault of [undefined, status(500), status(400), text('x'), members({ token: 'canary token' })]) {
    fake.faultFor = ({ path }) => (path === '/token' ? undefined : fault);
    await platform.prepare({} as never, wanted, clock.now()).catch(() => undefined);
  }
  fake.faultFor = () => status(401);
  clock.advanceSeconds(3_600);
  await platform.prepare({} as never, wanted, clock.now()).catch(() => undefined);
  const secrets = [
    fake.env['TITULAR_IDENTITY_PLATFORM_CLIENT_SECRET'] ?? '',
    String(fake.asked.find(({ path }) => path !== '/token')?.headers.authorization).slice(7),
    fake.webhookSecret,
    wanted.identity.value,
  ];
  expect(logged()).toContain('cannot be used');
  for (const secret of [...secrets, 'canary']) expect(logged()).not.toContain(secret);
});
