import type { FaceEngine } from '@titular/face-engine/engine/face-engine.ts';
import { startFaceEngine } from '@titular/face-engine/engine/worker-face-engine.ts';
import {
  type CapturedFace,
  compareEnrolled,
  readEnrolled,
  referenceOf,
} from '@titular/server/captures/subjects/enrolled-faces.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { besideNoted } from '../captures/beside-noted.ts';
import { openCamera, perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { hashOf, nearestOf, openGalleryFixture, questionOf } from './gallery-fixture.ts';

/** The engine inside, measuring as ever, under a version that a test changes. */
let inside: FaceEngine;
const present = { version: 'first/1' };
let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  inside = await startFaceEngine({ threads: 1 });
  const engine: FaceEngine = {
    get version() {
      return present.version;
    },
    analyse: (image, required) => inside.analyse(image, required),
    measureRelief: (front, moved, axis) => inside.measureRelief(front, moved, axis),
    problem: () => inside.problem(),
    close: () => inside.close(),
  };
  service = await startTestService({ engine, clock: createManualClock() });
  merchant = await newMerchant(service);
});
beforeEach(() => {
  present.version = 'first/1';
});
afterAll(async () => {
  await service.close();
  await inside.close();
});

const db = () => service.service.database.db;

async function endOf(id: string, one = merchant): Promise<{ status: unknown; reasons: string[] }> {
  await eventually(async () => {
    expect((await one.read(id)).body['status']).toMatch(/approved|inconclusive/);
  });
  const { decision, status } = await db()
    .selectFrom('transactions')
    .select(['decision', 'status'])
    .where('transaction_id', '=', asId(id))
    .executeTakeFirstOrThrow();
  return { status, reasons: besideNoted((decision as { reasons: string[] }).reasons) };
}

test('submitFrame 400: an attempt begun with one engine is not finished with another (R65)', async () => {
  const { phone, attempt } = await openCamera(service, merchant);
  const [front = 'front', next = 'left'] = attempt.poses;
  expect((await phone.frame(attempt.attemptId, 0, await poseFrame('b', front))).body).toMatchObject({
    step: 1,
  });
  present.version = 'second/1';
  const { status, body } = await phone.frame(attempt.attemptId, 1, await poseFrame('b', next));
  expect([status, body['code'], body['message']]).toEqual([
    400,
    '40062',
    'The attempt was begun with another face engine.',
  ]);
  present.version = 'first/1';
  service.moveClock(1);
  const turned = await phone.frame(attempt.attemptId, 1, await poseFrame('b', next, { atMs: 1000 }));
  expect(turned.body).toMatchObject({ step: 2 });
});

test('a capture of another engine is compared with nobody, enrols nobody and is never approved (R65)', async () => {
  const identity = { key: 'cpf', value: newCpf() };
  // Who decides goes on with the version the service was started with.
  present.version = 'second/1';
  const { phone, attempt, id } = await openCamera(service, merchant, { identity });
  expect(await perform(phone, attempt, 'a')).toMatchObject({ outcome: 'completed' });
  expect(await endOf(id)).toEqual({ status: 'inconclusive', reasons: ['live', 'capture_outdated'] });
  expect(await db().selectFrom('face_templates').select('template_id').execute()).toEqual([]);
});

test('who was enrolled by another engine is inconclusive, and known again when the engine comes back (R65)', async () => {
  const identity = { key: 'cpf', value: newCpf() };
  const show = async () => {
    const { phone, attempt, id } = await openCamera(service, merchant, { identity });
    await perform(phone, attempt, 'c');
    return endOf(id);
  };
  expect(await show()).toEqual({ status: 'approved', reasons: ['live', 'enrolled', 'enrolled_unproven'] });
  const rename = (engineVersion: string) =>
    db().updateTable('face_templates').set({ engine_version: engineVersion }).execute();
  await rename('second/1');
  expect(await show()).toEqual({ status: 'inconclusive', reasons: ['live', 'reference_outdated'] });
  await rename('first/1');
  expect(await show()).toEqual({ status: 'approved', reasons: ['live', 'matches_reference'] });
});

