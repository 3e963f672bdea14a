import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../kernel/base/clock.ts';
import type { TenantId } from '../kernel/base/id.ts';
import { invariant } from '../kernel/base/invariant.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { sameDigest } from '../kernel/base/secret.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { Idle } from '../kernel/http/admission/admission.ts';
import { withExactNumbers } from '../kernel/http/body/exact-numbers.ts';
import type { TenantKey, TenantKeys } from '../tenants/index.ts';
import {
  claimIdempotencyKey,
  findIdempotentAnswer,
  type KeptAnswer,
  lockIdempotencyKey,
  updateIdempotentAnswer,
} from './idempotency-store.ts';

/** How long a key is known. */
export const IDEMPOTENCY_SECONDS = 86_400;

const KEY = /^[\x21-\x7e]{1,255}$/;
const TABLE = 'idempotency_keys';

type AnswerOnceDeps = { db: Kysely<Tables>; clock: Clock; tenantKeys: TenantKeys; idle: Idle };

/** The key a request names in its header; refuses one that is sent twice or has signs that no key has. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !KEY.test(header)) {
    throw new Refusal(
      '40002',
      'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces, sent once.',
    );
  }
  return header;
}

async function findAnswer<Answer>(
  db: Kysely<Tables>,
  tenantId: TenantId,
  key: TenantKey,
  hashes: Hashes,
  now: Date,
): Promise<Answer | undefined> {
  const kept = await findIdempotentAnswer(db, tenantId, hashes.keyHash, now);
  if (!kept?.sealedAnswer) return undefined;
  if (!isSameRequest(kept, key, hashes)) throw new Refusal('40028');
  const row = hashes.keyHash.toString('hex');
  return JSON.parse(key.unseal(TABLE, row, 'sealed_answer', kept.sealedAnswer).toString('utf8')) as Answer;
}

async function readKept<Answer>(
  ...[trx, tenantId, key, hashes, now]: Parameters<typeof findAnswer>
): Promise<Answer> {
  const answer = await findAnswer<Answer>(trx, tenantId, key, hashes, now);
  invariant(answer !== undefined, 'a key that is held has an answer');
  return answer;
}

/** Of the body as it was sent, which is all that earlier releases know, and what it says whatever the order of its members. */
type Hashes = { keyHash: Buffer; requestHash: Buffer; meaning: string };
/** A request that named a key; keys of an operation that is named are its own, the others are those of creating transactions. */
export type KeyedRequest = { key: string; body: unknown; operation?: string };

/** Who kept a request and reads it again may send its members in another order: JSON objects have none (RFC 8259, section 4). */
const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Bound to the hash beside it: an earlier release that takes a key anew replaces that one alone. */
const meaningHashOf = (key: TenantKey, requestHash: Buffer, meaning: string): Buffer =>
  key.hash('idempotent meaning', requestHash.toString('hex'), meaning);

const isSameRequest = (kept: KeptAnswer, key: TenantKey, { requestHash, meaning }: Hashes): boolean =>
  sameDigest(kept.requestHash, requestHash) ||
  (kept.meaningHash !== undefined &&
    sameDigest(kept.meaningHash, meaningHashOf(key, kept.requestHash, meaning)));

function hashesOf(key: TenantKey, request: KeyedRequest): Hashes {
  const body = withExactNumbers(request.body);
  return {
    keyHash: key.hash('idempotency key', ...(request.operation ? [request.operation] : []), request.key),
    requestHash: key.hash('idempotent request', JSON.stringify(body)),
    meaning: JSON.stringify(body, inOrder),
  };
}

/** The answer that is kept for a request, before anything of it is looked at again: what was right then is answered so, whatever has changed since. The same key with another body is 40028. */
export async function findKeptAnswer<Answer extends object>(
  { db, clock, tenantKeys }: Omit<AnswerOnceDeps, 'idle'>,
  tenantId: TenantId,
  request: KeyedRequest,
): Promise<Answer | undefined> {
  const key = await tenantKeys(tenantId);
  return findAnswer<Answer>(db, tenantId, key, hashesOf(key, request), clock.now());
}

