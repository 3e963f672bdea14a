import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { startEnds } from '../../load/ends.ts';
import { API, fetchToken } from '../../load/requests.ts';
import { percentileOf } from '../../load/samples.ts';
import { query } from '../../load/times.ts';
import type { Stage } from '../../stage/children.ts';
import { waitFor } from '../../stage/wait.ts';
import type { Figure } from '../../trial.ts';
import { calm } from '../../trials/faults.ts';
import type { Ground } from '../ground.ts';
import { zero, zeroLate } from '../judged.ts';

/** How long a hostile receiver may take. */
const TIMEOUT_SECONDS = 2;
/** Tenants one of whose receivers hangs, all of them at once, and for how long each does. */
const HANGING = { first: 60, count: 20, seconds: 5 };
const ENDPOINTS = API.replace('walletid', 'webhook-endpoints');
const HEARD_MS = 60_000;
const MAX_P95_MS = 2_000;
const HEAD = 'HTTP/1.1 200 OK\r\n';
const TRICKLE_MS = 50;

/** Journals of ends that are beside those of a phase: of the sound receiver, and of those that hang. */
const ENDS = { own: 'receivers-own.journal', hanging: 'hanging.journal' };

/** Where these journals are, below the directory of a stage. */
export const endsBeside = (directory: string): string[] =>
  Object.values(ENDS).map((name) => join(directory, name));

type Behaviour = (socket: Socket, trap: number) => unknown;

/** Writes the text for as long as anybody takes it. */
function pour(socket: Socket, text: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', more);
  more();
}

function trickle(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), TRICKLE_MS);
  socket.write(HEAD);
  socket.on('close', () => clearInterval(timer));
}

const answer =
  (line: string, header = ''): Behaviour =>
  (socket) =>
    socket.end(`HTTP/1.1 ${line}\r\n${header}content-length: 0\r\n\r\n`);

/** What each hostile receiver does with a request; the one of TLS never shakes hands. */
export const HOSTILE: Readonly<Record<string, Behaviour>> = {
  'hangs before headers': () => undefined,
  'hangs before TLS': () => undefined,
  'trickles headers': (socket) => trickle(socket, 'x: y\r\n'),
  'trickles a body': (socket) => {
    socket.write(`${HEAD}content-length: 99999\r\n\r\n`);
    trickle(socket, 'x');
  },
  'pours 1 GB': (socket) => {
    socket.write(`${HEAD}content-length: 1000000000\r\n\r\n`);
    pour(socket, 'x'.repeat(65_536));
  },
  'pours headers': (socket) => pour(socket, `${HEAD}${'x: y\r\n'.repeat(1_000)}`),
  resets: (socket) => socket.resetAndDestroy(),
  'gives a wrong length': (socket) => socket.end(`${HEAD}content-length: 99\r\n\r\nx`),
  'leads elsewhere': (socket, trap) =>
    answer('302 Found', `location: http://127.0.0.1:${trap}/\r\n`)(socket, trap),
  'is gone': answer('410 Gone'),
  fails: answer('500 Internal Server Error'),
  'speaks another protocol': (socket) => socket.write('220 smtp ready\r\n'),
};

/** Where somebody listens: connections so far, and the most of them that stood at once. */
type Listener = { port: number; connections(): number; max(): number };

/** Listens on loopback until the stage closes. */
export async function listen(stage: Stage, behave: (socket: Socket) => unknown): Promise<Listener> {
  let [connections, max] = [0, 0];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    max = Math.max(max, sockets.size);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', () => behave(socket)).resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stage.onClose(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return { port, connections: () => connections, max: () => max };
}

