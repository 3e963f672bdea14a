const PRIME = 2n ** 255n - 19n;
const SIGN_BIT = 1n << 255n;
// The y coordinates of the eight points of small order: under such a key, signatures can be made without a private key.
const SMALL_ORDER_Y = new Set([
  0n,
  1n,
  PRIME - 1n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
]);

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % PRIME;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % PRIME;
    square = (square * square) % PRIME;
  }
  return result;
}

// d of the curve -x^2 + y^2 = 1 + d x^2 y^2 (RFC 8032 section 5.1).
const D = ((PRIME - 121665n) * power(121666n, PRIME - 2n)) % PRIME;

/** Whether 32 bytes are a canonical point of Ed25519 that is not of small order (RFC 8032 section 5.1.3); importing a key checks neither. */
export function isSoundEd25519Point(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false;
  const encoded = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
  const y = encoded & (SIGN_BIT - 1n);
  if (y >= PRIME || SMALL_ORDER_Y.has(y)) return false;
  const ySquare = (y * y) % PRIME;
  const xSquare = ((ySquare - 1n) * power(D * ySquare + 1n, PRIME - 2n)) % PRIME;
  return power(xSquare, (PRIME - 1n) / 2n) === 1n;
}