/** What a request is called at other services, which are asked before its answer can be kept. It is the same for the same key and body, and tells nothing of them. */
export async function onceKeyOf(
  { tenantKeys }: Pick<AnswerOnceDeps, 'tenantKeys'>,
  tenantId: TenantId,
  request: KeyedRequest,
): Promise<string> {
  const key = await tenantKeys(tenantId);
  const { keyHash, meaning } = hashesOf(key, request);
  return key.hash('idempotency key at other services', keyHash.toString('hex'), meaning).toString('hex');
}

/** What is done once, and the transaction or process that its answer is about, with which it is forgotten. */
export type Once<Answer> = {
  work: (trx: Kysely<Tables>) => Promise<Answer>;
  subjectOf: (answer: Answer) => SubjectId | undefined;
};

type Attempt<Answer> = { kind: 'answered'; answer: Answer } | { kind: 'busy' };

async function tryOnce<Answer extends object>(
  trx: Kysely<Tables>,
  tenantId: TenantId,
  key: TenantKey,
  hashes: Hashes,
  now: Date,
  { work, subjectOf }: Once<Answer>,
): Promise<Attempt<Answer>> {
  const { keyHash, requestHash, meaning } = hashes;
  if (!(await lockIdempotencyKey(trx, tenantId, keyHash))) return { kind: 'busy' };
  const expiresAt = addSeconds(now, IDEMPOTENCY_SECONDS);
  const meaningHash = meaningHashOf(key, requestHash, meaning);
  const request = { keyHash, requestHash, meaningHash, expiresAt };
  if (!(await claimIdempotencyKey(trx, tenantId, request, now)))
    return { kind: 'answered', answer: await readKept<Answer>(trx, tenantId, key, hashes, now) };
  const answer = await work(trx);
  const plain = Buffer.from(JSON.stringify(answer), 'utf8');
  const sealed = key.seal(TABLE, keyHash.toString('hex'), 'sealed_answer', plain);
  await updateIdempotentAnswer(trx, tenantId, keyHash, { sealed, subjectId: subjectOf(answer) });
  return { kind: 'answered', answer };
}

const PAUSE_MS = 50;
/** Counted by time and not by pauses: on a busy machine each look takes long too, and the request has its own limit. */
const MAX_WAIT_MS = 4_000;

/**
 * Carries out the work once for each key of a tenant and stores the response in the same commit. Repeated requests
 * get the stored response, even after a crash. Simultaneous requests wait up to 4 s for it, without holding a
 * connection or a concurrency slot. A refusal undoes all and is not kept; the same key with another body is 40028,
 * and one whose first request takes too long 40029.
 */
export async function answerOnce<Answer extends object>(
  { db, clock, tenantKeys, idle }: AnswerOnceDeps,
  tenantId: TenantId,
  request: KeyedRequest,
  once: Once<Answer>,
): Promise<Answer> {
  const key = await tenantKeys(tenantId);
  const hashes = hashesOf(key, request);
  const deadline = performance.now() + MAX_WAIT_MS;
  while (performance.now() < deadline) {
    const attempt = await db
      .transaction()
      .execute((trx) => tryOnce(trx, tenantId, key, hashes, clock.now(), once));
    if (attempt.kind === 'answered') return attempt.answer;
    await idle(() => pause(PAUSE_MS));
  }
  throw new Refusal('40029');
}

/** Carries out the work once for each key where the request names one, and each time where it names none. Its answer is about no transaction or process. */
export function answerNamed<Answer extends object>(
  deps: AnswerOnceDeps,
  tenantId: TenantId,
  { key, ...request }: Omit<KeyedRequest, 'key'> & { key: string | undefined },
  work: (db: Kysely<Tables>) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work(deps.db);
  return answerOnce(deps, tenantId, { key, ...request }, { work, subjectOf: () => undefined });
}
