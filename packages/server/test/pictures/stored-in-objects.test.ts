import {
  createManualClock,
  newCpf,
  openTenantKey,
  startTestService,
  type TestService,
} from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import {
  type StoreFaultMode,
  startObjectStore,
  type TestObjectStore,
} from '@titular/test-kit/objects/object-store.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openCamera, perform, turning } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { look } from '../transactions/capture-record-fixture.ts';
import { storedIn } from './object-fixture.ts';

let service: TestService;
let store: TestObjectStore;
let merchant: Merchant;

beforeAll(async () => {
  store = await startObjectStore();
  service = await startTestService({ clock: createManualClock(), env: storedIn(store) });
});
beforeEach(async () => {
  store.fail('none');
  merchant = await newMerchant(service);
});
afterAll(async () => {
  await service.close();
  await store.close();
});

const db = () => service.service.database.db;

const framesOf = async (id: string) => {
  const { rows } = await sql<{ attempt_id: string; step: number; object_name: string; has_bytes: boolean }>`
    SELECT f.attempt_id, f.step, f.object_name, f.sealed_image IS NOT NULL AS has_bytes
    FROM capture_frames f JOIN capture_attempts a USING (tenant_id, attempt_id)
    WHERE a.subject_id = ${id} ORDER BY f.step`.execute(db());
  return rows;
};

const duesOf = async () =>
  (await sql<{ object_name: string }>`SELECT object_name FROM object_dues`.execute(db())).rows;

/** What is stored of pictures, without what probes leave for a moment. */
const stored = (): string[] =>
  [...store.objects().keys()].filter((name) => name.startsWith('titular/pictures/'));

const approved = async (identity = { key: 'cpf', value: newCpf() }) => {
  const opened = await openCamera(service, merchant, { identity });
  await perform(opened.phone, opened.attempt, 'a');
  await eventually(async () => expect((await merchant.read(opened.id)).body['status']).toBe('approved'));
  return opened;
};

