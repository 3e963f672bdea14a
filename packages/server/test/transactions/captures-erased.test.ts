import { createDeploymentKey } from '@titular/server/tenants/keys/deployment-keys.ts';
import { fixedMasterKeys, parseMasterKey } from '@titular/server/tenants/keys/master-key.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { createSettings } from '@titular/server/tenants/settings-cache.ts';
import { decideTransaction } from '@titular/server/transactions/decide/decide-transaction.ts';
import { findStatus } from '@titular/server/transactions/status-store.ts';
import { newCpf, newTransactionBody } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reusing } from '../processes/process-fixture.ts';
import { newReusable } from './reusable.ts';
import { type Fixture, openTransactionFixture } from './transaction-fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openTransactionFixture();
});
afterAll(() => fixture.close());

/** Without pictures nothing is searched for and nobody is compared. */
const NOT_ASKED = undefined as never;

test.each([
  ['pictures', 'DELETE FROM capture_frames'],
  ['attempts', 'DELETE FROM capture_frames; DELETE FROM capture_attempts'],
  ['pictures and its card', "DELETE FROM capture_frames; UPDATE transactions SET sealed_card = ''"],
])(
  'a transaction whose process has lost its %s before the decision is inconclusive, and says so',
  async (_what, deletion) => {
    const { clock, tenantId } = fixture;
    const { db, pool } = fixture.database;
    const cpf = newCpf();
    const body = newTransactionBody(fixture.waiting, reusing(await newReusable(fixture, cpf), cpf));
    const { id } = await fixture.operations(fixture.database).create({ body });
    await pool.query(deletion);
    const masterKeys = await fixedMasterKeys(parseMasterKey(fixture.masterKeyText));
    const deps = {
      db,
      clock,
      settings: createSettings(db, clock),
      tenantKeys: createTenantKeys(db, masterKeys),
      faceHashKey: createDeploymentKey(db, masterKeys, 'face-prints'),
      galleries: NOT_ASKED,
      engineVersion: 'engine/1',
      otherEngine: undefined,
      cardEvidence: undefined,
      matchThreshold: 0.5,
      samePersonThreshold: 0.5,
      environment: 'test' as const,
      noteSecurity: () => undefined,
    };
    await decideTransaction(deps, tenantId, asId(String(id)), { tries: 0, sinceMs: 0 });
    expect((await findStatus(db, tenantId, asId(String(id))))?.status).toBe('inconclusive');
    const { rows } = await sql<{ reasons: string[] }>`SELECT reasons FROM transaction_history
    WHERE transaction_id = ${String(id)} ORDER BY version DESC LIMIT 1`.execute(db);
    expect(rows).toEqual([{ reasons: ['captures_erased'] }]);
  },
);
