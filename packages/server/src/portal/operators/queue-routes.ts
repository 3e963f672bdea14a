import type { JobRows, Queues, SearchJobs } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import { definePortalRoute } from '../../kernel/http/portal/portal-route.ts';
import type { PortalRoute } from '../../kernel/http/route.ts';
import { countJobs, listFailingJobs } from '../../kernel/jobs/job-store.ts';
import { MAX_RETRIED, retryJobs } from '../../nodes/index.ts';
import { listOverdueTenants } from '../../webhooks/index.ts';
import { operatorOf, type PortalDeps } from '../portal-deps.ts';

const PAGE = 50;
/** Tenants with overdue webhooks that are listed. */
const MAX_TENANTS = 50;

async function readQueues({ db, clock }: PortalDeps): Promise<Queues> {
  const { tasks, isCut } = await countJobs(db);
  return {
    tasks: tasks.map(({ lastError, ...counts }) => ({
      ...counts,
      ...(lastError === undefined ? {} : { lastError }),
    })),
    isCut,
    tenants: await listOverdueTenants(db, clock.now(), MAX_TENANTS),
  };
}

async function search(
  { db }: PortalDeps,
  { state, task, cursor, limit = PAGE }: SearchJobs,
): Promise<JobRows> {
  const { jobs, nextId } = await listFailingJobs(db, { state, task, beforeId: cursor, limit });
  return {
    jobs: jobs.map(({ runAt, createdAt, error, ...job }) => ({
      ...job,
      ...{ runAt: runAt.toISOString(), createdAt: createdAt.toISOString() },
      ...(error === undefined ? {} : { error }),
    })),
    ...(nextId === undefined ? {} : { nextCursor: nextId }),
  };
}

/** What waits in the deployment, and how failed jobs run again. */
export const queueRoutes = (deps: PortalDeps): PortalRoute[] => [
  definePortalRoute('readQueues', async () => ({ status: 200, body: await readQueues(deps) })),
  definePortalRoute('searchJobs', async ({ body }) => ({ status: 200, body: await search(deps, body) })),
  definePortalRoute('retryJobs', async ({ body }, caller) => {
    const retried = await retryJobs(operatorOf(deps, caller), body.task, body.id);
    if (body.id !== undefined && retried === 0) throw new Refusal('40420');
    return { status: 200, body: { retried, isMore: retried === MAX_RETRIED } };
  }),
];