describe('pictures in an object store', () => {
  test('submitFrame 200: each kept picture is one sealed object, and its row has its name alone (S31)', async () => {
    const { id, attempt } = await approved();
    const frames = await framesOf(id);
    expect(frames).toHaveLength(attempt.poses.length);
    const key = await openTenantKey(service, merchant.tenant.tenantId);
    for (const { attempt_id, step, object_name, has_bytes } of frames) {
      expect(has_bytes).toBe(false);
      const sealed = store.objects().get(object_name) ?? Buffer.alloc(0);
      expect(sealed.includes('JFIF')).toBe(false);
      const image = key.unseal('capture_frames', `${attempt_id}/${step}`, 'sealed_image', sealed);
      expect(image.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    }
    expect(await duesOf()).toEqual([]);
  });

  test('readCaptureImage 200, 500: an object is opened like a row; one of another frame, or none, is no picture (S31)', async () => {
    const { id, attempt } = await approved();
    const [first, second] = await framesOf(id);
    const view = { one: merchant, transaction: id, of: attempt.attemptId, step: '0' };
    expect((await look(service, view)).status).toBe(200);
    await sql`UPDATE capture_frames SET object_name = object_name || '-' WHERE object_name = ${second?.object_name}`.execute(
      db(),
    );
    await sql`UPDATE capture_frames SET object_name = ${second?.object_name} WHERE object_name = ${first?.object_name}`.execute(
      db(),
    );
    expect((await look(service, view)).status).toBe(500);
    expect((await look(service, { ...view, step: '1' })).status).toBe(500);
    store.fail('silent');
    const away = await look(service, { ...view, step: '2' });
    expect([away.status, await away.json()]).toMatchObject([500, { code: '50001' }]);
  });

  test('eraseIdentity 200: no version of any picture is left in the store, nor of one that was put and never kept, and the receipt counts them (S33)', async () => {
    store.keepVersions();
    const identity = { key: 'cpf', value: newCpf() };
    const { id, attempt } = await approved(identity);
    const mine = (await framesOf(id)).map(({ object_name }) => object_name);
    const orphan = `titular/pictures/orphan/2026-01/${attempt.attemptId}/9-x`;
    await sql`INSERT INTO object_dues (object_name, tenant_id, attempt_id, due_at)
      VALUES (${orphan}, ${merchant.tenant.tenantId}, ${asId(attempt.attemptId)}, now() + interval '30 minutes')`.execute(
      db(),
    );
    await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
    const { body } = await merchant.call('eraseIdentity', { body: { identity } });
    expect(body['counts']).toMatchObject({ pictures: mine.length, objects: mine.length + 1 });
    await eventually(async () => expect(await duesOf()).toEqual([]));
    const left = store.versions().map(({ name }) => name);
    for (const name of mine) expect(left).not.toContain(name);
  });

  test('eraseIdentity 200: an object that may be on its way to the store is deleted a minute later, not before it came (S33)', async () => {
    const identity = { key: 'cpf', value: newCpf() };
    const { attempt } = await approved(identity);
    const underWay = `titular/pictures/under-way/2026-01/${attempt.attemptId}/9-x`;
    await sql`INSERT INTO object_dues (object_name, tenant_id, attempt_id, due_at)
      VALUES (${underWay}, ${merchant.tenant.tenantId}, ${asId(attempt.attemptId)}, now() + interval '1 hour')`.execute(
      db(),
    );
    await merchant.call('eraseIdentity', { body: { identity } });
    await eventually(async () => expect((await duesOf()).map((one) => one.object_name)).toEqual([underWay]));
    const { rows } = await sql<{ seconds: number }>`
      SELECT extract(epoch FROM due_at - now())::double precision AS seconds FROM object_dues`.execute(db());
    expect(rows[0]?.seconds).toBeGreaterThan(0);
    expect(rows[0]?.seconds).toBeLessThanOrEqual(60);
    await sql`DELETE FROM object_dues`.execute(db());
  });

  test.each<StoreFaultMode>(['denied', 'full', 'broken', 'silent', 'cut-after-put'])(
    'submitFrame 200, 500: while the store is %s a frame that passes does not count; the same attempt completes afterwards (S32)',
    async (mode) => {
      const { phone, attempt, id } = await openCamera(service, merchant);
      const show = turning('b');
      service.moveClock(1);
      const image = await show(attempt.poses[0] ?? 'front', 0);
      store.fail(mode);
      const refused = await phone.frame(attempt.attemptId, 0, image);
      expect([refused.status, refused.body]).toMatchObject([500, { code: '50001' }]);
      expect(await framesOf(id)).toEqual([]);
      const ready = await fetch(`${service.url}/readyz`);
      expect([ready.status, await ready.json()]).toMatchObject([
        200,
        { warnings: expect.arrayContaining(['pictures_unstorable']) },
      ]);
      store.fail('none');
      expect(await perform(phone, attempt, 'b')).toMatchObject({ outcome: 'completed' });
      const names = (await framesOf(id)).map(({ object_name }) => object_name);
      expect(names).toHaveLength(attempt.poses.length);
      expect(stored()).toEqual(expect.arrayContaining(names));
      await expect
        .poll(async () => JSON.stringify(await (await fetch(`${service.url}/readyz`)).json()))
        .not.toContain('pictures_unstorable');
    },
  );

  test('what a frame put and no row keeps is deleted once it is an hour old, and nothing else is (S33)', async () => {
    const { id } = await approved();
    const kept = (await framesOf(id)).map(({ object_name }) => object_name);
    const { phone, attempt } = await openCamera(service, merchant);
    service.moveClock(1);
    const image = await turning('c')(attempt.poses[0] ?? 'front', 0);
    store.fail('cut-after-put');
    expect((await phone.frame(attempt.attemptId, 0, image)).status).toBe(500);
    store.fail('none');
    const orphans = (await duesOf())
      .map(({ object_name }) => object_name)
      .filter((name) => name.includes(attempt.attemptId));
    expect(orphans).toHaveLength(1);
    expect(stored()).toEqual(expect.arrayContaining([...kept, ...orphans]));
    await sql`UPDATE object_dues SET due_at = due_at - interval '61 minutes'`.execute(db());
    await sql`SELECT graphile_worker.add_job('delete-due-objects')`.execute(db());
    await eventually(async () => expect(await duesOf()).toEqual([]));
    expect(stored()).toEqual(expect.arrayContaining(kept));
    for (const orphan of orphans) expect(stored()).not.toContain(orphan);
  });
});

describe('a start', () => {
  test('is refused with keys that the store refuses, or a bucket that it does not have, and says so (S32)', async () => {
    const start = (env: object) =>
      startTestService({ sharedWith: service, env: { ...storedIn(store), ...env } });
    await expect(start({ TITULAR_OBJECTS_SECRET_KEY: 'another-secret' })).rejects.toThrow(
      'TITULAR_OBJECTS_URL cannot be used: the object store answers 403 SignatureDoesNotMatch.',
    );
    await expect(start({ TITULAR_OBJECTS_URL: store.url.replace('/pictures', '/none') })).rejects.toThrow(
      /NoSuchBucket/,
    );
  });

  test('goes on with a store that is away, and says in readiness that nothing can be stored (S32)', async () => {
    store.fail('broken');
    const second = await startTestService({ sharedWith: service, env: storedIn(store) });
    try {
      const ready = await fetch(`${second.url}/readyz`);
      expect([ready.status, await ready.json()]).toMatchObject([
        200,
        { warnings: expect.arrayContaining(['pictures_unstorable']) },
      ]);
    } finally {
      store.fail('none');
      await second.close();
    }
  });
});
