import type { PortalBody, StatusClass } from '@titular/contract';
import { dayStart, parseDay } from '../../../../lists/days.ts';
import { parseTenantSearch, type TenantSearch } from '../../../../routes/search.ts';

/** Days for which calls are kept; a test compares it with the contract's, whose schemas the page does without. */
export const CALL_DAYS = 14;

/** Outcomes that the list can be narrowed to. */
export const OUTCOMES = ['2xx', '3xx', '4xx', '5xx'] as const satisfies readonly StatusClass[];

/** The whole state of the log of calls, as the address carries it: names, codes and days; never an order number or a person. */
export type CallsSearch = {
  operation?: string;
  account?: string;
  outcome?: StatusClass;
  code?: number;
  /** Days of the viewer's zone; both belong to the span. */
  from?: string;
  /** A minute, such as `2026-03-04T16:20Z`, that limits the time in place of the first day. */
  since?: string;
  to?: string;
};

const OPERATION = /^[A-Za-z]{1,63}$/;
/** Accounts are chosen from a list and never typed; no number of a person or a card fits. */
const ACCOUNT = /^(?!.*[0-9]{4})[a-z0-9-]{1,63}$/;
/** To the minute, in UTC. */
const MINUTE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}Z$/;
const MIN_CODE = 10_000;
const MAX_CODE = 99_999;

const matching = (form: RegExp, value: unknown): string | undefined =>
  typeof value === 'string' && form.test(value) ? value : undefined;

const parseCode = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= MIN_CODE && value <= MAX_CODE
    ? value
    : undefined;

const parseMinute = (value: unknown): string | undefined => {
  const minute = matching(MINUTE, value);
  return minute !== undefined && Number.isFinite(Date.parse(minute)) ? minute : undefined;
};

/** A time to the minute, as the address carries it. */
export const printMinute = (at: string): string => `${at.slice(0, 16)}Z`;

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

const present = <T extends object>(values: T): Present<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;

/** Reads the address; what is not understood is left out. */
export const parseCallsSearch = (search: Readonly<Record<string, unknown>>): CallsSearch =>
  present({
    operation: matching(OPERATION, search['operation']),
    account: matching(ACCOUNT, search['account']),
    outcome: OUTCOMES.find((one) => one === search['outcome']),
    code: parseCode(search['code']),
    from: parseDay(search['from']),
    since: parseMinute(search['since']),
    to: parseDay(search['to']),
  });

/** Reads the address with what every address of a tenant may carry, for links. */
export const parseCallsAddress = (search: Readonly<Record<string, unknown>>): CallsSearch & TenantSearch => ({
  ...parseTenantSearch(search),
  ...parseCallsSearch(search),
});

/** Whether an account may stand in the address. */
export const fitsAddress = (account: string): boolean => ACCOUNT.test(account);

/** The time that an address names, for the server. */
export const toSpan = ({ from, since, to }: CallsSearch): PortalBody<'countRefusals'> =>
  present({
    from: since ? new Date(since).toISOString() : from && dayStart(from),
    before: to && dayStart(to, 1),
  });

/** What is asked of the server for an address. */
export const toCallsBody = (search: CallsSearch): PortalBody<'searchPortalCalls'> => ({
  ...present({
    operation: search.operation,
    account: search.account,
    status: search.outcome,
    code: search.code === undefined ? undefined : String(search.code),
  }),
  ...toSpan(search),
});

/** How many filters of the address narrow the list. */
export const countCallFilters = (search: CallsSearch): number =>
  Object.values(search).filter((value) => value !== undefined).length;

/** An address without filters. */
export const NO_FILTERS: Readonly<Record<keyof CallsSearch, undefined>> = {
  ...{ operation: undefined, account: undefined, outcome: undefined },
  ...{ code: undefined, from: undefined, since: undefined, to: undefined },
};
