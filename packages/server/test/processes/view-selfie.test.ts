import { createHash } from 'node:crypto';
import { startTestService, type TestService } from '@titular/test-kit';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Merchant, newMerchant } from '../transactions/api.ts';
import { finishProcess, type Started, startProcess } from './process-fixture.ts';

let service: TestService;
let merchant: Merchant;
let finished: Started;

beforeAll(async () => {
  service = await startTestService({ clock: createRunningClock() });
  merchant = await newMerchant(service);
  finished = await finishProcess(service, merchant);
});
afterAll(() => service.close());

const look = (id: string, reason?: string): Promise<Answer> =>
  merchant.call('readProcessSelfie', { id, query: reason === undefined ? {} : { reason } });
const looks = async (): Promise<{ subject: string; after: Record<string, unknown> }[]> =>
  (
    await service.service.database.db
      .selectFrom('audit_log')
      .select(['subject', 'after'])
      .where('tenant_id', '=', merchant.tenant.tenantId)
      .where('action', '=', 'captures.look')
      .orderBy('entry_id')
      .execute()
  ).map(({ subject, after }) => ({ subject, after: after as Record<string, unknown> }));

describe('the selfie of a process (R95)', () => {
  test('readProcessSelfie 200: is the picture that was kept, and each look stands in the audit log with its reason and the hash of the picture', async () => {
    const { status, body } = await look(finished.id, 'ticket 4711');
    expect([status, body['contentType']]).toEqual([200, 'image/jpeg']);
    const image = Buffer.from(String(body['fileContents']), 'base64');
    expect(image.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect((await looks()).at(-1)).toEqual({
      subject: `process/${finished.id}`,
      after: {
        attempt: expect.any(String),
        step: 0,
        reason: 'ticket 4711',
        imageSha256: createHash('sha256').update(image).digest('hex'),
      },
    });
  });

  test('readProcessSelfie 400: nobody looks without a reason, or with one that names the person, and nothing is written of it', async () => {
    const before = await looks();
    for (const reason of [undefined, 'x', `about ${finished.cpf}`, 'for Maria da Silva'])
      expect((await look(finished.id, reason)).body['code']).toBe('40002');
    expect((await look('no-id', 'ticket 4711')).body['code']).toBe('40007');
    expect(await looks()).toEqual(before);
  });

  test("readProcessSelfie 404: one that is not there yet is not held, and another tenant's process is unknown (R17)", async () => {
    const { id } = await startProcess(merchant);
    expect((await look(id, 'ticket 4711')).body['code']).toBe('40412');
    const other = await startProcess(await newMerchant(service));
    expect((await look(other.id, 'ticket 4711')).body['code']).toBe('40409');
  });

  test('readProcessSelfie 400: of an erased person nothing is shown', async () => {
    await merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value: finished.cpf } } });
    expect((await look(finished.id, 'ticket 4711')).body['code']).toBe('40052');
  });

  test('readProcessSelfie 500: a picture that is not the one that was kept is shown to nobody (R91)', async () => {
    const one = await finishProcess(service, merchant, { person: 'b' });
    await sql`UPDATE capture_frames f SET image_digest = sha256('another') FROM capture_attempts a
      WHERE a.attempt_id = f.attempt_id AND a.subject_id = ${one.id}`.execute(service.service.database.db);
    const before = await looks();
    expect((await look(one.id, 'ticket 4711')).status).toBe(500);
    expect(await looks()).toEqual(before);
  });
});
