import { falseOtherIdentity } from '@titular/server/faces/gallery/false-matches.ts';
import { MemoryBudget } from '@titular/server/faces/gallery/memory-budget.ts';
import { faceLimit } from '@titular/server/faces/search/gallery-size.ts';
import { GalleryLostError, SearchThreads } from '@titular/server/faces/search/search-threads.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type GalleryFixture,
  hashOf,
  nearestOf,
  openGalleryFixture,
  questionOf,
  randomDescriptor,
  watchThreads,
} from './gallery-fixture.ts';

describe('the memory of galleries', () => {
  test('the gallery used least recently goes first, and who does not fit waits in line (S6)', async () => {
    const held = new Map<string, number>();
    const pinned = new Set<string>();
    const budget = new MemoryBudget(100, systemClock.now, () => {
      const name = [...held.keys()].find((one) => !pinned.has(one));
      if (name === undefined) return false;
      budget.give(held.get(name) ?? 0);
      return held.delete(name);
    });
    const load = async (name: string, bytes: number) => held.set(name, await budget.take(bytes));
    await load('a', 40);
    await load('b', 40);
    await load('c', 40);
    expect([...held.keys()]).toEqual(['b', 'c']);
    pinned.add('b').add('c');
    const admitted: string[] = [];
    const waits = ['d', 'e'].map((name) =>
      load(name, 60)
        .then(() => admitted.push(name))
        .then(() => budget.admit()),
    );
    await Promise.resolve();
    expect([budget.waiting, admitted]).toEqual([2, []]);
    pinned.clear();
    budget.admit();
    await Promise.all(waits);
    expect([admitted, budget.used <= 100]).toEqual([['d', 'e'], true]);
  });

  test('a limit of faces is what fits, or less if the operator says so (S27)', () => {
    const fitting = faceLimit({ galleryLimit: undefined, galleryMemoryMb: 1_024 });
    expect(fitting).toBeGreaterThan(1_000_000);
    expect(faceLimit({ galleryLimit: 500, galleryMemoryMb: 1_024 })).toBe(500);
    expect(faceLimit({ galleryLimit: 2 * fitting, galleryMemoryMb: 1_024 })).toBe(fitting);
  });

  test('an honest newcomer is taken for another with 1 - (1 - FMR)^N (S27)', () => {
    expect(falseOtherIdentity(1_000_000, 1e-8)).toBeCloseTo(1 - (1 - 1e-8) ** 1_000_000, 9);
    expect(falseOtherIdentity(0, 1e-6)).toBe(0);
  });
});

test('parts over four threads find together what one finds alone (S27)', async () => {
  const [one, four] = [1, 4].map((count) => new SearchThreads(count, () => undefined));
  if (!one || !four) throw new Error('both are made');
  const faces = Array.from({ length: 3_000 }, (_, index) => ({
    templateId: newId(),
    identityHash: hashOf(index % 200),
    descriptor: randomDescriptor(),
  }));
  const [alone, parted] = [one.open(), four.open()];
  const copies = faces.map((face) => ({ ...face, descriptor: face.descriptor.slice() }));
  expect((await one.change(alone, [], faces)).faces).toBe(3_000);
  expect((await four.change(parted, [], copies)).faces).toBe(3_000);
  for (let round = 0; round < 10; round += 1) {
    const probe = randomDescriptor();
    const found = await four.findNearest(parted, probe, [hashOf(round)]);
    expect(found).toEqual(await one.findNearest(alone, probe, [hashOf(round)]));
  }
  one.close();
  four.close();
});

describe('galleries in threads', () => {
  let fixture: GalleryFixture;
  beforeEach(async () => {
    fixture = await openGalleryFixture();
  });
  afterEach(() => fixture.close());

  test('nothing is started before a face is searched (S5)', async () => {
    const { galleries, db } = fixture.open();
    await galleries.sweep();
    await galleries.search(db, fixture.tenantId, questionOf(), randomDescriptor());
    expect([galleries.threadIds(), galleries.memory().used]).toEqual([[], 0]);
  });

  test('a search prepared before others enrolled and erased counts them under the locks, and is made anew where its nearest face went (S27)', async () => {
    const { galleries, db } = fixture.open();
    const probe = randomDescriptor();
    const far = probe.map((value) => value + 0.01);
    await fixture.enrol({ identityHash: hashOf(1), descriptor: far });
    const prepared = await galleries.prepare(fixture.tenantId, questionOf(), probe);
    await fixture.enrol({ identityHash: hashOf(2), descriptor: probe });
    const search = () => galleries.search(db, fixture.tenantId, questionOf(), probe, prepared);
    expect(nearestOf(await search())).toBe(0);
    await db.deleteFrom('face_templates').where('identity_hash', '=', hashOf(1)).execute();
    await expect(search()).rejects.toThrow('the nearest face went');
  });

  test('a process with room for one of four tenants’ galleries gives right answers to all at once, within its bound (S6)', async () => {
    const tight = fixture.open(1_000_000, { megabytes: 1 });
    const tenants = [fixture, ...(await Promise.all([1, 2, 3].map(() => fixture.addTenant())))];
    const probe = randomDescriptor();
    for (const { enrol } of tenants) for (let index = 0; index < 400; index += 1) await enrol();
    const expected = await Promise.all(
      tenants.map(({ searchNaively }) => searchNaively(questionOf(), probe)),
    );
    expect(new Set(expected).size).toBe(4);
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        tenants.map(({ tenantId }) => tight.galleries.search(tight.db, tenantId, questionOf(), probe)),
      );
      expect(answers.map(nearestOf)).toEqual(expected);
      expect(tight.galleries.memory().used).toBeLessThanOrEqual(1.1 * 1024 * 1024);
      expect(tight.galleries.size()).toBeLessThan(1_600);
    }
  });
});

test('who waits for a thread that ends is told so, and what comes after is searched by another (S7)', async () => {
  let lost = 0;
  const started = watchThreads();
  const threads = new SearchThreads(2, () => {
    lost += 1;
  });
  const gallery = threads.open();
  const probe = randomDescriptor();
  const face = () => ({ templateId: newId(), identityHash: hashOf(1), descriptor: probe.slice() });
  await threads.change(gallery, [], [face()]);
  void started[0]?.terminate();
  await expect(threads.findNearest(gallery, probe, [])).rejects.toThrow(GalleryLostError);
  expect(lost).toBe(1);
  await expect(threads.findNearest(gallery, probe, [])).rejects.toThrow('no longer held');
  const anew = threads.open();
  await threads.change(anew, [], [face()]);
  expect((await threads.findNearest(anew, probe, []))?.distance).toBe(0);
  threads.close();
});
