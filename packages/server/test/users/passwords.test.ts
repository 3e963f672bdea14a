import { createDeploymentKey } from '@titular/server/tenants/keys/deployment-keys.ts';
import {
  createSecretHasher,
  HASH_COSTS,
  LOWEST_HASH_COSTS,
} from '@titular/server/users/authenticators/hash-secret.ts';
import { requireStrongPassword } from '@titular/server/users/authenticators/judge-password.ts';
import { findTotpStep, newTotpSeed } from '@titular/server/users/authenticators/totp.ts';
import { createUserKeys } from '@titular/server/users/user-keys.ts';
import { createManualClock } from '@titular/test-kit';
import {
  enrolWithPassword,
  inviteTestMember,
  openBrowser,
  openTotp,
  type PasswordPerson,
  STRONG_PASSWORD,
} from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';

const STEP_SECONDS = 30;

let service: TestService;
let tenant: TestTenant;
let maria: PasswordPerson;
const clock = createManualClock();
const now = (): Date => clock.now();
beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  const code = await inviteTestMember(service, tenant.tenantId, { role: 'support' });
  maria = await enrolWithPassword(service, code, 'Maria', now);
});
afterAll(() => service?.close());

const codeAt = (person: PasswordPerson, at: Date): string =>
  person.totp.generate({ timestamp: at.getTime() });

function signIn(changes: Partial<{ name: string; password: string; code: string }> = {}) {
  const { name, password } = maria;
  return openBrowser(service).send('signInWithPassword', {
    body: { name, password, code: codeAt(maria, now()), ...changes },
  });
}

/** Passwords that look long enough and are not. */
const GUESSABLE: Readonly<Record<string, string>> = {
  'of 14 characters': 'k9#Lq2vX7!mRzT',
  'of one letter': 'aaaaaaaaaaaaaaaaaaaaaaaa',
  'of keys beside each other': 'qwertyuiopasdfghjklzxcvbnm',
  'of digits in order': '123456789012345678901234',
  'of a date again and again': '24122024241220242412202424',
  'of common passwords': 'passwordpassword',
  'of common passwords in another spelling': 'P@ssw0rdP@ssw0rd',
  'of the product': 'titulartitulartitular',
  'of the own name': 'maria.oliveira.maria',
  'of the host': 'portal.example.portal',
};

describe('a new password', () => {
  test.each(Object.entries(GUESSABLE))('%s is refused (P23)', async (_what, password) => {
    await expect(requireStrongPassword(password, ['maria.oliveira', 'portal.example'])).rejects.toMatchObject(
      {
        code: '40073',
      },
    );
  });

  test.each([
    ['four words', 'kettle violet argues otter'],
    ['15 random characters', 'k9#Lq2vX7!mRzTb'],
    ['signs of every script', 'приветмиркотики☕️日本語テキスト'],
    [
      '256 characters',
      Array.from({ length: 32 }, (_, at) => `${at * 7919}wq`.padEnd(8, 'z'))
        .join('')
        .slice(0, 256),
    ],
  ])('of %s is taken (P23)', async (_what, password) => {
    await expect(requireStrongPassword(password, [])).resolves.toBeUndefined();
  });

  test('is compared as it was typed: neither cut, nor normalised, nor in another case (P23)', async () => {
    const hasher = createSecretHasher(async () => Buffer.alloc(32, 1), LOWEST_HASH_COSTS);
    const password = `${'x'.repeat(255)}é`;
    const hashed = await hasher.hash(password);
    const others = [`${'x'.repeat(255)}e\u0301`, 'x'.repeat(255), `${'X'.repeat(255)}é`, ` ${password}`];
    expect((await hasher.verify(password, hashed)).isRight).toBe(true);
    for (const other of others) expect((await hasher.verify(other, hashed)).isRight).toBe(false);
  });
});

