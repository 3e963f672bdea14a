import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { verifyAuditLog } from '@titular/server/audit/verify-audit-log.ts';
import { newCpf, openTenantKey, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpDatabase, findCanaries } from '../erasure/canaries.ts';
import { checked, type Merchant, newMerchant } from './api.ts';
import { type Captured, capture, listOf, look, refusalOf } from './capture-record-fixture.ts';

const unknownId = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const REASON = 'ticket 4711';

let service: TestService;
let merchant: Merchant;
let taken: Captured;
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

beforeAll(async () => {
  service = await startTestService({ log, clock: createRunningClock() });
  merchant = await newMerchant(service);
  taken = await capture(service, merchant);
});
afterAll(() => service.close());

const db = () => service.service.database.db;

const looks = async (one = merchant) =>
  db()
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'captures.look')
    .where('tenant_id', '=', one.tenant.tenantId)
    .orderBy('entry_id')
    .execute();

describe('looking at an image (R95)', () => {
  test('readCaptureImage 200: is the very picture that was kept, to be saved and not to be cached, and stands in the audit log with who, what and why', async () => {
    const [{ frames } = { frames: [] }] = (await listOf(merchant, taken.transaction)).attempts;
    const earlier = (await looks()).length;
    for (const { step, sha256 } of frames) {
      const answer = await look(service, { ...taken, step: String(step) });
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
        subject: `transaction/${taken.transaction}`,
        before: null,
        after: { attempt: taken.of, step, reason: REASON, imageSha256: sha256 },
      })),
    );
    const { broken } = await verifyAuditLog(db(), undefined, () => undefined);
    expect(broken).toBeUndefined();
  });

  test.each(['audit_log', 'audit_unsealed'])(
    'readCaptureImage 500: shows nothing when its entry cannot be written, be it that %s is gone',
    async (table) => {
      await sql`ALTER TABLE ${sql.table(table)} RENAME TO mislaid`.execute(db());
      try {
        const answer = await look(service, taken);
        expect(answer.status).toBe(500);
        expect(await answer.text()).toContain('50001');
      } finally {
        await sql`ALTER TABLE mislaid RENAME TO ${sql.table(table)}`.execute(db());
      }
      expect((await look(service, taken)).status).toBe(200);
    },
  );

  test('readCaptureImage 500: of an image that was put in the place of another, or whose hash was changed, is refused, shouted in the log and no look', async () => {
    const one = await newMerchant(service);
    const made = await capture(service, one);
    const frame = db()
      .updateTable('capture_frames')
      .where('attempt_id', '=', asId(made.of))
      .where('step', '=', 0);
    const { image_digest } = await db()
      .selectFrom('capture_frames')
      .select('image_digest')
      .where('attempt_id', '=', asId(made.of))
      .where('step', '=', 0)
      .executeTakeFirstOrThrow();
    logged.length = 0;
    await frame.set({ image_digest: Buffer.alloc(32) }).execute();
    expect(await refusalOf(service, made)).toEqual([500, '50001']);
    await frame
      .set({
        image_digest,
        sealed_image: sql`(SELECT sealed_image FROM capture_frames WHERE attempt_id = ${made.of} AND step = 1)`,
      })
      .execute();
    expect(await refusalOf(service, made)).toEqual([500, '50001']);
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
      const path = `/api/public/v1/walletid/transactions/${taken.transaction}/captures/${taken.of}/frames/0`;
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
    const made = await capture(service, one, { identity: { key: 'cpf', value }, card });
    const dotted = `${value.slice(0, 3)}.${value.slice(3, 6)}.${value.slice(6, 9)}-${value.slice(9)}`;
    for (const reason of [
      `cpf ${value}`,
      `cpf ${dotted} called`,
      'zelia conceicao asked',
      'for ZÉLIA  CONCEIÇÃO',
    ]) {
      expect(await refusalOf(service, { ...made, reason }), reason).toEqual([400, '40002']);
    }
    expect((await looks(one)).length).toBe(0);
  });

  test('readCaptureImage 404: of another tenant is as unknown as a random one, and of another transaction, attempt or step there is none (R17)', async () => {
    const other = await newMerchant(service);
    const foreign = await checked('readCaptureImage', await look(service, { ...taken, one: other }));
    const random = await checked(
      'readCaptureImage',
      await look(service, { ...taken, one: other, transaction: unknownId }),
    );
    expect([foreign.status, foreign.body['code']]).toEqual([404, '40401']);
    expect(foreign.text).toBe(random.text);
    const sibling = String((await merchant.create()).body['id']);
    expect(await refusalOf(service, { ...taken, transaction: sibling })).toEqual([404, '40412']);
    expect(await refusalOf(service, { ...taken, of: unknownId })).toEqual([404, '40412']);
    for (const step of ['99', '00', '-1', '1e0', '999999999999', '0x0'])
      expect(await refusalOf(service, { ...taken, step }), step).toEqual([404, '40412']);
    expect(await refusalOf(service, { ...taken, transaction: 'x' })).toEqual([400, '40004']);
    expect(await refusalOf(service, { ...taken, of: 'x' })).toEqual([400, '40006']);
  });

  test('readCaptureImage 403: takes the scope captures:read and no other', async () => {
    const one = await newMerchant(service, { scopes: ['transactions:read', 'transactions:write'] });
    const made = await capture(service, one);
    expect(await refusalOf(service, made)).toEqual([403, '40301']);
    expect((await one.call('listCaptures', { id: made.transaction })).status).toBe(403);
  });

  test('readCaptureImage 400: of a transaction that was erased is refused with 40049, what is left of it says so, and the audit log keeps the looks by id alone (R90, R93, R95)', async () => {
    const one = await newMerchant(service);
    const value = newCpf();
    const made = await capture(service, one, { identity: { key: 'cpf', value } });
    expect((await look(service, made)).status).toBe(200);
    const before = await looks(one);
    await one.call('eraseIdentity', { body: { identity: { key: 'cpf', value } } });
    expect(await refusalOf(service, made)).toEqual([400, '40049']);
    const { checks, ...rest } = await listOf(one, made.transaction);
    expect(rest).toEqual({
      id: made.transaction,
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
    const image = Buffer.from(await (await look(service, { ...taken, reason })).arrayBuffer());
    const canaries = {
      beginning: image.subarray(200, 224),
      middle: image.subarray(image.length / 2, image.length / 2 + 24),
      end: image.subarray(-26, -2),
    };
    await eventually(async () => {
      const { body } = await merchant.call('listCalls', {
        query: { transaction: taken.transaction, operation: 'readCaptureImage' },
      });
      expect((body['calls'] as object[]).length).toBeGreaterThan(0);
    });
    expect(findCanaries(canaries, image)).toEqual(['beginning', 'middle', 'end']);
    expect(findCanaries(canaries, await dumpDatabase(service))).toEqual([]);
    expect(findCanaries({ ...canaries, reason }, Buffer.concat(logged))).toEqual([]);
    const calls = await db().selectFrom('api_calls').select(['path', 'request']).execute();
    expect(JSON.stringify(calls)).not.toContain(reason);
    const key = await openTenantKey(service, merchant.tenant.tenantId);
    const { sealed_image } = await db()
      .selectFrom('capture_frames')
      .select('sealed_image')
      .where('attempt_id', '=', asId(taken.of))
      .where('step', '=', 0)
      .executeTakeFirstOrThrow();
    expect(
      key.unseal('capture_frames', `${taken.of}/0`, 'sealed_image', sealed_image ?? Buffer.alloc(0)),
    ).toEqual(image);
  });
});
