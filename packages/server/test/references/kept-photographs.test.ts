import { createHash } from 'node:crypto';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpDatabase, findCanaries } from '../erasure/canaries.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { newReferenceBody, photographOf, referenceRequest } from './reference-fixture.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const db = () => service.service.database.db;

const send = async (merchant: Merchant, body: object) =>
  (await merchant.call('createFaceReference', { body })).body;

/** Asks to look at a photograph: the status, the code or the SHA-256 of what came, and its headers. */
async function look(merchant: Merchant, id: unknown, position: number | string, reason = 'ticket 4711') {
  const address = `/api/public/v1/references/${id}/photographs/${position}?${new URLSearchParams({ reason })}`;
  const response = await fetch(`${service.url}${address}`, {
    headers: { authorization: `Bearer ${merchant.token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isPicture = response.headers.get('content-type') === 'image/jpeg';
  const told = isPicture
    ? createHash('sha256').update(bytes).digest('hex')
    : (JSON.parse(bytes.toString('utf8')) as { code: string }).code;
  return { status: response.status, told, headers: response.headers };
}

const digestOf = (photograph = ''): string =>
  createHash('sha256').update(Buffer.from(photograph, 'base64')).digest('hex');

const auditOf = async (id: unknown) =>
  db()
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('subject', '=', `reference/${id}`)
    .orderBy('entry_id')
    .execute();

const rowsOf = async ({ tenant }: Merchant): Promise<number> => {
  const { rows } = await sql<{ kept: number }>`
    SELECT count(*)::int AS kept FROM reference_photographs WHERE tenant_id = ${tenant.tenantId}`.execute(
    db(),
  );
  return rows[0]?.kept ?? 0;
};

test('readReferencePhotograph 404: are not shown once an erasure under way has ended, nor is a look written down (R90)', async () => {
  const merchant = await newMerchant(service);
  const { id } = await send(merchant, await newReferenceBody('b', { keepPhotographs: true }));
  const seen = await db()
    .transaction()
    .execute(async (trx) => {
      await sql`DELETE FROM face_templates WHERE subject_id = ${id}`.execute(trx);
      await sql`DELETE FROM face_references WHERE reference_id = ${id}`.execute(trx);
      const looking = look(merchant, id, 1);
      await eventually(async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%face_references%for share%'`.execute(
          db(),
        );
        expect(rows.length).toBeGreaterThan(0);
      });
      return { looking };
    });
  expect(await seen.looking).toMatchObject({ status: 404, told: '40413' });
  expect((await auditOf(id)).map(({ action }) => action)).not.toContain('reference.look');
});

