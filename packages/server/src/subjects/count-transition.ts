import { countDecision, countEvent } from '../captures/index.ts';
import type { SubjectTable, Transition } from './subject-table.ts';

/** Counts a transition that was written, and the decision that it carries; the module is that of the subject's row. */
export function countTransition(
  { table }: Pick<SubjectTable, 'table'>,
  module: string,
  { event, decision }: Pick<Transition, 'event' | 'decision'>,
): void {
  countEvent(table === 'processes' ? 'process' : 'transaction', event, module);
  const { result, reasons } = (decision ?? {}) as { result?: unknown; reasons?: unknown };
  if (typeof result === 'string' && Array.isArray(reasons)) countDecision(result, reasons);
}
