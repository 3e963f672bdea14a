import { type Agent, request } from 'node:http';
import { ANSWER_LIMIT_MS } from '../../load/requests.ts';

/** A request over connections that are kept. */
export type Call = { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; body?: string };

/** Status and body of an answer, or why there was none. */
export type Came = { status?: number; body?: string; error?: string };

/** Sends it once; costs a fraction of `fetch`, so that the load leaves the processors to the service. */
export function sendCall(agent: Agent, { method, url, headers, body }: Call): Promise<Came> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const fail = (error: Error): void => resolve({ error: String(error) });
    const options = { method, agent, headers: { ...headers, ...length } };
    const sent = request(url, { ...options, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', fail);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }),
      );
    });
    sent.on('error', fail).end(body);
  });
}
