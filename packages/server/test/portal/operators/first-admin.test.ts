import { newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import { changeMember } from '@titular/server/users/index.ts';
import { createManualClock, operatorOf } from '@titular/test-kit';
import {
  addMember,
  addOperator,
  authenticateAgain,
  enrolWithPasskey,
  inviteTestMember,
  type PasskeyPerson,
} from '@titular/test-kit/portal/people.ts';
import { startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf, sendAny } from '../portal-calls.ts';

let service: TestService;
let operator: PasskeyPerson;
/** Somebody who is there already, and whom the host makes a member. */
let other: PasskeyPerson;
let id: TenantId;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  operator = await addOperator(service);
  other = await addOperator(service);
});
afterAll(() => service?.close());
beforeEach(async () => {
  await authenticateAgain(operator);
  const made = await operator.browser.call('addTenantByHand', { body: { name: `Shop ${newId()}` } });
  id = made.id as TenantId;
});

const db = () => service.service.database.db;
const host = () => ({ ...operatorOf(service), clock });
const invite = async (): Promise<string> => {
  const { link } = await operator.browser.call('inviteFirstAdmin', { params: { tenant_id: id } });
  return link.slice(link.indexOf('#') + 1);
};
const take = (code: string): Promise<string> =>
  enrolWithPasskey(service, code, `somebody ${newId()}`).then(
    () => 'taken',
    (error: Error) => /\b4\d{4}\b/.exec(error.message)?.[0] ?? error.message,
  );
const inviteOutcome = async (): Promise<string> =>
  outcomeOf(await sendAny(operator.browser, 'inviteFirstAdmin', { tenant_id: id }));
const row = async () =>
  (await operator.browser.call('searchTenants', { body: { text: id } })).tenants[0] ?? expect.fail('a row');
const ADMIN = { role: 'admin', companies: 'all', isActive: true } as const;
const join = (userId: string, trx = db()) =>
  changeMember({ ...host(), db: trx }, id, userId, ADMIN, { mayJoin: true });

/** Waits until so many connections wait for a lock that the transaction holds. */
async function waitForWaiters(held: Db, count: number): Promise<void> {
  const waits = sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;
  await expect
    .poll(async () => {
      // A transaction that is idle for long is ended.
      await sql`SELECT 1`.execute(held);
      return (await waits.execute(db())).rows[0]?.count;
    })
    .toBe(count);
}

/** Starts one act after the other while the test holds the tenant's row, each once those before it wait; then lets go. */
async function queue(...acts: (() => Promise<string>)[]): Promise<string[]> {
  const outcomes: Promise<string>[] = [];
  await db()
    .transaction()
    .execute(async (trx) => {
      await trx.selectFrom('tenants').select('name').where('tenant_id', '=', id).forUpdate().execute();
      for (const act of acts) {
        outcomes.push(act());
        await waitForWaiters(trx, outcomes.length);
      }
    });
  return Promise.all(outcomes);
}

describe('the first admin of a tenant', () => {
  test.each([
    ['invites an admin', async () => void (await addMember(service, id, { role: 'admin' }))],
    ['makes somebody an admin', async () => void (await join(other.userId))],
    ['invites a viewer', async () => void (await addMember(service, id, { role: 'viewer' }))],
  ])('is nobody by a link of before, once the host %s (P33)', async (_, act) => {
    const code = await invite();
    await act();
    expect(await take(code)).toBe('40346');
    expect(await row()).toMatchObject({ takesFirstAdmin: false });
    expect(await row()).not.toHaveProperty('invitedUntil');
  });

  test('stays the first, though nobody of the tenant can sign in any more (P33)', async () => {
    expect(await take(await invite())).toBe('taken');
    expect(await inviteOutcome()).toBe('40099');
    await db().updateTable('user_memberships').set({ active: false }).where('tenant_id', '=', id).execute();
    expect(await row()).toMatchObject({ adminCount: 0, takesFirstAdmin: false });
    expect(await inviteOutcome()).toBe('40099');
  });

  test('is not invited while the tenant is off', async () => {
    const params = { tenant_id: id };
    await operator.browser.call('switchTenantByHand', { params, body: { active: false } });
    expect(await row()).toMatchObject({ takesFirstAdmin: false });
    expect(await inviteOutcome()).toBe('40099');
    await operator.browser.call('switchTenantByHand', { params, body: { active: true } });
    expect(await row()).toMatchObject({ takesFirstAdmin: true });
  });

  test('is invited anew by a link that withdraws those before it, each with an entry, and none of the host (P16)', async () => {
    const ofHost = await inviteTestMember(service, id, { role: 'admin' });
    const codes = [await invite(), await invite(), await invite()];
    const entries = await db()
      .selectFrom('audit_log')
      .select(['action', 'actor', 'subject'])
      .where('tenant_id', '=', id)
      .where('actor', '=', `user:${operator.userId}`)
      .where('action', 'like', 'user.%')
      .orderBy('entry_id')
      .execute();
    const [first, , second] = entries;
    expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
      ['user.invite', first?.subject],
      ['user.withdraw', first?.subject],
      ['user.invite', second?.subject],
      ['user.withdraw', second?.subject],
      ['user.invite', entries[4]?.subject],
    ]);
    expect(await take(codes[0] ?? '')).toBe('40346');
    expect(await take(ofHost)).toBe('taken');
  });

  test('is who takes the link, where a new one is made meanwhile: that is refused (P33)', async () => {
    const code = await invite();
    expect(await queue(() => take(code), inviteOutcome)).toEqual(['taken', '40099']);
    expect(await row()).toMatchObject({ adminCount: 1 });
  });

  test('is not who takes the link too late, because a new one was being made (P33)', async () => {
    const code = await invite();
    expect(await queue(inviteOutcome, () => take(code))).toEqual(['200', '40346']);
    expect(await row()).toMatchObject({ adminCount: 0, takesFirstAdmin: true });
  });

  test('is nobody by a link, while the host is about to make somebody an admin (P33)', async () => {
    const code = await invite();
    let taken: Promise<string> | undefined;
    await db()
      .transaction()
      .execute(async (trx) => {
        await join(other.userId, trx);
        taken = take(code);
        await waitForWaiters(trx, 1);
      });
    expect(await taken).toBe('40346');
    expect(await row()).toMatchObject({ adminCount: 1 });
  });
});
