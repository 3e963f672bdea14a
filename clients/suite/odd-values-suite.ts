import { LONG_SENTENCE, ODD_REQUEST_IDS } from '@titular/test-kit/client-cases/answer-cases.ts';
import { CASE_ID, CASE_REQUEST } from '@titular/test-kit/client-cases/retry-cases.ts';
import { refusal, startScripted, status } from '@titular/test-kit/services/scripted-service.ts';
import { expect, test } from 'vitest';
import { BROKEN_TEXT, type DrivenClient, NOT_A_NUMBER } from './driven-client.ts';

const credentials = { clientId: 'shop', clientSecret: 'canary-secret-4711' };
const READ = { method: 'readTransaction', args: [CASE_ID] };
const WAIT = { method: 'waitForFinal', args: [CASE_ID] };

/** What every client makes of values that no request can hold, and of times that nobody means. */
function holdOddInput(drive: DrivenClient): void {
  test('a number that JSON does not have is refused before anything is sent', async () => {
    const service = await startScripted();
    const create = { method: 'createTransaction', args: [{ ...CASE_REQUEST, value: NOT_A_NUMBER }] };
    const { results } = await drive({ url: service.url, credentials, calls: [create] });
    expect(results[0]?.wrong).toContain('body cannot be written as JSON');
    expect([service.seen.length, service.tokenRequests.length]).toEqual([0, 0]);
  });

  test('a text that is none is refused before anything is sent, in a body, an id and a query', async () => {
    const service = await startScripted();
    const calls = [
      { method: 'createTransaction', args: [{ ...CASE_REQUEST, orderNumber: BROKEN_TEXT }] },
      { method: 'readTransaction', args: [BROKEN_TEXT] },
      { method: 'listTransactions', options: { orderNumber: BROKEN_TEXT } },
    ];
    const { results } = await drive({ url: service.url, credentials, calls });
    const [body, id, query] = results.map(({ wrong }) => wrong);
    expect(body).toContain('body cannot be written as JSON');
    expect(id).toMatch(/^transaction_?id is not an id$/i);
    expect(query).toContain('a parameter is no text of Unicode');
    expect([service.seen.length, service.tokenRequests.length]).toEqual([0, 0]);
  });

  test('a Retry-After of centuries is told, and nothing is waited for (R71)', async () => {
    const service = await startScripted();
    service.script.push(refusal('42901', { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }));
    const { results, slept } = await drive({ url: service.url, credentials, calls: [READ] });
    expect(results[0]?.error).toMatchObject({ code: '42901' });
    expect(slept).toEqual([]);
  });

  test('a wait for an end pauses for a second at least, though a fault or a wrong clock says none is needed (R71)', async () => {
    const service = await startScripted();
    const hasty = ['0', 'Thu, 01 Jan 2026 11:00:00 GMT', '0'];
    service.script.push(...hasty.map((after) => refusal('42901', { 'retry-after': after })));
    service.script.push(status('approved'));
    const { results, slept } = await drive({ url: service.url, credentials, calls: [WAIT] });
    expect(results[0]?.value).toMatchObject({ status: 'approved' });
    expect(slept).toEqual([1, 1, 1]);
  });
}

/** What every client makes of words that are none of the service. */
function holdOddAnswers(drive: DrivenClient): void {
  test('a sentence that came is one line of a log, whatever signs it has', async () => {
    const service = await startScripted();
    const sentence = 'Refused.\r\nroot logged in\u001b[2J\u0085\u2028end';
    service.script.push({ status: 400, body: { code: '40002', message: sentence } });
    service.tokenScript.push({ status: 401, body: { error: 'x', error_description: sentence } });
    const { results } = await drive({ url: service.url, credentials, calls: [READ, READ] });
    for (const { error, text = '' } of results) {
      expect(error?.code).toMatch(/^(?:x|40002)$/);
      expect(text).toContain('Refused. root logged in [2J end');
      expect(text).not.toMatch(/\u001b|\r|\u0085|\u2028|\nroot/);
    }
    service.script.push({ status: 400, body: { code: '40002', message: LONG_SENTENCE } });
    const { results: long } = await drive({ url: service.url, credentials, calls: [READ] });
    expect(long[0]?.text).toContain('long 😀 long');
    expect(long[0]?.text).not.toContain('end of a gateway');
  });

  test('what is no sub-code of the token endpoint is neither a code nor a part of an address', async () => {
    const service = await startScripted();
    const body = { error: 'invalid_client', error_description: 'Refused.', sub_code: 'x"\ncanary' };
    service.tokenScript.push({ status: 401, body });
    const { results } = await drive({ url: service.url, credentials, calls: [READ] });
    const { error } = results[0] ?? {};
    expect(error).toMatchObject({ code: 'invalid_client', docs: `${service.url}/docs` });
    expect(JSON.stringify(results)).not.toContain('canary');
  });

  test.each(ODD_REQUEST_IDS)('a request id that is none of the service is not told: %s', async (id) => {
    const service = await startScripted();
    const headers = { 'x-request-id': id };
    service.script.push(refusal('40401', headers));
    service.tokenScript.push({ status: 401, body: { error: 'invalid_client' }, headers });
    const { results } = await drive({ url: service.url, credentials, calls: [READ, READ] });
    expect(results.map(({ error }) => [error?.status, error?.requestId ?? ''])).toEqual([
      [401, ''],
      [404, ''],
    ]);
    expect(JSON.stringify(results)).not.toContain(id);
  });
}

/** What every client makes of values and answers that nobody means. */
export function holdOddValues(drive: DrivenClient): void {
  holdOddInput(drive);
  holdOddAnswers(drive);
}
