import type { TenantId } from '../kernel/base/id.ts';
import { invariant } from '../kernel/base/invariant.ts';
import type { Db } from '../kernel/database/connect.ts';
import { afterCommit } from '../kernel/database/outbox/after-commit.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';
import { recordEvent } from '../webhooks/index.ts';
import { countTransition } from './count-transition.ts';
import { insertHistory, lockSubject, updateStatus } from './subject-store.ts';
import type { SubjectTable, Transition } from './subject-table.ts';

/** New status, or why nothing changed: the present status does not take the event, or there is no such subject. */
export type ChangeOutcome<Status extends string> =
  | { kind: 'changed'; status: Status }
  | { kind: 'unmoved'; status: Status }
  | { kind: 'unknown' };

/** Moves a subject along its status table inside the caller's database transaction, with history row, event and deliveries. */
export async function changeSubject<Status extends string>(
  trx: Db,
  of: SubjectTable<Status>,
  tenantId: TenantId,
  id: SubjectId,
  transition: Transition,
): Promise<ChangeOutcome<Status>> {
  const present = await lockSubject(trx, of, tenantId, id);
  if (!present) return { kind: 'unknown' };
  const { status: from, companyId } = present;
  const to = of.advance(from, transition.event);
  if (!to) return { kind: 'unmoved', status: from };
  const version = present.version + 1;
  const step = { id, version, from, to, isEnd: of.isFinal(to) && !of.isFinal(from) };
  const isMoved = await updateStatus(trx, of, tenantId, step, of.columnsOf(transition, step));
  invariant(isMoved, 'a locked subject takes its change');
  const { event, actor, reasons = [], at, keepBack } = transition;
  await insertHistory(trx, of, tenantId, id, {
    ...{ version, event, from_status: from, to_status: to, actor, reasons: [...reasons], at },
    ...of.historyOf(transition),
  });
  const subject = of.eventOf(step, transition);
  const told = subject && { tenantId, companyId, subject, at };
  if (told && keepBack) keepBack(told);
  else if (told) await recordEvent(trx, told);
  await afterCommit(trx, () => countTransition(of, present.module, transition));
  return { kind: 'changed', status: to };
}
