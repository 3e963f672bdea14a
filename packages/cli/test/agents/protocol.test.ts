import { InvalidParams } from '@titular/cli/commands/agents/protocol/invalid-params.ts';
import type { Offer } from '@titular/cli/commands/agents/protocol/methods.ts';
import { MAX_LINE_BYTES, readLines } from '@titular/cli/commands/agents/protocol/read-lines.ts';
import { serveSession } from '@titular/cli/commands/agents/protocol/serve-session.ts';
import { createSession } from '@titular/cli/commands/agents/protocol/session.ts';
import { describe, expect, test } from 'vitest';

/** Tools that echo, wait until they are cancelled, or break with a text that nobody may see. */
const offer: Offer = {
  version: '1.2.3',
  instructions: 'Read first.',
  listTools: async () => [{ name: 'echo' }],
  onToolsChanged: () => undefined,
  callTool: async (name, input, signal) => {
    if (name === 'echo') return { content: [], structuredContent: input };
    if (name === 'broken') throw new Error('s3cret');
    if (name !== 'wait') throw new InvalidParams('There is no such tool.');
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  },
};

const bytes = (value: unknown): Buffer =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const request = (id: unknown, method: unknown, params?: unknown) => ({ jsonrpc: '2.0', id, method, params });
const call = (id: number, name: string, input?: unknown) =>
  request(id, 'tools/call', { name, arguments: input });
const initialize = (protocolVersion: unknown = '2025-06-18') => request(1, 'initialize', { protocolVersion });

async function openSession(revision = '2025-06-18', logged: string[] = []) {
  const session = createSession(offer, (text) => void logged.push(text));
  await session.receive(bytes(initialize(revision)));
  return session;
}

const failure = (id: unknown, code: number) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.any(String) },
});

