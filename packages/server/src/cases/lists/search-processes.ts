import type { ProcessRow, ProcessRows, SearchProcesses } from '@titular/contract';
import { sql } from 'kysely';
import { byIndex } from '../../kernel/database/by-index.ts';
import { parseId } from '../../kernel/http/body/parse-query.ts';
import { PROCESS_STATUSES, PROCESS_WORDS, PROCESSES, type ProcessStatus } from '../../processes/index.ts';
import { endAllDue } from '../../subjects/index.ts';
import { type CaseScope, companiesOf } from '../case-scope.ts';
import { findPage } from './find-page.ts';
import { type ListedProcess, listProcessesBy } from './process-row-store.ts';
import { type ListDeps, pageOf } from './search-transactions.ts';
import { MAX_STREAMS, type StreamKeys } from './streams-store.ts';

function toRow(one: ListedProcess): ProcessRow {
  const { state, result } = PROCESS_WORDS[one.status];
  return {
    id: one.processId,
    company: one.companyId,
    companyName: one.companyName,
    state,
    ...(result === undefined ? {} : { result }),
    purpose: one.purpose,
    ...(one.clientReference === undefined ? {} : { clientReference: one.clientReference }),
    uses: one.uses,
    createdAt: one.createdAt.toISOString(),
    ...(one.finishedAt === undefined ? {} : { finishedAt: one.finishedAt.toISOString() }),
    ...(one.erasedAt === undefined ? {} : { erasedAt: one.erasedAt.toISOString() }),
  };
}

/** Statuses as they are kept that have the words of the wire. */
function statusesOf({ state, result }: SearchProcesses): readonly ProcessStatus[] | undefined {
  if (state === undefined && result === undefined) return undefined;
  return PROCESS_STATUSES.filter((status) => {
    const words = PROCESS_WORDS[status];
    return (state ?? words.state) === words.state && (result ?? words.result) === words.result;
  });
}

/** Ends what is due before it is shown; a platform elsewhere has the last word on its own. */
function endDue({ db, clock }: ListDeps, { tenantId }: CaseScope, found: readonly ListedProcess[]) {
  const ours = found.filter(({ isOurs }) => isOurs).map((one) => ({ ...one, id: one.processId }));
  return endAllDue(db, PROCESSES, tenantId, ours, clock.now());
}

/** Rows of processes that were found within the scope. */
export async function readProcessRows(
  deps: ListDeps,
  scope: CaseScope,
  ids: readonly string[],
): Promise<ProcessRow[]> {
  if (ids.length === 0) return [];
  const read = () => byIndex(deps.db, (trx) => listProcessesBy(trx, scope.tenantId, ids));
  const found = await read();
  return ((await endDue(deps, scope, found)) ? await read() : found).map(toRow);
}

/** The keys of the walks; every status where companies are asked for, because one index holds both. */
function keysOf(
  companies: readonly string[] | undefined,
  statuses: readonly string[] | undefined,
): StreamKeys {
  const ofStatus = { column: 'status', values: statuses ?? PROCESS_STATUSES } as const;
  if (companies && companies.length * ofStatus.values.length <= MAX_STREAMS)
    return [{ column: 'company_id', values: companies }, ofStatus];
  return statuses ? [ofStatus] : [];
}

/** A page of processes within the scope that match, those with the highest ids first: the newest, unless a platform elsewhere chose the ids. */
export async function searchPortalProcesses(
  deps: ListDeps,
  scope: CaseScope,
  asked: SearchProcesses,
): Promise<ProcessRows> {
  const companies = companiesOf(scope, parseId('company', asked.company));
  const keys = keysOf(companies, statusesOf(asked));
  const isSettled = companies === undefined || keys.some(({ column }) => column === 'company_id');
  const rest = isSettled ? undefined : sql`t.company_id = ANY (${companies}::uuid[])`;
  const query = { table: 'processes', tenantId: scope.tenantId, keys, rest } as const;
  const { ids, nextCursor } = await findPage(deps.db, query, pageOf(asked));
  const processes = await readProcessRows(deps, scope, ids);
  return { processes, ...(nextCursor === undefined ? {} : { nextCursor }) };
}
