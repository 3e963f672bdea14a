import { FACE_ENGINE_LIMITS, type FaceEngineAnswer } from '@titular/contract';
import { EngineBusyError, type FaceFinder, FRAME_LIMITS } from '@titular/face-engine';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Log } from '../kernel/base/log.ts';
import { digest, sameDigest } from '../kernel/base/secret.ts';

/** Milliseconds in which headers, and a whole request, have to arrive: the service that sends them is near. */
const REQUEST_TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 8_192;
const DESCRIPTOR_LENGTH = 128;
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** What answering needs; the secret is looked up for each request, because it may be read again. */
export type EngineAppDeps = {
  finder: FaceFinder;
  secret: () => string | undefined;
  maximumConnections: number;
  log: Log;
};

type Answer = { status: number; body?: FaceEngineAnswer; seconds?: number };

/** Whether a request shows the secret, compared in constant time. */
function isKnown({ headers }: FastifyRequest, secret: string | undefined): boolean {
  return secret !== undefined && sameDigest(digest(headers.authorization ?? ''), digest(`Bearer ${secret}`));
}

async function findFaces({ finder, log }: EngineAppDeps, image: Uint8Array): Promise<Answer> {
  try {
    const found = await finder.find(image);
    if (found.kind === 'refused') return { status: 400 };
    const faces = found.faces.slice(0, FACE_ENGINE_LIMITS.faces);
    return {
      status: 200,
      body: { engineVersion: finder.version, descriptorLength: DESCRIPTOR_LENGTH, faces },
    };
  } catch (error) {
    if (error instanceof EngineBusyError) return { status: 429, seconds: 1 };
    log.error({ err: error }, 'a picture could not be measured');
    return { status: finder.problem() === undefined ? 500 : 503, seconds: 5 };
  }
}

const send = (reply: FastifyReply, { status, body, seconds }: Answer): FastifyReply =>
  reply
    .code(status)
    .headers({ ...HEADERS, ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }) })
    .send(body);

/** Makes the server of an engine node: one address, `POST /analyse`, with a JPEG and the secret. What it refuses, it refuses without a body. */
export function createEngineApp(deps: EngineAppDeps): FastifyInstance {
  const { log } = deps;
  const app = Fastify({
    logger: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    bodyLimit: FRAME_LIMITS.maximumBytes,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    // What is no request is not answered.
    clientErrorHandler: (_error, socket) => socket.destroy(),
    frameworkErrors: (_error, _request, reply) =>
      void send(reply as unknown as FastifyReply, { status: 400 }),
  });
  app.server.maxConnections = deps.maximumConnections;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('image/jpeg', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    if (!isKnown(request, deps.secret())) await send(reply, { status: 401 });
  });
  app.post('/analyse', async (request, reply) => send(reply, await findFaces(deps, request.body as Buffer)));
  app.setNotFoundHandler((_request, reply) => send(reply, { status: 404 }));
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode >= 500) log.error({ err: error }, 'fault of the engine node');
    return send(reply, { status: statusCode });
  });
  return app;
}
