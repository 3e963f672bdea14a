import {
  type EraseIdentityRequest,
  type ErasureCounts,
  ErasureReference,
  type ErasureResponse,
  type TransactionStatus,
} from '@titular/contract';
import type { Kysely } from 'kysely';
import { Value } from 'typebox/value';
import { insertAuditEntry } from '../audit/index.ts';
import { lockAttempts } from '../captures/index.ts';
import type { SignReceipt } from '../evidence/index.ts';
import { deleteDispute, deleteTemplates } from '../faces/index.ts';
import { identityHash, parseIdentity } from '../identity/index.ts';
import { refuseCardNumber } from '../kernel/base/card-numbers/card-number.ts';
import type { Clock } from '../kernel/base/clock.ts';
import { isId, newId, type TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { withRetries } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { ErasureStep } from '../kernel/module.ts';
import {
  changeProcess,
  isProcessFinal,
  lockProcessesOf,
  PROCESSES,
  type ProcessStatus,
} from '../processes/index.ts';
import { orderHash, redactCallsOfOrders } from '../request-log/index.ts';
import { listSubjectsOf } from '../subjects/index.ts';
import type { TenantKey, TenantKeys } from '../tenants/index.ts';
import {
  changeStatus,
  deleteStatedIdentities,
  findHeldSubjects,
  isFinal,
  listHeldOrders,
  lockTransactionsOf,
  TRANSACTIONS,
} from '../transactions/index.ts';
import { eraseEverywhere } from './erase-everywhere.ts';
import { type Erasure, findErasure, insertErasure } from './erasure-store.ts';

/** What the steps of all nouns count, by the names of the contract; `modules.test.ts` compares them. */
type StepCounts = Omit<ErasureCounts, 'templates' | 'orderedCalls' | 'statements' | 'held'>;

/** What erasing needs; `steps` are the places of all nouns that hold something of a person. */
export type ErasureDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  tenantKeys: TenantKeys;
  signReceipt: SignReceipt;
  steps: readonly ErasureStep[];
};

/** Who asks: a name for the audit log. */
export type Actor = { tenantId: TenantId; actor: string };

// Receipt and audit log keep it for ever.
const isFitReference = (reference: string, value: string): boolean =>
  Value.Check(ErasureReference, reference) && !reference.replace(/[^A-Za-z0-9]/g, '').includes(value);

/** Ends what is still open: a transaction about somebody who is forgotten has nobody to ask. */
async function endOpen(
  trx: Kysely<Tables>,
  tenantId: TenantId,
  open: readonly { transactionId: string; status: TransactionStatus }[],
  at: Date,
): Promise<void> {
  for (const { transactionId, status } of open) {
    const reasons = ['person_erased'];
    const event = status === 'processing' ? 'reject' : 'cancel';
    if (!isFinal(status))
      await changeStatus(trx, tenantId, transactionId, { event, actor: 'merchant', reasons, at });
  }
}

async function endOpenProcesses(
  trx: Kysely<Tables>,
  tenantId: TenantId,
  processes: readonly { processId: string; status: ProcessStatus }[],
  at: Date,
): Promise<void> {
  const transition = { event: 'fail', actor: 'merchant', reasons: ['person_erased'], at } as const;
  for (const { processId, status } of processes)
    if (!isProcessFinal(status)) await changeProcess(trx, tenantId, processId, transition);
}

const toAnswer = (erasure: Erasure): ErasureResponse => ({
  id: erasure.erasureId,
  erasedAt: erasure.at.toISOString(),
  ...(erasure.reference === undefined ? {} : { reference: erasure.reference }),
  counts: { ...erasure.counts },
  receipt: erasure.receipt,
});

type Found = Awaited<ReturnType<typeof lockTransactionsOf>>;

/**
 * Says what is erased whole. A transaction made for somebody else keeps its order and captures when only the stated
 * identity is erased: they are the other person's evidence. A legal hold keeps what it covers.
 */
async function divide(
  trx: Kysely<Tables>,
  tenantId: TenantId,
  found: Found,
  processes: readonly { processId: string }[],
): Promise<{ ids: string[]; orders: string[]; statedIds: string[]; held: number }> {
  const processIds = processes.map(({ processId }) => processId);
  const transactionIds = found.map(({ transactionId }) => transactionId);
  const held = await findHeldSubjects(trx, tenantId, [...transactionIds, ...processIds]);
  const free = found.filter(({ transactionId }) => !held.has(transactionId));
  const own = free.filter(({ isStatedOnly }) => !isStatedOnly);
  const isFree = (id: string): boolean => !held.has(id);
  const orders = own.map(({ orderNumber }) => orderNumber);
  const heldOrders = await listHeldOrders(trx, tenantId, orders);
  return {
    ids: [...own.map(({ transactionId }) => transactionId), ...processIds.filter(isFree)],
    orders: orders.filter((order) => !heldOrders.includes(order)),
    statedIds: free.filter(({ isStatedOnly }) => isStatedOnly).map(({ transactionId }) => transactionId),
    held: held.size,
  };
}

