import type { AuditExport, ExportKind, TransactionExport } from '@titular/contract';
import { MAX_PAGE, type TransactionRow } from '@titular/contract';
import type { Kysely } from 'kysely';
import { type RecordedAuditEntry, searchAuditEntries } from '../../audit/index.ts';
import { type DueTransactions, readStoredRows } from '../../cases/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { parseInstant } from '../../kernel/http/body/parse-query.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import { listSealedPersons, type OpenedPerson, openPerson } from '../../transactions/index.ts';
import type { StoredExport } from '../stored-export.ts';
import type { Cells } from './csv.ts';

/** What reading rows needs; `db` is the transaction in which they are written. */
export type SourceDeps = { db: Kysely<Tables>; clock: Clock; tenantKeys: TenantKeys };

/** Rows of one page, and the id that the next goes on before; undefined where nothing is left. `due` are to be ended before they are shown. */
export type SourcePage = { rows: Cells[]; nextId: string | undefined; due?: DueTransactions };

type Scope = Pick<StoredExport, 'tenantId' | 'userId' | 'companies' | 'isOwn'>;
type Filter = Readonly<Record<string, unknown>>;
type Page = { beforeId: string; limit: number };

/** A list that a file can be made of. */
type Source = {
  columns: readonly string[];
  /** Rows of one page; an entry of the audit log can be large. */
  pageSize: number;
  /** Rows of one part. */
  partRows: number;
  read(deps: SourceDeps, scope: Scope, filter: Filter, page: Page): Promise<SourcePage>;
};

const PERSON_COLUMNS = [
  ...['identity_kind', 'identity', 'stated_identity_kind', 'stated_identity'],
  ...['card_name', 'card_first_digits', 'card_last_digits', 'card_expiration'],
] as const;

const toTransactionCells = (row: TransactionRow): Cells => [
  ...[row.id, row.orderNumber, row.company, row.companyName, row.status, row.reasons.join(' ')],
  ...[row.hasIdentityChanged, row.attempts, row.webhooks],
  ...[row.createdAt, row.expiresAt, row.finishedAt, row.erasedAt],
];

async function readTransactions(
  deps: SourceDeps,
  scope: Scope,
  filter: Filter,
  { beforeId, limit }: Page,
): Promise<SourcePage> {
  const asked = { ...(filter as TransactionExport), cursor: beforeId, limit };
  const { transactions, nextCursor, due } = await readStoredRows(deps, scope, asked);
  return { rows: transactions.map(toTransactionCells), nextId: nextCursor, due };
}

/** The cells of a person and card; empty once they were erased. */
function toPersonCells(person: OpenedPerson | undefined): Cells {
  if (!person) return PERSON_COLUMNS.map(() => undefined);
  const { identity, stated, card } = person;
  return [
    ...[identity.key, identity.value, stated?.key, stated?.value],
    ...[card.name, card.binDigits, card.lastDigits, card.expirationDate],
  ];
}

async function readPersons(deps: SourceDeps, scope: Scope, filter: Filter, page: Page): Promise<SourcePage> {
  const { rows, ...rest } = await readTransactions(deps, scope, filter, page);
  const key = await deps.tenantKeys(scope.tenantId);
  const sealed = await listSealedPersons(
    deps.db,
    scope.tenantId,
    rows.map(([id]) => String(id)),
  );
  return {
    ...rest,
    rows: rows.map((cells) => {
      const person = sealed.get(String(cells[0]));
      return [...cells, ...toPersonCells(person && openPerson(key, person))];
    }),
  };
}

const jsonOf = (value: object | undefined): string | undefined => value && JSON.stringify(value);

const toEntryCells = ({ entryId, at, actor, action, subject, before, after }: RecordedAuditEntry): Cells => [
  ...[entryId, at.toISOString(), actor, action, subject, jsonOf(before), jsonOf(after)],
];

async function readEntries(
  deps: SourceDeps,
  { tenantId, userId, isOwn }: Scope,
  filter: Filter,
  { beforeId, limit }: Page,
): Promise<SourcePage> {
  const { actor, action, subject, from, before } = filter as AuditExport;
  const own = `user:${userId}`;
  // As in the list: of others' acts, who sees only their own learns not even that there are any.
  if (isOwn && actor !== undefined && actor !== own) return { rows: [], nextId: undefined };
  const asked = {
    ...{ tenantId, action, subject, beforeId, actor: isOwn ? own : actor },
    ...{ from: parseInstant('from', from), before: parseInstant('before', before) },
  };
  const { entries, nextId } = await searchAuditEntries(deps.db, asked, limit);
  return { rows: entries.map(toEntryCells), nextId };
}

const SOURCES: Readonly<Record<ExportKind, Source>> = {
  transactions: {
    columns: [
      ...['transaction', 'order_number', 'company', 'company_name', 'status', 'reasons'],
      ...['identity_changed', 'attempts', 'webhooks'],
      ...['created_at', 'expires_at', 'finished_at', 'erased_at'],
    ],
    pageSize: MAX_PAGE,
    partRows: 1_000,
    read: readTransactions,
  },
  audit: {
    columns: ['entry', 'at', 'actor', 'action', 'subject', 'before', 'after'],
    pageSize: 250,
    partRows: 250,
    read: readEntries,
  },
};

/** Transactions with persons: opening a seal takes time, so a page and a part are smaller. */
const WITH_PERSONS: Source = {
  columns: [...SOURCES.transactions.columns, ...PERSON_COLUMNS],
  pageSize: 250,
  partRows: 500,
  read: readPersons,
};

/** The list that a file is made of. */
export const sourceOf = ({ kind, withPersons }: Pick<StoredExport, 'kind' | 'withPersons'>): Source =>
  withPersons ? WITH_PERSONS : SOURCES[kind];
