import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { withImportLock } from '@titular/server/references/index.ts';
import { newCpf } from '@titular/test-kit';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { LOCKS_HERE } from '@titular/test-kit/database/locks-here.ts';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CommandFixture, openCommandFixture } from '../command-fixture.ts';

const HEADER = 'identity_key,identity_value,photograph_1,source,date,consent_reference';
const program = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));

let fixture: CommandFixture;
let tenant: TenantId;
let directory: string;
let imports = 0;

beforeAll(async () => {
  fixture = await openCommandFixture({ TITULAR_ENGINE_THREADS: '1' });
});
afterAll(() => fixture.drop());

beforeEach(async () => {
  const created = await fixture.ask<{ tenant: TenantId }>('tenants', 'create', `Banco ${imports}`);
  tenant = created.tenant;
  directory = join(fixture.directory, `import-${imports++}`);
  await mkdir(directory);
});

/** Writes rows of these persons; file names and labels say who they are, as a careless operator's do. */
async function writeRows(...persons: PersonName[]): Promise<string[]> {
  const values = persons.map(() => newCpf());
  const rows = persons.map(
    (person, index) => `cpf,${values[index]},maria-${person}.jpg,onboarding,2026-03-02,consent-${index}`,
  );
  for (const person of persons)
    await writeFile(join(directory, `maria-${person}.jpg`), await poseFrame(person, 'front'));
  await writeFile(join(directory, 'references.csv'), `${[HEADER, ...rows].join('\n')}\n`);
  return values;
}

const words = (...more: string[]): string[] => [
  'references',
  'import',
  directory,
  '--tenant',
  tenant,
  ...more,
];

/** Starts the program itself, in a process of its own. */
function start(...more: string[]) {
  const child = spawn(process.execPath, [program, ...words(...more)], {
    env: {
      ...COMPILE_CACHE,
      DATABASE_URL: fixture.connectionString,
      TITULAR_DATA_DIR: fixture.directory,
      TITULAR_ENGINE_THREADS: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { output: '', errors: '' };
  child.stdout.on('data', (part) => (written.output += part));
  child.stderr.on('data', (part) => (written.errors += part));
  return { child, ended: once(child, 'close'), written };
}

const db = () => fixture.database.db;

/** What stands of the tenant: references, those of them without a face, faces without a reference, and entries of the audit log. */
async function state(): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    SELECT (SELECT count(*)::int FROM face_references WHERE tenant_id = ${tenant}) AS references,
      (SELECT count(*)::int FROM face_templates WHERE tenant_id = ${tenant}) AS faces,
      (SELECT count(*)::int FROM face_references r WHERE tenant_id = ${tenant} AND NOT EXISTS (
        SELECT FROM face_templates f WHERE f.tenant_id = r.tenant_id AND f.proven_by = r.reference_id)) AS without_face,
      (SELECT count(*)::int FROM audit_log WHERE tenant_id = ${tenant} AND action = 'reference.create') AS audited`.execute(
    db(),
  );
  return rows[0] ?? {};
}

const enrolled = (count: number) => ({ references: count, faces: count, without_face: 0, audited: count });

/** Keeps every row from being enrolled, in the middle of its commit, while `work` goes on: by the lock of the gallery, held outside of a transaction. */
async function whileRowsWait(work: () => Promise<void>): Promise<void> {
  const gallery = `faces/${tenant}/cpf`;
  await db()
    .connection()
    .execute(async (held) => {
      await sql`SELECT pg_advisory_lock(hashtextextended(${gallery}, 0))`.execute(held);
      try {
        await work();
      } finally {
        await sql`SELECT pg_advisory_unlock(hashtextextended(${gallery}, 0))`.execute(held);
      }
    });
}

/** Waits until a row waits for the lock. */
const rowsWait = () =>
  eventually(async () => {
    const { rows } = await sql<{ waiting: number }>`
      SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db());
    expect(rows[0]?.waiting).toBeGreaterThan(0);
  });

