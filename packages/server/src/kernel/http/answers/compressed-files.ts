import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { RouteReply, RouteRequest } from '../route.ts';

/** Content codings in the order they are chosen, the smaller first (RFC 9110, section 8.4.1; RFC 7932). */
const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

type FileReply = RouteReply & { body: Uint8Array };

/** One file compressed, and as it is when it is asked for; whichever is sent says that it depends on what the browser takes. */
export type CompressedFile = Readonly<Record<Coding, FileReply>> & { identity(): Promise<FileReply> };

const COMPRESS: Readonly<Record<Coding, (body: Uint8Array) => Promise<Uint8Array>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

type FileFacts = Omit<FileReply, 'body'>;

/** Keeps no plain form, which hardly anybody asks for and which is the largest: it is unpacked from the one that is unpacked fastest. */
async function collectCodings(
  facts: FileFacts,
  readBody: (coding: Coding) => Promise<Uint8Array>,
): Promise<CompressedFile> {
  const headers = { ...facts.headers, vary: 'accept-encoding' };
  const coded = async (coding: Coding): Promise<FileReply> => ({
    ...facts,
    body: await readBody(coding),
    headers: { ...headers, 'content-encoding': coding },
  });
  const [br, gzip] = await Promise.all([coded('br'), coded('gzip')]);
  return {
    br,
    gzip,
    identity: async () => ({ ...facts, headers, body: await promisify(gunzip)(gzip.body) }),
  };
}

/** Compresses a file once, at its best, to be sent many times; only for files without secrets, whose length may be seen. */
export const compressFile = ({ body, ...facts }: FileReply): Promise<CompressedFile> =>
  collectCodings(facts, (coding) => COMPRESS[coding](body));

/** Names of the files that the build writes beside a file that is served. */
const SUFFIXES: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };

/** Reads what the build compressed of a file. */
export const readCompressedFile = (
  file: string,
  headers: Readonly<Record<string, string>>,
): Promise<CompressedFile> =>
  collectCodings({ status: 200, headers }, (coding) => readFile(`${file}${SUFFIXES[coding]}`));

/** Reads a file whose format is compressed already, such as a picture: it is sent as it is, whatever the browser takes. */
export async function readPackedFile(
  file: string,
  headers: Readonly<Record<string, string>>,
): Promise<CompressedFile> {
  const reply = { status: 200, body: await readFile(file), headers };
  return { identity: async () => reply, br: reply, gzip: reply };
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
export async function chooseCoding(
  file: CompressedFile,
  headers: RouteRequest['headers'],
): Promise<RouteReply> {
  const accepted = headers['accept-encoding'];
  const weights = readWeights(typeof accepted === 'string' ? accepted : '');
  const taken = CODINGS.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0);
  return taken ? file[taken] : file.identity();
}
