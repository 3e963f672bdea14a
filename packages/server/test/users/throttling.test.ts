import { sealAuditLog, verifyAuditLog } from '@titular/server/audit/index.ts';
import { MAX_FAILURES, waitAfter } from '@titular/server/users/sign-in/failure-store.ts';
import { createManualClock } from '@titular/test-kit';
import {
  addMember,
  enrolWithPasskey,
  enrolWithPassword,
  inviteTestMember,
  openBrowser,
  type PasskeyPerson,
  type PasswordPerson,
  signInWithPasskey,
} from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';

const MAX_WAIT_SECONDS = 900;

let service: TestService;
let tenant: TestTenant;
let maria: PasswordPerson;
let joao: PasskeyPerson;
const clock = createManualClock();
beforeEach(async () => {
  service = await startTestService({ clock, env: { TITULAR_TRUSTED_PROXIES: '127.0.0.1' } });
  tenant = await addTenant(service);
  const code = await inviteTestMember(service, tenant.tenantId, { role: 'support' });
  maria = await enrolWithPassword(service, code, 'maria', () => clock.now());
  joao = await addMember(service, tenant.tenantId, { role: 'viewer' });
});
afterEach(() => service?.close());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

const guess = (name: string, address = '198.51.100.7', password = 'not the right password') =>
  openBrowser(service).send(
    'signInWithPassword',
    { body: { name, password, code: '000000' } },
    from(address),
  );

const countFailures = async (): Promise<number> => {
  const rows = await service.service.database.db.selectFrom('login_failures').select('failures').execute();
  return rows.reduce((sum, { failures }) => sum + failures, 0);
};

describe('waits after failed passwords', () => {
  test('grow from the fifth in a row, to at most 15 minutes (P25)', () => {
    expect([1, 4, 5, 6, 7, 13, 14, 99].map(waitAfter)).toEqual([0, 0, 2, 4, 8, 512, 900, 900]);
  });

  test('leave 1,000 guesses from 200 addresses a handful of tries, and the owner the passkey (P25)', async () => {
    const outcomes: string[] = [];
    for (let sent = 0; sent < 1_000; sent += 20) {
      const batch = Array.from({ length: 20 }, (_, at) => guess(joao.name, `203.0.113.${(sent + at) % 200}`));
      outcomes.push(...(await Promise.all(batch)).map(outcomeOf));
    }
    const tried = outcomes.filter((outcome) => outcome === '40345').length;
    expect(tried).toBe(5);
    expect(tried).toBe(await countFailures());
    expect(new Set(outcomes)).toEqual(new Set(['40345', '42905']));
    await signInWithPasskey(service, joao);
  });

  test('end once the clock of the database is set back: a failure that lies ahead holds nobody (R67, R84)', async () => {
    clock.advanceSeconds(3_600);
    for (let tries = 0; tries < 6; tries += 1) await guess(joao.name);
    clock.advanceSeconds(-3_600);
    expect(outcomeOf(await guess(joao.name))).toBe('40345');
    expect(outcomeOf(await guess(joao.name))).toBe('42905');
  });

  test('allow at most 100 tries in a row, then the password is off and the passkey is not (P25)', async () => {
    let tried = 0;
    for (let round = 0; round < MAX_FAILURES + 20; round += 1) {
      clock.advanceSeconds(MAX_WAIT_SECONDS);
      if (outcomeOf(await guess(maria.name)) === '40345') tried += 1;
    }
    expect(tried).toBe(MAX_FAILURES);
    clock.advanceSeconds(31 * 86_400);
    await service.service.database.db.deleteFrom('login_failures').execute();
    const { name, password, totp } = maria;
    const code = totp.generate({ timestamp: clock.now().getTime() });
    const right = await openBrowser(service).send('signInWithPassword', { body: { name, password, code } });
    expect(outcomeOf(right)).toBe('40345');
    await signInWithPasskey(service, joao);
  });

  test('end with the right password, and hold nobody else up (P25)', async () => {
    for (let count = 0; count < 5; count += 1) await guess(maria.name);
    const held = await guess(maria.name);
    expect([outcomeOf(held), held.headers['retry-after']]).toEqual(['42905', '2']);
    expect(outcomeOf(await guess(joao.name, '198.51.100.8'))).toBe('40345');
    clock.advanceSeconds(30);
    const { name, password, totp } = maria;
    const code = totp.generate({ timestamp: clock.now().getTime() });
    await openBrowser(service).call('signInWithPassword', { body: { name, password, code } });
    expect(await countFailures()).toBe(1);
  });
});

