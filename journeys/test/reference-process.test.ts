import type { CreateProcessResponse, ProcessResponse } from '@titular/contract';
import { drivePage } from '@titular/test-kit/browser/drive-page.ts';
import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Journey, openPhone, personBefore, readStatus, startJourney } from './fixture.ts';

const JOURNEY_MS = 540_000;

type Answer<Body> = { status: number; body: Body };

describe('a merchant who knows the person already', () => {
  let journey: Journey;
  beforeAll(async () => {
    journey = await startJourney({ TITULAR_CHALLENGE_STEP_SECONDS: '20' });
  });
  afterAll(() => journey.close());

  async function call<Body>(path: string, body?: object): Promise<Answer<Body>> {
    const response = await fetch(journey.service.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${journey.token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Body };
  }
  const useFor = (cpf: string, processID: string): Promise<Answer<Record<string, string>>> =>
    call('/api/public/v1/walletid/transaction', {
      identity: { key: 'cpf', value: cpf },
      orderNumber: `order-${crypto.randomUUID()}`,
      company: journey.tenant.companyId,
      card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' },
      additionalInfo: { processID },
    });

  test(
    'has the selfie of a process used for a card without a second one, hears of both ends by webhook, and is refused after 61 minutes and for another person (R20, R40)',
    async () => {
      const cpf = newCpf();
      const { body: started } = await call<CreateProcessResponse>('/client/v1/process', {
        person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: cpf, friendlyName: 'Maria da Silva' },
        callbackUri: 'https://shop.example/welcome',
        purpose: 'biometryonboarding',
      });
      const { id, userRedirectUrl } = started.process;
      const browser = await openBrowser(await personBefore('a'));
      try {
        const { page, origins, complaints } = await openPhone(browser, 'pt-BR');
        await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'bem-vinda' }));
        const seen: string[] = [];
        const end = await drivePage(page, userRedirectUrl, async () => {
          seen.push((await page.locator('main').textContent()) ?? '');
        });
        expect({ end, complaints }).toEqual({ end: 'approved', complaints: [] });
        await page
          .locator('[data-action="continue"]')
          .click()
          .catch(() => undefined);
        await page.waitForURL('https://shop.example/**', { timeout: JOURNEY_MS });
        expect(seen.join(' ')).not.toMatch(/cart[ãa]o|compra|pedido/i);
        expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ id, status: 'approved' });
        expect([...origins].sort()).toEqual([journey.service.url, 'https://shop.example'].sort());
      } finally {
        await browser.close();
      }
      expect(await journey.webhooks.nextOfProcess(id)).toMatchObject({
        type: 'process.finished',
        state: 'PROCESS_STATE_FINISHED',
      });
      const { body: told } = await call<ProcessResponse>(`/client/v1/process/${id}`);
      expect(told.process).toMatchObject({
        result: 'PROCESS_RESULT_OK',
        authenticationInfo: {
          livenessResult: 'LIVENESS_RESULT_LIVE',
          authenticationResult: 'AUTHENTICATION_RESULT_POSITIVE',
        },
      });

      const created = await useFor(cpf, id);
      expect(created).toEqual({ status: 200, body: { id: expect.any(String), status: 'processing' } });
      const transactionId = created.body['id'] ?? '';
      expect(await journey.webhooks.next(transactionId)).toMatchObject({
        type: 'transaction.finished',
        status: 'approved',
      });
      expect(await readStatus(journey, transactionId)).toEqual({
        status: 'approved',
        hasIdentityChanged: false,
      });

      expect(await useFor(newCpf(), id)).toMatchObject({ status: 400, body: { code: '40035' } });
      await journey.service.service.database.pool.query(
        `UPDATE processes SET finished_at = finished_at - interval '61 minutes' WHERE process_id = $1`,
        [id],
      );
      expect(await useFor(cpf, id)).toMatchObject({ status: 400, body: { code: '40034' } });
    },
    JOURNEY_MS,
  );
});
