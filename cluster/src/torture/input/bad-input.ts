import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { type ContractJudge, openContract } from '../../load/contract.ts';
import { ANSWER_LIMIT_MS, API, cardOf, fetchToken, get, post } from '../../load/requests.ts';
import { countPackets } from '../../stage/faults/counted-packets.ts';
import { canLosePackets } from '../../stage/faults/lost-packets.ts';
import type { Figure } from '../../trial.ts';
import { listen } from '../acts/receivers.ts';
import type { Ground } from '../ground.ts';
import { zero } from '../judged.ts';
import { type Drawn, drawBatch, readOperations, requests } from './contract-requests.ts';
import { addressesOf, BODIES, HTTP, INSIDE, SOUND_HTTP, tokensOf } from './corpora.ts';

const CREATE = `${API}/transaction`;
const ENDPOINTS = API.replace('walletid', 'webhook-endpoints');
const BATCH = 40;
/** Batches after which requests are about new objects. */
const FRESH_EVERY = 25;
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

const isNamed = (statuses: ReadonlySet<string>, status: number): boolean =>
  statuses.has(String(status)) || statuses.has('default');

type Answer = { status: number; type: string; body: string };

async function send(url: string, token: string, { method, headers, body }: Drawn): Promise<Answer> {
  const response = await fetch(url, {
    ...{ method, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_LIMIT_MS) },
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && { body }),
  });
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, body: await response.text() };
}

/** Deletes an endpoint, so that its company may have another one. */
async function deleteEndpoint(url: string, token: string, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const init = { method: 'DELETE', headers, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) };
  await (await fetch(`${url}${ENDPOINTS}/${id}`, init)).arrayBuffer();
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

type Listed = Record<string, { id?: string; eventId?: string }[] | undefined>;

/** What requests of the contract are sent to: the processes, as the neighbour. */
type ContractGround = Pick<Ground, 'stage' | 'seed'> & {
  nodes: Pick<Ground['nodes'], 'urls'>;
  neighbour: Pick<Ground['neighbour'], 'companyId'>;
};

/** Ids of objects that are there, by the name of their parameter. */
type KnownIds = Readonly<Record<string, string>>;

/** Makes objects of the neighbour for requests to be about, in the place of those before; what is refused is left out. */
async function makeKnown(
  urls: readonly string[],
  token: string,
  company: string,
  before: KnownIds,
): Promise<KnownIds> {
  const call = async (path: string, body?: string): Promise<Record<string, unknown>> => {
    const url = `${urls[0]}${path}`;
    const answer = await (body === undefined ? get(url, token) : post(url, token, body));
    return answer.status === 200 ? (JSON.parse(answer.body) as Record<string, unknown>) : {};
  };
  // A company has so many endpoints at most.
  const last = before['endpoint_id'];
  if (last !== undefined) await deleteEndpoint(urls[1] ?? '', token, last);
  const made = await call(CREATE, cardOf(company, `trial-known-${randomUUID()}`));
  const ended = await call(CREATE, cardOf(company, `trial-known-${randomUUID()}`));
  if (ended['id']) await call(`${CREATE}s/${ended['id']}/cancel`, '{}');
  const endpoint = await call(ENDPOINTS, JSON.stringify({ company, url: 'https://shop.example/known' }));
  const events = await call(`${ENDPOINTS.replace('webhook-endpoints', 'events')}?limit=1`);
  const [event] = Object.values(events as Listed).find(Array.isArray) ?? [];
  const ids: [string, unknown][] = [
    ['transaction_id', made['id']],
    ['endpoint_id', endpoint['id']],
    ['event_id', event?.id ?? event?.eventId],
  ];
  return Object.fromEntries(ids.flatMap(([name, id]) => (typeof id === 'string' ? [[name, id]] : [])));
}

/** What was answered to a request that was drawn, by the contract: undefined where the contract names it. */
function strangeOf(
  contract: ContractJudge,
  { method, operation, statuses }: Drawn,
  { status, type, body }: Answer,
): string | undefined {
  if (status === 0) return `no answer (${body})`;
  if (!isNamed(statuses, status)) return `status ${status}`;
  if (!type.startsWith('application/json') || operation === '/openapi.json') return undefined;
  return contract({ method: method.toLowerCase(), path: operation }, status, body);
}

