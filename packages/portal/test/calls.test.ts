import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PortalSession } from '@titular/contract';
import { PATIENT_LIMIT_MS } from '@titular/server/kernel/http/answers/answer-limit.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from '../src/service/call.ts';
import { connection } from '../src/service/connection.ts';
import { Cancelled, Refused, Unreachable } from '../src/service/failures.ts';
import { fetchWordsBy } from '../src/service/refusal-words.ts';
import { deleteValidated, expectChange, limitOf } from '../src/service/send.ts';
import { endPage, onClear, openSession, sessionStore } from '../src/service/session.ts';
import { stepUpStore } from '../src/service/step-up.ts';

const TENANT = { tenant_id: '018f3c2a-7b1e-7c3d-9a4b-5c6d7e8f9a0b' };
const INVITE = { params: TENANT, body: { role: 'support', companies: 'all' } } as const;
const CASE = { params: { ...TENANT, transaction_id: TENANT.tenant_id } };
const session = (csrf: string): PortalSession => ({
  userId: TENANT.tenant_id,
  name: 'Ana',
  isOperator: false,
  memberships: [],
  csrf,
  environment: 'test',
  idleSeconds: 900,
  expiresAt: '2026-11-24T20:00:00Z',
  freshUntil: '2026-11-24T12:00:00Z',
  mustEnrol: false,
  isLocked: false,
  factors: { hasPasskey: true, hasPassword: false },
});

type Asked = { line: string; headers: IncomingMessage['headers']; body: string };
type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'cut';
let asked: Asked[];
let answers: Answer[];
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers } = request;
    asked.push({ line: `${method} ${url}`, headers, body: Buffer.concat(chunks).toString() });
    const answer = answers.shift() ?? 'cut';
    if (answer === 'cut') return void request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.status === 304 ? undefined : JSON.stringify(answer.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const overSockets = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => overSockets(origin + path, init));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  asked = [];
  answers = [];
  openSession(session('token-1'));
});
afterEach(() => {
  endPage();
  deleteValidated();
});

const refusal = (code: string): Answer => ({
  status: Number(code.slice(0, 3)),
  body: { code, message: 'no' },
  headers: { 'x-request-id': 'request-1', 'retry-after': '7' },
});

