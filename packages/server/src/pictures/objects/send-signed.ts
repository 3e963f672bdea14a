import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { ObjectStoreError, type StoreFault } from './object-store-error.ts';

/** Where the bucket is, and with which keys it is opened; the secret is looked up for each request, because it may change. */
export type BucketAccess = {
  url: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Words for the failure of a connection, from those of the system. */
  connectionWords: (message: string) => string;
};

/** One request to the bucket: a name of an object, or none for the bucket itself. */
export type StoreRequest = {
  method: 'GET' | 'PUT' | 'DELETE';
  name?: string;
  query?: Readonly<Record<string, string>>;
  body?: Uint8Array;
};

/** What the store answers, read to its end; `isOfVersions` tells of a bucket that keeps versions, or kept them. */
export type StoreAnswer = { status: number; body: Buffer; isOfVersions: boolean };

/** Told with a deletion in a bucket with versions. */
const VERSION_HEADERS = ['x-amz-version-id', 'x-amz-delete-marker'];

/** A sealed picture has at most 2 MB, a page of a list less. */
const MAX_ANSWER_BYTES = 8_000_000;

const addressOf = ({ url }: BucketAccess, { name, query = {} }: StoreRequest): string => {
  const base = url.endsWith('/') ? url.slice(0, -1) : url;
  const address = new URL(name === undefined ? `${base}/` : `${base}/${name}`);
  for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value);
  return address.href;
};

async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Left early, the loop ends the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES)
      throw new ObjectStoreError('broken', 'the object store answers more than it may');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function exchange(
  access: BucketAccess,
  request: StoreRequest,
  signal: AbortSignal,
): Promise<StoreAnswer> {
  const { body } = request;
  const signer = new AwsV4Signer({
    url: addressOf(access, request),
    method: request.method,
    accessKeyId: access.accessKey,
    secretAccessKey: access.secretKey,
    ...{ service: 's3', region: access.region },
    // The store checks the bytes against the signature.
    headers: {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
  });
  const { url, method, headers } = await signer.sign();
  const response = await fetch(url, {
    ...{ method, headers, signal },
    ...(body ? { body: body as BodyInit } : {}),
    // A redirect would take picture and signature somewhere else.
    redirect: 'manual',
  });
  const isOfVersions = VERSION_HEADERS.some((name) => response.headers.has(name));
  return { status: response.status, body: await readBody(response), isOfVersions };
}

const reasonOf = ({ cause, message }: Error): string => (cause instanceof Error ? cause.message : message);

/** Sends one request, once; `ObjectStoreError` without a whole answer within the time. */
export async function sendSigned(
  access: BucketAccess,
  request: StoreRequest,
  timeoutMs: number,
): Promise<StoreAnswer> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    return await exchange(access, request, limit);
  } catch (error) {
    if (error instanceof ObjectStoreError) throw error;
    if (limit.aborted)
      throw new ObjectStoreError('late', `the object store gives no answer in ${timeoutMs} ms`);
    const words = access.connectionWords(reasonOf(error as Error));
    throw new ObjectStoreError('away', `the object store cannot be reached: ${words}`);
  }
}

const CODE = /<Code>([A-Za-z0-9.]{1,80})<\/Code>/;
const FULL = /^(QuotaExceeded|StorageFull|InsufficientStorage|XMinioStorageFull|EntityTooLarge)/;
const INSUFFICIENT_STORAGE = 507;

function faultOf(status: number, code: string | undefined): StoreFault {
  if (status === INSUFFICIENT_STORAGE || FULL.test(code ?? '')) return 'full';
  if (status === 401 || status === 403) return 'denied';
  return status === 429 || status === 503 ? 'away' : 'broken';
}

/** The fault of an answer that is not the one expected, with the store's own code for it. */
export function faultOfAnswer({ status, body }: Pick<StoreAnswer, 'status' | 'body'>): ObjectStoreError {
  const code = CODE.exec(body.toString('utf8', 0, 4_096))?.[1];
  const shown = code === undefined ? String(status) : `${status} ${code}`;
  return new ObjectStoreError(faultOf(status, code), `the object store answers ${shown}`);
}
