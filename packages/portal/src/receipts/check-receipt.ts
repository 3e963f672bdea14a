/** A JSON object whose members nobody has checked. */
export type Json = Readonly<Record<string, unknown>>;

/** What is wrong with a receipt: the first thing that does not hold. */
export type ReceiptFault =
  | 'not_a_receipt'
  | 'truncated'
  | 'header'
  | 'unsigned'
  | 'other_algorithm'
  | 'other_type'
  | 'content'
  | 'unknown_key'
  | 'signature';

/** What a receipt is about. */
type ReceiptKind = 'decision' | 'erasure';

/** How a check ended; only `genuine` says anything about what stands in the receipt. */
export type CheckedReceipt =
  | { kind: 'genuine'; about: ReceiptKind; claims: Json; keyId: string }
  | { kind: 'faulty'; fault: ReceiptFault };

/** Types of receipts; a token of another kind under the same key is none (RFC 8725, section 3.11). */
const RECEIPT_TYPES: Readonly<Record<string, ReceiptKind>> = {
  'titular-decision+jwt': 'decision',
  'titular-erasure+jwt': 'erasure',
};
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
/** Two numbers of 32 bytes (RFC 7518, section 3.4). */
const SIGNATURE_BYTES = 64;

const SHAPE = /^[\w-]+(?:\.[\w-]*){0,2}$/;

/** Undefined too where bits are left over that decode to nothing (RFC 4648, section 3.5): a receipt has one form. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  try {
    const bytes = atob(base64);
    if (btoa(bytes).replaceAll('=', '') !== base64) return undefined;
    return Uint8Array.from(bytes, (sign) => sign.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function parseJson(bytes: Uint8Array | undefined): Json | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a published key is the one with an id, and of the kind that signs receipts. */
export const isReceiptKey = (key: Json, keyId: unknown): boolean =>
  key['kid'] === keyId && key['kty'] === 'EC' && key['crv'] === 'P-256';

/** A published key as WebCrypto takes it. */
export const importReceiptKey = ({ x, y }: Json): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x: String(x), y: String(y) }, ALGORITHM, false, [
    'verify',
  ]);

/** The algorithm is fixed, whatever the header says (RFC 8725, section 3.1). */
function findHeaderFault(header: Json): ReceiptFault | undefined {
  const { alg } = header;
  if (typeof alg === 'string' && alg.toLowerCase() === 'none') return 'unsigned';
  if (alg !== 'ES256') return 'other_algorithm';
  if ('crit' in header) return 'header';
  return Object.hasOwn(RECEIPT_TYPES, String(header['typ'])) ? undefined : 'other_type';
}

const faulty = (fault: ReceiptFault): CheckedReceipt => ({ kind: 'faulty', fault });

async function isSigned(key: Json, signed: string, signature: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const bytes = new TextEncoder().encode(signed);
  return importReceiptKey(key)
    .then((imported) => crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, imported, signature, bytes))
    .catch(() => false);
}

/** Verifies a receipt (JWS in compact form, RFC 7515) in this browser, and names the first thing that is wrong. */
export async function checkReceipt(receipt: string, keys: readonly Json[]): Promise<CheckedReceipt> {
  const parts = receipt.split('.');
  const [head = '', body = '', tail = ''] = parts;
  const header = parseJson(fromBase64Url(head));
  if (!header) return faulty(SHAPE.test(receipt) && parts.length === 3 ? 'header' : 'not_a_receipt');
  const headerFault = findHeaderFault(header);
  if (headerFault) return faulty(headerFault);
  if (parts.length !== 3) return faulty(parts.length < 3 ? 'truncated' : 'not_a_receipt');
  const signature = fromBase64Url(tail);
  if (!signature || signature.length < SIGNATURE_BYTES)
    return faulty(tail.length < 86 ? 'truncated' : 'signature');
  if (signature.length > SIGNATURE_BYTES) return faulty('signature');
  const key = keys.find((one) => isReceiptKey(one, header['kid']));
  if (!key) return faulty('unknown_key');
  if (!(await isSigned(key, `${head}.${body}`, signature))) return faulty('signature');
  const claims = parseJson(fromBase64Url(body));
  const about = RECEIPT_TYPES[String(header['typ'])];
  if (!claims || !about) return faulty('content');
  return { kind: 'genuine', about, claims, keyId: String(header['kid']) };
}
