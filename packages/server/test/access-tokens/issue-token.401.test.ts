import {
  addTenant,
  createManualClock,
  fetchToken,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusedWith, sendForm } from './assertions.ts';

let service: TestService;
let tenant: TestTenant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
});
afterAll(() => service.close());

const grant = { grant_type: 'client_credentials' };

test('issueToken 401: a wrong secret and an unknown client are answered alike, to the byte (R3)', async () => {
  const wrong = await sendForm(service, {
    ...grant,
    client_id: tenant.clientId,
    client_secret: `tsk_${'x'.repeat(43)}`,
  });
  const unknown = await sendForm(service, {
    ...grant,
    client_id: 'tcl_nobody',
    client_secret: tenant.clientSecret,
  });
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  expect(await wrong.clone().text()).toBe(await unknown.clone().text());
  expect(await refusedWith(wrong)).toEqual([401, 'client_authentication_failed']);
});

test('issueToken 401: by the Authorization header the answer names the scheme (R3)', async () => {
  const basic = Buffer.from(`${tenant.clientId}:nonsense`).toString('base64');
  const response = await sendForm(service, grant, { authorization: `Basic ${basic}` });
  expect(response.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
  expect(await refusedWith(response)).toEqual([401, 'client_authentication_failed']);
});

test('issueToken 401: nobody gets a token without credentials', async () => {
  expect(await refusedWith(await sendForm(service, grant))).toEqual([401, 'client_authentication_missing']);
});

test('readTransaction 403: a token is good until its hour is over, and not a second longer (R10)', async () => {
  const token = await fetchToken(service, tenant);
  const read = async (): Promise<number> => {
    const address = `${service.url}/api/public/v1/walletid/transactions/${crypto.randomUUID()}`;
    return (await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status;
  };
  expect(await read()).toBe(404);
  clock.advanceSeconds(3599 - (clock.now().getMilliseconds() > 0 ? 1 : 0));
  expect(await read()).toBe(404);
  clock.advanceSeconds(2);
  expect(await read()).toBe(403);
});
