import { createHash } from 'node:crypto';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { deleteDueObjects } from '@titular/server/pictures/delete-due.ts';
import {
  checkObjects,
  countPlaced,
  createPictures,
  movePictures,
  type ObjectStore,
  type Place,
  sweepOrphans,
} from '@titular/server/pictures/index.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { startObjectStore, type TestObjectStore } from '@titular/test-kit/objects/object-store.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';
import { type Captured, capture } from '../transactions/capture-record-fixture.ts';
import { openBucketOf, storedIn } from './object-fixture.ts';

let service: TestService;
let store: TestObjectStore;
let bucket: ObjectStore;
let taken: Captured;

beforeAll(async () => {
  store = await startObjectStore();
  bucket = openBucketOf(store);
  service = await startTestService({
    clock: createManualClock(),
    env: { ...storedIn(store), TITULAR_PICTURES: 'database' },
  });
  taken = await capture(service, await newMerchant(service));
});
beforeEach(() => move('database'));
afterAll(async () => {
  await service.close();
  await store.close();
});

const db = () => service.service.database.db;
const tenantKeys = () => createTenantKeys(db(), service.service.masterKeys);
const never = new AbortController().signal;

const move = (to: Place, changes: object = {}) =>
  movePictures(
    {
      ...{ db: db(), clock: systemClock, objects: bucket, tenantKeys: tenantKeys() },
      ...{ stopping: never, say: () => undefined },
      ...changes,
    },
    to,
  );

/** Opens every picture wherever it lies, and compares its SHA-256 with the one that was noted of it. */
async function readAll(): Promise<number> {
  const pictures = createPictures({ db: db(), clock: systemClock, objects: bucket, isForNew: false });
  const key = await tenantKeys()(taken.one.tenant.tenantId);
  const rows = await db().selectFrom('capture_frames').selectAll().execute();
  for (const { attempt_id, step, sealed_image: sealedImage, object_name: objectName, image_digest } of rows) {
    const ref = { tenantId: taken.one.tenant.tenantId, attemptId: attempt_id, step };
    const image = await pictures.open(key, ref, { sealedImage, objectName });
    expect(createHash('sha256').update(image).digest()).toEqual(image_digest);
  }
  return rows.length;
}

/** Works off all that is due by now, objects that no row came to have among it. */
async function workOff(): Promise<void> {
  await sql`UPDATE object_dues SET due_at = now() - interval '1 second', tried_at = NULL`.execute(db());
  await deleteDueObjects({ db: db(), objects: bucket }, 1_000);
}

const namesInStore = (): string[] =>
  [...store.objects().keys()].filter((name) => name.startsWith('titular/pictures/')).sort();

const namesInRows = async (): Promise<string[]> =>
  (await db().selectFrom('capture_frames').select('object_name').execute())
    .flatMap(({ object_name }) => object_name ?? [])
    .sort();

/** The bucket as it is for whom another overtakes that moves every picture to the database, and deletes the objects. */
function overtaken(): ObjectStore {
  let others: Promise<void> | undefined;
  const get = async (name: string) => {
    others ??= move('database').then(workOff);
    await others;
    return bucket.get(name);
  };
  return { ...bucket, get };
}

