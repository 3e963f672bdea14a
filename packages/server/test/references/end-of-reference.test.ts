import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { disputeFaces, settleDispute } from '@titular/server/erasure/dispute-faces.ts';
import { findReference } from '@titular/server/faces/index.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { SealBroken } from '@titular/server/kernel/base/sealing.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { newCpf, openTenantKey, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { createManualClock } from '@titular/test-kit/time/manual-clock.ts';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpDatabase, findCanaries } from '../erasure/canaries.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { newReference, newReferenceBody, photographOf } from './reference-fixture.ts';

let service: TestService;
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
  service = await startTestService({ log });
});
afterAll(() => service.close());

const db = () => service.service.database.db;

/** How many references and faces the tenant has, and how many faces its galleries count. */
async function held({ tenant }: Merchant): Promise<number[]> {
  const { rows } = await sql<{ held: number[] }>`
    SELECT ARRAY[
      (SELECT count(*) FROM face_references WHERE tenant_id = ${tenant.tenantId}),
      (SELECT count(*) FROM face_templates WHERE tenant_id = ${tenant.tenantId}),
      (SELECT coalesce(sum(faces), 0) FROM face_galleries WHERE tenant_id = ${tenant.tenantId})]::int[] AS held`.execute(
    db(),
  );
  return rows[0]?.held ?? [];
}

