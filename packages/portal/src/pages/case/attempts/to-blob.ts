/** Bytes of a text in base 64 (RFC 4648, section 4), in memory alone. */
export function toBlob(base64: string, type: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type });
}
