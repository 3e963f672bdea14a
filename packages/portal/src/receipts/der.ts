/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** One value of DER (ITU-T X.690): its tag, the content, and all of it with tag and length. */
export type DerValue = { tag: number; content: Bytes; whole: Bytes };

/** Tags of the values that a signature consists of; `CONTEXT` is that of `[0]`. */
export const TAG = {
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  id: 0x06,
  sequence: 0x30,
  set: 0x31,
  context: 0xa0,
};

/** Ends the reading of what is not in the one form that DER allows. */
export const refuse = (): never => {
  throw new RangeError('the signature is in another form');
};

const MAX_LENGTH_BYTES = 3;

/** Where the content of a value begins and ends. */
function readBounds(bytes: Bytes, at: number): { begin: number; end: number } {
  const first = bytes[at + 1] ?? refuse();
  const count = first < 0x80 ? 0 : first & 0x7f;
  if (first >= 0x80 && (count < 1 || count > MAX_LENGTH_BYTES)) refuse();
  const begin = at + 2 + count;
  const length = count === 0 ? first : bytes.subarray(at + 2, begin).reduce((sum, one) => sum * 256 + one, 0);
  const isShort = count > 0 && (length < 0x80 || length < 256 ** (count - 1));
  const end = begin + length;
  // A length has one form (section 10.1).
  if (isShort || end > bytes.length) refuse();
  return { begin, end };
}

/** The value at the beginning of bytes. */
export function readFirst(bytes: Bytes, at = 0): DerValue {
  const { begin, end } = readBounds(bytes, at);
  return { tag: bytes[at] ?? refuse(), content: bytes.slice(begin, end), whole: bytes.slice(at, end) };
}

/** The values of which a value with a tag consists, which fill it. */
export function readInner(value: DerValue | undefined, tag: number, count?: number): DerValue[] {
  if (value?.tag !== tag) return refuse();
  const found: DerValue[] = [];
  for (let at = 0; at < value.content.length; ) {
    const one = readFirst(value.content, at);
    found.push(one);
    at += one.whole.length;
  }
  return count === undefined || found.length === count ? found : refuse();
}

/** Bytes as text, two signs for each. */
export const toHex = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The bytes of such a text. */
export const fromHex = (text: string): Bytes =>
  Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  );

/** Refuses a value that is not, to the byte, one of these. */
export function requireOne(value: DerValue | undefined, ...forms: readonly string[]): void {
  if (!value || !forms.includes(toHex(value.whole))) refuse();
}
