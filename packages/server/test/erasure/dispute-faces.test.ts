import {
  disputeFaces,
  type FaceDeps,
  listFacesLike,
  listFacesOf,
  settleDispute,
} from '@titular/server/erasure/dispute-faces.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { operatorOf } from '@titular/test-kit/start-test-service.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { besideNoted } from '../captures/beside-noted.ts';
import { openCamera, perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
let merchant: Merchant;
let deps: FaceDeps;

beforeAll(async () => {
  service = await startTestService({ clock: createRunningClock() });
  merchant = await newMerchant(service);
  const { db, clock } = operatorOf(service);
  deps = { db, clock, tenantKeys: createTenantKeys(db, service.service.masterKeys), matchThreshold: 0.5 };
});
afterAll(() => service.close());

async function show(value: string, face: PersonName): Promise<{ id: string; reasons: string[] }> {
  const { phone, attempt, id } = await openCamera(service, merchant, { identity: { key: 'cpf', value } });
  await perform(phone, attempt, face);
  await eventually(async () =>
    expect((await merchant.read(id)).body['status']).toMatch(/approved|inconclusive/),
  );
  const { decision } = await deps.db
    .selectFrom('transactions')
    .select('decision')
    .where('transaction_id', '=', asId(id))
    .executeTakeFirstOrThrow();
  return { id, reasons: besideNoted((decision as { reasons: string[] }).reasons) };
}

test('a holder who is shut out by a face enrolled for another identity gets in once an operator drops it (A-11)', async () => {
  const [taker, holder] = [newCpf(), newCpf()];
  const actor = { tenantId: merchant.tenant.tenantId, actor: 'command-line:test' };
  expect((await show(taker, 'a')).reasons).toEqual(['live', 'enrolled', 'enrolled_unproven']);
  const shutOut = await show(holder, 'a');
  expect(shutOut.reasons).toContain('face_of_another_identity');

  const { faces } = await listFacesOf(deps, actor.tenantId, { kind: 'cpf', value: taker });
  const alike = await listFacesLike(deps, actor.tenantId, asId(shutOut.id));
  expect(alike.map(({ faceId }) => faceId)).toEqual(faces.map(({ faceId }) => faceId));
  const [{ faceId } = { faceId: '' }] = alike;
  expect(await disputeFaces(deps, actor, { faceId: asId(faceId) }, 'ticket-1')).toMatchObject({ faces: 1 });
  await expect(disputeFaces(deps, actor, { faceId: asId(faceId) }, 'ticket-1')).rejects.toMatchObject({
    kind: 'not-found',
  });
  expect((await show(holder, 'a')).reasons).toEqual(['live', 'enrolled', 'enrolled_unproven']);

  expect((await show(taker, 'c')).reasons).toEqual(['live', 'face_disputed']);
  expect(await listFacesOf(deps, actor.tenantId, { kind: 'cpf', value: taker })).toEqual({
    faces: [],
    isDisputed: true,
  });
  await settleDispute(deps, actor, { kind: 'cpf', value: taker });
  expect((await show(taker, 'c')).reasons).toEqual(['live', 'enrolled', 'enrolled_unproven']);
  const audit = await deps.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject', 'like', 'face-dispute/%')
    .orderBy('entry_id')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(['face.dispute', 'face.settle']);
});

test("another tenant's face is as unknown as a random one (A-11, R17)", async () => {
  const other = await newMerchant(service);
  const actor = { tenantId: other.tenant.tenantId, actor: 'command-line:test' };
  const { template_id: faceId } = await deps.db
    .selectFrom('face_templates')
    .select('template_id')
    .where('tenant_id', '=', merchant.tenant.tenantId)
    .executeTakeFirstOrThrow();
  for (const id of [faceId, crypto.randomUUID()])
    await expect(disputeFaces(deps, actor, { faceId: asId(id) }, 't')).rejects.toMatchObject({
      kind: 'not-found',
    });
});
