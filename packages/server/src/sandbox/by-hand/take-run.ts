import { SCENARIO_RUNS_PER_MINUTE } from '@titular/contract';
import { type Kysely, sql } from 'kysely';
import { insertAuditEntry, searchAuditEntries } from '../../audit/index.ts';
import type { Member } from '../../cases/index.ts';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import type { CompanyId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';

const ACTION = 'sandbox.run';
const MINUTE_SECONDS = 60;

/** Takes one run of the minute, and leaves its entry in the same commit; refuses with 42912 where none is left. Runs of a tenant wait for each other here. */
export const takeRun = (
  { db, clock }: { db: Kysely<Tables>; clock: Clock },
  { tenantId, actor }: Member,
  { scenario, companyId }: { scenario: string; companyId: CompanyId },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${ACTION}/${tenantId}`}, 0))`.execute(trx);
    const now = clock.now();
    const asked = { tenantId, action: ACTION, from: addSeconds(now, -MINUTE_SECONDS) };
    const { entries } = await searchAuditEntries(trx, asked, SCENARIO_RUNS_PER_MINUTE);
    const oldest = entries[SCENARIO_RUNS_PER_MINUTE - 1];
    if (oldest) {
      const waitMs = addSeconds(oldest.at, MINUTE_SECONDS).getTime() - now.getTime();
      throw Refusal.after('42912', waitMs / 1_000);
    }
    const entry = { tenantId, action: ACTION, subject: `company/${companyId}`, after: { scenario } } as const;
    await insertAuditEntry(trx, { clock, actor }, entry);
  });
