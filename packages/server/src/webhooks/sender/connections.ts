import { Agent, type ClientRequest, type ClientRequestArgs } from 'node:http';
import { connect as connectPlain, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { portOf } from '../endpoints/endpoint-url.ts';
import { type ConnectionRules, type PinnedAddress, pinAddress } from './connect-address.ts';
import type { Resolve } from './resolve-name.ts';

/** What a request hands its agent: the address it goes to, what may be dialled, and the `owner` whose connections it may reuse. */
export type ConnectionTarget = {
  url: URL;
  rules: ConnectionRules;
  signal: AbortSignal;
  resolve: Resolve | undefined;
  owner: string;
};

type ConnectionTargetOptions = ClientRequestArgs & { target: ConnectionTarget };

const IDLE_MS = 10_000;
const AGE_MS = 60_000;
const IDLE_PER_ENDPOINT = 4;
/** A queue that is worked off gives its connections back and takes them again within this time: none is dialled anew meanwhile. */
const BRIEF_MS = 1_000;
const BRIEFLY_IDLE_PER_ENDPOINT = 100;
const IDLE_IN_ALL = 500;

function connectTo(target: ConnectionTarget, pinned: PinnedAddress, servername: string): Socket {
  const to = { host: pinned.address, family: pinned.family, port: portOf(target.url), noDelay: true };
  if (target.url.protocol === 'http:') return connectPlain(to);
  // Said here, so that no environment variable of the process can take it back.
  const strict = { rejectUnauthorized: true, minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] } as const;
  return connectTls({ ...to, ...strict, servername });
}

/** Connects to the address that was checked and to nothing else: the system is never handed a name. */
class PinnedAgent extends Agent {
  readonly protocol: string;
  readonly defaultPort: number;
  readonly #born = new WeakMap<Duplex, { atMs: number; name: string }>();

  constructor(protocol: string, keepAlive: boolean) {
    super({ keepAlive, maxFreeSockets: BRIEFLY_IDLE_PER_ENDPOINT, timeout: IDLE_MS });
    this.protocol = protocol;
    this.defaultPort = portOf(new URL(`${protocol}//host.invalid`));
  }

  /** The key of what may be shared: one owner, one origin, one answer to whether loopback may be dialled. */
  override getName(options: ClientRequestArgs): string {
    const { owner, url, rules } = (options as ConnectionTargetOptions).target;
    return `${owner} ${url.origin} ${rules.loopbackAllowed}`;
  }

  override createConnection(
    options: ClientRequestArgs,
    callback: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const { target, servername } = options as ConnectionTargetOptions & { servername?: string };
    const refuse = (error: Error): void => {
      const name = this.getName(options);
      // The agent makes the list before there is a connection, and would keep it for ever without one.
      if (this.sockets[name]?.length === 0) delete (this.sockets as Record<string, Socket[]>)[name];
      callback(error, undefined as never);
    };
    pinAddress(target.url.hostname, target.rules, target.resolve, target.signal).then((pinned) => {
      if (target.signal.aborted) return refuse(new Error('the dial is over'));
      const socket = connectTo(target, pinned, servername ?? '');
      this.#born.set(socket, { atMs: performance.now(), name: this.getName(options) });
      callback(null, socket);
    }, refuse);
  }

  /** Called when a complete answer was read and all of the request was written; anything else destroys the connection. */
  override keepSocketAlive(socket: Socket): boolean {
    const born = this.#born.get(socket);
    const restMs = AGE_MS - (performance.now() - (born?.atMs ?? 0));
    const idle = Object.values(this.freeSockets).reduce((sum, list) => sum + (list?.length ?? 0), 0);
    const isKept: unknown = super.keepSocketAlive(socket);
    if (!isKept || restMs <= 0 || idle >= IDLE_IN_ALL) return false;
    const ofOwner = this.freeSockets[born?.name ?? '']?.length ?? 0;
    const idleMs = ofOwner < IDLE_PER_ENDPOINT ? IDLE_MS : BRIEF_MS;
    socket.setTimeout(Math.min(restMs, idleMs, socket.timeout ?? IDLE_MS));
    return true;
  }
}

/** Connections that were left open after a good answer: 4 an endpoint for 10 s idle, 100 for a second; 500 of a scheme, each for 60 s in all. `close` ends them and whatever is under way. */
export type Connections = { agentFor(url: URL): Agent; close(): void };

/** An agent for one request, whose connection is closed behind it. */
export const singleUseAgent = (url: URL): Agent => new PinnedAgent(url.protocol, false);

/** Makes an empty store of connections for one process. */
export function createConnections(): Connections {
  const plain = new PinnedAgent('http:', true);
  const tls = new PinnedAgent('https:', true);
  return {
    agentFor: (url) => (url.protocol === 'https:' ? tls : plain),
    close: () => {
      for (const agent of [plain, tls]) agent.destroy();
    },
  };
}

/** Whether the request failed because the receiver had closed the connection that was left open, before it could know of the request. */
export const wasStale = (request: ClientRequest, bytesRead: number, error: Error): boolean => {
  const { code = '' } = error as NodeJS.ErrnoException;
  return request.reusedSocket && bytesRead === 0 && ['ECONNRESET', 'EPIPE'].includes(code);
};
