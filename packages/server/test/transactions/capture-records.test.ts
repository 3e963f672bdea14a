import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import type { ListCapturesResponse } from '@titular/contract';
import { verifyAuditLog } from '@titular/server/operators/verify-audit-log.ts';
import { deleteExpiredFrames } from '@titular/server/transactions/expired-capture-store.ts';
import { readCaptures } from '@titular/server/transactions/read-captures.ts';
import { newCpf, openTenantKey, startTestService, type TestService } from '@titular/test-kit';
import { emptyFrame } from '@titular/test-kit/faces/portraits.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openCamera, perform } from '../captures/phone.ts';
import { dumpDatabase, findCanaries } from '../erasure/canaries.ts';
import { checked, type Merchant, newMerchant } from './api.ts';

const unknownId = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const REASON = 'ticket 4711';

let service: TestService;
let merchant: Merchant;
let id: string;
let attempt: string;
const logged: Buffer[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(Buffer.from(chunk));
      done();
    },
  }),
);

const db = () => service.service.database.db;

async function capture(one: Merchant, changes: object = {}): Promise<{ id: string; attempt: string }> {
  const opened = await openCamera(service, one, changes);
  await perform(opened.phone, opened.attempt, 'a');
  await vi.waitFor(
    async () => expect((await one.read(opened.id)).body['status']).not.toBe('processing'),
    30_000,
  );
  return { id: opened.id, attempt: opened.attempt.attemptId };
}

beforeAll(async () => {
  service = await startTestService({ log });
  merchant = await newMerchant(service);
  ({ id, attempt } = await capture(merchant));
});
afterAll(() => service.close());

const list = async (one: Merchant, transaction: string): Promise<ListCapturesResponse> =>
  (await one.call('listCaptures', { id: transaction })).body as ListCapturesResponse;

type Asked = { one?: Merchant; transaction?: string; of?: string; step?: string; reason?: string };

const look = ({ one = merchant, transaction = id, of = attempt, step = '0', reason = REASON }: Asked = {}) =>
  fetch(
    `${service.url}/api/public/v1/walletid/transactions/${transaction}/captures/${of}/frames/${step}?${new URLSearchParams({ reason })}`,
    { headers: { authorization: `Bearer ${one.token}` } },
  );

const refused = async (asked: Asked): Promise<[number, string]> => {
  const { status, body } = await checked('readCaptureImage', await look(asked));
  return [status, String(body['code'])];
};

const looks = async (one = merchant) =>
  db()
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'captures.look')
    .where('tenant_id', '=', one.tenant.tenantId)
    .orderBy('entry_id')
    .execute();