/** Sends requests drawn from the contract until the time is over. */
export async function tryContract(
  { stage, nodes: { urls }, neighbour, seed }: ContractGround,
  token: string,
  milliseconds: number,
): Promise<Tried> {
  const none = { sent: 0, faults: 0, taken: 0, unnamed: 0, soundRefused: 0 };
  const tried: Tried = { corpus: 'contract', ...none, mustFail: false };
  const contract = openContract();
  const endMs = performance.now() + milliseconds;
  let ids: KnownIds = {};
  const from = requests(readOperations(), (name) => ids[name]);
  for (let batch = 0; batch === 0 || performance.now() < endMs; batch += 1) {
    stage.signal.throwIfAborted();
    // Some of them are deleted or come to their end on the way.
    if (batch % FRESH_EVERY === 0) ids = await makeKnown(urls, token, neighbour.companyId, ids);
    const drawn = drawBatch(from, { seed, batch, count: BATCH });
    await Promise.all(
      drawn.map(async (one, place) => {
        const answer = await send(`${urls[place % urls.length]}${one.path}`, token, one).catch(
          (error: Error) => ({ status: 0, type: '', body: String(error.cause ?? error) }),
        );
        tried.sent += 1;
        if (answer.status >= 500) tried.faults += 1;
        if (one.path.includes(ids['transaction_id'] ?? ' ') && answer.status === 200) tried.taken += 1;
        const why = strangeOf(contract, one, answer);
        if (answer.status >= 500) stage.say(`  ${one.method} ${one.path}: ${answer.status} ${answer.body}`);
        if (why === undefined) return;
        tried.unnamed += 1;
        stage.say(`  ${one.method} ${one.path}: ${answer.status}, outside the contract: ${why}`);
      }),
    );
  }
  return tried;
}

/** Counts by corpus, and what none may show. */
export function figuresOfBadInput(
  all: readonly Tried[],
  connections: number,
  packets: number | undefined,
): Figure[] {
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
      'bad input: answers whose status or body is not that of the published contract',
      sum(({ unnamed }) => unnamed),
    ),
    zero(
      'bad input: sound requests, sent likewise, that were refused',
      sum(({ soundRefused }) => soundRefused),
    ),
    {
      what: 'bad input: requests drawn from the contract about an object that is there, and carried out',
      value: String(sum(({ mustFail, taken }) => (mustFail ? 0 : taken))),
      target: '> 0',
      isMet: all.every(({ mustFail, taken }) => mustFail || taken > 0),
    },
    zero('bad input: connections to a listener inside whose address was offered', connections),
    packets === undefined
      ? {
          what: 'bad input: packets to addresses inside that were offered',
          value: 'not tried: nft is not installed, or may not be used',
        }
      : zero('bad input: packets to addresses inside that were offered', packets),
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
): Promise<{ tried: Tried; connections: number; packets: number | undefined }> {
  const packets = canLosePackets() ? countPackets(stage, INSIDE) : undefined;
  const inside = await listen(stage, (socket) => socket.destroy());
  const offer = async (url: string): Promise<number> => {
    const offered = JSON.stringify({ company: neighbour.companyId, url });
    const { status, body } = await post(`${urls[0]}${ENDPOINTS}`, token, offered);
    const { id } = JSON.parse(body) as { id?: string };
    if (status === 200) await deleteEndpoint(urls[1] ?? '', token, String(id));
    return status;
  };
  const all = addressesOf(inside.port).map((url) => () => offer(url));
  const tried = await tryTable({
    corpus: 'addresses',
    all,
    sound: () => offer('https://shop.example/webhook'),
  });
  const sent = packets?.count();
  packets?.end();
  return { tried, connections: inside.connections(), packets: sent };
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
  const create = async (bearer: string, body: string): Promise<number> =>
    (await post(`${first}${CREATE}`, bearer, body)).status;
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
  return figuresOfBadInput(corpora, addresses.connections, addresses.packets);
}
