import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { newId } from '@titular/server/kernel/base/id.ts';
import type { EventSubject } from '@titular/server/webhooks/events/event.ts';
import { recordEvent } from '@titular/server/webhooks/events/record-event.ts';
import { pauseSeconds } from '@titular/server/webhooks/queue/schedule.ts';
import { signWebhook, webhookSecret } from '@titular/server/webhooks/sender/sign-webhook.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { postAndHold } from '@titular/test-kit/post-and-hold.ts';
import { startTestService } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newMerchant } from '../transactions/api.ts';
import { type Fixture, openFixture } from './webhook-fixture.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

let guide: string;
let directory: string;
let fixture: Fixture;
const children: ChildProcess[] = [];

/** The code of the guide under the name it has there. */
function snippet(language: 'js' | 'sh', name: string): string {
  const code = new RegExp(`\`\`\`${language} ${name}\\n([\\s\\S]*?)\n\`\`\``).exec(guide)?.[1];
  if (code === undefined) throw new Error(`the guide has ${name}`);
  return code;
}

beforeAll(async () => {
  guide = await readFile(join(ROOT, 'docs/webhooks.md'), 'utf8');
  directory = await mkdtemp(join(tmpdir(), 'titular-guide-'));
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  for (const name of ['receiver.mjs', 'with-client.mjs', 'verify.mjs'])
    await writeFile(join(directory, name), snippet('js', name));
  fixture = await openFixture();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await fixture.close();
  await rm(directory, { recursive: true });
});

