import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Log } from '../kernel/base/log.ts';
import { StartRefused } from '../kernel/base/start-refused.ts';
import type { RouteReply } from '../kernel/http/route.ts';
import { type NodeWatch, replyReadiness } from '../nodes/index.ts';
import type { Scrape } from './scrape.ts';

/** What a service that has begun tells on the port. */
type Begun = { nodeWatch: Pick<NodeWatch, 'readiness'>; scrape: Pick<Scrape, 'read' | 'contentType'> };

/** The port of a process; it answers from before the database is open until after it is closed. */
export type Operations = {
  url: string;
  /** From now on the service has begun. */
  begin(begun: Begun): void;
  close(): Promise<void>;
};

const REQUEST_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 100;
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

const good = (status: string): RouteReply => ({ status: 200, body: { status } });

const STARTING: RouteReply = {
  status: 500,
  body: { code: '50001', message: 'The service is starting.', causes: ['starting'] },
  headers: { 'retry-after': '5' },
};

type Answer = (begun: Begun | undefined) => Promise<RouteReply>;

/** What each address answers, before and after the service has begun. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  '/healthz': async () => good('alive'),
  '/startupz': async (begun) => (begun ? good('started') : STARTING),
  '/readyz': async (begun) => (begun ? replyReadiness(begun) : STARTING),
  '/metrics': async (begun) => {
    if (!begun) return STARTING;
    const { contentType } = begun.scrape;
    return { status: 200, body: await begun.scrape.read(), headers: { 'content-type': contentType } };
  },
};

const send = (reply: FastifyReply, { status, body, headers = {} }: RouteReply): FastifyReply =>
  reply
    .code(status)
    .headers({ ...HEADERS, ...headers })
    .send(body);

function createApp(log: Log, begun: () => Begun | undefined): FastifyInstance {
  const app = Fastify({ logger: false, requestTimeout: REQUEST_TIMEOUT_MS, forceCloseConnections: true });
  app.server.maxConnections = MAX_CONNECTIONS;
  for (const [path, answer] of Object.entries(ANSWERS))
    app.get(path, async (_request, reply) => send(reply, await answer(begun())));
  app.setNotFoundHandler((_request, reply) => send(reply, { status: 404, body: { message: 'Not found.' } }));
  app.setErrorHandler((error, _request, reply) => {
    log.error({ err: error }, 'fault on the operations port');
    return send(reply, { status: 500, body: { message: 'The service could not answer.' } });
  });
  return app;
}

/** Opens the port where one is set; a port that cannot be used ends the start with one sentence. */
export async function openOperations(
  {
    operationsHost: host,
    operationsPort: port,
  }: { operationsHost: string; operationsPort: number | undefined },
  log: Log,
): Promise<Operations | undefined> {
  if (port === undefined) return undefined;
  let begun: Begun | undefined;
  const app = createApp(log, () => begun);
  const url = await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(
      `The operations port ${port} of ${host} cannot be used (${error.code}): choose another with TITULAR_OPERATIONS_PORT and TITULAR_OPERATIONS_HOST.`,
      { cause: error },
    );
  });
  return {
    url,
    begin: (what) => {
      begun = what;
    },
    close: () => app.close(),
  };
}
