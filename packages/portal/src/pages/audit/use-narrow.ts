import { useNavigate } from '@tanstack/react-router';
import { changeSearch } from '../../lists/change-search.ts';
import type { AuditSearch } from './model/audit-search.ts';

/** Filters to change; undefined takes one out. */
export type Narrowing = Readonly<Partial<Record<keyof AuditSearch, string | undefined>>>;

/** Changes filters of the address, a step that Back takes back; the list begins anew unless it is told where to go on. */
export function useNarrow(): (changed: Narrowing) => void {
  const navigate = useNavigate();
  return (changed) =>
    void navigate({ to: '.', search: (all) => changeSearch(all, { before: undefined, ...changed }) });
}
