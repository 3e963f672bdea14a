import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListCapturesResponse } from '@titular/contract';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCamera, perform } from '../../server/test/captures/phone.ts';
import { type Merchant, newMerchant } from '../../server/test/transactions/api.ts';
import { runInProcess, startCommandLine } from './command-fixture.ts';

let service: TestService;
let merchant: Merchant;
let id: string;
let directory: string;
const cpf = newCpf();

async function capture(changes: object = {}): Promise<string> {
  const { phone, attempt, id: transaction } = await openCamera(service, merchant, changes);
  await perform(phone, attempt, 'a');
  await eventually(async () =>
    expect((await merchant.read(transaction)).body['status']).not.toBe('processing'),
  );
  return transaction;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-test-'));
  service = await startTestService();
  merchant = await newMerchant(service);
  id = await capture();
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

const db = () => service.service.database.db;
const environment = () => ({
  DATABASE_URL: service.config.databaseUrl,
  TITULAR_DATA_DIR: service.config.dataDirectory,
});

const titular = (...words: string[]) => runInProcess(words, environment());

const exporting = (transaction: string, to: string, reason = 'ticket 4711') => [
  'captures',
  'export',
  transaction,
  '--reason',
  reason,
  '--to',
  join(directory, to),
];

const looksAt = async (transaction: string) =>
  db()
    .selectFrom('audit_log')
    .select(['actor', 'after'])
    .where('action', '=', 'captures.look')
    .where('subject', '=', `transaction/${transaction}`)
    .orderBy('entry_id')
    .execute();

describe('titular captures list', () => {
  test('tells what the API tells, as tables or as JSON, and is no look', async () => {
    const { body } = await merchant.call('listCaptures', { id });
    const told = await titular('captures', 'list', id, '--json');
    expect(JSON.parse(told.output)).toEqual(body);
    const { output } = await titular('captures', 'list', id.toUpperCase());
    const { attempts, checks } = body as ListCapturesResponse;
    for (const { sha256 } of attempts[0]?.frames ?? []) expect(output).toContain(sha256);
    for (const { check } of checks) expect(output).toContain(check);
    expect(output).not.toMatch(/distance|score|threshold/i);
    expect(await looksAt(id)).toEqual([]);
  });

  test('of what does not exist is exit 3, be it an id or an order number', async () => {
    expect((await titular('captures', 'list', crypto.randomUUID())).code).toBe(3);
    expect((await titular('captures', 'list', 'x')).code).toBe(3);
  });
});

describe('titular captures export (R95)', () => {
  test('writes each held image as it was kept and the checks, for the owner alone, each look on record with the operator and the reason', async () => {
    const { code, errors } = await titular(...exporting(id, 'all'));
    expect([code, errors]).toEqual([0, '']);
    const { attempts } = (await merchant.call('listCaptures', { id })).body as ListCapturesResponse;
    const frames = attempts[0]?.frames ?? [];
    const names = frames.map(({ step, pose }) => `attempt-1-step-${step}-${pose}.jpg`);
    const to = join(directory, 'all');
    expect((await readdir(to)).sort()).toEqual([...names, 'captures.json'].sort());
    expect((await stat(to)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(to)) expect((await stat(join(to, name))).mode & 0o777).toBe(0o600);
    for (const [index, name] of names.entries()) {
      const digest = createHash('sha256')
        .update(await readFile(join(to, name)))
        .digest('hex');
      expect(digest).toBe(frames[index]?.sha256);
    }
    expect(await looksAt(id)).toEqual(
      frames.map(({ step, sha256 }) => ({
        actor: expect.stringMatching(/^command-line:/),
        after: { attempt: attempts[0]?.id, step, reason: 'ticket 4711', imageSha256: sha256 },
      })),
    );
    const record = JSON.parse(await readFile(join(to, 'captures.json'), 'utf8'));
    expect(record).toMatchObject({ id, reason: 'ticket 4711', images: 'held', attempts });
    expect(record.files.map(({ file }: { file: string }) => file)).toEqual(names);
  });

  test('touches no existing file, and looks at nothing then', async () => {
    const earlier = (await looksAt(id)).length;
    const to = join(directory, 'taken');
    await mkdir(to);
    await writeFile(join(to, 'captures.json'), 'mine');
    const { code, errors } = await titular(...exporting(id, 'taken'));
    expect([code, errors]).toEqual([4, expect.stringContaining('exists')]);
    expect(await readdir(to)).toEqual(['captures.json']);
    expect(await readFile(join(to, 'captures.json'), 'utf8')).toBe('mine');
    expect(await looksAt(id)).toHaveLength(earlier);
  });

  test.each([
    [['captures', 'export', 'ID', '--to', 'x'], '--reason is missing'],
    [['captures', 'export', 'ID', '--reason', 'ticket'], '--to is missing'],
    [['captures', 'export', 'ID', '--reason', 'no', '--to', 'TO'], 'reason must be 3 to 200'],
  ])('%j says what is missing, and writes nothing', async (words, why) => {
    const to = join(directory, 'refused');
    const real = words.map((word) => ({ ID: id, TO: to })[word] ?? word);
    const { code, errors } = await titular(...real);
    expect([code, errors]).toEqual([2, expect.stringContaining(why)]);
    await expect(stat(to)).rejects.toThrow('ENOENT');
  });

  test('leaves no file behind when one image does not open; the looks before it stay on record', async () => {
    const broken = await capture();
    await sql`UPDATE capture_frames SET sealed_image = '\\x00' WHERE step = 2 AND attempt_id IN (
      SELECT attempt_id FROM capture_attempts WHERE subject_id = ${broken})`.execute(db());
    const { code, errors } = await titular(...exporting(broken, 'broken'));
    expect([code, errors]).toEqual([1, expect.stringContaining('does not open')]);
    await expect(stat(join(directory, 'broken'))).rejects.toThrow('ENOENT');
    expect(await looksAt(broken)).toHaveLength(2);
  });

  test('leaves no file behind after Ctrl-C, and what was looked at stays on record', async () => {
    const earlier = (await looksAt(id)).length;
    const holder = await service.service.database.pool.connect();
    let running: ReturnType<typeof startCommandLine>;
    try {
      await holder.query('BEGIN');
      // The first look waits for the transaction.
      await holder.query('SELECT FROM transactions WHERE transaction_id = $1 FOR UPDATE', [id]);
      running = startCommandLine(exporting(id, 'interrupted'), environment());
      await eventually(async () => {
        const { rows } = await sql`SELECT FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND datname = current_database()`.execute(db());
        expect(rows.length).toBeGreaterThan(0);
      });
      running.interrupt();
      await holder.query('COMMIT');
    } finally {
      holder.release();
    }
    expect(await running.ended).toBe(130);
    await expect(stat(join(directory, 'interrupted'))).rejects.toThrow('ENOENT');
    expect((await looksAt(id)).length - earlier).toBeLessThanOrEqual(1);
  });

  test('of an erased transaction is refused, and writes nothing (R93)', async () => {
    const erased = await capture({ identity: { key: 'cpf', value: cpf } });
    await merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value: cpf } } });
    const { code, errors } = await titular(...exporting(erased, 'erased'));
    expect([code, errors]).toEqual([3, expect.stringContaining('No image of this transaction is kept')]);
    await expect(stat(join(directory, 'erased'))).rejects.toThrow('ENOENT');
    const { output } = await titular('captures', 'list', erased);
    expect(output).toContain('erased');
  });
});
