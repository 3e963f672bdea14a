import { startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ExampleEngine, startExample } from '../../../face-engine/test/http/example-engine.ts';
import { openCamera, perform } from '../captures/phone.ts';
import { checked, type Merchant, newMerchant } from '../transactions/api.ts';

let example: ExampleEngine;
let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  example = await startExample();
  service = await startTestService({
    clock: createRunningClock(),
    env: { TITULAR_FACE_ENGINE_URL: example.url, TITULAR_FACE_ENGINE_SECRET: example.secret },
  });
  merchant = await newMerchant(service);
});
afterAll(async () => {
  await example.stop();
  await service.close();
});

const readiness = async () => checked('readReadiness', await fetch(`${service.url}/readyz`));

test("a person is measured by the operator's engine from the first frame to the approval, under its version", async () => {
  const { phone, attempt, id } = await openCamera(service, merchant);
  expect(await perform(phone, attempt, 'a')).toMatchObject({ outcome: 'completed' });
  await eventually(async () => expect((await merchant.read(id)).body['status']).toBe('approved'));
  const { db } = service.service.database;
  const frames = await db
    .selectFrom('capture_frames')
    .select('engine_version')
    .where('attempt_id', '=', asId(attempt.attemptId))
    .execute();
  expect(frames).toEqual(Array(attempt.poses.length).fill({ engine_version: 'http/example/1' }));
  const templates = await db.selectFrom('face_templates').select('engine_version').execute();
  expect(templates).toEqual([{ engine_version: 'http/example/1' }]);
  const { decision } = await db
    .selectFrom('transactions')
    .select('decision')
    .where('transaction_id', '=', asId(id))
    .executeTakeFirstOrThrow();
  expect(decision).toMatchObject({ engineVersion: 'http/example/1', matchThreshold: 0.5 });
});

test('readReadiness 500: while the engine is away frames are refused, count for nothing, and go on when it is back (R72)', async () => {
  const { phone, attempt } = await openCamera(service, merchant);
  const image = await portraitOf('b');
  expect((await phone.frame(attempt.attemptId, 0, image)).body).toMatchObject({ step: 1 });
  expect((await readiness()).status).toBe(200);
  await example.stop();
  for (let count = 0; count < 3; count += 1) {
    const { status, body, headers } = await phone.frame(attempt.attemptId, 1, image);
    expect([status, body['code'], headers.get('retry-after')]).toEqual([500, '50001', '5']);
  }
  await eventually(async () => {
    const { status, body } = await readiness();
    expect([status, body['message']]).toEqual([500, 'The face engine cannot be used now.']);
  });
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect((await merchant.create()).status).toBe(200);

  example = await startExample({ port: example.port });
  await eventually(async () => expect((await readiness()).status).toBe(200));
  const { body } = await phone.start();
  expect(body).toMatchObject({ attemptId: attempt.attemptId, nextPosition: 1, step: 1 });
  expect((await phone.frame(attempt.attemptId, 1, image)).body).toMatchObject({ step: 1 });
});

test('a service does not listen before its engine has answered', async () => {
  const port = await findFreePort();
  let isReady = false;
  const starting = startTestService({
    env: {
      TITULAR_FACE_ENGINE_URL: `http://127.0.0.1:${port}/analyse`,
      TITULAR_FACE_ENGINE_SECRET: example.secret,
    },
  }).then((started) => {
    isReady = true;
    return started;
  });
  const late = await startExample({ port });
  onTestFinished(() => late.stop());
  expect(isReady).toBe(false);
  const started = await starting;
  onTestFinished(() => started.close());
  expect((await fetch(`${started.url}/readyz`)).status).toBe(200);
});
