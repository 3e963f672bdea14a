import type { ServerResponse } from 'node:http';
import { oauthErrorCatalogue } from '@titular/contract';
import { newId } from '../../base/id.ts';
import { Refusal } from '../../base/refusal.ts';
import { refusalReply } from '../answers/error-reply.ts';
import type { ShedWork } from './overload-metrics.ts';

/** The longest pause that is asked for, in seconds: pauses differ, so that not all come back at once. */
const MAX_PAUSE_SECONDS = 3;

/** What a shed request is told: that the service is overloaded, in the form of its work, or that its tenant has all its places. */
export type Turned = ShedWork | 'concurrency';

/** Answers a request that is shed; `chance` is in [0, 1) and chooses the pause. */
export type SendShed = (response: ServerResponse, turned: Turned, chance: number, isLast: boolean) => void;

const refuse = (why: string): ReturnType<typeof refusalReply> =>
  refusalReply(new Refusal('42902', `Too many requests at once: ${why}; wait the seconds in Retry-After.`));
const REFUSAL = refuse('the service is overloaded');
const OVER_SHARE = refuse('as many of the tenant are under way as may be');
const { error, description, subCode } = oauthErrorCatalogue.service_overloaded;

const BODIES: Readonly<Record<Turned, string>> = {
  call: JSON.stringify(REFUSAL.body),
  concurrency: JSON.stringify(OVER_SHARE.body),
  token: JSON.stringify({ error, error_description: description, sub_code: subCode }),
};

const HEADERS_OF: Readonly<Record<Turned, Readonly<Record<string, string>>>> = {
  call: {},
  concurrency: {},
  token: { pragma: 'no-cache' },
};

/** Makes the answers with the headers that every answer of the service has; what is left to do for each is its request id. */
export function createShedAnswer(commonHeaders: Readonly<Record<string, string>>): SendShed {
  const headersOf = (turned: Turned, pause: number): string[] =>
    Object.entries({
      ...commonHeaders,
      ...HEADERS_OF[turned],
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(BODIES[turned])),
      'retry-after': String(pause),
    }).flat();
  const pauses = Array.from({ length: MAX_PAUSE_SECONDS }, (_, index) => index + 1);
  const prepared = {
    call: pauses.map((pause) => headersOf('call', pause)),
    concurrency: pauses.map((pause) => headersOf('concurrency', pause)),
    token: pauses.map((pause) => headersOf('token', pause)),
  };
  return (response, turned, chance, isLast) => {
    const headers = prepared[turned][Math.floor(chance * MAX_PAUSE_SECONDS)] ?? [];
    const more = isLast ? ['connection', 'close'] : [];
    // What is left of the body is read and dropped by the parser that knows where it ends, so the connection stays in step.
    response.writeHead(REFUSAL.status, [...headers, 'x-request-id', newId(), ...more]).end(BODIES[turned]);
  };
}
