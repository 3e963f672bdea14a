import { Writable } from 'node:stream';
import type { AttemptView } from '@titular/contract';
import { WORTH_KEEPING } from '@titular/server/faces/gallery/plan-templates.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { besideNoted } from '../captures/beside-noted.ts';
import { forgetPictures, openCamera, type Phone, perform, turning } from '../captures/phone.ts';
import { type Merchant, newMerchant } from './api.ts';

/** Width to which pictures of 640 pixels are stretched, so that person c looks otherwise: at 736 0.25 to 0.29 apart, at 768 0.32 to 0.35 (n = 3 each). */
const STRETCHED = 752;

const clock = createManualClock();
let service: TestService;
let second: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService({ clock });
  second = await startTestService({ clock, sharedWith: service });
});
beforeEach(async () => {
  await forgetPictures(service);
  merchant = await newMerchant(service);
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const db = () => service.service.database.db;
const newIdentity = () => ({ key: 'cpf', value: newCpf() });
const set = (settings: Record<string, unknown>) =>
  db().updateTable('companies').set(settings).where('company_id', '=', merchant.tenant.companyId).execute();

const stretch = async (image: Uint8Array): Promise<Uint8Array> =>
  sharp(image)
    .resize(STRETCHED, 480, { fit: 'fill' })
    .extract({ left: (STRETCHED - 640) / 2, top: 0, width: 640, height: 480 })
    .jpeg()
    .toBuffer();

/** The same person, who looks otherwise whenever they are to face the camera. */
const performOtherwise = (phone: Phone, attempt: AttemptView, person: PersonName) => {
  const show = turning(person);
  return perform(phone, attempt, async (pose, tries) => {
    const image = await show(pose, tries);
    return pose === 'front' ? stretch(image) : image;
  });
};

async function decisionOf(id: string, one = merchant) {
  await eventually(async () => {
    expect((await one.read(id)).body['status']).toMatch(/approved|inconclusive/);
  });
  const { decision } = await db()
    .selectFrom('transactions')
    .select('decision')
    .where('transaction_id', '=', asId(id))
    .executeTakeFirstOrThrow();
  const decided = decision as { result: string; reasons: string[]; distance?: number };
  return { ...decided, reasons: besideNoted(decided.reasons) };
}

async function show(identity: object, person: PersonName, looksOtherwise = false) {
  const { phone, attempt, id } = await openCamera(service, merchant, { identity });
  await (looksOtherwise ? performOtherwise : perform)(phone, attempt, person);
  return decisionOf(id);
}

const facesOf = async (one = merchant): Promise<string[]> => {
  const rows = await db()
    .selectFrom('face_templates')
    .select('template_id')
    .where('tenant_id', '=', one.tenant.tenantId)
    .orderBy('template_id')
    .execute();
  return rows.map((row) => row.template_id);
};
const age = (days: number) =>
  sql`UPDATE face_templates SET created_at = created_at - ${`${days} days`}::interval
    WHERE tenant_id = ${merchant.tenant.tenantId}`.execute(db());

describe('the faces of an identity, measured on pictures (R65)', () => {
  test('one that looks otherwise joins, the nearest counts, and no more are held than the company lets', async () => {
    const identity = newIdentity();
    expect((await show(identity, 'c')).reasons).toEqual(['live', 'enrolled', 'enrolled_unproven']);
    const alike = await show(identity, 'c');
    expect(alike.reasons).toEqual(['live', 'matches_reference']);
    expect(alike.distance).toBeLessThan(WORTH_KEEPING);
    expect(await facesOf()).toHaveLength(1);
    const otherwise = await show(identity, 'c', true);
    expect(otherwise.reasons).toEqual(['live', 'matches_reference']);
    expect(otherwise.distance).toBeGreaterThan(WORTH_KEEPING);
    expect(await facesOf()).toHaveLength(2);
    expect((await show(identity, 'c', true)).distance).toBeLessThan(WORTH_KEEPING);
    expect((await show(identity, 'c')).distance).toBeLessThan(WORTH_KEEPING);
    expect(await facesOf()).toHaveLength(2);
  });

  test('no face joins where the company lets an identity have one', async () => {
    await set({ templates_per_identity: 1 });
    const identity = newIdentity();
    await show(identity, 'c');
    expect((await show(identity, 'c', true)).result).toBe('approved');
    expect(await facesOf()).toHaveLength(1);
  });

  test('an old face gives way to that of an approved capture, and a young one does not', async () => {
    const identity = newIdentity();
    await show(identity, 'c');
    const [first] = await facesOf();
    await age(179);
    await show(identity, 'c');
    expect(await facesOf()).toEqual([first]);
    await age(2);
    await show(identity, 'c');
    const renewed = await facesOf();
    expect(renewed).toHaveLength(1);
    expect(renewed).not.toEqual([first]);
  });

  test('another face is not approved and changes nothing, however old the enrolled one is', async () => {
    const identity = newIdentity();
    await show(identity, 'c');
    const before = await facesOf();
    await age(1000);
    const { result, reasons, distance } = await show(identity, 'a');
    expect([result, reasons]).toEqual(['inconclusive', ['live', 'face_differs']]);
    expect(distance).toBeGreaterThan(0.6);
    expect(await facesOf()).toEqual(before);
  });

  test('a look-alike of another identity neither joins nor replaces, also where the company approves', async () => {
    await set({ face_of_another_identity: 'approve' });
    const [one, other] = [newIdentity(), newIdentity()];
    await show(one, 'c');
    expect((await show(other, 'c')).reasons).toEqual([
      'live',
      'enrolled',
      'enrolled_unproven',
      'face_of_another_identity',
    ]);
    const before = await facesOf();
    await age(1000);
    expect((await show(other, 'c', true)).result).toBe('approved');
    expect(await facesOf()).toEqual(before);
  });

  test('of captures of one identity that two processes decide at once, no more join than there is room for', async () => {
    await set({ templates_per_identity: 2 });
    const identity = newIdentity();
    await show(identity, 'c');
    const cameras = await Promise.all(
      [service, second, service, second].map((target) => openCamera(target, merchant, { identity })),
    );
    await Promise.all(cameras.map(({ phone, attempt }) => performOtherwise(phone, attempt, 'c')));
    const decisions = await Promise.all(cameras.map(({ id }) => decisionOf(id)));
    expect(decisions.map(({ result }) => result)).toEqual(Array(4).fill('approved'));
    expect(await facesOf()).toHaveLength(2);
    // Whoever came first added the face that all others then met.
    const far = decisions.filter(({ distance = 1 }) => distance >= WORTH_KEEPING);
    expect(far).toHaveLength(1);
  });
});

describe('a gallery at its limit', () => {
  let small: TestService;
  const logged: { msg: string }[] = [];
  beforeEach(() => forgetPictures(small));
  beforeAll(async () => {
    const log = pino(
      { level: 'warn' },
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          logged.push(JSON.parse(chunk.toString()));
          done();
        },
      }),
    );
    small = await startTestService({ clock, log, env: { TITULAR_GALLERY_LIMIT: '1' } });
  });
  afterAll(() => small.close());

  const inSmall = async (one: Merchant, identity: object, person: PersonName, looksOtherwise = false) => {
    const { phone, attempt, id } = await openCamera(small, one, { identity });
    await (looksOtherwise ? performOtherwise : perform)(phone, attempt, person);
    await eventually(async () => {
      expect((await one.read(id)).body['status']).toMatch(/approved|inconclusive/);
    });
    const steps = (await one.history(id)).body['history'] as { event: string; reasons: string[] }[];
    return [steps.at(-1)?.event, ...besideNoted(steps.at(-1)?.reasons ?? [])].join(' ');
  };
  const countFaces = async (one: Merchant) =>
    (
      await small.service.database.db
        .selectFrom('face_templates')
        .select('template_id')
        .where('tenant_id', '=', one.tenant.tenantId)
        .execute()
    ).length;

  test('enrols nobody any more, knows those who are enrolled, and tells the operator what to do', async () => {
    const one = await newMerchant(small);
    const known = newIdentity();
    expect(await inSmall(one, known, 'c')).toBe('approve live enrolled enrolled_unproven');
    expect(logged.filter(({ msg }) => msg.includes('its limit is'))).toEqual([]);
    expect(await inSmall(one, newIdentity(), 'a')).toBe('reject live gallery_full');
    expect(await inSmall(one, newIdentity(), 'b')).toBe('reject live gallery_full');
    expect(logged.map(({ msg }) => msg).filter((msg) => msg.includes('its limit is'))).toEqual([
      expect.stringContaining(`the gallery of tenant ${one.tenant.tenantId} holds 1 faces, its limit is 1`),
    ]);
    expect(await inSmall(one, newIdentity(), 'c')).toBe('reject live gallery_full face_of_another_identity');
    expect(await inSmall(one, known, 'c', true)).toBe('approve live matches_reference');
    expect(await countFaces(one)).toBe(1);
    // Another kind of identity has room of its own, and so has another tenant.
    expect(await inSmall(one, { key: 'cnpj', value: '11222333000181' }, 'a')).toBe(
      'approve live enrolled enrolled_unproven',
    );
  });

  test('with more faces than the limit, because it was lowered, nobody is approved, not even those who are enrolled', async () => {
    const one = await newMerchant(small);
    const known = newIdentity();
    await inSmall(one, known, 'c');
    await sql`INSERT INTO face_templates (tenant_id, template_id, identity_key, identity_hash, engine_version, sealed_descriptor, subject_kind, subject_id, created_at)
      SELECT tenant_id, gen_random_uuid(), identity_key, sha256('another'), engine_version, sealed_descriptor, subject_kind, subject_id, created_at
      FROM face_templates WHERE tenant_id = ${one.tenant.tenantId}`.execute(small.service.database.db);
    expect(await inSmall(one, known, 'c')).toBe('reject live matches_reference gallery_unsearched');
    expect(await inSmall(one, newIdentity(), 'a')).toBe('reject live gallery_unsearched');
  });

  test('approves where the company lets it, notes why, and enrols nobody beyond the limit (F3)', async () => {
    const one = await newMerchant(small);
    const { companyId } = one.tenant;
    const { db: database } = small.service.database;
    await database
      .updateTable('companies')
      .set({ full_gallery: 'approve' })
      .where('company_id', '=', companyId)
      .execute();
    const known = newIdentity();
    expect(await inSmall(one, known, 'c')).toBe('approve live enrolled enrolled_unproven');
    expect(await inSmall(one, newIdentity(), 'a')).toBe('approve live gallery_full');
    // What can still be searched is, and another's face stays refused.
    expect(await inSmall(one, newIdentity(), 'c')).toBe('reject live gallery_full face_of_another_identity');
    expect(await countFaces(one)).toBe(1);
    await sql`INSERT INTO face_templates (tenant_id, template_id, identity_key, identity_hash, engine_version, sealed_descriptor, subject_kind, subject_id, created_at)
      SELECT tenant_id, gen_random_uuid(), identity_key, sha256('another'), engine_version, sealed_descriptor, subject_kind, subject_id, created_at
      FROM face_templates WHERE tenant_id = ${one.tenant.tenantId}`.execute(database);
    expect(await inSmall(one, known, 'c')).toBe('approve live matches_reference gallery_unsearched');
    expect(await inSmall(one, known, 'a')).toBe('reject live face_differs gallery_unsearched');
    expect(await inSmall(one, newIdentity(), 'a')).toBe('approve live gallery_unsearched');
    expect(await countFaces(one)).toBe(2);
  });
});
