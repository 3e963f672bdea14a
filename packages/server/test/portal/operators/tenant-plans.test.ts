import type { TenantId } from '@titular/server/kernel/base/id.ts';
import { listTenantsBefore, type TenantPage } from '@titular/server/portal/deployment/tenants-store.ts';
import { explain, nodesOf, rowsRead } from '@titular/test-kit/explain.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../../erasure/volume-fixture.ts';

/** Tenants with five companies and two members each, besides the one of the fixture. */
const COUNT = 20_000;
const PAGE = 250;
/** Blocks of a page: some ten of each tenant's indexes, and the tables behind them. */
const MAX_BLOCKS = PAGE * 40;

let volume: VolumeFixture;
let record: ReturnType<VolumeFixture['record']>;

const idOf = (n: string): string => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Adds tenants that are older than all others, named by their numbers. */
const addTenants = (from: number, to: number) =>
  volume.filler.query(`
    INSERT INTO tenants (tenant_id, name, master_key_id, wrapped_data_key)
    SELECT ${idOf('n')}, 'Hay ' || n, master_key_id, wrapped_data_key
    FROM generate_series(${from}, ${to}) AS n, (SELECT * FROM tenants LIMIT 1) AS one`);

beforeAll(async () => {
  volume = await openVolume();
  record = volume.record();
  await addTenants(1_000_001, 1_000_000 + COUNT);
  for (const text of [
    `INSERT INTO users (user_id, name, name_key, created_at) SELECT ${idOf('n')}, 'u' || n, 'u' || n, now() FROM generate_series(1, 2) AS n`,
    `INSERT INTO companies (tenant_id, company_id, name)
      SELECT tenant_id, ${idOf('n')}, 'Shop ' || n FROM tenants, generate_series(1, 5) AS n`,
    `INSERT INTO user_memberships (user_id, tenant_id, role, created_at) SELECT user_id, tenant_id, 'admin', now() FROM users, tenants`,
    `INSERT INTO companies (tenant_id, company_id, name)
      SELECT ${idOf(String(1_000_000 + COUNT))}, gen_random_uuid(), 'Shop' FROM generate_series(1, 1500)`,
    'VACUUM ANALYZE tenants, companies, users, user_memberships, user_invitations',
  ])
    await volume.filler.query(text);
}, 360_000);
afterAll(() => volume?.close());

async function list(search: { text?: string; before?: TenantId; limit?: number } = {}): Promise<TenantPage> {
  const { text, before, limit = PAGE } = search;
  return listTenantsBefore(record.db, { text, before, limit, now: volume.clock.now() });
}

/** What the last statement took, with the settings of the portal's connections. */
async function lastPlan() {
  const statement = record.statements.at(-1) ?? expect.fail('a statement');
  return explain(volume.pool, statement, { enable_seqscan: 'off' });
}

test('a page of tenants reads its own companies and members by index, however many tenants there are (P52)', async () => {
  for (const before of [undefined, '00000000-0000-7000-8000-0000000f8000' as TenantId]) {
    const { tenants, nextId } = await list(before === undefined ? {} : { before });
    expect(tenants).toHaveLength(PAGE);
    expect(nextId).toBe(tenants.at(-1)?.id);
    const { plan, buffers } = await lastPlan();
    expect(nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(buffers).toBeLessThan(MAX_BLOCKS);
  }
});

test('a search reads the names of 20,000 tenants once, and companies of those alone that it found (P52)', async () => {
  const { tenants, nextId } = await list({ text: 'HAY 1000777' });
  expect(tenants.map(({ name }) => name)).toEqual(['Hay 1000777']);
  expect(nextId).toBeUndefined();
  const { plan } = await lastPlan();
  expect(nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  // Each name by the index and again by the two steps that keep it.
  expect(rowsRead(plan)).toBeLessThan(COUNT * 3 + 200);
});

test('a tenant is found by its id in one look, the oldest too (P52)', async () => {
  const { tenants } = await list({ text: '00000000-0000-7000-8000-0000000F4241' });
  expect(tenants.map(({ name }) => name)).toEqual(['Hay 1000001']);
  const { buffers } = await lastPlan();
  expect(buffers).toBeLessThan(100);
});

test('companies are counted up to 1,000, and then told as more', async () => {
  const { tenants } = await list({ text: `Hay ${1_000_000 + COUNT}` });
  expect(tenants[0]).toMatchObject({ companyCount: 1_001 });
  expect(tenants[0]?.companies).toHaveLength(5);
});

test('a search goes on behind the first 100,000 tenants', async () => {
  await addTenants(1, 100_000);
  const first = await list({ text: 'Hay 7' });
  expect(first.tenants).not.toHaveLength(0);
  expect(first.nextId).toBe(first.tenants.at(-1)?.id);
  const step = await list({ text: 'Hay 77', limit: 100_000 });
  expect(step.nextId).toBeDefined();
  const rest = await list({ text: 'Hay 77', before: step.nextId as TenantId });
  expect(rest.nextId).toBeUndefined();
  const found = [...step.tenants, ...rest.tenants].map(({ name }) => name);
  expect(found).toContain('Hay 77');
  expect(new Set(found).size).toBe(found.length);
}, 360_000);
