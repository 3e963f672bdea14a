import { createLog } from '@titular/server/kernel/base/log.ts';
import { createDeploymentKey } from '@titular/server/tenants/keys/deployment-keys.ts';
import { createSecretHasher, LOWEST_HASH_COSTS } from '@titular/server/users/authenticators/hash-secret.ts';
import { toRelyingParty } from '@titular/server/users/authenticators/passkeys.ts';
import { provePassword, proveRecoveryCode, type UserDeps } from '@titular/server/users/index.ts';
import { createUserKeys } from '@titular/server/users/user-keys.ts';
import { createManualClock } from '@titular/test-kit';
import {
  addMember,
  enrolWithPassword,
  inviteTestMember,
  type PasskeyPerson,
  type PasswordPerson,
  portalUrlOf,
} from '@titular/test-kit/portal/people.ts';
import { addTenant, startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const DAY_SECONDS = 86_400;

let service: TestService;
let deps: UserDeps;
let maria: PasswordPerson;
let joao: PasskeyPerson;
const statements: string[] = [];
const clock = createManualClock();

const counter: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements.push(node.kind);
    return node;
  },
  transformResult: async ({ result }) => result,
};

beforeAll(async () => {
  service = await startTestService({ clock });
  const { tenantId } = await addTenant(service);
  const code = await inviteTestMember(service, tenantId, { role: 'support' });
  maria = await enrolWithPassword(service, code, 'maria', () => clock.now());
  joao = await addMember(service, tenantId, { role: 'viewer' });
  const { db } = service.service.database;
  const keys = createUserKeys(createDeploymentKey(db, service.service.masterKeys, 'users'));
  deps = {
    log: createLog('silent'),
    ...{ clock, keys, db: db.withPlugin(counter) },
    hasher: createSecretHasher(keys.pepper, LOWEST_HASH_COSTS),
    provider: undefined,
    relyingParty: toRelyingParty(portalUrlOf(service)),
    addresses: { check: () => ({ kind: 'free' }), begin: () => async () => 0 },
  };
});
afterAll(() => service?.close());

/** What a failed proof costs: hashes, and statements by their kinds. */
async function costOf(prove: () => Promise<unknown>): Promise<{ hashes: number; statements: string[] }> {
  statements.length = 0;
  const before = deps.hasher.count();
  await expect(prove()).rejects.toMatchObject({ code: '40345' });
  return { hashes: deps.hasher.count() - before, statements: [...statements] };
}

describe('a failed sign-in', () => {
  test('is the same work for a password, a passkey alone, and nobody (P26)', async () => {
    const costs = [];
    for (const name of [maria.name, joao.name, 'nobody at all']) {
      const typed = { name, password: 'not the right password', code: '000000' };
      costs.push(await costOf(() => provePassword(deps, typed, '192.0.2.1')));
    }
    expect(costs[0]?.hashes).toBe(1);
    expect(costs[1]).toEqual(costs[0]);
    expect(costs[2]).toEqual(costs[0]);
  });

  test('is the same work again for a password that waits, and nobody who waits (P26)', async () => {
    const refusals = [];
    for (const name of [maria.name, 'nobody at all']) {
      const typed = { name, password: 'not the right password', code: '000000' };
      for (let count = 0; count < 4; count += 1)
        await provePassword(deps, typed, '192.0.2.1').catch(() => undefined);
      statements.length = 0;
      const before = deps.hasher.count();
      await expect(provePassword(deps, typed, '192.0.2.1')).rejects.toMatchObject({ code: '42905' });
      refusals.push([deps.hasher.count() - before, [...statements]]);
    }
    expect(refusals[1]).toEqual(refusals[0]);
    expect(refusals[0]?.[0]).toBe(0);
    clock.advanceSeconds(DAY_SECONDS);
  });

  test('by recovery code is one hash, whoever has codes and whoever is not there (P26)', async () => {
    const hashes = [];
    for (const name of [maria.name, 'nobody at all'])
      hashes.push((await costOf(() => proveRecoveryCode(deps, { name, code: 'x' }, '192.0.2.1'))).hashes);
    expect(hashes).toEqual([1, 1]);
  });
});

describe('hashes', () => {
  test('run two at a time, and refuse a flood instead of taking memory (P25, R14)', async () => {
    const hasher = createSecretHasher(async () => Buffer.alloc(32, 1), LOWEST_HASH_COSTS);
    const flood = Array.from({ length: 60 }, () =>
      hasher.hash('x').then(
        () => 'done',
        (error) => error.code,
      ),
    );
    const outcomes = await Promise.all(flood);
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(34);
    expect(new Set(outcomes)).toEqual(new Set(['done', '42906']));
    expect(hasher.count()).toBe(34);
  });
});
