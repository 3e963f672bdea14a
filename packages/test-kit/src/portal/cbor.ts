const UINT8 = 24;
const UINT16 = 25;

function head(major: number, value: number): Buffer {
  if (value < UINT8) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | UINT8, value]);
  return Buffer.from([(major << 5) | UINT16, value >> 8, value & 255]);
}

/** What authenticators write: whole numbers, bytes, texts, and maps with keys of either kind. */
export type CborValue = number | string | Uint8Array | ReadonlyMap<number | string, CborValue>;

/** Writes a value as CBOR (RFC 8949), as far as WebAuthn has need of it. */
export function encodeCbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'utf8');
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, one]) => [encodeCbor(key), encodeCbor(one)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}
