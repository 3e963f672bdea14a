import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../base/refusal.ts';

/** Room for a token that is far too long, so that it is answered as one; all other headers together have 16 KiB. */
export const MAX_HEADER_BYTES = 48 * 1024;
const MAX_OTHER_HEADER_BYTES = 16 * 1024;

/** Whether a header as it was sent has this name in lower case. Its length tells most names apart, for less than their letters do. */
const isNamed = (sent: string | undefined, name: string): boolean =>
  sent?.length === name.length && sent.toLowerCase() === name;

/** The values of a header as they were sent, each repeat as one of its own; its name is given in lower case. */
export function sentValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (isNamed(rawHeaders[at], name)) values.push(rawHeaders[at + 1] ?? '');
  return values;
}

/** Refuses two Authorization headers: Node keeps the first and says nothing; which of them was meant is not ours to guess. */
export function refuseTwoAuthorizations({ raw }: FastifyRequest): void {
  if (sentValues(raw.rawHeaders, 'authorization').length > 1)
    throw new Refusal('40001', 'Send the Authorization header once.');
}

/** Refuses an address and headers that are too long together, the Authorization header apart. */
export function refuseLongHeaders(target: string, rawHeaders: readonly string[]): void {
  let bytes = target.length;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]];
    if (!isNamed(name, 'authorization')) bytes += name.length + value.length;
  }
  if (bytes > MAX_OTHER_HEADER_BYTES)
    throw new Refusal('40001', 'Address and headers are too long.', { connection: 'close' });
}
