import { Refusal } from '../../base/refusal.ts';
import type { RouteRequest } from '../route.ts';

type Headers = RouteRequest['headers'];

const isJson = (contentType: string | string[] | undefined): boolean =>
  typeof contentType === 'string' && contentType.split(';')[0]?.trim().toLowerCase() === 'application/json';

/**
 * Refuses with 40344 a call that the portal's own page did not make: by Fetch Metadata, and for what changes something also by origin and a
 * content type that no form can have (OWASP ASVS 5.0, 3.5.1 to 3.5.3).
 */
export function refuseForeign(method: string, headers: Headers, origin: string): void {
  const isReading = method === 'GET' || method === 'HEAD';
  const isOwn = isReading
    ? headers['sec-fetch-dest'] === 'empty'
    : headers['origin'] === origin && isJson(headers['content-type']);
  if (headers['sec-fetch-site'] !== 'same-origin' || !isOwn) throw new Refusal('40344');
}
