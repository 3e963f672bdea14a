import { setTimeout as delay } from 'node:timers/promises';
import { type AttemptView, CONSENT_VERSION, type FrameAnswer } from '@titular/contract/page';
import type { FrameFor } from '@titular/test-kit/browser/responsive-camera.ts';
import { ANSWER_LIMIT_MS } from './requests.ts';

/** What a page was answered. */
type Answer = { status: number; body: Record<string, unknown> };

/** Statuses after which a page asks again: a fault, or an engine that is full. */
const COMES_AGAIN = new Set([429, 500, 502, 503]);
const PAUSE_MS = 200;
const GIVES_UP_MS = 60_000;
const MAX_ATTEMPTS = 3;

/** What a page tells of its camera. */
export const CAMERA = {
  label: 'Front camera',
  answersConstraints: true,
  frameIntervalsMs: [33.4, 33.1, 33.5, 33.2, 33.3, 33.6],
};

/** A page without a browser, each of whose calls goes to the next node. */
export class Page {
  readonly #urls: readonly string[];
  #cookie = '';
  #calls = 0;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  async #ask(method: string, path: string, body: object): Promise<Answer> {
    const url = this.#urls[this.#calls++ % this.#urls.length];
    const isImage = body instanceof Uint8Array;
    const response = await fetch(`${url}/capture/session${path}`, {
      method,
      headers: {
        'content-type': isImage ? 'image/jpeg' : 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(isImage && { 'x-captured-at-ms': String(Date.now()) }),
        ...(this.#cookie && { cookie: this.#cookie }),
      },
      body: isImage ? (body as BodyInit) : JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    this.#cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.#cookie;
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  }

  /** Asks until an answer is final, as the page does while the service is away. */
  async call(method: string, path: string, body: object): Promise<Answer> {
    const endMs = performance.now() + GIVES_UP_MS;
    for (;;) {
      const answer = await this.#ask(method, path, body).catch(() => undefined);
      if (answer && !COMES_AGAIN.has(answer.status)) return answer;
      if (performance.now() > endMs) throw new Error(`${method} ${path}: ${answer?.status ?? 'no answer'}`);
      await delay(PAUSE_MS);
    }
  }
}

/** Shows what is asked for until the attempt has an outcome, or is none any more. */
async function show(page: Page, attempt: AttemptView, frameFor: FrameFor): Promise<FrameAnswer | undefined> {
  let [{ step, nextPosition: position }, askedMs] = [attempt, performance.now()];
  for (;;) {
    const pose = attempt.poses[step];
    if (pose === undefined) return undefined;
    const image = await frameFor(pose, performance.now() - askedMs);
    const { status, body } = await page.call(
      'PUT',
      `/attempts/${attempt.attemptId}/frames/${position}`,
      image,
    );
    if (status !== 200) return undefined;
    const answer = body as unknown as FrameAnswer;
    if (answer.outcome) return answer;
    position += 1;
    if (answer.step > step) [step, askedMs] = [answer.step, performance.now()];
  }
}

/** Goes through a whole page, from its link to the end of an attempt, its calls alternating over nodes; answers the outcome. */
export async function goThroughPage(
  urls: readonly string[],
  link: string,
  frameFor: FrameFor,
): Promise<string> {
  const page = new Page(urls);
  const opened = await page.call('POST', '', { code: link.split('/').at(-1) });
  if (opened.status !== 200) return `not opened (${opened.status})`;
  await page.call('PUT', '/consent', { version: CONSENT_VERSION, language: 'pt', accepted: true });
  let outcome = 'not begun';
  for (let number = 1; number <= MAX_ATTEMPTS && outcome !== 'completed'; number += 1) {
    const { status, body } = await page.call('POST', '/attempts', { camera: CAMERA });
    if (status !== 200) return `${outcome}, then not begun (${status} ${JSON.stringify(body)})`;
    outcome = (await show(page, body as unknown as AttemptView, frameFor))?.outcome ?? 'interrupted';
  }
  return outcome;
}
