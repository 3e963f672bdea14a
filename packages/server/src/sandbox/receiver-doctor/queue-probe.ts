import type { Db } from '../../kernel/database/connect.ts';
import { enqueueJob } from '../../kernel/database/enqueue.ts';
import type { ExaminationName } from './examination-store.ts';

/** All examinations have one queue, so that slow receivers hold one place of the jobs; it takes their probes in turn. */
const QUEUE = 'examinations';
const MAX_ATTEMPTS = 3;

/** Asks for the next probe of an examination, in the caller's database transaction. */
export const enqueueProbe = (trx: Db, { tenantId, endpointId }: ExaminationName): Promise<void> =>
  enqueueJob(
    trx,
    'examine-receiver',
    { tenantId, endpointId },
    { maxAttempts: MAX_ATTEMPTS, jobKey: `examine ${endpointId}`, queue: QUEUE },
  );
