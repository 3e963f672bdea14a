import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CommandFixture, openCommandFixture } from './command-fixture.ts';

let fixture: CommandFixture;
beforeAll(async () => {
  fixture = await openCommandFixture();
}, 360_000);
afterAll(() => fixture?.drop());

const db = () => fixture.database.db;

/** Ends the connection while it commits, as a server that goes away then; what was asked for is not made here, but nobody is told so. */
async function endAtCommit(): Promise<void> {
  await sql`CREATE FUNCTION end_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`.execute(db());
  await sql`CREATE CONSTRAINT TRIGGER end_at_commit AFTER INSERT ON service_accounts
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION end_at_commit()`.execute(db());
}
afterEach(async () => {
  await sql`DROP TRIGGER IF EXISTS end_at_commit ON service_accounts`.execute(db());
  await sql`DROP FUNCTION IF EXISTS end_at_commit`.execute(db());
});

describe('the public parts of receipt keys that end at once', () => {
  test('are in a file before, since nothing else verifies the receipts of before (R12)', async () => {
    const { key } = await fixture.ask('keys', 'rotate-signing', '--purpose', 'receipt');
    const words = ['keys', 'rotate-signing', '--at-once', '--purpose', 'receipt'];
    const refused = await fixture.run(...words);
    expect(refused.code).not.toBe(0);
    expect(refused.errors).toContain('--out is missing');
    const known = await fixture.ask<{ key: string; retiredAt?: string | null }[]>('keys', 'list-signing');
    expect(known.find((one) => one.key === key)?.retiredAt ?? undefined).toBeUndefined();
    const file = join(fixture.directory, 'receipt-keys.json');
    const told = await fixture.ask<{ retiring: string[] }>(...words, '--out', file);
    expect(told.retiring).toContain(key);
    const { keys } = JSON.parse(await readFile(file, 'utf8'));
    expect(keys).toContainEqual(expect.objectContaining({ kid: key, kty: 'EC', use: 'sig' }));
    expect(JSON.stringify(keys)).not.toContain('"d"');
  });
});

describe('what is seen once and goes to a file', () => {
  test('stays there where the commit had no answer, since it may be the only copy (R81)', async () => {
    await fixture.run('tenants', 'create', 'Loja Azul');
    await endAtCommit();
    const file = join(fixture.directory, 'account.json');
    const { code, errors } = await fixture.run('service-accounts', 'create', 'shop', '--out', file);
    expect(code).not.toBe(0);
    expect(errors).toContain('may be valid');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ account: 'shop' });
  });

  test('is gone again where it was not made (R81)', async () => {
    const file = join(fixture.directory, 'refused.json');
    const words = ['service-accounts', 'create', 'twice', '--out'];
    await fixture.run(...words, join(fixture.directory, 'first.json'));
    expect((await fixture.run(...words, file)).code).toBe(4);
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });
});
