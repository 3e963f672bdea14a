import { operationsOf, type ScenarioRow } from '@titular/server/sandbox/index.ts';
import type { Answered, AskOperation } from './trial-operations.ts';

/** The operation that merchants know best, where several refuse so. */
const FIRST = 'createTransaction';

const wordsOf = ({ status, retryAfter, answer }: Answered): string => {
  const { code, message, sub_code, error_description } = answer;
  const words = [code ?? sub_code, message ?? error_description].filter((word) => word !== undefined);
  return [String(status), ...words, ...(retryAfter ? [`Retry-After ${retryAfter}`] : [])].join(' ');
};

/** Calls an operation that a scenario refuses, and once more where it is served then; whether both went as the catalogue says. */
export async function followRefusal(
  ask: AskOperation,
  row: ScenarioRow,
  tell: (what: string) => void,
): Promise<boolean> {
  const { leadsTo, name } = row;
  if (leadsTo.kind === 'status' || leadsTo.kind === 'process') return false;
  const operations = operationsOf(row);
  const operation = operations.includes(FIRST) ? FIRST : (operations[0] ?? FIRST);
  const first = await ask(operation, name);
  tell(`${operation}: ${wordsOf(first)}`);
  if (leadsTo.kind === 'token-refused') return first.answer.sub_code === leadsTo.subCode;
  const isRefused = first.answer.code === leadsTo.code;
  if (!leadsTo.isServedNext) return isRefused;
  const second = await ask(operation, name);
  tell(`${operation} again: ${wordsOf(second)}`);
  return isRefused && second.status === 200;
}
