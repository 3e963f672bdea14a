import { findUser, resetUser, switchUser } from '@titular/server/users/index.ts';
import { createManualClock } from '@titular/test-kit';
import {
  addMember,
  enrolWithPasskey,
  enrolWithPassword,
  inviteTestMember,
  openBrowser,
  type PasskeyPerson,
  type PortalPerson,
} from '@titular/test-kit/portal/people.ts';
import type { PortalBrowser } from '@titular/test-kit/portal/portal-browser.ts';
import {
  addTenant,
  operatorOf,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';

const PASSWORD_STEP_SECONDS = 60;

let service: TestService;
let tenant: TestTenant;
let maria: PasskeyPerson;
let joao: PasskeyPerson;
const clock = createManualClock();
beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
}, 360_000);
beforeEach(async () => {
  maria = await addMember(service, tenant.tenantId, { role: 'support' });
  joao = await addMember(service, tenant.tenantId, { role: 'support' });
});
afterAll(() => service?.close());

const database = () => service.service.database.db;
const operator = () => ({ ...operatorOf(service), clock });

async function reset({ userId }: Pick<PortalPerson, 'userId'>, db = database()): Promise<string> {
  const user = await findUser(db, userId);
  if (!user) throw new Error('the member is there');
  return (await resetUser({ ...operator(), db }, user)).code;
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

/** Sends a sign-in from joao's browser, and lets `between` happen once it was proven and before its session opens. */
async function afterProof(send: () => Promise<string>, between: () => Promise<unknown>): Promise<string> {
  const sent = await database()
    .transaction()
    .execute(async (trx) => {
      // The session that the browser had before is ended between the two.
      await trx
        .selectFrom('user_sessions')
        .select('session_id')
        .where('user_id', '=', joao.userId)
        .forUpdate()
        .execute();
      const waiting = send();
      await untilBlocked();
      await between();
      return { waiting };
    });
  return sent.waiting;
}

const countSessions = async ({ userId }: Pick<PortalPerson, 'userId'>): Promise<number> => {
  const open = database().selectFrom('user_sessions').select('session_id').where('user_id', '=', userId);
  return (await open.execute()).length;
};

const byPasskey = async (browser: PortalBrowser): Promise<string> => {
  const { options } = await browser.call('startPasskeySignIn', {});
  const body = { passkey: maria.passkey.get(options) };
  return outcomeOf(await browser.send('signInWithPasskey', { body }));
};
const byCode = async (browser: PortalBrowser): Promise<string> => {
  const body = { name: maria.name, code: maria.recoveryCodes[0] ?? '' };
  return outcomeOf(await browser.send('signInWithRecoveryCode', { body }));
};

describe('a sign-in that was proven', () => {
  test('by a passkey opens nothing once the account was reset (P30, R96)', async () => {
    expect(
      await afterProof(
        () => byPasskey(joao.browser),
        () => reset(maria),
      ),
    ).toBe('40345');
    expect(await countSessions(maria)).toBe(0);
  });

  test('by a recovery code opens nothing once the account was reset (P30, R96)', async () => {
    expect(
      await afterProof(
        () => byCode(joao.browser),
        () => reset(maria),
      ),
    ).toBe('40345');
    expect(await countSessions(maria)).toBe(0);
  });

  test('by a password opens nothing once the account was reset (P30, R96)', async () => {
    const code = await inviteTestMember(service, tenant.tenantId, { role: 'support' });
    const rui = await enrolWithPassword(service, code, `rui ${joao.name}`, () => clock.now());
    clock.advanceSeconds(PASSWORD_STEP_SECONDS);
    const typed = { name: rui.name, password: rui.password };
    const body = { ...typed, code: rui.totp.generate({ timestamp: clock.now().getTime() }) };
    const send = async () => outcomeOf(await joao.browser.send('signInWithPassword', { body }));
    expect(await afterProof(send, () => reset(rui))).toBe('40345');
    expect(await countSessions(rui)).toBe(0);
  });

  test('opens nothing once the account was disabled, and its session where nothing came between (P30)', async () => {
    const disable = () => switchUser(operator(), maria.userId, false);
    expect(await afterProof(() => byPasskey(joao.browser), disable)).toBe('40345');
    await switchUser(operator(), maria.userId, true);
    expect(await byPasskey(openBrowser(service))).toBe('200');
  });

  test('by a recovery code uses it up once, of any number at once (P30)', async () => {
    const outcomes = await Promise.all(Array.from({ length: 3 }, () => byCode(openBrowser(service))));
    expect(outcomes.toSorted()).toEqual(['200', '40345', '40345']);
  });
});

describe('recovery codes that a session asks for', () => {
  test('are not made once a reset ended the session (P24, P30)', async () => {
    const sent = await database()
      .transaction()
      .execute(async (trx) => {
        await reset(maria, trx);
        const waiting = maria.browser.send('makeRecoveryCodes', {});
        await untilBlocked();
        return { waiting };
      });
    expect(outcomeOf(await sent.waiting)).toBe('40340');
    const kept = database().selectFrom('user_recovery_codes').select('code_id');
    expect(await kept.where('user_id', '=', maria.userId).execute()).toEqual([]);
  });

  test('or anything else that came after a reset, open nothing once its link is taken (P24)', async () => {
    const code = await reset(maria);
    await database()
      .insertInto('user_recovery_codes')
      .values({ code_id: crypto.randomUUID(), user_id: maria.userId, code_hash: 'x' })
      .execute();
    const again = await enrolWithPasskey(service, code, maria.name);
    const kept = await database()
      .selectFrom('user_recovery_codes')
      .select('code_hash')
      .where('user_id', '=', again.userId)
      .execute();
    expect(kept).toHaveLength(again.recoveryCodes.length);
    const ways = await database()
      .selectFrom('user_authenticators')
      .select('kind')
      .where('user_id', '=', again.userId)
      .execute();
    expect(ways).toHaveLength(1);
    expect(await countSessions(again)).toBe(1);
  });
});
