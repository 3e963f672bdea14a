/** What a verified receipt says, as far as the page shows and compares it. */
export type ReceiptClaims = {
  iss: string;
  sub: string;
  iat: number;
  transaction: string;
  orderNumber: string;
  status: string;
  decidedAt: string;
  checks: readonly { check: string; result: string }[];
};

/** How a verification ended; only `genuine` says anything about what stands in the receipt. */
export type ReceiptVerdict =
  | { kind: 'genuine'; claims: ReceiptClaims; keyId: string }
  | { kind: 'forged' }
  | { kind: 'unknown_key' };

/** The type of receipts of decisions; a token of another kind under the same key is none (RFC 8725, section 3.11). */
const RECEIPT_TYPE = 'titular-decision+jwt';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;
/** Two numbers of 32 bytes (RFC 7518, section 3.4). */
const SIGNATURE_BYTES = 64;

type Json = Readonly<Record<string, unknown>>;

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function parseJson(bytes: Uint8Array | undefined): Json | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

const isReceiptKey = (key: Json, keyId: unknown): boolean =>
  key['kid'] === keyId && key['kty'] === 'EC' && key['crv'] === 'P-256';

const importKey = ({ x, y }: Json): Promise<CryptoKey> =>
  crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x: String(x), y: String(y) }, ALGORITHM, false, [
    'verify',
  ]);

/** Verifies a receipt (JWS in compact form, RFC 7515) in this browser. The algorithm is fixed, whatever the receipt says. */
export async function verifyReceipt(receipt: string, keys: readonly Json[]): Promise<ReceiptVerdict> {
  const parts = receipt.split('.');
  const [head = '', body = '', tail = ''] = parts;
  const header = parseJson(fromBase64Url(head));
  const signature = fromBase64Url(tail);
  const claims = parseJson(fromBase64Url(body));
  const isWellFormed = parts.length === 3 && signature?.length === SIGNATURE_BYTES && claims !== undefined;
  if (!isWellFormed || header?.['alg'] !== 'ES256' || header['typ'] !== RECEIPT_TYPE || 'crit' in header)
    return { kind: 'forged' };
  const key = keys.find((one) => isReceiptKey(one, header['kid']));
  if (!key) return { kind: 'unknown_key' };
  const signed = new TextEncoder().encode(`${head}.${body}`);
  const isGenuine = await importKey(key)
    .then((imported) => crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, imported, signature, signed))
    .catch(() => false);
  if (!isGenuine) return { kind: 'forged' };
  return { kind: 'genuine', claims: claims as unknown as ReceiptClaims, keyId: String(header['kid']) };
}

/** Whether a genuine receipt is about this transaction and says of its checks what the page says. */
export function saysTheSame(
  claims: ReceiptClaims,
  shown: { id: string; checks: readonly { check: string; result: string }[] },
): boolean {
  const isAboutIt =
    claims.sub === shown.id && claims.transaction === shown.id && claims.status === 'approved';
  const told = Array.isArray(claims.checks) ? claims.checks : [];
  return (
    isAboutIt &&
    told.every(({ check, result }) =>
      shown.checks.some((one) => one.check === check && one.result === result),
    )
  );
}
