import type { ErasureCounts, TransactionStatus } from '@titular/contract';
import type { Kysely } from 'kysely';
import { lockAttempts } from '../captures/index.ts';
import { deleteDispute, deleteTemplates } from '../faces/index.ts';
import type { Clock } from '../kernel/base/clock.ts';
import { lowestId, type ProcessId, type TenantId, type TransactionId } from '../kernel/base/id.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { ErasureStep } from '../module.ts';
import { changeProcess, isProcessFinal, lockProcessesOf, type ProcessStatus } from '../processes/index.ts';
import { orderHash, redactCallsOfOrders, redactLateCalls } from '../request-log/index.ts';
import type { Transition } from '../subjects/index.ts';
import type { TenantKey, TenantKeys } from '../tenants/index.ts';
import {
  changeStatus,
  deleteStatedIdentities,
  findHeldSubjects,
  isFinal,
  listHeldOrders,
  lockTransactionsOf,
} from '../transactions/index.ts';
import { type Ending, recordEndings } from '../webhooks/index.ts';
import { eraseEverywhere, inParts, partsOf } from './erase-everywhere.ts';
import { deleteProposalsAbout } from './proposals/proposal-store.ts';

/** What the steps of all nouns count, by the names of the contract; `modules.test.ts` compares them. */
type StepCounts = Omit<ErasureCounts, 'templates' | 'orderedCalls' | 'statements' | 'held'>;

/** What taking a person out needs; `steps` are the places of all nouns that hold something of a person. */
export type TakeOutDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  tenantKeys: TenantKeys;
  steps: readonly ErasureStep[];
};

/**
 * Who is taken out, by the keyed hash of the identity. Where an erasure is repeated, what came after the `first` time
 * is the person's new business, and `held` is what a legal hold kept then.
 */
export type Person = {
  tenantId: TenantId;
  key: TenantKey;
  identityHash: Buffer;
  at: Date;
  repeated?: { first: Date; held: readonly SubjectId[] };
};

/** Ends what is still open: a transaction about somebody who is forgotten has nobody to ask. */
async function endOpen(
  trx: Kysely<Tables>,
  tenantId: TenantId,
  open: readonly { transactionId: TransactionId; status: TransactionStatus }[],
  end: Pick<Transition, 'at' | 'keepBack'>,
): Promise<void> {
  for (const { transactionId, status } of open) {
    const reasons = ['person_erased'];
    const event = status === 'processing' ? 'reject' : 'cancel';
    if (!isFinal(status))
      await changeStatus(trx, tenantId, transactionId, { event, actor: 'merchant', reasons, ...end });
  }
}

async function endOpenProcesses(
  trx: Kysely<Tables>,
  tenantId: TenantId,
  processes: readonly { processId: ProcessId; status: ProcessStatus }[],
  end: Pick<Transition, 'at' | 'keepBack'>,
): Promise<void> {
  const transition = { event: 'fail', actor: 'merchant', reasons: ['person_erased'], ...end } as const;
  for (const { processId, status } of processes)
    if (!isProcessFinal(status)) await changeProcess(trx, tenantId, processId, transition);
}

type Found = Awaited<ReturnType<typeof lockTransactionsOf>>;

/**
 * Says what is erased whole. A transaction made for somebody else keeps its order and captures when only the stated
 * identity is erased: they are the other person's evidence. A legal hold keeps what it covers.
 */
async function divide(
  trx: Kysely<Tables>,
  tenantId: TenantId,
  found: Found,
  processes: readonly { processId: ProcessId }[],
  alsoHeld: readonly SubjectId[],
): Promise<{ ids: SubjectId[]; orders: string[]; statedIds: TransactionId[]; held: string[] }> {
  const processIds = processes.map(({ processId }) => processId);
  const transactionIds = found.map(({ transactionId }) => transactionId);
  const all = [...transactionIds, ...processIds];
  const held = new Set<SubjectId>();
  for (const part of partsOf(all)) {
    const placed = await findHeldSubjects(trx, tenantId, part);
    for (const id of part) if (placed.has(id) || alsoHeld.includes(id)) held.add(id);
  }
  const free = found.filter(({ transactionId }) => !held.has(transactionId));
  const own = free.filter(({ isStatedOnly }) => !isStatedOnly);
  const isFree = (id: SubjectId): boolean => !held.has(id);
  const orders = own.map(({ orderNumber }) => orderNumber);
  const heldOrders = new Set<string>();
  for (const part of partsOf(orders))
    for (const order of await listHeldOrders(trx, tenantId, part)) heldOrders.add(order);
  return {
    ids: [...own.map(({ transactionId }) => transactionId), ...processIds.filter(isFree)],
    orders: orders.filter((order) => !heldOrders.has(order)),
    statedIds: free.filter(({ isStatedOnly }) => isStatedOnly).map(({ transactionId }) => transactionId),
    held: [...held],
  };
}

/** Takes everything of a person out of the tenant's data in the caller's database transaction; open transactions end first. */
export async function takeOut(
  { steps }: Pick<TakeOutDeps, 'steps'>,
  trx: Kysely<Tables>,
  { tenantId, key, identityHash, at, repeated }: Person,
): Promise<{ counts: ErasureCounts; held: string[]; proposals: string[] }> {
  // First, so that a transaction that is just being made with one of them is found below.
  const isOld = (id: string): boolean => !repeated || id < lowestId(new Date(repeated.first.getTime() + 1));
  const begunOnes = await lockProcessesOf(trx, tenantId, identityHash);
  const processes = begunOnes.filter(({ processId }) => isOld(processId));
  const foundOnes = await lockTransactionsOf(trx, tenantId, identityHash);
  const subjectIds = [
    ...begunOnes.map(({ processId }) => processId),
    ...foundOnes.map(({ transactionId }) => transactionId),
  ];
  for (const part of partsOf(subjectIds)) await lockAttempts(trx, tenantId, part);
  const found = foundOnes.filter(({ transactionId }) => isOld(transactionId));
  const sent = found.filter(({ isStatedOnly }) => !isStatedOnly);
  const ended: Ending[] = [];
  const end = { at, keepBack: (event: Ending) => void ended.push(event) };
  await endOpen(trx, tenantId, sent, end);
  await endOpenProcesses(trx, tenantId, processes, end);
  const { ids, orders, statedIds, held } = await divide(
    trx,
    tenantId,
    found,
    processes,
    repeated?.held ?? [],
  );
  await deleteDispute(trx, tenantId, identityHash);
  const proposals = await deleteProposalsAbout(trx, tenantId, identityHash);
  for (const step of steps)
    if (step.alsoStated) await inParts(statedIds, (part) => step.erase(trx, tenantId, part, at));
  const orderHashes = orders.map((orderNumber) => orderHash(key, orderNumber));
  const counts: ErasureCounts = {
    templates: await deleteTemplates(trx, tenantId, identityHash, repeated?.first),
    ...((await eraseEverywhere(trx, steps, tenantId, ids, at)) as StepCounts),
    orderedCalls: await inParts(orderHashes, (part) => redactCallsOfOrders(trx, tenantId, part)),
    statements: await inParts(statedIds, (part) => deleteStatedIdentities(trx, tenantId, part, identityHash)),
    held: held.length,
  };
  await redactLateCalls(trx, tenantId, { ids, orderHashes }, at);
  // Last: until the commit they hold up the events of every tenant, and whoever switches one of their endpoints on.
  for (const part of partsOf(ended)) await recordEndings(trx, part, at);
  return { counts, held, proposals };
}
