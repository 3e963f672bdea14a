import { askedAspects } from '../../decision/index.ts';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { enqueueJob } from '../../kernel/database/enqueue.ts';
import type { Company } from '../../tenants/index.ts';

/** Jobs that decide; `decide-reuse` is unknown to a release that knows nothing of processes. */
export type DecideTask = 'decide-transaction' | 'decide-reuse';

/** As many decisions wait for card evidence at once, over all processes, as there are queues: a slow service holds up no other decision. */
const QUEUES = 2;

const queueOf = (transactionId: TransactionId): string =>
  `card-evidence/${Number.parseInt(transactionId.slice(-1), 16) % QUEUES}`;

/** Whether deciding asks the operator's service: the other modules ask at create. */
const asksBeforeDecision = (company: Pick<Company, 'module' | 'cardEvidence'> | undefined): boolean =>
  company?.module === 'post' && askedAspects(company.cardEvidence).length > 0;

/** Lets a transaction of the company be decided, in the caller's database transaction. */
export const enqueueDecision = (
  db: Db,
  task: DecideTask,
  { tenantId, transactionId }: { tenantId: TenantId; transactionId: TransactionId },
  company: Pick<Company, 'module' | 'cardEvidence'> | undefined,
): Promise<void> =>
  enqueueJob(
    db,
    task,
    { tenantId, transactionId },
    asksBeforeDecision(company) ? { queue: queueOf(transactionId) } : {},
  );

/** Lets a decision that found the service away be tried again. */
export const enqueueAgain = (
  db: Db,
  task: DecideTask,
  job: { tenantId: TenantId; transactionId: TransactionId; tries: number; since: number },
  runAt: Date,
): Promise<void> => enqueueJob(db, task, job, { runAt, queue: queueOf(job.transactionId) });
