const toBinary = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** Base64 with padding (RFC 4648 section 4). */
export const encodeBase64 = (bytes: Uint8Array): string => btoa(toBinary(bytes));

/** Base64 for addresses and tokens, without padding (RFC 4648 section 5). */
export const encodeBase64Url = (bytes: Uint8Array): string =>
  encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** Bytes of a base64 text; undefined for anything else. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
