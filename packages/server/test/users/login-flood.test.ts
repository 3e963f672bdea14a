import { createFailureLimit } from '@titular/server/access-tokens/index.ts';
import { sealAuditLog, verifyAuditLog } from '@titular/server/audit/index.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { createDeploymentKey } from '@titular/server/tenants/keys/deployment-keys.ts';
import { createSecretHasher, LOWEST_HASH_COSTS } from '@titular/server/users/authenticators/hash-secret.ts';
import { toRelyingParty } from '@titular/server/users/authenticators/passkeys.ts';
import { provePassword, type UserDeps } from '@titular/server/users/index.ts';
import { FAILURE_DAYS } from '@titular/server/users/module.ts';
import { takeTry } from '@titular/server/users/sign-in/failure-store.ts';
import { createUserKeys } from '@titular/server/users/user-keys.ts';
import { createManualClock } from '@titular/test-kit';
import { inviteTestMember, portalUrlOf } from '@titular/test-kit/portal/people.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { addTenant, startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Failures that a network may make at once, by one name; ten times as many by all names. */
const BURST = 1;
const NETWORKS = 4;
const ROUNDS = 10;
/** What addresses hold back, and what comes from ever new addresses, under a name of its own each, the dearest there is. */
const ROUND = { fromFewNetworks: 8_000, fromAnywhere: 2_000 };
const AT_ONCE = 10;
const DAY_SECONDS = 86_400;

let service: TestService;
let deps: UserDeps;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  const { db } = service.service.database;
  const keys = createUserKeys(createDeploymentKey(db, service.service.masterKeys, 'users'));
  deps = {
    log: createLog('silent'),
    ...{ clock, keys, db },
    hasher: createSecretHasher(keys.pepper, LOWEST_HASH_COSTS),
    provider: undefined,
    relyingParty: toRelyingParty(portalUrlOf(service)),
    addresses: createFailureLimit(() => clock.now().getTime(), BURST),
  };
});
afterAll(() => service?.close());

/** Bytes of every table with its indexes but the audit log's. */
async function bytesKept(): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
    WHERE relkind IN ('r', 'm') AND relnamespace = 'public'::regnamespace AND relname <> 'audit_log'`.execute(
    deps.db,
  );
  return Number(rows[0]?.bytes);
}

/** Entries of the log, once every one of them was found to follow on the one before it. */
async function countEntries(): Promise<number> {
  await sealAuditLog(deps.db);
  const verdict = await verifyAuditLog(deps.db, undefined, () => undefined);
  expect(verdict.broken).toBeUndefined();
  return verdict.entries;
}

/** Does `work` for each number below `count`, so many at once, and counts what came of it. */
async function tally(count: number, work: (at: number) => Promise<string>): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) {
      const outcome = await work(at);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return outcomes;
}

const guess = (name: string, address: string): Promise<string> =>
  provePassword(deps, { name, password: 'not the right password', code: '000000' }, address).then(
    () => 'in',
    (error) => String(error.code),
  );

async function takeFresh(name: string): Promise<string> {
  const { kind } = await takeTry(deps.db, await deps.keys.nameHash('password', name), clock.now());
  return kind;
}

test('100,000 failed sign-ins add nothing to the audit log and under 1 kB each elsewhere, and are gone after 30 days (P42)', async () => {
  const { tenantId } = await addTenant(service);
  await inviteTestMember(service, tenantId, { role: 'support' });
  const [entries, bytes] = [await countEntries(), await bytesKept()];
  let tried = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const held = await tally(ROUND.fromFewNetworks, (at) =>
      guess(`stranger ${round} ${at % 3_000}`, `192.0.2.${at % NETWORKS}`),
    );
    const hashed = held.get('40345') ?? 0;
    // Ten at once for each network, and no time passes in a round.
    expect(hashed).toBeLessThanOrEqual(NETWORKS * (10 * BURST + AT_ONCE));
    expect(hashed + (held.get('42905') ?? 0)).toBe(ROUND.fromFewNetworks);
    expect(await tally(ROUND.fromAnywhere, (at) => takeFresh(`passer-by ${round} ${at}`))).toEqual(
      new Map([['taken', ROUND.fromAnywhere]]),
    );
    tried += hashed + ROUND.fromAnywhere;
    // What an administrator does meanwhile is written, and alone.
    await inviteTestMember(service, tenantId, { role: 'viewer' });
    expect(await countEntries()).toBe(entries + round + 1);
    clock.advanceSeconds(2);
  }
  expect(ROUNDS * (ROUND.fromFewNetworks + ROUND.fromAnywhere)).toBe(100_000);
  expect(deps.hasher.count()).toBe(tried - ROUNDS * ROUND.fromAnywhere);
  const kept = async (): Promise<number> => {
    const row = await sql<{ count: string }>`SELECT count(*) FROM login_failures`.execute(deps.db);
    return Number(row.rows[0]?.count);
  };
  expect(await kept()).toBe(tried);
  expect(((await bytesKept()) - bytes) / tried).toBeLessThan(1_000);

  const task = { db: deps.db, clock, log: createLog('silent') };
  const forget = () => runTask(task, 'delete-old-login-failures');
  clock.advanceSeconds(FAILURE_DAYS * DAY_SECONDS - 60);
  await forget();
  expect(await kept()).toBe(tried);
  clock.advanceSeconds(61);
  await forget();
  expect(await kept()).toBe(0);
  expect(await countEntries()).toBe(entries + ROUNDS);
}, 360_000);
