import { setTimeout as delay } from 'node:timers/promises';
import { CONSENT_VERSION } from '@titular/contract/page';
import { newCpf, newTransactionBody } from '@titular/test-kit/builders.ts';
import { encodeJpeg } from '@titular/test-kit/faces/head-warp.ts';
import { drawFrom } from '../../load/creates.ts';
import { openJournal } from '../../load/journal.ts';
import { CAMERA, Page } from '../../load/pages.ts';
import { ANSWER_LIMIT_MS, API, fetchToken } from '../../load/requests.ts';
import type { Ground } from '../ground.ts';
import { type ActLine, actsOf, codeOf } from '../load/judge-acts.ts';

/** The answer to a call; status 0 where there was none. */
type Came = { status: number; body: Record<string, unknown> };

/** Who goes through a flow: the neighbour, whom no limit holds up. */
export type Caller = {
  /** Each call stands in the journal before it leaves, and again with what came; `about` is the transaction of whoever is erased. */
  call(method: string, path: string, body?: object, about?: string): Promise<Came>;
  /** Notes what a page was answered, as `take` gives it. */
  note(what: string, came: Came): void;
  urls: readonly string[];
  company: string;
  /** What pictures are drawn of. */
  draw(): number;
  /** What was answered with other than 2xx since this was last asked, each by its status and what it said. */
  take(): string[];
};

/** Calls that follow each other, as a merchant and a person make them. */
export type Flow = { name: string; run(caller: Caller): Promise<unknown> };

const PUBLIC = '/api/public/v1';
const ENDPOINTS = `${PUBLIC}/webhook-endpoints`;
const SIDE = { width: 96, height: 128 };
const FRAMES = 3;
/** What follows a frame: those of a camera are further apart, and nearer ones are refused. */
const FRAME_MS = 100;

