import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import { deleteExpiredCaptures } from '@titular/server/transactions/retention/delete-expired-captures.ts';
import { insertHold } from '@titular/server/transactions/retention/legal-hold-store.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';
import { addEnd } from './add-ends.ts';

const DAY_MS = 86_400_000;
let volume: VolumeFixture;

beforeEach(async () => {
  volume = await openVolume();
});
afterEach(() => volume.close());

/** Adds ends of so many days ago, with inputs of create checks as well. */
async function add(days: readonly number[], owner = volume.owner): Promise<void> {
  for (const day of days)
    await addEnd(volume.db, {
      ...{ tenantId: owner.tenantId, companyId: owner.companyId as CompanyId },
      at: new Date(volume.clock.now().getTime() - day * DAY_MS),
      evidence: {},
    });
  await sql`UPDATE transactions SET create_inputs = decision_inputs`.execute(volume.db);
}

/** Whether inputs of create checks and of the decision are there, of each end, the newest first. */
const kept = async (): Promise<boolean[][]> => {
  const { rows } = await sql<{ create: boolean; decision: boolean }>`
    SELECT create_inputs IS NOT NULL AS create, decision_inputs IS NOT NULL AS decision
    FROM transactions ORDER BY finished_at DESC`.execute(volume.db);
  return rows.map(({ create, decision }) => [create, decision]);
};
const BOTH = [true, true];
const NONE = [false, false];

describe('what decisions were made from', () => {
  test('is gone once a node of the release before erases the person, which knows no inputs (R93)', async () => {
    await add([1, 2]);
    await sql`
      UPDATE transactions SET sealed_identity = '', sealed_card = '', sealed_stated_identity = NULL, stated_identity_hash = NULL,
        stated_identity_key = NULL, decision = decision - 'captures' - 'distance', erased_at = now()
      WHERE finished_at < ${new Date(volume.clock.now().getTime() - 1.5 * DAY_MS)}`.execute(volume.db);
    expect(await kept()).toEqual([BOTH, NONE]);
  });

  test('is gone of the decision once such a node erases the identity that somebody stated (R93)', async () => {
    await add([1, 2]);
    await sql`UPDATE transactions SET stated_identity_hash = '\\x01', stated_identity_key = 'cpf'`.execute(
      volume.db,
    );
    expect(await kept()).toEqual([BOTH, BOTH]);
    await sql`UPDATE transactions SET sealed_stated_identity = NULL, stated_identity_hash = NULL, stated_identity_key = NULL`.execute(
      volume.db,
    );
    expect(await kept()).toEqual([
      [true, false],
      [true, false],
    ]);
  });

  test('goes when the pictures go, by the days of each company, also where there were none (R93)', async () => {
    const other = await volume.addCompany();
    await sql`UPDATE companies SET capture_retention_days = 10 WHERE company_id = ${other.companyId}`.execute(
      volume.db,
    );
    await add([5, 29, 31]);
    await add([6, 11], other);
    expect(await kept()).toEqual([BOTH, BOTH, BOTH, BOTH, BOTH]);
    expect(await deleteExpiredCaptures(volume.db, volume.clock.now())).toEqual({ frames: 0, done: true });
    expect(await kept()).toEqual([BOTH, BOTH, NONE, BOTH, NONE]);
  });

  test('stays while a legal hold keeps the transaction, and goes after it (R93)', async () => {
    await add([31, 32]);
    const { tenantId } = volume.owner;
    const { rows } = await sql<{ id: string }>`
      SELECT transaction_id AS id FROM transactions ORDER BY finished_at DESC LIMIT 1`.execute(volume.db);
    const transactionId = rows[0]?.id as never;
    const hold = { transactionId, heldAt: volume.clock.now(), reference: 'case' };
    await volume.db.transaction().execute((trx) => insertHold(trx, tenantId, hold));
    await deleteExpiredCaptures(volume.db, volume.clock.now());
    expect(await kept()).toEqual([BOTH, NONE]);
    await sql`DELETE FROM legal_holds`.execute(volume.db);
    await deleteExpiredCaptures(volume.db, volume.clock.now());
    expect(await kept()).toEqual([NONE, NONE]);
  });
});
