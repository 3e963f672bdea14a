import { prepareBeside, searchBeside } from '@titular/server/faces/change/search-beside.ts';
import { SearchAgainError } from '@titular/server/faces/gallery/prepared-search.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ENGINE, hashOf, openGalleryFixture, questionOf } from '../gallery-fixture.ts';

const BESIDE = 'second/1';
const NEAR = new Float32Array(128).fill(0.05);
const FAR = new Float32Array(128).fill(-0.05);

/** A search in the version that is not decided in, with its two halves apart. */
async function openSearch() {
  const fixture = await openGalleryFixture();
  onTestFinished(() => fixture.close());
  const { db, galleries } = fixture.open();
  const asked = {
    question: questionOf({ engineVersion: BESIDE, exceptIdentityHashes: [hashOf(0)], reach: 0.4 }),
    descriptor: NEAR,
    decidedIn: ENGINE,
    matchThreshold: 0.5,
  };
  const prepare = () => prepareBeside({ db, galleries }, fixture.tenantId, asked);
  const finish = async (prepared: Awaited<ReturnType<typeof prepare>>) => {
    const { answer, nearestOfAll } = await searchBeside({ db, galleries }, fixture.tenantId, asked, prepared);
    return { nearest: answer.kind === 'searched' ? answer.nearest : 'too large', nearestOfAll };
  };
  const within = async (prepared: Awaited<ReturnType<typeof prepare>>) => {
    const { answer } = await searchBeside({ db, galleries }, fixture.tenantId, asked, prepared);
    if (answer.kind !== 'searched') throw new Error('nothing was searched');
    return answer.within.map((id) => Buffer.from(id).toString('hex'));
  };
  const enrol = (identity: number, engineVersion: string, descriptor: Float32Array) =>
    fixture.enrol({ identityHash: hashOf(identity), engineVersion, descriptor });
  return { fixture, prepare, finish, within, enrol };
}

describe('a search beside the version that is decided in (S26)', () => {
  test('finds who is enrolled in the other version alone', async () => {
    const { prepare, finish, enrol } = await openSearch();
    await enrol(1, BESIDE, NEAR);
    expect(await finish(await prepare())).toEqual({ nearest: 0, nearestOfAll: 0 });
  });

  test('passes over who is enrolled in both, however near, and finds the next; the nearest of all is told', async () => {
    const { prepare, finish, enrol } = await openSearch();
    for (const identity of [1, 2]) {
      await enrol(identity, BESIDE, NEAR);
      await enrol(identity, ENGINE, FAR);
    }
    const alone = NEAR.map((value) => value + 0.01);
    await enrol(3, BESIDE, alone);
    const found = await finish(await prepare());
    expect(found.nearestOfAll).toBe(0);
    expect(found.nearest).toBeCloseTo(Math.sqrt(128) * 0.01, 5);
  });

  test('tells of faces within reach those alone whose identity is not compared in the other version (R65)', async () => {
    const { prepare, within, enrol } = await openSearch();
    const next = (step: number) => NEAR.map((value) => value + step * 0.001);
    const alone = await enrol(1, BESIDE, NEAR);
    await enrol(2, BESIDE, next(1));
    await enrol(2, ENGINE, FAR);
    expect(await within(await prepare())).toEqual([alone.replaceAll('-', '')]);
    const prepared = await prepare();
    const late = await enrol(3, BESIDE, next(2));
    await enrol(4, BESIDE, next(3));
    await enrol(4, ENGINE, FAR);
    expect((await within(prepared)).toSorted()).toEqual(
      [alone, late].map((id) => id.replaceAll('-', '')).toSorted(),
    );
  });

  test('counts who was enrolled between search and locks', async () => {
    const { prepare, finish, enrol } = await openSearch();
    const prepared = await prepare();
    await enrol(1, BESIDE, NEAR);
    expect(await finish(prepared)).toEqual({ nearest: 0, nearestOfAll: 0 });
  });

  test('is made again where who was passed over is no longer compared in the version that is decided in', async () => {
    const { fixture, prepare, finish, enrol } = await openSearch();
    await enrol(1, BESIDE, NEAR);
    await enrol(1, ENGINE, FAR);
    const prepared = await prepare();
    await fixture.db.deleteFrom('face_templates').where('engine_version', '=', ENGINE).execute();
    await expect(finish(prepared)).rejects.toBeInstanceOf(SearchAgainError);
    expect(await finish(await prepare())).toEqual({ nearest: 0, nearestOfAll: 0 });
  });

  test('ends where many look-alikes are enrolled in both: the next one counts, so that nobody is approved unsearched', async () => {
    const { prepare, finish, enrol } = await openSearch();
    for (let identity = 1; identity <= 10; identity += 1) {
      await enrol(identity, BESIDE, NEAR);
      await enrol(identity, ENGINE, FAR);
    }
    expect(await finish(await prepare())).toEqual({ nearest: 0, nearestOfAll: 0 });
  });
});
