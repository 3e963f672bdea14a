import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { newReferenceBody, photographOf, referenceRequest, showPerson } from './reference-fixture.ts';

const WALL = { width: 640, height: 480, channels: 3, background: '#b0b6ba' } as const;

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ clock: createRunningClock() });
});
afterAll(() => service.close());

const db = () => service.service.database.db;
const send = (merchant: Merchant, body: object) => merchant.call('createFaceReference', { body });
const cpf = (value: string) => ({ key: 'cpf', value });
const statusOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
];

const facesOf = (merchant: Merchant) =>
  db()
    .selectFrom('face_templates')
    .select(['subject_kind', 'place', 'proven_by'])
    .where('tenant_id', '=', merchant.tenant.tenantId)
    .orderBy('created_at')
    .execute();

const auditOf = async (merchant: Merchant) =>
  (
    await db()
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('tenant_id', '=', merchant.tenant.tenantId)
      .where('subject', 'like', 'reference/%')
      .orderBy('entry_id')
      .execute()
  ).map(({ action, after }) => [action, after]);

const show = async (merchant: Merchant, value: string, face: PersonName): Promise<string[]> =>
  (await showPerson(service, merchant, value, face)).reasons;

describe('a reference (R65)', () => {
  test('makes the first selfie one that is compared: the same person matches, and another does not', async () => {
    const merchant = await newMerchant(service);
    await db().updateTable('companies').set({ template_policy: 'require-reference' }).execute();
    const value = newCpf();
    const created = await send(merchant, await newReferenceBody('a', { identity: cpf(value) }));
    expect(created.body).toMatchObject({
      ...{ source: 'onboarding', date: '2026-03-02', consentReference: 'consent-4711' },
      ...{ photographs: 1, faces: 1, captureConfirmed: false, duplicateFaceAllowed: false },
    });
    expect(await show(merchant, value, 'a')).toContain('matches_reference');
    expect(await show(merchant, value, 'b')).toContain('face_differs');
    expect(await show(merchant, newCpf(), 'c')).toContain('no_reference');
    await db().updateTable('companies').set({ template_policy: 'enrol' }).execute();
  });

  test('of the same photographs and identity is the same one, and nothing new', async () => {
    const merchant = await newMerchant(service);
    const photographs = [await photographOf('a'), await photographOf('a', 1)];
    const body = referenceRequest({ photographs });
    const first = await send(merchant, body);
    const again = await send(merchant, { ...body, photographs: photographs.toReversed() });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await facesOf(merchant)).toHaveLength(Number(first.body['faces']));
    expect(await auditOf(merchant)).toHaveLength(1);
    const other = await send(merchant, { ...body, photographs: [await photographOf('a', 2)] });
    expect(statusOf(other)).toEqual([400, '40084']);
  });

  test('refuses a photograph by its place, with what is wrong and what to do (R63)', async () => {
    const merchant = await newMerchant(service);
    const good = await photographOf('a');
    const wall = (await sharp({ create: WALL }).jpeg().toBuffer()).toString('base64');
    const turned = (await poseFrame('a', 'left')).toString('base64');
    const cases: [string[], string, RegExp][] = [
      [[good, 'x***'], '40080', /^photographs\[1\] .*base64/],
      [[wall], '40081', /^photographs\[0\] shows no face/],
      [[good, '/9j/'], '40080', /^photographs\[1\] /],
      [['bm90IGEgcGljdHVyZQ=='], '40080', /^photographs\[0\] .*JPEG/],
      [[good, turned], '40082', /^photographs\[1\] .*turned away/],
      [[good, await photographOf('b')], '40083', /^photographs\[0\] and photographs\[1\]/],
    ];
    for (const [photographs, code, message] of cases) {
      const { status, body } = await send(merchant, referenceRequest({ photographs }));
      expect([status, body['code']]).toEqual([400, code]);
      expect(body['message']).toMatch(message);
    }
    expect(await facesOf(merchant)).toEqual([]);
  });

  test('refuses more than five photographs, a day to come, and a label that names the person', async () => {
    const merchant = await newMerchant(service);
    const value = newCpf();
    for (const changes of [
      { photographs: Array(6).fill('/9j/') },
      { photographs: [] },
      { date: '2999-01-01' },
      { date: '2026-02-30' },
      { consentReference: `c-${value}` },
      { source: 'Maria da Silva' },
      { identity: cpf('52998224724') },
    ])
      expect(statusOf(await send(merchant, referenceRequest({ identity: cpf(value), ...changes })))).toEqual([
        400,
        '40002',
      ]);
  });

  test('refuses a face that is enrolled for another identity, unless the request allows it, which is audited (R65)', async () => {
    const merchant = await newMerchant(service);
    await send(merchant, await newReferenceBody('a'));
    const twin = await newReferenceBody('a', { photographs: [await photographOf('a', 1)] });
    expect(statusOf(await send(merchant, twin))).toEqual([400, '40086']);
    const allowed = await send(merchant, { ...twin, allowDuplicateFace: true });
    expect(allowed).toMatchObject({ status: 200, body: { duplicateFaceAllowed: true } });
    expect((await auditOf(merchant)).at(-1)).toMatchObject([
      'reference.create',
      { duplicateFaceAllowed: true, duplicateFaceFound: true },
    ]);
  });

  test('confirms a face that a selfie enrolled, and refuses one of somebody else unless it replaces it', async () => {
    const merchant = await newMerchant(service);
    const [honest, taken] = [newCpf(), newCpf()];
    await show(merchant, honest, 'a');
    const confirmed = await send(
      merchant,
      await newReferenceBody('a', { identity: cpf(honest), photographs: [await photographOf('a', 3)] }),
    );
    expect(confirmed.body).toMatchObject({ captureConfirmed: true });
    expect((await facesOf(merchant)).map(({ proven_by }) => proven_by)).toEqual([
      confirmed.body['id'],
      confirmed.body['id'],
    ]);

    await show(merchant, taken, 'b');
    const body = await newReferenceBody('c', { identity: cpf(taken) });
    expect(statusOf(await send(merchant, body))).toEqual([400, '40085']);
    expect(await send(merchant, { ...body, replace: true })).toMatchObject({ status: 200 });
    expect(await show(merchant, taken, 'c')).toContain('matches_reference');
    expect(await show(merchant, taken, 'b')).toContain('face_differs');
  });
});