describe('a fault', () => {
  const fault = refusal('50000');
  test('of one call is told with its request, and the service counts as there (P59)', async () => {
    answers = [fault, { status: 200, body: {} }];
    await expect(call('inviteMember', INVITE)).rejects.toMatchObject({
      code: '50000',
      requestId: 'request-1',
    });
    expect(asked.map(({ line }) => line.split(' ')[1])).toEqual([expect.any(String), '/portal/api/state']);
    expect(connection.read()).toEqual({ kind: 'there' });
  });

  test('of an erasure, which a balancer tells while it goes on, does not say that nothing was done (P57)', async () => {
    answers = [refusal('50001'), { status: 200, body: {} }];
    const proposal = {
      params: { ...TENANT, proposal_id: TENANT.tenant_id },
      body: { identity: { key: 'cpf', value: '12345678909' } },
    };
    await expect(call('approveErasure', proposal)).rejects.toBeInstanceOf(Unreachable);
  });

  test('of the whole service is noted as its silence, by one question for all that failed together (P57)', async () => {
    answers = [fault, fault, fault];
    const failed = await Promise.allSettled([call('inviteMember', INVITE), call('readOwnAccount')]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(connection.read().kind).toBe('away');
    answers = [{ status: 200, body: {} }];
    await call('readPortalState');
    expect(connection.read()).toEqual({ kind: 'there' });
  });
});

describe('a call', () => {
  test('sends ids in the path and all else in the body, with the token of the session', async () => {
    answers = [{ status: 200, body: { id: 'i', link: 'l', expiresAt: 'e' } }];
    expect(await call('inviteMember', INVITE)).toEqual({ id: 'i', link: 'l', expiresAt: 'e' });
    const [{ line, headers, body }] = asked as [Asked];
    expect(line).toBe(`POST /portal/api/t/${TENANT.tenant_id}/invitations`);
    expect(JSON.parse(body)).toEqual(INVITE.body);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-titular-csrf': 'token-1' });
  });

  test('that only reads sends neither body nor token', async () => {
    answers = [{ status: 200, body: { members: [], invitations: [] } }];
    await call('readTeam', { params: TENANT });
    expect(asked[0]?.headers).not.toHaveProperty('x-titular-csrf');
    expect(asked[0]?.body).toBe('');
  });

  test('that is refused says code, request id and wait', async () => {
    answers = [refusal('42906')];
    const failure = await call('readTeam', { params: TENANT }).catch((fault: unknown) => fault);
    expect(failure).toBeInstanceOf(Refused);
    expect(failure).toMatchObject({
      code: '42906',
      status: 429,
      requestId: 'request-1',
      retryAfterSeconds: 7,
    });
  });
});

/** Resolves once the dialog of the step-up is asked for. */
const dialogOpened = (): Promise<void> =>
  new Promise((resolve) => {
    const end = stepUpStore.subscribe(() => {
      end();
      resolve();
    });
  });

describe('an act', () => {
  test('whose answer is lost is not done again (P57)', async () => {
    answers = ['cut', { status: 200, body: {} }];
    await expect(call('inviteMember', INVITE)).rejects.toBeInstanceOf(Unreachable);
    expect(asked).toHaveLength(1);
    expect(connection.read()).toEqual({ kind: 'away', tries: 1 });
    await call('signOut');
    expect(connection.read()).toEqual({ kind: 'there' });
  });

  test('that asks for a fresh authentication is done after it, without being asked for twice (P35)', async () => {
    answers = [refusal('40342'), { status: 200, body: { id: 'i', link: 'l', expiresAt: 'e' } }];
    const act = call('inviteMember', INVITE);
    await dialogOpened();
    openSession(session('token-2'));
    stepUpStore.read()?.proved();
    expect(await act).toMatchObject({ link: 'l' });
    expect(asked.map(({ headers }) => headers['x-titular-csrf'])).toEqual(['token-1', 'token-2']);
    expect(asked[1]?.body).toBe(asked[0]?.body);
    expect(stepUpStore.read()).toBeUndefined();
  });

  test('is given up where the person closes the dialog (P35)', async () => {
    answers = [refusal('40342')];
    const act = call('inviteMember', INVITE).catch((fault: unknown) => fault);
    await dialogOpened();
    stepUpStore.read()?.cancel();
    expect(await act).toBeInstanceOf(Cancelled);
    expect(asked).toHaveLength(1);
  });

  test('whose token another tab replaced is done with the new one', async () => {
    answers = [refusal('40344'), { status: 200, body: session('token-9') }, { status: 200, body: {} }];
    await call('endMemberSessions', { params: { ...TENANT, user_id: TENANT.tenant_id } });
    expect(asked.map(({ line }) => line.split(' ')[0])).toEqual(['DELETE', 'GET', 'DELETE']);
    expect(asked[2]?.headers['x-titular-csrf']).toBe('token-9');
  });
});

describe('another person who signed in in another tab', () => {
  const OTHER = '018f3c2a-7b1e-7c3d-9a4b-5c6d7e8f9a0c';
  const bea = { ...session('token-9'), userId: OTHER, name: 'Bea' };

  test('does not do what somebody asked for before, and sees nothing of theirs (P36, P37)', async () => {
    let isCleared = false;
    onClear(() => {
      isCleared = true;
    });
    answers = [refusal('40344'), { status: 200, body: bea }];
    const act = call('endMemberSessions', { params: { ...TENANT, user_id: TENANT.tenant_id } });
    await expect(act).rejects.toBeInstanceOf(Cancelled);
    expect(asked.map(({ line }) => line.split(' ')[0])).toEqual(['DELETE', 'GET']);
    expect(isCleared).toBe(true);
    expect(sessionStore.read()).toMatchObject({ kind: 'open', session: { userId: OTHER } });
  });

  test('does not by a fresh authentication either (P35, P36)', async () => {
    answers = [refusal('40342')];
    const act = call('inviteMember', INVITE).catch((fault: unknown) => fault);
    await dialogOpened();
    openSession(bea);
    stepUpStore.read()?.proved();
    expect(await act).toBeInstanceOf(Cancelled);
    expect(asked).toHaveLength(1);
  });
});

describe('the session', () => {
  test('locks the page and deletes its data when the server says that it is locked (P29)', async () => {
    let isCleared = false;
    onClear(() => {
      isCleared = true;
    });
    answers = [refusal('40341')];
    await expect(call('readTeam', { params: TENANT })).rejects.toBeInstanceOf(Refused);
    expect(sessionStore.read().kind).toBe('locked');
    expect(isCleared).toBe(true);
  });

  test('ends in the page when the server knows none (P30)', async () => {
    answers = [refusal('40340')];
    await expect(call('readTeam', { params: TENANT })).rejects.toBeInstanceOf(Refused);
    expect(sessionStore.read()).toEqual({ kind: 'none', hasEnded: true });
  });
});

describe('a conditional read', () => {
  test('that changed nothing is answered from before, until the page locks', async () => {
    const found = { readAt: '2026-11-24T12:00:00Z' };
    answers = [
      { status: 200, body: found, headers: { etag: '"v1"' } },
      { status: 304 },
      refusal('40341'),
      { status: 200, body: found },
    ];
    expect(await call('readTransactionCase', CASE)).toEqual(found);
    expect(await call('readTransactionCase', CASE)).toEqual(found);
    await call('readTransactionCase', CASE).catch(() => undefined);
    await call('readTransactionCase', CASE);
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"v1"',
      '"v1"',
      undefined,
    ]);
  });

  test('is read whole once after an act, so that its answer waits for no others (P55)', async () => {
    const [found, changed] = [{ readAt: 'one' }, { readAt: 'two' }];
    answers = [
      { status: 200, body: found, headers: { etag: '"v1"' } },
      { status: 200, body: changed, headers: { etag: '"v2"' } },
      { status: 304 },
    ];
    await call('readTransactionCase', CASE);
    expectChange('readTransactionCase', CASE.params);
    expect(await call('readTransactionCase', CASE)).toEqual(changed);
    expect(await call('readTransactionCase', CASE)).toEqual(changed);
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, undefined, '"v2"']);
  });
});

describe('the words of refusals, which come after the first page', () => {
  afterEach(() => fetchWordsBy(async () => undefined));

  test('are there before a refused call tells its code', async () => {
    const order: string[] = [];
    fetchWordsBy(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push('words');
    });
    answers = [refusal('40407')];
    await call('readTransactionCase', CASE).catch(() => order.push('refused'));
    expect(order).toEqual(['words', 'refused']);
  });

  test('that are not to be had change nothing of what is refused, and are not asked for with each refusal', async () => {
    let tries = 0;
    fetchWordsBy(() => {
      tries += 1;
      return Promise.reject(new Error('away'));
    });
    answers = [refusal('40401'), refusal('40401')];
    for (let count = 0; count < 2; count += 1)
      await expect(call('readTransactionCase', CASE)).rejects.toMatchObject({ code: '40401' });
    expect(tries).toBe(1);
  });
});

test('an erasure is waited for as long as the service gives it, everything else for a quarter of a minute', () => {
  for (const name of ['eraseByHand', 'approveErasure'] as const)
    expect(limitOf(name)).toBeGreaterThan(PATIENT_LIMIT_MS);
  expect(limitOf('proposeErasure')).toBe(15_000);
});
