import type { Examination } from '@titular/contract';
import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../../audit/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import { enqueueJob } from '../../kernel/database/enqueue.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import type { Endpoint } from '../../webhooks/index.ts';
import { beginExamination, type ExaminationName, findExamination } from './examination-store.ts';

type Deps = { db: Kysely<Tables>; clock: Clock };

/** The last examination of an endpoint, as it stands. */
export async function readExamination({ db }: Pick<Deps, 'db'>, name: ExaminationName): Promise<Examination> {
  const found = await findExamination(db, name);
  if (!found) return { state: 'none', results: [] };
  const { startedAt, finishedAt, results } = found;
  return {
    state: finishedAt ? 'finished' : 'running',
    startedAt: startedAt.toISOString(),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
    results,
  };
}

/** Begins an examination, with an audit entry in the same commit; while one is under way that one is answered. Refuses with 40070 an endpoint that is off. */
export async function startExamination(
  deps: Deps,
  { tenantId, actor }: Actor,
  { endpointId, enabled }: Pick<Endpoint, 'endpointId' | 'enabled'>,
): Promise<Examination> {
  if (!enabled) throw new Refusal('40070');
  const { clock } = deps;
  const name = { tenantId, endpointId };
  await withRetries(() =>
    deps.db.transaction().execute(async (trx) => {
      if (!(await beginExamination(trx, name, clock.now()))) return;
      const entry = { action: 'webhook-endpoint.examine', subject: `webhook-endpoint/${endpointId}` };
      await insertAuditEntry(trx, { clock, actor }, { tenantId, ...entry });
      await enqueueJob(trx, 'examine-receiver', name, { maxAttempts: 3, jobKey: `examine ${endpointId}` });
    }),
  );
  return readExamination(deps, name);
}
