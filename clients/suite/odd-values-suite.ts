import { CASE_ID, CASE_REQUEST } from '@titular/test-kit/client-cases/retry-cases.ts';
import { refusal, startScripted, status } from '@titular/test-kit/services/scripted-service.ts';
import { expect, test } from 'vitest';
import { type DrivenClient, NOT_A_NUMBER } from './driven-client.ts';

const credentials = { clientId: 'shop', clientSecret: 'canary-secret-4711' };
const READ = { method: 'readTransaction', args: [CASE_ID] };
const WAIT = { method: 'waitForFinal', args: [CASE_ID] };

/** What every client makes of numbers and times that nobody means, and of words that are none of the service. */
export function holdOddValues(drive: DrivenClient): void {
  test('a number that JSON does not have is refused before anything is sent', async () => {
    const service = await startScripted();
    const create = { method: 'createTransaction', args: [{ ...CASE_REQUEST, value: NOT_A_NUMBER }] };
    const { results } = await drive({ url: service.url, credentials, calls: [create] });
    expect(results[0]?.wrong).toContain('body cannot be written as JSON');
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
}
