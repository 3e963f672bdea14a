import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { createManualClock, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { codeOf, openPhone, Phone } from './phone.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const viewOf = async (changes: object) => {
  const { phone } = await openPhone(service, merchant, changes);
  return (await phone.view()).body;
};

describe('what the page knows of the purchase', () => {
  test.each([
    ['199.9', 'BRL'],
    ['1200', 'JPY'],
    ['1.234', 'KWD'],
    ['0.0001', 'CLF'],
  ])('readSession 200: %s %s, the day and the host of the shop (D7)', async (value, currency) => {
    const redirectUrl = 'https://shop.example/back';
    const at = clock.now().toISOString();
    const { purchase } = await viewOf({ value: Number(value), currency, redirectUrl });
    expect(purchase).toEqual({ amount: value, currency, at, domain: 'shop.example' });
  });

  test('readSession 200: an amount without its currency is not shown, as before (D7)', async () => {
    expect((await viewOf({ value: 199.9 }))['purchase']).toMatchObject({ amount: null, currency: null });
  });

  test.each([
    [{ currency: 'BRL' }, 'currency'],
    [{ value: 1, currency: 'ZZZ' }, 'currency'],
    [{ value: 1, currency: 'brl' }, 'currency'],
    [{ value: 1.5, currency: 'JPY' }, 'value'],
    [{ value: 1.234, currency: 'BRL' }, 'value'],
    [{ language: 'tlh' }, 'language'],
    [{ language: 'not a tag' }, 'language'],
    [{ theme: 'sepia' }, 'theme'],
  ])('createTransaction 400: %j is refused by the name of the field (D7, D30)', async (changes, field) => {
    const { status, body } = await merchant.create(changes);
    expect([status, body['code']]).toEqual([400, '40002']);
    expect(String(body['message'])).toContain(field);
  });
});

describe('what the merchant wishes of the page', () => {
  test('readSession 200: language and colours of the create request (D30)', async () => {
    expect(await viewOf({ language: 'pt-BR', theme: 'dark' })).toMatchObject({
      language: 'pt',
      theme: 'dark',
    });
    expect(await viewOf({})).toMatchObject({ language: null, theme: 'auto' });
  });

  test('createProcess 200: the same for a process (D30)', async () => {
    const { body } = await merchant.call('createProcess', {
      body: {
        person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: '52998224725' },
        callbackUri: '/',
        purpose: 'identityverification',
        language: 'es',
        theme: 'light',
      },
    });
    const phone = new Phone(service);
    const { userRedirectUrl } = body['process'] as Record<string, unknown>;
    const opened = await phone.open({ code: codeOf(userRedirectUrl) });
    expect(opened.body).toMatchObject({ language: 'es', theme: 'light', purchase: null });
  });
});

describe('what the company tells of the data', () => {
  const set = async (texts: Record<string, string>) => {
    const { tenantId, companyId } = merchant.tenant;
    const input = parseSettings('company', new Map(Object.entries(texts)));
    await changeSettings(operatorOf(service), { kind: 'company', tenantId, companyId }, input);
    clock.advanceSeconds(3);
  };

  test('readSession 200: controller, addresses and contact as set, and the days that retention keeps (D6)', async () => {
    await set({
      'controller-name': 'Loja Azul S.A.',
      'privacy-url': 'https://loja.example/privacidade?v=2',
      'terms-url': 'https://loja.example/termos',
      'support-url': 'https://loja.example/ajuda',
      'support-email': 'privacidade@loja.example',
      'support-phone': '+55 (11) 4002-8922',
      'shop-domain': 'Loja.Example',
      'capture-retention-days': '12',
      'person-retention-days': '345',
    });
    const view = await viewOf({ redirectUrl: 'https://pay.example/back' });
    expect(view['dataNotice']).toEqual({
      controllerName: 'Loja Azul S.A.',
      privacyUrl: 'https://loja.example/privacidade?v=2',
      termsUrl: 'https://loja.example/termos',
      contact: {
        url: 'https://loja.example/ajuda',
        email: 'privacidade@loja.example',
        phone: '+551140028922',
      },
      pictureDays: 12,
      personDays: 345,
      faceDays: 1095,
      deviceDays: null,
    });
    expect(view['purchase']).toMatchObject({ domain: 'loja.example' });
  });

  test.each([
    ['privacy-url', 'http://loja.example/'],
    ['privacy-url', 'javascript:alert(1)'],
    ['terms-url', 'https://user@loja.example/'],
    ['support-url', 'https://localhost/'],
    ['support-url', 'https://127.0.0.1/'],
    ['support-url', 'https://loja.example/a b'],
    ['support-url', `https://loja.example/${'a'.repeat(500)}`],
    ['support-email', 'a@b'],
    ['support-email', 'a@loja.example?cc=b@c.example'],
    ['support-email', 'a@loja.example,b@loja.example'],
    ['support-email', '"a b"@loja.example'],
    ['support-phone', '4002-8922'],
    ['support-phone', '+1;ext=5'],
    ['link-lifetime-seconds', '59'],
    ['link-lifetime-seconds', '2592001'],
  ])('%s takes nothing that a page should not link to: %s (D6)', (name, text) => {
    expect(() => parseSettings('company', new Map([[name, text]]))).toThrow(name);
  });

  test.each([
    ['none', null],
    ['transaction', 0],
    ['600', 600],
  ])('link-lifetime-seconds takes %s (D5)', (text, stored) => {
    expect([...parseSettings('company', new Map([['link-lifetime-seconds', text]])).values()]).toEqual([
      stored,
    ]);
  });
});
