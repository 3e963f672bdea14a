const BYTES_PER_NUMBER = 4;

/** A face descriptor as little-endian 32-bit floats, for sealing. */
export function packDescriptor(descriptor: Float32Array): Buffer {
  const packed = Buffer.alloc(descriptor.length * BYTES_PER_NUMBER);
  for (const [index, value] of descriptor.entries()) packed.writeFloatLE(value, index * BYTES_PER_NUMBER);
  return packed;
}

/** Reads what `packDescriptor` wrote. */
export const unpackDescriptor = (packed: Buffer): Float32Array =>
  Float32Array.from({ length: packed.length / BYTES_PER_NUMBER }, (_, index) =>
    packed.readFloatLE(index * BYTES_PER_NUMBER),
  );
