import { ed25519 } from '@noble/curves/ed25519.js';

/** Whether 32 bytes are a canonical point of Ed25519 that is not of small order (RFC 8032 section 5.1.3); importing a key checks neither. */
export function isSoundEd25519Point(bytes: Uint8Array): boolean {
  try {
    return !ed25519.Point.fromBytes(bytes).isSmallOrder();
  } catch {
    return false;
  }
}
