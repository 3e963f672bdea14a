import type { AnyId, TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';
import { inTraceOf, type SpanFacts, traceparentNow, tracing } from '../kernel/tracing/trace.ts';
import { findTrace, insertTrace } from './subject-trace-store.ts';

/** Names a transaction or process by its ids. */
type Subject = { tenantId: TenantId; subjectId: SubjectId };

/** Stores the trace of a create in the caller's database transaction; nothing where none is recorded. */
export async function keepTrace(db: Db, subject: Subject, createdAt: Date): Promise<void> {
  const traceparent = traceparentNow();
  if (traceparent !== undefined) await insertTrace(db, { ...subject, traceparent, createdAt });
}

/** Runs work of a transaction or process in a span of the trace of its create; where no traces are sent, nothing is read. */
export async function inSubjectTrace<Result>(
  db: Db,
  { tenantId, subjectId }: { tenantId: TenantId; subjectId: AnyId | undefined },
  facts: SpanFacts,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracing.isOpen) return work();
  // A trace that cannot be read must not hold up what it is about.
  const find = async () => subjectId && (await findTrace(db, tenantId, subjectId));
  return inTraceOf((await find().catch(() => undefined)) || undefined, facts, work);
}
