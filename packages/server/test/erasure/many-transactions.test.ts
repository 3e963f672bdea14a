import { erasePerson } from '@titular/server/erasure/erase-person.ts';
import { beginSweep, findSweep } from '@titular/server/erasure/sweep-store.ts';
import { identityHash, parseIdentity } from '@titular/server/identity/index.ts';
import { listErasureSteps } from '@titular/server/modules.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { newCpf } from '@titular/test-kit';
import { addTransactions } from '@titular/test-kit/fill-volume.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from './volume-fixture.ts';

let volume: VolumeFixture;

beforeAll(async () => {
  volume = await openVolume();
}, 360_000);
afterAll(() => volume.close());

/** Ended transactions of one person, or such in which the person only stated their identity. */
async function addPerson(count: number, salt: number, column = 'identity_hash') {
  const { db, filler, owner, masterKeys } = volume;
  const at = (seconds: number) => `now() - interval '1 hour' + (n + ${seconds}) * interval '1 second'`;
  const times = { createdAt: at(0), finishedAt: at(1), expiresAt: at(2), status: `'canceled'` };
  await addTransactions(filler, owner, { ...times, count, salt });
  const value = newCpf();
  const parsed = parseIdentity('cpf', value);
  if (parsed.kind === 'refused') throw new Error('a number that was made up is fit');
  const hash = identityHash(await createTenantKeys(db, masterKeys)(owner.tenantId), parsed.identity);
  await filler.query({
    text: `UPDATE transactions SET ${column} = $1 WHERE erased_at IS NULL`,
    values: [hash],
  });
  return { key: 'cpf', value };
}

const deps = () => ({
  ...{ db: volume.db, clock: volume.clock, tenantKeys: createTenantKeys(volume.db, volume.masterKeys) },
  ...{ steps: listErasureSteps(), signReceipt: async () => 'receipt' },
});
const actor = () => ({ tenantId: volume.owner.tenantId, actor: 'service-account:shop' });

test.each([
  ['identity_hash', 'transactions', 1],
  ['stated_identity_hash', 'statements', 1_000_000],
])(
  'whoever has thousands of transactions is erased in one commit of statements that each end in time: by %s (R93)',
  async (column, counted, salt) => {
    const identity = await addPerson(1_201, salt, column);
    await sql`CREATE OR REPLACE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF (SELECT count(*) FROM changed) > 500 THEN RAISE EXCEPTION 'too many rows'; END IF; RETURN NULL; END $$`.execute(
      volume.db,
    );
    await sql`CREATE OR REPLACE TRIGGER refuse_many AFTER UPDATE ON transactions REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`.execute(volume.db);
    const { counts } = await erasePerson(deps(), actor(), { identity });
    await sql`DROP TRIGGER refuse_many ON transactions`.execute(volume.db);
    expect(counts).toMatchObject({ [counted]: 1_201 });
    const { rows } = await sql`SELECT FROM transactions WHERE xmin::text = (
      SELECT xmin::text FROM erasures ORDER BY at DESC LIMIT 1)`.execute(volume.db);
    expect(rows).toHaveLength(1_201);
    volume.clock.advanceSeconds(1);
    await volume.filler.query('UPDATE transactions SET erased_at = now(), stated_identity_hash = NULL');
  },
);

test('an erasure that was at work for longer than sweeps wait is covered by the next one (S34)', async () => {
  const identity = await addPerson(1, 2_000_000);
  const begun = volume.clock.now();
  const swept = new Date(begun.getTime() + 60_000);
  await beginSweep(volume.db, await findSweep(volume.db), {
    ...{ coveredUntil: swept, nextAt: new Date(begun.getTime() + 3_600_000), tablesLeft: [] },
    logTarget: undefined,
  });
  const slow = {
    tables: ['transactions' as const],
    erase: async (): Promise<number> => {
      volume.clock.advanceSeconds(120);
      return 1;
    },
  };
  await erasePerson({ ...deps(), steps: [slow, ...listErasureSteps()] }, actor(), { identity });
  const sweep = await findSweep(volume.db);
  expect(sweep?.nextAt).toEqual(volume.clock.now());
  expect(sweep?.coveredUntil.getTime()).toBeLessThan(begun.getTime());
});