/** Registers a receiver of a company by the API; its address on loopback, which the API refuses, is written past it. */
export async function register(
  { nodes, databaseUrl }: Ground,
  token: string,
  url: string,
  { company, timeoutSeconds }: { company: string; timeoutSeconds: number },
): Promise<string> {
  const response = await fetch(`${nodes.urls[0]}${ENDPOINTS}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      company,
      url: 'https://shop.example/webhook',
      timeoutSeconds,
    }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`webhook endpoint: ${response.status} ${text}`);
  const { id } = JSON.parse(text) as { id: string };
  const change = 'UPDATE webhook_endpoints SET url = $2, loopback_allowed = true WHERE endpoint_id = $1';
  await query(databaseUrl(), change, [id, url]);
  return id;
}

/** Deletes receivers by the API. */
export async function unregister({ nodes }: Ground, token: string, ids: readonly string[]): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  for (const id of ids)
    await (await fetch(`${nodes.urls[0]}${ENDPOINTS}/${id}`, { method: 'DELETE', headers })).arrayBuffer();
}

/** Counts pairs of an end and a hostile receiver that have no delivery, be it due, given up or made (I5). */
async function countMissing(
  url: string,
  ends: readonly string[],
  receivers: readonly string[],
): Promise<number> {
  const [row] = await query<{ n: number }>(
    url,
    `SELECT count(*)::integer AS n FROM unnest($1::uuid[]) t (transaction_id), unnest($2::uuid[]) p (endpoint_id)
     WHERE NOT EXISTS (SELECT FROM events e JOIN deliveries d USING (tenant_id, event_id)
       WHERE e.transaction_id = t.transaction_id AND e.type = 'transaction.finished' AND d.endpoint_id = p.endpoint_id)`,
    [ends, receivers],
  );
  return row?.n ?? Number.NaN;
}

/** What came of it: how late the sound receiver heard, in milliseconds, what it never heard, and what the hostile ones met. */
export type Received = {
  lateMs: readonly number[];
  unheard: number;
  missing: number;
  trapped: number;
  met: readonly [string, number][];
  /** Connections that receivers which only hang held at once. */
  hanging: number;
};

/** Judges it; receivers that were never asked show nothing. */
export function figuresOfReceivers({ lateMs, unheard, missing, trapped, met, hanging }: Received): Figure[] {
  const p95 = percentileOf(lateMs, 0.95);
  return [
    {
      what: 'receivers: connections to hostile ones',
      value: met.map(([kind, count]) => `${kind} ${count}`).join(', '),
    },
    zeroLate('receivers: hostile ones that were never asked', met.filter(([, count]) => count === 0).length),
    {
      what: `receivers: most connections at once to the receivers of ${HANGING.count} tenants, all of which hang`,
      value: String(hanging),
      target: `>= ${HANGING.count}`,
      isMet: hanging >= HANGING.count,
      isTimed: true,
    },
    {
      what: `receivers: p95 of ${lateMs.length} ends until the sound one heard`,
      value: `${(p95 / 1_000).toFixed(2)} s`,
      target: `<= ${MAX_P95_MS / 1_000} s`,
      isMet: p95 <= MAX_P95_MS && lateMs.length > 0,
      isTimed: true,
    },
    zeroLate('receivers: ends that the sound one never heard of (I5)', unheard),
    zero('receivers: ends without a delivery to a hostile one, due, given up or made (I5)', missing),
    zero('receivers: connections to where a redirect led', trapped),
  ];
}

/** Lets receivers of many tenants hang at once, each with ends of its own, so that they hold the places of the worker. */
async function startHanging(ground: Ground) {
  const { stage, nodes, tenants, seed } = ground;
  const listener = await listen(stage, () => undefined);
  const own = tenants.slice(HANGING.first, HANGING.first + HANGING.count);
  const registered: { token: string; id: string }[] = [];
  const leave = async (): Promise<void> => {
    for (const { token, id } of registered) await unregister(ground, token, [id]);
  };
  const registerAll = async (): Promise<void> => {
    for (const [place, tenant] of own.entries()) {
      const token = await fetchToken(nodes.urls[place % nodes.urls.length] ?? '', tenant);
      const choices = { company: tenant.companyId, timeoutSeconds: HANGING.seconds };
      const id = await register(ground, token, `http://127.0.0.1:${listener.port}/`, choices);
      registered.push({ token, id });
    }
  };
  // Whoever reads lists back knows orders of ends by this name; no phase has as many.
  const prefix = `ends-${seed * 1_000 + 999}`;
  const journal = join(stage.directory, ENDS.hanging);
  const begin = async () => {
    await registerAll();
    return startEnds(nodes, journal, prefix, { owners: own });
  };
  const ends = await begin().catch(async (error: unknown) => {
    await leave();
    throw error;
  });
  return {
    max: listener.max,
    async stop(): Promise<void> {
      await ends.stop().finally(leave);
    },
  };
}

/** Sends webhooks to hostile receivers and a sound one at once, and measures the sound one. */
export async function sendToHostile(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const { stage, nodes, heard, seed } = ground;
  const token = await fetchToken(nodes.urls[0] ?? '', nodes.demo);
  const trap = await listen(stage, (socket) => socket.destroy());
  const listeners = new Map<string, Listener>();
  const ids: string[] = [];
  let hanging: Awaited<ReturnType<typeof startHanging>> | undefined;
  try {
    for (const [kind, behave] of Object.entries(HOSTILE)) {
      const listener = await listen(stage, (socket) => behave(socket, trap.port));
      listeners.set(kind, listener);
      const scheme = kind.endsWith('TLS') ? 'https' : 'http';
      const choices = { company: nodes.demo.companyId, timeoutSeconds: TIMEOUT_SECONDS };
      ids.push(await register(ground, token, `${scheme}://127.0.0.1:${listener.port}/`, choices));
    }
    hanging = await startHanging(ground);
    const ends = await startEnds(nodes, join(stage.directory, ENDS.own), `hostile-${seed}`);
    await calm(stage, milliseconds).finally(ends.stop);
    const late = (): number[] =>
      [...ends.ended].map(([id, endedMs]) => (heard.firstMs(id) ?? Number.POSITIVE_INFINITY) - endedMs);
    const isAsked = (): boolean => [...listeners.values()].every((one) => one.connections() > 0);
    await waitFor(
      'the receivers',
      HEARD_MS,
      stage.signal,
      async () => isAsked() && late().every(Number.isFinite),
    ).catch((error: Error) => stage.say(error.message));
    return figuresOfReceivers({
      lateMs: late(),
      unheard: late().filter((ms) => !Number.isFinite(ms)).length,
      missing: await countMissing(ground.databaseUrl(), [...ends.ended.keys()], ids),
      trapped: trap.connections(),
      met: [...listeners].map(([kind, one]) => [kind, one.connections()]),
      hanging: hanging.max(),
    });
  } finally {
    await Promise.all([hanging?.stop(), unregister(ground, token, ids)]);
  }
}
