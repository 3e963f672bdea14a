import { setTimeout as delay } from 'node:timers/promises';
import { type Came, openCalls, type Call as Request } from '../../load/calls.ts';
import { drawFrom } from '../../load/creates.ts';
import { openJournal } from '../../load/journal.ts';
import { API, cardOfOrder } from '../../load/requests.ts';
import { startEager } from './eager.ts';
import type { Tenant } from './tenant.ts';

/** What is asked for, and in which share of all calls. */
export const SHARES = { status: 0.7, create: 0.25, token: 0.05 } as const;

/** A kind of call; `foreign` is a read of another tenant's transaction, and counts among those of a status. */
export type Kind = keyof typeof SHARES | 'foreign';

/** A call before it was sent, and again with what came of it; times are milliseconds of this process. */
export type CallLine = Came & {
  number: number;
  kind: Kind;
  /** The tenant by its place. */
  tenant: number;
  /** The process that was asked, by its place. */
  node?: number;
  /** The order of a create, the id of what was read, nothing for a token. */
  about: string;
  sentMs: number;
  answeredMs?: number;
  /** One of two creates with the same data that left at the same moment, on two connections. */
  isTwin?: true;
  /** Of the tenant that asks for more than its limit. */
  isEager?: true;
};

/** Where creates stand as the judge of all trials reads them, and where all calls stand. */
type Journals = { creates: string; calls: string };

/** Calls under way; `unsent` counts those that were due and not sent, because too many were. */
type Running = { stop(): Promise<void>; unsent(): number };

/** The tenants with what they know from one phase to the next: tokens, and transactions that were acknowledged. */
export type Mix = {
  /** Gives every tenant its first token and transaction. */
  warm(): Promise<void>;
  start(journals: Journals, perSecond: number, seed: number): Running;
  /** Has a tenant read a transaction, by its place, that somebody else made for it. */
  learn(tenant: number, id: string): void;
  /** Access tokens that tenants hold now, which are in no journal. */
  tokens(): string[];
  close(): void;
};

/** One in so many reads asks for another tenant's transaction. */
const FOREIGN_EVERY = 20;
/** One in so many creates is sent twice at once. */
const TWIN_EVERY = 10;
/** One in so many creates names itself by an idempotency key. */
const KEY_EVERY = 8;
const TOKEN_MS = 60_000;
/** Calls leave one by one, not in bursts: what a burst waits for itself is no time of the service. */
const TICK_MS = 1;
/** Transactions that a tenant reads: the newest ones. */
const MAX_KNOWN = 50;
/** Every other read is of one of so many: what was made last changes most. */
const NEWEST = 3;
const MAX_CONNECTIONS = 256;
const WARMED_AT_ONCE = 8;
/** By this a call is a read of an own transaction. */
const EAGER_DRAW = 0.5;
/** So many seconds of calls may be under way, and at least so many: beyond, what waits for a connection would be too old before it is sent, for ever. */
const MAX_UNDER_WAY = { seconds: 2, least: 1_000 };

