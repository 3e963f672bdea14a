const toBinary = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

/** Base64 with padding (RFC 4648 section 4). */
export const encodeBase64 = (bytes: Uint8Array): string => btoa(toBinary(bytes));

/** Base64 for addresses and tokens, without padding (RFC 4648 section 5). */
export const encodeBase64Url = (bytes: Uint8Array): string =>
  encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** With all of its padding or none; the platform alone would skip spaces and line ends. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Bytes of a base64 text; undefined for anything else. */
export const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  BASE64.test(text) ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) : undefined;