describe('what was captured for a transaction', () => {
  test('listCaptures 200: is its attempts in order with what was asked, how each ended, the kept frames by hash, the consent and the checks, and no score', async () => {
    const one = await newMerchant(service);
    const opened = await openCamera(service, one);
    const unseen = await opened.phone.frame(opened.attempt.attemptId, 0, await emptyFrame('wall'));
    expect(unseen.status).toBe(200);
    await db()
      .updateTable('capture_attempts')
      .set({ step_started_at: new Date(0) })
      .where('attempt_id', '=', opened.attempt.attemptId)
      .execute();
    await opened.phone.frame(opened.attempt.attemptId, 1, await emptyFrame('wall'));
    const second = (await opened.phone.start()).body as unknown as typeof opened.attempt;
    await perform(opened.phone, second, 'b');
    await vi.waitFor(async () => expect((await one.read(opened.id)).body['status']).toBe('approved'), 30_000);
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
        { check: 'signs', result: expect.stringMatching(/^(not_done|passed)$/) },
      ],
      signs: [],
    });
    expect(attempts.map((each) => [each.number, each.id, each.outcome, each.framesReceived])).toEqual([
      [1, opened.attempt.attemptId, 'no_face', 2],
      [2, second.attemptId, 'completed', second.poses.length],
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
    expect(await list(merchant, open)).toEqual({
      id: open,
      images: 'none',
      checks: [],
      signs: [],
      attempts: [],
    });
  });

  test('listCaptures 200: has the signs of an attack where they are looked for, each with its sentence', async () => {
    const sign = { sign: 'virtual_camera', sentence: 'The camera is a program.', seen: 2, attempt: 1 };
    const told = await readCaptures(
      {
        db: db(),
        listSigns: async (_db, tenantId, transaction) => (tenantId && transaction === id ? [sign] : []),
      },
      merchant.tenant.tenantId,
      id,
    );
    expect(told.signs).toEqual([sign]);
  });

  test('listCaptures 200: readCaptureImage 404: of images that were deleted says so, and keeps the hashes a decision rests on (R93)', async () => {
    const one = await newMerchant(service);
    const made = await capture(one);
    const before = await list(one, made.id);
    await db().deleteFrom('capture_sessions').where('tenant_id', '=', one.tenant.tenantId).execute();
    const years = new Date(Date.now() + 10 * 365 * 86_400_000);
    await sql`UPDATE companies SET capture_retention_days = 3650 WHERE tenant_id <> ${one.tenant.tenantId}`.execute(
      db(),
    );
    expect(
      await deleteExpiredFrames(db(), new Date(years.getTime() - 86_400_000 * 30), 1_000),
    ).toBeGreaterThan(0);
    const after = await list(one, made.id);
    expect(after.images).toBe('deleted');
    expect(after.checks).toEqual(before.checks);
    expect(after.attempts[0]?.frames).toEqual(
      before.attempts[0]?.frames.map(({ step, pose, sha256 }) => ({ step, pose, sha256, isHeld: false })),
    );
    expect(after.attempts[0]?.consent).toEqual(before.attempts[0]?.consent);
    expect(await refused({ one, transaction: made.id, of: made.attempt })).toEqual([404, '40412']);
    expect((await list(merchant, id)).images).toBe('held');
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

describe('looking at an image (R95)', () => {
  test('readCaptureImage 200: is the very picture that was kept, to be saved and not to be cached, and stands in the audit log with who, what and why', async () => {
    const [{ frames } = { frames: [] }] = (await list(merchant, id)).attempts;
    const earlier = (await looks()).length;
    for (const { step, sha256 } of frames) {
      const answer = await look({ step: String(step) });
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': 'attachment; filename="capture.jpg"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      const image = Buffer.from(await answer.arrayBuffer());
      expect(image.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
      expect(createHash('sha256').update(image).digest('hex')).toBe(sha256);
    }
    const entries = (await looks()).slice(earlier);
    expect(entries).toMatchObject(
      frames.map(({ step, sha256 }) => ({
        actor: 'service-account:shop',
        subject: `transaction/${id}`,
        before: null,
        after: { attempt, step, reason: REASON, imageSha256: sha256 },
      })),
    );
    const { broken } = await verifyAuditLog(db(), undefined, () => undefined);
    expect(broken).toBeUndefined();
  });

  test.each(['audit_log', 'audit_chain'])(
    'readCaptureImage 500: shows nothing when its entry cannot be written, be it that %s is gone',
    async (table) => {
      await sql`ALTER TABLE ${sql.table(table)} RENAME TO mislaid`.execute(db());
      try {
        const answer = await look();
        expect(answer.status).toBe(500);
        expect(await answer.text()).toContain('50001');
      } finally {
        await sql`ALTER TABLE mislaid RENAME TO ${sql.table(table)}`.execute(db());
      }
      expect((await look()).status).toBe(200);
    },
  );

  test('readCaptureImage 500: of an image that was put in the place of another, or whose hash was changed, is refused, shouted in the log and no look', async () => {
    const one = await newMerchant(service);
    const made = await capture(one);
    const asked = { one, transaction: made.id, of: made.attempt };
    const frame = db()
      .updateTable('capture_frames')
      .where('attempt_id', '=', made.attempt)
      .where('step', '=', 0);
    const { image_digest } = await db()
      .selectFrom('capture_frames')
      .select('image_digest')
      .where('attempt_id', '=', made.attempt)
      .where('step', '=', 0)
      .executeTakeFirstOrThrow();
    logged.length = 0;
    await frame.set({ image_digest: Buffer.alloc(32) }).execute();
    expect(await refused(asked)).toEqual([500, '50001']);
    await frame
      .set({
        image_digest,
        sealed_image: sql`(SELECT sealed_image FROM capture_frames WHERE attempt_id = ${made.attempt} AND step = 1)`,
      })
      .execute();
    expect(await refused(asked)).toEqual([500, '50001']);
    const alarms = Buffer.concat(logged)
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level === 50);
    expect(alarms).toMatchObject([
      { err: { type: 'SealBroken', message: expect.stringContaining('capture_frames.image_digest') } },
      { err: { type: 'SealBroken', message: expect.stringContaining('capture_frames.sealed_image') } },
    ]);
    expect(await looks(one)).toEqual([]);
  });

  test.each([
    ['none', undefined],
    ['too short', 'no'],
    ['only spaces', '     '],
    ['too long', 'x'.repeat(201)],
    ['with a control', 'ticket\n4711'],
  ])(
    'readCaptureImage 400: with a reason that is %s is refused with 40002, and is no look',
    async (_what, reason) => {
      const earlier = await looks();
      const path = `/api/public/v1/walletid/transactions/${id}/captures/${attempt}/frames/0`;
      const query = reason === undefined ? '' : `?${new URLSearchParams({ reason })}`;
      const answer = await fetch(service.url + path + query, {
        headers: { authorization: `Bearer ${merchant.token}` },
      });
      expect((await checked('readCaptureImage', answer)).body['code']).toBe('40002');
      expect(await looks()).toEqual(earlier);
    },
  );

  test('readCaptureImage 400: with a reason that names the person is refused, as the audit log is never erased (R93)', async () => {
    const one = await newMerchant(service);
    const value = newCpf();
    const card = {
      binDigits: '41111111',
      lastDigits: '1111',
      name: 'Zélia Conceição',
      expirationDate: '12/39',
    };
    const made = await capture(one, { identity: { key: 'cpf', value }, card });
    const dotted = `${value.slice(0, 3)}.${value.slice(3, 6)}.${value.slice(6, 9)}-${value.slice(9)}`;
    for (const reason of [
      `cpf ${value}`,
      `cpf ${dotted} called`,
      'zelia conceicao asked',
      'for ZÉLIA  CONCEIÇÃO',
    ]) {
      expect(await refused({ one, transaction: made.id, of: made.attempt, reason }), reason).toEqual([
        400,
        '40002',
      ]);
    }
    expect((await looks(one)).length).toBe(0);
  });

  test('readCaptureImage 404: of another tenant is as unknown as a random one, and of another transaction, attempt or step there is none (R17)', async () => {
    const other = await newMerchant(service);
    const foreign = await checked('readCaptureImage', await look({ one: other }));
    const random = await checked('readCaptureImage', await look({ one: other, transaction: unknownId }));
    expect([foreign.status, foreign.body['code']]).toEqual([404, '40401']);
    expect(foreign.text).toBe(random.text);
    const sibling = String((await merchant.create()).body['id']);
    expect(await refused({ transaction: sibling })).toEqual([404, '40412']);
    expect(await refused({ of: unknownId })).toEqual([404, '40412']);
    for (const step of ['99', '00', '-1', '1e0', '999999999999', '0x0'])
      expect(await refused({ step }), step).toEqual([404, '40412']);
    expect(await refused({ transaction: 'x' })).toEqual([400, '40004']);
    expect(await refused({ of: 'x' })).toEqual([400, '40006']);
  });

  test('readCaptureImage 403: takes the scope captures:read and no other', async () => {
    const one = await newMerchant(service, { scopes: ['transactions:read', 'transactions:write'] });
    const made = await capture(one);
    expect(await refused({ one, transaction: made.id, of: made.attempt })).toEqual([403, '40301']);
    expect((await one.call('listCaptures', { id: made.id })).status).toBe(403);
  });

  test('readCaptureImage 400: of a transaction that was erased is refused with 40049, what is left of it says so, and the audit log keeps the looks by id alone (R90, R93, R95)', async () => {
    const one = await newMerchant(service);
    const value = newCpf();
    const made = await capture(one, { identity: { key: 'cpf', value } });
    const asked = { one, transaction: made.id, of: made.attempt };
    expect((await look(asked)).status).toBe(200);
    const before = await looks(one);
    await one.call('eraseIdentity', { body: { identity: { key: 'cpf', value } } });
    expect(await refused(asked)).toEqual([400, '40049']);
    const { checks, ...rest } = await list(one, made.id);
    expect(rest).toEqual({
      id: made.id,
      images: 'erased',
      erasedAt: expect.stringMatching(/Z$/),
      signs: [],
      attempts: [],
    });
    expect(checks[0]).toEqual({ check: 'challenge', result: 'passed' });
    expect(await looks(one)).toEqual(before);
    expect(JSON.stringify(before)).not.toContain(value);
    expect((await verifyAuditLog(db(), undefined, () => undefined)).broken).toBeUndefined();
  });

  test('leaves no byte of the image in logs, the log of calls, audit rows or anywhere else in clear (R90, R95)', async () => {
    const reason = 'reason-canary-Poiuyt';
    const image = Buffer.from(await (await look({ reason })).arrayBuffer());
    const canaries = {
      beginning: image.subarray(200, 224),
      middle: image.subarray(image.length / 2, image.length / 2 + 24),
      end: image.subarray(-26, -2),
    };
    await vi.waitFor(async () => {
      const { body } = await merchant.call('listCalls', {
        query: { transaction: id, operation: 'readCaptureImage' },
      });
      expect((body['calls'] as object[]).length).toBeGreaterThan(0);
    }, 10_000);
    expect(findCanaries(canaries, image)).toEqual(['beginning', 'middle', 'end']);
    expect(findCanaries(canaries, await dumpDatabase(service))).toEqual([]);
    expect(findCanaries({ ...canaries, reason }, Buffer.concat(logged))).toEqual([]);
    const calls = await db().selectFrom('api_calls').select(['path', 'request']).execute();
    expect(JSON.stringify(calls)).not.toContain(reason);
    const key = await openTenantKey(service, merchant.tenant.tenantId);
    const { sealed_image } = await db()
      .selectFrom('capture_frames')
      .select('sealed_image')
      .where('attempt_id', '=', attempt)
      .where('step', '=', 0)
      .executeTakeFirstOrThrow();
    expect(key.unseal('capture_frames', `${attempt}/0`, 'sealed_image', sealed_image)).toEqual(image);
  });
});
