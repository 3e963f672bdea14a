import { deleteExpiredLinks } from '@titular/server/captures/links/link-store.ts';
import { policyOf } from '@titular/server/captures/subjects/capture-policy.ts';
import { changeSettings, parseSettings, readSettings } from '@titular/server/settings/change-settings.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { deleteExpiredCaptures } from '@titular/server/transactions/retention/delete-expired-captures.ts';
import { createManualClock, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, openCamera, openPhone, Phone, perform, SHOP_ORIGIN } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.close());
beforeEach(async () => {
  merchant = await newMerchant(service);
});

const owner = () => {
  const { tenantId, companyId } = merchant.tenant;
  return { kind: 'company', tenantId, companyId } as const;
};
async function set(texts: Record<string, string>) {
  const wanted = parseSettings('company', new Map(Object.entries(texts)));
  const change = await changeSettings(operatorOf(service), owner(), wanted);
  clock.advanceSeconds(2);
  return change;
}

const data = () => ({
  orderNumber: `order-${crypto.randomUUID()}`,
  identity: { key: 'cpf', value: '52998224725' },
});

const setStatus = (id: string, status: string) =>
  service.service.database.db
    .updateTable('transactions')
    .set({ status, finished_at: clock.now() })
    .where('transaction_id', '=', asId(id))
    .execute();

describe('replica-policy', () => {
  test('createTransaction 200: with reuse, the same data gives the open transaction again, with a link and token that work', async () => {
    await set({ 'replica-policy': 'reuse', 'web-origins': SHOP_ORIGIN });
    const same = data();
    const first = await merchant.create(same);
    const again = await merchant.create(same);
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ id: first.body['id'], status: 'waiting' });
    expect(again.body['link']).not.toBe(first.body['link']);
    for (const link of [first.body['link'], again.body['link']]) {
      expect((await new Phone(service).open({ code: codeOf(link) })).status).toBe(200);
    }
    expect((await new Phone(service).openByToken(again.body['token'])).status).toBe(200);
  });

  test.each(['processing', 'approved'])(
    'createTransaction 200: with reuse, an earlier one that is %s is told by id and status alone',
    async (status) => {
      await set({ 'replica-policy': 'reuse' });
      const same = data();
      const first = await merchant.create(same);
      await setStatus(String(first.body['id']), status);
      expect((await merchant.create(same)).body).toEqual({ id: first.body['id'], status });
    },
  );

  test('createTransaction 200: with reuse, of 32 at once one creates and all tell the same id (R73)', async () => {
    await set({ 'replica-policy': 'reuse' });
    const same = data();
    const answers = await Promise.all(Array.from({ length: 32 }, () => merchant.create(same)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
  });

  test('createTransaction 400: with reuse, an approved one whose time has passed is not given again', async () => {
    await set({ 'replica-policy': 'reuse', 'transaction-expiry-seconds': '60' });
    const same = data();
    const first = await merchant.create(same);
    await setStatus(String(first.body['id']), 'approved');
    clock.advanceSeconds(61);
    expect((await merchant.create(same)).body['code']).toBe('40027');
  });

  test('createTransaction 400: with reuse, what another company of the tenant made is not given', async () => {
    const same = data();
    await merchant.create(same);
    const companyId = await createCompany(operatorOf(service), merchant.tenant.tenantId, { name: 'Second' });
    const second = { kind: 'company', tenantId: merchant.tenant.tenantId, companyId } as const;
    const reuse = parseSettings('company', new Map([['replica-policy', 'reuse']]));
    await changeSettings(operatorOf(service), second, reuse);
    expect((await merchant.create({ ...same, company: companyId })).body['code']).toBe('40027');
  });

  test('createTransaction 200: with reuse, after an unsuccessful end a new one is made', async () => {
    await set({ 'replica-policy': 'reuse' });
    const same = data();
    const first = await merchant.create(same);
    await setStatus(String(first.body['id']), 'inconclusive');
    expect((await merchant.create(same)).body['id']).not.toBe(first.body['id']);
  });
});

