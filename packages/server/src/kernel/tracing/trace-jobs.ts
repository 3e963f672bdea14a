import type { Task, TaskList } from 'graphile-worker';
import { inTraceOf, SpanKind, tracing } from './trace.ts';

const traceparentOf = (payload: unknown): string | undefined => {
  const { traceparent } = (payload ?? {}) as { traceparent?: unknown };
  return typeof traceparent === 'string' ? traceparent : undefined;
};

const traceOne =
  (name: string, run: Task): Task =>
  (payload, helpers) =>
    tracing.isOpen
      ? inTraceOf(traceparentOf(payload), { name: `job ${name}`, kind: SpanKind.CONSUMER }, async () =>
          run(payload, helpers),
        )
      : run(payload, helpers);

/** Runs each job in a span, in the trace of whoever enqueued it. */
export const traceJobs = (tasks: TaskList): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, run]) => [name, run ? traceOne(name, run as Task) : run]),
  );
