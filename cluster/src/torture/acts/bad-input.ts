import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { API, cardOf, fetchToken } from '../../load/requests.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { zero } from '../judged.ts';
import { addressesOf, BODIES, HTTP, SOUND_HTTP, tokensOf } from './corpora.ts';
import { listen } from './receivers.ts';

const CREATE = `${API}/transaction`;
const ENDPOINTS = API.replace('walletid', 'webhook-endpoints');
const ANSWER_MS = 30_000;
const BATCH = 40;
/** A socket that is silent for so long has had its answer, or gets none. */
const SILENT_MS = 6_000;

/** What one corpus met: how many were sent, faults, what was taken that must not be, statuses that the contract does not name, and sound requests, sent likewise, that were refused. */
export type Tried = {
  corpus: string;
  sent: number;
  faults: number;
  taken: number;
  unnamed: number;
  soundRefused: number;
  mustFail: boolean;
};

type Operation = { method: string; path: string; statuses: ReadonlySet<string>; bodies: readonly unknown[] };

type Published = {
  paths: Record<
    string,
    Record<string, { responses?: object; requestBody?: { content: Record<string, Examples> } }>
  >;
};
type Examples = { examples?: Record<string, { value: unknown }> };

/** Every operation of the published contract, with the statuses and examples that it names. */
export function readOperations(): Operation[] {
  const file = resolve(import.meta.dirname, '../../../../docs/openapi.json');
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as Published;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => responses)
      .map(([method, { responses = {}, requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        statuses: new Set(Object.keys(responses)),
        bodies: Object.values(requestBody?.content ?? {}).flatMap(({ examples = {} }) =>
          Object.values(examples).map(({ value }) => value),
        ),
      })),
  );
}

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.uuid(),
  fc.constantFrom('', '0', '-1', '1e999'),
);
const anything = fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null), fc.array(text), fc.object());

/** One request: an operation, what stands for each parameter of its path, and a body with one member changed or of any shape. */
function requests(operations: readonly Operation[]) {
  return fc.constantFrom(...operations).chain(({ method, path, statuses, bodies }) => {
    const members = [...new Set(bodies.flatMap((body) => Object.keys(body as object)))];
    const sound = bodies.length > 0 ? fc.constantFrom(...bodies) : fc.constant({});
    const changed = fc
      .tuple(sound, fc.constantFrom('extra', ...members), anything)
      .map(([body, name, value]) => ({ ...(body as object), [name]: value }));
    const parameter = fc.oneof(fc.uuid(), fc.string({ minLength: 1, unit: 'binary' }));
    return fc.tuple(parameter, fc.oneof(changed, fc.object())).map(([value, body]) => ({
      ...{ method, statuses },
      // Dots alone lead to another address.
      path: path.replaceAll(/\{\w+\}/g, encodeURIComponent(value.toWellFormed().replace(/^\.+$/, 'x'))),
      body: method === 'GET' || method === 'DELETE' ? undefined : (JSON.stringify(body) ?? 'null'),
    }));
  });
}

const isNamed = (statuses: ReadonlySet<string>, status: number): boolean =>
  statuses.has(String(status)) || statuses.has('default');

async function ask(url: string, token: string, init: RequestInit): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(ANSWER_MS) });
  await response.arrayBuffer();
  return response.status;
}

/** Sends bytes as they are, and gives the status of the first answer; 0 where none came. */
export function sendRaw(url: string, bytes: string): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((settle) => {
    const socket = connect(Number(port), hostname);
    let heard = '';
    socket.setTimeout(SILENT_MS, () => socket.destroy());
    socket.on('data', (part) => {
      heard += part.toString('latin1');
      if (heard.length > 12) socket.destroy();
    });
    socket
      .on('error', () => undefined)
      .on('close', () => settle(Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0)));
    socket.on('connect', () => socket.write(bytes, 'latin1'));
  });
}

/** What must be refused, and what is sent likewise and must be taken: else all was refused for another reason. */
type Corpus = { corpus: string; all: readonly (() => Promise<number>)[]; sound(): Promise<number> };

/** Sends what must be refused, and the sound one before and after it. */
export async function tryTable({ corpus, all, sound }: Corpus): Promise<Tried> {
  const before = await sound();
  const answers = await Promise.all(all.map((send) => send()));
  const after = await sound();
  const count = (isOne: (status: number) => boolean): number => answers.filter(isOne).length;
  return {
    ...{ corpus, sent: all.length, mustFail: true, unnamed: 0 },
    soundRefused: [before, after].filter((status) => status !== 200).length,
    ...{ faults: count((status) => status >= 500), taken: count((status) => status >= 200 && status < 400) },
  };
}

