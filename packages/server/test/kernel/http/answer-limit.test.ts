import { accessTokenRoutes } from '@titular/server/access-tokens/grants/access-token-routes.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { Refusal } from '@titular/server/kernel/base/refusal.ts';
import {
  ANSWER_LIMIT_MS,
  createAnswerLimit,
  PATIENT_LIMIT_MS,
} from '@titular/server/kernel/http/answers/answer-limit.ts';
import type { Route } from '@titular/server/kernel/http/route.ts';
import { NO_SANDBOX } from '@titular/server/kernel/http/sandbox-port.ts';
import { createServer } from '@titular/server/kernel/http/server.ts';
import { routeTable } from '@titular/server/modules.ts';
import { processRoutes } from '@titular/server/processes/process-routes.ts';
import { transactionRoutes } from '@titular/server/transactions/transaction-routes.ts';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';

const LIMIT_MS = 100;
const BASE = '/api/public/v1';
const REFUSED = { code: '50001', message: expect.stringContaining('not known whether anything was changed') };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A promise for each line of the log that says this. */
function listen() {
  const heard = new Map<string, PromiseWithResolvers<void>>();
  const hear = (text: string): PromiseWithResolvers<void> => {
    const one = heard.get(text) ?? Promise.withResolvers<void>();
    heard.set(text, one);
    return one;
  };
  const log = pino(
    {},
    { write: (line: string) => hear((JSON.parse(line) as { msg: string }).msg).resolve() },
  );
  return { log, said: (text: string): Promise<void> => hear(text).promise };
}

type Parts = { work?: () => Promise<void>; verify?: () => Promise<void>; log?: ReturnType<typeof createLog> };

