import type { Span } from '@opentelemetry/api';
import { defineCache } from '../caches/cache.ts';
import { beginSpan, isTraced, SpanKind } from './trace.ts';

const VERB = /^\s*(\w+)/;
const TABLE = /\b(?:from|into|update)\s+"?([a-z_]+(?:\.[a-z_]+)?)"?/i;

/** Names of spans by the texts of their statements. */
export const spanNameCache = defineCache('span_names', 10_000);

const names = spanNameCache.open<string>();

/** Names a statement by its verb and first table: the text itself stays out of traces. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const verb = VERB.exec(text)?.[1]?.toLowerCase() ?? 'query';
  const table = TABLE.exec(text)?.[1];
  const name = table ? `${verb} ${table}` : verb;
  names.set(text, name);
  return name;
}

/** Begins the span of a statement, which the caller ends; undefined outside of a recorded trace. */
export const beginQuerySpan = (text: string): Span | undefined =>
  isTraced()
    ? beginSpan({
        name: nameOf(text),
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': 'postgresql' },
      })
    : undefined;
