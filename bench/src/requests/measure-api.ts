import { randomBytes } from 'node:crypto';
import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { type AnyId, newId } from '@titular/server/kernel/base/id.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import { insertTransaction, type TransactionRow } from '@titular/server/transactions/insert-store.ts';
import { findStatus } from '@titular/server/transactions/status-store.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { type Child, startChild } from '../harness/child.ts';
import { type BenchTenant, type Harness, POOL_SIZE } from '../harness/harness.ts';
import { type Cost, measureCost } from '../harness/measure-cost.ts';
import { type HttpResult, type Load, measureHttp } from '../harness/measure-http.ts';
import { measureLanes } from '../harness/measure-sql.ts';
import type { MinimalSettings } from '../minimal/serve-minimal.ts';
import { measureRefusals, type Refused } from './measure-refusals.ts';

/** A load, and what each of its requests cost. */
type Costly = HttpResult & { cost: Cost };

/** One operation over HTTP, and its baselines: a minimal service, the statement as `pg` sends it by default, the same prepared, and a bare Fastify. */
export type Operation = {
  http: Costly;
  minimal: Costly;
  sql: number;
  prepared: number;
  bare: Costly;
  half: HttpResult;
  minimalHalf: HttpResult;
};

/** Creates and reads: through the service, as the same statements alone, and through a bare Fastify. */
export type ApiResult = {
  create: Operation;
  read: Operation;
  refused: Refused[];
  residentMegabytes: number;
};

const EXPIRY_SECONDS = 259_200;
/** Transactions whose statuses are read. */
const READABLE = 1_000;

const rotate = <Item>(items: readonly Item[]): (() => Item) => {
  let index = 0;
  return () => {
    index = (index + 1) % items.length;
    return items[index] as Item;
  };
};

/** A row like the service's own: the same columns, hashes and sealed values of the same lengths; its id joins `ids`. */
export function newRow(tenant: BenchTenant, ids?: AnyId[]): TransactionRow {
  const now = new Date();
  const transactionId = newId(now.getTime());
  ids?.push(transactionId);
  const expiresAt = addSeconds(now, EXPIRY_SECONDS);
  return {
    tenantId: tenant.tenantId,
    transactionId,
    companyId: tenant.companyId,
    status: 'waiting',
    module: 'post',
    orderNumber: `order-${transactionId}`,
    identityKey: 'cpf',
    identityHash: randomBytes(32),
    sealedIdentity: randomBytes(80),
    cardHash: randomBytes(32),
    sealedCard: randomBytes(140),
    replicaHash: randomBytes(32),
    value: undefined,
    currency: undefined,
    language: undefined,
    theme: undefined,
    referenceProcessId: undefined,
    sealedRedirectUrl: undefined,
    reasons: [],
    createdAt: now,
    expiresAt,
    finishedAt: undefined,
    link: { codeHash: randomBytes(32), expiresAt },
  };
}

/** Creates of all tenants in turn. */
export function createLoad(url: string, path: string, tenants: readonly BenchTenant[]): Load {
  const next = rotate(tenants);
  const cpfs = Array.from({ length: 200 }, newCpf);
  const nextCpf = rotate(cpfs);
  let order = 0;
  return {
    url,
    method: 'POST',
    next: () => {
      const tenant = next();
      order += 1;
      const body = JSON.stringify({
        identity: { key: 'cpf', value: nextCpf() },
        orderNumber: `bench-${process.pid}-${order}`,
        company: tenant.companyId,
        card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva', expirationDate: '12/39' },
      });
      return {
        path,
        body,
        headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
      };
    },
  };
}

/** Status reads of a tenant's transactions in turn. */
export function readLoad(
  url: string,
  path: (id: string) => string,
  tenant: BenchTenant,
  ids: readonly string[],
): Load {
  const next = rotate(ids);
  return {
    url,
    method: 'GET',
    next: () => ({ path: path(next()), headers: { authorization: `Bearer ${tenant.token}` } }),
  };
}

/** Rounds in which the service and the minimal one take turns. */
const ROUNDS = 3;

type Served = { server: Child; load: Load };

/** Measures two servers in turn, and gives for each the round whose rate is the median. */
async function measureInTurn(
  harness: Harness,
  [one, other]: readonly [Served, Served],
  seconds: number,
): Promise<[Costly, Costly]> {
  const rounds: [Costly, Costly][] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push([await measureCostly(harness, one, seconds), await measureCostly(harness, other, seconds)]);
  const median = (at: 0 | 1): Costly =>
    rounds.map((pair) => pair[at]).toSorted((a, b) => a.perSecond - b.perSecond)[ROUNDS >> 1] as Costly;
  return [median(0), median(1)];
}

