import { euclideanDistance } from '@titular/face-engine';
import { isFaceOfMany } from '@titular/server/faces/gallery/face-links-store.ts';
import { deleteTemplates, lockGallery, noteMatch } from '@titular/server/faces/gallery/template-store.ts';
import { DotKernel } from '@titular/server/faces/search/dot-kernel.ts';
import { FaceIndex } from '@titular/server/faces/search/face-index.ts';
import { MAX_WITHIN } from '@titular/server/faces/search/messages.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type GalleryFixture,
  hashOf,
  openGalleryFixture,
  questionOf,
  randomDescriptor,
} from './gallery-fixture.ts';

const REACH = 0.4;
const DAY_MS = 86_400_000;

let fixture: GalleryFixture;
beforeEach(async () => {
  fixture = await openGalleryFixture();
});
afterEach(() => fixture.close());

/** A descriptor so far from another one, along its first number. */
const at = (distance: number, origin: Float32Array): Float32Array =>
  origin.map((number, index) => (index === 0 ? number + distance : number));

const idsOf = (within: readonly Uint8Array[]): string[] =>
  within.map((id) => Buffer.from(id).toString('hex')).toSorted();
const plainId = (id: string): string => id.replaceAll('-', '');

async function search(holder: ReturnType<GalleryFixture['open']>, probe: Float32Array, changes = {}) {
  const question = questionOf({ reach: REACH, ...changes });
  const answer = await holder.galleries.search(holder.db, fixture.tenantId, question, probe);
  if (answer.kind !== 'searched') throw new Error('nothing was searched');
  return answer.within;
}

