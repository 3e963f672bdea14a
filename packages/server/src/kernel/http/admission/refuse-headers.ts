import { Refusal } from '../../base/refusal.ts';

/** All headers but the token have this much room together with the address. */
const MAX_OTHER_HEADER_BYTES = 16 * 1024;

/** Refuses two Authorization headers: Node keeps the first and says nothing, and which was meant is not ours to guess. */
export function refuseTwoAuthorizations(rawHeaders: readonly string[]): void {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'authorization').length > 1)
    throw new Refusal('40001', 'Send the Authorization header once.');
}

/** Refuses an address and headers that are too long together, the token apart. */
export function refuseLongHeaders(target: string, rawHeaders: readonly string[]): void {
  let bytes = target.length;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]];
    if (name.toLowerCase() !== 'authorization') bytes += name.length + value.length;
  }
  if (bytes > MAX_OTHER_HEADER_BYTES)
    throw new Refusal('40001', 'Address and headers are too long.', { connection: 'close' });
}
