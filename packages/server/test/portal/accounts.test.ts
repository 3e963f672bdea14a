import { generateKeyPairSync } from 'node:crypto';
import type { PortalBody, PortalOperationName } from '@titular/contract';
import {
  addPublicKey,
  addSecret,
  createServiceAccount,
  retireKey,
  retireSecret,
  rotateSecrets,
  setAccountActive,
} from '@titular/server/access-tokens/index.ts';
import type { Operator } from '@titular/server/audit/index.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { createManualClock, operatorOf } from '@titular/test-kit';
import { addMember, authenticateAgain, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf, sendAny } from './portal-calls.ts';

let service: TestService;
let tenant: TestTenant;
let other: TestTenant;
let developer: PasskeyPerson;
let admin: PasskeyPerson;
let narrow: PasskeyPerson;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  other = await addTenant(service);
  const { tenantId } = tenant;
  const second = await createCompany(operatorOf(service), tenantId, { name: 'Second' });
  developer = await addMember(service, tenantId, { role: 'developer' });
  admin = await addMember(service, tenantId, { role: 'admin' });
  narrow = await addMember(service, tenantId, { role: 'admin', companies: [second] });
}, 360_000);
afterAll(() => service?.close());

const inTenant = () => ({ tenant_id: tenant.tenantId });
const params = (account: string) => ({ ...inTenant(), account });
const SCOPES = ['transactions:write', 'transactions:read'] as const;
const publicPem = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    type: 'spki',
    format: 'pem',
  }) as string;

async function create(person: PasskeyPerson, body: Partial<PortalBody<'createPortalAccount'>> = {}) {
  const account = `a-${crypto.randomUUID()}`.slice(0, 30);
  const whole = { account, scopes: [...SCOPES], withKey: false, withSecret: true, ...body };
  await authenticateAgain(person);
  return person.browser.call('createPortalAccount', { params: inTenant(), body: whole });
}

/** What is written of an account, with ids of credentials by the order in which they came up. */
async function entriesOf(account: string) {
  const entries = await service.service.database.db
    .selectFrom('audit_log')
    .select(['action', 'actor', 'tenant_id', 'subject', 'before', 'after'])
    .where('subject', '=', `service-account/${account}`)
    .where('tenant_id', '=', tenant.tenantId)
    .orderBy('entry_id')
    .execute();
  const seen: string[] = [];
  const name = (id: string): string => {
    if (!seen.includes(id)) seen.push(id);
    return `id ${seen.indexOf(id)}`;
  };
  const named = JSON.stringify(entries.map(({ subject: _, ...entry }) => entry)).replace(
    /"((?:tcl_)?[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{43})"/g,
    (_, id: string) => `"${name(id)}"`,
  );
  return JSON.parse(named) as { action: string; actor: string }[];
}

