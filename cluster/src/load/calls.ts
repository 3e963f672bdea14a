import { connect, type Socket } from 'node:net';
import { ANSWER_LIMIT_MS } from './requests.ts';

/** A request over connections that are kept; `onWrite` is called when a connection has it, which may be never. */
export type Call = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
  onWrite?(): void;
};

/** Status and body of an answer, or why there was none; `retryAfter` is its header of that name. */
export type Came = { status?: number; body?: string; error?: string; retryAfter?: string };

/** Connections by process; closing ends what is under way. */
export type Calls = { send(call: Call): Promise<Came>; close(): void };

/** What waits for a connection, or for its answer, and since when. */
type Asked = { text: string; sinceMs: number; onWrite: Call['onWrite']; settle(came: Came): void };
type Lane = { socket: Socket; bytes: Buffer; asked: Asked | undefined; freeSinceMs: number };

/** Why there is no answer to what was asked so long ago that nobody waits for it. */
export const TOO_LATE = 'Error: too late';

const NOTHING = Buffer.alloc(0);
const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: (\d+)/i;
const RETRY_AFTER = /\r\nretry-after: ([^\r]*)/i;
const LAST = /\r\nconnection: close/i;
/** A connection that rested for longer is not used again: its server may be about to end it. */
const MAX_REST_MS = 2_000;
const LOOK_MS = 500;

/** The answer in these bytes once it is whole. Without a length none is ever known to be whole, and it counts as none. */
function parseAnswer(bytes: Buffer): { came: Came; isLast: boolean } | undefined {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const length = status === 204 ? 0 : Number(LENGTH.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) return { came: { error: 'Error: an answer without a length' }, isLast: true };
  const start = end + HEAD_END.length;
  if (bytes.length < start + length) return undefined;
  const retryAfter = status === 200 ? undefined : RETRY_AFTER.exec(head)?.[1];
  const body = bytes.toString('utf8', start, start + length);
  return {
    came: { status, body, ...(retryAfter !== undefined && { retryAfter }) },
    isLast: LAST.test(head),
  };
}

function textOf({ method, headers, body }: Call, host: string, path: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}${length}\r\n${body ?? ''}`;
}

/** Connections to one process, one request at a time on each; beyond so many, requests wait for one. */
function openLanes(host: string, most: number) {
  const [name = '', port] = host.split(':');
  const lanes = new Set<Lane>();
  const free: Lane[] = [];
  const queue: Asked[] = [];

  function end(lane: Lane, error: string): void {
    if (!lanes.delete(lane)) return;
    const { asked } = lane;
    lane.asked = undefined;
    lane.socket.destroy();
    asked?.settle({ error });
    const next = queue.shift();
    if (next) open(next);
  }

  function write(lane: Lane, asked: Asked): void {
    lane.asked = asked;
    // Its time on a connection is the server's; what it waited before is not.
    asked.sinceMs = performance.now();
    lane.socket.write(asked.text);
    asked.onWrite?.();
  }

  function release(lane: Lane): void {
    const next = queue.shift();
    lane.freeSinceMs = performance.now();
    if (next) write(lane, next);
    else free.push(lane);
  }

  function take(lane: Lane, part: Buffer): void {
    lane.bytes = lane.bytes.length === 0 ? part : Buffer.concat([lane.bytes, part]);
    const answer = parseAnswer(lane.bytes);
    if (!answer) return;
    lane.bytes = NOTHING;
    const { asked } = lane;
    lane.asked = undefined;
    asked?.settle(answer.came);
    if (answer.isLast || !asked) end(lane, '');
    else release(lane);
  }

  function open(asked: Asked): void {
    const socket = connect({ host: name, port: Number(port), noDelay: true });
    const lane: Lane = { socket, bytes: NOTHING, asked: undefined, freeSinceMs: 0 };
    lanes.add(lane);
    socket.on('data', (part: Buffer) => take(lane, part));
    socket.on('error', (error) => end(lane, String(error)));
    socket.on('close', () => end(lane, 'Error: socket hang up'));
    write(lane, asked);
  }

  return {
    send(asked: Asked): void {
      for (let lane = free.pop(); lane; lane = free.pop()) {
        if (lanes.has(lane) && performance.now() - lane.freeSinceMs < MAX_REST_MS) {
          write(lane, asked);
          return;
        }
        end(lane, '');
      }
      if (lanes.size < most) open(asked);
      else queue.push(asked);
    },
    /** Ends what waits for a connection, or for its answer, since before this time. */
    endBefore(ms: number): void {
      while (queue[0] && queue[0].sinceMs < ms) queue.shift()?.settle({ error: TOO_LATE });
      for (const lane of lanes) if (lane.asked && lane.asked.sinceMs < ms) end(lane, TOO_LATE);
    },
    close(): void {
      for (const asked of queue.splice(0)) asked.settle({ error: 'Error: closed' });
      for (const lane of lanes) end(lane, 'Error: closed');
    },
  };
}

/** Opens a client of HTTP/1.1 with so many connections to each process. It costs a fraction of `node:http`, so that a load leaves the processors to the service. */
export function openCalls(most: number, limitMs: number = ANSWER_LIMIT_MS): Calls {
  const byHost = new Map<string, ReturnType<typeof openLanes>>();
  const timer = setInterval(
    () => {
      for (const lanes of byHost.values()) lanes.endBefore(performance.now() - limitMs);
    },
    Math.min(LOOK_MS, limitMs),
  );
  return {
    send(call) {
      const start = call.url.indexOf('//') + 2;
      const slash = call.url.indexOf('/', start);
      const host = call.url.slice(start, slash);
      const lanes = byHost.get(host) ?? openLanes(host, most);
      byHost.set(host, lanes);
      const text = textOf(call, host, call.url.slice(slash));
      const { onWrite } = call;
      return new Promise((settle) => lanes.send({ text, sinceMs: performance.now(), onWrite, settle }));
    },
    close() {
      clearInterval(timer);
      for (const lanes of byHost.values()) lanes.close();
    },
  };
}
