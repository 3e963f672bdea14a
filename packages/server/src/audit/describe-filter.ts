import { ID_PATTERN } from '@titular/contract';
import type { AuditFilter } from './audit-search-store.ts';

const ID = new RegExp(`^[a-z-]{2,40}[:/]${ID_PATTERN}$`);

/** Stands for a word that no entry was found by: it may be what somebody typed, and the log is for ever. */
const UNKNOWN = 'no value of the log';

/** What an export was narrowed to; filters are exact, so a word that found an entry stands in the log already. */
export function describeAuditFilter(
  { actor, action, subject, from, before }: AuditFilter,
  hasFound: boolean,
): object {
  const words = Object.entries({ actor, action, subject }).flatMap(([name, word]) =>
    word === undefined ? [] : [[name, hasFound || ID.test(word) ? word : UNKNOWN]],
  );
  return {
    ...Object.fromEntries(words),
    ...(from === undefined ? {} : { from: from.toISOString() }),
    ...(before === undefined ? {} : { before: before.toISOString() }),
  };
}
