import {
  changeEnrolled,
  compareEnrolled,
  readEnrolled,
} from '@titular/server/captures/subjects/enrolled-faces.ts';
import { listTemplates } from '@titular/server/faces/gallery/template-store.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import type { SubjectRef } from '@titular/server/kernel/database/subject-ref.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ENGINE, hashOf, openGalleryFixture } from '../gallery-fixture.ts';

const OTHER = 'second/1';
const FACE = new Float32Array(128).fill(0.05);
const RULES = { most: 3, renewalDays: 180 };
const DAY_SECONDS = 86_400;

/** The face of before, seen from as far as that. */
const at = (distance: number): Float32Array => FACE.map((value) => value + distance / Math.sqrt(128));

/** What a decision says: a match beyond doubt, unless changed. */
const MATCHED = {
  decision: { enrol: false, mayRenew: true, reasons: ['live', 'matches_reference'], matchThreshold: 0.5 },
  rules: RULES,
  hasRoom: true,
  isBesideOpen: true,
};
const ENROLLED = {
  ...MATCHED.decision,
  enrol: true,
  mayRenew: false,
  reasons: ['live', 'enrolled', 'enrolled_unproven'],
};

/** One identity, and captures of it in both versions that are decided about. */
async function openIdentity() {
  const fixture = await openGalleryFixture();
  onTestFinished(() => fixture.close());
  const { db, clock, key, tenantId } = fixture;
  const owner = { tenantId, key, identity: { key: 'cpf', hash: hashOf(1) } };
  const versions = {
    engineVersion: ENGINE,
    otherEngine: { isOther: (version: string) => version === OTHER },
  };
  const enrol = (engineVersion: string, descriptor: Float32Array, place = 1) =>
    fixture.enrol({ engineVersion, descriptor, place, identityHash: owner.identity.hash });
  const decide = async (
    change: object = {},
    { descriptors = [FACE, FACE], id = newId() }: { descriptors?: Float32Array[]; id?: string } = {},
  ) => {
    const madeFor = { kind: 'transaction', id } as SubjectRef;
    const [decided, beside] = [ENGINE, OTHER].map((engineVersion, index) => ({
      ...{ engineVersion, madeFor },
      descriptor: descriptors[index] ?? FACE,
      laterFronts: [],
    }));
    const kept = await readEnrolled(db, owner, madeFor);
    const enrolled = compareEnrolled(key, kept, { decided, beside }, versions);
    await changeEnrolled(db, clock, owner, enrolled, { ...MATCHED, ...change } as typeof MATCHED as never);
    return enrolled;
  };
  const list = async () =>
    (await listTemplates(db, tenantId, owner.identity.hash))
      .map(({ engineVersion }) => engineVersion)
      .toSorted();
  return { ...{ fixture, db, clock, enrol, decide, list }, capturedBy: newId };
}

describe('an enrolment is renewed in the other version on a match (S26)', () => {
  test('by the same capture, and the face that matched stays, so that the change can be taken back', async () => {
    const { enrol, decide, list } = await openIdentity();
    await enrol(ENGINE, FACE);
    await decide();
    expect(await list()).toEqual([ENGINE, OTHER]);
  });

  test.each([
    ['that is not beyond doubt', { decision: { ...MATCHED.decision, mayRenew: false } }],
    ['whose face somebody else has there, or that is disputed', { isBesideOpen: false }],
  ])('but not by a match %s', async (_what, change) => {
    const { enrol, decide, list } = await openIdentity();
    await enrol(ENGINE, FACE);
    await decide(change);
    expect(await list()).toEqual([ENGINE]);
  });

  test('once for each capture, however often it is decided about', async () => {
    const { enrol, decide, list, capturedBy } = await openIdentity();
    await enrol(ENGINE, FACE);
    const id = capturedBy();
    await decide({}, { id });
    await decide({}, { id });
    expect(await list()).toEqual([ENGINE, OTHER]);
  });

  test('and goes on by the rules of before: a face that looks otherwise joins, up to the limit, and no doubtful one', async () => {
    const { enrol, decide, list } = await openIdentity();
    await enrol(ENGINE, FACE);
    await enrol(OTHER, FACE);
    await decide({}, { descriptors: [FACE, at(0.2)] });
    expect(await list()).toEqual([ENGINE, OTHER]);
    await decide({}, { descriptors: [FACE, at(0.45)] });
    expect(await list()).toEqual([ENGINE, OTHER]);
    await decide({}, { descriptors: [FACE, at(0.3)] });
    expect(await list()).toEqual([ENGINE, OTHER, OTHER]);
    await decide({ rules: { ...RULES, most: 2 } }, { descriptors: [FACE, at(-0.3)] });
    expect(await list()).toEqual([ENGINE, OTHER, OTHER]);
  });

  test('and an old one gives way there too', async () => {
    const { enrol, decide, list, clock, db } = await openIdentity();
    await enrol(ENGINE, FACE);
    const old = await enrol(OTHER, FACE);
    clock.advanceSeconds(181 * DAY_SECONDS);
    await decide();
    expect(await list()).toEqual([ENGINE, OTHER]);
    const left = await db.selectFrom('face_templates').select('template_id').execute();
    expect(left.map((row) => row.template_id)).not.toContain(old);
  });

  test('and the match is noted in both versions, so that retention keeps the way back', async () => {
    const { enrol, decide, db } = await openIdentity();
    await enrol(ENGINE, FACE);
    await enrol(OTHER, FACE);
    await decide();
    const rows = await db.selectFrom('face_templates').select('last_matched_at').execute();
    expect(rows.map((row) => row.last_matched_at !== null)).toEqual([true, true]);
  });
});

test('a first enrolment is one in both versions, and takes the place of faces of earlier engines alone (S26)', async () => {
  const { enrol, decide, list } = await openIdentity();
  await enrol('zero/1', FACE);
  const { outdatedIds, isEnrolledElsewhere } = await decide({ decision: ENROLLED });
  expect([outdatedIds.length, isEnrolledElsewhere]).toEqual([1, false]);
  expect(await list()).toEqual([ENGINE, OTHER]);
});
