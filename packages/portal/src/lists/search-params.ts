import type { PortalBody, ProcessResult, ProcessState, TransactionStatus } from '@titular/contract';
import { isReasonCode } from '@titular/contract/main-reason';
import { MODULES } from '@titular/contract/modules';
import { parseId, type TenantSearch } from '../routes/search.ts';
import { processResults, processStates, transactionStatuses } from '../words/code-lists.ts';
import { dayStart, parseDay } from './days.ts';

/** Modules that a list can be narrowed to. */
type Module = (typeof MODULES)[number];

/** The whole state of the list of transactions, as the address carries it; never an order number or a person. */
export type TransactionsSearch = TenantSearch & {
  /** Statuses, joined by dots. */
  status?: string;
  module?: Module;
  /** Days of the viewer's zone, such as `2026-11-20`; both belong to the span. */
  from?: string;
  to?: string;
  reason?: string;
  changed?: boolean;
  /** The transaction that stands open beside the list. */
  open?: string;
};

/** The whole state of the list of processes. */
export type ProcessesSearch = TenantSearch & { state?: ProcessState; result?: ProcessResult; open?: string };

type Given = Record<string, unknown>;

const oneOf = <Word extends string>(words: readonly Word[], value: unknown): Word | undefined =>
  words.find((word) => word === value);

/** Statuses of the address, in the order of the contract. */
export const parseStatuses = (value: unknown): TransactionStatus[] => {
  const given = typeof value === 'string' ? value.split('.') : [];
  return transactionStatuses.filter((status) => given.includes(status));
};

/** Statuses as the address carries them; undefined for none. */
export const printStatuses = (statuses: readonly TransactionStatus[]): string | undefined =>
  parseStatuses(statuses.join('.')).join('.') || undefined;

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

const present = <T extends object>(values: T): Present<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;

/** Reads the address of the list of transactions; what is not understood is left out. */
export function parseTransactionsSearch(search: Given): TransactionsSearch {
  const reason = search['reason'];
  const changed = search['changed'];
  return present({
    company: parseId(search['company']),
    status: printStatuses(parseStatuses(search['status'])),
    module: oneOf(MODULES, search['module']),
    from: parseDay(search['from']),
    to: parseDay(search['to']),
    reason: typeof reason === 'string' && isReasonCode(reason) ? reason : undefined,
    changed: typeof changed === 'boolean' ? changed : undefined,
    open: parseId(search['open']),
  });
}

/** Reads the address of the list of processes. */
export const parseProcessesSearch = (search: Given): ProcessesSearch =>
  present({
    company: parseId(search['company']),
    state: oneOf(processStates, search['state']),
    result: oneOf(processResults, search['result']),
    open: parseId(search['open']),
  });

/** What is asked of the server for an address. */
export function toTransactionsBody(search: TransactionsSearch): PortalBody<'searchPortalTransactions'> {
  const statuses = parseStatuses(search.status);
  return present({
    company: search.company,
    status: statuses.length > 0 ? statuses : undefined,
    module: search.module,
    createdFrom: search.from && dayStart(search.from),
    createdBefore: search.to && dayStart(search.to, 1),
    reason: search.reason,
    identityChanged: search.changed,
  });
}

/** The same for processes. */
export const toProcessesBody = ({
  company,
  state,
  result,
}: ProcessesSearch): PortalBody<'searchPortalProcesses'> => present({ company, state, result });

/** How many filters of the address narrow the list; company and the open case are none of them. */
export const countFilters = ({
  company: _,
  open: __,
  ...filters
}: TransactionsSearch | ProcessesSearch): number =>
  Object.values(filters).filter((value) => value !== undefined).length;