describe('other settings take effect', () => {
  test('createTransaction 400: an order above the maximum value is refused, one at it is not', async () => {
    const { after } = await set({ 'maximum-value': '2500.50' });
    expect(after).toEqual({ 'maximum-value': '2500.5' });
    expect((await merchant.create({ value: 2500.5 })).status).toBe(200);
    expect((await merchant.create({ value: 2500.51 })).body['code']).toBe('40045');
    expect((await set({ 'maximum-value': '2500.5000' })).after).toEqual({});
    expect((await readSettings(operatorOf(service), owner()))['maximum-value']).toBe('2500.5');
  });

  test('readSession 200: the page calls the company by its brand and gets its colour', async () => {
    const plain = await openPhone(service, merchant, data());
    expect((await plain.phone.view()).body).toMatchObject({ companyName: 'Test Shop', brandColour: null });
    await set({ 'brand-name': 'Loja Azul', 'brand-colour': '#0B3D91' });
    const branded = await openPhone(service, merchant, data());
    expect((await branded.phone.view()).body).toMatchObject({
      companyName: 'Loja Azul',
      brandColour: '#0b3d91',
    });
  });

  test('readSession 200: the page gets the words of the company in the languages that have some', async () => {
    const plain = await openPhone(service, merchant, data());
    expect((await plain.phone.view()).body).toMatchObject({ introduction: {}, logoPath: null });
    const words = 'Obrigado por comprar com a gente! Leva só um instante. Até já.';
    await set({ 'brand-introduction-pt': `  ${words} `, 'brand-introduction-es': 'x'.repeat(200) });
    const { phone } = await openPhone(service, merchant, data());
    expect((await phone.view()).body['introduction']).toEqual({ pt: words, es: 'x'.repeat(200) });
    await set({ 'brand-introduction-pt': 'none', 'brand-introduction-es': 'none' });
    expect((await phone.view()).body['introduction']).toEqual({});
  });

  test('readSession 200: the page is told how to suggest the phone and how to tell of a step, as the company set it (D9)', async () => {
    const plain = await openPhone(service, merchant, data());
    expect((await plain.phone.view()).body).toMatchObject({ phoneFirst: 'offer', stepFeedback: 'both' });
    await set({ 'phone-first': 'first', 'step-feedback': 'vibration' });
    const { phone } = await openPhone(service, merchant, data());
    expect((await phone.view()).body).toMatchObject({ phoneFirst: 'first', stepFeedback: 'vibration' });
  });

  test('a match threshold of a company counts only where it is stricter (R65)', () => {
    const deployment = { matchThreshold: 0.5, samePersonThreshold: 0.55, environment: 'test' } as const;
    const thresholdOf = (matchThreshold: number | undefined) =>
      policyOf({ templatePolicy: 'enrol', matchThreshold } as never, deployment).matchThreshold;
    expect([thresholdOf(undefined), thresholdOf(0.4), thresholdOf(0.6)]).toEqual([0.5, 0.4, 0.5]);
    expect(policyOf(undefined, deployment).templatePolicy).toBe('require-reference');
  });

  test('pictures are deleted once a transaction ended longer ago than its company keeps them, no sooner and no others (R93)', async () => {
    await set({ 'capture-retention-days': '7' });
    const { db } = service.service.database;
    const framesOf = async (transactionId: string): Promise<number> =>
      (
        await db
          .selectFrom('capture_frames')
          .innerJoin('capture_attempts', (join) =>
            join
              .onRef('capture_attempts.tenant_id', '=', 'capture_frames.tenant_id')
              .onRef('capture_attempts.attempt_id', '=', 'capture_frames.attempt_id'),
          )
          .select('capture_frames.step')
          .where('subject_id', '=', asId(transactionId))
          .execute()
      ).length;
    const ended = await openCamera(service, merchant, data());
    await perform(ended.phone, ended.attempt, 'a');
    const open = await openCamera(service, merchant, data());
    await open.phone.frame(open.attempt.attemptId, 0, new Uint8Array(0));
    await setStatus(ended.id, 'approved');
    const kept = await framesOf(ended.id);
    expect(kept).toBeGreaterThan(0);
    clock.advanceSeconds(7 * 86_400 - 10);
    expect((await deleteExpiredCaptures(db, clock.now())).frames).toBe(0);
    clock.advanceSeconds(20);
    expect((await deleteExpiredCaptures(db, clock.now())).frames).toBe(kept);
    expect(await framesOf(ended.id)).toBe(0);
    await deleteExpiredLinks(db, new Date(clock.now().getTime() - 86_400_000), 1_000);
    expect(await db.selectFrom('capture_links').select('code_hash').execute()).toEqual([]);
  });
});

