import {
  type ListCapturesResponse,
  MAX_CASE_NOTES,
  type TransactionCase,
  type TransactionHistoryResponse,
} from '@titular/contract';
import type { Kysely } from 'kysely';
import { withoutTrailingZeros } from '../../kernel/base/decimal-number.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { inSnapshot } from '../../kernel/database/by-index.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { takesCapture } from '../../subjects/index.ts';
import {
  advance,
  findDetails,
  findEvidence,
  isFinal,
  openPerson,
  readCaptures,
  readTransaction,
  readTransactionHistory,
  TRANSACTIONS,
  type TransactionDetails,
} from '../../transactions/index.ts';
import { parseCaseId } from '../case-scope.ts';
import { listActs } from './case-acts.ts';
import type { CaseDeps, CaseReader, ReadCase } from './case-deps.ts';
import { readCaseNotes } from './case-notes.ts';
import { findCompanyFacts } from './case-store.ts';
import { findUnchanged, hasVersion, toEtag } from './etag.ts';
import { type AnyDecision, toDecisionView } from './explain-decision.ts';
import { maskPerson } from './masked-person.ts';
import { readSharedParts, refuseUnseen } from './shared-parts.ts';
import type { TimelineParts } from './timeline.ts';
import { readCaseVersion } from './version-store.ts';

/** What of the transaction itself is read first, all of one snapshot. */
type Parts = {
  details: TransactionDetails;
  history: TransactionHistoryResponse;
  captures: ListCapturesResponse;
  decision: TimelineParts['decision'];
  isReceiptThere: boolean;
};

async function readParts(
  trx: Kysely<Tables>,
  reader: CaseReader,
  details: TransactionDetails,
  now: Date,
): Promise<Parts> {
  const { tenantId } = reader;
  const { transactionId } = details;
  const deps = { db: trx, clock: { now: () => now } };
  const history = await readTransactionHistory(deps, tenantId, transactionId);
  const captures = await readCaptures(deps, tenantId, transactionId);
  const evidence = await findEvidence(trx, tenantId, transactionId);
  const kept = evidence?.decision as (AnyDecision & { result: string }) | undefined;
  const isReceiptThere = kept !== undefined && details.status === 'approved' && !evidence?.erasedAt;
  const at = details.finishedAt;
  const facts = at && { at, attempts: captures.attempts, hasReceipt: isReceiptThere };
  const decision = kept && facts && { view: toDecisionView(kept, facts), result: kept.result };
  return { details, history, captures, decision, isReceiptThere };
}

async function toCase(
  deps: CaseDeps,
  trx: Kysely<Tables>,
  reader: CaseReader,
  parts: Parts,
  now: Date,
): Promise<TransactionCase> {
  const { details, history, captures, decision, isReceiptThere } = parts;
  const { tenantId } = reader;
  const company = await findCompanyFacts(trx, tenantId, details.companyId);
  const person = openPerson(await deps.tenantKeys(tenantId), details);
  const isAwaited = takesCapture(TRANSACTIONS, details, now);
  const shared = await readSharedParts(
    deps,
    trx,
    reader,
    {
      subject: { kind: 'transaction', id: details.transactionId },
      ...{ attempts: captures.attempts, isReuse: details.referenceProcessId !== undefined },
      ...{ steps: history.history, decision, isAwaited, hasLink: true },
    },
    now,
  );
  const notes = await readCaseNotes(deps, trx, reader, details.transactionId);
  const takesNotes = person !== undefined && notes.length < MAX_CASE_NOTES;
  const acts = listActs(
    {
      takesLink: isAwaited && company?.isActive === true,
      isCancelable: advance(details.status, 'cancel') !== undefined,
      hasPerson: person !== undefined,
      hasPictures: captures.images === 'held',
      hasReceipt: isReceiptThere,
      hasDeliveries: shared.deliveries.length > 0,
      takesNotes,
      takesVerdict: takesNotes && isFinal(details.status),
      hasEnded: isFinal(details.status),
    },
    (permission) => reader.extent(permission) !== undefined,
  );
  return {
    transaction: {
      ...history,
      ...(details.value === undefined ? {} : { value: withoutTrailingZeros(details.value) }),
      ...(details.currency === undefined ? {} : { currency: details.currency }),
    },
    captures,
    notes,
    companyName: company?.name ?? '',
    person: maskPerson(person),
    ...shared,
    ...(decision ? { decision: decision.view } : {}),
    acts,
    readAt: now.toISOString(),
  };
}

/**
 * Everything about a transaction within the reader's scope, of one snapshot; one whose time has passed is ended first. Without a body where
 * the reader has its version already. Refuses with 40420.
 */
export async function readTransactionCase(
  deps: CaseDeps,
  reader: CaseReader,
  id: string,
  ifNoneMatch?: string,
): Promise<ReadCase<TransactionCase>> {
  const { tenantId } = reader;
  const transactionId = parseCaseId(id);
  const subject = { kind: 'transaction', id: transactionId } as const;
  const now = deps.clock.now();
  const unchanged = await findUnchanged(deps, reader, subject, { ifNoneMatch, now });
  if (unchanged) return unchanged;
  await refuseUnseen(deps, reader, subject);
  await readTransaction({ db: deps.db, clock: { now: () => now } }, tenantId, transactionId);
  return inSnapshot(deps.db, async (trx) => {
    const details = await findDetails(trx, tenantId, transactionId);
    const version = await readCaseVersion(trx, { tenantId, subject, now });
    if (!details || !version) throw new Refusal('40420');
    const etag = toEtag(reader, version);
    if (hasVersion(ifNoneMatch, etag)) return { etag, body: undefined };
    const parts = await readParts(trx, reader, details, now);
    return { etag, body: await toCase(deps, trx, reader, parts, now) };
  });
}