/** Sends requests drawn from the contract until the time is over. */
async function tryContract(
  { stage, nodes: { urls }, seed }: Ground,
  token: string,
  milliseconds: number,
): Promise<Tried> {
  const none = { sent: 0, faults: 0, taken: 0, unnamed: 0, soundRefused: 0 };
  const tried: Tried = { corpus: 'contract', ...none, mustFail: false };
  const endMs = performance.now() + milliseconds;
  for (let batch = 0; batch === 0 || performance.now() < endMs; batch += 1) {
    stage.signal.throwIfAborted();
    const drawn = fc.sample(requests(readOperations()), { seed: seed * 1_000 + batch, numRuns: BATCH });
    await Promise.all(
      drawn.map(async ({ method, path, body, statuses }, place) => {
        const status = await ask(`${urls[place % urls.length]}${path}`, token, {
          method,
          ...(body && { body }),
        });
        tried.sent += 1;
        if (status >= 500) tried.faults += 1;
        if (isNamed(statuses, status)) return;
        tried.unnamed += 1;
        stage.say(`  ${method} ${path}: ${status}, which the contract does not name`);
      }),
    );
  }
  return tried;
}

/** Counts by corpus, and what none may show. */
export function figuresOfBadInput(all: readonly Tried[], connections: number): Figure[] {
  const sum = (value: (one: Tried) => number): number => all.reduce((total, one) => total + value(one), 0);
  return [
    {
      what: 'bad input: sent, by corpus',
      value: all.map(({ corpus, sent }) => `${corpus} ${sent}`).join(', '),
    },
    zero(
      'bad input: answers of 500 and above',
      sum(({ faults }) => faults),
    ),
    zero(
      'bad input: taken that must be refused',
      sum(({ mustFail, taken }) => (mustFail ? taken : 0)),
    ),
    zero(
      'bad input: statuses that the contract does not name',
      sum(({ unnamed }) => unnamed),
    ),
    zero(
      'bad input: sound requests, sent likewise, that were refused',
      sum(({ soundRefused }) => soundRefused),
    ),
    zero('bad input: connections to a listener inside whose address was offered', connections),
    zero('bad input: corpora of which nothing was sent', all.filter(({ sent }) => sent === 0).length),
  ];
}

/** Offers addresses as receivers of webhooks, one of which is a listener's: how many were taken, and how many connections came to it. */
export async function tryAddresses(
  {
    stage,
    nodes: { urls },
    neighbour,
  }: { nodes: Pick<Ground['nodes'], 'urls'>; neighbour: Pick<Ground['neighbour'], 'companyId'> } & Pick<
    Ground,
    'stage'
  >,
  token: string,
): Promise<{ tried: Tried; connections: number }> {
  const inside = await listen(stage, (socket) => socket.destroy());
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const offer = async (url: string): Promise<number> => {
    const response = await fetch(`${urls[0]}${ENDPOINTS}`, {
      ...{ method: 'POST', headers, signal: AbortSignal.timeout(ANSWER_MS) },
      body: JSON.stringify({ company: neighbour.companyId, url }),
    });
    const { id } = (await response.json()) as { id?: string };
    if (response.status === 200) await ask(`${urls[1]}${ENDPOINTS}/${id}`, token, { method: 'DELETE' });
    return response.status;
  };
  const all = addressesOf(inside.port).map((url) => () => offer(url));
  const tried = await tryTable({
    corpus: 'addresses',
    all,
    sound: () => offer('https://shop.example/webhook'),
  });
  return { tried, connections: inside.connections() };
}

/** Sends every corpus to both processes, as the neighbour: nothing of the first tenant may change by it. */
export async function sendBadInput(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const { nodes, neighbour } = ground;
  const [first = '', second = ''] = nodes.urls;
  const token = await fetchToken(first, neighbour);
  let orders = 0;
  // Each has an order of its own: a second one would be refused as the first again.
  const card = (): string => {
    orders += 1;
    return cardOf(neighbour.companyId, `trial-bad-${ground.seed}-${orders}`);
  };
  const create = (bearer: string, body: string): Promise<number> =>
    ask(`${first}${CREATE}`, bearer, { method: 'POST', body });
  const sendLines = (lines: (typeof HTTP)[number]): Promise<number> =>
    sendRaw(second, lines(CREATE, token, card()));
  const sound = (): Promise<number> => create(token, card());
  const addresses = await tryAddresses(ground, token);
  const corpora = [
    addresses.tried,
    await tryTable({ corpus: 'bodies', sound, all: BODIES.map((body) => () => create(token, body(card()))) }),
    await tryTable({ corpus: 'tokens', sound, all: tokensOf(token).map((one) => () => create(one, card())) }),
    await tryTable({
      corpus: 'HTTP',
      sound: () => sendLines(SOUND_HTTP),
      all: HTTP.map((lines) => () => sendLines(lines)),
    }),
    await tryContract(ground, token, milliseconds),
  ];
  return figuresOfBadInput(corpora, addresses.connections);
}
