import {
  type AttemptView,
  CONSENT_VERSION,
  DEVICE_CONSENT_VERSION,
  type SessionView,
} from '@titular/contract';
import { newDevice } from '@titular/server/captures/devices/device-cookie.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpDatabase, findCanaries } from '../erasure/canaries.ts';
import { readProcess, startProcess } from '../processes/process-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { besideNoted } from './beside-noted.ts';
import { codeOf, openPhone, Phone, perform } from './phone.ts';

const clock = createManualClock();
let service: TestService;
let second: TestService;

beforeAll(async () => {
  service = await startTestService({ clock });
  second = await startTestService({ clock, sharedWith: service });
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const db = () => service.service.database.db;
const agree = (phone: Phone) => phone.consent(true, DEVICE_CONSENT_VERSION);
const cookieOf = () => `titular-device=${newDevice()}`;

async function merchantWith(settings: Record<string, unknown> = {}): Promise<Merchant> {
  const merchant = await newMerchant(service);
  await db()
    .updateTable('companies')
    .set({ device_many_identities: 'note', identities_per_device: 2, ...settings })
    .where('company_id', '=', merchant.tenant.companyId)
    .execute();
  return merchant;
}

const usesOf = (merchant: Merchant) =>
  db()
    .selectFrom('capture_devices')
    .select(['device_hash', 'identity_hash', 'subject_id'])
    .where('tenant_id', '=', merchant.tenant.tenantId)
    .execute();

/** Begins an attempt on a device, for a new person unless one is given. */
async function begin(
  merchant: Merchant,
  device: string | undefined,
  { cpf = newCpf(), target = service }: { cpf?: string; target?: TestService } = {},
) {
  const opened = await openPhone(service, merchant, { identity: { key: 'cpf', value: cpf } });
  const phone = new Phone(target, opened.phone.cookie);
  phone.device = device;
  await agree(phone);
  const started = await phone.start();
  expect(started.status).toBe(200);
  return { ...opened, phone, cpf, attempt: started.body as unknown as AttemptView };
}

/** Reasons and links of a transaction once it is decided. */
async function decisionOf(merchant: Merchant, id: string) {
  await eventually(async () => {
    expect((await merchant.read(id)).body['status']).toMatch(/approved|inconclusive/);
  });
  const { decision } = await db()
    .selectFrom('transactions')
    .select('decision')
    .where('transaction_id', '=', asId(id))
    .executeTakeFirstOrThrow();
  const { result, reasons, links } = decision as { result: string; reasons: string[]; links?: string[] };
  return { result, reasons: besideNoted(reasons), links };
}

describe('the cookie of a page (R94)', () => {
  test('where a company counts no devices, the page names none, no answer sets one, and nothing is kept', async () => {
    const merchant = await merchantWith({ device_many_identities: 'ignore' });
    const { phone } = await openPhone(service, merchant);
    phone.device = cookieOf();
    const view = (await phone.view()).body as unknown as SessionView;
    expect(view.dataNotice.deviceDays).toBeNull();
    const refused = await agree(phone);
    expect(refused.body['code']).toBe('40060');
    const answers = [refused, await phone.consent(), await phone.start(), await phone.view()];
    expect(answers.map(({ headers }) => headers.get('set-cookie'))).toEqual([null, null, null, null]);
    expect(await usesOf(merchant)).toEqual([]);
  });

  test('it is set with a consent to the text that names it, once, and then kept with each attempt as a hash', async () => {
    const merchant = await merchantWith({ device_days: 90 });
    const { phone, id } = await openPhone(service, merchant);
    const view = (await phone.view()).body as unknown as SessionView;
    expect(view.dataNotice.deviceDays).toBe(90);
    expect((await phone.consent(true, CONSENT_VERSION)).headers.get('set-cookie')).toBeNull();
    expect((await phone.consent(false, DEVICE_CONSENT_VERSION)).headers.get('set-cookie')).toBeNull();
    const set = (await agree(phone)).headers.get('set-cookie');
    expect(set).toMatch(
      /^titular-device=[\w-]{22}; Path=\/capture\/session; HttpOnly; SameSite=Strict; Max-Age=7776000$/,
    );
    expect((await agree(phone)).headers.get('set-cookie')).toBeNull();
    expect((await phone.start()).status).toBe(200);
    const [use, ...others] = await usesOf(merchant);
    expect([use?.subject_id, others]).toEqual([id, []]);
    const text = String(phone.device).split('=')[1] ?? '';
    const canaries = { text, bits: Buffer.from(text, 'base64url') };
    expect(findCanaries(canaries, await dumpDatabase(service))).toEqual([]);
  });

  test('who agreed to the text without it has no device, even in a browser that has the cookie', async () => {
    const merchant = await merchantWith();
    const { phone } = await openPhone(service, merchant);
    phone.device = cookieOf();
    await phone.consent();
    expect((await phone.start()).status).toBe(200);
    expect(await usesOf(merchant)).toEqual([]);
  });

  test('whoever agrees in another tab to the text without it while the attempt begins has no device', async () => {
    const merchant = await merchantWith();
    const { phone, id } = await openPhone(service, merchant);
    await agree(phone);
    const started = await db()
      .transaction()
      .execute(async (trx) => {
        const row = sql`SELECT FROM transactions WHERE transaction_id = ${id} FOR UPDATE`;
        await row.execute(trx);
        const starting = phone.start();
        await eventually(async () => {
          const { rows } = await sql`SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db());
          expect(rows).toHaveLength(1);
        });
        await phone.consent();
        return { starting };
      });
    expect((await started.starting).status).toBe(200);
    expect(await usesOf(merchant)).toEqual([]);
  });

  test.each([
    ['too short', 'titular-device=x'],
    ['of more than 128 bits', `titular-device=${'a'.repeat(22)}`],
    ['overlong', `titular-device=${'A'.repeat(3_000)}`],
    ['there twice', `titular-device=${'A'.repeat(22)}; titular-device=${'B'.repeat(21)}A`],
    ['of another name', `__Host-titular-device=${'A'.repeat(22)}`],
  ])('a cookie that is %s is ignored, and the attempt begins', async (_what, forged) => {
    const merchant = await merchantWith();
    const { phone } = await openPhone(service, merchant);
    await agree(phone);
    phone.device = forged;
    expect((await phone.start()).status).toBe(200);
    expect(await usesOf(merchant)).toEqual([]);
  });

  test('the same cookie is another device for another tenant, whose uses never count (R17)', async () => {
    const device = cookieOf();
    const settings = { device_many_identities: 'end', identities_per_device: 1 };
    const [merchant, other] = [await merchantWith(settings), await merchantWith(settings)];
    await begin(other, device);
    await begin(other, device);
    const { phone, attempt, id } = await begin(merchant, device);
    const [own] = await usesOf(merchant);
    for (const foreign of await usesOf(other)) expect(foreign.device_hash).not.toEqual(own?.device_hash);
    await perform(phone, attempt, 'a');
    expect(await decisionOf(merchant, id)).toMatchObject({ result: 'approved', links: [] });
  });
});

describe('devices with many identities, before the decision (R65)', () => {
  test('count exactly over two processes: as many as the company allows pass, one more ends', async () => {
    const merchant = await merchantWith({ device_many_identities: 'end' });
    const device = cookieOf();
    const first = await begin(merchant, device);
    const later = await begin(merchant, device, { target: second });
    await begin(merchant, device, { target: second, cpf: first.cpf });
    await perform(later.phone, later.attempt, 'a');
    expect(await decisionOf(merchant, later.id)).toMatchObject({ result: 'approved', links: [] });
    const third = await begin(merchant, device, { target: second });
    await perform(third.phone, third.attempt, 'b');
    expect(await decisionOf(merchant, third.id)).toEqual({
      result: 'inconclusive',
      reasons: ['live', 'device_of_many_identities'],
      links: ['device_of_many_identities'],
    });
  });

  test('of three at once on two processes, each decision sees all of them', async () => {
    const merchant = await merchantWith();
    const device = cookieOf();
    const begun = await Promise.all([
      begin(merchant, device),
      begin(merchant, device, { target: second }),
      begin(merchant, device, { target: second }),
    ]);
    const persons = ['a', 'b', 'c'] as const;
    await Promise.all(begun.map(({ phone, attempt }, n) => perform(phone, attempt, persons[n] ?? 'a')));
    for (const { id } of begun)
      expect((await decisionOf(merchant, id)).links).toEqual(['device_of_many_identities']);
  });

  test('a reason alone, where the company notes them, of a process as well', async () => {
    const merchant = await merchantWith({ identities_per_device: 1 });
    const device = cookieOf();
    await begin(merchant, device);
    const { id, address } = await startProcess(merchant);
    const phone = new Phone(service);
    phone.device = device;
    await phone.open({ code: codeOf(address) });
    await agree(phone);
    const attempt = (await phone.start()).body as unknown as AttemptView;
    await perform(phone, attempt, 'b');
    await eventually(async () =>
      expect((await readProcess(merchant, id)).state).toBe('PROCESS_STATE_FINISHED'),
    );
    const { decision } = await db()
      .selectFrom('processes')
      .select('decision')
      .where('process_id', '=', asId(id))
      .executeTakeFirstOrThrow();
    expect(decision).toMatchObject({ result: 'approved', links: ['device_of_many_identities'] });
  });

  test('a subject counts once, by its latest attempt, whatever identities were stated in it', async () => {
    const merchant = await merchantWith({ device_many_identities: 'end' });
    const device = cookieOf();
    const { phone, id } = await openPhone(service, merchant);
    phone.device = device;
    for (let number = 1; number <= 3; number += 1) {
      const stated = { key: 'cpf', value: newCpf() };
      expect((await phone.call('stateIdentity', 'PUT', '/identity', stated)).status).toBe(200);
      await agree(phone);
      expect((await phone.start()).status).toBe(200);
      await db()
        .updateTable('capture_attempts')
        .set({ outcome: 'timeout', finished_at: clock.now() })
        .where('subject_id', '=', asId(id))
        .execute();
    }
    expect((await usesOf(merchant)).map((use) => use.subject_id)).toEqual([id]);
    const next = await begin(merchant, device);
    await perform(next.phone, next.attempt, 'a');
    expect(await decisionOf(merchant, next.id)).toMatchObject({ result: 'approved', links: [] });
  });

  test('a browser without the cookie has nothing looked for', async () => {
    const merchant = await merchantWith();
    const { phone, id } = await openPhone(service, merchant);
    await agree(phone);
    phone.device = undefined;
    await perform(phone, (await phone.start()).body as unknown as AttemptView, 'a');
    expect((await decisionOf(merchant, id)).links).toBeUndefined();
  });

  test('an erased person never counts, and no use of theirs is left (R93)', async () => {
    const merchant = await merchantWith({ device_many_identities: 'end' });
    const device = cookieOf();
    const [gone, present] = [await begin(merchant, device), await begin(merchant, device)];
    const { status } = await merchant.call('eraseIdentity', {
      body: { identity: { key: 'cpf', value: gone.cpf } },
    });
    expect(status).toBe(200);
    expect((await usesOf(merchant)).map((use) => use.subject_id)).toEqual([present.id]);
    const third = await begin(merchant, device);
    await perform(third.phone, third.attempt, 'c');
    expect(await decisionOf(merchant, third.id)).toMatchObject({ result: 'approved', links: [] });
  });

  test('of a stated identity that is erased no use is left, though the order of the sent one stays (R93)', async () => {
    const merchant = await merchantWith();
    const [sent, stated] = [newCpf(), newCpf()];
    const device = cookieOf();
    const kept = await begin(merchant, device, { cpf: sent });
    const { phone, id } = await openPhone(service, merchant, { identity: { key: 'cpf', value: sent } });
    phone.device = device;
    await phone.call('stateIdentity', 'PUT', '/identity', { key: 'cpf', value: stated });
    await agree(phone);
    expect((await phone.start()).status).toBe(200);
    expect((await usesOf(merchant)).map((use) => use.subject_id)).toEqual([kept.id, id]);
    await merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value: stated } } });
    expect((await usesOf(merchant)).map((use) => use.subject_id)).toEqual([kept.id]);
  });

  test('a release that knows no devices leaves none of an attempt that it deletes, or takes the identity out of (R93)', async () => {
    const merchant = await merchantWith();
    const device = cookieOf();
    const [deleted, unnamed, kept] = [
      await begin(merchant, device),
      await begin(merchant, device),
      await begin(merchant, device),
    ];
    await db().deleteFrom('capture_attempts').where('subject_id', '=', asId(deleted.id)).execute();
    const unnaming = db().updateTable('capture_attempts').set({ identity_hash: null });
    await unnaming.where('subject_id', '=', asId(unnamed.id)).execute();
    expect((await usesOf(merchant)).map((use) => use.subject_id)).toEqual([kept.id]);
  });
});