describe('faces within reach (R65)', () => {
  test('are those that a naive search finds, whatever the nearest is', () => {
    const kernel = new DotKernel();
    const index = new FaceIndex(kernel);
    const faces = Array.from({ length: 3_000 }, (_, face) => ({ face, descriptor: randomDescriptor() }));
    for (const { face, descriptor } of faces) {
      const id = Buffer.alloc(16);
      id.writeUInt32BE(face);
      index.put(id, hashOf(face % 200), descriptor);
    }
    for (let round = 0; round < 8; round += 1) {
      const probe = randomDescriptor();
      const except = hashOf(round);
      const others = faces.filter(({ face }) => face % 200 !== round);
      const distances = others.map((one) => ({ ...one, distance: euclideanDistance(one.descriptor, probe) }));
      const near = distances.toSorted((one, other) => one.distance - other.distance);
      // The distance of the hundredth itself: the reach is included.
      const reach = near[99]?.distance ?? 0;
      const found = index.search(probe, [except], reach);
      const expected = near.filter(({ distance }) => distance <= reach).map(({ face }) => face);
      const faceOf = (id: Uint8Array): number => Buffer.from(id).readUInt32BE();
      expect(found.within.map(faceOf).toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
      expect(found.nearest?.distance).toBe(near[0]?.distance);
      expect(index.search(probe, [except])).toEqual({ nearest: found.nearest, within: [] });
    }
  });

  test(`are ${MAX_WITHIN} at most, however many there are`, () => {
    const index = new FaceIndex(new DotKernel());
    const probe = randomDescriptor();
    for (let face = 0; face < MAX_WITHIN + 500; face += 1) {
      const id = Buffer.alloc(16);
      id.writeUInt32BE(face);
      index.put(id, hashOf(1), at(face / 1e6, probe));
    }
    expect(index.search(probe, [], REACH).within).toHaveLength(MAX_WITHIN);
  });

  test('are exact over two processes: what one enrols or erases, the next search of the other tells', async () => {
    const [one, other] = [fixture.open(), fixture.open()];
    const probe = randomDescriptor();
    expect(await search(other, probe)).toEqual([]);
    const first = await fixture.enrol({ identityHash: hashOf(1), descriptor: at(0.39, probe) }, one.db);
    const next = await fixture.enrol({ identityHash: hashOf(2), descriptor: at(-0.2, probe) }, one.db);
    await fixture.enrol({ identityHash: hashOf(3), descriptor: at(0.41, probe) }, one.db);
    expect(idsOf(await search(other, probe))).toEqual([first, next].map(plainId).toSorted());
    const except = { exceptIdentityHashes: [hashOf(2)] };
    expect(idsOf(await search(other, probe, except))).toEqual([plainId(first)]);
    await deleteTemplates(one.db, fixture.tenantId, hashOf(1));
    expect(idsOf(await search(other, probe))).toEqual([plainId(next)]);
  });

  test('that came after a search are told of under the locks', async () => {
    const holder = fixture.open();
    const probe = randomDescriptor();
    const question = questionOf({ reach: REACH });
    await fixture.enrol({ identityHash: hashOf(1), descriptor: at(0.5, probe) });
    const prepared = await holder.galleries.prepare(fixture.tenantId, question, probe);
    const late = await fixture.enrol({ identityHash: hashOf(2), descriptor: at(0.1, probe) });
    const answer = await holder.galleries.search(holder.db, fixture.tenantId, question, probe, prepared);
    expect(answer.kind === 'searched' && idsOf(answer.within)).toEqual([plainId(late)]);
  });
});

test('of two processes that enrol at once, the one that waits for the lock is told of the face of the other (R65)', async () => {
  const [one, other] = [fixture.open(), fixture.open()];
  const probe = randomDescriptor();
  await search(other, probe);
  const { promise: isLocked, resolve: tellLocked } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>();
  const first = one.db.transaction().execute(async (trx) => {
    await lockGallery(trx, fixture.tenantId, 'cpf');
    const id = await fixture.enrol({ identityHash: hashOf(1), descriptor: probe }, trx);
    tellLocked();
    await mayCommit;
    return id;
  });
  await isLocked;
  const second = other.db.transaction().execute(async (trx) => {
    await lockGallery(trx, fixture.tenantId, 'cpf');
    return search({ ...other, db: trx as typeof other.db }, probe);
  });
  letCommit();
  expect(idsOf(await second)).toEqual([plainId(await first)]);
});

describe('counting identities of a face (R65)', () => {
  const now = (): Date => fixture.clock.now();
  const since = (): Date => new Date(now().getTime() - 30 * DAY_MS);
  const isMany = (ids: readonly string[], most: number) => {
    const within = ids.map((id) => Buffer.from(plainId(id), 'hex'));
    return isFaceOfMany(fixture.db, fixture.tenantId, within, { since: since(), most });
  };
  const enrol = (identity: number, ageMs: number, place = 1) =>
    fixture.enrol({ identityHash: hashOf(identity), place, at: new Date(now().getTime() - ageMs) });

  test('those of exactly 30 days ago count, and of a second before no more, unless they matched since', async () => {
    const exact = await enrol(1, 30 * DAY_MS);
    const older = await enrol(2, 30 * DAY_MS + 1_000);
    expect(await isMany([exact, older], 1)).toBe(true);
    expect(await isMany([exact, older], 2)).toBe(false);
    await noteMatch(fixture.db, fixture.tenantId, asId(older), now());
    expect(await isMany([exact, older], 2)).toBe(true);
  });

  test('an identity of many faces counts once, and faces that went or are of another tenant count for nothing', async () => {
    const own = [await enrol(1, 0, 1), await enrol(1, 0, 2), await enrol(1, 0, 3)];
    expect(await isMany(own, 2)).toBe(false);
    const foreign = await (await fixture.addTenant()).enrol({ identityHash: hashOf(2) });
    expect(await isMany([...own, foreign], 2)).toBe(false);
    const gone = await enrol(3, 0);
    expect(await isMany([...own, gone], 2)).toBe(true);
    await deleteTemplates(fixture.db, fixture.tenantId, hashOf(3));
    expect(await isMany([...own, gone], 2)).toBe(false);
  });
});
