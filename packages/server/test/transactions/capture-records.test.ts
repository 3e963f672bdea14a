import type { ListCapturesResponse } from '@titular/contract';
import { attackSignals } from '@titular/server/decision/attack-signals.ts';
import { deleteExpiredCaptures } from '@titular/server/transactions/retention/delete-expired-captures.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { emptyFrame, portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCamera, openPhone, perform, REAL_CAMERA } from '../captures/phone.ts';
import { type Merchant, newMerchant } from './api.ts';
import { capture, listOf, refusalOf } from './capture-record-fixture.ts';

const unknownId = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';

let service: TestService;
let merchant: Merchant;
let id: string;

beforeAll(async () => {
  service = await startTestService({ clock: createRunningClock() });
  merchant = await newMerchant(service);
  id = (await capture(service, merchant)).transaction;
});
afterAll(() => service.close());

const db = () => service.service.database.db;

describe('what was captured for a transaction', () => {
  test('listCaptures 200: is its attempts in order with what was asked, how each ended, the kept frames by hash, the consent and the checks, and no score', async () => {
    const one = await newMerchant(service);
    const opened = await openCamera(service, one);
    const unseen = await opened.phone.frame(opened.attempt.attemptId, 0, await emptyFrame('wall'));
    expect(unseen.status).toBe(200);
    await db()
      .updateTable('capture_attempts')
      .set({ step_started_at: new Date(0) })
      .where('attempt_id', '=', asId(opened.attempt.attemptId))
      .execute();
    await opened.phone.frame(opened.attempt.attemptId, 1, await emptyFrame('wall'));
    const second = (await opened.phone.start()).body as unknown as typeof opened.attempt;
    await perform(opened.phone, second, 'b');
    await eventually(async () => expect((await one.read(opened.id)).body['status']).toBe('approved'));
    const answer = await one.call('listCaptures', { id: opened.id.toUpperCase() });
    const { attempts, ...rest } = answer.body as ListCapturesResponse;
    expect(rest).toEqual({
      id: opened.id,
      images: 'held',
      checks: [
        { check: 'challenge', result: 'passed' },
        { check: 'one_person', result: 'passed' },
        { check: 'comparison', result: 'impossible' },
        { check: 'other_identities', result: 'passed' },
        { check: 'card_name', result: 'not_performed' },
        { check: 'links', result: 'not_done' },
        { check: 'signs', result: 'passed' },
        { check: 'card_evidence', result: 'not_done' },
      ],
      signs: [],
    });
    expect(attempts.map((each) => [each.number, each.id, each.outcome, each.framesReceived])).toEqual([
      [1, opened.attempt.attemptId, 'no_face', 2],
      [2, second.attemptId, 'completed', expect.any(Number)],
    ]);
    expect(attempts[0]).toMatchObject({ movement: 'turn', poses: opened.attempt.poses, frames: [] });
    expect(attempts[1]?.frames).toEqual(
      second.poses.map((pose, step) => ({
        step,
        pose,
        receivedAt: expect.stringMatching(/Z$/),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        isHeld: true,
      })),
    );
    for (const each of attempts) {
      expect(each.consent).toMatchObject({ language: 'pt' });
      expect(Date.parse(each.finishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(each.startedAt));
    }
    expect(answer.text).not.toMatch(/distance|score|yaw|descriptor|threshold/i);
  });

  test('listCaptures 200: of one that nobody began is nothing', async () => {
    const open = String((await merchant.create()).body['id']);
    expect(await listOf(merchant, open)).toEqual({
      id: open,
      images: 'none',
      checks: [],
      signs: [],
      attempts: [],
    });
  });

  test('listCaptures 200: has the signs of an attack, each with its sentence and the attempt that it was seen in (R62)', async () => {
    const { phone, id: watched } = await openPhone(service, merchant);
    await phone.consent();
    await phone.start({ camera: { ...REAL_CAMERA, label: 'fake_device_0' } });
    await phone.frame(crypto.randomUUID(), 0, await portraitOf('a'));
    const sentence = (sign: 'virtual_camera' | 'foreign_frames') => attackSignals[sign].meaning;
    expect((await listOf(merchant, watched)).signs).toEqual([
      { sign: 'foreign_frames', sentence: sentence('foreign_frames'), seen: 1, attempt: 0 },
      { sign: 'virtual_camera', sentence: sentence('virtual_camera'), seen: 1, attempt: 1 },
    ]);
  });

  test('listCaptures 200: readCaptureImage 404: of images that were deleted says so, and keeps the hashes a decision rests on (R93)', async () => {
    const one = await newMerchant(service);
    const made = await capture(service, one);
    const before = await listOf(one, made.transaction);
    await db().deleteFrom('capture_sessions').where('tenant_id', '=', one.tenant.tenantId).execute();
    const years = new Date(Date.now() + 10 * 365 * 86_400_000);
    await sql`UPDATE companies SET capture_retention_days = 3650 WHERE tenant_id <> ${one.tenant.tenantId}`.execute(
      db(),
    );
    const cleanUp = await deleteExpiredCaptures(db(), new Date(years.getTime() - 86_400_000 * 30));
    expect(cleanUp.frames).toBeGreaterThan(0);
    const after = await listOf(one, made.transaction);
    expect(after.images).toBe('deleted');
    expect(after.checks).toEqual(before.checks);
    expect(after.attempts[0]?.frames).toEqual(
      before.attempts[0]?.frames.map(({ step, pose, sha256 }) => ({ step, pose, sha256, isHeld: false })),
    );
    expect(after.attempts[0]?.consent).toEqual(before.attempts[0]?.consent);
    expect(await refusalOf(service, made)).toEqual([404, '40412']);
    expect((await listOf(merchant, id)).images).toBe('held');
  });

  test('listCaptures 400: listCaptures 404: what is no id is 40004, and what is not of the tenant is as unknown as a random one (R17)', async () => {
    const other = await newMerchant(service);
    expect((await merchant.call('listCaptures', { id: 'x' })).body['code']).toBe('40004');
    const foreign = await other.call('listCaptures', { id });
    const random = await other.call('listCaptures', { id: unknownId });
    expect([foreign.status, foreign.body['code']]).toEqual([404, '40401']);
    expect(foreign.text).toBe(random.text);
  });
});
