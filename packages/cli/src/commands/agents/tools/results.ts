import type { ServiceAnswer } from '../service/call-service.ts';
import { failed, type ToolResult } from './tool.ts';

/** Members that open something to whoever has them: links, SDK tokens, signing secrets. */
const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'link',
  'token',
  'secret',
  'access_token',
  'client_secret',
  'privateKey',
  'password',
  'authorization',
]);

/** The value without members that are secrets, at whatever depth. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !SECRET_MEMBERS.has(name))
      .map(([name, one]) => [name, withoutSecrets(one)]),
  );
}

/** The answer of the service as a result. */
export function resultOf(answer: ServiceAnswer): ToolResult {
  if (answer.kind === 'refused') {
    const { code, message, remedy, ...more } = answer.refusal;
    return failed(code, message, remedy, more);
  }
  const structured = withoutSecrets(answer.body) as Record<string, unknown>;
  return { text: JSON.stringify(structured, null, 2), structured };
}
