import { randomBytes } from 'node:crypto';
import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { type AnyId, newId } from '@titular/server/kernel/base/id.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import { insertTransaction, type TransactionRow } from '@titular/server/transactions/insert-store.ts';
import { findStatus } from '@titular/server/transactions/status-store.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { type Child, startChild } from '../harness/child.ts';
import type { BenchTenant, Harness } from '../harness/harness.ts';
import { type Cost, measureCost } from '../harness/measure-cost.ts';
import { type HttpResult, type Load, measureHttp } from '../harness/measure-http.ts';
import { measureLanes } from '../harness/measure-sql.ts';
import { measureRefusals, type Refused } from './measure-refusals.ts';

/** One operation over HTTP, and its baselines: the statement as `pg` sends it by default, the same prepared, and a bare Fastify. */
export type Operation = {
  http: HttpResult & { cost: Cost };
  sql: number;
  prepared: number;
  bare: HttpResult & { cost: Cost };
  half: HttpResult;
};

/** Creates and reads: through the service, as the same statements alone, and through a bare Fastify. */
export type ApiResult = {
  create: Operation;
  read: Operation;
  refused: Refused[];
  residentMegabytes: number;
};

const EXPIRY_SECONDS = 259_200;

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

/** Measures in one run, the baseline of each figure right before the figure. */
export async function measureApi(harness: Harness, seconds: number): Promise<ApiResult> {
  const { db } = harness.database;
  const [reader] = harness.tenants;
  if (!reader) throw new Error('the bench needs a tenant');
  const nextTenant = rotate(harness.tenants);
  const ids: AnyId[] = [];
  for (let count = 0; count < 1000; count += 1) await insertTransaction(db, newRow(reader, ids));
  const nextId = rotate(ids);

  const barePort = await findFreePort();
  const bare = await startChild('harness/serve-bare.ts', String(barePort));
  const bareUrl = `http://127.0.0.1:${barePort}`;
  const creating = createLoad(harness.url, '/api/public/v1/walletid/transaction', harness.tenants);
  const reading = readLoad(harness.url, (id) => `/api/public/v1/walletid/transactions/${id}`, reader, ids);
  await measureHttp(creating, 2);
  await measureHttp(reading, 2);

  const insertWith = (through: Db) => (): Promise<boolean> => {
    const tenant = nextTenant();
    return insertTransaction(through, newRow(tenant));
  };
  const readWith = (through: Db) => () => findStatus(through, reader.tenantId, nextId());
  const costly = (server: Child, load: Load) =>
    measureCost(
      harness,
      server,
      () => measureHttp(load, seconds),
      ({ answered }) => answered,
    );
  const createSql = await measureLanes(insertWith(harness.plain), seconds);
  const createPrepared = await measureLanes(insertWith(db), seconds);
  const createHttp = await costly(harness.server, creating);
  const createBare = await costly(bare, createLoad(bareUrl, '/create', harness.tenants));
  const readSql = await measureLanes(readWith(harness.plain), seconds);
  const readPrepared = await measureLanes(readWith(db), seconds);
  const readHttp = await costly(harness.server, reading);
  const readBare = await costly(
    bare,
    readLoad(bareUrl, (id) => `/read/${id}`, reader, ids),
  );
  const createHalf = await measureHttp(creating, seconds, { ratePerSecond: createHttp.perSecond / 2 });
  const readHalf = await measureHttp(reading, seconds, { ratePerSecond: readHttp.perSecond / 2 });
  const refused = await measureRefusals(harness, { server: bare, url: bareUrl }, seconds);
  await bare.stop();
  return {
    create: {
      http: createHttp,
      sql: createSql,
      prepared: createPrepared,
      bare: createBare,
      half: createHalf,
    },
    read: { http: readHttp, sql: readSql, prepared: readPrepared, bare: readBare, half: readHalf },
    refused,
    residentMegabytes: harness.server.residentMegabytes(),
  };
}
