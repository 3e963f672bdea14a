import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a store does instead of what it was asked, until told otherwise. */
export type StoreFaultMode =
  | 'none'
  | 'denied'
  | 'full'
  | 'broken'
  | 'silent'
  /** Stores what is put, and ends the connection in place of an answer. */
  | 'cut-after-put';

/** An S3-compatible store in memory, which checks every signature (AWS Signature Version 4) and every body against its hash. */
export type TestObjectStore = {
  /** Address of its bucket. */
  url: string;
  keys: { accessKey: string; secretKey: string; region: string };
  /** Names and bytes of the current versions. */
  objects(): Map<string, Buffer>;
  /** Every version that is kept, the current ones among them. */
  versions(): { name: string; bytes: Buffer }[];
  /** Changes the time at which objects seem to have been stored. */
  age(ms: number): void;
  fail(mode: StoreFaultMode): void;
  keepVersions(): void;
  /** Method and name of each request, in order. */
  calls: string[];
  close(): Promise<void>;
};

type Version = { id: string; name: string; bytes: Buffer | undefined; at: Date };

const BUCKET = '/pictures';
const PAGE = 3;
const KEYS = { accessKey: 'TESTKEY0123456789', secretKey: 'secret/of+the-store', region: 'us-east-1' };

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Whether the request is signed with the secret key, over its method, address, signed headers and body. */
function isSigned(request: IncomingMessage, address: URL, body: Buffer): boolean {
  const { headers } = request;
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  const [, accessKey, day = '', region = '', signedHeaders = '', signature = ''] = found ?? [];
  if (accessKey !== KEYS.accessKey || region !== KEYS.region) return false;
  if (headers['x-amz-content-sha256'] !== sha256(body)) return false;
  const query = [...address.searchParams]
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
    .sort()
    .join('&');
  const lines = signedHeaders.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const canonical = [
    ...[request.method, address.pathname, query, `${lines.join('')}`],
    ...[signedHeaders, headers['x-amz-content-sha256']],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${KEYS.secretKey}`, day));
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const refuse = (response: ServerResponse, status: number, code: string): void =>
  void response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code></Error>`);

const FAULTS: Readonly<Record<string, readonly [number, string]>> = {
  denied: [403, 'AccessDenied'],
  full: [507, 'InsufficientStorage'],
  broken: [500, 'InternalError'],
};

/** A page of names after the marker, three at a time, so that every list has several. */
function listOf(kept: readonly Version[], query: URLSearchParams): string {
  const isOfVersions = query.has('versions');
  const prefix = query.get('prefix') ?? '';
  const from = Number(query.get(isOfVersions ? 'version-id-marker' : 'continuation-token') ?? 0);
  const all = kept
    .filter(({ name }) => name.startsWith(prefix))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const page = all.slice(from, from + PAGE).map(({ id, name, bytes, at }) => {
    const element = isOfVersions ? (bytes ? 'Version' : 'DeleteMarker') : 'Contents';
    const version = isOfVersions ? `<VersionId>${id}</VersionId>` : '';
    return `<${element}><Key>${name}</Key>${version}<LastModified>${at.toISOString()}</LastModified></${element}>`;
  });
  const next = from + PAGE;
  const marker = isOfVersions
    ? `<NextKeyMarker>${all[next]?.name ?? ''}</NextKeyMarker><NextVersionIdMarker>${next}</NextVersionIdMarker>`
    : `<NextContinuationToken>${next}</NextContinuationToken>`;
  const isMore = next < all.length;
  return `<Result><IsTruncated>${isMore}</IsTruncated>${isMore ? marker : ''}${page.join('')}</Result>`;
}

/** What is stored: every version, where versions are kept, or the current one of each name. */
function createShelf() {
  let versions: Version[] = [];
  let isVersioned = false;
  let ageMs = 0;
  let made = 0;
  const current = (): Version[] =>
    versions.filter(
      ({ name, bytes }, at) => bytes && !versions.slice(at + 1).some((one) => one.name === name),
    );
  return {
    current,
    all: () => versions,
    isVersioned: () => isVersioned,
    keepVersions: () => {
      isVersioned = true;
    },
    age: (ms: number) => {
      ageMs = ms;
      versions = versions.map((one) => ({ ...one, at: new Date(Date.now() - ageMs) }));
    },
    add(name: string, bytes: Buffer | undefined): void {
      if (!isVersioned) versions = versions.filter((one) => one.name !== name);
      made += 1;
      if (bytes || isVersioned)
        versions.push({ id: `v${made}`, name, bytes, at: new Date(Date.now() - ageMs) });
    },
    remove(name: string, id: string): void {
      versions = versions.filter((one) => one.name !== name || one.id !== id);
    },
  };
}

type Shelf = ReturnType<typeof createShelf>;

function answer(
  shelf: Shelf,
  request: IncomingMessage,
  response: ServerResponse,
  address: URL,
  body: Buffer,
): void {
  const { searchParams: query, pathname } = address;
  const name = decodeURIComponent(pathname.slice(BUCKET.length + 1));
  if (request.method === 'PUT') {
    shelf.add(name, body);
    response.writeHead(200).end();
  } else if (request.method === 'DELETE') {
    const id = query.get('versionId');
    if (id) shelf.remove(name, id);
    else shelf.add(name, undefined);
    response.writeHead(204, shelf.isVersioned() ? { 'x-amz-delete-marker': 'true' } : {}).end();
  } else if (name !== '') {
    const found = shelf.current().find((one) => one.name === name);
    if (found) response.writeHead(200).end(found.bytes);
    else refuse(response, 404, 'NoSuchKey');
  } else response.end(listOf(query.has('versions') ? shelf.all() : shelf.current(), query));
}

/** Starts a store on loopback with one empty bucket. */
export async function startObjectStore(): Promise<TestObjectStore> {
  const shelf = createShelf();
  let mode: StoreFaultMode = 'none';
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await readAll(request);
    const address = new URL(request.url ?? '/', 'http://store');
    calls.push(`${request.method} ${address.pathname.slice(BUCKET.length + 1)}`);
    if (mode === 'silent') return;
    const fault = FAULTS[mode];
    if (fault) return refuse(response, ...fault);
    if (!address.pathname.startsWith(`${BUCKET}/`)) return refuse(response, 404, 'NoSuchBucket');
    if (!isSigned(request, address, body)) return refuse(response, 403, 'SignatureDoesNotMatch');
    if (mode === 'cut-after-put' && request.method === 'PUT') {
      shelf.add(decodeURIComponent(address.pathname.slice(BUCKET.length + 1)), body);
      request.socket.destroy();
      return;
    }
    answer(shelf, request, response, address, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${BUCKET}`,
    keys: KEYS,
    objects: () => new Map(shelf.current().map(({ name, bytes }) => [name, bytes ?? Buffer.alloc(0)])),
    versions: () => shelf.all().flatMap(({ name, bytes }) => (bytes ? [{ name, bytes }] : [])),
    age: shelf.age,
    keepVersions: shelf.keepVersions,
    fail: (next) => {
      mode = next;
    },
    calls,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
