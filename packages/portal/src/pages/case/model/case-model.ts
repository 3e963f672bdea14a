import type { ProcessCase, TransactionCase } from '@titular/contract';
import { type CaseStatus, statusOfProcess, statusOfTransaction } from '../../../words/status-view.ts';

/** What is open: a transaction or process of a tenant. */
export type CaseSubject = { kind: 'transaction' | 'process'; tenantId: string; id: string };

/** The parts that every case has. */
type Shared = Pick<
  TransactionCase,
  | 'companyName'
  | 'person'
  | 'link'
  | 'timeline'
  | 'isTimelineCut'
  | 'decision'
  | 'deliveries'
  | 'calls'
  | 'acts'
  | 'readAt'
> & { captures: ProcessCase['captures'] };

/** An open case, whatever it is about. */
export type OpenCase = Shared & {
  subject: CaseSubject;
  caseStatus: CaseStatus;
  /** The coded reasons of how it stands. */
  reasons: readonly string[];
  isFinal: boolean;
  createdAt: string;
  expiresAt: string;
  finishedAt: string | undefined;
  erasedAt: string | undefined;
  transaction?: TransactionCase['transaction'];
  process?: ProcessCase['process'];
  usedBy?: ProcessCase['usedBy'];
  /** The answer, of which earlier moments are computed. */
  answer?: TransactionCase | ProcessCase;
  /** It shows an earlier moment: nothing can be done. */
  isPast?: boolean;
  /** Of a transaction alone. */
  notes?: TransactionCase['notes'];
};

/** Reads the answer about a transaction. */
export function fromTransaction(subject: CaseSubject, answer: TransactionCase): OpenCase {
  const { transaction, ...shared } = answer;
  const { status, hasIdentityChanged, createdAt, expiresAt, finishedAt, erasedAt, history } = transaction;
  return {
    ...shared,
    ...{ subject, answer, transaction, createdAt, expiresAt, finishedAt, erasedAt },
    caseStatus: statusOfTransaction(status, hasIdentityChanged),
    reasons: answer.decision?.reasons ?? history.at(-1)?.reasons ?? [],
    isFinal: finishedAt !== undefined,
  };
}

/** Reads the answer about a process. */
export function fromProcess(subject: CaseSubject, answer: ProcessCase): OpenCase {
  const { process, usedBy, ...shared } = answer;
  const { state, result, createdAt, expiresAt, finishedAt, erasedAt } = process;
  const lastStep = answer.timeline.findLast(({ source }) => source === 'step');
  return {
    ...shared,
    ...{ subject, answer, process, usedBy, createdAt, expiresAt, finishedAt, erasedAt },
    caseStatus: statusOfProcess(state, result),
    reasons: answer.decision?.reasons ?? lastStep?.reasons ?? [],
    isFinal: finishedAt !== undefined,
  };
}

/** Whether it stands as an approval does, of whomever. */
export const isApproval = (caseStatus: CaseStatus): boolean =>
  caseStatus === 'approved' || caseStatus === 'identity_changed' || caseStatus === 'PROCESS_RESULT_OK';
