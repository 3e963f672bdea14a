import { type Kysely, sql } from 'kysely';
import type { Unended } from '../../kernel/database/batches/end-batch.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { endOverdue } from '../../subjects/index.ts';
import { PROCESSES } from '../change/change-process.ts';

/** Nobody is about to take the result of the process. */
const isGivenUp = sql<boolean>`platform = 'external' AND NOT EXISTS (
  SELECT FROM graphile_worker.jobs j
  WHERE j.key = 'take-platform-result/' || s.process_id AND j.attempts < j.max_attempts)
  AND NOT EXISTS (SELECT FROM job_outbox o WHERE o.job_key = 'take-platform-result/' || s.process_id)`;

/** Ends up to `limit` processes on the operator's platform whose time had passed at `before`; answers how many. One that cannot be ended is noted in `unended`. */
export const expireGivenUp = (
  db: Kysely<Tables>,
  { before, now }: { before: Date; now: Date },
  limit: number,
  unended?: Unended,
): Promise<number> =>
  endOverdue(db, PROCESSES, { by: 'expires_at', until: before, where: isGivenUp }, now, limit, unended);
