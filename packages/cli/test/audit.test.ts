import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { asSuperuserIn } from '../../server/test/audit/audit-fixture.ts';
import { type CommandFixture, openCommandFixture, runInProcess } from './command-fixture.ts';

type Verdict = {
  holds: boolean;
  entries: number;
  lastHash: string;
  anchorPosition: number | null;
  break: { kind: string; position: number | null; entry: string | null } | null;
};

let fixture: CommandFixture;

beforeAll(async () => {
  fixture = await openCommandFixture();
  for (const name of ['One', 'Two', 'Three']) await fixture.ask('tenants', 'create', name);
});
afterAll(() => fixture.drop());

const forge = (statement: string) =>
  asSuperuserIn(fixture.connectionString, async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(statement);
  });

test('titular audit list of a tenant that there is not ends with 3, as every other command does (C20)', async () => {
  const { code, errors } = await fixture.run('audit', 'list', '--tenant', crypto.randomUUID());
  expect([code, errors]).toEqual([3, expect.stringContaining('tenant')]);
});

test('titular audit list is narrowed by actor, action, subject and time, as the portal is (P15, P17)', async () => {
  type Row = { actor: string; action: string; subject: string; at: string };
  const list = (...options: string[]) => fixture.ask<Row[]>('audit', 'list', ...options);
  const all = await list();
  const [newest] = all;
  if (!newest) throw new Error('the log is empty');
  expect((await list('--subject', newest.subject)).map(({ subject }) => subject)).toEqual([newest.subject]);
  expect(await list('--action', newest.action, '--actor', newest.actor)).toEqual(
    all.filter(({ action, actor }) => action === newest.action && actor === newest.actor),
  );
  for (const narrow of [
    ['--action', 'no.such'],
    ['--actor', 'nobody'],
    ['--until', '2020-01-01T00:00:00Z'],
  ])
    expect(await list(...narrow)).toEqual([]);
  const said = async (...options: string[]) => (await fixture.run('audit', 'list', ...options)).output;
  expect(await said('--action', 'no.such')).toContain('This release has no action "no.such"');
  expect(await said('--action', 'jobs.retry')).not.toContain('no action');
  expect(await list('--since', '2020-01-01T00:00:00Z')).toEqual(all);
  expect((await fixture.run('audit', 'list', '--since', 'yesterday')).code).toBe(2);
});

test('titular audit verify and pictures status read the replica that DATABASE_REPORT_URL names, and nothing else does (S37)', async () => {
  const replica = await openCommandFixture();
  onTestFinished(replica.drop);
  const settings = {
    DATABASE_URL: fixture.connectionString,
    DATABASE_REPORT_URL: replica.connectionString,
    TITULAR_DATA_DIR: fixture.directory,
  };
  const { code, output, errors } = await runInProcess(['audit', 'verify', '--json'], settings);
  expect(errors).toBe('');
  expect([code, JSON.parse(output)]).toMatchObject([0, { entries: 0, holds: true }]);
  expect((await runInProcess(['pictures', 'status'], settings)).code).toBe(0);
  const { output: listed } = await runInProcess(['audit', 'list', '--json'], settings);
  expect(JSON.parse(listed)).not.toEqual([]);
});

describe('titular audit verify (R95)', () => {
  test('tells how many entries there are and the last hash, which is an anchor later on', async () => {
    const { holds, entries, lastHash } = await fixture.ask<Verdict>('audit', 'verify');
    expect([holds, entries]).toEqual([true, 3]);
    await fixture.ask('tenants', 'create', 'Four');
    const later = await fixture.ask<Verdict>('audit', 'verify', '--from-anchor', lastHash.toUpperCase());
    expect(later).toMatchObject({ holds: true, entries: 4, anchorPosition: 3, break: null });
    expect(later.lastHash).not.toBe(lastHash);
    const { output, code } = await fixture.run('audit', 'verify');
    expect(code).toBe(0);
    expect(output).toContain(later.lastHash);
    expect(output).toContain('The chain holds.');
  });

  test('of an anchor that is no hash says so', async () => {
    for (const anchor of ['', 'x', 'ab'.repeat(31)]) {
      const { code, errors } = await fixture.run('audit', 'verify', '--from-anchor', anchor);
      expect(code).toBe(2);
      expect(errors).toContain('64 hexadecimal digits');
    }
  });

  test('ends with 5 where an anchor is not in the chain, and where an entry is not as it was written', async () => {
    const unknown = await fixture.run('audit', 'verify', '--from-anchor', 'ab'.repeat(32), '--json');
    expect(unknown.code).toBe(5);
    expect(JSON.parse(unknown.output)).toMatchObject({
      holds: false,
      entries: 4,
      break: { kind: 'cut off' },
    });
    await forge(`UPDATE audit_log SET actor = 'nobody' WHERE after->>'name' = 'Two'`);
    const { code, output, errors } = await fixture.run('audit', 'verify', '--json');
    expect(code).toBe(5);
    const verdict = JSON.parse(output) as Verdict;
    expect(verdict).toMatchObject({ holds: false, entries: 1, break: { kind: 'altered', position: 2 } });
    expect(errors).toBe('The audit log does not hold: altered.\n');
    const told = await fixture.run('audit', 'verify');
    expect(told.output).toContain(verdict.break?.entry);
  });
});