function parse(body: string | undefined): Record<string, unknown> {
  try {
    return (JSON.parse(body ?? '') ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** A cycle through all places in an order drawn anew each time, so that no tenant gets far ahead of another. */
export function cycleOf(count: number, draw: () => number): () => number {
  let left: number[] = [];
  return () => {
    if (left.length === 0) left = Array.from({ length: count }, (_, place) => place);
    return left.splice(Math.floor(draw() * left.length), 1)[0] ?? 0;
  };
}

/** Draws a kind by its share. */
export function drawKind(share: number): keyof typeof SHARES {
  if (share < SHARES.status) return 'status';
  return share < SHARES.status + SHARES.create ? 'create' : 'token';
}

type Held = { token: string; tokenMs: number; known: string[] };

/** What a tenant asks for, by what was drawn and by what it has: without a token it asks for one, without a transaction it makes one. */
function plan(held: readonly Held[], tenant: number, draw: () => number): { kind: Kind; id: string } {
  const own = held[tenant];
  const [share, which, isForeign] = [draw(), draw(), draw() < 1 / FOREIGN_EVERY];
  if (!own?.token || performance.now() - own.tokenMs > TOKEN_MS) return { kind: 'token', id: '' };
  const kind = drawKind(share);
  if (kind !== 'status') return { kind, id: '' };
  const stranger = held[(tenant + 1) % held.length]?.known.at(-1);
  if (isForeign && stranger && held.length > 1) return { kind: 'foreign', id: stranger };
  const known = which < 0.5 ? own.known.slice(-NEWEST) : own.known;
  const id = known[Math.floor(((which * 2) % 1) * known.length)];
  return id ? { kind, id } : { kind: 'create', id: '' };
}

/** The answer to credentials without its token, which is a secret; it stays to be judged by the contract. */
function withoutToken(body: string): string {
  const { access_token: token } = parse(body);
  return typeof token === 'string' && token !== '' ? body.replaceAll(token, 'kept out') : body;
}

/** The key of a create by its order, for one in so many of those without a twin. */
export function keyOf(order: string, isTwin?: true): string | undefined {
  const number = Number(/^trial-\d+-(\d+)-/.exec(order)?.[1] ?? 1);
  return number % KEY_EVERY === 0 && !isTwin ? order : undefined;
}

/** The request of a call at a process. */
function requestOf(url: string, { kind, about, isTwin }: CallLine, tenant: Tenant, token: string): Request {
  const authorization = `Bearer ${token}`;
  if (kind === 'token') {
    const basic = Buffer.from(`${tenant.clientId}:${tenant.clientSecret}`).toString('base64');
    const headers = {
      authorization: `Basic ${basic}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    return { method: 'POST', url: `${url}/oauth2/token`, headers, body: 'grant_type=client_credentials' };
  }
  if (kind !== 'create')
    return { method: 'GET', url: `${url}${API}/transactions/${about}`, headers: { authorization } };
  const key = keyOf(about, isTwin);
  const headers = {
    ...{ authorization, 'content-type': 'application/json' },
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  return {
    method: 'POST',
    url: `${url}${API}/transaction`,
    headers,
    body: cardOfOrder(tenant.companyId, about, tenant.surname),
  };
}

/** Keeps what a tenant learns from an answer. */
function learn(held: Held, { kind, status, body }: CallLine): void {
  if (status === 403 || status === 401) held.tokenMs = Number.NEGATIVE_INFINITY;
  if (status !== 200) return;
  if (kind === 'token')
    Object.assign(held, { token: parse(body)['access_token'], tokenMs: performance.now() });
  if (kind === 'create') addKnown(held, String(parse(body)['id']));
}

function addKnown({ known }: Held, id: string): void {
  known.push(id);
  if (known.length > MAX_KNOWN) known.shift();
}

/** What calls are made of. */
type Asking = {
  urls: readonly string[];
  tenants: readonly Tenant[];
  held: readonly Held[];
  ask(line: CallLine, node: number): Promise<CallLine>;
};

/** Sends what the mix draws at a steady rate, each call in the journals before it leaves. */
function startMix(
  { urls, tenants, held, ask }: Asking,
  { creates, calls }: Journals,
  perSecond: number,
  seed: number,
): Running {
  const [journal, orders] = [openJournal<CallLine>(calls), openJournal(creates)];
  const draw = drawFrom(seed);
  // The last tenant asks for more than its limit, and for nothing else.
  const eager = tenants.length - 1;
  const next = cycleOf(Math.max(1, eager), draw);
  const sinceMs = performance.now();
  const nowMs = (): number => Math.round(performance.now() - sinceMs);
  const waiting = new Set<Promise<void>>();
  const max = Math.max(MAX_UNDER_WAY.least, MAX_UNDER_WAY.seconds * perSecond);
  let isOver = false;
  let [unsent, made] = [0, 0];

  async function send(line: CallLine, node: number): Promise<void> {
    const { kind, about: order } = line;
    journal.write({ ...line, node });
    if (kind === 'create') orders.write({ kind: 'sent', order, node, atMs: nowMs() });
    const { status, body, error, retryAfter, answeredMs } = await ask(line, node);
    const came = {
      ...(status !== undefined && { status }),
      ...(body !== undefined && { body: kind === 'token' ? withoutToken(body) : body }),
      ...(error !== undefined && { error }),
    };
    const told = { ...came, ...(retryAfter !== undefined && { retryAfter }) };
    journal.write({ ...line, node, ...told, ...(answeredMs !== undefined && { answeredMs }) });
    if (kind === 'create') orders.write({ kind: 'answered', order, ...came, atMs: nowMs() });
  }

  async function call(number: number): Promise<void> {
    const [tenant, node] = [next(), Math.floor(draw() * urls.length)];
    const { kind, id } = plan(held, tenant, draw);
    const order = `trial-${seed}-${number}-${tenants[tenant]?.mark}`;
    const line = { number, kind, tenant, about: kind === 'create' ? order : id, sentMs: performance.now() };
    if (kind === 'create') made += 1;
    if (kind !== 'create' || made % TWIN_EVERY !== 0) return send(line, node);
    const twin = { ...line, isTwin: true } as const;
    // Now at the same process, and now at another one.
    const other = (node + ((made / TWIN_EVERY) % 2)) % urls.length;
    await Promise.all([send(twin, node), send(twin, other)]);
  }

  let isRenewing = false;
  const asking = startEager(urls.length, async (number, node) => {
    const { kind, id: about } = plan(held, eager, () => EAGER_DRAW);
    if (kind === 'create' || (kind === 'token' && isRenewing)) return;
    isRenewing ||= kind === 'token';
    await send({ number, kind, tenant: eager, about, sentMs: performance.now(), isEager: true }, node);
    if (kind === 'token') isRenewing = false;
  });
  const work = (async () => {
    for (let number = 0; !isOver; await delay(TICK_MS))
      for (; number < (nowMs() / 1_000) * perSecond && !isOver; number += 1) {
        if (waiting.size >= max) {
          unsent += 1;
          continue;
        }
        const one = call(number).finally(() => waiting.delete(one));
        waiting.add(one);
      }
  })();
  return {
    unsent: () => unsent,
    async stop() {
      isOver = true;
      await Promise.all([work, asking.stop()]);
      await Promise.all(waiting);
      journal.close();
      orders.close();
    },
  };
}

/** Opens the mix of these tenants at these processes. */
export function openMix(urls: readonly string[], tenants: readonly Tenant[]): Mix {
  const connections = openCalls(MAX_CONNECTIONS);
  const held: Held[] = tenants.map(() => ({ token: '', tokenMs: Number.NEGATIVE_INFINITY, known: [] }));
  const ask = async (line: CallLine, node: number): Promise<CallLine> => {
    const [tenant, own] = [tenants[line.tenant] as Tenant, held[line.tenant] as Held];
    const came = await connections.send(requestOf(urls[node] ?? '', line, tenant, own.token));
    const answered = { ...line, ...came, answeredMs: performance.now() };
    learn(own, answered);
    return answered;
  };

  return {
    start: (journals, perSecond, seed) => startMix({ urls, tenants, held, ask }, journals, perSecond, seed),
    async warm() {
      const [sentMs, places] = [performance.now(), [...tenants.keys()]];
      const first = async (tenant: number): Promise<void> => {
        const node = tenant % urls.length;
        await ask({ number: tenant, kind: 'token', tenant, about: '', sentMs }, node);
        const about = `trial-first-${tenants[tenant]?.mark}`;
        await ask({ number: tenant, kind: 'create', tenant, about, sentMs }, node);
      };
      while (places.length > 0) await Promise.all(places.splice(0, WARMED_AT_ONCE).map(first));
    },
    learn(tenant, id) {
      const own = held[tenant];
      if (own) addKnown(own, id);
    },
    tokens: () => held.flatMap(({ token }) => token || []),
    close: connections.close,
  };
}
