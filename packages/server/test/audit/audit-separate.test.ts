import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  isAuditSeparate,
  separateAuditRole,
  separationStatements,
} from '@titular/server/audit/separate-audit-role.ts';
import { createManualClock } from '@titular/test-kit';
import { codeNamed } from '@titular/test-kit/pages/snippets.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type AuditFixture, asSuperuserIn, openAuditFixture } from './audit-fixture.ts';

let fixture: AuditFixture;
const role = `auditor_${randomBytes(6).toString('hex')}`;

beforeAll(async () => {
  fixture = await openAuditFixture();
  await fixture.write('one', 'two');
});
afterAll(async () => {
  await fixture.drop();
  await asSuperuserIn('@/postgres?', (client) => client.query(`DROP ROLE IF EXISTS ${role}`));
});

const superuserOf = (database: string): string =>
  inject('databaseServer').superuserConnectionString.replace('@/postgres?', `@/${database}?`);

test('the role of the service owns the log until the command gives it to another, once, in the right database (A-16, R95)', async () => {
  const operator = { db: fixture.database.db, clock: createManualClock(), actor: 'command-line:test' };
  expect(await isAuditSeparate(operator.db)).toBe(false);
  await expect(separateAuditRole(operator, superuserOf('postgres'), role)).rejects.toMatchObject({
    kind: 'invalid',
  });
  await expect(separateAuditRole(operator, fixture.connectionString, role)).rejects.toMatchObject({
    kind: 'forbidden',
  });
  expect(await isAuditSeparate(operator.db)).toBe(false);
  const name = /@\/([a-z0-9_]+)\?/.exec(fixture.connectionString)?.[1] ?? '';
  expect(await separateAuditRole(operator, superuserOf(name), role)).toMatchObject({ auditRole: role });
  expect(await isAuditSeparate(operator.db)).toBe(true);
  await expect(separateAuditRole(operator, superuserOf(name), role)).rejects.toMatchObject({
    kind: 'forbidden',
  });
  for (const statement of ['ALTER TABLE audit_log DISABLE TRIGGER ALL', `DELETE FROM audit_log`])
    await expect(fixture.database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  await fixture.write('three');
  expect(await fixture.verify()).toMatchObject({ entries: 4, broken: undefined });
});

test('the documentation tells the same statements', async () => {
  const page = await readFile('docs/audit-log.md', 'utf8');
  const told = codeNamed(page, 'sql', 'hand-over');
  expect(told.trim().split('\n')).toEqual(
    separationStatements('titular_audit', 'titular').map((statement) => `${statement};`),
  );
});
