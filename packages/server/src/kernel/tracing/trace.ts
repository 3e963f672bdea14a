import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** What a span is about: its name and attributes come from our own tables alone, never from a request or a person. */
export type SpanFacts = { name: string; kind?: SpanKind; attributes?: Attributes };

const TRACER = 'titular';
const HEADER = 'traceparent';

/** Whether spans are sent anywhere; one exporter serves the process, as OpenTelemetry has it. */
export const tracing = { isOpen: false };

/** Whether something is recorded here, so that it is worth reading or keeping a trace. */
export const isTraced = (): boolean => trace.getActiveSpan()?.isRecording() ?? false;

/** Marks a span as failed by the kind of its error alone: its words may hold what a trace must not. */
function fail(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: unknown };
  span.setAttribute('error.type', typeof code === 'string' ? code : String(name ?? 'unknown'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Begins a span below whatever is active, which the caller ends. */
export const beginSpan = ({ name, ...options }: SpanFacts, parent: Context = context.active()): Span =>
  trace.getTracer(TRACER).startSpan(name, options, parent);

/** Runs the work below a span that was begun, and leaves it open. */
export const withSpan = <Result>(span: Span, work: () => Result): Result =>
  context.with(trace.setSpan(context.active(), span), work);

async function run<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await withSpan(span, work);
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Runs the work in a span of its own, below whatever is active; alone where spans are sent nowhere. */
export const inSpan = <Result>(facts: SpanFacts, work: () => Promise<Result>): Promise<Result> =>
  tracing.isOpen ? run(beginSpan(facts), work) : work();

/** Names the active span for another process, as a `traceparent`; undefined where nothing is recorded. */
export function traceparentNow(): string | undefined {
  const carrier: { [HEADER]?: string } = {};
  if (isTraced()) propagation.inject(context.active(), carrier);
  return carrier[HEADER];
}

/** Makes a remote span the parent of what follows; a text that is no `traceparent` leaves a trace to begin. */
export const remoteParent = (traceparent: string | undefined): Context =>
  traceparent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { [HEADER]: traceparent });

/** Runs the work in a span of the trace that a `traceparent` names, with a link to the span that is active here. */
export function inTraceOf<Result>(
  traceparent: string | undefined,
  facts: SpanFacts,
  work: () => Promise<Result>,
): Promise<Result> {
  const here = trace.getActiveSpan();
  const span = beginSpan(facts, remoteParent(traceparent));
  if (here) span.addLink({ context: here.spanContext() });
  return run(span, work);
}

export { SpanKind };
