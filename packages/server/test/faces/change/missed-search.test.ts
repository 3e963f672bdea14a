import { hasMissed, prepareMissed } from '@titular/server/faces/change/left-behind.ts';
import { createManualClock } from '@titular/test-kit';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCamera, perform } from '../../captures/phone.ts';
import { ENGINE, hashOf, openGalleryFixture, questionOf } from '../gallery-fixture.ts';
import { comes, forgetful, goes, newIdentity, STEPS, startChanging } from './changing-engines.ts';

describe('a capture of which the engine that goes missed a frame, by somebody enrolled there under another identity (S26)', () => {
  test('is found by the frame that is searched, and enrols nobody where that frame was missed, which the decision tells', async () => {
    const other = forgetful(goes);
    const nodes = await startChanging(STEPS.before);
    await nodes.show('a', newIdentity());
    const known = newIdentity();
    for (const _node of [1, 2]) await nodes.add({ engine: comes, otherEngine: other });
    for (const _node of [1, 2]) await nodes.retire();
    const found = { result: 'inconclusive', reasons: ['live', 'face_of_another_identity'] };
    expect(await nodes.show('a', newIdentity())).toMatchObject(found);
    other.miss(2);
    expect(await nodes.show('a', newIdentity())).toMatchObject(found);
    other.miss(1);
    expect(await nodes.show('a', newIdentity())).toMatchObject({
      ...{ result: 'inconclusive', reasons: ['live', 'gallery_unsearched'] },
    });
    await nodes.db().updateTable('companies').set({ full_gallery: 'approve' }).execute();
    other.miss(1);
    expect(await nodes.show('a', newIdentity())).toMatchObject({
      ...{ result: 'approved', reasons: ['live', 'gallery_unsearched'] },
    });
    expect(await nodes.versions()).toEqual([goes.version]);
    await nodes.db().updateTable('companies').set({ full_gallery: 'refuse' }).execute();
    other.miss();
    expect(await nodes.show('b', known)).toMatchObject({
      result: 'approved',
      reasons: ['live', 'enrolled', 'enrolled_unproven'],
    });
    other.miss(1);
    expect(await nodes.show('b', known)).toMatchObject({
      ...{ result: 'approved', reasons: ['live', 'matches_reference', 'gallery_unsearched'] },
    });
  });

  test('takes no identity that is enrolled in that version alone, whichever frame was missed', async () => {
    const other = forgetful(goes);
    const nodes = await startChanging(STEPS.before);
    const identity = newIdentity();
    await nodes.show('a', identity);
    for (const _node of [1, 2]) await nodes.add({ engine: comes, otherEngine: other });
    for (const _node of [1, 2]) await nodes.retire();
    for (const missed of [1, 2]) {
      other.miss(missed);
      const { result, reasons } = await nodes.show('b', identity);
      expect([result, reasons[1]]).toEqual(['inconclusive', 'reference_outdated']);
    }
    expect(await nodes.versions()).toEqual([goes.version]);
  });
});

test('an earlier engine that does not see the face in a frame has the person told so, as the present one would, and not that it is away (S26)', async () => {
  const other = forgetful(goes);
  const nodes = await startChanging(STEPS.before);
  const identity = { key: 'cpf', value: newIdentity() };
  const { phone, attempt, id } = await openCamera(nodes.any, nodes.merchant, { identity });
  const [first = 'front', second = 'front'] = attempt.poses;
  expect((await phone.frame(attempt.attemptId, 0, await poseFrame('b', first))).body).toMatchObject({
    step: 1,
  });
  for (const _node of [1, 2]) await nodes.add({ engine: comes, otherEngine: other });
  for (const _node of [1, 2]) await nodes.retire();
  nodes.any.moveClock(1);
  other.miss(1);
  const { body } = await phone.frame(attempt.attemptId, 1, await poseFrame('b', second));
  expect(body).toMatchObject({ step: 1, hint: 'no_face' });
  const going = { ...attempt, step: 1, nextPosition: 2 };
  expect(await perform(phone, going, 'b')).toMatchObject({ outcome: 'completed' });
  expect(await nodes.decisionOf(id)).toMatchObject({ result: 'approved', engineVersion: goes.version });
});

const OTHER = 'second/1';
const MINE = hashOf(0);

/** A search that has to do without the other version. */
async function openMissed() {
  const fixture = await openGalleryFixture();
  onTestFinished(() => fixture.close());
  const { db, tenantId } = fixture;
  const clock = createManualClock();
  const question = questionOf({ exceptIdentityHashes: [MINE] });
  const asked = { question, isOther: (version: string) => version === OTHER };
  const prepare = () => prepareMissed({ db, clock }, tenantId, asked);
  return {
    ...{ clock, prepare },
    enrol: (identity: number, engineVersion: string) =>
      fixture.enrol({ identityHash: hashOf(identity), engineVersion }),
    finish: (prepared: Awaited<ReturnType<typeof prepare>>) => hasMissed(db, tenantId, asked, prepared),
  };
}

describe('a search in one version missed somebody (S26)', () => {
  test('if and only if another identity is enrolled in the other version alone', async () => {
    const { clock, enrol, prepare, finish } = await openMissed();
    expect(await finish(await prepare())).toBe(false);
    await enrol(0, OTHER);
    await enrol(1, OTHER);
    await enrol(1, ENGINE);
    await enrol(2, 'zero/1');
    expect(await finish(await prepare())).toBe(false);
    await enrol(3, OTHER);
    clock.advanceSeconds(61);
    expect(await finish(await prepare())).toBe(true);
  });

  test('who came after the look, which serves all captures of a minute', async () => {
    const { enrol, prepare, finish } = await openMissed();
    await enrol(1, OTHER);
    await enrol(1, ENGINE);
    const prepared = await prepare();
    await enrol(2, OTHER);
    expect(await finish(prepared)).toBe(true);
    expect(await finish(await prepare())).toBe(true);
    await enrol(2, ENGINE);
    expect(await finish(prepared)).toBe(false);
  });
});