test('with enrol-anew, who was enrolled by another engine alone is enrolled again, in place of what cannot be compared (R65)', async () => {
  const one = await newMerchant(service);
  await db()
    .updateTable('companies')
    .set({ outdated_template: 'enrol-anew' })
    .where('company_id', '=', one.tenant.companyId)
    .execute();
  const show = async (person: 'a' | 'b', value: string) => {
    const { phone, attempt, id } = await openCamera(service, one, { identity: { key: 'cpf', value } });
    await perform(phone, attempt, person);
    return endOf(id, one);
  };
  const versions = async () =>
    (
      await db()
        .selectFrom('face_templates')
        .select('engine_version')
        .where('tenant_id', '=', one.tenant.tenantId)
        .execute()
    ).map((row) => row.engine_version);
  const [renewed, taken] = [newCpf(), newCpf()];
  expect((await show('a', renewed)).reasons).toEqual(['live', 'enrolled', 'enrolled_unproven']);
  expect((await show('b', taken)).reasons).toEqual(['live', 'enrolled', 'enrolled_unproven']);
  await db()
    .updateTable('face_templates')
    .set({ engine_version: 'second/1' })
    .where('tenant_id', '=', one.tenant.tenantId)
    .execute();
  expect(await show('a', renewed)).toEqual({
    status: 'approved',
    reasons: ['live', 'reference_renewed', 'enrolled_unproven'],
  });
  expect((await versions()).sort()).toEqual(['first/1', 'second/1']);
  // The face that was enrolled anew is another identity's now, and enrols no second one in place of the other's.
  expect(await show('a', taken)).toEqual({
    status: 'inconclusive',
    reasons: ['live', 'face_of_another_identity'],
  });
  expect((await versions()).sort()).toEqual(['first/1', 'second/1']);
  expect((await show('a', renewed)).reasons).toEqual(['live', 'matches_reference']);
});

test('of enrolments of one identity those of the present engine count, and no search meets the others (R65)', async () => {
  const fixture = await openGalleryFixture();
  try {
    const { db: pool, galleries } = fixture.open();
    const identityHash = hashOf(1);
    const descriptors = {
      'first/1': new Float32Array(128).fill(0.1),
      'second/1': new Float32Array(512).fill(0.2),
    };
    for (const [engineVersion, descriptor] of Object.entries(descriptors))
      await fixture.enrol({ engineVersion, descriptor, identityHash });
    const owner = {
      tenantId: fixture.tenantId,
      key: fixture.key,
      identity: { key: 'cpf', hash: identityHash },
    };
    const compare = async (decided: CapturedFace) =>
      compareEnrolled(
        fixture.key,
        await readEnrolled(pool, owner, decided.madeFor),
        { decided, beside: undefined },
        { engineVersion: decided.engineVersion, otherEngine: undefined },
      );
    for (const [engineVersion, descriptor] of Object.entries(descriptors)) {
      const captured = {
        engineVersion,
        descriptor,
        laterFronts: [],
        madeFor: { kind: 'transaction', id: asId('this capture') } as const,
      };
      const enrolled = await compare(captured);
      expect(referenceOf(enrolled, true)).toEqual({ kind: 'compared', distance: 0 });
      expect(enrolled.outdatedIds).toHaveLength(1);
      const question = questionOf({ engineVersion });
      expect(nearestOf(await galleries.search(pool, fixture.tenantId, question, descriptor))).toBe(0);
    }
    const captured = {
      engineVersion: 'third/1',
      descriptor: new Float32Array(128).fill(0.1),
      laterFronts: [],
      madeFor: { kind: 'transaction', id: asId('this capture') } as const,
    };
    expect(referenceOf(await compare(captured), true)).toEqual({ kind: 'outdated' });
    const question = questionOf({ engineVersion: 'third/1' });
    expect(
      nearestOf(await galleries.search(pool, fixture.tenantId, question, captured.descriptor)),
    ).toBeUndefined();
  } finally {
    await fixture.close();
  }
});
