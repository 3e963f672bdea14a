import { publishedOperations } from '@titular/contract';
import { isOfPortal, type Route, type RouteReply } from '../route.ts';

/** Leads to what the reference says of a code (RFC 8288), at the address that was called. */
export const helpLink = (code: string): string => `</docs#code-${code}>; rel="help"`;

/** Codes and sub-codes that have a place in the reference: those of published operations, and what any address may answer. */
const DOCUMENTED = [
  ...['40001', '40400'],
  ...Object.values(publishedOperations).flatMap(({ codes, subCodes = {} }) => [
    ...codes,
    ...Object.values(subCodes).flat(),
  ]),
];

const LINKS: ReadonlyMap<unknown, string> = new Map(DOCUMENTED.map((code) => [code, helpLink(code)]));

/** The header that leads to a code in the reference; none where it has no place there. */
export function helpHeader(code: unknown): Readonly<Record<string, string>> {
  const link = LINKS.get(code);
  return link === undefined ? {} : { link };
}

/** Gives a refusal the link to its code in the reference; the portal's host has no reference. */
export function withHelp(route: Route, answer: RouteReply): RouteReply {
  if (answer.status < 400 || isOfPortal(route)) return answer;
  const { sub_code: subCode, code = subCode } = answer.body as { sub_code?: unknown; code?: unknown };
  return { ...answer, headers: { ...answer.headers, ...helpHeader(code) } };
}