test('withdrawn, it is gone with its face from database and search, with an audit entry', async () => {
  const merchant = await newMerchant(service);
  const id = await newReference(merchant, 'a');
  const other = await newReferenceBody('a', { photographs: [await photographOf('a', 1)] });
  expect((await merchant.call('createFaceReference', { body: other })).body['code']).toBe('40086');
  const deleted = await merchant.call('deleteFaceReference', { id });
  expect(deleted).toMatchObject({ status: 200, body: { id } });
  expect(await held(merchant)).toEqual([0, 0, 0]);
  for (const operation of ['readFaceReference', 'deleteFaceReference'])
    expect((await merchant.call(operation, { id })).body['code']).toBe('40413');
  expect((await merchant.call('createFaceReference', { body: other })).status).toBe(200);
  const actions = await db()
    .selectFrom('audit_log')
    .select(['action', 'actor'])
    .where('subject', '=', `reference/${id}`)
    .orderBy('entry_id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(['reference.create', 'reference.delete']);
  expect(new Set(actions.map(({ actor }) => actor))).toEqual(
    new Set([`service-account:${merchant.tenant.account}`]),
  );
});

test("another tenant's is as unknown as a random one, and its face is not searched (R17)", async () => {
  const [one, other] = [await newMerchant(service), await newMerchant(service)];
  const id = await newReference(one, 'b');
  for (const unknown of [id, crypto.randomUUID()])
    for (const operation of ['readFaceReference', 'deleteFaceReference'])
      expect(await other.call(operation, { id: unknown })).toMatchObject({
        status: 404,
        body: { code: '40413' },
      });
  await newReference(other, 'b');
  expect(await held(one)).toEqual([1, 1, 1]);
  expect((await one.call('readFaceReference', { id })).status).toBe(200);
});

test('needs its own scope', async () => {
  const merchant = await newMerchant(service, { scopes: ['transactions:write', 'persons:erase'] });
  const { status, body } = await merchant.call('createFaceReference', { body: await newReferenceBody('a') });
  expect([status, body['code']]).toEqual([403, '40301']);
});

test('is erased with its person, and neither photograph, labels nor identity stand anywhere in clear (R90, R93)', async () => {
  const merchant = await newMerchant(service);
  const value = newCpf();
  const labels = {
    source: `s-${randomBytes(12).toString('hex')}`,
    consentReference: `c-${randomBytes(12).toString('hex')}`,
  };
  const body = await newReferenceBody('c', { identity: { key: 'cpf', value }, ...labels });
  const [photograph = ''] = body.photographs;
  const canaries = {
    ...labels,
    value,
    photograph: Buffer.from(photograph, 'base64').subarray(2_000, 2_060),
  };
  const { body: created } = await merchant.call('createFaceReference', { body });
  expect(created).toMatchObject(labels);
  expect(findCanaries(canaries, await dumpDatabase(service))).toEqual([]);
  const erased = await merchant.call('eraseIdentity', { body: { identity: body.identity } });
  expect(erased.body['counts']).toMatchObject({ templates: 1 });
  expect(await held(merchant)).toEqual([0, 0, 0]);
  expect((await merchant.call('readFaceReference', { id: String(created['id']) })).status).toBe(404);
  expect(findCanaries(canaries, Buffer.concat(logged))).toEqual([]);
});

test('goes when its face matched nobody for as long as the tenant keeps faces (R93)', async () => {
  const merchant = await newMerchant(service);
  await newReference(merchant, 'a');
  await db()
    .updateTable('tenants')
    .set({ template_retention_days: 30 })
    .where('tenant_id', '=', merchant.tenant.tenantId)
    .execute();
  const clock = createManualClock(new Date());
  clock.advanceSeconds(29 * 86_400);
  await runTask({ db: db(), clock, log }, 'delete-outlived-templates');
  expect(await held(merchant)).toEqual([1, 1, 1]);
  clock.advanceSeconds(2 * 86_400);
  await runTask({ db: db(), clock, log }, 'delete-outlived-templates');
  expect(await held(merchant)).toEqual([0, 0, 0]);
});

test('opens its provenance in its own row alone (R91)', async () => {
  const [one, other] = [await newMerchant(service), await newMerchant(service)];
  const [id, moved] = [await newReference(one, 'a'), await newReference(other, 'a')];
  const sealed = db()
    .selectFrom('face_references')
    .select('sealed_provenance')
    .where('reference_id', '=', asId(id));
  await db()
    .updateTable('face_references')
    .set((_) => ({ sealed_provenance: sealed }))
    .where('reference_id', '=', asId(moved))
    .execute();
  const key = await openTenantKey(service, other.tenant.tenantId);
  await expect(findReference(db(), other.tenant.tenantId, key, { referenceId: asId(moved) })).rejects.toThrow(
    SealBroken,
  );
});

test('disputed, it is gone, and neither it nor another one comes back before the dispute is settled', async () => {
  const merchant = await newMerchant(service);
  const { tenantId } = merchant.tenant;
  const body = await newReferenceBody('c');
  expect((await merchant.call('createFaceReference', { body })).status).toBe(200);
  const deps = {
    db: db(),
    clock: systemClock,
    tenantKeys: createTenantKeys(db(), service.service.masterKeys),
  };
  const { template_id: faceId } = await db()
    .selectFrom('face_templates')
    .select('template_id')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const actor = { tenantId, actor: 'operator' };
  await disputeFaces(deps as never, actor, { faceId }, 'ticket-1');
  for (const again of [body, { ...body, replace: true }])
    expect((await merchant.call('createFaceReference', { body: again })).body['code']).toBe('40088');
  expect(await held(merchant)).toEqual([0, 0, 0]);
  const { key: kind, value } = body.identity as { key: string; value: string };
  await settleDispute(deps as never, actor, { kind, value });
  expect((await merchant.call('createFaceReference', { body })).status).toBe(200);
});

test('a reference stays while its only face gives way to a newer one, and goes with the last', async () => {
  const merchant = await newMerchant(service);
  const { tenantId } = merchant.tenant;
  const id = await newReference(merchant, 'a');
  await db()
    .transaction()
    .execute(async (trx) => {
      const face = await trx
        .deleteFrom('face_templates')
        .where('tenant_id', '=', tenantId)
        .returningAll()
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('face_templates')
        .values({ ...face, template_id: newId(Date.now()) })
        .execute();
    });
  expect((await merchant.call('readFaceReference', { id })).status).toBe(200);
  await db().deleteFrom('face_templates').where('tenant_id', '=', tenantId).execute();
  expect((await merchant.call('readFaceReference', { id })).body['code']).toBe('40413');
});

test('one that was left without a face goes with an erasure, and is in the way of no other', async () => {
  const merchant = await newMerchant(service);
  const { tenantId } = merchant.tenant;
  const body = await newReferenceBody('b');
  const id = String((await merchant.call('createFaceReference', { body })).body['id']);
  const leaveBare = () =>
    db()
      .transaction()
      .execute(async (trx) => {
        await sql`UPDATE face_templates SET proven_by = NULL WHERE tenant_id = ${tenantId}`.execute(trx);
        await sql`DELETE FROM face_templates WHERE tenant_id = ${tenantId}`.execute(trx);
      });
  await leaveBare();
  expect((await held(merchant))[0]).toBe(1);
  const other = { ...body, photographs: [await photographOf('b', 1)], replace: true };
  const replaced = await merchant.call('createFaceReference', { body: other });
  expect(replaced.status).toBe(200);
  expect(replaced.body['id']).not.toBe(id);
  await leaveBare();
  await merchant.call('eraseIdentity', { body: { identity: body.identity } });
  expect((await held(merchant))[0]).toBe(0);
});

test('a deletion that the person asked for holds for the faces of a reference that replaces theirs', async () => {
  const merchant = await newMerchant(service);
  const { tenantId } = merchant.tenant;
  const body = await newReferenceBody('b');
  await merchant.call('createFaceReference', { body });
  const eraseAt = new Date(Date.now() + 86_400_000);
  await db()
    .updateTable('face_templates')
    .set({ erase_at: eraseAt })
    .where('tenant_id', '=', tenantId)
    .execute();
  const other = { ...body, photographs: [await photographOf('b', 1)], replace: true };
  expect((await merchant.call('createFaceReference', { body: other })).status).toBe(200);
  const faces = await db()
    .selectFrom('face_templates')
    .select('erase_at')
    .where('tenant_id', '=', tenantId)
    .execute();
  expect(faces).toEqual([{ erase_at: eraseAt }]);
});