describe('values are taken only within their bounds', () => {
  test.each([
    ['module', ['Post', 'none', '']],
    ['match-threshold', ['0.29', '0.61', '1', 'NaN', '-0.4', '']],
    ['transaction-expiry-seconds', ['59', '2592001', '1e3', '60.5']],
    ['maximum-value', ['0', '0.00', '-1', '1e3', '1.23456', '12345678901234']],
    ['capture-retention-days', ['0', '3651']],
    [
      'redirect-hosts',
      [
        'localhost',
        'a b.example',
        'any,shop.example',
        'none,any',
        'shop.example:443',
        'https://shop.example',
        '127.0.0.1.',
      ],
    ],
    [
      'app-schemes',
      [
        ...['myapp', 'https', 'javascript', 'br.com.Shop', 'br.com.shop:', 'shop:any-app', 'shop:'],
        ...['javascript', 'intent', 'data', 'file', 'tel', 'https', 'ms-word', 'web-x'].map(
          (one) => `${one}:any-app-may-claim-it`,
        ),
        'br.com.shop:any-app-may-claim-it',
      ],
    ],
    [
      'web-origins',
      ['http://shop.example', 'https://shop.example/x', 'https://a@b.example', '*', 'null', 'ftp://x.y'],
    ],
    ['brand-name', ['', ' ', 'a\u0000b', 'a\u202eb', 'x'.repeat(81)]],
    [
      'brand-introduction-pt',
      [
        '',
        ' ',
        'x'.repeat(201),
        'a\u001bb',
        'a\u202eb',
        'veja <b>aqui</b>',
        'http://loja',
        'fale com ajuda@loja',
        'entre em www.loja',
        'acesse loja.example agora',
      ],
    ],
    ['brand-colour', ['#fff', '#ffffff', 'red', '#ffff00', 'url(x)', '#12345g']],
  ])('%s', async (name, texts) => {
    for (const text of texts) {
      expect(() => parseSettings('company', new Map([[name, text]])), text).toThrow(`${name} must be`);
    }
  });

  test('lists are written in one way, without repeats, up to 20', () => {
    const parse = (name: string, text: string) => [
      ...parseSettings('company', new Map([[name, text]])).values(),
    ];
    expect(parse('redirect-hosts', 'Shop.Example, shop.example,pay.example')).toEqual([
      ['shop.example', 'pay.example'],
    ]);
    expect(parse('web-origins', 'HTTPS://Shop.Example:443/,http://localhost:3000')).toEqual([
      ['https://shop.example', 'http://localhost:3000'],
    ]);
    expect(parse('web-origins', '')).toEqual([[]]);
    expect(parse('redirect-hosts', 'any')).toEqual([['any']]);
    expect(parse('app-schemes', 'br.com.shop, shop:any-app-may-claim-it')).toEqual([
      ['br.com.shop', 'shop:any-app-may-claim-it'],
    ]);
    const many = Array.from({ length: 21 }, (_, index) => `h${index}.example`).join(',');
    expect(() => parse('redirect-hosts', many)).toThrow('redirect-hosts must be');
  });
});
