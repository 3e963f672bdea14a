import { PROBES, type Probe, type ProbeResult } from '@titular/contract';
import type { TaskList } from 'graphile-worker';
import type { Kysely } from 'kysely';
import type { Environment } from '../../config/config.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { isId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { digest } from '../../kernel/base/secret.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import {
  createWebhookSender,
  type FindEndpointRules,
  findOpenedEndpoint,
  type OpenedEndpoint,
} from '../../webhooks/index.ts';
import { refuseProduction } from '../guard.ts';
import { type ExaminationName, findExamination, updateExamination } from './examination-store.ts';
import { EXPECTED, judgeAnswer } from './judge-answer.ts';
import { makeProbe } from './probes.ts';

/** What examining receivers needs. */
export type ExamineDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  tenantKeys: TenantKeys;
  environment: Environment;
  endpointRules: FindEndpointRules;
};

/** Longest wait for an answer, so that all probes fit into the time of a job. */
const MAX_PROBE_MS = 8_000;

/** An id of version 7 in form, made of a text. */
function idOfText(text: string): string {
  const hex = digest(text).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** What does not change from probe to probe. */
type Examined = { name: ExaminationName; startedAt: Date; opened: OpenedEndpoint };
type Sender = Pick<ReturnType<typeof createWebhookSender>, 'send'>;

async function sendProbe(
  deps: ExamineDeps,
  sender: Sender,
  { name, startedAt, opened }: Examined,
  probe: Probe,
  before: readonly ProbeResult[],
): Promise<ProbeResult> {
  const { endpoint, secrets, authentication } = opened;
  const { endpointId, companyId, url, timeoutMs, loopbackAllowed } = endpoint;
  const seed = JSON.stringify([name, startedAt.toISOString()]);
  const made = makeProbe(
    {
      ...{ companyId, secrets, startedAt, environment: deps.environment, now: deps.clock.now() },
      idOf: (text) => idOfText(`${seed} ${text}`),
    },
    probe,
  );
  const answer = await sender.send({
    ...{ url, endpointId, authentication, body: made.body, signatureHeaders: made.headers },
    timeoutMs: Math.min(timeoutMs, MAX_PROBE_MS),
    rules: deps.endpointRules(loopbackAllowed),
    stopping: undefined,
  });
  const hasOldSecret = probe === 'old-secret' && secrets.length > 1;
  const expected = hasOldSecret ? 'either' : EXPECTED[probe];
  const told = answer.kind === 'answered' ? { status: answer.status } : { error: answer.error };
  const [control = told] = before;
  return {
    ...{ probe, expected, webhookId: made.webhookId, timestamp: made.at.toISOString() },
    ...{ request: made.body, ...told, verdict: judgeAnswer(expected, told, control) },
  };
}

/** Sends the probes that are still to be sent, one after the other, and keeps each result; an endpoint that is gone ends it. */
export async function examineReceiver(deps: ExamineDeps, name: ExaminationName): Promise<void> {
  refuseProduction(deps.environment);
  const { db, clock } = deps;
  const begun = await findExamination(db, name);
  if (!begun || begun.finishedAt) return;
  const { startedAt } = begun;
  const results = [...begun.results];
  const opened = await findOpenedEndpoint(deps, name.tenantId, name.endpointId);
  const sender = createWebhookSender({ clock });
  try {
    for (const probe of opened?.endpoint.enabled ? PROBES.slice(results.length) : []) {
      if (!opened) break;
      results.push(await sendProbe(deps, sender, { name, startedAt, opened }, probe, results));
      if (!(await updateExamination(db, name, { startedAt, finishedAt: undefined, results }))) return;
    }
    await updateExamination(db, name, { startedAt, finishedAt: clock.now(), results });
  } finally {
    sender.close();
  }
}

/** The job that examines a receiver; one that died is taken up again at the next probe. */
export const examinationTasks = (deps: ExamineDeps): TaskList => ({
  'examine-receiver': async (payload) => {
    const { tenantId, endpointId } = payload as Record<string, unknown>;
    invariant(typeof tenantId === 'string' && isId(tenantId), 'a job names its tenant');
    invariant(typeof endpointId === 'string' && isId(endpointId), 'a job names its endpoint');
    await examineReceiver(deps, { tenantId, endpointId });
  },
});
