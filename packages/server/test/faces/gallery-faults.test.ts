import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { GalleryCache } from '@titular/server/faces/gallery/gallery-cache.ts';
import { listGalleries } from '@titular/server/faces/gallery/gallery-store.ts';
import { MemoryBudget } from '@titular/server/faces/gallery/memory-budget.ts';
import { SearchThreads } from '@titular/server/faces/search/search-threads.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { invariant } from '@titular/server/kernel/base/invariant.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  ENGINE,
  type GalleryFixture,
  hashOf,
  nearestOf,
  openGalleryFixture,
  questionOf,
  randomDescriptor,
} from './gallery-fixture.ts';

let fixture: GalleryFixture;
beforeEach(async () => {
  fixture = await openGalleryFixture();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await fixture.close();
});

const enrolMany = async (count: number, changes = {}): Promise<void> => {
  for (let index = 0; index < count; index += 1) await fixture.enrol(changes);
};

function openCache(megabytes: number): GalleryCache {
  const { db, clock } = fixture;
  const cache = new GalleryCache({
    ...{ db, clock, threads: 2, tenantKeys: async () => fixture.key },
    bounds: { galleryLimit: undefined, galleryMemoryMb: megabytes },
  });
  onTestFinished(() => cache.close());
  return cache;
}

async function stateOf(identityKey: string) {
  const [state] = await listGalleries(fixture.db, fixture.tenantId, { identityKey, engineVersion: ENGINE });
  invariant(state, 'it has faces');
  return state;
}

describe('who waits for memory', () => {
  test('is let in although another gallery is searched without a pause (S6)', async () => {
    await enrolMany(800);
    await enrolMany(800, { identityKey: 'cnpj' });
    const cache = openCache(1);
    const probe = randomDescriptor();
    const [busy, waiting] = [await stateOf('cpf'), await stateOf('cnpj')];
    const search = (state: typeof busy) =>
      cache.search(fixture.tenantId, state, { descriptor: probe, except: [], reach: undefined });
    await search(busy);
    let underWay = search(busy);
    let isLetIn = false;
    const late = search(waiting).then(() => {
      isLetIn = true;
    });
    // Each begins before the one before has ended: the gallery is never idle.
    for (let round = 0; round < 300 && !isLetIn; round += 1) {
      const next = search(busy);
      await underWay;
      underWay = next;
      if (cache.memory.waiting > 0) fixture.clock.advanceSeconds(1);
    }
    expect(isLetIn).toBe(true);
    await Promise.all([underWay, late]);
    expect(cache.memory.used).toBeLessThanOrEqual(1.1 * 1024 * 1024);
  });

  test('is refused when the process ends, and nothing starts again (S7)', async () => {
    const budget = new MemoryBudget(100, systemClock.now, () => false);
    await budget.take(100);
    const waiting = budget.take(1);
    budget.close();
    await expect(waiting).rejects.toThrow('closed');
    await expect(budget.take(1)).rejects.toThrow('closed');
    await enrolMany(30);
    const { galleries, db } = fixture.open();
    const search = () => galleries.search(db, fixture.tenantId, questionOf(), randomDescriptor());
    await search();
    const underWay = search();
    const refused = expect(underWay).rejects.toThrow(/closed|ended|lost/);
    galleries.close();
    await refused;
    await expect(search()).rejects.toThrow('closed');
    expect([galleries.threadIds(), galleries.memory().used]).toEqual([[], 0]);
  });

  test('waits for no memory that was taken for threads which could not be started (S6)', async () => {
    await enrolMany(5);
    const { galleries, db } = fixture.open();
    const search = () => galleries.search(db, fixture.tenantId, questionOf(), randomDescriptor());
    const open = vi.spyOn(SearchThreads.prototype, 'open').mockImplementation(() => {
      throw new Error('no thread');
    });
    await expect(search()).rejects.toThrow('no thread');
    expect(galleries.memory()).toMatchObject({ used: 0, waiting: 0 });
    open.mockRestore();
    expect(nearestOf(await search())).toBeGreaterThan(0);
  });
});