describe('the hash of a password', () => {
  test('is argon2id with the written costs, never below the floor (P23, R97)', async () => {
    expect(HASH_COSTS).toEqual({ memoryKiB: 65_536, passes: 3, parallelism: 1 });
    const pepper = async (): Promise<Buffer> => Buffer.alloc(32, 1);
    expect(() => createSecretHasher(pepper, { ...LOWEST_HASH_COSTS, memoryKiB: 19_455 })).toThrow();
    expect(() => createSecretHasher(pepper, { ...LOWEST_HASH_COSTS, passes: 1 })).toThrow();
    const hashed = await createSecretHasher(pepper, LOWEST_HASH_COSTS).hash('x');
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('is worth nothing without the pepper (P23)', async () => {
    const one = createSecretHasher(async () => Buffer.alloc(32, 1), LOWEST_HASH_COSTS);
    const other = createSecretHasher(async () => Buffer.alloc(32, 2), LOWEST_HASH_COSTS);
    expect((await other.verify('x', await one.hash('x'))).isRight).toBe(false);
  });

  test('is made anew when its password is used after the costs grew (P23)', async () => {
    const costs = { ...LOWEST_HASH_COSTS, passes: 3 };
    const grown = await startTestService({ clock, sharedWith: service, hashCosts: costs });
    clock.advanceSeconds(STEP_SECONDS);
    const { db } = service.service.database;
    const keys = createUserKeys(createDeploymentKey(db, service.service.masterKeys, 'users'));
    const read = async (): Promise<string> => {
      const row = await db
        .selectFrom('user_authenticators')
        .select(['authenticator_id', 'sealed_password'])
        .where('kind', '=', 'password')
        .where('user_id', '=', maria.userId)
        .executeTakeFirstOrThrow();
      const sealed = row.sealed_password ?? Buffer.alloc(0);
      return (await keys.unseal(row.authenticator_id, 'sealed_password', sealed)).toString('utf8');
    };
    expect(await read()).toContain('t=2');
    const body = { name: maria.name, password: maria.password, code: codeAt(maria, now()) };
    await openBrowser(grown).call('signInWithPassword', { body });
    expect(await read()).toContain('t=3');
    await grown.close();
  });
});

describe('a one-time password', () => {
  test('is good for its step and the one to either side, and once (P23)', () => {
    const seed = newTotpSeed();
    const totp = openTotp(new Secret({ buffer: Uint8Array.from(seed).buffer }).base32);
    const at = new Date('2026-11-20T12:00:00Z');
    const stepAt = (seconds: number): number | undefined => {
      const timestamp = at.getTime() + seconds * 1_000;
      return findTotpStep(seed, totp.generate({ timestamp }), 0, at);
    };
    const step = Math.floor(at.getTime() / 1_000 / STEP_SECONDS);
    expect([-60, -30, 0, 30, 60].map(stepAt)).toEqual([undefined, step - 1, step, step + 1, undefined]);
    const code = totp.generate({ timestamp: at.getTime() });
    expect(findTotpStep(seed, code, step - 1, at)).toBe(step);
    expect(findTotpStep(seed, code, step, at)).toBeUndefined();
  });

  test('signs in once, also when it is sent twice at once (P23)', async () => {
    clock.advanceSeconds(3 * STEP_SECONDS);
    const outcomes = (await Promise.all([signIn(), signIn()])).map(outcomeOf);
    expect(outcomes.toSorted()).toEqual(['200', '40345']);
    expect(outcomeOf(await signIn())).toBe('40345');
    clock.advanceSeconds(STEP_SECONDS);
    expect(outcomeOf(await signIn())).toBe('200');
  });
});

describe('password and one-time password', () => {
  test('are judged together: neither is confirmed alone (P23, P26)', async () => {
    clock.advanceSeconds(3_600);
    const wrongCode = await signIn({ code: '000000' });
    clock.advanceSeconds(3_600);
    const wrongPassword = await signIn({ password: `${STRONG_PASSWORD}.` });
    expect(wrongCode.text).toBe(wrongPassword.text);
    clock.advanceSeconds(3_600);
    expect(outcomeOf(await signIn({ name: 'MARIA' }))).toBe('200');
  });

  test('stand nowhere in the database in clear, nor does a code of recovery or an invitation (P23)', async () => {
    const { db } = service.service.database;
    const tables = [
      'users',
      'user_authenticators',
      'user_recovery_codes',
      'user_sessions',
      'audit_log',
    ] as const;
    const dumps = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    const text = JSON.stringify(dumps, (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    const seed = Buffer.from(maria.totp.secret.bytes).toString('latin1');
    const secret = maria.browser.cookies.get('titular-portal') ?? 'none';
    for (const canary of [STRONG_PASSWORD, seed, maria.totp.secret.base32, secret, ...maria.recoveryCodes])
      expect(text).not.toContain(canary);
  });
});
