import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { giveInput } from '@titular/test-kit/services/give-input.ts';
import { startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readText } from '../../server/test/evidence/read-pdf.ts';
import { type Merchant, newMerchant } from '../../server/test/transactions/api.ts';
import { runInProcess } from './command-fixture.ts';

const program = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));

let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service?.close());

/** Runs a command; one with something on its standard input in a process of its own. */
async function run(input: string, ...words: string[]) {
  const environment = {
    ...COMPILE_CACHE,
    DATABASE_URL: service.config.databaseUrl,
    TITULAR_DATA_DIR: service.config.dataDirectory,
  };
  if (input === '') return runInProcess(words, environment);
  const child = spawn(process.execPath, [program, ...words], { env: environment });
  giveInput(child, input);
  const [output, errors, code] = await Promise.all([
    readAll(child.stdout),
    readAll(child.stderr),
    new Promise<number>((resolve) => child.once('exit', (exit) => resolve(exit ?? 1))),
  ]);
  return { code, output, errors };
}

async function ask<Answer>(input: string, ...words: string[]): Promise<Answer> {
  const { code, output, errors } = await run(input, ...words, '--json');
  if (code !== 0) throw new Error(`${words.join(' ')}: ${code} ${errors}`);
  return JSON.parse(output) as Answer;
}

describe('transactions note, verdict and withdraw-note', () => {
  test('write what the portal shows, under the operator, and withdraw it again (P17)', async () => {
    const id = String((await merchant.create()).body['id']);
    const words = 'Rang at 14:03, canary';
    const noted = await ask<{ note: string }>(words, 'transactions', 'note', id);
    expect((await run(' ', 'transactions', 'note', id)).errors).toContain('standard input');
    expect((await run('', 'transactions', 'verdict', id, 'fraud')).errors).toContain('verdict');
    await merchant.call('cancelTransaction', { id });
    await ask('saw it', 'transactions', 'verdict', id, 'fraud', '--with-note');
    await ask('', 'transactions', 'verdict', id, 'genuine');
    expect((await run('', 'transactions', 'verdict', id, 'maybe')).code).not.toBe(0);
    const list = await ask<{ note: string; text: string; verdict: string }[]>(
      '',
      'transactions',
      'notes',
      id,
    );
    expect(list).toMatchObject([
      { verdict: 'genuine' },
      { verdict: 'fraud', text: 'saw it' },
      { note: noted.note, text: words, withdrawn: '' },
    ]);
    await ask('', 'transactions', 'withdraw-note', id, noted.note);
    const { db } = service.service.database;
    const rows = await db
      .selectFrom('case_notes')
      .select(['author', 'verdict', 'sealed_text', 'withdrawn_at'])
      .where('tenant_id', '=', merchant.tenant.tenantId)
      .orderBy('note_id')
      .execute();
    expect(rows).toMatchObject([
      { author: expect.stringMatching(/^command-line:/), verdict: null, sealed_text: null },
      { verdict: 'fraud', sealed_text: expect.any(Buffer), withdrawn_at: null },
      { verdict: 'genuine', sealed_text: null, withdrawn_at: null },
    ]);
    const entries = await db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('subject', '=', `transaction/${id}`)
      .orderBy('entry_id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'transaction.write-note',
      'transaction.give-verdict',
      'transaction.give-verdict',
      'transaction.withdraw-note',
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/canary|fraud/);
  });
});

describe('transactions case-file', () => {
  test('writes the signed file of the portal to a new file, with an entry, and never over an old one (P17, F7)', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'titular-case-'));
    try {
      const id = String((await merchant.create()).body['id']);
      const out = join(directory, 'case.pdf');
      const words = ['transactions', 'case-file', id, '--language', 'es', '--out', out];
      expect((await run('', ...words)).code).not.toBe(0);
      await merchant.call('cancelTransaction', { id });
      expect(await ask('', ...words)).toMatchObject({ transaction: id, language: 'es', file: out });
      const text = readText(await readFile(out));
      expect(text).toContain('Expediente de una validación de tarjeta');
      expect(text).toContain('Nadie, según el registro.');
      expect((await run('', ...words)).errors).toContain('exists');
      expect((await run('', 'transactions', 'case-file', id)).errors).toContain('--out');
      const entries = await service.service.database.db
        .selectFrom('audit_log')
        .select(['action', 'actor', 'after'])
        .where('subject', '=', `transaction/${id}`)
        .execute();
      expect(entries).toMatchObject([
        {
          action: 'transaction.make-case-file',
          actor: expect.stringMatching(/^command-line:/),
          after: { language: 'es', pictures: 0 },
        },
      ]);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
