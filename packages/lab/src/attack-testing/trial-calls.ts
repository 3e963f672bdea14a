import { setTimeout as delay } from 'node:timers/promises';
import type { Trial } from '../ephemeral-service/trial.ts';

/** What is sent: JSON, a form or a JPEG, by its kind. */
export type TrialCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: object | URLSearchParams | Uint8Array;
};

const LIMIT_MS = 60_000;

function encode(body: NonNullable<TrialCall['body']>): { body: BodyInit; headers: Record<string, string> } {
  if (body instanceof URLSearchParams) return { body, headers: {} };
  if (body instanceof Uint8Array)
    return { body: body as BodyInit, headers: { 'content-type': 'image/jpeg' } };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** Calls the service of a trial over its socket, as page and merchant do, and gives whatever it answers; an answer that takes a minute is a fault. */
export async function askTrial(
  { url }: Pick<Trial, 'url'>,
  { method, path, headers = {}, body }: TrialCall,
): Promise<{ response: Response; answer: unknown }> {
  const encoded = body ? encode(body) : undefined;
  const response = await fetch(url + path, {
    method,
    headers: { ...encoded?.headers, ...headers },
    ...(encoded ? { body: encoded.body } : {}),
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  return { response, answer: await response.json() };
}

const FULL = 429;
const FULL_AGAIN_MS = 500;

/** The same where anything but success is a fault; a service that is full is asked as often as `tries` says. */
export async function callTrial<Answer>(
  trial: Pick<Trial, 'url'>,
  call: TrialCall,
  tries = 1,
): Promise<{ answer: Answer; cookie: string | undefined }> {
  let { response, answer } = await askTrial(trial, call);
  for (let tried = 1; response.status === FULL && tried < tries; tried += 1) {
    await delay(FULL_AGAIN_MS);
    ({ response, answer } = await askTrial(trial, call));
  }
  if (!response.ok)
    throw new Error(
      `${call.method} ${call.path} was answered with ${response.status}: ${JSON.stringify(answer)}`,
    );
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  return { answer: answer as Answer, cookie };
}
