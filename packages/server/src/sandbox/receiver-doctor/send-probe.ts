import type { Probe, ProbeResult } from '@titular/contract';
import type { Environment } from '../../config/config.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { digest } from '../../kernel/base/secret.ts';
import { parseRetryAfter } from '../../kernel/network/services/retry-after.ts';
import type { FindEndpointRules, OpenedEndpoint, WebhookSender } from '../../webhooks/index.ts';
import type { ExaminationName } from './examination-store.ts';
import { EXPECTED } from './judge-answer.ts';
import { type MadeProbe, makeProbe } from './probes.ts';

/** What sending a probe needs. */
export type SendDeps = {
  clock: Clock;
  environment: Environment;
  endpointRules: FindEndpointRules;
  send: WebhookSender['send'];
};

/** What is examined; `stopping` cuts a probe short, which then throws. */
export type Examined = {
  name: ExaminationName;
  startedAt: Date;
  opened: OpenedEndpoint;
  stopping: AbortSignal | undefined;
};

/** An id of version 7 in form, made of a text. */
function idOfText(text: string): string {
  const hex = digest(text).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function make({ environment, clock }: SendDeps, examined: Examined, probe: Probe): MadeProbe | undefined {
  const { name, startedAt, opened } = examined;
  const { endpoint, secrets, endedSecret } = opened;
  const seed = JSON.stringify([name, startedAt.toISOString()]);
  return makeProbe(
    {
      ...{ companyId: endpoint.companyId, secrets, oldSecret: secrets[1] ?? endedSecret, startedAt },
      ...{ environment, now: clock.now(), idOf: (text) => idOfText(`${seed} ${text}`) },
    },
    probe,
  );
}

type Answered = Pick<ProbeResult, 'status' | 'retryAfterSeconds' | 'error' | 'verdict'>;

/** Sends what was made within the endpoint's own limit; the verdict of an answer is still to be found. */
async function post(deps: SendDeps, { opened, stopping }: Examined, made: MadeProbe): Promise<Answered> {
  const { endpoint, authentication } = opened;
  const { endpointId, url, timeoutMs, loopbackAllowed } = endpoint;
  let hasLeft = false;
  const answer = await deps.send({
    ...{ url, endpointId, authentication, body: made.body, signatureHeaders: made.headers, timeoutMs },
    ...{ rules: deps.endpointRules(loopbackAllowed), stopping, isSentOnce: true },
    onSent: () => {
      hasLeft = true;
    },
  });
  if (answer.kind !== 'answered') return { error: answer.error, verdict: hasLeft ? 'no-answer' : 'not-sent' };
  const retryAfterSeconds = parseRetryAfter(answer.retryAfter, deps.clock.now());
  const asked = retryAfterSeconds === undefined ? {} : { retryAfterSeconds: Math.ceil(retryAfterSeconds) };
  return { status: answer.status, ...asked, verdict: 'unknown' };
}

/** Sends one probe, and tells what came back; without an old secret that probe is not sent. */
export async function sendProbe(deps: SendDeps, examined: Examined, probe: Probe): Promise<ProbeResult> {
  const made = make(deps, examined, probe);
  if (!made) return { probe, expected: EXPECTED[probe], verdict: 'unknown', reason: 'no-old-secret' };
  const hasOverlap = probe === 'old-secret' && examined.opened.secrets.length > 1;
  return {
    ...{ probe, expected: hasOverlap ? 'either' : EXPECTED[probe] },
    ...{ webhookId: made.webhookId, timestamp: made.at.toISOString(), request: made.body },
    ...(await post(deps, examined, made)),
  };
}