describe('a password that is asked for again in a session', () => {
  const again = (password: string) => {
    const code = maria.totp.generate({ timestamp: clock.now().getTime() });
    return maria.browser.send('authenticateAgain', { body: { password, code } }, from('198.51.100.9'));
  };

  test('waits for no failure at the door, and counts its own (P25, P35)', async () => {
    for (let count = 0; count < 6; count += 1) await guess(maria.name);
    expect(outcomeOf(await guess(maria.name))).toBe('42905');
    clock.advanceSeconds(60);
    expect(outcomeOf(await again(maria.password))).toBe('200');
    for (let count = 0; count < 5; count += 1) expect(outcomeOf(await again('a wrong one'))).toBe('40345');
    expect(outcomeOf(await again('a wrong one'))).toBe('42905');
  });
});

describe('whether an account exists', () => {
  test('shows in no answer: body, headers and waits are the same (P26)', async () => {
    const shapes = await Promise.all(
      [maria.name, joao.name, 'nobody at all'].map(async (name, at) => {
        const replies = [];
        for (let count = 0; count < 7; count += 1) replies.push(await guess(name, `192.0.2.${at}`));
        return replies.map(({ status, text, headers }) => [
          status,
          text,
          headers['retry-after'],
          Object.keys(headers),
        ]);
      }),
    );
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
  });
});

const codeIn = (error: unknown): string => /"code":"(\d{5})"/.exec(String(error))?.[1] ?? String(error);

test('names that are taken count against the address, so that a link does not tell who exists (P25, P26)', async () => {
  const strict = await startTestService({ env: { TITULAR_FAILED_AUTHENTICATIONS: '3' } });
  onTestFinished(() => strict.close());
  const { tenantId } = await addTenant(strict);
  const { name } = await addMember(strict, tenantId, { role: 'viewer' });
  const code = await inviteTestMember(strict, tenantId, { role: 'viewer' });
  const outcomes: string[] = [];
  for (let tries = 0; tries < 10; tries += 1)
    outcomes.push(await enrolWithPasskey(strict, code, name).then(() => '200', codeIn));
  expect(outcomes.slice(0, 3)).toEqual(['40076', '40076', '40076']);
  expect(outcomes).toContain('42905');
});

/** How many rows each table holds, in one statement. */
async function countRows(): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    SELECT relname AS name, (xpath('/row/count/text()',
      query_to_xml(format('SELECT count(*) FROM %I', relname), false, true, '')))[1]::text::int AS count
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`.execute(
    service.service.database.db,
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}

describe('failed sign-ins', () => {
  test('add one row for each name, and those of addresses that are gone within minutes (P42, S4)', async () => {
    await guess('stranger', '192.0.2.1');
    await service.service.database.db.deleteFrom('login_failures').execute();
    await service.service.database.db.deleteFrom('failed_authentications').execute();
    const before = await countRows();
    for (let count = 0; count < 60; count += 1) await guess(`stranger ${count % 20}`, `192.0.2.${count}`);
    const after = await countRows();
    expect(before.size).toBeGreaterThan(40);
    // The job of the minute may note that it began with the tenant.
    after.delete('figure_progress');
    const grown = [...after].filter(([name, count]) => count !== before.get(name));
    expect(grown.sort(([, one], [, other]) => one - other)).toEqual([
      ['login_failures', 20],
      ['failed_authentications', 2 * 60],
    ]);
  });

  test('add nothing to the audit log, take little room, and are gone after 30 days (P42)', async () => {
    const { db } = service.service.database;
    const countEntries = async (): Promise<number> => {
      await sealAuditLog(db);
      return (await verifyAuditLog(db, undefined, () => undefined)).entries;
    };
    const before = await countEntries();
    for (let count = 0; count < 60; count += 1) await guess(`stranger ${count % 20}`, `192.0.2.${count}`);
    expect(await countEntries()).toBe(before);
    const kept = await db.selectFrom('login_failures').selectAll().execute();
    expect(kept).toHaveLength(20);
    expect(JSON.stringify(kept)).not.toContain('stranger');
    expect(JSON.stringify(kept[0]).length).toBeLessThan(1_000);
    const { deleteOldFailures } = await import('@titular/server/users/sign-in/failure-store.ts');
    const thirtyDaysAgo = (days: number): Date => new Date(clock.now().getTime() - (30 - days) * 86_400_000);
    expect(await deleteOldFailures(db, thirtyDaysAgo(29), 100)).toBe(0);
    clock.advanceSeconds(1);
    expect(await deleteOldFailures(db, thirtyDaysAgo(30), 100)).toBe(20);
  });
});
