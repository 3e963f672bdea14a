import { findUser, resetUser } from '@titular/server/users/index.ts';
import { operatorOf } from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';
import {
  addMember,
  linkPerson,
  openBrowser,
  type ProviderFixture,
  signInWithProvider,
  startProviderFixture,
  visitToSignIn,
} from './provider-fixture.ts';

let here: ProviderFixture;
let person = 0;
beforeAll(async () => {
  here = await startProviderFixture();
});
beforeEach(() => {
  person += 1;
  here.provider.person = { sub: `person-${person}` };
  here.provider.faults = {};
});
afterAll(() => here?.close());

const member = () => addMember(here.service, here.tenant.tenantId, { role: 'admin' });
const operator = () => ({ ...operatorOf(here.service), clock: here.clock });
const database = () => here.service.service.database.db;

async function reset(userId: string, db = database()): Promise<void> {
  const user = await findUser(db, userId);
  if (user) await resetUser({ ...operator(), db }, user);
}

/** Waits until a statement waits for a lock. */
const untilBlocked = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(database());
      return rows.length;
    })
    .toBeGreaterThan(0);

/** Resets somebody while `send` waits for it to be committed; what `send` comes to. */
async function whileReset(userId: string, send: () => Promise<string>): Promise<string> {
  const sent = await database()
    .transaction()
    .execute(async (trx) => {
      await reset(userId, trx);
      const waiting = send();
      await untilBlocked();
      return { waiting };
    });
  return sent.waiting;
}

describe('a reset', () => {
  test('while the provider is asked leaves no link to whoever sits there (P24, P41)', async () => {
    const maria = await member();
    const { url } = await maria.browser.call('startLinkingProvider', {});
    here.provider.faults = { duringToken: () => reset(maria.userId) };
    const body = { query: here.provider.visit(url) };
    expect(outcomeOf(await maria.browser.send('linkProvider', { body }))).toBe('40340');
    here.provider.faults = {};
    await expect(signInWithProvider(here)).rejects.toThrow('40371');
  });

  test('that is under way is waited for by a link, which then is not made (P24, P41)', async () => {
    const maria = await member();
    const { url } = await maria.browser.call('startLinkingProvider', {});
    const body = { query: here.provider.visit(url) };
    const send = async () => outcomeOf(await maria.browser.send('linkProvider', { body }));
    expect(await whileReset(maria.userId, send)).toBe('40340');
    await expect(signInWithProvider(here)).rejects.toThrow('40371');
  });

  test('that is under way is waited for by a sign-in, which then opens nothing (P24, P41)', async () => {
    const maria = await member();
    await linkPerson(here.provider, maria);
    const browser = openBrowser(here.service);
    const body = { query: await visitToSignIn(here.provider, browser) };
    const send = async () => outcomeOf(await browser.send('signInWithProvider', { body }));
    expect(await whileReset(maria.userId, send)).toBe('40371');
    const open = database().selectFrom('user_sessions').select('session_id');
    expect(await open.where('user_id', '=', maria.userId).execute()).toEqual([]);
  });

  test('that is under way is waited for by the reset before it, whose link then opens nothing (P24)', async () => {
    const maria = await member();

    const user = await findUser(database(), maria.userId);
    if (!user) throw new Error('the member is there');
    const { code } = await resetUser(operator(), user);
    const browser = openBrowser(here.service);
    const { url } = await browser.call('startProviderEnrolment', { body: { code, name: user.name } });
    const body = { query: here.provider.visit(url) };
    const send = async () => outcomeOf(await browser.send('acceptInvitationByProvider', { body }));
    expect(await whileReset(maria.userId, send)).toBe('40346');
    await expect(signInWithProvider(here)).rejects.toThrow('40371');
  });
});
