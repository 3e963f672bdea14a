import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BodyKind } from '../route.ts';
import { parseStrictJson } from './strict-json.ts';

/** Reads JSON strictly, unless its bytes are signed, and any other body as bytes. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const readJson = async ({ routeOptions }: FastifyRequest, body: Buffer) => {
    const { bodyKind } = routeOptions.config as { bodyKind?: BodyKind };
    return bodyKind === 'signed-json' ? body : parseStrictJson(body);
  };
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => body,
  );
}