const reportLines = async () =>
  (await readFile(join(directory, 'references.report.jsonl'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('titular references import (R65)', () => {
  test('killed between begin and commit of a row leaves nothing half, and goes on when it is run again', async () => {
    await writeRows('a', 'b', 'c');
    const first = start();
    await whileRowsWait(async () => {
      await rowsWait();
      first.child.kill('SIGKILL');
      await first.ended;
    });
    const before = await state();
    expect(before).toEqual(enrolled(before['references'] ?? 0));
    expect(before['references']).toBeLessThan(3);
    const second = start('--json');
    expect(await second.ended).toEqual([0, null]);
    expect(JSON.parse(second.written.output)).toMatchObject({ ending: 'done', rows: 3, refused: 0 });
    expect(await state()).toEqual(enrolled(3));
  });

  test('finishes the rows under way at Ctrl-C, says how to go on, and ends with 130', async () => {
    await writeRows('a', 'b', 'c');
    const first = fixture.start(...words());
    await whileRowsWait(async () => {
      await rowsWait();
      first.interrupt();
    });
    expect(await first.ended).toBe(130);
    expect(first.lines().join('\n')).toContain('Run the same command again to go on');
    const { references = 0 } = await state();
    expect(references).toBeGreaterThan(0);
    expect(await state()).toEqual(enrolled(references));
    const second = start('--json');
    expect(await second.ended).toEqual([0, null]);
    expect(JSON.parse(second.written.output)).toMatchObject({ ending: 'done', enrolled: 3 });
    expect(await state()).toEqual(enrolled(3));
  });

  test('lists duplicates before anything is enrolled, with exit code 4', async () => {
    await writeRows('a', 'a', 'b');
    const stopped = await fixture.run(...words());
    expect([stopped.code, await state()]).toEqual([4, enrolled(0)]);
    expect(stopped.output).toMatch(/row 2: 40086 The face is that of row 3/);
    expect(stopped.errors).toContain('--skip-duplicates');
    const skipped = await fixture.run(...words('--skip-duplicates'));
    expect([skipped.code, await state()]).toEqual([1, enrolled(1)]);
  });

  test('ends with 1 and a summary where a row was refused, and tells no name, number or path anywhere', async () => {
    const values = await writeRows('a', 'b');
    await writeFile(join(directory, 'maria-b.jpg'), 'no picture');
    const { code, output, errors } = await fixture.run(...words());
    expect([code, await state()]).toEqual([1, enrolled(1)]);
    expect(output).toContain('2 rows: 1 enrolled, 1 refused.');
    expect(output).toMatch(/row 3: 40080 photograph_1 cannot be read: it is not a JPEG/);
    expect(errors).toContain('1 rows were refused');
    const told = [output, errors, JSON.stringify(await reportLines())].join('\n');
    expect(told).not.toMatch(/maria|consent-/);
    for (const value of values) expect(told).not.toContain(value);
    const audit = await db().selectFrom('audit_log').selectAll().where('tenant_id', '=', tenant).execute();
    expect(JSON.stringify(audit)).not.toMatch(new RegExp(['maria', 'consent-', ...values].join('|')));
  });

  test('is alone: a second one of the same tenant is refused while it goes on', async () => {
    await writeRows('a');
    const { code, errors } = await withImportLock(db(), tenant, () => fixture.run(...words()));
    expect([code, errors]).toEqual([4, expect.stringContaining('Another command is importing')]);
    expect(await state()).toEqual(enrolled(0));
  });

  test('that loses the database says so in a sentence, and what to do; so does any command', async () => {
    const { code, errors } = await db()
      .connection()
      .execute(async (held) => {
        await sql`BEGIN`.execute(held);
        await sql`LOCK TABLE companies`.execute(held);
        const running = fixture.run('companies', 'list', '--tenant', tenant);
        await eventually(async () => {
          const { rows } = await sql`SELECT pg_terminate_backend(pid) FROM ${sql.raw(LOCKS_HERE)}
            WHERE NOT granted AND relation = 'companies'::regclass`.execute(held);
          expect(rows.length).toBeGreaterThan(0);
        });
        await sql`ROLLBACK`.execute(held);
        return running;
      });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^The database .+ is shutting down .+\. Run the command again once it serves; .+look first whether it did\.$/m,
    );
  });

  test('writes its report where --report says, takes a CSV file by its own name, and says what is wrong with a call', async () => {
    await writeRows('a');
    const report = join(directory, 'mine.jsonl');
    const file = join(directory, 'references.csv');
    const ran = await fixture.ask(
      'references',
      'import',
      file,
      '--tenant',
      tenant,
      '--report',
      report,
      '--check',
    );
    expect(ran).toMatchObject({ ending: 'checked', ready: 1, report });
    expect(await readFile(report, 'utf8')).toContain('"outcome":"ready"');
    const both = await fixture.run(...words('--check', '--allow-duplicates'));
    expect([both.code, both.errors]).toEqual([2, expect.stringContaining('cannot be given together')]);
    const mistyped = await fixture.run(...words('--alow-duplicates'));
    expect(mistyped.errors).toContain('--allow-duplicates');
    const missing = await fixture.run('references', 'import', `${directory}-none`, '--tenant', tenant);
    expect([missing.code, missing.errors]).toEqual([3, expect.stringContaining('cannot be read (ENOENT)')]);
  });
});
