import type { PortalBody } from '@titular/contract';
import { ID_PATTERN } from '@titular/contract/id-pattern';
import { dayStart, parseDay } from '../../../lists/days.ts';
import { parseId } from '../../../routes/search.ts';

/** The whole state of the list, as the address carries it: ids, accounts, names of actions and days; never a person or an order number. */
export type AuditSearch = {
  actor?: string;
  action?: string;
  subject?: string;
  /** Days of the viewer's zone; both belong to the span. */
  from?: string;
  to?: string;
  /** The page goes on before this entry. */
  before?: string;
  /** The tenant, on the page of the deployment. */
  of?: string;
};

/** Accounts are chosen from a list and never typed; a year fits, and no number of a person or a card. */
const ACCOUNT = '(?!.*[0-9]{4}.*[0-9]{4})[A-Za-z](?:[A-Za-z._-]|[0-9]{1,4}(?![0-9])){0,63}';
const ACTOR = new RegExp(
  `^(?:(?:user|service-account|receiver):${ID_PATTERN}|(?:service-account|command-line):${ACCOUNT}|service|person|portal|sandbox)$`,
);
/** A service account's own name, which its page has in its address too; no number of a person or a card fits. */
const ACCOUNT_NAME = '(?!.*[0-9]{4}.*[0-9]{4})[a-z](?:[a-z-]|[0-9]{1,4}(?![0-9])){0,62}';
const ACTION = /^[a-z-]{1,40}\.[a-z-]{1,40}$/;
const SUBJECT = new RegExp(
  `^(?:[a-z-]{2,30}/${ID_PATTERN}|service-account/${ACCOUNT_NAME}|deployment|card-bins)$`,
);

const matching = (form: RegExp, value: unknown): string | undefined =>
  typeof value === 'string' && form.test(value) ? value : undefined;

/** Reads a subject that somebody typed: a kind and an id, or an account by its name; undefined where it is none, such as an order number. */
export const parseSubject = (value: unknown): string | undefined =>
  matching(SUBJECT, typeof value === 'string' ? value.trim().toLowerCase() : value);

const present = <T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };

/** Reads the address; what is not understood is left out. */
export const parseAuditSearch = (search: Readonly<Record<string, unknown>>): AuditSearch =>
  present({
    actor: matching(ACTOR, search['actor']),
    action: matching(ACTION, search['action']),
    subject: parseSubject(search['subject']),
    from: parseDay(search['from']),
    to: parseDay(search['to']),
    before: parseId(search['before']),
    of: parseId(search['of']),
  });

/** Whether a value may stand in the address. */
export const fitsAddress = (name: keyof AuditSearch, value: string): boolean =>
  parseAuditSearch({ [name]: value })[name] === value;

/** What is asked of the server for an address. */
export const toAuditBody = ({ from, to, before, of: _, ...same }: AuditSearch): PortalBody<'searchAudit'> =>
  present({
    ...same,
    from: from && dayStart(from),
    before: to && dayStart(to, 1),
    cursor: before,
  });

/** What a file of these filters is asked for with: it begins with the newest entry, whatever page is shown. */
export const toExportBody = ({
  cursor: _,
  limit: __,
  exporting: ___,
  ...filters
}: PortalBody<'searchAudit'>): PortalBody<'startAuditExport'> => filters;

/** How many filters of the address narrow the list. */
export const countAuditFilters = ({ before: _, ...filters }: AuditSearch): number =>
  Object.values(filters).length;
