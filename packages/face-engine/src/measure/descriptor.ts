const BYTES_PER_NUMBER = 4;

/** A face descriptor as little-endian 32-bit floats, for sealing. */
export function packDescriptor(descriptor: Float32Array): Buffer {
  const packed = Buffer.alloc(descriptor.length * BYTES_PER_NUMBER);
  for (const [index, value] of descriptor.entries()) packed.writeFloatLE(value, index * BYTES_PER_NUMBER);
  return packed;
}

/** Reads what `packDescriptor` wrote. */
export function unpackDescriptor(packed: Buffer): Float32Array {
  const descriptor = new Float32Array(packed.length / BYTES_PER_NUMBER);
  for (let index = 0; index < descriptor.length; index += 1)
    descriptor[index] = packed.readFloatLE(index * BYTES_PER_NUMBER);
  return descriptor;
}