describe('photographs of a reference (R65)', () => {
  test('readReferencePhotograph 200: kept if asked, they come back byte for byte in their order, each look written down first (R90)', async () => {
    const merchant = await newMerchant(service);
    const photographs = [await photographOf('a', 2), await photographOf('a'), await photographOf('a', 1)];
    const created = await send(merchant, referenceRequest({ photographs, keepPhotographs: true }));
    expect(created).toMatchObject({ photographs: 3, photographsKept: 3 });
    for (const [index, photograph] of photographs.entries()) {
      const seen = await look(merchant, created['id'], index + 1);
      expect([seen.status, seen.told]).toEqual([200, digestOf(photograph)]);
      expect(seen.headers.get('content-disposition')).toBe('attachment; filename="reference.jpg"');
      expect(seen.headers.get('cache-control')).toBe('no-store');
    }
    const entries = await auditOf(created['id']);
    expect(entries.map(({ action }) => action)).toEqual([
      ...['reference.create', 'reference.keep-photographs'],
      ...['reference.look', 'reference.look', 'reference.look'],
    ]);
    expect(entries.at(-1)?.after).toEqual({ photograph: 3, reason: 'ticket 4711' });
  });

  test('readReferencePhotograph 404: are not kept unless asked, and the same request may ask later; asking less deletes none', async () => {
    const merchant = await newMerchant(service);
    const body = await newReferenceBody('b');
    const created = await send(merchant, body);
    expect(created).toMatchObject({ photographsKept: 0 });
    expect(await look(merchant, created['id'], 1)).toMatchObject({ status: 404, told: '40414' });
    expect(await rowsOf(merchant)).toBe(0);
    const again = await send(merchant, { ...body, keepPhotographs: true });
    expect(again).toEqual({ ...created, photographsKept: 1 });
    for (const keepPhotographs of [true, false])
      expect(await send(merchant, { ...body, keepPhotographs })).toEqual(again);
    expect(await look(merchant, created['id'], 1)).toMatchObject({ told: digestOf(body.photographs[0]) });
    const actions = (await auditOf(created['id'])).map(({ action }) => action);
    expect(actions.filter((action) => action === 'reference.keep-photographs')).toHaveLength(1);
  });

  test.each(['0', '2', '6', '01', '1.0', '-1', 'x', '%00', '1e0'])(
    'readReferencePhotograph 404: has none in the place %s',
    async (position) => {
      const merchant = await newMerchant(service);
      const { id } = await send(merchant, await newReferenceBody('a', { keepPhotographs: true }));
      expect(await look(merchant, id, position)).toMatchObject({ status: 404, told: '40414' });
    },
  );

  test('readReferencePhotograph 400: are not shown for a reason that names the person, however it is written, or a card (R94)', async () => {
    const merchant = await newMerchant(service);
    const value = newCpf();
    const body = await newReferenceBody('c', { identity: { key: 'cpf', value }, keepPhotographs: true });
    const { id } = await send(merchant, body);
    const dotted = value.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
    const arabic = [...value].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join('');
    const spoken = `cpf ${value.slice(0, 9)} dv ${value.slice(9)}`;
    const named = [`about ${value}`, dotted, `x${dotted}9`, [...value].join(' '), arabic, spoken];
    for (const reason of [...named, 'ab', ' abc'])
      expect(await look(merchant, id, 1, reason)).toMatchObject({ status: 400, told: '40002' });
    expect(await look(merchant, id, 1, 'card 4000056655665556')).toMatchObject({ told: '40026' });
    expect(await look(merchant, id, 1, `about ${newCpf()}`)).toMatchObject({ status: 200 });
    expect((await auditOf(id)).filter(({ action }) => action === 'reference.look')).toHaveLength(1);
  });

  test('are not seen by another tenant, nor without the scope of pictures (R17)', async () => {
    const [one, other] = [await newMerchant(service), await newMerchant(service)];
    const { id } = await send(one, await newReferenceBody('a', { keepPhotographs: true }));
    expect(await look(other, id, 1)).toMatchObject({ status: 404, told: '40413' });
    const enrolling = await newMerchant(service, { scopes: ['references:write'] });
    const own = await send(enrolling, await newReferenceBody('a', { keepPhotographs: true }));
    expect(await look(enrolling, own['id'], 1)).toMatchObject({ status: 403, told: '40301' });
  });

  test('that were swapped or changed in the database are a fault and never shown', async () => {
    const merchant = await newMerchant(service);
    const photographs = [await photographOf('a'), await photographOf('a', 1)];
    const { id } = await send(merchant, referenceRequest({ photographs, keepPhotographs: true }));
    await sql`UPDATE reference_photographs p SET sealed_image = o.sealed_image FROM reference_photographs o
      WHERE p.reference_id = ${id} AND o.reference_id = ${id} AND p.position = 1 AND o.position = 2`.execute(
      db(),
    );
    expect(await look(merchant, id, 1)).toMatchObject({ status: 500 });
    await sql`UPDATE reference_photographs SET sealed_image = set_byte(sealed_image, 40, 255 - get_byte(sealed_image, 40))
      WHERE reference_id = ${id} AND position = 2`.execute(db());
    expect(await look(merchant, id, 2)).toMatchObject({ status: 500 });
  });
});

/** Ends of a reference, each by another way. */
const ENDS: Readonly<Record<string, (merchant: Merchant, id: string, body: object) => Promise<unknown>>> = {
  'it is withdrawn': (merchant, id) => merchant.call('deleteFaceReference', { id }),
  'others replace it': async (merchant, _id, body) =>
    send(merchant, {
      ...body,
      photographs: [await photographOf('a', 3)],
      replace: true,
      keepPhotographs: false,
    }),
  'the person is erased': (merchant, _id, body) =>
    merchant.call('eraseIdentity', { body: { identity: (body as { identity: object }).identity } }),
  'its last face goes, in any release': (_merchant, id) =>
    sql`DELETE FROM face_templates WHERE subject_id = ${id}`.execute(db()),
};

test.each(Object.entries(ENDS))(
  'photographs go when %s, and lie nowhere in clear (R93)',
  async (_name, end) => {
    const merchant = await newMerchant(service);
    const body = await newReferenceBody('a', { keepPhotographs: true });
    const { id } = await send(merchant, body);
    const photograph = Buffer.from(body.photographs[0] ?? '', 'base64').subarray(2_000, 2_060);
    expect(findCanaries({ photograph }, await dumpDatabase(service))).toEqual([]);
    expect(await rowsOf(merchant)).toBe(1);
    await end(merchant, String(id), body);
    expect(await rowsOf(merchant)).toBe(0);
    expect((await look(merchant, id, 1)).told).toBe('40413');
  },
);
