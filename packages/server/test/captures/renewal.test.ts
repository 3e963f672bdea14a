import { createManualClock, newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { codeOf, openCamera, openPhone, Phone } from './phone.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock, env: { TITULAR_LINK_LIFETIME_SECONDS: '1800' } });
});
afterAll(() => service.close());

const renewedMerchant = async () => {
  merchant = await newMerchant(service);
  return merchant;
};
const set = (settings: Record<string, unknown>) =>
  service.service.database.db
    .updateTable('companies')
    .set(settings)
    .where('company_id', '=', merchant.tenant.companyId)
    .execute();
const object = (phone: Phone, objection: string) =>
  phone.call('raiseObjection', 'POST', '/objection', { objection });
const shareLink = (phone: Phone, purpose: string) =>
  phone.call('createHandOver', 'POST', '/links', { purpose });
const openedBy = async (link: unknown) => {
  const phone = new Phone(service);
  return { phone, answer: await phone.open({ code: codeOf(link) }) };
};

describe('time that has run out', () => {
  const renew = (phone: Phone, body: object = {}) => phone.call('renewSession', 'POST', '/renewal', body);

  test('renewSession 200: the browser that held the page goes on, by its cookie alone or with its link', async () => {
    await renewedMerchant();
    const { phone, link, id } = await openPhone(service, merchant);
    clock.advanceSeconds(1800);
    expect((await phone.view()).body['code']).toBe('40311');
    expect((await phone.open({ code: codeOf(link) })).body['code']).toBe('40311');
    expect((await renew(phone)).body).toMatchObject({ stage: 'consent', transactionId: id });
    expect((await phone.view()).status).toBe(200);
    clock.advanceSeconds(1800);
    expect((await renew(phone, { code: codeOf(link) })).body).toMatchObject({ transactionId: id });
  });

  test('renewSession 403: another browser with a used or expired link gets nothing, and nothing is told it (R53)', async () => {
    await renewedMerchant();
    const { link } = await openPhone(service, merchant);
    const unused = (await merchant.create(newTransactionBody(merchant.tenant.companyId))).body['link'];
    clock.advanceSeconds(1800);
    for (const code of [codeOf(link), codeOf(unused), 'x'.repeat(32)]) {
      const stranger = new Phone(service);
      expect((await stranger.open({ code })).body['code']).toBe('40310');
      expect((await renew(stranger, { code })).body['code']).toBe('40310');
      expect(stranger.cookie).toBeUndefined();
    }
    expect((await renew(new Phone(service))).status).toBe(403);
  });

  test('renewSession 200: where the company wants it so, a link that nobody used opens once more, once', async () => {
    await renewedMerchant();
    await set({ link_renewal: 'unused' });
    clock.advanceSeconds(5);
    const { body } = await merchant.create();
    const used = (await openPhone(service, merchant)).link;
    clock.advanceSeconds(1800);
    const code = codeOf(body['link']);
    expect((await new Phone(service).open({ code })).body['code']).toBe('40311');
    const answers = await Promise.all(Array.from({ length: 5 }, () => renew(new Phone(service), { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await renew(new Phone(service), { code: codeOf(used) })).status).toBe(403);
  });

  test('renewSession 403: what was ended, was for at once, or was held an hour ago does not come back (R53)', async () => {
    await renewedMerchant();
    await set({ link_renewal: 'unused' });
    clock.advanceSeconds(5);
    const { phone } = await openPhone(service, merchant);
    const superseded = (await shareLink(phone, 'cardholder')).body['link'];
    await shareLink(phone, 'cardholder');
    const atOnce = (await shareLink(phone, 'phone')).body['link'];
    const created = await merchant.create();
    await merchant.call('renewLink', { id: String(created.body['id']) });
    clock.advanceSeconds(1800);
    for (const link of [superseded, atOnce, created.body['link']]) {
      const code = codeOf(link);
      expect((await new Phone(service).open({ code })).body['code']).toBe('40310');
      expect((await renew(new Phone(service), { code })).status).toBe(403);
    }
    clock.advanceSeconds(3600);
    expect((await phone.view()).body['code']).toBe('40310');
    expect((await renew(phone)).status).toBe(403);
  });

  test('renewSession 403: after the end nobody who sits at the browser later opens the page again', async () => {
    await renewedMerchant();
    const { phone } = await openPhone(service, merchant);
    await object(phone, 'unknown_purchase');
    clock.advanceSeconds(1800);
    expect((await phone.view()).body['code']).toBe('40310');
    expect((await renew(phone)).status).toBe(403);
  });

  test('renewSession 200: who goes on is asked for the consent anew', async () => {
    await renewedMerchant();
    const { phone } = await openPhone(service, merchant);
    await phone.consent();
    clock.advanceSeconds(1800);
    expect((await renew(phone)).body['stage']).toBe('consent');
  });

  test.each([
    ['never', 'never', 0],
    ['same-browser, and a transaction whose time is over,', 'same-browser', 260_000],
  ])('renewSession 403: with %s the time is over', async (_what, policy, later) => {
    await renewedMerchant();
    await set({ link_renewal: policy });
    clock.advanceSeconds(5);
    const { phone } = await openPhone(service, merchant);
    clock.advanceSeconds(1800 + later);
    expect((await phone.view()).body['code']).toBe('40310');
    expect((await renew(phone)).body['code']).toBe('40310');
  });

  test('renewSession 400: what is no code is not looked for', async () => {
    expect((await renew(new Phone(service), { code: 'short' })).status).toBe(400);
  });

  test('renewLink 200: the merchant gets a new link and token; links of before end, and the pages that they opened', async () => {
    await renewedMerchant();
    const created = await merchant.create();
    const { phone, id } = await openPhone(service, merchant);
    const renewed = await merchant.call('renewLink', { id: String(created.body['id']) });
    expect(renewed.body).toMatchObject({ id: created.body['id'], status: 'waiting' });
    expect((await openedBy(created.body['link'])).answer.status).toBe(403);
    expect((await openedBy(renewed.body['link'])).answer.status).toBe(200);
    const passed = (await shareLink(phone, 'cardholder')).body['link'];
    await merchant.call('renewLink', { id });
    expect((await phone.view()).body['code']).toBe('40310');
    expect((await openedBy(passed)).answer.status).toBe(403);
    const busy = await openCamera(service, merchant);
    await merchant.call('renewLink', { id: busy.id });
    expect((await busy.phone.view()).status).toBe(200);
  });

  test('renewLink 400: renewLink 404: one that takes no capture, is no id or is not there gets none', async () => {
    await renewedMerchant();
    const { id, phone } = await openPhone(service, merchant);
    await object(phone, 'holder_absent');
    const late = String((await merchant.create()).body['id']);
    await service.service.database.db
      .updateTable('transactions')
      .set({ expires_at: clock.now() })
      .where('transaction_id', '=', asId(late))
      .execute();
    for (const ended of [id, late])
      expect((await merchant.call('renewLink', { id: ended })).body['code']).toBe('40050');
    const stranger = await newMerchant(service);
    for (const unknown of [id, crypto.randomUUID()])
      expect((await stranger.call('renewLink', { id: unknown })).body['code']).toBe('40401');
    expect((await merchant.call('renewLink', { id: 'x' })).body['code']).toBe('40004');
  });
});
