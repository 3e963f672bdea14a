import type { SearchTransactions, TransactionStatus } from '@titular/contract';
import { type RawBuilder, sql } from 'kysely';
import { addSeconds } from '../../kernel/base/clock.ts';
import { type CompanyId, lowestId, type TenantId } from '../../kernel/base/id.ts';
import { parseId, parseInstant } from '../../kernel/http/body/parse-query.ts';
import { type CaseScope, companiesOf } from '../case-scope.ts';
import { MAX_STREAMS, type StreamKeys, type StreamQuery } from './streams-store.ts';

/** Ids are made with the time of creation; a row that another clock wrote may differ by less than this. */
const ID_SLACK_SECONDS = 60;

/** What a list of transactions is narrowed to, every part parsed. */
export type TransactionFilter = {
  companies: readonly CompanyId[] | undefined;
  statuses: readonly TransactionStatus[] | undefined;
  module: string | undefined;
  createdFrom: Date | undefined;
  createdBefore: Date | undefined;
  reason: string | undefined;
  identityChanged: boolean | undefined;
};

/** Parses what the page asks for, within what the caller may see; refuses with 40002. */
export const parseTransactionFilter = (scope: CaseScope, asked: SearchTransactions): TransactionFilter => ({
  companies: companiesOf(scope, parseId('company', asked.company)),
  statuses: asked.status && [...new Set(asked.status)],
  module: asked.module,
  createdFrom: parseInstant('createdFrom', asked.createdFrom),
  createdBefore: parseInstant('createdBefore', asked.createdBefore),
  reason: asked.reason,
  identityChanged: asked.identityChanged,
});

/** The keys that one index holds together, and which of the filters they settle. */
function keysOf({ companies, statuses, module }: TransactionFilter): {
  keys: StreamKeys;
  settled: readonly ('companies' | 'statuses' | 'module')[];
} {
  const ofCompany = companies && { column: 'company_id' as const, values: companies };
  const ofStatus = statuses && { column: 'status' as const, values: statuses };
  const fits = (companies?.length ?? 1) * (statuses?.length ?? 1) <= MAX_STREAMS;
  if (ofCompany && ofStatus && fits)
    return { keys: [ofCompany, ofStatus], settled: ['companies', 'statuses'] };
  if (ofCompany && companies.length <= MAX_STREAMS) return { keys: [ofCompany], settled: ['companies'] };
  if (ofStatus) return { keys: [ofStatus], settled: ['statuses'] };
  if (module !== undefined) return { keys: [{ column: 'module', values: [module] }], settled: ['module'] };
  return { keys: [], settled: [] };
}

/** A subquery for each row, and no join: a join may read the whole history first. */
const ofLastStep = (tenantId: TenantId, reason: string): RawBuilder<unknown> => sql`(
  SELECT ${reason} = ANY (h.reasons) FROM transaction_history h
  WHERE h.tenant_id = ${tenantId} AND h.transaction_id = t.transaction_id AND h.version = t.version)`;

/** What the keys leave to be asked of each row. */
function restOf(
  tenantId: TenantId,
  filter: TransactionFilter,
  settled: readonly string[],
): RawBuilder<unknown>[] {
  const { companies, statuses, module, createdFrom, createdBefore, reason, identityChanged } = filter;
  const left = <Value>(
    name: string,
    value: Value | undefined,
    condition: (value: Value) => RawBuilder<unknown>,
  ) => (value === undefined || settled.includes(name) ? [] : [condition(value)]);
  return [
    ...left('companies', companies, (ids) => sql`t.company_id = ANY (${ids}::uuid[])`),
    ...left('statuses', statuses, (all) => sql`t.status = ANY (${all}::text[])`),
    ...left('module', module, (one) => sql`t.module = ${one}`),
    ...left('createdFrom', createdFrom, (at) => sql`t.created_at >= ${at}`),
    ...left('createdBefore', createdBefore, (at) => sql`t.created_at < ${at}`),
    ...left('identityChanged', identityChanged, (is) => sql`t.has_identity_changed = ${is}`),
    ...left('reason', reason, (one) => ofLastStep(tenantId, one)),
  ];
}

/** Everything that the filter asks of one row `t`; undefined where it asks nothing. */
export function toCondition(tenantId: TenantId, filter: TransactionFilter): RawBuilder<unknown> | undefined {
  const all = restOf(tenantId, filter, []);
  return all.length === 0 ? undefined : sql`(${sql.join(all, sql` AND `)})`;
}

/** The walks that find what a filter asks for, within bounds on the id that hold every time asked for. */
export function toStreams(
  tenantId: TenantId,
  filter: TransactionFilter,
): Pick<StreamQuery, 'table' | 'tenantId' | 'keys' | 'fromId' | 'beforeId' | 'rest'> {
  const { createdFrom, createdBefore } = filter;
  const { keys, settled } = keysOf(filter);
  const rest = restOf(tenantId, filter, settled);
  return {
    ...{ table: 'transactions', tenantId, keys },
    fromId: createdFrom && lowestId(addSeconds(createdFrom, -ID_SLACK_SECONDS)),
    beforeId: createdBefore && lowestId(addSeconds(createdBefore, ID_SLACK_SECONDS)),
    rest: rest.length === 0 ? undefined : sql`(${sql.join(rest, sql` AND `)})`,
  };
}