/** Opens a caller whose calls go to the processes in turn; it asks once for everything. */
export function openCaller({ stage, nodes: { urls }, neighbour, seed }: Ground): Caller {
  const bad: string[] = [];
  const journal = openJournal<ActLine>(actsOf(stage.directory));
  stage.onClose(async () => journal.close());
  let [token, calls, sent] = ['', 0, 0];
  const note = (what: string, { status, body }: Came): void => {
    if (status < 200 || status > 299)
      bad.push(
        `${what.replaceAll(/[0-9a-f-]{36}/g, '…')}: ${[status, body['code'], body['message']].filter((part) => part !== undefined).join(' ')}`,
      );
  };
  const once = async (method: string, path: string, body?: object): Promise<Came> => {
    const url = urls[calls++ % urls.length] ?? '';
    token ||= await fetchToken(url, neighbour).catch(() => '');
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const init = { method, headers, signal, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}${path}`, init);
    if (response.status === 401 || response.status === 403) token = '';
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
  };
  return {
    ...{ urls, company: neighbour.companyId, draw: drawFrom(seed) },
    take: () => bad.splice(0),
    note,
    async call(method, path, body, about) {
      const line: ActLine = { number: sent++, method, path, ...(about !== undefined && { about }) };
      journal.write(line);
      const came = await once(method, path, body).catch((): Came => ({ status: 0, body: {} }));
      journal.write({ ...line, status: came.status, ...madeIn(came.body) });
      note(`${method} ${path}`, came);
      return came;
    },
  };
}

/** What an answer says was made: its id, and the hash of a link's code. Secrets stay out of the journal. */
function madeIn(body: Came['body']): Pick<ActLine, 'id' | 'code'> {
  const { id, link, userRedirectUrl } = (body['process'] ?? body) as Record<string, unknown>;
  const url = link ?? userRedirectUrl;
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof url === 'string' && { code: codeOf(url) }),
  };
}

const create = async ({ call, company }: Caller): Promise<Record<string, unknown>> =>
  (await call('POST', `${API}/transaction`, newTransactionBody(company))).body;

/** A small picture without a face: what is looked at here is not the face. */
const picture = ({ draw }: Caller): Promise<Buffer> => {
  const pixels = Buffer.alloc(SIDE.width * SIDE.height * 3, 127);
  for (let place = 0; place < pixels.length; place += 1) pixels[place] = Math.floor(draw() * 256);
  return encodeJpeg({ ...SIDE, pixels });
};

/** A person who begins, shows nothing, and gives up; the merchant cancels. */
async function capture(caller: Caller): Promise<void> {
  const { id, link } = await create(caller);
  if (typeof link === 'string') {
    const page = new Page(caller.urls);
    const ask = async (method: string, path: string, asked: object): Promise<Came> => {
      const came = await page.call(method, path, asked);
      caller.note(`${method} page${path}`, came);
      return came;
    };
    await ask('POST', '', { code: link.split('/').at(-1) });
    await ask('PUT', '/consent', { version: CONSENT_VERSION, language: 'pt', accepted: true });
    const { body } = await ask('POST', '/attempts', { camera: CAMERA });
    for (let position = Number(body['nextPosition'] ?? 0), count = 0; count < FRAMES; count += 1) {
      await ask('PUT', `/attempts/${body['attemptId']}/frames/${position + count}`, await picture(caller));
      await delay(FRAME_MS);
    }
  }
  if (id) await caller.call('POST', `${API}/transactions/${id}/cancel`, {});
}

async function endpoint({ call, company }: Caller): Promise<void> {
  const body = { company, url: 'https://shop.example/other' };
  const { id } = (await call('POST', ENDPOINTS, body)).body;
  if (!id) return;
  const path = `${ENDPOINTS}/${id}`;
  await call('PATCH', path, { description: 'changed' });
  await call('GET', path);
  await call('POST', `${path}/rotate-secret`, {});
  await call('DELETE', path);
}

type Listed = Record<string, { id?: string; eventId?: string }[] | undefined>;

async function events({ call }: Caller): Promise<void> {
  const { body } = await call('GET', `${PUBLIC}/events?limit=2`);
  const [event] = Object.values(body as Listed).find(Array.isArray) ?? [];
  const id = event?.id ?? event?.eventId;
  if (id) await call('GET', `${PUBLIC}/events/${id}`);
  if (id) await call('POST', `${PUBLIC}/events/${id}/resend`);
}

async function processes({ call, company }: Caller): Promise<void> {
  const person = { duiType: 'DUI_TYPE_BR_CPF', duiValue: newCpf(), friendlyName: 'Maria da Silva' };
  const body = { person, callbackUri: '/', purpose: 'biometryonboarding', company };
  const made = await call('POST', '/client/v1/process', body);
  const id = (made.body['process'] as { id?: string } | undefined)?.id;
  if (!id) return;
  await call('GET', `/client/v1/process/${id}`);
  await call('GET', `/client/v1/process/${id}/history`);
  await call('POST', `/client/v1/process/${id}/link`);
}

/** Nobody calls, and what runs by itself goes on. */
export const REST: Flow = { name: 'at rest', run: async () => undefined };

/** What is called, one flow after the other. */
export const FLOWS: readonly Flow[] = [
  REST,
  {
    name: 'create and cancel',
    async run(caller) {
      const { id } = await create(caller);
      if (id) await caller.call('POST', `${API}/transactions/${id}/cancel`, {});
    },
  },
  {
    name: 'reads',
    async run(caller) {
      const { id } = await create(caller);
      if (!id) return;
      for (const part of ['', '/history', '/captures'])
        await caller.call('GET', `${API}/transactions/${id}${part}`);
    },
  },
  {
    name: 'link',
    async run(caller) {
      const { id } = await create(caller);
      if (id) await caller.call('POST', `${API}/transactions/${id}/link`);
    },
  },
  { name: 'capture', run: capture },
  { name: 'process', run: processes },
  { name: 'endpoint', run: endpoint },
  { name: 'events', run: events },
  {
    name: 'lists',
    async run({ call }) {
      for (const path of ['walletid/transactions?limit=5', 'calls?limit=5', 'limits', 'webhook-endpoints'])
        await call('GET', `${PUBLIC}/${path}`);
    },
  },
  {
    name: 'erasure',
    async run(caller) {
      const body = newTransactionBody(caller.company);
      const { id } = (await caller.call('POST', `${API}/transaction`, body)).body;
      const about = typeof id === 'string' ? id : undefined;
      await caller.call('POST', `${PUBLIC}/persons/erasures`, { identity: body['identity'] }, about);
    },
  },
];
