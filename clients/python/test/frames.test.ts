import { fileURLToPath } from 'node:url';
import { refusal, startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { hasPython, runPython } from './run-python.ts';

const PROGRAM = fileURLToPath(new URL('frames.py', import.meta.url));

/** What nobody may read in a report: secret and token as they are sent, and the secret of an endpoint, text or bytes. */
const SECRETS = ['canary', 'token-', Buffer.from('shop:canary-secret-4711').toString('base64'), 'whsec_'];

describe.skipIf(!hasPython)('an error of the Python client', () => {
  test('leads to no frame whose variables have a secret or a token, which reporters of faults show', async () => {
    const service = await startScripted();
    service.tokenScript.push({ status: 401, body: { error: 'invalid_client' } });
    service.script.push(refusal('50001'), 'reset', refusal('40401'));
    const env = { TITULAR_URL: service.url };
    const { code, stdout, stderr } = await runPython([PROGRAM], { env });
    expect([code, stderr]).toEqual([0, '']);
    const reports = JSON.parse(stdout) as string[];
    const names = ['read_limits', 'read_limits', 'read_limits', '_wait', 'verify_webhook', 'verify_webhook'];
    expect(reports.map((one, at) => one.includes(`in ${names[at]}\n`))).toEqual(names.map(() => true));
    for (const secret of SECRETS) expect(stdout).not.toContain(secret);
  });
});
