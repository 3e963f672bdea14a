/** A field of a protobuf message: its number, and a whole number, a float of 32 bits, text, bytes or messages. */
export type Field = readonly [number: number, value: number | string | Uint8Array | { float: number }];

const VARINT = 0;
const BYTES = 2;
const FIXED_32 = 5;

/** Least significant seven bits first; negative numbers as two's complement of 64 bits (protobuf encoding, base 128 varints). */
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}

function encodeField([number, value]: Field): Uint8Array[] {
  if (typeof value === 'number') return [varint((number << 3) | VARINT), varint(value)];
  if (typeof value === 'object' && 'float' in value) {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value.float, true);
    return [varint((number << 3) | FIXED_32), bytes];
  }
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return [varint((number << 3) | BYTES), varint(bytes.length), bytes];
}

/** A protobuf message; a field whose value is a message takes the bytes of that. */
export const encodeMessage = (fields: readonly Field[]): Uint8Array =>
  Buffer.concat(fields.flatMap(encodeField));