describe('a gallery that cannot be right', () => {
  test('is wiped when a change of it fails, and searched again once the database is (R65)', async () => {
    const { galleries, db } = fixture.open();
    const probe = randomDescriptor();
    const search = () => galleries.search(db, fixture.tenantId, questionOf(), probe);
    // So many that every thread has some.
    await enrolMany(64);
    await search();
    await fixture.enrol({ identityHash: hashOf(1), descriptor: new Float32Array(7).fill(0.1) });
    await expect(search()).rejects.toThrow('descriptors of one length');
    expect([galleries.size(), galleries.memory().used]).toEqual([0, 0]);
    await db.deleteFrom('face_templates').where('identity_hash', '=', hashOf(1)).execute();
    await fixture.enrol({ descriptor: probe });
    expect(nearestOf(await search())).toBe(0);
  });

  test('is wiped when a search of it fails, and searched again once the database is (R65)', async () => {
    const { galleries, db } = fixture.open();
    const probe = randomDescriptor();
    const search = () => galleries.search(db, fixture.tenantId, questionOf(), probe);
    // The first face of a thread says how long the others are.
    await fixture.enrol({ identityHash: hashOf(1), descriptor: new Float32Array(7).fill(0.1) });
    await expect(search()).rejects.toThrow('compared with its like');
    expect([galleries.size(), galleries.memory().used]).toEqual([0, 0]);
    await db.deleteFrom('face_templates').where('identity_hash', '=', hashOf(1)).execute();
    await fixture.enrol({ descriptor: probe });
    expect(nearestOf(await search())).toBe(0);
  });

  test('was too large before the locks and is not under them: the search is made again, nothing passes unsearched (S27)', async () => {
    const { galleries, db } = fixture.open(2);
    const probe = randomDescriptor();
    await enrolMany(2, {});
    await fixture.enrol({ identityHash: hashOf(1), descriptor: probe });
    const prepared = await galleries.prepare(fixture.tenantId, questionOf(), probe);
    expect(prepared.kind).toBe('too_large');
    const search = () => galleries.search(db, fixture.tenantId, questionOf(), probe, prepared);
    expect(await search()).toEqual({ kind: 'too_large', faces: 3 });
    await db.deleteFrom('face_templates').where('identity_hash', '!=', hashOf(1)).execute();
    await expect(search()).rejects.toThrow('more faces than may be held');
    expect(nearestOf(await galleries.search(db, fixture.tenantId, questionOf(), probe))).toBe(0);
  });
});

describe('between a search and the locks', () => {
  test('more changes than are followed, changes that are forgotten and faces moved by hand make it begin anew (S27)', async () => {
    const { galleries, db } = fixture.open();
    const probe = randomDescriptor();
    await fixture.enrol();
    const prepare = () => galleries.prepare(fixture.tenantId, questionOf(), probe);
    const many = await prepare();
    await enrolMany(502);
    const search = (prepared: typeof many) =>
      galleries.search(db, fixture.tenantId, questionOf(), probe, prepared);
    await expect(search(many)).rejects.toThrow('changed too much');
    const forgotten = await prepare();
    await enrolMany(2);
    await db.deleteFrom('face_changes').execute();
    await expect(search(forgotten)).rejects.toThrow('changed too much');
    const moved = await prepare();
    await db.updateTable('face_templates').set({ engine_version: ENGINE }).execute();
    await expect(search(moved)).rejects.toThrow('changed too much');
    expect(nearestOf(await search(await prepare()))).toBe(await fixture.searchNaively(questionOf(), probe));
  });

  test('a face of another engine version or kind does not count, and whoever moves one by hand makes it begin anew (S27)', async () => {
    const { galleries, db } = fixture.open();
    const probe = randomDescriptor();
    const prepared = await galleries.prepare(fixture.tenantId, questionOf(), probe);
    const search = async () =>
      nearestOf(await galleries.search(db, fixture.tenantId, questionOf(), probe, prepared));
    await fixture.enrol({ descriptor: probe, engineVersion: 'second/1' });
    await fixture.enrol({ descriptor: probe, identityKey: 'cnpj' });
    expect(await search()).toBeUndefined();
    await db
      .updateTable('face_templates')
      .set({ identity_key: null })
      .where('identity_key', '=', 'cnpj')
      .execute();
    // Nothing says which face was moved.
    await expect(search()).rejects.toThrow('changed too much');
  });
});

test('a thread is sent nothing but what is asked: no memory beside a hash or a descriptor (R93)', async () => {
  const sent: ArrayBufferView[] = [];
  const collect = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) sent.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  const original = Worker.prototype.postMessage;
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, message, transferred) {
    collect(message);
    expect(sent.filter(({ buffer, byteLength }) => buffer.byteLength > byteLength)).toEqual([]);
    original.call(this, message, transferred as never);
    sent.length = 0;
  });
  const threads = new SearchThreads(2, () => undefined);
  onTestFinished(() => threads.close());
  const gallery = threads.open();
  const slab = randomBytes(1_000);
  const descriptor = new Float32Array(new ArrayBuffer(4_096), 512, 128).fill(0.1);
  const templateId = newId();
  await threads.change(gallery, [], [{ templateId, identityHash: slab.subarray(0, 32), descriptor }]);
  await threads.change(gallery, [newId()], []);
  const found = await threads.findNearest(gallery, randomDescriptor(), [slab.subarray(32, 64)]);
  expect(found?.distance).toBeGreaterThan(0);
  expect(await threads.findNearest(gallery, randomDescriptor(), [slab.subarray(0, 32)])).toBeUndefined();
});
