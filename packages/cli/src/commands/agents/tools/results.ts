import type { ServiceAnswer, ServiceRefusal } from '../service/call-service.ts';
import { failed, type ToolResult } from './tool.ts';

/** Members that open something to whoever has them: links, SDK tokens, signing secrets. */
export const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'link',
  'token',
  'secret',
  'access_token',
  'client_secret',
  'privateKey',
  'password',
  'authorization',
]);

/** What shows nothing, or halves of signs: a person who looks over a text does not see it, and an agent reads it. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\u2028\u2029]|(?![\t\n\r])\p{Cc}/gu;

const showUnseen = (text: string): string =>
  text.replace(UNSEEN, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);

/** An address without what follows its path: receivers let callers prove themselves by a key there. */
const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '?…');

/** The value as an agent may have it, at whatever depth: without members that are secrets, and with nothing hidden in its texts. */
export function showable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(showable);
  if (typeof value === 'string') return showUnseen(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !SECRET_MEMBERS.has(name))
      .map(([name, one]) => [
        showUnseen(name),
        showable(name === 'url' && typeof one === 'string' ? withoutQuery(one) : one),
      ]),
  );
}

/** The answer of the service as a result. */
export function resultOf(answer: ServiceAnswer): ToolResult {
  if (answer.kind === 'refused') {
    const { code, message, remedy, ...more } = showable(answer.refusal) as ServiceRefusal;
    return failed(code, message, remedy, more);
  }
  const structured = showable(answer.body) as Record<string, unknown>;
  return { text: JSON.stringify(structured, null, 2), structured };
}