const measureCostly = (harness: Harness, { server, load }: Served, seconds: number): Promise<Costly> =>
  measureCost(
    harness,
    server,
    () => measureHttp(load, seconds),
    ({ answered }) => answered,
  );

type Loads = { create: Served; read: Served };

/** The minimal service on the same database, with as many transactions to read. */
async function startMinimal(harness: Harness): Promise<Loads> {
  const port = await findFreePort();
  const settings: MinimalSettings = {
    ...{ port, connectionString: harness.connectionString, poolSize: POOL_SIZE },
    keys: (await (await fetch(`${harness.url}/oauth2/jwks`)).json()) as MinimalSettings['keys'],
    tenants: harness.tenants.map(({ tenantId, companyId }) => ({ tenantId, companyId })),
  };
  const server = await startChild('minimal/serve-minimal.ts', JSON.stringify(settings));
  const url = `http://127.0.0.1:${port}`;
  const [reader] = harness.tenants;
  if (!reader) throw new Error('the bench needs a tenant');
  const { next } = createLoad(url, '/create', [reader]);
  const ids: string[] = [];
  for (let count = 0; count < READABLE; count += 1) {
    const { path, ...sent } = next();
    const answer = await fetch(url + path, { method: 'POST', ...sent });
    ids.push(((await answer.json()) as { id: string }).id);
  }
  return {
    create: { server, load: createLoad(url, '/create', harness.tenants) },
    read: { server, load: readLoad(url, (id) => `/read/${id}`, reader, ids) },
  };
}

/** Measures in one run, each figure between its baselines. */
export async function measureApi(harness: Harness, seconds: number): Promise<ApiResult> {
  const { db } = harness.database;
  const { server } = harness;
  const [reader] = harness.tenants;
  if (!reader) throw new Error('the bench needs a tenant');
  const nextTenant = rotate(harness.tenants);
  const ids: AnyId[] = [];
  for (let count = 0; count < READABLE; count += 1) await insertTransaction(db, newRow(reader, ids));
  const nextId = rotate(ids);

  const barePort = await findFreePort();
  const bare = await startChild('harness/serve-bare.ts', String(barePort));
  const bareUrl = `http://127.0.0.1:${barePort}`;
  const minimal = await startMinimal(harness);
  const creating = createLoad(harness.url, '/api/public/v1/walletid/transaction', harness.tenants);
  const reading = readLoad(harness.url, (id) => `/api/public/v1/walletid/transactions/${id}`, reader, ids);
  for (const load of [creating, reading, minimal.create.load, minimal.read.load]) await measureHttp(load, 2);

  const insertWith = (through: Db) => (): Promise<boolean> => {
    const tenant = nextTenant();
    return insertTransaction(through, newRow(tenant));
  };
  const readWith = (through: Db) => () => findStatus(through, reader.tenantId, nextId());
  const both = (load: Load, other: Served) => measureInTurn(harness, [{ server, load }, other], seconds);
  const halves = (load: Load, rate: number) => measureHttp(load, seconds, { ratePerSecond: rate / 2 });

  const createSql = await measureLanes(insertWith(harness.plain), seconds);
  const createPrepared = await measureLanes(insertWith(db), seconds);
  const [createHttp, createMinimal] = await both(creating, minimal.create);
  const bareCreate = { server: bare, load: createLoad(bareUrl, '/create', harness.tenants) };
  const createBare = await measureCostly(harness, bareCreate, seconds);
  const readSql = await measureLanes(readWith(harness.plain), seconds);
  const readPrepared = await measureLanes(readWith(db), seconds);
  const [readHttp, readMinimal] = await both(reading, minimal.read);
  const bareRead = { server: bare, load: readLoad(bareUrl, (id) => `/read/${id}`, reader, ids) };
  const readBare = await measureCostly(harness, bareRead, seconds);
  const create: Operation = {
    ...{ http: createHttp, minimal: createMinimal, bare: createBare },
    ...{ sql: createSql, prepared: createPrepared },
    half: await halves(creating, createHttp.perSecond),
    minimalHalf: await halves(minimal.create.load, createMinimal.perSecond),
  };
  const read: Operation = {
    ...{ http: readHttp, minimal: readMinimal, bare: readBare },
    ...{ sql: readSql, prepared: readPrepared },
    half: await halves(reading, readHttp.perSecond),
    minimalHalf: await halves(minimal.read.load, readMinimal.perSecond),
  };
  await minimal.create.server.stop();
  const refused = await measureRefusals(harness, { server: bare, url: bareUrl }, seconds);
  await bare.stop();
  return { create, read, refused, residentMegabytes: harness.server.residentMegabytes() };
}