/** Starts a server with a call that reads, and one that takes a body; a tenant may have one request under way. */
async function start({ work, verify, log = createLog('silent') }: Parts) {
  const row = { summary: 'x', access: 'token', scope: 'transactions:read', limitMs: LIMIT_MS } as const;
  const answer = { status: 200, body: 'good' };
  const routes: Route[] = [
    {
      ...{ ...row, operationId: 'read', method: 'GET', path: `${BASE}/held`, bodyKind: 'none' },
      responses: { 200: 'text' },
      handle: async () => {
        await work?.();
        return answer;
      },
    },
    {
      ...{ ...row, operationId: 'write', method: 'POST', path: `${BASE}/written`, bodyKind: 'json' },
      responses: { 200: 'text' },
      handle: async () => answer,
    },
  ];
  const admission = {
    verifyAccessToken: async () => {
      await verify?.();
      return {
        kind: 'valid',
        caller: { tenantId: 'tenant', account: 'a', scopes: ['transactions:read'] },
      };
    },
    takeFromBudget: async () => ({
      allowed: true,
      ratePerSecond: 1,
      limit: 1,
      remaining: 1,
      resetSeconds: 1,
    }),
    findTenantLimits: async () => ({ concurrency: 1, ratePerSecond: 1, burst: 1 }),
    ...{ recordCall: () => undefined, noteSecurity: () => undefined, sandbox: NO_SANDBOX },
    ...{ maxConcurrency: 10, callNodes: () => 1 },
  } as never;
  const app = createServer(routes, admission, log, {
    ...{ publicUrl: 'https://titular.example', trustedProxies: [] },
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  closers.push(() => app.close());
  const headers = { authorization: 'Bearer x' };
  return {
    read: () => fetch(`${url}${BASE}/held`, { headers }),
    write: (body: ReadableStream) =>
      fetch(`${url}${BASE}/written`, {
        ...{ method: 'POST', body, duplex: 'half' },
        headers: { ...headers, 'content-type': 'application/json' },
      }),
  };
}

test('work that takes longer than its limit is refused with 50001, goes on, and keeps its place until it ends (R80)', async () => {
  const held = Promise.withResolvers<void>();
  const { log, said } = listen();
  const server = await start({ work: () => held.promise, log });
  const late = await server.read();
  expect([late.status, late.headers.get('retry-after'), await late.json()]).toEqual([500, '5', REFUSED]);
  expect([(await server.read()).status]).toEqual([429]);
  held.resolve();
  await said('work ended after its request was answered');
  expect((await server.read()).status).toBe(200);
});

test('work that fails after its request was answered ends nothing but itself, and is logged', async () => {
  const held = Promise.withResolvers<void>();
  const { log, said } = listen();
  const server = await start({ work: () => held.promise, log });
  expect((await server.read()).status).toBe(500);
  held.reject(new Error('the connection broke'));
  await said('work failed after its request was answered');
  expect((await server.read()).status).toBe(500);
});

test('a caller whose token cannot be checked in time is refused, and takes no place once it can (R80)', async () => {
  const held = Promise.withResolvers<void>();
  const { log, said } = listen();
  const server = await start({ verify: () => held.promise, log });
  const late = await server.read();
  expect([late.status, await late.json()]).toEqual([500, REFUSED]);
  held.resolve();
  await said('work failed after its request was answered');
  expect((await server.read()).status).toBe(200);
});

/** Timers that a test moves on. */
function createManualTimers() {
  let now = 0;
  const due = new Map<number, () => void>();
  return {
    nowMs: () => now,
    after(milliseconds: number, run: () => void) {
      const atMs = now + milliseconds;
      due.set(atMs, run);
      return () => void due.delete(atMs);
    },
    moveTo(toMs: number): void {
      now = toMs;
      for (const [atMs, run] of [...due])
        if (atMs <= now) {
          due.delete(atMs);
          run();
        }
    },
    dueMs: (): number[] => [...due.keys()],
  };
}

test('what admission took is no more there for the work, and what the client took between them is (R80)', async () => {
  const timers = createManualTimers();
  const withinLimit = createAnswerLimit(createLog('silent'), timers);
  const request = { id: 'one' } as never;
  const admitted = Promise.withResolvers<void>();
  const admission = withinLimit(request, 400, () => admitted.promise);
  timers.moveTo(250);
  admitted.resolve();
  await admission;
  expect(timers.dueMs()).toEqual([]);
  timers.moveTo(10_000);
  const work = withinLimit(request, 400, () => new Promise(() => undefined));
  // 150 of 400 are left, in whole steps of 100.
  expect(timers.dueMs()).toEqual([10_200]);
  timers.moveTo(10_200);
  await expect(work).rejects.toMatchObject({ code: '50001' });
});

test('a process that stood still hears first what has come meanwhile, and refuses after as long again', async () => {
  const timers = createManualTimers();
  const withinLimit = createAnswerLimit(createLog('silent'), timers);
  const held = Promise.withResolvers<string>();
  const good = withinLimit({ id: 'one' } as never, 400, () => held.promise);
  timers.moveTo(2_400);
  expect(timers.dueMs()).toEqual([4_400]);
  held.resolve('good');
  expect(await good).toBe('good');
  const late = withinLimit({ id: 'two' } as never, 400, () => new Promise(() => undefined));
  timers.moveTo(4_000);
  expect(timers.dueMs()).toEqual([5_200]);
  timers.moveTo(5_200);
  await expect(late).rejects.toMatchObject({ code: '50001' });
});

test('the time in which a client sends its body counts for nobody', async () => {
  const held = Promise.withResolvers<void>();
  const wasAsked = Promise.withResolvers<void>();
  let isHeld = false;
  const server = await start({
    verify: async () => {
      wasAsked.resolve();
      if (isHeld) await held.promise;
    },
  });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const answer = server.write(readable);
  await writer.write(new TextEncoder().encode('{'));
  await wasAsked.promise;
  isHeld = true;
  // Its refusal comes after the limit of both.
  expect((await server.read()).status).toBe(500);
  held.resolve();
  await writer.write(new TextEncoder().encode('}'));
  await writer.close();
  expect((await answer).status).toBe(200);
});

const PATIENT = [
  ...['createFaceReference', 'eraseIdentity', 'readCaptureImage'],
  ...['readEvidence', 'readProcessSelfie', 'readReferencePhotograph'],
];

test('every operation behind a token answers within 4.8 s, but for those that wait for more than the database (R80)', () => {
  const patient = routeTable({} as never).filter(
    ({ access, limitMs = ANSWER_LIMIT_MS }) => access === 'token' && limitMs > ANSWER_LIMIT_MS,
  );
  expect(patient.map(({ operationId }) => operationId).sort()).toEqual(PATIENT);
});

test('a create may take as much longer as the service for card evidence may', () => {
  const limitWith = (deps: object) =>
    transactionRoutes(deps as never).find(({ operationId }) => operationId === 'createTransaction')?.limitMs;
  expect(limitWith({})).toBe(ANSWER_LIMIT_MS);
  expect(limitWith({ cardEvidence: { timeoutMs: 2_000 } })).toBe(ANSWER_LIMIT_MS + 2_000);
});

test('the creation of a process may take long where an identity platform of the operator is asked, and there alone', () => {
  const limitWith = (kind: string) =>
    processRoutes({ identityPlatform: { kind } } as never).find(
      ({ operationId }) => operationId === 'createProcess',
    )?.limitMs;
  expect(limitWith('built-in')).toBeUndefined();
  expect(limitWith('external')).toBe(PATIENT_LIMIT_MS);
});

test('a token endpoint that takes too long says so, and does not call the request malformed (RFC 6749 section 5.2)', () => {
  const issue = accessTokenRoutes({} as never).find(({ operationId }) => operationId === 'issueToken');
  expect(issue?.limitMs).toBe(ANSWER_LIMIT_MS);
  expect(issue?.renderError?.(new Refusal('50001'))).toBeUndefined();
  expect(issue?.renderError?.(new Refusal('40001'))?.status).toBe(400);
});