describe('the protocol for agents', () => {
  test.each([
    ['what is no JSON', '{bad', failure(null, -32700)],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), failure(null, -32700)],
    ['a text', '"hello"', failure(null, -32600)],
    ['null', 'null', failure(null, -32600)],
    ['another version of JSON-RPC', { ...request(2, 'ping'), jsonrpc: '1.0' }, failure(2, -32600)],
    ['a method that is no text', request(2, 7), failure(2, -32600)],
    ['params that are a list', request(2, 'ping', []), failure(2, -32600)],
    ['an id that is null', request(null, 'ping'), failure(null, -32600)],
    ['an id that is an object', request({}, 'ping'), failure(null, -32600)],
    ['an unknown method', request(2, 'resources/list'), failure(2, -32601)],
    ['a method that every object has', request(2, 'toString'), failure(2, -32601)],
    ['a tool without a name', request(2, 'tools/call', {}), failure(2, -32602)],
    ['a tool that there is not', call(2, 'none'), failure(2, -32602)],
    ['arguments that are a list', call(2, 'echo', []), failure(2, -32602)],
    ['initialize a second time', initialize(), failure(1, -32600)],
    ['a page of the list of tools', request(2, 'tools/list', { cursor: 'a' }), failure(2, -32602)],
    ['a ping', request('a', 'ping'), { jsonrpc: '2.0', id: 'a', result: {} }],
    [
      'the list of tools',
      request(2, 'tools/list'),
      { jsonrpc: '2.0', id: 2, result: { tools: [{ name: 'echo' }] } },
    ],
    [
      'a call',
      call(2, 'echo', { a: 1 }),
      { jsonrpc: '2.0', id: 2, result: { content: [], structuredContent: { a: 1 } } },
    ],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, undefined],
    ['an unknown notification', { jsonrpc: '2.0', method: 'notifications/other' }, undefined],
    ['an answer to nothing', { jsonrpc: '2.0', id: 9, result: {} }, undefined],
    ['a blank line', ' \t\r', undefined],
    ['a batch in the revision without them', [request(2, 'ping')], failure(null, -32600)],
  ])('answers %s as JSON-RPC 2.0 says (W17)', async (_what, line, answer) => {
    const session = await openSession();
    expect(await session.receive(Buffer.isBuffer(line) ? line : bytes(line))).toEqual(answer);
  });

  test.each([
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2025-06-18'],
    ['2099-01-01', '2025-06-18'],
  ])('a client of %s gets revision %s (W17)', async (asked, given) => {
    const session = createSession(offer, () => undefined);
    expect(await session.receive(bytes(initialize(asked)))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        protocolVersion: given,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'titular', version: '1.2.3' },
        instructions: 'Read first.',
      },
    });
  });

  test('a revision that is no text is refused, and the session may be initialized still (W17)', async () => {
    const session = createSession(offer, () => undefined);
    expect(await session.receive(bytes(initialize(7)))).toEqual(failure(1, -32602));
    expect(await session.receive(bytes(initialize()))).toMatchObject({ id: 1, result: {} });
  });

  test('nothing but a ping is served before initialize (W17)', async () => {
    const session = createSession(offer, () => undefined);
    expect(await session.receive(bytes(request(2, 'tools/list')))).toEqual(failure(2, -32600));
    expect(await session.receive(bytes(request(3, 'ping')))).toEqual({ jsonrpc: '2.0', id: 3, result: {} });
  });

  test('a batch of the older revision has one answer for each request, and none for notifications (W17)', async () => {
    const session = await openSession('2025-03-26');
    const batch = [request(2, 'ping'), { jsonrpc: '2.0', method: 'notifications/initialized' }, 7];
    const ping = { jsonrpc: '2.0', id: 2, result: {} };
    expect(await session.receive(bytes(batch))).toEqual([ping, failure(null, -32600)]);
    expect(await session.receive(bytes(batch.slice(1, 2)))).toBeUndefined();
    expect(await session.receive(bytes([]))).toEqual(failure(null, -32600));
    expect(await session.receive(bytes(Array(17).fill(request(2, 'ping'))))).toEqual(failure(null, -32600));
  });

  test('a cancelled request has no answer, an id is used once at a time, and 16 are under way at most (W17)', async () => {
    const session = await openSession();
    const waiting = Array.from({ length: 16 }, (_, id) => session.receive(bytes(call(id, 'wait'))));
    expect(await session.receive(bytes(call(3, 'echo')))).toEqual(failure(3, -32600));
    expect(await session.receive(bytes(call(99, 'echo')))).toEqual(failure(99, -32000));
    // A ping asks whether the server lives, and has its answer then, too.
    expect(await session.receive(bytes(request(98, 'ping')))).toEqual({ jsonrpc: '2.0', id: 98, result: {} });
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } };
    await session.receive(bytes(cancelled));
    expect(await waiting[3]).toBeUndefined();
    expect(await session.receive(bytes(call(99, 'echo', {})))).toMatchObject({ id: 99, result: {} });
    session.cancelAll();
    expect(await Promise.all(waiting)).toEqual(Array(16).fill(undefined));
  });

  test('a fault tells neither agent nor log what it said (W17)', async () => {
    const logged: string[] = [];
    const session = await openSession('2025-06-18', logged);
    const answer = await session.receive(bytes(call(2, 'broken')));
    expect(answer).toEqual(failure(2, -32603));
    expect(logged).toEqual(['tools/call failed: Error']);
    expect(JSON.stringify(answer)).not.toContain('s3cret');
  });
});

describe('lines for agents', () => {
  async function* chunks(...texts: (string | Buffer)[]): AsyncGenerator<Buffer> {
    for (const text of texts) yield Buffer.from(text);
  }
  const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
    const all: Item[] = [];
    for await (const item of items) all.push(item);
    return all;
  };

  test('are the same wherever the input is cut, and the last one may lack its end (W17)', async () => {
    const text = Buffer.from('{"a":"é"}\n\n{"b":1}\nend');
    for (let at = 0; at <= text.length; at += 1) {
      const lines = await collect(readLines(chunks(text.subarray(0, at), text.subarray(at))));
      expect(lines.map((line) => (line.kind === 'line' ? line.bytes.toString() : line.kind))).toEqual([
        '{"a":"é"}',
        '',
        '{"b":1}',
        'end',
      ]);
    }
  });

  test('longer than a megabyte are refused, and the next is read (W17)', async () => {
    const ping = `${JSON.stringify(request(2, 'ping'))}\n`;
    const padding = ' '.repeat(MAX_LINE_BYTES - ping.length + 1);
    const input = chunks(`${padding}${ping}`, ` ${padding}${ping}`, ping);
    const session = createSession(offer, () => undefined);
    const answers = await collect(serveSession(input, session, new AbortController().signal));
    const answered = { jsonrpc: '2.0', id: 2, result: {} };
    expect(answers).toHaveLength(3);
    expect(answers).toEqual(expect.arrayContaining([answered, failure(null, -32600)]));
    expect(answers.filter((answer) => 'result' in answer)).toEqual([answered, answered]);
  });
});