/** The guide's receiver in a process of its own; `line` gives what it prints, line by line. */
async function startReceiver(secret: string, port: number) {
  const child = spawn(process.execPath, [join(directory, 'receiver.mjs')], {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string | undefined> => (await lines.next()).value;
  expect(await line()).toBe('ready');
  return { line, child };
}

describe('the receiver of the guide', () => {
  test('takes what the service signed, works on each event once, drops what is stale, and keeps no status but of its own buyer (R41)', async () => {
    const companyId = await fixture.newCompany();
    const port = await findFreePort();
    const { secret } = await fixture.register(companyId, `http://127.0.0.1:${port}/`, {
      statuses: ['processing', 'approved'],
    });
    const { line, child } = await startReceiver(secret, port);
    const [first, second] = [newId(), newId()];
    const { tenantId, clock, database } = fixture;
    const recordSubject = (subject: EventSubject) =>
      database.db
        .transaction()
        .execute((trx) => recordEvent(trx, { tenantId, companyId, subject, at: clock.now() }));
    const record = (
      transactionId: string,
      status: 'processing' | 'approved',
      sequence: number,
      hasIdentityChanged?: boolean,
    ) =>
      recordSubject({
        type: status === 'approved' ? 'transaction.finished' : 'transaction.changed',
        transactionId: asId(transactionId),
        status,
        sequence,
        hasIdentityChanged,
      });
    const about = { kind: 'transaction', id: asId(first) } as const;
    await record(first, 'approved', 3);
    await fixture.sendDue();
    expect(await line()).toBe(`${first} is approved`);
    // What a person asks for has no sequence: it changes no status, and lets nothing earlier in.
    await recordSubject({ type: 'erasure.requested', about });
    await recordSubject({ type: 'link.requested', about, linkState: 'used' });
    await fixture.sendDue();
    await record(first, 'processing', 2);
    await fixture.sendDue();
    // Everything once more, as after an answer that was lost.
    await database.db
      .updateTable('deliveries')
      .set({ state: 'pending', next_attempt_at: clock.now() })
      .execute();
    await fixture.sendDue();
    await record(second, 'approved', 3, true);
    await fixture.sendDue();
    expect(await line()).toBe(`${second} is inconclusive`);
    expect((await fixture.listDeliveries()).map(({ state }) => state)).toEqual(Array(5).fill('delivered'));
    const refused = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
    expect(refused.status).toBe(400);
    expect(await postAndHold(`http://127.0.0.1:${port}/`, 65_537)).toEqual({
      status: 413,
      connection: 'close',
    });
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  });
});

test('the client takes what was signed once, and drops what is stale, forged or there already (R40)', async () => {
  const { receive } = await import(/* @vite-ignore */ pathToFileURL(join(directory, 'with-client.mjs')).href);
  const [secret = '', foreign = ''] = [1, 2].map(() => webhookSecret(randomBytes(32)));
  const [transactionId, stolen, id, former] = [newId(), newId(), newId(), newId()];
  const told = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => told.mockRestore());
  const send = (event: { id: string; type: string; status: string; sequence: number }, by = secret) => {
    const now = new Date();
    const time = now.toISOString();
    const body = JSON.stringify({ transactionId, ...event, time, environment: 'test' });
    return receive(Buffer.from(body), signWebhook(event.id, now, body, [by]), [secret]);
  };
  const finished = { id, type: 'transaction.finished', status: 'approved', sequence: 3 };
  await expect(send(finished, foreign)).rejects.toMatchObject({ code: 'no_matching_signature' });
  expect(await send(finished)).toBe('handled');
  expect(await send(finished)).toBe('repeated');
  expect(await send({ ...finished, id: former, status: 'expired', sequence: 2 })).toBe('stale');
  const changed = { ...finished, id: newId(), transactionId: stolen, hasIdentityChanged: true };
  expect(await send(changed)).toBe('handled');
  expect(told.mock.calls).toEqual([[`${transactionId} is approved`], [`${stolen} is inconclusive`]]);
});

test('the check without a library takes what either secret of a rotation signed, and nothing old, altered or foreign (R40, R41)', async () => {
  const { isGenuine } = await import(/* @vite-ignore */ pathToFileURL(join(directory, 'verify.mjs')).href);
  const [former, present, foreign] = [1, 2, 3].map(() => webhookSecret(randomBytes(32)));
  const now = new Date('2026-01-01T00:00:00Z');
  const body = '{"id":"x"}';
  const headers = signWebhook('x', now, body, [present ?? '', former ?? '']);
  const at = (seconds: number): number => now.getTime() + seconds * 1000;
  for (const secret of [former, present]) expect(isGenuine(body, headers, [secret], at(0))).toBe(true);
  expect(isGenuine(body, headers, [foreign], at(0))).toBe(false);
  expect(isGenuine(`${body} `, headers, [present], at(0))).toBe(false);
  expect([299, 301, -301].map((seconds) => isGenuine(body, headers, [present], at(seconds)))).toEqual([
    true,
    false,
    false,
  ]);
  expect(isGenuine(body, {}, [present], at(0))).toBe(false);
  // With the key of an empty secret anybody could sign.
  const short = `whsec_${randomBytes(23).toString('base64')}`;
  for (const secret of ['', 'whsec_', (present ?? '').slice('whsec_'.length), short])
    expect(() => isGenuine(body, headers, [secret], at(0))).toThrow('whsec_…');
});

test('the guide names the schedule as it is', () => {
  const units = [
    [3600, 'hours'],
    [60, 'minutes'],
    [1, 'seconds'],
  ] as const;
  const inWords = (seconds: number): string => {
    const [size, name] = units.find(([unit]) => seconds >= unit) ?? units[2];
    return `${seconds / size} ${name}`;
  };
  const pauses = [1, 2, 3, 4, 5, 6, 7].map((failures) => inWords(pauseSeconds(failures, 0.5)));
  expect(/<!-- schedule -->([\s\S]*?)<!-- \/schedule -->/.exec(guide)?.[1]).toBe(pauses.join(', '));
});

test('its requests do what it says', async () => {
  const service = await startTestService();
  const merchant = await newMerchant(service);
  const env = {
    BASE: service.url,
    TOKEN: merchant.token,
    COMPANY: merchant.tenant.companyId,
  };
  const run = async (name: string, more: object = {}): Promise<Record<string, unknown>> => {
    const { stdout } = await promisify(execFile)('/bin/bash', ['-c', snippet('sh', name)], {
      env: { ...env, ...more },
    });
    return JSON.parse(stdout);
  };
  try {
    const made = await run('create-endpoint');
    expect(made).toMatchObject({ statuses: ['approved', 'inconclusive', 'expired'], enabled: true });
    const ENDPOINT = String(made['id']);
    const tested = await run('send-test', { ENDPOINT });
    const pulled = await run('pull');
    expect(pulled['events']).toMatchObject([
      { id: tested['id'], type: 'endpoint.test', endpointId: ENDPOINT },
    ]);
    const rotated = await run('rotate', { ENDPOINT });
    expect(rotated['secret']).not.toBe(made['secret']);
    const SINCE = new Date(Date.now() - 60_000).toISOString();
    expect(await run('resend-failed', { ENDPOINT, SINCE })).toMatchObject({ hasMore: false });
  } finally {
    await service.close();
  }
});
