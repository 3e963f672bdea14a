import type { Check, Found } from '../judged.ts';
import { listCalls } from './list-calls.ts';

/** Violations of one check that are told one by one, calls that are told of each, and how much of each call. */
const MAX_TOLD = 10;
const MAX_CALLS = 20;
const MAX_SIGNS = 400;

const cut = (text: string): string => (text.length > MAX_SIGNS ? `${text.slice(0, MAX_SIGNS)}…` : text);

/** Lines that show a violation: calls that it brought along, and all that journals have about its order or id. */
function linesOf({ calls = [] }: Found, journaled: readonly { file: string; line: string }[]): string[] {
  const own = calls.map((call) => JSON.stringify(call));
  const lines = [
    ...own.filter((line) => !journaled.some((one) => one.line === line)),
    ...journaled.map(({ file, line }) => `${file}: ${line}`),
  ];
  const more = lines.length - MAX_CALLS;
  return [...lines.slice(0, MAX_CALLS).map(cut), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** Tells each check that found something, and of each violation the calls that led to it, from the journals below a directory. */
export function tellChecks(checks: readonly Check[], directory: string, say: (line: string) => void): void {
  const broken = checks.filter(({ count }) => count !== 0);
  if (broken.length === 0) return;
  const foundOf = ({ found = [] }: Check): readonly Found[] => found.slice(0, MAX_TOLD);
  const calls = listCalls(
    directory,
    broken.flatMap((check) => foundOf(check).map(({ about }) => about)),
  );
  for (const check of broken) {
    say(`MISSED ${check.what}: ${check.count}`);
    for (const one of foundOf(check)) {
      say(`  ${[one.about || 'nothing that has a name', one.why].filter(Boolean).join(': ')}`);
      for (const line of linesOf(one, calls.get(one.about) ?? [])) say(`    ${line}`);
    }
  }
}
