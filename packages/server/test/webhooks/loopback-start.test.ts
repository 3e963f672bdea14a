import { execFile } from 'node:child_process';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestService } from '@titular/test-kit/start-test-service.ts';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';

const program = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));

/** The warnings of a start with these settings. */
async function warningsOf(env: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const service = await startTestService({ env, log: pino({ level: 'warn', base: null }, sink) });
  await service.close();
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

describe('receivers on loopback (R48)', () => {
  test('stop a start in production with one sentence, before anything is opened', async () => {
    const env = {
      TITULAR_ENV: 'production',
      TITULAR_PUBLIC_URL: 'https://pay.example',
      TITULAR_MASTER_KEY: `${'A'.repeat(43)}=`,
      TITULAR_WEBHOOK_LOOPBACK: 'on',
    };
    const start = promisify(execFile)(process.execPath, [program], { env });
    await expect(start).rejects.toMatchObject({
      stderr: 'titular cannot start: TITULAR_WEBHOOK_LOOPBACK must be off in production.\n',
    });
  });

  test('are told of in the log of a start in test, and off unless asked for', async () => {
    const warning = 'webhooks may go to loopback addresses (TITULAR_WEBHOOK_LOOPBACK)';
    expect(await warningsOf({ TITULAR_WEBHOOK_LOOPBACK: 'on' })).toContain(warning);
    expect(await warningsOf({})).not.toContain(warning);
  });
});
