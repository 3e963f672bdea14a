import type { CreateTransactionResponse } from '@titular/contract';
import { countDecision, countEvent } from '../../captures/index.ts';
import { packCreateInputs } from '../../decision/index.ts';
import { parseUuid, type TenantId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { afterCommit } from '../../kernel/database/outbox/after-commit.ts';
import type { WriteIn } from '../../kernel/database/write-in.ts';
import type { Course } from '../../kernel/http/sandbox-port.ts';
import { Ended, runSteps, type Step } from '../../kernel/http/steps.ts';
import { lockForReuse, noteReuse } from '../../processes/index.ts';
import { keepTrace } from '../../traces/index.ts';
import { recordEvent } from '../../webhooks/index.ts';
import { changeStatus } from '../change/change-status.ts';
import { enqueueDecision } from '../decide/enqueue-decision.ts';
import { insertTransaction, type TransactionRow } from '../insert-store.ts';
import { isFinal } from '../transaction.ts';
import { findDueReplica, isReplicated } from '../transaction-store.ts';
import { withCardEvidence } from './ask-card-evidence.ts';
import { runCreateChecks as runChecks } from './check-at-create.ts';
import { type CreateDeps, type CreateDraft, openDraft } from './create-draft.ts';
import type { NewTransaction } from './parse-create-request.ts';
import { reuseReplica } from './reuse-replica.ts';

type CreateStep = Step<CreateDeps, CreateDraft, CreateDraft, CreateTransactionResponse>;

const answerReplica = async (
  deps: CreateDeps,
  { company, row: { replicaHash, createdAt, referenceProcessId } }: CreateDraft,
): Promise<Ended<CreateTransactionResponse>> =>
  new Ended(await reuseReplica(deps, company, replicaHash, createdAt, referenceProcessId));

/**
 * Ends a create whose data an earlier transaction has. A request that is sent again is thus told of what it made, and not of a process that
 * it has used up.
 */
const refuseReplica: CreateStep = async (deps, draft) => {
  const { tenantId, replicaHash, createdAt } = draft.row;
  return (await isReplicated(deps.db, tenantId, replicaHash, createdAt)) ? answerReplica(deps, draft) : draft;
};

const runCreateChecks: CreateStep = async ({ db }, draft) => {
  const { key, company, row, input, card } = draft;
  const { reasons, ends, findings } = await runChecks(
    db,
    key,
    company,
    { ...row, cardName: input.card.name },
    row.createdAt,
  );
  const all = [...reasons, ...(card?.reasons ?? [])];
  const inputs = packCreateInputs(findings, company, card && row.cardEvidence);
  return { ...draft, row: { ...row, reasons: all, inputs }, ends: ends || card?.ends === true };
};

/** Locks the process until the commit. */
const reserveProcess: CreateStep = async (deps, draft) => {
  const { company, row, input } = draft;
  const { tenantId, identityHash, createdAt: at } = row;
  if (input.processId !== undefined)
    await lockForReuse(deps, tenantId, input.processId, { identityHash, company, at });
  return draft;
};

async function insertCounted({ db, insertTogether }: CreateDeps, row: TransactionRow): Promise<boolean> {
  const isInserted = await (insertTogether?.(row) ?? insertTransaction(db, row));
  if (!isInserted) return false;
  const { module } = row;
  if (db.isTransaction) await afterCommit(db, () => countEvent('transaction', 'create', module));
  else countEvent('transaction', 'create', module);
  await keepTrace(db, { tenantId: row.tenantId, subjectId: row.transactionId }, row.createdAt);
  return true;
}

/** Ends a transaction that the create checks end; it uses no process. */
const endByChecks: CreateStep = async (deps, draft) => (draft.ends ? writeEnded(deps, draft) : draft);

async function writeEnded(deps: CreateDeps, draft: CreateDraft): Promise<Ended<CreateTransactionResponse>> {
  const { row } = draft;
  const status = 'fast-inconclusive';
  const ended = { ...row, status, finishedAt: row.createdAt, link: undefined } as const;
  await insertCounted(deps, { ...ended, referenceProcessId: undefined });
  await afterCommit(deps.db, () => countDecision('inconclusive', row.reasons));
  await recordFirstEvent(deps, { ...draft, row: ended });
  return new Ended({ id: row.transactionId, status });
}

/** Makes the transaction one that nobody takes a selfie for: it has no link and is processing from the start (R20). */
const skipCapture: CreateStep = async (_deps, draft) => ({
  ...draft,
  row: { ...draft.row, status: 'processing', link: undefined },
});

/** Inserts, once more after ending an open transaction with the same data whose time has passed. */
const insert: CreateStep = async (deps, draft) => {
  const { db } = deps;
  const { row } = draft;
  const { tenantId, createdAt: at } = row;
  if (await insertCounted(deps, row)) return draft;
  const due = await findDueReplica(db, tenantId, row.replicaHash, at);
  if (!due) return answerReplica(deps, draft);
  const expiry = { event: 'expire', actor: 'service', at } as const;
  await inTransaction(db, (trx) => changeStatus(trx, tenantId, due, expiry));
  return (await insertCounted(deps, row)) ? draft : answerReplica(deps, draft);
};

/** Records the event of the first status; of one that waits only where an endpoint asks for it. */
const recordFirstEvent: CreateStep = async ({ db }, draft) => {
  const { tenantId, companyId, transactionId, status, createdAt: at } = draft.row;
  const type = isFinal(status) ? 'transaction.finished' : 'transaction.changed';
  if (status !== 'waiting' || draft.isTold)
    await recordEvent(db, {
      tenantId,
      companyId,
      subject: { type, transactionId, status, sequence: 1 },
      at,
    });
  return draft;
};

const noteUse: CreateStep = async ({ db }, draft) => {
  const { tenantId, transactionId, referenceProcessId, createdAt: at } = draft.row;
  invariant(referenceProcessId, 'who reuses names what');
  await noteReuse(db, tenantId, referenceProcessId, { transactionId, at });
  return draft;
};

/** Lets the decision follow by itself, unless the sandbox leads the transaction to its end. */
const startDecision: CreateStep = async ({ db, sandbox }, draft) => {
  const { tenantId, transactionId, referenceProcessId } = draft.row;
  invariant(referenceProcessId, 'who reuses names what');
  const course = draft.course ?? (await sandbox.beforeReuse(db, tenantId, referenceProcessId));
  if (course) await sandbox.afterCreate(db, tenantId, { kind: 'transaction', id: transactionId }, course);
  // Under a name of its own: a release that knows nothing of processes would look for an attempt.
  else await enqueueDecision(db, 'decide-reuse', { tenantId, transactionId }, draft.company);
  return draft;
};

const REUSE = [skipCapture, insert, recordFirstEvent, noteUse, startDecision];

/** What each kind of create goes through once its company allows it. An earlier transaction with the same data comes before whatever ends a new one. */
const STEPS = {
  captured: [insert, recordFirstEvent],
  'checked, captured': [runCreateChecks, refuseReplica, endByChecks, insert, recordFirstEvent],
  reusing: [refuseReplica, reserveProcess, ...REUSE],
  'checked, reusing': [refuseReplica, reserveProcess, runCreateChecks, endByChecks, ...REUSE],
  ended: [refuseReplica, reserveProcess, endByChecks],
} as const satisfies Record<string, readonly CreateStep[]>;

function kindOf({ company, input, ends }: CreateDraft): keyof typeof STEPS {
  if (ends) return 'ended';
  const kind = input.processId === undefined ? 'captured' : 'reusing';
  return company.module === 'post' ? kind : `checked, ${kind}`;
}

/** What the sandbox ends at creation, as the create checks would; it uses no process, though it has to name one that can be used. */
function endByCourse(draft: CreateDraft): CreateDraft {
  const reasons = draft.course?.endsFor;
  if (!reasons) return draft;
  return { ...draft, row: { ...draft.row, reasons, referenceProcessId: undefined }, ends: true };
}

/** One statement needs no database transaction, and is shared with others where nothing else asks for a transaction. */
const isOneStatement = (draft: CreateDraft): boolean =>
  kindOf(draft) === 'captured' && !draft.isTold && draft.course === undefined;

const answerOf = (
  { publicUrl }: CreateDeps,
  { row: { transactionId: id, status }, code, token }: CreateDraft,
): CreateTransactionResponse =>
  status === 'waiting' ? { id, status, link: `${publicUrl}/c/${code}`, token } : { id, status };

async function write(deps: CreateDeps, draft: CreateDraft): Promise<CreateTransactionResponse> {
  const made = await runSteps(STEPS[kindOf(draft)], deps, draft);
  const answer = made instanceof Ended ? made.answer : answerOf(deps, made);
  const { course, row } = draft;
  const id = parseUuid(answer.id);
  if (course && id && answer.status === 'waiting')
    await deps.sandbox.afterCreate(deps.db, row.tenantId, { kind: 'transaction', id }, course);
  return answer;
}

/** Creates a transaction; answers link and SDK token when the person has to take a selfie, and only id and status otherwise. */
export async function createTransaction(
  deps: CreateDeps,
  tenantId: TenantId,
  input: NewTransaction,
  writeIn: WriteIn<CreateTransactionResponse> = (work) => work(deps.db),
  course?: Course,
): Promise<CreateTransactionResponse> {
  const opened = endByCourse(await openDraft(deps, tenantId, input, course));
  return withCardEvidence(deps, opened, (draft) =>
    writeIn((db) => {
      if (!isOneStatement(draft))
        return inTransaction(db, (trx) => write({ ...deps, db: trx, insertTogether: undefined }, draft));
      return write(db === deps.db ? deps : { ...deps, db, insertTogether: undefined }, draft);
    }),
  );
}