describe('moving pictures', () => {
  test('moves all there and back; each opens in both places with its digest, and nothing is left in the other (S31)', async () => {
    const total = await readAll();
    expect(total).toBeGreaterThan(3);
    expect(await move('objects')).toEqual({ moved: total, passed: 0, lost: 0, broken: 0 });
    expect(await countPlaced(db())).toEqual({ database: 0, objects: total });
    expect(await readAll()).toBe(total);
    expect(await move('objects')).toMatchObject({ moved: 0 });
    expect(await move('database')).toEqual({ moved: total, passed: 0, lost: 0, broken: 0 });
    expect(await readAll()).toBe(total);
    await workOff();
    expect(namesInStore()).toEqual([]);
  });

  test.each<Place>(['objects', 'database'])(
    'to %s: ended at any call to the store, before it or after, it loses nothing, goes on, and leaves no object without a row (S31)',
    async (to) => {
      const back: Place = to === 'objects' ? 'database' : 'objects';
      let reached = 0;
      for (const when of ['before', 'after'] as const)
        for (let nth = 1; ; nth += 1) {
          await move(back);
          let calls = 0;
          const ending =
            <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
            async (...given: Given): Promise<Result> => {
              calls += 1;
              const isLast = calls === nth;
              if (isLast && when === 'before') throw new Error('the process ended');
              const result = await work(...given);
              if (isLast) throw new Error('the process ended');
              return result;
            };
          const objects = { ...bucket, put: ending(bucket.put), get: ending(bucket.get) };
          const ended = await move(to, { objects }).then(
            () => false,
            () => true,
          );
          const total = await readAll();
          await move(to);
          expect((await countPlaced(db()))[to]).toBe(total);
          await readAll();
          await workOff();
          expect(namesInStore()).toEqual(await namesInRows());
          if (!ended) break;
          reached += 1;
        }
      expect(reached).toBeGreaterThan(10);
    },
    60_000,
  );

  test('two at once move each picture once (S31)', async () => {
    const total = await readAll();
    const both = await Promise.all([move('objects'), move('objects')]);
    expect(both.reduce((sum, { moved }) => sum + moved, 0)).toBe(total);
    await readAll();
    await workOff();
    expect(namesInStore()).toEqual(await namesInRows());
  });

  test('what somebody else moved while it was read is not lost (S31)', async () => {
    await move('objects');
    const counts = await move('database', { objects: overtaken() });
    expect(counts).toMatchObject({ moved: 0, lost: 0, broken: 0 });
    expect(counts.passed).toBeGreaterThan(3);
    await readAll();
  });

  test('an object that is gone, or is not the one that was put, is counted and stays in its row (S31)', async () => {
    const total = await readAll();
    await move('objects');
    const [gone = '', changed = ''] = await namesInRows();
    const [goneBytes, changedBytes] = [store.objects().get(gone), store.objects().get(changed)];
    await bucket.remove(gone);
    await bucket.put(changed, Buffer.from(goneBytes ?? []));
    expect(await move('database')).toEqual({ moved: total - 2, passed: 0, lost: 1, broken: 1 });
    expect(await namesInRows()).toEqual([gone, changed]);
    await bucket.put(gone, goneBytes ?? Buffer.alloc(0));
    await bucket.put(changed, changedBytes ?? Buffer.alloc(0));
    expect(await move('database')).toMatchObject({ moved: 2 });
    await readAll();
  });
});

describe('comparing store and rows', () => {
  const check = () =>
    checkObjects({ db: db(), objects: bucket, stopping: never, say: () => undefined }, Date.now());

  test('names objects without a row that are older than an hour, and rows without an object; a sweep deletes the first (S33)', async () => {
    await move('objects');
    await workOff();
    const [lost = '', ...others] = await namesInRows();
    const lostBytes = store.objects().get(lost) ?? Buffer.alloc(0);
    await bucket.remove(lost);
    const orphan = `${others[0]?.split('/').slice(0, 3).join('/')}/2026-01/0/0-left-over`;
    await bucket.put(orphan, lostBytes);
    // A tenant of another deployment, which uses the same bucket.
    const foreign = 'titular/pictures/0123456789abcdef/2026-01/0/0-of-others';
    await bucket.put(foreign, lostBytes);
    expect(await check()).toMatchObject({ orphans: [], lost: [lost] });
    store.age(3_700_000);
    const report = await check();
    expect(report).toEqual({
      ...{ objects: others.length + 2, rows: others.length + 1 },
      ...{ orphans: [orphan], lost: [lost] },
    });
    expect(await sweepOrphans(db(), report)).toBe(1);
    await workOff();
    expect(namesInStore()).toEqual([...others, foreign].toSorted());
    await bucket.remove(foreign);
    store.age(0);
    await bucket.put(lost, lostBytes);
  });

  test('an object whose row went while it was looked for is not lost (S33)', async () => {
    await move('objects');
    const deps = { db: db(), objects: overtaken(), stopping: never, say: () => undefined };
    expect(await checkObjects(deps, Date.now())).toMatchObject({ lost: [] });
  });
});
