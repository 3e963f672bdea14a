import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { codeOf, openCamera, openPhone, Phone, perform } from './phone.ts';

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
const statusOf = async (id: string) => (await merchant.read(id)).body['status'];
const stepsOf = async (id: string) =>
  ((await merchant.history(id)).body['history'] as { event: string; actor: string }[]).map(
    ({ event, actor }) => `${event} by ${actor}`,
  );

describe('what a person says instead of taking the selfie', () => {
  test.each([
    ['unknown_purchase', 'unknown-share', 'disown'],
    ['holder_absent', 'absent-holder', 'declare-absent'],
  ])('raiseObjection 200: %s ends the transaction as %s, once', async (objection, status, event) => {
    await renewedMerchant();
    const { phone, id } = await openPhone(service, merchant);
    const first = await object(phone, objection);
    expect(first.body).toMatchObject({ stage: 'ended', status, choices: [], transactionId: id });
    expect((await object(phone, objection)).body).toEqual(first.body);
    expect(await statusOf(id)).toBe(status);
    expect(await stepsOf(id)).toEqual(['create by merchant', `${event} by person`]);
  });

  test('raiseObjection 200: of ten at once over two browsers one step is made (R58, R75)', async () => {
    await renewedMerchant();
    const { phone, id } = await openPhone(service, merchant);
    const link = (await shareLink(phone, 'phone')).body['link'];
    const other = (await openedBy(link)).phone;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => object(at % 2 ? phone : other, 'unknown_purchase')),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await stepsOf(id)).filter((step) => step.startsWith('disown'))).toHaveLength(1);
  });

  test('raiseObjection 400: what the page does not offer, or another end, is refused and changes nothing', async () => {
    await renewedMerchant();
    const { phone, id } = await openPhone(service, merchant);
    expect((await object(phone, 'bored')).body['code']).toBe('40002');
    const cardholder = (await openedBy((await shareLink(phone, 'cardholder')).body['link'])).phone;
    expect((await object(cardholder, 'holder_absent')).body['code']).toBe('40064');
    expect(await statusOf(id)).toBe('shared');
    await object(cardholder, 'unknown_purchase');
    expect((await object(phone, 'holder_absent')).body['code']).toBe('40064');
    expect(await statusOf(id)).toBe('unknown-share');
  });

  test('raiseObjection 400: a module that fixes the identity offers the phone alone', async () => {
    await renewedMerchant();
    await set({ module: 'pre' });
    clock.advanceSeconds(5);
    const { phone, id } = await openPhone(service, merchant);
    expect((await phone.view()).body['choices']).toEqual(['phone']);
    for (const said of ['unknown_purchase', 'holder_absent'])
      expect((await object(phone, said)).body['code']).toBe('40064');
    expect((await shareLink(phone, 'cardholder')).body['code']).toBe('40064');
    expect(await statusOf(id)).toBe('waiting');
  });

  test('raiseObjection 400: a capture that is complete stands', async () => {
    await renewedMerchant();
    const { phone, attempt } = await openCamera(service, merchant);
    await perform(phone, attempt, 'b');
    expect((await object(phone, 'unknown_purchase')).body['code']).toBe('40064');
  });

  test('raiseObjection 403: another site cannot say it, nor who has no session', async () => {
    await renewedMerchant();
    const { phone, id } = await openPhone(service, merchant);
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } };
    const body = { objection: 'unknown_purchase' };
    expect((await phone.call('raiseObjection', 'POST', '/objection', body, foreign)).status).toBe(403);
    expect((await object(new Phone(service), 'unknown_purchase')).status).toBe(403);
    expect(await statusOf(id)).toBe('waiting');
  });
});

