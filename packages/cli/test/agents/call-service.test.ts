import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DocumentationMissing } from '@titular/cli/commands/agents/documentation/read-documentation.ts';
import { serveSession } from '@titular/cli/commands/agents/protocol/serve-session.ts';
import { createSession } from '@titular/cli/commands/agents/protocol/session.ts';
import {
  type CallService,
  createCallService,
  proveSandbox,
} from '@titular/cli/commands/agents/service/call-service.ts';
import { createOffer } from '@titular/cli/commands/agents/tools/tool-set.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A service that gives tokens `token-1`, `token-2` and so on; what it answers else is for each test to say. */
let answer: Answer;
let answerToken: Answer | undefined;
let tokens: number;
let seen: string[];
let call: CallService;
let server: ReturnType<typeof createServer>;

const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));

const refuseToken: Answer = (_, response) =>
  json(
    response,
    403,
    { code: '40301', message: 'No.' },
    { 'www-authenticate': 'Bearer error="invalid_token"' },
  );

beforeEach(async () => {
  tokens = 0;
  seen = [];
  answerToken = undefined;
  server = createServer((request, response) => {
    if (request.url !== '/oauth2/token') {
      seen.push(`${request.method} ${request.headers.authorization}`);
      answer(request, response);
    } else if (answerToken) answerToken(request, response);
    else {
      tokens += 1;
      json(response, 200, { access_token: `token-${tokens}`, expires_in: 3600 });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  call = createCallService({ origin: `http://127.0.0.1:${port}`, clientId: 'a', clientSecret: 'b' });
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const { signal } = new AbortController();
const read = () => call({ method: 'GET', path: '/things' }, signal);
const create = () => call({ method: 'POST', path: '/things', body: {} }, signal);

describe('the calls of an agent', () => {
  test('renew a token that ends during the session once, and no more (W17)', async () => {
    answer = (request, response) =>
      request.headers.authorization === 'Bearer token-1'
        ? refuseToken(request, response)
        : json(response, 200, { a: 1 });
    expect(await create()).toEqual({ kind: 'done', body: { a: 1 } });
    expect(seen).toEqual(['POST Bearer token-1', 'POST Bearer token-2']);
    answer = refuseToken;
    expect(await read()).toMatchObject({ kind: 'refused', refusal: { code: '40301' } });
    expect(seen.slice(2)).toEqual(['GET Bearer token-2', 'GET Bearer token-3']);
  });

  test('share the next token where several were refused the same one (W17)', async () => {
    const waiting: (() => void)[] = [];
    let both = (): void => undefined;
    const areBothThere = new Promise<void>((resolve) => {
      both = resolve;
    });
    answer = (_, response) => json(response, 200, {});
    await read();
    answer = (request, response) => {
      if (request.headers.authorization !== 'Bearer token-1') return json(response, 200, { a: 1 });
      waiting.push(() => refuseToken(request, response));
      if (waiting.length === 2) both();
    };
    const calls = [read(), read()];
    await areBothThere;
    waiting.shift()?.();
    expect((await Promise.race(calls)).kind).toBe('done');
    waiting.shift()?.();
    expect((await Promise.all(calls)).map(({ kind }) => kind)).toEqual(['done', 'done']);
    expect(tokens).toBe(2);
  });

  test('keep a token that lacks a scope (W17)', async () => {
    const headers = { 'www-authenticate': 'Bearer error="insufficient_scope"' };
    answer = (_, response) => json(response, 403, { code: '40301', message: 'No.' }, headers);
    expect(await read()).toMatchObject({ kind: 'refused', refusal: { code: '40301' } });
    expect([seen.length, tokens]).toEqual([1, 1]);
  });

  test('are not repeated where no answer came, and say that nobody knows what became of them (W17)', async () => {
    answer = (request) => request.socket.destroy();
    expect(await create()).toMatchObject({
      refusal: { code: 'unavailable', remedy: expect.stringContaining('Nobody knows') },
    });
    expect(seen).toHaveLength(1);
  });

  test('are refused in words where what answers is no such service (W17)', async () => {
    answer = (_, response) => void response.writeHead(200).end('<html>');
    expect(await read()).toMatchObject({
      refusal: { code: '200', message: 'The answer is not that of the API.' },
    });
    for (const body of [{}, { access_token: 7 }, []]) {
      answerToken = (_, response) => json(response, 200, body);
      const fresh = await createCallService({
        origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        ...{ clientId: 'a', clientSecret: 'b' },
      })({ method: 'GET', path: '/things' }, signal);
      expect(fresh).toMatchObject({ kind: 'refused', refusal: { code: 'token' } });
    }
    expect(seen).toHaveLength(1);
  });
});

test('only an answer proves that there is a sandbox or none; a service that cannot be asked proves nothing (W17)', async () => {
  answer = (_, response) => json(response, 200, { scenarios: [] });
  expect(await proveSandbox(call, signal)).toEqual({ kind: 'sandbox' });
  answer = (_, response) => json(response, 404, { code: '40400', message: 'None.' });
  expect(await proveSandbox(call, signal)).toEqual({ kind: 'other' });
  answer = (_, response) => json(response, 200, { other: 1 });
  expect(await proveSandbox(call, signal)).toEqual({ kind: 'other' });
  answer = (_, response) => json(response, 429, { code: '42901', message: 'Later.' }, { 'retry-after': '2' });
  expect(await proveSandbox(call, signal)).toMatchObject({
    kind: 'unknown',
    refusal: { code: '42901', retryAfterSeconds: 2 },
  });
});

test('an agent that came before the service is told once that there are more tools (W17)', async () => {
  const documentation = () => Promise.reject(new DocumentationMissing('none here'));
  const offer = createOffer({ version: '1.2.3', documentation, service: { call, company: undefined } });
  const session = createSession(offer, () => undefined);
  const refuses: Answer = (_, response) => json(response, 500, { code: '50001', message: 'Away.' });
  const serves: Answer = (request, response) =>
    json(response, 200, request.url?.endsWith('/scenarios') ? { scenarios: [] } : { transactions: [] });
  const list = { method: 'tools/list' };
  const read = { method: 'tools/call', params: { name: 'list_transactions' } };
  const initialize = { method: 'initialize', params: { protocolVersion: '2025-06-18' } };
  const steps = [
    ...[[initialize, refuses] as const, [list, refuses] as const, [read, refuses] as const],
    ...[[read, serves] as const, [read, serves] as const, [list, serves] as const, [read, serves] as const],
  ];
  let answered = (): void => undefined;
  async function* input(): AsyncGenerator<Uint8Array> {
    for (const [id, [message, next]] of steps.entries()) {
      answer = next;
      const isAnswered = new Promise<void>((resolve) => {
        answered = resolve;
      });
      yield Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`);
      await isAnswered;
    }
  }
  const written: string[] = [];
  const tools: number[] = [];
  for await (const message of serveSession(input(), session, signal)) {
    const { id, method, result } = message as { id?: number; method?: string; result?: { tools?: object[] } };
    written.push(method ?? String(id));
    if (result?.tools) tools.push(result.tools.length);
    if (id !== undefined) answered();
  }
  expect(written).toEqual(['0', '1', '2', 'notifications/tools/list_changed', '3', '4', '5', '6']);
  expect((tools[1] ?? 0) - (tools[0] ?? 0)).toBe(3);
});