async function getToken(clientId: string, clientSecret: string): Promise<number> {
  const response = await fetch(`${service.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    }),
  });
  return response.status;
}

/** Everything the commands do to an account, in the order in which `actInPortal` does it. */
async function actByCommand(account: string): Promise<void> {
  const operator = { ...operatorOf(service), clock };
  const { tenantId } = tenant;
  const inCommit = <T>(work: (inSameCommit: Operator) => Promise<T>): Promise<T> =>
    operator.db.transaction().execute((trx) => work({ ...operator, db: trx }));
  const made = await createServiceAccount(operator, {
    ...{ tenantId, account, scopes: [...SCOPES], withKey: true, withSecret: true },
  });
  await retireSecret(operator, tenantId, account, made.secret?.secretId ?? '', clock.now());
  await inCommit((trx) => addSecret(trx, tenantId, account));
  await inCommit((trx) => rotateSecrets(trx, tenantId, account, 3_600));
  await inCommit((trx) => addPublicKey(trx, { tenantId, account, algorithm: 'ES256', key: publicPem() }));
  await retireKey(operator, tenantId, account, made.key?.keyId ?? '', clock.now());
  await setAccountActive(operator, tenantId, account, false);
  await setAccountActive(operator, tenantId, account, true);
}

async function actInPortal({ browser }: PasskeyPerson, account: string): Promise<void> {
  const at = { params: params(account) };
  const body = { account, scopes: [...SCOPES], withKey: true, withSecret: true };
  const made = await browser.call('createPortalAccount', { params: inTenant(), body });
  await browser.call('endAccountSecret', { ...at, body: { secret: made.secret?.id ?? '' } });
  await browser.call('addAccountSecret', { ...at, body: {} });
  await browser.call('rotateAccountSecret', { ...at, body: { overlapSeconds: 3_600 } });
  await browser.call('addAccountKey', { ...at, body: { algorithm: 'ES256', publicKey: publicPem() } });
  await browser.call('endAccountKey', { ...at, body: { key: made.key?.id ?? '' } });
  await browser.call('switchPortalAccount', { ...at, body: { active: false } });
  await browser.call('switchPortalAccount', { ...at, body: { active: true } });
}

describe('service accounts in the portal', () => {
  test('leave the entries that the commands leave, but for the actor (P17)', async () => {
    await authenticateAgain(developer);
    await actInPortal(developer, 'by-portal');
    await actByCommand('by-command');
    const byPortal = await entriesOf('by-portal');
    const byCommand = await entriesOf('by-command');
    expect(byPortal.length).toBe(11);
    expect(new Set(byPortal.map(({ actor }) => actor))).toEqual(new Set([`user:${developer.userId}`]));
    const withoutActor = (entries: typeof byPortal) => entries.map((entry) => ({ ...entry, actor: '' }));
    expect(withoutActor(byPortal)).toEqual(withoutActor(byCommand));
  });

  test('get tokens with the secret that was shown, with the old one until the overlap ends, and with none after (P43)', async () => {
    const { account, clientId, secret } = await create(developer);
    expect(await getToken(clientId, secret?.secret ?? '')).toBe(200);
    const rotated = await developer.browser.call('rotateAccountSecret', {
      ...{ params: params(account), body: { overlapSeconds: 600 } },
    });
    expect(Date.parse(rotated.othersEndAt ?? '')).toBe(clock.now().getTime() + 600_000);
    for (const one of [secret, rotated.secret]) expect(await getToken(clientId, one?.secret ?? '')).toBe(200);
    const read = () => developer.browser.call('readPortalAccount', { params: params(account) });
    const shown = await read();
    expect(shown.secrets.map(({ id, isValid }) => [id, isValid])).toEqual([
      [rotated.secret?.id, true],
      [secret?.id, true],
    ]);
    expect(shown.secrets.every(({ lastUsedAt }) => lastUsedAt === clock.now().toISOString())).toBe(true);
    for (const told of [secret, rotated.secret]) expect(JSON.stringify(shown)).not.toContain(told?.secret);
    // An hour for the token, and a minute in which its use may be written down.
    const until = new Date(clock.now().getTime() + 3_660_000).toISOString();
    expect(shown.secrets.map(({ tokensUntil }) => tokensUntil)).toEqual([until, until]);
    clock.advanceSeconds(601);
    expect(await getToken(clientId, secret?.secret ?? '')).toBe(401);
    expect(await getToken(clientId, rotated.secret?.secret ?? '')).toBe(200);
    const after = (await read()).secrets;
    expect(after.map(({ isValid }) => isValid)).toEqual([true, false]);
    expect(after.map(({ tokensUntil }) => tokensUntil !== undefined)).toEqual([true, false]);
    clock.advanceSeconds(3_660);
    await authenticateAgain(developer);
    expect((await read()).secrets.map(({ tokensUntil }) => tokensUntil)).toEqual([undefined, undefined]);
  });

  test('are listed by name, page by page, with what is valid and the last use', async () => {
    const names = ['page-1', 'page-2', 'page-3'];
    for (const account of names) await create(admin, { account, withKey: true });
    const { secrets } = await admin.browser.call('readPortalAccount', { params: params('page-2') });
    const body = { secret: secrets[0]?.id ?? '' };
    await admin.browser.call('endAccountSecret', { params: params('page-2'), body });
    const found: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const rows = await developer.browser.call('searchPortalAccounts', { params: inTenant(), body: page });
      expect(rows.accounts.length).toBeLessThanOrEqual(2);
      found.push(...rows.accounts);
      cursor = rows.nextCursor;
    } while (cursor !== undefined);
    expect(found).toMatchObject(
      [...(found as { account: string }[])].sort((a, b) => (a.account < b.account ? -1 : 1)),
    );
    expect((found as { account: string }[]).filter(({ account }) => names.includes(account))).toMatchObject([
      { account: 'page-1', active: true, keys: 1, secrets: 1, scopes: [...SCOPES] },
      { account: 'page-2', keys: 1, secrets: 0 },
      { account: 'page-3', keys: 1, secrets: 1 },
    ]);
  });

  test('refuse a name that is taken, a third valid secret, and a key that is none, with what to do', async () => {
    const { account } = await create(developer);
    const at = { params: params(account) };
    const { browser } = developer;
    const again = { account, scopes: [...SCOPES], withKey: false, withSecret: false };
    expect(outcomeOf(await browser.send('createPortalAccount', { params: inTenant(), body: again }))).toBe(
      '40094',
    );
    await browser.call('addAccountSecret', { ...at, body: {} });
    expect(outcomeOf(await browser.send('addAccountSecret', { ...at, body: {} }))).toBe('40095');
    expect(outcomeOf(await browser.send('rotateAccountSecret', { ...at, body: { overlapSeconds: 0 } }))).toBe(
      '40095',
    );
    const { privateKey } = generateKeyPairSync('ed25519');
    const wrong = [
      privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      JSON.stringify({ kty: 'oct', k: 'AAAA' }),
      '{',
      'no key',
    ];
    for (const publicKey of wrong) {
      const reply = await browser.send('addAccountKey', { ...at, body: { algorithm: 'EdDSA', publicKey } });
      expect(outcomeOf(reply), publicKey).toBe('40096');
    }
    const named = { algorithm: 'ES256', publicKey: publicPem(), key: crypto.randomUUID() } as const;
    expect(outcomeOf(await browser.send('addAccountKey', { ...at, body: named }))).toBe('40002');
    expect((await browser.call('readPortalAccount', at)).keys).toEqual([]);
    const body = { ...again, account: '4111111111111111' };
    expect(outcomeOf(await browser.send('createPortalAccount', { params: inTenant(), body }))).not.toBe(
      '200',
    );
  });
});

test('get four valid keys at most in the portal, races included, and show of ended ones the newest 20', async () => {
  const { account } = await create(developer);
  const at = { params: params(account) };
  const add = () =>
    developer.browser.send('addAccountKey', { ...at, body: { algorithm: 'ES256', publicKey: publicPem() } });
  const outcomes = (await Promise.all([add(), add(), add(), add(), add()])).map(outcomeOf);
  expect(outcomes.sort()).toEqual(['200', '200', '200', '200', '40097']);
  const operator = { ...operatorOf(service), clock };
  const key = { tenantId: tenant.tenantId, account, algorithm: 'ES256' } as const;
  const ended: string[] = [];
  for (let count = 0; count < 21; count += 1) {
    const keyId = await addPublicKey(operator, { ...key, key: publicPem() });
    await retireKey(operator, key.tenantId, account, keyId, clock.now());
    ended.push(keyId);
  }
  const { keys } = await developer.browser.call('readPortalAccount', at);
  expect(keys.map(({ isValid }) => isValid)).toEqual([...Array(4).fill(true), ...Array(20).fill(false)]);
  expect(keys.slice(4).map(({ id }) => id)).toEqual(ended.slice(1).reverse());
});

const MAKING = ['addAccountKey', 'addAccountSecret', 'rotateAccountSecret'] as const;
const ENDING = ['endAccountKey', 'endAccountSecret', 'switchPortalAccount'] as const;

describe('who may', () => {
  test.each(['persons:erase', 'captures:read', 'references:write'] as const)(
    'get no credentials with %s, and switch no account on that has it, where their role does not give it (P32)',
    async (scope) => {
      const mayAdmin = scope === 'persons:erase';
      for (const [person, isAllowed] of [
        [developer, false],
        [admin, mayAdmin],
      ] as const) {
        await authenticateAgain(person);
        const body = {
          account: `s-${crypto.randomUUID()}`,
          scopes: [scope],
          withKey: false,
          withSecret: true,
        };
        const made = await person.browser.send('createPortalAccount', { params: inTenant(), body });
        expect(outcomeOf(made)).toBe(isAllowed ? '200' : '40343');
      }
      const account = `c-${crypto.randomUUID()}`;
      const input = { tenantId: tenant.tenantId, account, scopes: [scope], withKey: false, withSecret: true };
      const { secret } = await createServiceAccount(operatorOf(service), input);
      for (const name of MAKING)
        expect(outcomeOf(await sendAny(developer.browser, name, params(account))), name).toBe('40343');
      const switchTo = (active: boolean) =>
        developer.browser.send('switchPortalAccount', { params: params(account), body: { active } });
      expect(outcomeOf(await switchTo(false))).toBe('200');
      expect(outcomeOf(await switchTo(true))).toBe('40343');
      const read = await developer.browser.call('readPortalAccount', { params: params(account) });
      expect(read.active).toBe(false);
      const body = { secret: secret?.secretId ?? '' };
      const ended = await developer.browser.call('endAccountSecret', { params: params(account), body });
      expect(ended.secrets.map(({ isValid }) => isValid)).toEqual([false]);
    },
  );

  test.each([...MAKING, 'switchPortalAccount'] as const)(
    'get nothing by %s of an account that is given a withheld scope meanwhile (P32)',
    async (name) => {
      const { account } = await create(developer);
      const { reply } = await service.service.database.db.transaction().execute(async (trx) => {
        await trx
          .updateTable('service_accounts')
          .set({ scopes: ['persons:erase'], active: false })
          .where('account', '=', account)
          .execute();
        const begun = sendAny(developer.browser, name, params(account));
        await expect
          .poll(async () => {
            const { rows } = await sql`SELECT FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(trx);
            return rows.length;
          })
          .toBe(1);
        return { reply: begun };
      });
      expect(outcomeOf(await reply)).toBe('40343');
      const read = await developer.browser.call('readPortalAccount', { params: params(account) });
      expect([read.active, read.keys.length, read.secrets.length]).toEqual([false, 0, 1]);
    },
  );

  test('change nothing where they see some companies alone, because an account acts for all (P33)', async () => {
    const { account } = await create(developer);
    await authenticateAgain(narrow);
    expect((await narrow.browser.call('readPortalAccount', { params: params(account) })).account).toBe(
      account,
    );
    for (const name of [...MAKING, ...ENDING, 'createPortalAccount'] as const)
      expect(outcomeOf(await sendAny(narrow.browser, name, params(account))), name).toBe('40343');
  });
});

const ABOUT_ONE = ['readPortalAccount', ...MAKING, ...ENDING] as const satisfies PortalOperationName[];

describe('an account of somebody else', () => {
  test.each(ABOUT_ONE)('is to %s what an account that nobody has is (P33, P34)', async (name) => {
    const input = { tenantId: other.tenantId, account: 'theirs', scopes: [...SCOPES] };
    await createServiceAccount(operatorOf(service), { ...input, withKey: true, withSecret: true }).catch(
      () => {},
    );
    await authenticateAgain(developer);
    const random = await sendAny(developer.browser, name, params('nobodys'));
    expect(outcomeOf(random)).toBe('40420');
    for (const account of ['theirs', 'A b', '%00', '../shop', 'x'.repeat(64)]) {
      const reply = await sendAny(developer.browser, name, params(account));
      expect([reply.status, reply.text], account).toEqual([random.status, random.text]);
    }
  });

  test('stands in no list (P33, P34)', async () => {
    const { accounts } = await developer.browser.call('searchPortalAccounts', {
      params: inTenant(),
      body: {},
    });
    expect(accounts.map(({ account }) => account)).toContain(tenant.account);
    expect(accounts.map(({ account }) => account)).not.toContain('theirs');
  });
});