type Input = { key: TenantKey; identityHash: Buffer; reference: string | undefined };

async function eraseWithin(
  deps: ErasureDeps,
  trx: Kysely<Tables>,
  { tenantId, actor }: Actor,
  { key, identityHash, reference }: Input,
): Promise<Erasure> {
  const at = deps.clock.now();
  const erasureId = newId(at.getTime());
  const made = await listSubjectsOf(trx, TRANSACTIONS, tenantId, identityHash);
  const begun = await listSubjectsOf(trx, PROCESSES, tenantId, identityHash);
  await lockAttempts(trx, tenantId, [...made, ...begun]);
  // First, so that a transaction that is just being made with one of them is found below.
  const processes = await lockProcessesOf(trx, tenantId, identityHash);
  const found = await lockTransactionsOf(trx, tenantId, identityHash);
  const sent = found.filter(({ isStatedOnly }) => !isStatedOnly);
  await endOpen(trx, tenantId, sent, at);
  await endOpenProcesses(trx, tenantId, processes, at);
  const { ids, orders, statedIds, held } = await divide(trx, tenantId, found, processes);
  await deleteDispute(trx, tenantId, identityHash);
  const counts: ErasureCounts = {
    templates: await deleteTemplates(trx, tenantId, identityHash),
    ...((await eraseEverywhere(trx, deps.steps, tenantId, ids, at)) as StepCounts),
    orderedCalls: await redactCallsOfOrders(
      trx,
      tenantId,
      orders.map((orderNumber) => orderHash(key, orderNumber)),
    ),
    statements: await deleteStatedIdentities(trx, tenantId, statedIds, identityHash),
    held,
  };
  const receipt = await deps.signReceipt(
    'erasure',
    {
      tenant: tenantId,
      erasure: erasureId,
      reference: reference ?? null,
      erasedAt: at.toISOString(),
      counts,
    },
    at,
  );
  const erasure = { erasureId, at, reference, counts, receipt };
  await insertErasure(trx, tenantId, erasure);
  await insertAuditEntry(
    trx,
    { clock: deps.clock, actor },
    {
      tenantId,
      action: 'person.erase',
      subject: `erasure/${erasureId}`,
      after: { counts, reference: reference ?? null },
    },
  );
  return erasure;
}

/**
 * Takes everything of a person out of the tenant's data in one commit: face, pictures, identity, card, orders, answers and calls;
 * open transactions end first. Of a transaction made for somebody else in which the person stated this identity, the statement goes alone.
 * Answers a signed receipt, also when nothing was found. The files of the log of the database that still hold the old rows are written over
 * by the hourly sweep, where the service may do that.
 */
export async function erasePerson(
  deps: ErasureDeps,
  actor: Actor,
  request: EraseIdentityRequest,
): Promise<ErasureResponse> {
  const parsed = parseIdentity(request.identity.key, request.identity.value);
  if (parsed.kind === 'refused') throw new Refusal('40002', `${parsed.field} ${parsed.rule}.`);
  const { value } = parsed.identity;
  const { reference } = request;
  refuseCardNumber('reference', reference);
  if (reference !== undefined && !isFitReference(reference, value))
    throw new Refusal('40002', 'reference must be your own name for the request and never name the person.');
  const key = await deps.tenantKeys(actor.tenantId);
  const input = { key, identityHash: identityHash(key, parsed.identity), reference };
  const erasure = await withRetries(() =>
    deps.db.transaction().execute((trx) => eraseWithin(deps, trx, actor, input)),
  );
  return toAnswer(erasure);
}

/** An erasure of the tenant, with the receipt that was given; refuses with 40005 and 40405. */
export async function readErasure(
  { db }: Pick<ErasureDeps, 'db'>,
  tenantId: TenantId,
  erasureId: string,
): Promise<ErasureResponse> {
  if (!isId(erasureId)) throw new Refusal('40005');
  const erasure = await findErasure(db, tenantId, erasureId);
  if (!erasure) throw new Refusal('40405');
  return toAnswer(erasure);
}
