import type { CreateTransactionResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import { newLinkCode } from '../../captures/links/link.ts';
import type { IssueSdkToken } from '../../captures/links/sdk-token.ts';
import { identityHash } from '../../identity/identity-hash.ts';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import { newId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { enqueueJob } from '../../kernel/database/enqueue.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { WriteIn } from '../../kernel/database/write-in.ts';
import { type FindReused, lockForReuse, noteReuse } from '../../processes/reuse/reuse-process.ts';
import type { TenantKey, TenantKeys } from '../../tenants/keys/tenant-keys.ts';
import { redirectUrlProblem } from '../../tenants/redirects/redirect-url.ts';
import type { Settings } from '../../tenants/settings-cache.ts';
import type { Company } from '../../tenants/tenant.ts';
import { recordEvent } from '../../webhooks/events/record-event.ts';
import type { Subscriptions } from '../../webhooks/events/subscriptions.ts';
import { changeStatus } from '../change/change-status.ts';
import { isFinal, keptBinDigits } from '../transaction.ts';
import {
  findDueReplica,
  insertTransaction,
  isReplicated,
  type TransactionRow,
} from '../transaction-store.ts';
import { runCreateChecks } from './check-at-create.ts';
import { isGreater } from './decimal.ts';
import type { NewTransaction } from './parse-create-request.ts';
import { reuseReplica } from './reuse-replica.ts';
import type { Scenario } from './scenarios.ts';

/** What creating needs from the service. */
export type CreateDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  settings: Settings;
  tenantKeys: TenantKeys;
  subscriptions: Subscriptions;
  issueSdkToken: IssueSdkToken;
  publicUrl: string;
  linkLifetimeSeconds: number;
};

function checkAgainstCompany(input: NewTransaction, company: Company): void {
  if (input.redirectUrl !== undefined) {
    const problem = redirectUrlProblem(input.redirectUrl, company);
    if (problem) throw new Refusal('40002', `redirectUrl ${problem}.`);
  }
  if (
    input.value !== undefined &&
    company.maximumValue !== undefined &&
    isGreater(input.value, company.maximumValue)
  ) {
    throw new Refusal('40045');
  }
}

function toRow(input: NewTransaction, company: Company, key: TenantKey, now: Date): TransactionRow {
  const transactionId = newId(now.getTime());
  const bin = keptBinDigits(input.card.binDigits);
  const { identity, card } = input;
  const sealText = (field: string, value: object): Buffer =>
    key.seal('transactions', transactionId, field, Buffer.from(JSON.stringify(value), 'utf8'));
  return {
    tenantId: company.tenantId,
    transactionId,
    companyId: company.companyId,
    status: 'waiting',
    module: company.module,
    orderNumber: input.orderNumber,
    identityKey: identity.key,
    identityHash: identityHash(key, identity),
    sealedIdentity: sealText('sealed_identity', identity),
    cardHash: key.hash('card', bin, card.lastDigits),
    sealedCard: sealText('sealed_card', { ...card, binDigits: bin }),
    replicaHash: key.hash(
      'replica',
      input.orderNumber,
      identity.key,
      identity.value,
      card.binDigits,
      card.lastDigits,
    ),
    value: input.value,
    sealedRedirectUrl:
      input.redirectUrl === undefined
        ? undefined
        : sealText('sealed_redirect_url', { redirectUrl: input.redirectUrl }),
    referenceProcessId: input.processId,
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

const recordFirstStatus = (trx: Kysely<Tables>, row: TransactionRow): Promise<void> =>
  recordEvent(trx, {
    tenantId: row.tenantId,
    companyId: row.companyId,
    subject: {
      type: isFinal(row.status) ? 'transaction.finished' : 'transaction.changed',
      transactionId: row.transactionId,
      status: row.status,
      sequence: 1,
    },
    at: row.createdAt,
  });

async function writeEnded(trx: Kysely<Tables>, row: TransactionRow): Promise<CreateTransactionResponse> {
  const status = 'fast-inconclusive';
  const ended = { ...row, status, finishedAt: row.createdAt, link: undefined } as const;
  await insertTransaction(trx, row.tenantId, ended);
  await recordFirstStatus(trx, ended);
  return { id: row.transactionId, status };
}

/** How a transaction of the test environment is led: by a scenario that was chosen for it, or by the process that it uses. */
export type ScenarioRun = { scenario: Scenario | undefined; findReused: FindReused | undefined };

const NO_RUN: ScenarioRun = { scenario: undefined, findReused: undefined };

/** All that a create needs besides the database transaction it is written in: made before, so that the transaction waits for nothing. */
type Prepared = {
  company: Company;
  key: TenantKey;
  cardName: string;
  row: TransactionRow;
  code: string;
  token: string;
  /** Whether an endpoint of the company asks to hear of a status that is not final. */
  isTold: boolean;
  scenarioRun: ScenarioRun;
};

async function prepare(
  deps: CreateDeps,
  tenantId: string,
  input: NewTransaction,
  scenarioRun: ScenarioRun,
): Promise<Prepared> {
  const company = await deps.settings.findCompany(tenantId, input.companyId);
  if (!company?.active) throw new Refusal('40404');
  checkAgainstCompany(input, company);
  const now = deps.clock.now();
  const key = await deps.tenantKeys(tenantId);
  const row = { ...toRow(input, company, key, now), reasons: scenarioRun.scenario?.endedFor ?? [] };
  const { code, codeHash } = newLinkCode();
  const expiresAt = addSeconds(now, Math.min(deps.linkLifetimeSeconds, company.transactionExpirySeconds));
  const { transactionId } = row;
  const { webOrigins: origins } = company;
  const token = await deps.issueSdkToken({ tenantId, transactionId, origins, now, expiresAt });
  const cardName = input.card.name;
  const isTold = await deps.subscriptions.isNamed(tenantId, company.companyId, row.status);
  const linked = { ...row, link: { codeHash, expiresAt } };
  return { company, key, cardName, row: linked, code, token, isTold, scenarioRun };
}

/** The same, with the event of the first status where an endpoint of the company asks for it. */
async function insertAndTell(deps: CreateDeps, { row, isTold }: Prepared): Promise<boolean> {
  if (!isTold) return insertUnlessReplicated(deps, row);
  return inTransaction(deps.db, async (trx) => {
    const isInserted = await insertUnlessReplicated({ ...deps, db: trx }, row);
    if (isInserted) await recordFirstStatus(trx, row);
    return isInserted;
  });
}

async function writeOpen(deps: CreateDeps, prepared: Prepared): Promise<CreateTransactionResponse> {
  const { company, row, code, token } = prepared;
  if (!(await insertAndTell(deps, prepared)))
    return reuseReplica(deps, company, row.replicaHash, row.createdAt);
  return { id: row.transactionId, status: 'waiting', link: `${deps.publicUrl}/c/${code}`, token };
}

/** The modules that check at create: an earlier transaction with the same data comes before the checks, as it would without them. */
async function writeChecked(deps: CreateDeps, prepared: Prepared): Promise<CreateTransactionResponse> {
  const { company, key, cardName, row } = prepared;
  const now = row.createdAt;
  const { reasons, ends } = await runCreateChecks(deps.db, key, company, { ...row, cardName }, now);
  if (await isReplicated(deps.db, row.tenantId, row.replicaHash, now))
    return reuseReplica(deps, company, row.replicaHash, now);
  const judged = { ...row, reasons };
  return ends ? writeEnded(deps.db, judged) : writeOpen(deps, { ...prepared, row: judged });
}

/** Lets a transaction that uses a process be decided, or be led to its end in the test environment. */
async function awaitEnd(
  db: Kysely<Tables>,
  { row: { tenantId, transactionId }, scenarioRun }: Prepared,
  processId: string,
): Promise<void> {
  const followed = scenarioRun.scenario ?? (await scenarioRun.findReused?.(db, tenantId, processId));
  if (followed) await followed.begin(db, tenantId, transactionId);
  // Under a name of its own: a release that knows nothing of processes would look for an attempt.
  else await enqueueJob(db, 'decide-reuse', { tenantId, transactionId });
}

/** Uses the captures of a reference process: nobody is asked for a selfie, so there is neither link nor token, and the decision follows by itself (R20). */
async function writeReusing(deps: CreateDeps, prepared: Prepared): Promise<CreateTransactionResponse> {
  const { db } = deps;
  const { company, key, cardName, row, scenarioRun } = prepared;
  const { tenantId, transactionId, referenceProcessId, identityHash, createdAt: at } = row;
  invariant(referenceProcessId, 'who reuses names what');
  // The same request once more is told of the transaction it made, not of the process, which may be used up by it.
  if (await isReplicated(db, tenantId, row.replicaHash, at))
    return reuseReplica(deps, company, row.replicaHash, at, referenceProcessId);
  const request = { identityHash, company, at, findReused: scenarioRun.findReused };
  await lockForReuse(deps, tenantId, referenceProcessId, request);
  const judged =
    company.module === 'post'
      ? { reasons: [], ends: false }
      : await runCreateChecks(db, key, company, { ...row, cardName }, at);
  const { reasons, ends } = judged;
  if (ends) return writeEnded(db, { ...row, reasons, referenceProcessId: undefined });
  const taken = { ...row, status: 'processing', reasons, link: undefined } as const;
  if (!(await insertUnlessReplicated(deps, taken)))
    return reuseReplica(deps, company, row.replicaHash, at, referenceProcessId);
  await recordFirstStatus(db, taken);
  await noteReuse(db, tenantId, referenceProcessId, { transactionId, at });
  await awaitEnd(db, prepared, referenceProcessId);
  return { id: transactionId, status: taken.status };
}

/** What ends whatever the checks say, as one does that they end. */
async function writeForEnd(
  deps: CreateDeps,
  { company, row, scenarioRun: { findReused } }: Prepared,
): Promise<CreateTransactionResponse> {
  const { tenantId, referenceProcessId, identityHash, createdAt: at } = row;
  if (await isReplicated(deps.db, tenantId, row.replicaHash, at))
    return reuseReplica(deps, company, row.replicaHash, at);
  if (referenceProcessId !== undefined)
    await lockForReuse(deps, tenantId, referenceProcessId, { identityHash, company, at, findReused });
  return writeEnded(deps.db, { ...row, referenceProcessId: undefined });
}

function write(deps: CreateDeps, prepared: Prepared): Promise<CreateTransactionResponse> {
  const { company, row, scenarioRun } = prepared;
  if (scenarioRun.scenario?.endedFor)
    return inTransaction(deps.db, (trx) => writeForEnd({ ...deps, db: trx }, prepared));
  if (row.referenceProcessId === undefined && company.module === 'post') return writeOpen(deps, prepared);
  const writeWith = row.referenceProcessId === undefined ? writeChecked : writeReusing;
  return inTransaction(deps.db, (trx) => writeWith({ ...deps, db: trx }, prepared));
}

/** Creates a transaction; answers link and SDK token when the person has to take a selfie, and only id and status otherwise. One that is tried out may end at once. */
export async function createTransaction(
  deps: CreateDeps,
  tenantId: string,
  input: NewTransaction,
  writeIn: WriteIn<CreateTransactionResponse> = (work) => work(deps.db),
  scenarioRun: ScenarioRun = NO_RUN,
): Promise<CreateTransactionResponse> {
  const prepared = await prepare(deps, tenantId, input, scenarioRun);
  return writeIn((db) => write({ ...deps, db }, prepared));
}
