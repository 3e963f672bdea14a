import { type ExaminationEnd, PROBES, type Probe, type ProbeResult } from '@titular/contract';
import type { JobHelpers } from 'graphile-worker';
import type { Kysely } from 'kysely';
import type { Environment } from '../../config/config.ts';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import { isId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import {
  type FindEndpointRules,
  findOpenedEndpoint,
  type OpenedEndpoint,
  type WebhookSender,
} from '../../webhooks/index.ts';
import { refuseProduction } from '../guard.ts';
import { endAfter, endBefore, targetOf } from './end-examination.ts';
import {
  type ExaminationName,
  findExamination,
  type StoredExamination,
  updateExamination,
} from './examination-store.ts';
import { judgeResults } from './judge-answer.ts';
import { enqueueProbe } from './queue-probe.ts';
import { sendProbe } from './send-probe.ts';

/** What examining receivers needs; `send` is that of the one sender of the process. */
export type ExamineDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  tenantKeys: TenantKeys;
  environment: Environment;
  endpointRules: FindEndpointRules;
  send: WebhookSender['send'];
};

/** Seconds between the end of an examination and the next of the same endpoint. */
const REST_SECONDS = 60;
const MAX_REST_SECONDS = 3_600;

type Named = { name: ExaminationName; begun: StoredExamination };

/** Keeps how far an examination came, and asks for the next probe in the same commit unless it is over. */
async function advance(
  { db, clock }: Pick<ExamineDeps, 'db' | 'clock'>,
  { name, begun }: Named,
  {
    results,
    target = begun.target,
    ended,
  }: { results: ProbeResult[]; ended: ExaminationEnd | undefined } & Partial<
    Pick<StoredExamination, 'target'>
  >,
): Promise<void> {
  const now = clock.now();
  const askedSeconds = results.at(-1)?.retryAfterSeconds ?? 0;
  const restsUntil = addSeconds(now, Math.min(MAX_REST_SECONDS, Math.max(REST_SECONDS, askedSeconds)));
  await withRetries(() =>
    db.transaction().execute(async (trx) => {
      const isKept = await updateExamination(trx, name, {
        ...{ startedAt: begun.startedAt, progressedAt: now, readCount: begun.results.length },
        ...{ results, target, end: ended && { ended, restsUntil } },
      });
      if (isKept && !ended) await enqueueProbe(trx, name);
    }),
  );
}

async function examine(
  deps: ExamineDeps,
  { name, begun }: Named,
  { opened, probe, stopping }: { opened: OpenedEndpoint; probe: Probe; stopping: AbortSignal | undefined },
): Promise<void> {
  const { startedAt } = begun;
  const sent = await sendProbe(deps, { name, startedAt, opened, stopping }, probe);
  const results = [...begun.results, sent];
  const ended = endAfter(results);
  const isAuthenticated = opened.authentication.kind !== 'none';
  const judged = judgeResults(results, { isAuthenticated, isOver: ended !== undefined });
  await advance(deps, { name, begun }, { results: judged, target: targetOf(opened), ended });
}

/** Ends an examination before its next probe; its answers so far are judged by what is known. */
async function end(
  deps: Pick<ExamineDeps, 'db' | 'clock'>,
  { name, begun }: Named,
  ended: ExaminationEnd,
  isAuthenticated: boolean,
): Promise<void> {
  const results = judgeResults(begun.results, { isAuthenticated, isOver: true });
  await advance(deps, { name, begun }, { results, ended });
}

/** Sends the next probe of an examination, if it is not over; a second run at the same time changes nothing of the first. */
export async function examineReceiver(
  deps: ExamineDeps,
  name: ExaminationName,
  stopping?: AbortSignal,
): Promise<void> {
  refuseProduction(deps.environment);
  const begun = await findExamination(deps.db, name);
  if (!begun || begun.finishedAt) return;
  const opened = await findOpenedEndpoint(deps, name.tenantId, name.endpointId);
  const probe = PROBES[begun.results.length];
  const ended = endBefore(begun.target, opened) ?? (probe ? undefined : 'whole');
  const named = { name, begun };
  if (ended) await end(deps, named, ended, opened?.authentication.kind !== 'none');
  else if (opened && probe) await examine(deps, named, { opened, probe, stopping });
}

/** Ends an examination whose last attempt at a probe failed. */
async function failExamination(
  deps: Pick<ExamineDeps, 'db' | 'clock'>,
  name: ExaminationName,
): Promise<void> {
  const begun = await findExamination(deps.db, name);
  if (begun && !begun.finishedAt) await end(deps, { name, begun }, 'failed', true);
}

/** What is asked of the worker about the job: which attempt it is, and word that it is to stop. */
type Attempt = { job: Pick<JobHelpers['job'], 'attempts' | 'max_attempts'>; abortSignal?: AbortSignal };

/** What a job does that sends one probe; the last attempt that fails ends the examination. */
export const examinationTask =
  (deps: ExamineDeps) =>
  async (payload: unknown, { job, abortSignal }: Attempt): Promise<void> => {
    const { tenantId, endpointId } = payload as Record<string, unknown>;
    invariant(typeof tenantId === 'string' && isId(tenantId), 'a job names its tenant');
    invariant(typeof endpointId === 'string' && isId(endpointId), 'a job names its endpoint');
    const name = { tenantId, endpointId };
    try {
      await examineReceiver(deps, name, abortSignal);
    } catch (error) {
      if (job.attempts >= job.max_attempts) await failExamination(deps, name);
      throw error;
    }
  };
