import { SCENARIO_RUNS_PER_MINUTE } from '@titular/contract';
import { type Kysely, sql } from 'kysely';
import { insertAuditEntry, searchAuditEntries } from '../../audit/index.ts';
import type { Member } from '../../cases/index.ts';
import { answerNamed } from '../../idempotency/index.ts';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import type { CompanyId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { type Db, inTransaction } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { idleWithoutTurn } from '../../kernel/http/admission/admission.ts';
import type { TenantKeys } from '../../tenants/index.ts';

const ACTION = 'sandbox.run';
const MINUTE_SECONDS = 60;

/** A run that is asked for; with a `key` it is one, however often it is asked for. */
type AskedRun = { scenario: string; companyId: CompanyId; key: string | undefined };

/** Takes a run in a database transaction, in which other runs of the tenant wait. */
async function take(
  trx: Db,
  clock: Clock,
  { tenantId, actor }: Member,
  { scenario, companyId }: AskedRun,
): Promise<void> {
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
}

/** Takes one run of the minute, once for each press, and leaves its entry in the same commit; refuses with 42912 where none is left. */
export async function takeRun(
  deps: { db: Kysely<Tables>; clock: Clock; tenantKeys: TenantKeys },
  member: Member,
  asked: AskedRun,
): Promise<void> {
  const { scenario, companyId, key } = asked;
  const request = { key, operation: `${ACTION} ${member.actor}`, body: { scenario, companyId } };
  await answerNamed({ ...deps, idle: idleWithoutTurn }, member.tenantId, request, (db) =>
    inTransaction(db, async (trx) => {
      await take(trx, deps.clock, member, asked);
      return {};
    }),
  );
}
