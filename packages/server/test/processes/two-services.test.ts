import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endOf } from '../captures/attack-fixture.ts';
import { perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { register } from '../webhooks/log-fixture.ts';
import { ended, openProcessCamera, reusing, startProcess } from './process-fixture.ts';

let platform: TestService;
let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  platform = await startTestService({ clock: createRunningClock() });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const there = await newMerchant(platform, {
    scopes: ['processes:write', 'processes:read', 'captures:read'],
  });
  const { secret } = await register(platform, there, `${url}/identity-platform/events`);
  const started = await startTestService({
    env: {
      PORT: String(port),
      TITULAR_IDENTITY_PLATFORM_URL: platform.url,
      TITULAR_IDENTITY_PLATFORM_TOKEN_URL: `${platform.url}/oauth2/token`,
      TITULAR_IDENTITY_PLATFORM_CLIENT_ID: there.tenant.clientId,
      TITULAR_IDENTITY_PLATFORM_CLIENT_SECRET: there.tenant.clientSecret,
      TITULAR_IDENTITY_PLATFORM_WEBHOOK_SECRETS: secret,
    },
  });
  service = { ...started, url };
  merchant = await newMerchant(service);
});
afterAll(async () => {
  await service.close();
  await platform.close();
});

test('one deployment is the identity platform of another: the person is at one page, and the card is approved at the other', async () => {
  const cpf = newCpf();
  const started = await startProcess(merchant, cpf);
  expect(started.address.startsWith(platform.url)).toBe(true);
  const { phone, attempt } = await openProcessCamera(platform, started);
  await perform(phone, attempt, 'a');
  expect(await ended(merchant, started.id)).toMatchObject({
    result: 'PROCESS_RESULT_OK',
    authenticationInfo: {
      livenessResult: 'LIVENESS_RESULT_LIVE',
      authenticationResult: 'AUTHENTICATION_RESULT_POSITIVE',
    },
  });
  const { status, body } = await merchant.create(reusing(started.id, cpf));
  expect([status, Object.keys(body).sort()]).toEqual([200, ['id', 'status']]);
  expect(await endOf(service, merchant, String(body['id']))).toEqual({
    status: 'approved',
    reasons: ['live_elsewhere', 'enrolled', 'enrolled_unproven'],
  });
});
