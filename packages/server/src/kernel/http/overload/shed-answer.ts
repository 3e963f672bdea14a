import type { ServerResponse } from 'node:http';
import { oauthErrorCatalogue, oauthSentence } from '@titular/contract';
import { Refusal } from '../../base/refusal.ts';
import type { TenantLimits } from '../admission/admission.ts';
import { concurrencyRefusal } from '../admission/concurrency-gate.ts';
import { refusalReply } from '../answers/error-reply.ts';
import { helpHeader } from '../answers/help-link.ts';
import type { ShedWork } from './overload-metrics.ts';

/** The longest pause that is asked for, in seconds: pauses differ, so that not all come back at once. */
const MAX_PAUSE_SECONDS = 3;

/** What a request is told that is not let in: that the service is overloaded, in the form of its work, or that its tenant has all its places. */
export type Turned = ({ work: ShedWork } | { full: TenantLimits }) & { requestId: string };

/** Answers a request that is not let in; `chance` is in [0, 1) and chooses the pause of one that is shed. */
export type SendShed = (response: ServerResponse, turned: Turned, chance: number, isLast: boolean) => void;

const CODE = '42902';
const REFUSAL = refusalReply(
  new Refusal(CODE, 'Too many requests at once: the service is overloaded; wait the seconds in Retry-After.'),
);
const { service_overloaded: OVERLOADED } = oauthErrorCatalogue;

const BODIES: Readonly<Record<ShedWork, string>> = {
  call: JSON.stringify(REFUSAL.body),
  token: JSON.stringify({
    error: OVERLOADED.error,
    error_description: oauthSentence(OVERLOADED),
    sub_code: OVERLOADED.subCode,
  }),
};

const HEADERS_OF: Readonly<Record<ShedWork, Readonly<Record<string, string>>>> = {
  call: helpHeader(CODE),
  token: { pragma: 'no-cache', ...helpHeader(OVERLOADED.subCode) },
};

type Answer = { headers: readonly string[]; body: string };

/** Makes the answers with the headers that every answer of the service has; what is left to do for each is to name its request. */
export function createShedAnswer(commonHeaders: Readonly<Record<string, string>>): SendShed {
  const prepare = (body: string, own: Readonly<Record<string, string>>): Answer => ({
    body,
    headers: Object.entries({
      ...commonHeaders,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      ...own,
    }).flat(),
  });
  const withPauses = (work: ShedWork): Answer[] =>
    Array.from({ length: MAX_PAUSE_SECONDS }, (_, index) =>
      prepare(BODIES[work], { ...HEADERS_OF[work], 'retry-after': String(index + 1) }),
    );
  const shed = { call: withPauses('call'), token: withPauses('token') };
  const ofFull = new WeakMap<TenantLimits, Answer>();

  /** The answer of a tenant by its limits, which are the same object until they are read anew. */
  function answerFull(limits: TenantLimits): Answer {
    const known = ofFull.get(limits);
    if (known) return known;
    const { body, headers = {} } = refusalReply(concurrencyRefusal(limits));
    const answer = prepare(JSON.stringify(body), { ...headers, ...HEADERS_OF.call });
    ofFull.set(limits, answer);
    return answer;
  }

  return (response, turned, chance, isLast) => {
    const pause = Math.floor(chance * MAX_PAUSE_SECONDS);
    const answer = 'full' in turned ? answerFull(turned.full) : (shed[turned.work][pause] as Answer);
    const more = isLast ? ['connection', 'close'] : [];
    // What is left of the body is read and dropped by the parser that knows where it ends, so the connection stays in step.
    response
      .writeHead(REFUSAL.status, [...answer.headers, 'x-request-id', turned.requestId, ...more])
      .end(answer.body);
  };
}
