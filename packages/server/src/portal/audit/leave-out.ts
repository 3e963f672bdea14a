import type { RecordedAuditEntry } from '../../audit/index.ts';

/** Fields that hold what somebody typed, each with the actions under which it is an id or one of a closed list. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  // What operators wrote is not a tenant's.
  reason: ['webhook-endpoint.disable', 'operator.enter'],
  reference: ['reference.replace'],
};

const WORD = /\S+/g;

/** A word that is a URL, before its query and fragment; any other word as it is. */
function cutUrl(word: string): string {
  const authority = word.indexOf('://');
  const end = authority < 0 ? -1 : word.slice(authority).search(/[?#]/);
  return end < 0 ? word : word.slice(0, authority + end);
}

type Values = Readonly<Record<string, unknown>>;

/** A value whose URLs end before query and fragment. */
function cutUrls(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(WORD, cutUrl);
  if (Array.isArray(value)) return value.map(cutUrls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cutUrls(inner)]));
}

/** Values without what was typed, and the names of the fields that lack something. */
function shorten(action: string, values: Values): { kept: Values; fields: string[] } {
  const kept: Record<string, unknown> = {};
  const fields: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const isTyped = Object.hasOwn(TYPED, name) && !TYPED[name]?.includes(action) && value !== null;
    const cut = cutUrls(value);
    if (!isTyped) kept[name] = cut;
    if (isTyped || JSON.stringify(cut) !== JSON.stringify(value)) fields.push(name);
  }
  return { kept, fields };
}

/** An entry for somebody outside its tenant: without free text and queries of URLs, and with the names of the fields that lack them. */
export function leaveOut(entry: RecordedAuditEntry): RecordedAuditEntry & { leftOut?: string[] } {
  if (entry.tenantId === undefined) return entry;
  const { action, before, after, ...rest } = entry;
  const was = before && shorten(action, before as Values);
  const is = after && shorten(action, after as Values);
  const leftOut = [...new Set([...(was?.fields ?? []), ...(is?.fields ?? [])])];
  return {
    ...{ ...rest, action },
    ...(was ? { before: was.kept } : {}),
    ...(is ? { after: is.kept } : {}),
    ...(leftOut.length > 0 ? { leftOut } : {}),
  };
}
