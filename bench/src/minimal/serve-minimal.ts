import { createCipheriv, createHash, createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { CreateTransactionRequest } from '@titular/contract';
import { newId } from '@titular/server/kernel/base/id.ts';
import Fastify, { type FastifyRequest } from 'fastify';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { obeyParent } from '../harness/child.ts';
import {
  createMinimalTables,
  findMinimalStatus,
  insertMinimal,
  type MinimalTables,
} from './minimal-store.ts';

type Tenant = { tenantId: string; companyId: string };

/** What the minimal service is started with: its port, its database, and whose tokens it takes: those of the service. */
export type MinimalSettings = {
  port: number;
  connectionString: string;
  poolSize: number;
  keys: JSONWebKeySet;
  tenants: readonly Tenant[];
};

const settings = JSON.parse(process.argv[2] ?? '{}') as MinimalSettings;
// As long as the service keeps its connections, so that neither meets a pause of the bench.
const idleTimeoutMillis = 300_000;
const pool = new pg.Pool({
  connectionString: settings.connectionString,
  max: settings.poolSize,
  idleTimeoutMillis,
});
pool.on('error', () => undefined);
const db = new Kysely<MinimalTables>({ dialect: new PostgresDialect({ pool }) }).withSchema('minimal');
await createMinimalTables(pool);

const key = randomBytes(32);
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const accessKeys = createLocalJWKSet(settings.keys);
const tenants = new Map(settings.tenants.map((tenant) => [tenant.tenantId, tenant]));

const EXPIRY_SECONDS = 259_200;
const RATE = 100_000;
const LINK_BYTES = 24;

/** A token bucket in memory for each tenant. */
const buckets = new Map<string, { tokens: number; atMs: number }>();

function takeFromBucket(tenantId: string): boolean {
  const nowMs = performance.now();
  const bucket = buckets.get(tenantId) ?? { tokens: RATE, atMs: nowMs };
  bucket.tokens = Math.min(RATE, bucket.tokens + ((nowMs - bucket.atMs) / 1_000) * RATE);
  bucket.atMs = nowMs;
  buckets.set(tenantId, bucket);
  if (bucket.tokens < 1) return false;
  bucket.tokens -= 1;
  return true;
}

const hash = (tenantId: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', key).update(`${tenantId}/${purpose}/${text}`).digest();

function seal(value: object): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  return Buffer.concat([iv, cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()]);
}

/** Check digits of a CPF, by modulo 11. */
function isCpf(text: string): boolean {
  const digits = text.replace(/\D/g, '').split('').map(Number);
  if (digits.length !== 11 || digits.every((digit) => digit === digits[0])) return false;
  return [9, 10].every((length) => {
    const sum = digits.slice(0, length).reduce((all, digit, at) => all + digit * (length + 1 - at), 0);
    return ((sum * 10) % 11) % 10 === digits[length];
  });
}

const refused = (status: number, message: string): Error =>
  Object.assign(new Error(message), { statusCode: status });

async function admit({ headers }: FastifyRequest): Promise<Tenant> {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const { payload } = await jwtVerify(token, accessKeys).catch(() => {
    throw refused(403, 'The access token is not valid.');
  });
  const tenant = tenants.get(String(payload['tenant']));
  if (!tenant) throw refused(403, 'There is no such tenant.');
  if (!takeFromBucket(tenant.tenantId)) throw refused(429, 'Too many requests.');
  return tenant;
}

const app = Fastify();

app.post('/create', { schema: { body: CreateTransactionRequest } }, async (request) => {
  const { tenantId, companyId } = await admit(request);
  const { identity, company, card, ...order } = request.body as CreateTransactionRequest;
  const orderNumber = String(order.orderNumber);
  if (company !== companyId) throw refused(404, 'There is no such company.');
  if (identity.key === 'cpf' && !isCpf(identity.value)) throw refused(400, 'The CPF is not valid.');
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + EXPIRY_SECONDS * 1_000);
  const transactionId = newId();
  const code = randomBytes(LINK_BYTES).toString('base64url');
  const cardText = `${card.binDigits}/${card.lastDigits}`;
  const isNew = await insertMinimal(db, {
    ...{ tenantId, transactionId, companyId, orderNumber, createdAt, expiresAt },
    identityHash: hash(tenantId, 'identity', `${identity.key}/${identity.value}`),
    sealedIdentity: seal(identity),
    cardHash: hash(tenantId, 'card', cardText),
    sealedCard: seal(card),
    replicaHash: hash(tenantId, 'replica', `${identity.value}/${orderNumber}/${cardText}`),
    codeHash: createHash('sha256').update(code).digest(),
  });
  if (!isNew) throw refused(409, 'The same transaction is open.');
  const token = await new SignJWT({ tenant: tenantId })
    .setProtectedHeader({ alg: 'ES256' })
    .setSubject(transactionId)
    .setIssuedAt()
    .setExpirationTime(Math.floor(expiresAt.getTime() / 1_000))
    .sign(privateKey);
  return { id: transactionId, status: 'waiting', link: `http://127.0.0.1/c/${code}`, token };
});

app.get<{ Params: { id: string } }>('/read/:id', async (request) => {
  const { tenantId } = await admit(request);
  const status = await findMinimalStatus(db, tenantId, request.params.id);
  if (status === undefined) throw refused(404, 'There is no such transaction.');
  return { status };
});

await app.listen({ host: '127.0.0.1', port: settings.port });
obeyParent(async () => {
  await app.close();
  await db.destroy();
});
