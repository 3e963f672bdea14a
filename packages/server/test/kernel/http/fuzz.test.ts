import { newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../transactions/api.ts';

/** Raise by hand for a long run. */
const FUZZ_REQUESTS = 1_500;

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

test(`any request whatever gets a documented answer and never a fault, ${FUZZ_REQUESTS} times (R27; seed printed on failure)`, async () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '0', '52998224725', '41111111', '1111', 'Maria'),
  );
  const anything = fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null), fc.array(text), fc.object());
  const sound = newTransactionBody(merchant.tenant.companyId);
  const member = fc.constantFrom(
    'identity',
    'orderNumber',
    'company',
    'card',
    'redirectUrl',
    'value',
    'additionalInfo',
  );
  const cardMember = fc.constantFrom('binDigits', 'lastDigits', 'name', 'expirationDate');
  const body = fc.oneof(
    fc.tuple(member, anything).map(([name, value]) => ({ ...sound, [name]: value })),
    fc
      .tuple(cardMember, anything)
      .map(([name, value]) => ({ ...sound, card: { ...(sound['card'] as object), [name]: value } })),
    fc.object(),
  );
  const request = fc.oneof(
    body.map((value) => () => merchant.createRaw(JSON.stringify(value) ?? 'null')),
    text.map(
      // One or two dots, written as %2e or not, lead to another address (WHATWG URL, section 4.4).
      (id) => () => merchant.read(/^\.{0,2}$/.test(id) ? 'x' : encodeURIComponent(id.toWellFormed())),
    ),
    fc.tuple(text, text).map(([name, value]) => async () => {
      const form = new URLSearchParams({
        [name.toWellFormed()]: value.toWellFormed(),
        grant_type: 'client_credentials',
      });
      const response = await fetch(`${service.url}/oauth2/token`, { method: 'POST', body: form });
      await response.arrayBuffer();
      return response;
    }),
  );
  await fc.assert(
    fc.asyncProperty(request, async (send) => {
      expect([200, 400, 401, 403, 404]).toContain((await send()).status);
    }),
    { numRuns: FUZZ_REQUESTS },
  );
});
