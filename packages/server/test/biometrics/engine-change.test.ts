import { newId } from '@titular/server/base/id.ts';
import type { FaceEngine } from '@titular/server/biometrics/face-engine.ts';
import { findOtherFaceDistance } from '@titular/server/biometrics/find-other-face.ts';
import { findTemplate, insertTemplate } from '@titular/server/biometrics/template-store.ts';
import { startFaceEngine } from '@titular/server/biometrics/worker-face-engine.ts';
import { newCpf, openTenantKey, startTestService, type TestService } from '@titular/test-kit';
import { turnedFrame } from '@titular/test-kit/faces/portraits.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DEGREES, openCamera, perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

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
    analyse: (image) => inside.analyse(image),
    problem: () => inside.problem(),
    close: () => inside.close(),
  };
  service = await startTestService({ engine });
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

async function endOf(id: string): Promise<{ status: unknown; reasons: string[] }> {
  await vi.waitFor(async () => {
    expect((await merchant.read(id)).body['status']).toMatch(/approved|inconclusive/);
  }, 20_000);
  const { decision, status } = await db()
    .selectFrom('transactions')
    .select(['decision', 'status'])
    .where('transaction_id', '=', id)
    .executeTakeFirstOrThrow();
  return { status, reasons: (decision as { reasons: string[] }).reasons };
}

test('submitFrame 400: an attempt begun with one engine is not finished with another (R65)', async () => {
  const { phone, attempt } = await openCamera(service, merchant);
  const [front = 'front', next = 'left'] = attempt.poses;
  expect(
    (await phone.frame(attempt.attemptId, 0, await turnedFrame('a', DEGREES[front]))).body,
  ).toMatchObject({
    step: 1,
  });
  present.version = 'second/1';
  const { status, body } = await phone.frame(attempt.attemptId, 1, await turnedFrame('a', DEGREES[next]));
  expect([status, body['code'], body['message']]).toEqual([
    400,
    '40062',
    'The attempt was begun with another face engine.',
  ]);
  present.version = 'first/1';
  let position = 1;
  const turned = await turnedFrame('a', DEGREES[next]);
  await vi.waitFor(async () => {
    const answer = await phone.frame(attempt.attemptId, position, turned);
    position += 1;
    expect(answer.body).toMatchObject({ step: 2 });
  }, 5_000);
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
  expect(await show()).toEqual({ status: 'approved', reasons: ['live', 'enrolled'] });
  const rename = (engineVersion: string) =>
    db().updateTable('face_templates').set({ engine_version: engineVersion }).execute();
  await rename('second/1');
  expect(await show()).toEqual({ status: 'inconclusive', reasons: ['live', 'reference_outdated'] });
  await rename('first/1');
  expect(await show()).toEqual({ status: 'approved', reasons: ['live', 'matches_reference'] });
});

test('of two enrolments of one identity that of the present engine counts, and no search meets the other (R65)', async () => {
  const { tenantId } = (await newMerchant(service)).tenant;
  const key = await openTenantKey(service, tenantId);
  const identityHash = Buffer.alloc(32, 1);
  const descriptors = {
    'first/1': new Float32Array(128).fill(0.1),
    'second/1': new Float32Array(512).fill(0.2),
  };
  for (const [index, [engineVersion, descriptor]] of Object.entries(descriptors).entries()) {
    const at = new Date(Date.UTC(2026, 0, 1 + index));
    await insertTemplate(db(), tenantId, key, {
      ...{ templateId: newId(at.getTime()), engineVersion, descriptor, identityKey: 'cpf', identityHash },
      ...{ transactionId: newId(at.getTime()), at },
    });
  }
  for (const [engineVersion, descriptor] of Object.entries(descriptors)) {
    expect(await findTemplate(db(), tenantId, key, identityHash, engineVersion)).toMatchObject({
      engineVersion,
      descriptor,
    });
    const gallery = { identityKey: 'cpf', engineVersion, exceptIdentityHashes: [Buffer.alloc(32, 2)] };
    expect(await findOtherFaceDistance(db(), tenantId, key, gallery, descriptor)).toBeCloseTo(0, 5);
  }
  expect(await findTemplate(db(), tenantId, key, identityHash, 'third/1')).toMatchObject({
    engineVersion: 'second/1',
  });
  const unknown = {
    identityKey: 'cpf',
    engineVersion: 'third/1',
    exceptIdentityHashes: [Buffer.alloc(32, 2)],
  };
  expect(
    await findOtherFaceDistance(db(), tenantId, key, unknown, new Float32Array(128).fill(0.1)),
  ).toBeUndefined();
});
