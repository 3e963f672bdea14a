import { readFile, stat } from 'node:fs/promises';
import { type Demo, setupFile } from '@titular/server/config/demo-file.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { offerSetup } from '@titular/server/start/offer-setup.ts';
import { inviteOperator } from '@titular/server/users/index.ts';
import { createManualClock } from '@titular/test-kit';
import { enrolWithPasskey, openBrowser, portalUrlOf } from '@titular/test-kit/portal/people.ts';
import { createSoftwarePasskey } from '@titular/test-kit/portal/software-passkey.ts';
import {
  addTenant,
  operatorOf,
  startTestService,
  type TestService,
} from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operations, outcomeOf, sendAny } from '../portal/portal-calls.ts';
import { servedOperations } from '../portal/served-operations.ts';

const HOUR_SECONDS = 3_600;
const TAKERS = 20;

let service: TestService;
const clock = createManualClock();
const lines: string[] = [];

beforeEach(async () => {
  lines.length = 0;
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  service = await startTestService({ clock, log });
});
afterEach(() => service?.close());

const invite = (name = 'root') => inviteOperator({ ...operatorOf(service), clock }, name);
const refusalOf = async (code: string): Promise<string | undefined> => {
  const reply = await openBrowser(service).send('readInvitation', { body: { code } });
  return reply.status === 200 ? undefined : (reply.body as unknown as { code: string }).code;
};

/** Has many people, each with a passkey of their own, take one link over several processes at the same moment. */
async function takeAtOnce(code: string, processes: readonly TestService[]): Promise<string[]> {
  const takers = await Promise.all(
    Array.from({ length: TAKERS }, async (_, at) => {
      const browser = openBrowser(processes[at % processes.length] ?? service);
      const passkey = createSoftwarePasskey(portalUrlOf(service));
      const name = `operator ${at}`;
      const { options } = await browser.call('startPasskeyEnrolment', { body: { code, name } });
      const authenticator = { passkey: passkey.create(options), label: 'key' };
      return () => browser.send('acceptInvitation', { body: { code, name, authenticator } });
    }),
  );
  const replies = await Promise.all(takers.map((take) => take()));
  return replies.map((reply) => (reply.status === 200 ? 'won' : outcomeOf(reply)));
}

describe('the link of the first operator', () => {
  test('makes one operator, however many take it at once over two processes (P19)', async () => {
    const other = await startTestService({ clock, sharedWith: service });
    const { code } = await invite();
    const statuses: string[] = [];
    // On a machine so busy that nobody's turn came within the portal's limit of a statement, everybody tries again.
    while (statuses.every((one) => one === '42906'))
      statuses.push(...(await takeAtOnce(code, [service, other])));
    expect(
      statuses.filter((one) => one === 'won'),
      statuses.join(' '),
    ).toHaveLength(1);
    // Who waits for the lock longer than a statement of the portal may take is told to come again.
    const lost = statuses.filter((one) => one !== 'won');
    expect(lost.filter((one) => one !== '40346' && one !== '42906')).toEqual([]);
    expect(outcomeOf(await openBrowser(other).send('readInvitation', { body: { code } }))).toBe('40346');
    const { db } = service.service.database;
    expect(await db.selectFrom('users').select('is_operator').execute()).toEqual([{ is_operator: true }]);
    await other.close();
  });

  test('is good for an hour, once, and until a newer one (P19)', async () => {
    const first = await invite();
    const second = await invite('another');
    expect(await refusalOf(first.code)).toBe('40346');
    expect(await refusalOf(second.code)).toBeUndefined();
    clock.advanceSeconds(HOUR_SECONDS - 1);
    expect(await refusalOf(second.code)).toBeUndefined();
    clock.advanceSeconds(1);
    expect(await refusalOf(second.code)).toBe('40346');
    const third = await invite();
    await enrolWithPasskey(service, third.code, 'root');
    expect(await refusalOf(third.code)).toBe('40346');
  });

  test('leaves its code in no line of the log, no row and no header (P19)', async () => {
    const { code } = await invite();
    const { browser } = await enrolWithPasskey(service, code, 'root');
    const reply = await browser.send('readInvitation', { body: { code } });
    expect(JSON.stringify(reply.headers)).not.toContain(code);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toContain(code);
    const { db } = service.service.database;
    const tables = [
      await db.selectFrom('user_invitations').selectAll().execute(),
      await db.selectFrom('audit_log').selectAll().execute(),
    ];
    expect(JSON.stringify(tables)).not.toContain(code);
  });

  test('may be typed with hyphens, in capitals, and with letters for the digits that they look like (P19)', async () => {
    const { code } = await invite();
    const typed = code.toUpperCase().replaceAll('1', 'l').replaceAll('0', 'O').replace(/.{4}/g, '$&-');
    expect(await refusalOf(typed)).toBeUndefined();
  });
});

describe('a fresh start', () => {
  test('has no account, password, key or code that nobody made: every call but the state is refused (P20)', async () => {
    const { db } = service.service.database;
    for (const table of ['users', 'user_authenticators', 'user_invitations', 'user_sessions'] as const)
      expect(await db.selectFrom(table).select(sql<number>`1`.as('one')).execute(), table).toEqual([]);
    const outcomes: Record<string, string> = {};
    for (const [name] of operations.filter(([one]) => servedOperations.has(one)))
      outcomes[name] = outcomeOf(await sendAny(openBrowser(service), name));
    const { readPortalState, ...others } = outcomes;
    expect(readPortalState).toBe('200');
    expect(Object.entries(others).filter(([, code]) => !code.startsWith('403'))).toEqual([]);
  });

  test('offers the link in test, in a file of its owner alone, and makes its taker an admin of the demo (P19)', async () => {
    const { config } = service;
    const { database } = service.service;
    const { tenantId } = await addTenant(service);
    const link = (await offerSetup(config, database, { tenantId } as Demo)) ?? '';
    expect(await readFile(setupFile(config), 'utf8')).toBe(`${link}\n`);
    expect((await stat(setupFile(config))).mode & 0o777).toBe(0o600);
    expect(lines.join('')).not.toContain(link.split('#')[1]);
    const { browser } = await enrolWithPasskey(service, link.split('#')[1] ?? '', 'newcomer');
    expect(browser.session).toMatchObject({ isOperator: true, memberships: [{ tenantId, role: 'admin' }] });
    expect(await offerSetup(config, database, { tenantId } as Demo)).toBeUndefined();
    await expect(stat(setupFile(config))).rejects.toThrow('ENOENT');
  });
});
