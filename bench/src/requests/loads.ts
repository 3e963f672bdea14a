import { randomBytes } from 'node:crypto';
import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { type AnyId, newId } from '@titular/server/kernel/base/id.ts';
import type { TransactionRow } from '@titular/server/transactions/insert-store.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import type { BenchTenant } from '../harness/harness.ts';
import type { Load } from '../harness/measure-http.ts';

const EXPIRY_SECONDS = 259_200;

/** Gives items in turn, again and again. */
export const rotate = <Item>(items: readonly Item[]): (() => Item) => {
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
