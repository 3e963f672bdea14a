import { createManualClock, startTestService } from '@titular/test-kit';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { retake } from '@titular/test-kit/faces/takes.ts';
import {
  type PlatformEnd,
  startFakeIdentityPlatform,
} from '@titular/test-kit/services/fake-identity-platform.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect, test } from 'vitest';
import { nextTake } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { describePlatform, type PlatformHouse } from './platform-suite.ts';
import { newProcessBody, type Started, startProcess } from './process-fixture.ts';

async function open(): Promise<PlatformHouse> {
  const fake = await startFakeIdentityPlatform();
  const service = await startTestService({ clock: createManualClock(), env: fake.env });
  const end = async ({ id }: Started, how: PlatformEnd): Promise<void> => {
    fake.end(id, how);
    const status = await fake.tell(`${service.url}/identity-platform/events`, id);
    expect(status).toBe(200);
  };
  return {
    service,
    finishWell: async (started) =>
      end(started, {
        ...{ result: 'PROCESS_RESULT_OK', liveness: 'LIVENESS_RESULT_LIVE' },
        authentication: 'AUTHENTICATION_RESULT_POSITIVE',
        selfie: await retake(await portraitOf('a'), nextTake()),
      }),
    finishAsAnother: (started) =>
      end(started, {
        ...{ result: 'PROCESS_RESULT_INVALID_IDENTITY', liveness: 'LIVENESS_RESULT_LIVE' },
        authentication: 'AUTHENTICATION_RESULT_NEGATIVE',
      }),
    letMinutePass: async () => {
      await service.service.database.pool.query(
        `SELECT graphile_worker.add_job('end-overdue-platform-processes')`,
      );
    },
    foundLive: 'live_elsewhere',
    close: async () => {
      await service.close();
      await fake.close();
    },
  };
}

describePlatform("a platform of the operator's", open);

test('a platform that hangs holds up nothing else of the tenant (R69)', async () => {
  const fake = await startFakeIdentityPlatform();
  const service = await startTestService({ env: { ...fake.env, TITULAR_DATABASE_POOL: '8' } });
  try {
    const merchant = await newMerchant(service);
    fake.faultFor = ({ path }) => (path === '/token' ? undefined : { kind: 'silent' });
    // As many as one tenant has worked on at once: half of the connections.
    const starts = Array.from({ length: 4 }, () =>
      merchant.call('createProcess', { body: newProcessBody() }),
    );
    await eventually(() => expect(fake.count('/client/v1/process')).toBe(4));
    const first = await Promise.race([merchant.call('readLimits'), ...starts]);
    expect(first.body).toHaveProperty('limits');
    await fake.close();
    expect((await Promise.all(starts)).map(({ body }) => body['code'])).toEqual(Array(4).fill('50002'));
  } finally {
    await service.close();
    await fake.close();
  }
});

test('createProcess 200: a request that comes again while the platform is asked names the same start to it, and nobody else does (R74, R17)', async () => {
  const fake = await startFakeIdentityPlatform();
  const service = await startTestService({ env: fake.env });
  try {
    const [merchant, other] = [await newMerchant(service), await newMerchant(service)];
    const body = JSON.stringify(newProcessBody());
    const start = async (one: Merchant): Promise<unknown> => {
      const response = await fetch(`${service.url}/client/v1/process`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${one.token}`,
          'content-type': 'application/json',
          'idempotency-key': 'start-1',
        },
        body,
      });
      expect(response.status).toBe(200);
      return ((await response.json()) as { process: { id: string } }).process.id;
    };
    const ids = await Promise.all([start(merchant), start(merchant), start(other)]);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
    const keys = fake.asked.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
    expect(keys).toHaveLength(3);
    expect(keys.every((key) => /^[0-9a-f]{64}$/.test(String(key)))).toBe(true);
    expect(new Set(keys).size).toBe(2);
  } finally {
    await service.close();
    await fake.close();
  }
});

test('a link of the platform is not ours to renew', async () => {
  const fake = await startFakeIdentityPlatform();
  const service = await startTestService({ env: fake.env });
  try {
    const merchant = await newMerchant(service);
    const { id } = await startProcess(merchant);
    const { status, body } = await merchant.call('renewProcessLink', { id });
    expect([status, body['code']]).toEqual([400, '40051']);
  } finally {
    await service.close();
    await fake.close();
  }
});

test("createProcess 500: a platform that gives an id twice gives nobody another tenant's process (R17)", async () => {
  const fake = await startFakeIdentityPlatform();
  const service = await startTestService({ env: fake.env });
  try {
    const [first, second] = [await newMerchant(service), await newMerchant(service)];
    const { id } = await startProcess(first);
    fake.faultFor = ({ path }) => (path === '/token' ? undefined : { kind: 'members', members: { id } });
    const { status, body } = await second.call('createProcess', { body: newProcessBody() });
    expect([status, body['code']]).toEqual([500, '50002']);
    expect((await second.call('readProcess', { id })).status).toBe(404);
  } finally {
    await service.close();
    await fake.close();
  }
});
