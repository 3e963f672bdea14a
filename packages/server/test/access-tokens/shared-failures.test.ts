import { randomBytes } from 'node:crypto';
import { createFailureLimit } from '@titular/server/access-tokens/failures/failure-limit.ts';
import { deleteWholeBudgets } from '@titular/server/access-tokens/failures/failure-store.ts';
import { createSharedFailures } from '@titular/server/access-tokens/failures/share-failures.ts';
import { createAuthenticationGuard } from '@titular/server/access-tokens/grants/guard-authentication.ts';
import { refused } from '@titular/server/access-tokens/grants/oauth-error.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { insertDeployment } from '@titular/server/tenants/deployment-store.ts';
import { createDeploymentKey } from '@titular/server/tenants/keys/deployment-keys.ts';
import { fixedMasterKeys, masterKeyCheck, parseMasterKey } from '@titular/server/tenants/keys/master-key.ts';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const BURST = 10;
const PROCESSES = 4;
const ADDRESS = '192.0.2.7';

let clone: ClonedDatabase;
let databases: Database[];
const clock = { ms: 0 };
const masterKey = parseMasterKey(randomBytes(32).toString('base64'));

beforeAll(async () => {
  clone = await cloneDatabase();
  databases = Array.from({ length: PROCESSES }, () => connect(clone.connectionString, 3, () => undefined));
  await insertDeployment(first().db, 'test', masterKey.id, masterKeyCheck(masterKey));
});
afterEach(async () => {
  await sql`DELETE FROM failed_authentications`.execute(first().db);
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await clone.drop();
});

const first = (): Database => databases[0] as Database;

/** What each process answers a request with that proves nothing, or one that is good. */
async function openGuards(count = PROCESSES) {
  const masterKeys = await fixedMasterKeys(masterKey);
  const guards = databases.slice(0, count).map(({ db }) => {
    const share = createSharedFailures(db, createDeploymentKey(db, masterKeys, 'failures'));
    return createAuthenticationGuard(createFailureLimit(() => clock.ms, BURST, share));
  });
  const run = async (index: number, clientName: string, sourceAddress: string, isGood: boolean) => {
    const guard = guards[index % guards.length];
    const outcome = await guard?.({ clientName, sourceAddress }, async () =>
      isGood ? { kind: 'granted' } : refused('client_authentication_failed'),
    );
    return outcome && 'subCode' in outcome ? outcome.subCode : outcome?.kind;
  };
  return {
    fail: (index: number, clientName = 'shop', address = ADDRESS) => run(index, clientName, address, false),
    succeed: (index: number, clientName = 'shop', address = ADDRESS) => run(index, clientName, address, true),
  };
}

const countOf = (answers: readonly (string | undefined)[], answer: string): number =>
  answers.filter((one) => one === answer).length;

describe('failed authentications over processes (S4)', () => {
  test.each([1, PROCESSES])('as many are free over %i as over one, one after the other', async (count) => {
    const { fail } = await openGuards(count);
    const answers: (string | undefined)[] = [];
    for (let index = 0; index < 3 * BURST; index += 1) answers.push(await fail(index));
    expect(countOf(answers, 'client_authentication_failed')).toBe(BURST);
    expect(answers.slice(BURST)).toEqual(Array(2 * BURST).fill('account_locked'));
  });

  test('as many are free when all come at once', async () => {
    const { fail } = await openGuards();
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => fail(index)));
    expect(countOf(answers, 'client_authentication_failed')).toBe(BURST);
    expect(countOf(answers, 'account_locked')).toBe(50);
  });

  test('names from one network share ten times as many, whichever process they meet', async () => {
    const { fail } = await openGuards();
    const answers = await Promise.all(
      Array.from({ length: 15 * BURST }, (_, index) => fail(index, `shop-${index}`)),
    );
    expect(countOf(answers, 'client_authentication_failed')).toBe(10 * BURST);
  });

  test('the right secret is let in at every process, and another client or network has its own budget', async () => {
    const { fail, succeed } = await openGuards();
    for (let index = 0; index < 2 * BURST; index += 1) await fail(index);
    expect(await Promise.all([0, 1, 2, 3].map((index) => succeed(index)))).toEqual(Array(4).fill('granted'));
    expect(await fail(1, 'another')).toBe('client_authentication_failed');
    expect(await fail(2, 'shop', '198.51.100.9')).toBe('client_authentication_failed');
  });

  test('a good authentication costs no statement, whatever failed before', async () => {
    const { fail, succeed } = await openGuards(1);
    await fail(0);
    let statements = 0;
    const count = (): void => {
      statements += 1;
    };
    first().pool.on('acquire', count);
    await Promise.all(Array.from({ length: 20 }, () => succeed(0)));
    first().pool.off('acquire', count);
    expect(statements).toBe(0);
  });

  test('where the database does not count, each process does for itself', async () => {
    const { fail } = await openGuards(1);
    await fail(0, 'early');
    await sql`ALTER TABLE failed_authentications RENAME TO gone`.execute(first().db);
    const answers: (string | undefined)[] = [];
    for (let index = 0; index < 2 * BURST; index += 1) answers.push(await fail(index, 'late'));
    await sql`ALTER TABLE gone RENAME TO failed_authentications`.execute(first().db);
    expect(countOf(answers, 'client_authentication_failed')).toBe(BURST);
  });
});

describe('what the database keeps of failures', () => {
  test('neither client name nor address, and nothing once the budget is whole again', async () => {
    const { fail } = await openGuards(1);
    await fail(0);
    const { rows } = await sql<{
      text: string;
    }>`SELECT f::text AS text FROM failed_authentications f`.execute(first().db);
    expect(rows).toHaveLength(2);
    const hex = (text: string): string => Buffer.from(text).toString('hex');
    for (const { text } of rows)
      for (const secret of ['shop', ADDRESS]) expect(text).not.toContain(hex(secret));
    expect(await deleteWholeBudgets(first().db, 100)).toBe(0);
    await sql`UPDATE failed_authentications SET whole_at = whole_at - interval '1 minute'`.execute(
      first().db,
    );
    expect([
      await deleteWholeBudgets(first().db, 1),
      await deleteWholeBudgets(first().db, 100),
      await deleteWholeBudgets(first().db, 100),
    ]).toEqual([1, 1, 0]);
  });

  test('a budget left by a clock that stood an hour later is empty, not owed for an hour', async () => {
    const { fail } = await openGuards();
    await fail(0);
    await sql`UPDATE failed_authentications SET whole_at = whole_at + interval '1 hour'`.execute(first().db);
    expect(await fail(1)).toBe('account_locked');
    const { rows } = await sql<{ ahead: number }>`
      SELECT max(extract(epoch FROM whole_at - clock_timestamp()))::float8 AS ahead
      FROM failed_authentications`.execute(first().db);
    expect(rows[0]?.ahead).toBeLessThanOrEqual(10 * BURST + 1);
  });
});
