import { type ErrorCode, errorCatalogue, oauthErrorCatalogue } from '@titular/contract';
import { buildOpenApi, DEFAULT_SERVER_URL } from '@titular/server/api-docs/openapi.ts';
import { Refusal } from '@titular/server/kernel/base/refusal.ts';
import { routeTable } from '@titular/server/modules.ts';
import { startTestService } from '@titular/test-kit';
import { describe, expect, test } from 'vitest';
import { operationsOf } from '../../api-docs/examples-of.ts';
import { type Ids, matrix } from '../../authorisation/matrix.ts';
import { newMerchant } from '../../transactions/api.ts';

const WAITS = /\bwait\b|\btry again\b|\bagain (after|later|in)\b|Retry-After/i;
const NAMED = [
  ...['transaction', 'company', 'attempt', 'erasure', 'process'],
  ...['endpoint', 'spareEndpoint', 'event', 'delivery'],
];
const SECRET = `tcs_${'x'.repeat(43)}`;
const routes = routeTable({} as never);
const codes = Object.keys(errorCatalogue) as ErrorCode[];

describe('Retry-After (C7, R79)', () => {
  test.each(codes)('%s names a pause exactly where its remedy is to wait', (code) => {
    const { remedy, retryAfterSeconds } = errorCatalogue[code];
    expect(retryAfterSeconds !== undefined, remedy).toBe(WAITS.test(remedy));
    const pause = retryAfterSeconds === undefined ? undefined : String(retryAfterSeconds);
    expect(new Refusal(code).headers['retry-after']).toBe(pause);
    expect(new Refusal(code, 'in other words', { other: 'x' }).headers['retry-after']).toBe(pause);
  });

  test('a pause that is known better takes the place of the one of the catalogue', () => {
    expect(new Refusal('42901', undefined, { 'retry-after': '7' }).headers['retry-after']).toBe('7');
  });

  test('of the token endpoint only the sub-codes of 429 ask to wait', () => {
    const waiting = Object.values(oauthErrorCatalogue).filter(({ remedy }) => WAITS.test(remedy));
    expect(waiting.map(({ httpStatus }) => httpStatus)).toEqual([429, 429]);
  });

  test('is documented wherever a code that waits may come', () => {
    const document = buildOpenApi(routes, DEFAULT_SERVER_URL);
    for (const { operation } of operationsOf(document)) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const waits = (response['x-codes'] ?? []).some(
          (code) => errorCatalogue[code as ErrorCode]?.retryAfterSeconds,
        );
        const isNamed = 'Retry-After' in (response.headers ?? {});
        expect(isNamed, `${operation.operationId} ${status}`).toBe(waits || status === '429');
      }
    }
  });

  test('comes with every fault while the database is away, on every route', async () => {
    const service = await startTestService();
    try {
      const { token, tenant } = await newMerchant(service);
      const ids = Object.fromEntries(NAMED.map((name) => [name, crypto.randomUUID()])) as Ids;
      await service.loseDatabase();
      const answers = await Promise.all(
        routes.map(async ({ operationId, method, path, access }) => {
          const { send, query = '' } = matrix[operationId] ?? {};
          const { body, type } = send?.({ ...ids, company: tenant.companyId }) ?? {};
          const address = path.replace(/:[a-z]+_id/g, ids.transaction).replace(/:[a-z_]+/g, '0');
          const response = await fetch(service.url + address + query, {
            method,
            headers: {
              ...(access === 'token'
                ? { authorization: `Bearer ${token}` }
                : { cookie: `titular-capture=${SECRET}` }),
              ...(type ? { 'content-type': type } : {}),
            },
            ...(body === undefined ? {} : { body }),
          });
          await response.arrayBuffer();
          return { operationId, access, status: response.status, pause: response.headers.get('retry-after') };
        }),
      );
      const faults = answers.filter(({ status }) => status === 500);
      expect(faults.filter(({ pause }) => pause !== '5')).toEqual([]);
      expect(faults.map(({ access }) => access)).toContain('public');
      const behindToken = answers.filter(({ access }) => access === 'token');
      expect(behindToken.filter(({ status }) => status !== 500)).toEqual([]);
    } finally {
      await service.close();
    }
  });
});
