import { searchAccounts } from '@titular/server/portal/accounts/show-accounts.ts';
import { explain, nodesOf, rowsRead } from '@titular/test-kit/explain.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

/** Far more than a tenant has, so that a scan of them all is told from one of a page. */
const COUNT = 20_000;
const PAGE = 250;
/** A page of accounts and one more, each with two keys and a secret, told by a scan of the index and one of the table. */
const MAX_ROWS = (PAGE + 1) * 3 * 2;

let volume: VolumeFixture;

beforeAll(async () => {
  volume = await openVolume();
  const values = [volume.owner.tenantId];
  const names = `SELECT $1::uuid AS tenant_id, 'shop-' || lpad(n::text, 6, '0') AS account, n FROM generate_series(1, ${COUNT}) AS n`;
  for (const text of [
    `INSERT INTO service_accounts (tenant_id, account, client_id, scopes)
      SELECT tenant_id, account, 'tcl_' || n, '{transactions:read}' FROM (${names}) AS made`,
    `INSERT INTO service_account_keys (tenant_id, account, key_id, algorithm, public_jwk, retired_at)
      SELECT tenant_id, account, kid, 'ES256', '{}', CASE kid WHEN 'old' THEN '2020-01-01'::timestamptz END
      FROM (${names}) AS made, (VALUES ('old'), ('new')) AS kids (kid)`,
    `INSERT INTO service_account_secrets (tenant_id, account, secret_id, secret_hash)
      SELECT tenant_id, account, gen_random_uuid(), decode(md5(n::text), 'hex') FROM (${names}) AS made`,
  ])
    await volume.filler.query({ text, values });
  await volume.filler.query('VACUUM ANALYZE service_accounts, service_account_keys, service_account_secrets');
}, 360_000);
afterAll(() => volume?.close());

test('the list of service accounts reads a page and its credentials, by index (P52)', async () => {
  const recorder = volume.record();
  for (const cursor of [undefined, 'shop-010000']) {
    recorder.statements.length = 0;
    const asked = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
    const found = await searchAccounts({ db: recorder.db, clock: volume.clock }, volume.owner, asked);
    expect(found.accounts).toHaveLength(PAGE);
    expect(found.accounts[0]).toMatchObject({ keys: 1, secrets: 1 });
    expect(found.accounts[0]?.account).toBe(cursor === undefined ? 'shop-000001' : 'shop-010001');
    expect(recorder.statements).toHaveLength(2);
    for (const statement of recorder.statements) {
      const { plan } = await explain(volume.pool, statement, { enable_seqscan: 'off' });
      const scans = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan');
      expect(scans, statement.text).toEqual([]);
      expect(rowsRead(plan), statement.text).toBeLessThanOrEqual(MAX_ROWS);
    }
  }
}, 360_000);
