import { createCompany, setCompanyActive } from '@titular/server/tenants/administer-tenants.ts';
import { createManualClock, newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, Phone, registerShop } from '../captures/phone.ts';
import { type Answer, type Merchant, newMerchant } from '../transactions/api.ts';
import { newProcessBody, readProcess, startProcess, stepsOf } from './process-fixture.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const create = (changes: object = {}, one: Merchant = merchant): Promise<Answer> =>
  one.call('createProcess', { body: newProcessBody(undefined, changes) });
const person = (changes: object) => ({
  person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: newCpf(), friendlyName: 'Maria', ...changes },
});

describe('starting a process', () => {
  test('createProcess 200: readProcess 200: tells id, state, address and token once, and is read back without address and token', async () => {
    const cpf = newCpf();
    const { status, body } = await merchant.call('createProcess', {
      body: newProcessBody(cpf, { clientReference: 'onboarding-1', expiresIn: '3600s' }),
    });
    expect(status).toBe(200);
    const { userRedirectUrl, token, ...process } = body['process'] as Record<string, unknown>;
    expect(userRedirectUrl).toMatch(/\/c\/[A-Za-z0-9_-]{32}$/);
    expect(String(token).split('.')).toHaveLength(3);
    expect(process).toEqual({
      id: expect.any(String),
      company: merchant.tenant.companyId,
      state: 'PROCESS_STATE_CREATED',
      person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: cpf, friendlyName: 'Maria da Silva' },
      purpose: 'biometryonboarding',
      clientReference: 'onboarding-1',
      callbackUri: '/',
      authenticationInfo: {
        livenessResult: 'LIVENESS_RESULT_UNSPECIFIED',
        authenticationResult: 'AUTHENTICATION_RESULT_UNSPECIFIED',
      },
      createdAt: clock.now().toISOString(),
      expiresAt: new Date(clock.now().getTime() + 3_600_000).toISOString(),
    });
    expect(await readProcess(merchant, String(process['id']))).toEqual(process);
  });

  test('createProcess 200: without expiresIn the person has seven days', async () => {
    const { id } = await startProcess(merchant);
    const { expiresAt } = await readProcess(merchant, id);
    expect(new Date(expiresAt).getTime() - clock.now().getTime()).toBe(604_800_000);
  });

  test('createProcess 200: the same Idempotency-Key starts one process, and another body is refused (R74)', async () => {
    const body = JSON.stringify(newProcessBody());
    const send = (text: string) =>
      fetch(`${service.url}/client/v1/process`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${merchant.token}`,
          'content-type': 'application/json',
          'idempotency-key': 'onboarding-key-1',
        },
        body: text,
      }).then(async (response) => ({ status: response.status, body: await response.json() }));
    const answers = await Promise.all([send(body), send(body), send(body)]);
    expect(answers[0]?.status).toBe(200);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await send(JSON.stringify(newProcessBody()))).body).toMatchObject({ code: '40028' });
  });

  test.each([
    ['an identifier with a wrong check digit', person({ duiValue: '52998224726' }), 'person.duiValue'],
    ['a kind of identifier that nobody knows', person({ duiType: 'DUI_TYPE_ZZ' }), 'person.duiType'],
    [
      'a name with signs that turn words around',
      person({ friendlyName: '\u202egpj.airam' }),
      'person.friendlyName',
    ],
    ['a name with a control character', person({ friendlyName: 'Ma\u0007ria' }), 'person.friendlyName'],
    ['a name of 51 characters', person({ friendlyName: 'x'.repeat(51) }), 'person.friendlyName'],
    ['a purpose that nobody knows', { purpose: 'marketing' }, 'purpose'],
    ['59 seconds', { expiresIn: '59s' }, 'expiresIn'],
    ['seven days and a second', { expiresIn: '604801s' }, 'expiresIn'],
    ['a number of seconds', { expiresIn: 3600 }, 'expiresIn'],
    ['an address that is not https', { callbackUri: 'http://shop.example/' }, 'callbackUri'],
    ['a script as address', { callbackUri: 'javascript:alert(1)' }, 'callbackUri'],
    ['an app that is not registered', { callbackUri: 'br.com.shop://back' }, 'callbackUri'],
    ['no address', { callbackUri: undefined }, 'callbackUri'],
    ['a reference of 257 characters', { clientReference: 'x'.repeat(257) }, 'clientReference'],
    ['a company that is no id', { company: 'shop' }, 'company'],
  ])('createProcess 400: %s is refused with the name of the field', async (_what, changes, field) => {
    const { status, body } = await create(changes);
    expect([status, body['code']]).toEqual([400, '40002']);
    expect(body['message']).toContain(field);
  });

  test.each([
    ['clientReference', { clientReference: 'order 4111 1111 1111 1111' }],
    ['callbackUri', { callbackUri: 'https://shop.example/?card=4111111111111111' }],
    ['person.friendlyName', person({ friendlyName: '4111-1111-1111-1111' })],
  ])('createProcess 400: a full card number in %s is refused and kept nowhere', async (field, changes) => {
    const { body } = await create(changes);
    expect([body['code'], String(body['message']).startsWith(field)]).toEqual(['40026', true]);
  });

  test("createProcess 404: another tenant's company is as unknown as a random one, to the byte (R17)", async () => {
    const other = await newMerchant(service);
    const foreign = await create({ company: other.tenant.companyId });
    const random = await create({ company: '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e' });
    expect([foreign.status, foreign.body['code']]).toEqual([404, '40404']);
    expect(foreign.text).toBe(random.text);
  });

  test('createProcess 400: createProcess 404: a tenant with several companies names one, and one without any has none', async () => {
    const one = await newMerchant(service);
    const operator = operatorOf(service);
    const { tenantId, companyId } = one.tenant;
    const second = await createCompany(operator, tenantId, { name: 'Second' });
    expect((await create({}, one)).body).toMatchObject({
      code: '40002',
      message: expect.stringContaining('company is missing'),
    });
    expect((await create({ company: second }, one)).status).toBe(200);
    await setCompanyActive(operator, tenantId, companyId, false);
    expect(((await create({}, one)).body['process'] as { company: string }).company).toBe(second);
    await setCompanyActive(operator, tenantId, second, false);
    expect((await create({}, one)).body['code']).toBe('40404');
  });
});

describe('reading a process', () => {
  test("readProcess 404: readProcessHistory 404: renewProcessLink 404: another tenant's process is as unknown as a random one, to the byte (R17)", async () => {
    const other = await newMerchant(service);
    const { id } = await startProcess(other);
    for (const operation of ['readProcess', 'readProcessHistory', 'renewProcessLink']) {
      const foreign = await merchant.call(operation, { id });
      const random = await merchant.call(operation, { id: '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e' });
      expect([foreign.status, foreign.body['code']]).toEqual([404, '40409']);
      expect(foreign.text).toBe(random.text);
    }
  });

  test('readProcess 400: readProcessHistory 400: renewProcessLink 400: what is no id is refused (R32)', async () => {
    for (const operation of ['readProcess', 'readProcessHistory', 'renewProcessLink'])
      expect((await merchant.call(operation, { id: 'onboarding-1' })).body['code']).toBe('40007');
  });

  test('readProcess 200: readProcessHistory 200: one whose time has passed has failed with the result expired, whoever asks first', async () => {
    const { id } = await startProcess(merchant, undefined, { expiresIn: '60s' });
    clock.advanceSeconds(60);
    expect(await readProcess(merchant, id)).toMatchObject({
      state: 'PROCESS_STATE_FAILED',
      result: 'PROCESS_RESULT_EXPIRED',
    });
    expect((await stepsOf(merchant, id)).map(({ event }) => event)).toEqual(['create', 'expire']);
  });
});

describe('a new address', () => {
  test('renewProcessLink 200: opens the page while no other does any more', async () => {
    const { id, address } = await startProcess(merchant);
    const { status, body } = await merchant.call('renewProcessLink', { id });
    expect(status).toBe(200);
    const { userRedirectUrl } = body['process'] as { userRedirectUrl: string };
    expect((await new Phone(service).open({ code: codeOf(address) })).status).toBe(403);
    expect((await new Phone(service).open({ code: codeOf(userRedirectUrl) })).status).toBe(200);
  });

  test('renewProcessLink 400: is not given once the time has passed', async () => {
    const { id } = await startProcess(merchant, undefined, { expiresIn: '60s' });
    clock.advanceSeconds(61);
    expect((await merchant.call('renewProcessLink', { id })).body['code']).toBe('40051');
  });
});

describe('the page of a process', () => {
  test('readSession 200: shows purpose and person, and neither order nor card, and offers only the other device', async () => {
    const { id, address } = await startProcess(merchant, undefined, { purpose: 'creditprocess' });
    const phone = new Phone(service);
    await phone.open({ code: codeOf(address) });
    expect((await phone.view()).body).toMatchObject({
      subject: 'process',
      transactionId: id,
      purpose: 'creditprocess',
      orderNumber: null,
      maskedCard: null,
      cardBrand: null,
      cardKind: null,
      firstName: 'Maria',
      status: 'waiting',
      choices: ['phone'],
      mayStateIdentity: false,
    });
  });

  test('openBySdk 200: opens by the SDK token on a registered origin (R56)', async () => {
    await registerShop(service);
    const { body } = await merchant.call('createProcess', { body: newProcessBody() });
    const { token } = body['process'] as { token: string };
    expect((await new Phone(service).openByToken(token)).status).toBe(200);
  });

  test('raiseObjection 400: stateIdentity 400: nobody disowns a process or puts another person in its place', async () => {
    const { address } = await startProcess(merchant);
    const phone = new Phone(service);
    await phone.open({ code: codeOf(address) });
    const objection = await phone.call('raiseObjection', 'POST', '/objection', {
      objection: 'unknown_purchase',
    });
    expect(objection.body['code']).toBe('40064');
    const stated = await phone.call('stateIdentity', 'PUT', '/identity', { key: 'cpf', value: newCpf() });
    expect(stated.body['code']).toBe('40063');
  });
});
