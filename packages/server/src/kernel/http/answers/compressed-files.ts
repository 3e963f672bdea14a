import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RouteReply, RouteRequest } from '../route.ts';

/** Content codings in the order they are chosen, the smaller first (RFC 9110, section 8.4.1; RFC 7932). */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

type FileReply = RouteReply & { body: Uint8Array };

/** One file as it is and compressed; whichever is sent says that it depends on what the browser takes. */
export type CompressedFile = Readonly<Record<Coding | 'identity', FileReply>>;

const COMPRESS: Readonly<Record<Coding, (body: Uint8Array) => Promise<Uint8Array>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

/** Compresses a file once, at its best, to be sent many times; only for files without secrets, whose length may be seen. */
export async function compressFile(reply: FileReply): Promise<CompressedFile> {
  const headers = { ...reply.headers, vary: 'accept-encoding' };
  const coded = async (coding: Coding): Promise<FileReply> => ({
    ...reply,
    body: await COMPRESS[coding](reply.body),
    headers: { ...headers, 'content-encoding': coding },
  });
  const [br, gzip] = await Promise.all([coded('br'), coded('gzip')]);
  return { identity: { ...reply, headers }, br, gzip };
}

/** The weights of `Accept-Encoding` by coding (RFC 9110, section 12.5.3); what is not written as it should be counts as not taken. */
function readWeights(text: string): Map<string, number> {
  const parts = text
    .split(',')
    .map((part) => /^\s*([a-z*-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(part));
  return new Map(
    parts.flatMap((part) => (part?.[1] ? [[part[1].toLowerCase(), Number(part[2] ?? 1)] as const] : [])),
  );
}

/** The reply in the best coding that the browser takes; the plain one where it names none. */
export function chooseCoding(file: CompressedFile, headers: RouteRequest['headers']): RouteReply {
  const accepted = headers['accept-encoding'];
  const weights = readWeights(typeof accepted === 'string' ? accepted : '');
  const taken = CODINGS.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0);
  return file[taken ?? 'identity'];
}
