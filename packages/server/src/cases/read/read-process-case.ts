import type { ProcessCase, ProcessStep } from '@titular/contract';
import type { Kysely } from 'kysely';
import { Refusal } from '../../kernel/base/refusal.ts';
import { inSnapshot } from '../../kernel/database/by-index.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import {
  findProcess,
  openProcess,
  PROCESSES,
  type ProcessRow,
  readProcess,
  readProcessHistory,
} from '../../processes/index.ts';
import { takesCapture } from '../../subjects/index.ts';
import { describeCaptures } from '../../transactions/index.ts';
import { parseCaseId } from '../case-scope.ts';
import { listActs } from './case-acts.ts';
import type { CaseDeps, CaseReader, ReadCase } from './case-deps.ts';
import { findCompanyFacts, findProcessDecision, listUses, type ProcessUse } from './case-store.ts';
import { findUnchanged, hasVersion, toEtag } from './etag.ts';
import { toDecisionView } from './explain-decision.ts';
import { maskProcessPerson } from './masked-person.ts';
import { readSharedParts, refuseUnseen } from './shared-parts.ts';
import { readCaseVersion } from './version-store.ts';

/** Steps as the reader may see them: uses by companies out of scope do not say of which transaction. */
const visible = (steps: readonly ProcessStep[], uses: readonly ProcessUse[]): ProcessStep[] => {
  const seen = new Set(uses.map(({ transactionId }) => transactionId));
  return steps.map(({ transactionId, ...step }) =>
    transactionId !== undefined && seen.has(transactionId) ? { ...step, transactionId } : step,
  );
};

const toUse = ({ transactionId: id, orderNumber, at }: ProcessUse): ProcessCase['usedBy'][number] => ({
  id,
  ...(orderNumber === undefined ? {} : { orderNumber }),
  at: at.toISOString(),
});

async function toCase(
  deps: CaseDeps,
  trx: Kysely<Tables>,
  reader: CaseReader,
  row: ProcessRow,
  now: Date,
): Promise<ProcessCase> {
  const { tenantId } = reader;
  const { processId: id, erasedAt } = row;
  const fixed = { db: trx, clock: { now: () => now }, tenantKeys: deps.tenantKeys };
  const { process, history } = await readProcessHistory(fixed, tenantId, id);
  const { person: _person, callbackUri: _callbackUri, ...shown } = process;
  const kept = await findProcessDecision(trx, tenantId, id);
  const described = { capturedFor: id, decision: kept, erasedAt, isReuse: false };
  const captures = { id, ...(await describeCaptures(trx, tenantId, described)) };
  const uses = await listUses(trx, tenantId, id, reader.companies);
  const company = await findCompanyFacts(trx, tenantId, row.companyId);
  const person = openProcess(await deps.tenantKeys(tenantId), row);
  // The clock of its step, as that of all lines: the row has its end by the clock of the database.
  const end = history.find(({ state }) => state !== 'PROCESS_STATE_CREATED');
  const view =
    kept &&
    end &&
    toDecisionView(kept, { at: new Date(end.at), attempts: captures.attempts, hasReceipt: false });
  const isOurs = row.platform === 'built-in';
  const isAwaited = takesCapture(PROCESSES, row, now);
  const shared = await readSharedParts(
    deps,
    trx,
    reader,
    {
      subject: { kind: 'process', id },
      ...{ attempts: captures.attempts, isReuse: false, steps: visible(history, uses) },
      decision: view && kept && { view, result: kept.result },
      ...{ isAwaited, hasLink: isOurs },
    },
    now,
  );
  const acts = listActs(
    {
      takesLink: isAwaited && isOurs && company?.isActive === true,
      isCancelable: false,
      hasPerson: person !== undefined,
      hasPictures: captures.images === 'held',
      hasReceipt: false,
      hasDeliveries: shared.deliveries.length > 0,
      takesNotes: false,
      takesVerdict: false,
      hasEnded: false,
    },
    (permission) => reader.extent(permission) !== undefined,
  );
  return {
    process: shown,
    usedBy: uses.map(toUse),
    captures,
    companyName: company?.name ?? '',
    person: maskProcessPerson(person),
    ...shared,
    ...(view ? { decision: view } : {}),
    acts,
    readAt: now.toISOString(),
  };
}

/** Everything about a process within the reader's scope, as `readTransactionCase` does of a transaction. Refuses with 40420. */
export async function readProcessCase(
  deps: CaseDeps,
  reader: CaseReader,
  id: string,
  ifNoneMatch?: string,
): Promise<ReadCase<ProcessCase>> {
  const { tenantId } = reader;
  const processId = parseCaseId(id);
  const subject = { kind: 'process', id: processId } as const;
  const now = deps.clock.now();
  const unchanged = await findUnchanged(deps, reader, subject, { ifNoneMatch, now });
  if (unchanged) return unchanged;
  await refuseUnseen(deps, reader, subject);
  const fixed = { db: deps.db, clock: { now: () => now }, tenantKeys: deps.tenantKeys };
  await readProcess(fixed, tenantId, processId);
  return inSnapshot(deps.db, async (trx) => {
    const row = await findProcess(trx, tenantId, processId);
    const version = await readCaseVersion(trx, { tenantId, subject, now });
    if (!row || !version) throw new Refusal('40420');
    const etag = toEtag(reader, version);
    if (hasVersion(ifNoneMatch, etag)) return { etag, body: undefined };
    return { etag, body: await toCase(deps, trx, reader, row, now) };
  });
}
