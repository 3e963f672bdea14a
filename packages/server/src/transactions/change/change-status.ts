import { statusesIn, type TransactionStatus } from '@titular/contract';
import { sql } from 'kysely';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import {
  type Transition as AnyTransition,
  type ChangeOutcome,
  changeSubject,
  type Step,
  type SubjectTable,
} from '../../subjects/index.ts';
import { advance, isFinal, type TransactionEvent } from '../transaction.ts';
import { findDetails } from '../transaction-store.ts';

/** An event with what is to be kept about it. */
export type Transition = AnyTransition & {
  event: TransactionEvent;
  hasIdentityChanged?: boolean;
  /** Packed inputs of the decision. */
  inputs?: string | undefined;
};

/** Transactions among the subjects of captures. */
export const TRANSACTIONS: SubjectTable<TransactionStatus> = {
  table: 'transactions',
  id: 'transaction_id',
  history: 'transaction_history',
  module: sql<string>`module`,
  awaiting: statusesIn('awaiting'),
  endsHere: sql<boolean>`true`,
  finishedAt: (at) => at,
  advance,
  isFinal,
  columnsOf: ({ at, hasIdentityChanged, decision, inputs }: Transition, { isEnd }) => ({
    finished_at: isEnd ? at : null,
    has_identity_changed: hasIdentityChanged ?? null,
    decision: decision === undefined ? null : JSON.stringify(decision),
    decision_inputs: inputs ?? null,
  }),
  historyOf: () => ({}),
  eventOf(
    { id: transactionId, version: sequence, from, to: status, isEnd }: Step<TransactionStatus>,
    { hasIdentityChanged }: Transition,
  ) {
    if (!isEnd && status === from) return undefined;
    const type = isEnd ? 'transaction.finished' : 'transaction.changed';
    return { type, transactionId, status, sequence, hasIdentityChanged };
  },
  failureOf: () => ({}),
  async findShown(db, tenantId, id) {
    const details = await findDetails(db, tenantId, id);
    if (!details) return undefined;
    const { companyId, cardHash, statedIdentity, identityHash } = details;
    const isStated = statedIdentity !== undefined;
    return { identityHash: statedIdentity?.hash ?? identityHash, isStated, companyId, cardHash };
  },
};

/** Moves a transaction along the table of statuses inside the caller's database transaction, with history row and, for each new status, event and deliveries. */
export const changeStatus = (
  trx: Db,
  tenantId: TenantId,
  transactionId: TransactionId,
  transition: Transition,
): Promise<ChangeOutcome<TransactionStatus>> =>
  changeSubject(trx, TRANSACTIONS, tenantId, transactionId, transition);
