import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { createLog, type Log } from '@titular/server/kernel/base/log.ts';
import type { ApiCall } from '@titular/server/kernel/http/api-call.ts';
import type { PublicRoute, Route } from '@titular/server/kernel/http/route.ts';
import { NO_SANDBOX } from '@titular/server/kernel/http/sandbox-port.ts';
import { createServer } from '@titular/server/kernel/http/server.ts';

/** A call that is answered at once, whoever makes it. */
export const GOOD = '/api/public/v1/thing';
const HELD = '/api/public/v1/held';
const PUBLIC = ['/healthz', '/readyz', '/docs', '/identity-platform/events', '/capture/session/events'];

type Answer = { status: number; headers: IncomingHttpHeaders; body: unknown };
type Headers = Readonly<Record<string, string>>;

/** A server whose requests wait until they are released, and whose timers are late when a test says so. */
export type Held = Awaited<ReturnType<typeof startHeld>>;

/** Timers of a test; the time is its own. */
function createManualTimer() {
  let nowMs = 0;
  let pending: (() => void)[] = [];
  /** Fires what is pending, so much later than it was due. */
  const fire = (lagMs: number): void => {
    nowMs += 25 + lagMs;
    const due = pending;
    pending = [];
    for (const work of due) work();
  };
  const after = (_milliseconds: number, work: () => void): void => void pending.push(work);
  return {
    timer: { nowMs: () => nowMs, after, openQuota: () => () => undefined },
    fire,
    nowMs: () => nowMs,
    count: () => pending.length,
  };
}

/** Counts what arrives, and wakes who waits for so many. */
function createArrivals() {
  let count = 0;
  let waiting: { least: number; resolve: () => void }[] = [];
  return {
    add(): void {
      count += 1;
      for (const { least, resolve } of waiting) if (count >= least) resolve();
      waiting = waiting.filter(({ least }) => count < least);
    },
    count: () => count,
    reach: (least: number): Promise<void> =>
      count >= least ? Promise.resolve() : new Promise((resolve) => waiting.push({ least, resolve })),
  };
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const row = { summary: 'x', bodyKind: 'none', responses: { 200: 'text' } } as const;
const GOOD_ANSWER = { status: 200, body: 'good' };

/** Makes the table: calls behind a token, the token endpoint, and what is public. */
function makeRoutes(hold: () => Promise<void>, see: (path: string) => void): Route[] {
  const open = PUBLIC.map(
    (path): PublicRoute => ({
      ...{ ...row, operationId: path, method: 'GET', path, access: 'public' },
      handle: async () => {
        see(path);
        return GOOD_ANSWER;
      },
    }),
  );
  const behindToken = { ...row, method: 'GET', access: 'token', scope: 'transactions:read' } as const;
  const wait = async () => {
    await hold();
    return GOOD_ANSWER;
  };
  return [
    ...open,
    { ...behindToken, operationId: 'good', path: GOOD, handle: async () => GOOD_ANSWER },
    { ...behindToken, operationId: 'one', path: `${GOOD}/:thing_id`, handle: async () => GOOD_ANSWER },
    { ...behindToken, operationId: 'held', path: HELD, handle: wait },
    ...[
      { ...row, operationId: 'token', method: 'POST', path: '/oauth2/token', access: 'public' } as const,
    ].map((token): PublicRoute => ({ ...token, bodyKind: 'form', handle: wait })),
  ];
}

/** Starts it. The tenant of a token is its text up to a hyphen; one that begins with `nobody` is tested until the release. */
export async function startHeld({
  targetMs = 50,
  least = 8,
  concurrency = 1_000,
  isDatabaseStill = () => false,
  log = createLog('silent'),
}: {
  targetMs?: number;
  /** The least limit of the gate. */
  least?: number;
  /** How many requests of a tenant may be under way. */
  concurrency?: number;
  isDatabaseStill?: () => boolean;
  log?: Log;
} = {}) {
  const manual = createManualTimer();
  const arrivals = createArrivals();
  let checked = 0;
  const [seen, revoked, begun]: [string[], Set<string>, Promise<Answer>[]] = [[], new Set(), []];
  const calls: ApiCall[] = [];
  let released = Promise.withResolvers<void>();
  let isStopping = false;
  const hold = (): Promise<void> => {
    arrivals.add();
    return released.promise;
  };
  const admission = {
    verifyAccessToken: async (token: string) => {
      checked += 1;
      if (token.startsWith('nobody')) await hold();
      if (token.startsWith('nobody') || revoked.has(token)) return { kind: 'refused', reason: 'invalid' };
      const tenantId = token.split('-')[0];
      return { kind: 'valid', caller: { tenantId, account: 'a', scopes: ['transactions:read'] } };
    },
    takeFromBudget: async () => ({
      allowed: true,
      ratePerSecond: 1,
      limit: 1,
      remaining: 1,
      resetSeconds: 1,
    }),
    findTenantLimits: async () => ({ concurrency, ratePerSecond: 1, burst: 1 }),
    ...{
      recordCall: (call: ApiCall) => void calls.push(call),
      noteSecurity: () => undefined,
      sandbox: NO_SANDBOX,
    },
    ...{ maxConcurrency: 1_000, callNodes: () => 1 },
  } as never;
  const app = createServer(
    makeRoutes(hold, (path) => void seen.push(path)),
    admission,
    log,
    {
      ...{ publicUrl: 'https://titular.example', portalUrl: 'https://portal.example', trustedProxies: [] },
      ...{
        overloadMs: targetMs,
        overloadTimer: manual.timer,
        overloadLeast: least,
        isDatabaseStill,
        isStopping: () => isStopping,
      },
    },
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });

  const ask = (method: string, path: string, headers: Headers = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request(url + path, { method, headers, agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parse(text) }),
        );
      });
      sent.on('error', reject).end();
    });
  const begin = (method: string, path: string, headers: Headers): Promise<Answer> => {
    const answer = ask(method, path, headers);
    begun.push(answer);
    return answer;
  };
  /** Lets go whatever waits. */
  async function release(): Promise<void> {
    released.resolve();
    await Promise.all(begun.splice(0));
    released = Promise.withResolvers();
  }

  return {
    ...{ url, ask, begin, release, arrived: arrivals.reach },
    /** Begins so many requests with one token, and waits until all are held. */
    async fill(token: string, count: number): Promise<void> {
      const least = arrivals.count() + count;
      for (let one = 0; one < count; one += 1) void begin('GET', HELD, { authorization: `Bearer ${token}` });
      await arrivals.reach(least);
    },
    /** Has timers be late until the process counts as overloaded. */
    overload: (): void => [300, 300, 300].forEach(manual.fire),
    /** Has the next timer be late. */
    fireLate: (): void => manual.fire(300),
    /** Has timers be in time for so long. */
    keepUp(milliseconds: number): void {
      for (const endMs = manual.nowMs() + milliseconds; manual.nowMs() < endMs; ) manual.fire(0);
    },
    timers: manual.count,
    /** What the log of calls heard of one status. */
    recorded: (status: number): ApiCall[] => calls.filter((call) => call.status === status),
    /** How many tokens were checked. */
    checked: () => checked,
    revoke: (token: string): void => void revoked.add(token),
    stop: (): void => {
      isStopping = true;
    },
    seen: (path: string): number => seen.filter((one) => one === path).length,
    async close(): Promise<void> {
      await release();
      agent.destroy();
      await app.close();
    },
  };
}
