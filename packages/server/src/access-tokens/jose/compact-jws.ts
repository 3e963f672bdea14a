import { Refusal } from '../../kernel/base/refusal.ts';
import { parseStrictClaims } from '../../kernel/http/body/strict-json.ts';

/** A JWS whose form is sound; its signature is not checked yet, so nothing in it is true yet. */
export type CompactJws = {
  header: Readonly<Record<string, unknown>>;
  payload: Readonly<Record<string, unknown>>;
  /** Header and payload as they were signed; being canonical base64url, equal bytes have one spelling only. */
  signingInput: string;
  signature: Buffer;
};

/** Most characters of a JWS that are looked at. */
const MAX_JWS_LENGTH = 8192;

// The decoder of Node skips padding, spaces and stray bits, so only a text that encodes back to itself is taken.
function decodeCanonical(segment: string): Buffer | undefined {
  if (segment === '') return undefined;
  const bytes = Buffer.from(segment, 'base64url');
  return bytes.toString('base64url') === segment ? bytes : undefined;
}

function parseObject(segment: string): Record<string, unknown> | undefined {
  const bytes = decodeCanonical(segment);
  if (!bytes) return undefined;
  try {
    return parseStrictClaims(bytes) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Takes a compact JWS apart (RFC 7515 section 7.1): three canonical base64url segments, header and payload JSON objects without repeated names. */
export function parseCompactJws(text: string): CompactJws | undefined {
  if (text.length > MAX_JWS_LENGTH) return undefined;
  const segments = text.split('.', 4);
  const [first = '', second = '', third = ''] = segments;
  const signature = segments.length === 3 ? decodeCanonical(third) : undefined;
  if (!signature) return undefined;
  const header = parseObject(first);
  const payload = parseObject(second);
  return header && payload && { header, payload, signingInput: `${first}.${second}`, signature };
}

/** The issuer that a compact JWS names, if any; for who only sorts requests by it, as it may be malformed in every other way. */
export function readClaimedIssuer(text: string): string | undefined {
  if (text.length > MAX_JWS_LENGTH) return undefined;
  try {
    const payload: unknown = JSON.parse(Buffer.from(text.split('.', 2)[1] ?? '', 'base64url').toString());
    const { iss } = (payload ?? {}) as { iss?: unknown };
    return typeof iss === 'string' ? iss : undefined;
  } catch {
    return undefined;
  }
}

/** What a kind of token demands of its header; types are compared without case and without `application/` (RFC 7515 section 4.1.9). */
export type HeaderRule = {
  algorithms: readonly string[];
  types: readonly string[];
  typeRequired: boolean;
};

/** Whether the header may be trusted to choose a key: only alg, typ and kid may stand in it, so no `crit`, embedded or remote key. */
export function checkJwsHeader(
  header: CompactJws['header'],
  rule: HeaderRule,
): 'sound' | 'bad-parameter' | 'bad-algorithm' {
  const { alg, typ, kid } = header;
  if (typeof alg !== 'string' || !rule.algorithms.includes(alg)) return 'bad-algorithm';
  if (Object.keys(header).some((name) => !['alg', 'typ', 'kid'].includes(name))) return 'bad-parameter';
  if (kid !== undefined && (typeof kid !== 'string' || kid === '' || kid.length > 255))
    return 'bad-parameter';
  if (typ === undefined) return rule.typeRequired ? 'bad-parameter' : 'sound';
  if (typeof typ !== 'string') return 'bad-parameter';
  return rule.types.includes(typ.toLowerCase().replace(/^application\//, '')) ? 'sound' : 'bad-parameter';
}
