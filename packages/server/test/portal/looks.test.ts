import { createHash } from 'node:crypto';
import type { TenantRole } from '@titular/contract';
import { readPortalEvidence, readPortalReceipt } from '@titular/server/cases/act/read-evidence.ts';
import { revealField } from '@titular/server/cases/act/reveal-field.ts';
import { viewPicture } from '@titular/server/cases/act/view-picture.ts';
import { readTransactionCase } from '@titular/server/cases/read/read-transaction-case.ts';
import { type CompanyId, newId } from '@titular/server/kernel/base/id.ts';
import type { PortalCaller } from '@titular/server/kernel/http/portal/portal-caller.ts';
import type { CaseRouteDeps } from '@titular/server/portal/cases/case-routes.ts';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { addPicture } from '@titular/test-kit/portal/add-picture.ts';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, startBy } from '../sandbox/process-scenario-fixture.ts';
import { createBy } from '../sandbox/sandbox-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { connectFaulty, FAULTS } from '../transactions/faulty-database.ts';
import { newEndpoint } from '../webhooks/endpoint-fixture.ts';
import { caseDepsOf, codeOf, memberOf } from './case-fixture.ts';

let service: TestService;
let merchant: Merchant;
let deps: CaseRouteDeps;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  deps = await caseDepsOf(service);
  // A public address to which nothing is ever sent with success.
  await newEndpoint(merchant);
}, 360_000);
afterAll(() => service.close());

const db = () => service.service.database.db;
const as = (role: TenantRole, companies: 'all' | readonly CompanyId[] = 'all'): PortalCaller =>
  memberOf(merchant.tenant.tenantId, role, { companies });
const newOne = async (changes: object = {}): Promise<string> =>
  String((await merchant.create({ ...changes })).body['id']);

const entriesAbout = (id: string) =>
  db().selectFrom('audit_log').selectAll().where('subject', 'like', `%/${id}`).orderBy('entry_id').execute();

