import { lockGallery } from '@titular/server/faces/gallery/template-store.ts';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { besideNoted } from '../captures/beside-noted.ts';
import { forgetPictures, openCamera, perform, turning } from '../captures/phone.ts';
import { type Merchant, newMerchant } from './api.ts';

let service: TestService;
let second: TestService;

beforeAll(async () => {
  const clock = createRunningClock();
  service = await startTestService({ clock });
  second = await startTestService({ clock, sharedWith: service });
});
beforeEach(() => forgetPictures(service));
afterAll(async () => {
  await second.close();
  await service.close();
});

const db = () => service.service.database.db;
const MANY = 'face_of_many_identities';
const NOTED = {
  face_of_another_identity: 'approve',
  face_many_identities: 'note',
  identities_per_face: 2,
} as const;

async function merchantWith(settings: Record<string, string | number> = {}): Promise<Merchant> {
  const merchant = await newMerchant(service);
  await db()
    .updateTable('companies')
    .set({ ...NOTED, ...settings })
    .where('company_id', '=', merchant.tenant.companyId)
    .execute();
  return merchant;
}

/** Shows person a, in the same pictures each time, for an identity, and tells how it was decided. */
async function show(merchant: Merchant, { cpf = newCpf(), target = service } = {}) {
  await forgetPictures(service);
  const { phone, attempt, id } = await openCamera(target, merchant, { identity: { key: 'cpf', value: cpf } });
  await perform(phone, attempt, turning('a', 1));
  await eventually(async () => {
    expect((await merchant.read(id)).body['status']).toMatch(/approved|inconclusive/);
  });
  const { decision } = await db()
    .selectFrom('transactions')
    .select('decision')
    .where('transaction_id', '=', asId(id))
    .executeTakeFirstOrThrow();
  const { result, reasons, links } = decision as { result: string; reasons: string[]; links?: string[] };
  return { cpf, result, reasons: besideNoted(reasons), links };
}

describe('a face with many identities, before the decision (R65)', () => {
  test('is counted although the face of another identity may pass, exactly over two processes, and ends where the company says so', async () => {
    const merchant = await merchantWith({ face_many_identities: 'end' });
    expect(await show(merchant)).toMatchObject({ result: 'approved', links: [] });
    const next = await show(merchant, { target: second });
    expect(next).toMatchObject({ result: 'approved', links: [] });
    const third = await show(merchant);
    expect(third).toMatchObject({ result: 'inconclusive', links: [MANY] });
    expect(third.reasons).toEqual(['live', 'face_of_another_identity', MANY]);
    // Two are enrolled: each of them stays within the limit.
    expect(await show(merchant, { cpf: next.cpf })).toMatchObject({ result: 'approved', links: [] });
  });

  test('is a reason alone where the company notes it, and nothing where it is ignored', async () => {
    const merchant = await merchantWith({ identities_per_face: 1 });
    await show(merchant);
    const noted = await show(merchant);
    expect([noted.result, noted.links, noted.reasons.includes(MANY)]).toEqual(['approved', [MANY], true]);
    const other = await merchantWith({ identities_per_face: 1, face_many_identities: 'ignore' });
    await show(other);
    const ignored = await show(other);
    expect([ignored.result, ignored.links, ignored.reasons.includes(MANY)]).toEqual([
      ...['approved', undefined, false],
    ]);
  });

  test('counts neither erased persons nor what lies farther back than the days set (R93)', async () => {
    const merchant = await merchantWith({ identities_per_face: 1, face_days: 10 });
    const first = await show(merchant);
    await merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value: first.cpf } } });
    expect((await show(merchant)).links).toEqual([]);
    await sql`UPDATE face_templates SET created_at = created_at - interval '11 days', last_matched_at = NULL
      WHERE tenant_id = ${merchant.tenant.tenantId}`.execute(db());
    expect((await show(merchant)).links).toEqual([]);
    expect((await show(merchant)).links).toEqual([MANY]);
  });

  test('of two who come back at once, over two processes, whoever is second is decided by the match of the first', async () => {
    const merchant = await merchantWith({ identities_per_face: 1, face_days: 10 });
    const { tenantId } = merchant.tenant;
    const [one, other] = [await show(merchant), await show(merchant)];
    // Matches of before count no more, and neither face changes now.
    await sql`UPDATE face_templates SET created_at = created_at - interval '11 days', last_matched_at = NULL
      WHERE tenant_id = ${tenantId}`.execute(db());
    const waiting = (count: number) =>
      eventually(async () => {
        const { rows } = await sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db());
        expect(rows).toHaveLength(count);
      });
    const shown = await db()
      .transaction()
      .execute(async (trx) => {
        await lockGallery(trx, tenantId, 'cpf');
        const first = show(merchant, { cpf: one.cpf });
        await waiting(1);
        const next = show(merchant, { cpf: other.cpf, target: second });
        await waiting(2);
        return [first, next];
      });
    const links = (await Promise.all(shown)).map((each) => each.links);
    expect(links.toSorted()).toEqual([[], [MANY]]);
  });

  test('counts no face of another tenant (R17)', async () => {
    const [merchant, other] = [await merchantWith({ identities_per_face: 1 }), await merchantWith()];
    await show(other);
    expect((await show(merchant)).links).toEqual([]);
  });
});
