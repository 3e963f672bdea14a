import { lowestId, newId } from '@titular/server/kernel/base/id.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { trySettings } from '@titular/server/what-if/index.ts';
import { listKeptEnds } from '@titular/server/what-if/kept-end-store.ts';
import { explain, nodesOf, rowsRead } from '@titular/test-kit/explain.ts';
import { addTransactions, type Owner } from '@titular/test-kit/fill-volume.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

const COUNT = 30_000;
let volume: VolumeFixture;
let small: Owner;

beforeAll(async () => {
  volume = await openVolume();
  small = await volume.addCompany();
  const at = (n: string) => `now() - interval '2 days' - (${n}) * interval '30 seconds'`;
  const times = { createdAt: at('n'), finishedAt: at('n'), expiresAt: at('n') };
  const status = `CASE WHEN n % 3 = 0 THEN 'fast-inconclusive' ELSE 'approved' END`;
  await addTransactions(volume.filler, volume.owner, { ...times, status, count: COUNT, salt: 0 });
  await addTransactions(volume.filler, small, { ...times, status, count: 30, salt: 1_000_000 });
  await volume.filler.query('VACUUM ANALYZE transactions, transaction_history');
}, 360_000);
afterAll(() => volume.close());

describe('ends that settings are tried on', () => {
  test.each([500, 1])('are read %i at a time by the index of company and id alone (P52)', async (limit) => {
    const recorder = volume.record();
    for (const on of [volume.owner, small]) {
      recorder.statements.length = 0;
      const scope = { ...on, fromId: lowestId(new Date(0)), endedBefore: new Date() };
      const found = await listKeptEnds(recorder.db, scope, newId(Date.now()), limit);
      expect(found).toHaveLength(Math.min(limit, on === small ? 30 : COUNT));
      const [statement] = recorder.statements;
      if (!statement) throw new Error('nothing was read');
      const { plan } = await explain(volume.pool, statement, { enable_seqscan: 'off' });
      const nodes = nodesOf(plan);
      expect(nodes.filter((node) => ['Seq Scan', 'Sort'].includes(node['Node Type']))).toEqual([]);
      const read = nodes
        .filter((node) => node['Node Type'].startsWith('Index'))
        .reduce((sum, node) => sum + rowsRead({ ...node, Plans: [] }), 0);
      expect(read).toBeLessThanOrEqual(2 * limit);
    }
  });

  test('are the newest 20,000 at most, and the answer says that it is cut (F3)', async () => {
    const recorder = volume.record();
    const tenantKeys = createTenantKeys(volume.db, volume.masterKeys);
    const operator = { db: recorder.db, clock: volume.clock, actor: 'test', tenantKeys };
    const cut = await trySettings(operator, volume.owner, new Map());
    expect(cut).toMatchObject({ isCut: true, isTooFew: true, leftOut: [] });
    const reads = recorder.statements.filter(({ text }) => text.includes('create_inputs'));
    expect(reads).toHaveLength(41);
    expect(await trySettings(operator, small, new Map())).toMatchObject({ isCut: false });
  }, 60_000);

  test('are refused where reading them takes too long, never told in part, and read once at a time (F3)', async () => {
    const tenantKeys = createTenantKeys(volume.db, volume.masterKeys);
    let seconds = 0;
    const slow = { now: () => new Date(volume.clock.now().getTime() + 4_000 * seconds++) };
    const trier = { db: volume.db, actor: 'test', tenantKeys };
    await expect(trySettings({ ...trier, clock: slow }, volume.owner, new Map())).rejects.toMatchObject({
      code: '42906',
    });
    const tries = [1, 2].map(() => trySettings({ ...trier, clock: volume.clock }, small, new Map()));
    const ends = await Promise.allSettled(tries);
    expect(ends).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: '42906' } }]);
    await trySettings({ ...trier, clock: volume.clock }, small, new Map());
  }, 60_000);
});
