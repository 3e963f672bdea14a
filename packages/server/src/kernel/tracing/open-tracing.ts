import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import type { Log } from '../base/log.ts';
import { tracing } from './trace.ts';

/** Where spans go, which share of the traces that begin here is recorded (0 to 1), and what is said of this process. */
export type TracingSettings = {
  otlpUrl: string | undefined;
  traceShare: number;
  resource: Readonly<Record<string, string>>;
};

/** Time for the last spans to leave at a stop, in milliseconds. */
const FLUSH_LIMIT_MS = 2_000;
const EXPORT_LIMIT_MS = 5_000;

/** What the exporter says of itself goes to the log, as a warning at most: lost spans are no fault of the service. */
const tellOf = (log: Log) => {
  const warn = (message: string): void => log.warn({ part: 'tracing' }, message.slice(0, 500));
  const silent = (): void => undefined;
  return { error: warn, warn, info: silent, debug: silent, verbose: silent };
};

/** Records spans and sends them by OTLP over HTTP until the answer is called; without an address nothing is loaded and no connection opened. */
export async function openTracing(
  { otlpUrl, traceShare, resource }: TracingSettings,
  log: Log,
): Promise<(() => Promise<void>) | undefined> {
  if (otlpUrl === undefined) return undefined;
  const [sdk, exporter, hooks, resources, core] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
  ]);
  diag.setLogger(tellOf(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const sending = new exporter.OTLPTraceExporter({ url: otlpUrl, timeoutMillis: EXPORT_LIMIT_MS });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes(resource),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(traceShare) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: sending, scheduledDelayMillis: 1_000 })],
  });
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  tracing.isOpen = true;
  return async () => {
    const isLate = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_LIMIT_MS).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), isLate]);
    tracing.isOpen = false;
    trace.disable();
    context.disable();
    propagation.disable();
    diag.disable();
  };
}