describe('a link that is passed on', () => {
  test('createHandOver 200: opens one page elsewhere, is followed from here, and its person goes to no shop', async () => {
    await renewedMerchant();
    const redirectUrl = 'https://shop.example/back';
    const { phone, id } = await openPhone(service, merchant, { redirectUrl });
    const made = await shareLink(phone, 'phone');
    expect(String(made.body['link'])).toMatch(/\/c\/[A-Za-z0-9_-]{32}$/);
    const stateOf = async () => ((await phone.view()).body['handOver'] as { state: string }).state;
    expect(await stateOf()).toBe('sent');
    const { phone: second, answer } = await openedBy(made.body['link']);
    expect(answer.body).toMatchObject({
      stage: 'consent',
      opening: 'phone',
      handOver: null,
      choices: ['unknown_purchase', 'phone'],
    });
    expect(await stateOf()).toBe('opened');
    expect(await statusOf(id)).toBe('waiting');
    await second.consent();
    const { body: attempt } = await second.start();
    expect(await stateOf()).toBe('busy');
    await perform(second, attempt as never, 'b');
    await expect.poll(async () => (await phone.view()).body['stage']).toBe('approved');
    expect((await phone.view()).body['redirectUrl']).toBe(`${redirectUrl}?id=${id}&status=approved`);
    expect((await second.view()).body).toMatchObject({ stage: 'approved', redirectUrl: null });
  });

  test('createHandOver 200: to the cardholder it makes the transaction shared, and the newest link alone opens', async () => {
    await renewedMerchant();
    const { phone, id } = await openPhone(service, merchant);
    const first = await shareLink(phone, 'cardholder');
    const second = await shareLink(phone, 'cardholder');
    expect(await statusOf(id)).toBe('shared');
    expect((await openedBy(first.body['link'])).answer.body['code']).toBe('40310');
    const { answer } = await openedBy(second.body['link']);
    expect(answer.body).toMatchObject({ opening: 'cardholder', choices: ['unknown_purchase', 'phone'] });
    expect((await openedBy(second.body['link'])).answer.status).toBe(403);
  });

  test('createHandOver 200: a code that the page shows unasked is told apart from a link that the person asked for', async () => {
    await renewedMerchant();
    const { phone } = await openPhone(service, merchant);
    for (const isSuggested of [true, false]) {
      clock.advanceSeconds(1);
      const made = await phone.call('createHandOver', 'POST', '/links', { purpose: 'phone', isSuggested });
      expect(made.status).toBe(200);
      expect((await phone.view()).body['handOver']).toMatchObject({ state: 'sent', isSuggested });
    }
  });

  test('createHandOver 200: a link to the phone ends after ten minutes, and here it is seen', async () => {
    await renewedMerchant();
    const { phone } = await openPhone(service, merchant);
    const { body } = await shareLink(phone, 'phone');
    expect(body['expiresAt']).toBe(new Date(clock.now().getTime() + 600_000).toISOString());
    clock.advanceSeconds(600);
    expect((await phone.view()).body['handOver']).toMatchObject({ purpose: 'phone', state: 'expired' });
    expect((await openedBy(body['link'])).answer.body['code']).toBe('40310');
  });

  test('answerConsent 200: startAttempt 200: the code that a screen showed before opens nothing once its person goes on there, and a new one does', async () => {
    await renewedMerchant();
    const { phone } = await openPhone(service, merchant);
    const shown = (await shareLink(phone, 'phone')).body['link'];
    const passed = (await shareLink(phone, 'cardholder')).body['link'];
    await phone.consent(false);
    const stillShown = (await openedBy(shown)).phone;
    expect((await stillShown.view()).body['opening']).toBe('phone');
    const photographed = (await shareLink(phone, 'phone')).body['link'];
    await phone.consent();
    expect((await openedBy(photographed)).answer.body['code']).toBe('40310');
    const late = (await shareLink(phone, 'phone')).body['link'];
    const { body: attempt } = await phone.start();
    expect((await openedBy(late)).answer.body['code']).toBe('40310');
    expect((await phone.start()).body['attemptId']).toBe(attempt['attemptId']);
    clock.advanceSeconds(1);
    const wanted = (await shareLink(phone, 'phone')).body['link'];
    expect((await phone.view()).body['handOver']).toMatchObject({ purpose: 'phone', state: 'sent' });
    expect((await openedBy(wanted)).answer.body).toMatchObject({ opening: 'phone', stage: 'consent' });
    expect((await openedBy(passed)).answer.body).toMatchObject({ opening: 'cardholder' });
  });

  test('answerConsent 200: a link that was asked for after the consent opens the page on the phone', async () => {
    await renewedMerchant();
    const { phone } = await openPhone(service, merchant);
    await phone.consent();
    const { link } = (await shareLink(phone, 'phone')).body;
    expect((await openedBy(link)).answer.body).toMatchObject({ opening: 'phone', stage: 'consent' });
  });

  test('createHandOver 400: after ten links there are no more, also when they are asked for at once', async () => {
    await renewedMerchant();
    const { phone } = await openPhone(service, merchant);
    const answers = await Promise.all(Array.from({ length: 14 }, () => shareLink(phone, 'phone')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(new Set(answers.filter(({ status }) => status === 400).map(({ body }) => body['code']))).toEqual(
      new Set(['40065']),
    );
  });

  test('createHandOver 400: who was handed a link passes it to no cardholder, and to a phone at most', async () => {
    await renewedMerchant();
    const { phone } = await openPhone(service, merchant);
    const second = (await openedBy((await shareLink(phone, 'phone')).body['link'])).phone;
    expect((await shareLink(second, 'cardholder')).body['code']).toBe('40064');
    expect((await shareLink(second, 'phone')).status).toBe(200);
  });

  test('createHandOver 200: a page is told of its own links alone: what the cardholder does with theirs changes nothing here', async () => {
    await renewedMerchant();
    const { phone } = await openPhone(service, merchant);
    const handOverOf = async (one: Phone) =>
      (await one.view()).body['handOver'] as { purpose: string; state: string } | null;
    const cardholder = (await openedBy((await shareLink(phone, 'cardholder')).body['link'])).phone;
    const onward = (await shareLink(cardholder, 'phone')).body['link'];
    expect(await handOverOf(phone)).toMatchObject({ purpose: 'cardholder', state: 'opened' });
    expect(await handOverOf(cardholder)).toMatchObject({ purpose: 'phone', state: 'sent' });
    const third = (await openedBy(onward)).phone;
    expect(await handOverOf(third)).toBeNull();
    expect(await handOverOf(cardholder)).toMatchObject({ state: 'opened' });
    const fresh = (await openedBy((await merchant.create()).body['link'])).phone;
    expect(await handOverOf(fresh)).toBeNull();
  });

  test('createHandOver 200: a new link ends the page that the one before opened, so that nobody who was quicker stays', async () => {
    await renewedMerchant();
    const { phone } = await openPhone(service, merchant);
    const bystander = (await openedBy((await shareLink(phone, 'phone')).body['link'])).phone;
    const required = (await openedBy((await shareLink(phone, 'phone')).body['link'])).phone;
    expect((await bystander.view()).body['code']).toBe('40310');
    expect((await required.view()).status).toBe(200);
  });

  test('createHandOver 200: an attempt that was begun there and left is no selfie: it keeps nobody in, and is not shown as busy (R53)', async () => {
    await renewedMerchant();
    const { phone } = await openPhone(service, merchant);
    const stateOf = async () => ((await phone.view()).body['handOver'] as { state: string }).state;
    const bystander = (await openedBy((await shareLink(phone, 'phone')).body['link'])).phone;
    await bystander.consent();
    await bystander.start();
    expect(await stateOf()).toBe('busy');
    clock.advanceSeconds(121);
    expect(await stateOf()).toBe('opened');
    await shareLink(phone, 'phone');
    expect((await bystander.view()).body['code']).toBe('40310');
  });

  test('createHandOver 200: a page that was opened elsewhere and has run out of time is told as that', async () => {
    await renewedMerchant();
    const { phone, link } = await openPhone(service, merchant);
    await openedBy((await shareLink(phone, 'phone')).body['link']);
    clock.advanceSeconds(1800);
    await phone.call('renewSession', 'POST', '/renewal', { code: codeOf(link) });
    expect((await phone.view()).body['handOver']).toMatchObject({ purpose: 'phone', state: 'expired' });
  });

  test('openSession 200: a link that was passed on opens a page of its own also in the browser that passed it on, and each page goes on as what it is', async () => {
    await renewedMerchant();
    const { phone, id } = await openPhone(service, merchant, { redirectUrl: 'https://shop.example/back' });
    const { pageId } = (await phone.view()).body;
    const opened = await phone.open({ code: codeOf((await shareLink(phone, 'cardholder')).body['link']) });
    expect(opened.body).toMatchObject({ opening: 'cardholder', transactionId: id, redirectUrl: null });
    const asPage = (page: unknown) =>
      phone.call('readSession', 'GET', '', undefined, { headers: { 'x-capture-page': String(page) } });
    expect((await asPage(pageId)).body).toMatchObject({
      opening: 'merchant',
      handOver: { state: 'opened' },
      redirectUrl: expect.stringContaining('shop.example'),
    });
    expect((await asPage(opened.body['pageId'])).body).toMatchObject({ opening: 'cardholder' });
    expect((await phone.view()).body).toMatchObject({ opening: 'cardholder' });
    expect((await asPage(crypto.randomUUID())).body['code']).toBe('40310');
  });

  test('openSession 200: links of two orders in one browser leave both pages open', async () => {
    await renewedMerchant();
    const { phone, link, id } = await openPhone(service, merchant);
    const other = await merchant.create();
    await phone.open({ code: codeOf(other.body['link']) });
    expect((await phone.view()).body['transactionId']).toBe(other.body['id']);
    expect((await phone.open({ code: codeOf(link) })).body['transactionId']).toBe(id);
    expect((await phone.view()).body['transactionId']).toBe(id);
    for (let more = 0; more < 3; more += 1)
      await phone.open({ code: codeOf((await merchant.create()).body['link']) });
    expect((await phone.open({ code: codeOf(link) })).status).toBe(403);
  });

  test('createHandOver 403: without a session there is no link', async () => {
    expect((await shareLink(new Phone(service), 'phone')).status).toBe(403);
  });
});

describe('faults', () => {
  test('raiseObjection 500: createHandOver 500: renewSession 500: a fault is answered plainly and changes nothing', async () => {
    const broken = await startTestService();
    try {
      const { phone } = await openPhone(broken, await newMerchant(broken));
      await sql`ALTER TABLE transactions RENAME TO transactions_gone`.execute(broken.service.database.db);
      const answers = [
        await object(phone, 'unknown_purchase'),
        await shareLink(phone, 'phone'),
        await phone.call('renewSession', 'POST', '/renewal', {}),
      ];
      for (const { status, body } of answers) expect([status, body['code']]).toEqual([500, '50001']);
    } finally {
      await broken.close();
    }
  });
});
