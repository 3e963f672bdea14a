import type { CreateTransactionResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import { addSeconds, type Clock } from '../base/clock.ts';
import { newId } from '../base/id.ts';
import { Refusal } from '../base/refusal.ts';
import { hasTemplate } from '../biometrics/template-store.ts';
import { newLinkCode } from '../captures/link.ts';
import type { IssueSdkToken } from '../captures/sdk-token.ts';
import { inTransaction } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import type { Settings } from '../tenants/settings-cache.ts';
import type { Company } from '../tenants/tenant.ts';
import type { TenantKey, TenantKeys } from '../tenants/tenant-keys.ts';
import { recordEvent } from '../webhooks/record-event.ts';
import { changeStatus } from './change-status.ts';
import { isGreater } from './decimal.ts';
import type { NewTransaction } from './parse-create-request.ts';
import { redirectUrlProblem } from './redirect-url.ts';
import { reuseReplica } from './reuse-replica.ts';
import { keptBinDigits } from './transaction.ts';
import { findDueReplica, insertTransaction, type TransactionRow } from './transaction-store.ts';

/** What creating needs from the service. */
export type CreateDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  settings: Settings;
  tenantKeys: TenantKeys;
  issueSdkToken: IssueSdkToken;
  publicUrl: string;
  linkLifetimeSeconds: number;
};

function checkAgainstCompany(wanted: NewTransaction, company: Company): void {
  if (wanted.redirectUrl !== undefined) {
    const problem = redirectUrlProblem(wanted.redirectUrl, company);
    if (problem) throw new Refusal('40002', `redirectUrl ${problem}.`);
  }
  if (
    wanted.value !== undefined &&
    company.maximumValue !== undefined &&
    isGreater(wanted.value, company.maximumValue)
  ) {
    throw new Refusal('40045');
  }
}

/** Modules that check at create end at once when the person could not be approved whatever the capture shows. */
async function cannotBeApproved(deps: CreateDeps, company: Company, identityHash: Buffer): Promise<boolean> {
  if (company.module === 'post' || company.templatePolicy === 'enrol') return false;
  return !(await hasTemplate(deps.db, company.tenantId, identityHash));
}

function toRow(wanted: NewTransaction, company: Company, key: TenantKey, now: Date): TransactionRow {
  const transactionId = newId(now.getTime());
  const bin = keptBinDigits(wanted.card.binDigits);
  const { identity, card } = wanted;
  const sealText = (field: string, value: object): Buffer =>
    key.seal('transactions', transactionId, field, Buffer.from(JSON.stringify(value), 'utf8'));
  return {
    tenantId: company.tenantId,
    transactionId,
    companyId: company.companyId,
    status: 'waiting',
    module: company.module,
    orderNumber: wanted.orderNumber,
    identityKey: identity.key,
    identityHash: key.hash('identity', identity.key, identity.value),
    sealedIdentity: sealText('sealed_identity', identity),
    cardHash: key.hash('card', bin, card.lastDigits),
    sealedCard: sealText('sealed_card', { ...card, binDigits: bin }),
    replicaHash: key.hash(
      'replica',
      wanted.orderNumber,
      identity.key,
      identity.value,
      card.binDigits,
      card.lastDigits,
    ),
    value: wanted.value,
    redirectUrl: wanted.redirectUrl,
    reasons: [],
    createdAt: now,
    expiresAt: addSeconds(now, company.transactionExpirySeconds),
    finishedAt: undefined,
    link: undefined,
  };
}

/** Inserts, once more after ending an open transaction with the same data whose time has passed; false when one stands in the way. */
async function insertUnlessReplicated(deps: CreateDeps, row: TransactionRow): Promise<boolean> {
  if (await insertTransaction(deps.db, row.tenantId, row)) return true;
  const due = await findDueReplica(deps.db, row.tenantId, row.replicaHash, row.createdAt);
  if (due) {
    await inTransaction(deps.db, (trx) =>
      changeStatus(trx, row.tenantId, due, { event: 'expire', actor: 'service', at: row.createdAt }),
    );
    return insertTransaction(deps.db, row.tenantId, row);
  }
  return false;
}

async function createEnded(deps: CreateDeps, row: TransactionRow): Promise<CreateTransactionResponse> {
  const ended: TransactionRow = {
    ...row,
    status: 'fast-inconclusive',
    reasons: ['no_reference'],
    finishedAt: row.createdAt,
  };
  await inTransaction(deps.db, async (trx) => {
    await insertTransaction(trx, row.tenantId, ended);
    await recordEvent(trx, {
      tenantId: row.tenantId,
      companyId: row.companyId,
      transactionId: row.transactionId,
      type: 'transaction.finished',
      status: 'fast-inconclusive',
      sequence: 1,
      at: row.createdAt,
    });
  });
  return { id: row.transactionId, status: 'fast-inconclusive' };
}

/** All that a create needs besides the database transaction it is written in: made before, so that the transaction waits for nothing. */
type Prepared = { company: Company; row: TransactionRow; code: string; token: string };

async function prepare(deps: CreateDeps, tenantId: string, wanted: NewTransaction): Promise<Prepared> {
  const company = await deps.settings.findCompany(tenantId, wanted.companyId);
  if (!company?.active) throw new Refusal('40404');
  checkAgainstCompany(wanted, company);
  if (wanted.processId !== undefined) throw new Refusal('40031');
  const now = deps.clock.now();
  const row = toRow(wanted, company, await deps.tenantKeys(tenantId), now);
  const { code, codeHash } = newLinkCode();
  const expiresAt = addSeconds(now, Math.min(deps.linkLifetimeSeconds, company.transactionExpirySeconds));
  const { transactionId } = row;
  const { webOrigins: origins } = company;
  const token = await deps.issueSdkToken({ tenantId, transactionId, origins, now, expiresAt });
  return { company, row: { ...row, link: { codeHash, expiresAt } }, code, token };
}

async function write(
  deps: CreateDeps,
  { company, row, code, token }: Prepared,
): Promise<CreateTransactionResponse> {
  if (await cannotBeApproved(deps, company, row.identityHash))
    return createEnded(deps, { ...row, link: undefined });
  if (!(await insertUnlessReplicated(deps, row)))
    return reuseReplica(deps, company, row.replicaHash, row.createdAt);
  return { id: row.transactionId, status: 'waiting', link: `${deps.publicUrl}/c/${code}`, token };
}

/** Runs what writes in a database of its choice: as it is, or in a transaction with more to write. */
export type WriteIn = (
  write: (db: Kysely<Tables>) => Promise<CreateTransactionResponse>,
) => Promise<CreateTransactionResponse>;

/** Creates a transaction; answers link and SDK token when the person has to take a selfie, and only id and status otherwise. */
export async function createTransaction(
  deps: CreateDeps,
  tenantId: string,
  wanted: NewTransaction,
  writeIn: WriteIn = (work) => work(deps.db),
): Promise<CreateTransactionResponse> {
  const prepared = await prepare(deps, tenantId, wanted);
  return writeIn((db) => write({ ...deps, db }, prepared));
}
