import { EngineUnavailableError } from '@titular/face-engine/engine/face-engine.ts';
import { otherMeasured } from '@titular/server/faces/change/other-engine.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { describe, expect, test } from 'vitest';
import { openCamera, perform } from '../../captures/phone.ts';
import { checked } from '../../transactions/api.ts';
import {
  type ChangingNodes,
  comes,
  goes,
  newIdentity,
  STEPS,
  startChanging,
  stoppable,
} from './changing-engines.ts';

const AWAY = new EngineUnavailableError('nobody is there');

/** Puts nodes with other engines in the place of both. */
async function replace(nodes: ChangingNodes, engines: Parameters<ChangingNodes['add']>[0]) {
  const added = [await nodes.add(engines), await nodes.add(engines)];
  await nodes.retire();
  await nodes.retire();
  return added;
}

const readiness = async (url: string) => (await checked('readReadiness', await fetch(`${url}/readyz`))).body;

async function countsOf(outcome: string): Promise<number> {
  const { values } = await otherMeasured.prom.get();
  return values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0;
}

describe('the other engine of a change is needed for no decision about who is enrolled in the present one (S26)', () => {
  test('while it is away captures go on with the present version alone, counted and told in readiness', async () => {
    const away = stoppable(comes);
    const nodes = await startChanging(STEPS.before);
    const [node] = await replace(nodes, { engine: goes, otherEngine: away });
    away.stop(AWAY);
    const before = await countsOf('away');
    expect(await nodes.show('a', newIdentity())).toMatchObject({
      result: 'approved',
      engineVersion: goes.version,
    });
    expect(await countsOf('away')).toBeGreaterThan(before);
    expect(await nodes.versions()).toEqual([goes.version]);
    expect(await readiness(String(node?.url))).toEqual({
      status: 'ready',
      warnings: ['other_engine_unavailable'],
    });
  });

  test('who is enrolled in its version alone is inconclusive while it is away, and gives way to nobody, also where companies enrol anew', async () => {
    const away = stoppable(goes);
    const nodes = await startChanging(STEPS.before);
    await nodes.db().updateTable('companies').set({ outdated_template: 'enrol-anew' }).execute();
    const identity = newIdentity();
    await nodes.show('a', identity);
    await replace(nodes, { engine: comes, otherEngine: away });
    away.stop(AWAY);
    expect(await nodes.show('b', identity)).toMatchObject({
      ...{ result: 'inconclusive', reasons: ['live', 'reference_outdated'] },
    });
    expect(await nodes.versions()).toEqual([goes.version]);
    away.stop();
  });
});

describe('a capture is decided in a version that measured all of it (S26)', () => {
  test('an attempt that began before the change is finished by the engine that began it, on a node where that is the other one', async () => {
    const nodes = await startChanging(STEPS.before);
    const identity = { key: 'cpf', value: newIdentity() };
    const { phone, attempt, id } = await openCamera(nodes.any, nodes.merchant, { identity });
    const [first = 'front'] = attempt.poses;
    const { body } = await phone.frame(attempt.attemptId, 0, await poseFrame('b', first));
    expect(body).toMatchObject({ step: 1 });
    await replace(nodes, STEPS.switched);
    nodes.any.moveClock(1);
    const going = { ...attempt, step: 1, nextPosition: 1 };
    expect(await perform(phone, going, 'b')).toMatchObject({ outcome: 'completed' });
    const decided = await nodes.decisionOf(id);
    expect(decided).toMatchObject({ result: 'approved', engineVersion: goes.version });
    const frames = await nodes
      .db()
      .selectFrom('capture_frames')
      .select(['engine_version', 'other_engine_version'])
      .where('attempt_id', '=', asId(attempt.attemptId))
      .orderBy('step')
      .execute();
    expect(frames[0]).toEqual({ engine_version: goes.version, other_engine_version: null });
    for (const frame of frames.slice(1))
      expect(frame).toEqual({ engine_version: comes.version, other_engine_version: goes.version });
  });
});

describe('the search for a face under other identities (S26)', () => {
  test('meets who is enrolled in the version that goes alone, and who is enrolled in the one that comes alone', async () => {
    const away = stoppable(goes);
    const nodes = await startChanging(STEPS.before);
    await nodes.show('a', newIdentity());
    await replace(nodes, { engine: comes, otherEngine: away });
    expect(await nodes.show('a', newIdentity())).toMatchObject({
      ...{ result: 'inconclusive', reasons: ['live', 'face_of_another_identity'] },
    });
    away.stop(AWAY);
    expect(await nodes.show('b', newIdentity())).toMatchObject({
      ...{ result: 'inconclusive', reasons: ['live', 'gallery_unsearched'] },
    });
    await replace(nodes, STEPS.after);
    expect(await nodes.show('b', newIdentity())).toMatchObject({ result: 'approved' });
    expect((await nodes.versions()).toSorted()).toEqual([goes.version, comes.version].toSorted());
    await replace(nodes, STEPS.overlap);
    expect(await nodes.show('b', newIdentity())).toMatchObject({
      ...{ result: 'inconclusive', reasons: ['live', 'face_of_another_identity'] },
    });
  });
});

test('who is enrolled after the switch is known to the engine that went, when the change is taken back (S26)', async () => {
  const nodes = await startChanging(STEPS.switched);
  const identity = newIdentity();
  expect(await nodes.show('a', identity)).toMatchObject({
    ...{ reasons: ['live', 'enrolled', 'enrolled_unproven'], engineVersion: comes.version },
  });
  expect((await nodes.versions()).toSorted()).toEqual([goes.version, comes.version].toSorted());
  for (const step of ['overlap', 'before'] as const) {
    await replace(nodes, STEPS[step]);
    expect(await nodes.show('a', identity)).toMatchObject({
      ...{ result: 'approved', reasons: ['live', 'matches_reference'], engineVersion: goes.version },
    });
  }
});