describe('showing a field', () => {
  test('gives it in clear and its entry names subject and field, never the value (P37)', async () => {
    const cpf = newCpf();
    const id = await newOne({ identity: { key: 'cpf', value: cpf } });
    const caller = as('reviewer');
    const show = (field: Parameters<typeof revealField>[3]) =>
      revealField(deps, caller, { kind: 'transaction', id }, field);
    expect(await show('identity')).toEqual({ field: 'identity', value: cpf });
    expect(await show('name')).toMatchObject({ value: expect.stringMatching(/maria/i) });
    expect(await show('card')).toEqual({ field: 'card', value: '41111111 •••• 1111' });
    expect(await show('expiration')).toEqual({ field: 'expiration', value: '12/39' });
    expect(await codeOf(() => show('stated_identity'))).toBe('40002');
    const entries = await entriesAbout(id);
    expect(entries.map(({ action, after }) => [action, (after as { field: string }).field])).toEqual(
      ['identity', 'name', 'card', 'expiration', 'stated_identity'].map((field) => [
        'transactions.reveal',
        field,
      ]),
    );
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${cpf}|maria|41111111`, 'i'));
    const masked = (await readTransactionCase(deps, as('viewer'), id)).body?.person;
    expect(masked).toEqual([
      { field: 'identity', kind: 'cpf', masked: `•••.${cpf.slice(3, 6)}.•••-••` },
      { field: 'name', masked: expect.stringMatching(/^maria •••$/i) },
      { field: 'card', masked: '4111 •••• •••• 1111' },
      { field: 'expiration', masked: '••/••' },
    ]);
    const process = idOf(await startBy(service, merchant, 'process-finished', { cpf }));
    const subject = { kind: 'process', id: process } as const;
    expect(await revealField(deps, caller, subject, 'identity')).toEqual({ field: 'identity', value: cpf });
  });

  test('never comes without its entry, whichever statement fails and how (P37)', async () => {
    const id = await newOne();
    const faulty = connectFaulty(service.config.databaseUrl ?? '', service.service.database);
    const faultyDeps = await caseDepsOf(service, { db: faulty.database.db });
    let shown = 0;
    try {
      for (const fault of FAULTS)
        for (let nth = 1, failed = true; failed; nth += 1) {
          const before = (await entriesAbout(id)).length;
          faulty.failAt(nth, fault);
          const value = await revealField(
            faultyDeps,
            as('support'),
            { kind: 'transaction', id },
            'identity',
          ).catch(() => undefined);
          failed = faulty.mend();
          const added = (await entriesAbout(id)).length - before;
          if (value) expect(added).toBe(1);
          expect(added).toBeLessThanOrEqual(1);
          shown += value ? 1 : 0;
        }
    } finally {
      await faulty.database.close();
    }
    expect(shown).toBeGreaterThanOrEqual(FAULTS.length);
  });
});

describe('viewing a picture', () => {
  const reason = 'ticket 4711';

  test('gives bytes with viewer and time drawn into them, the hash of the kept one, and an entry with the reason (P5)', async () => {
    const id = await newOne();
    const picture = await addPicture(deps, merchant.tenant.tenantId, id);
    const viewer = as('reviewer');
    const ask = { attemptId: picture.attemptId, step: 0, reason };
    const view = await viewPicture(deps, viewer, { kind: 'transaction', id }, ask);
    const bytes = Buffer.from(view.jpeg, 'base64');
    expect(view.sha256).toBe(picture.sha256);
    expect(createHash('sha256').update(bytes).digest('hex')).not.toBe(picture.sha256);
    const kept = await sharp(picture.jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const shown = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(shown.info.width).toBe(kept.info.width);
    expect(shown.info.height).toBeGreaterThan(kept.info.height);
    const { width, height } = kept.info;
    // Every quarter of the picture has ink, and most of it is as it was.
    for (const [left, top] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      let changed = 0;
      for (let y = (top * height) / 2; y < ((top + 1) * height) / 2; y += 1)
        for (let x = (left * width) / 2; x < ((left + 1) * width) / 2; x += 1) {
          const at = (Math.floor(y) * width + Math.floor(x)) * 3;
          if (Math.abs((kept.data[at] ?? 0) - (shown.data[at] ?? 0)) > 20) changed += 1;
        }
      expect(changed).toBeGreaterThan(100);
      expect(changed).toBeLessThan((width * height) / 8);
    }
    const [entry] = await entriesAbout(id);
    expect(entry).toMatchObject({
      action: 'captures.look',
      actor: viewer.actor,
      after: { step: 0, reason, imageSha256: picture.sha256 },
    });
    const again = await viewPicture(deps, as('reviewer'), { kind: 'transaction', id }, ask);
    expect(again.jpeg).not.toBe(view.jpeg);
  });

  test('never comes without its entry, whichever statement fails and how (P5, P37)', async () => {
    const id = await newOne();
    const { attemptId } = await addPicture(deps, merchant.tenant.tenantId, id);
    const faulty = connectFaulty(service.config.databaseUrl ?? '', service.service.database);
    const faultyDeps = await caseDepsOf(service, { db: faulty.database.db });
    try {
      for (const fault of FAULTS)
        for (let nth = 1, failed = true; failed; nth += 1) {
          const before = (await entriesAbout(id)).length;
          faulty.failAt(nth, fault);
          const ask = { attemptId, step: 0, reason };
          const view = await viewPicture(faultyDeps, as('reviewer'), { kind: 'transaction', id }, ask).catch(
            () => undefined,
          );
          failed = faulty.mend();
          const added = (await entriesAbout(id)).length - before;
          expect(added).toBeLessThanOrEqual(1);
          if (view) expect(added).toBe(1);
        }
    } finally {
      await faulty.database.close();
    }
  });

  test('asks for a reason by the rules of the API, and tells a deleted picture from one that never was for the viewer (P5, P33)', async () => {
    const cpf = newCpf();
    const id = await newOne({ identity: { key: 'cpf', value: cpf } });
    const { attemptId } = await addPicture(deps, merchant.tenant.tenantId, id);
    const ask = (more: object) =>
      codeOf(() =>
        viewPicture(
          deps,
          as('reviewer'),
          { kind: 'transaction', id },
          { attemptId, step: 0, reason, ...more },
        ),
      );
    expect(await ask({ reason: `is it ${cpf}` })).toBe('40002');
    expect(await ask({ reason: '   ' })).toBe('40002');
    expect(await ask({ step: 7 })).toBe('40412');
    expect(await ask({ attemptId: newId() })).toBe('40412');
    await db().deleteFrom('capture_frames').where('attempt_id', '=', asId(attemptId)).execute();
    expect(await ask({})).toBe('40412');
    const { body } = await readTransactionCase(deps, as('reviewer'), id);
    expect(body?.captures.images).toBe('deleted');
    expect(body?.acts).not.toContain('view_pictures');
    const process = idOf(await startBy(service, merchant, 'process-finished', { cpf: newCpf() }));
    const picture = await addPicture(deps, merchant.tenant.tenantId, process, 'process');
    const view = await viewPicture(
      deps,
      as('reviewer'),
      { kind: 'process', id: process },
      { attemptId: picture.attemptId, step: 0, reason },
    );
    expect(view.sha256).toBe(picture.sha256);
  });
});

describe('evidence', () => {
  test('comes as a receipt that verifies under the keys beside it, and as a document (P17)', async () => {
    const id = String((await createBy(merchant, 'approved')).body['id']);
    await expect.poll(async () => (await merchant.read(id)).body['status']).toBe('approved');
    const { receipt, keys } = await readPortalReceipt(deps, as('support'), id);
    const { payload } = await jwtVerify(receipt, createLocalJWKSet({ keys } as unknown as JSONWebKeySet));
    expect(payload).toMatchObject({ transaction: id, status: 'approved' });
    const { pdf, fileName } = await readPortalEvidence(deps, as('support'), id);
    expect(Buffer.from(pdf, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    expect(fileName).toBe(`evidence-${id}.pdf`);
  });
});
