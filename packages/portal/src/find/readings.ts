import type { Permission } from '@titular/contract/permissions';
import { classifySearch, readCard, type SearchKind, shortenCard } from '@titular/contract/search-kind';
import { MAX_FIND_LENGTH } from '@titular/contract/text-bounds';

/** What a text in the search box stands for, before anything is sent. */
export type Reading = {
  /** What is sent: the text, or of a whole card number its first eight and last four digits. */
  text: string;
  isShortened: boolean;
  /** Readings in the order in which they are tried; those that the person may not take are left out. */
  kinds: readonly SearchKind[];
};

const OF_PERSONS: readonly SearchKind[] = ['identity', 'card'];

/** Whether looking for it is written to the audit log. */
export const isAudited = (kind: SearchKind): boolean => OF_PERSONS.includes(kind);

/** Reads a text; undefined where there is nothing to look for. */
export function readText(typed: string, may: (permission: Permission) => boolean): Reading | undefined {
  const shortened = shortenCard(typed);
  const text = [...(shortened ?? typed)].slice(0, MAX_FIND_LENGTH).join('');
  const kinds = classifySearch(text).filter((kind) => !isAudited(kind) || may('persons:find'));
  if (kinds.length === 0) return undefined;
  return { text, isShortened: shortened !== undefined && readCard(text) !== undefined, kinds };
}
