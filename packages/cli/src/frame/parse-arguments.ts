import { parseArgs } from 'node:util';
import { cardNumberIn } from '@titular/contract';
import { containsCardNumber } from '@titular/server/kernel/base/card-numbers/card-number.ts';
import { didYouMean } from '../hints/did-you-mean.ts';
import type { Arguments, Command } from './command.ts';
import { UsageError } from './usage-error.ts';

/** What every command takes besides its own. */
export const COMMON_OPTIONS = {
  json: { text: 'Print JSON, for scripts.' },
  help: { text: 'Show this help.' },
} as const;

/** A call after it was checked against the rule of its command. */
export type Call = { args: Arguments; json: boolean; help: boolean };

const isOpenEnded = (names: readonly string[]): boolean => names.at(-1)?.endsWith('...') ?? false;

function checkCount(names: readonly string[], given: readonly string[]): void {
  const needed = names.filter((name) => !name.endsWith('?'));
  if (given.length < needed.length) {
    const missing = needed.slice(given.length).map((name) => name.replace('...', ''));
    throw new UsageError(`${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`);
  }
  if (given.length > names.length && !isOpenEnded(names)) {
    throw new UsageError(`${JSON.stringify(given[names.length])} is not expected here.`);
  }
}

/** Ids of keys are thumbprints (RFC 7638), of which one in 64 begins as an option does; no option has so long a name. */
const THUMBPRINT = /^-[A-Za-z0-9_-]{42}$/;

/** Stands before such a word while words are parsed: no word of a command line holds it. */
const MARK = '\0';
const mark = (word: string): string => (THUMBPRINT.test(word) ? MARK + word : word);
const unmark = (word: string): string => (word.startsWith(MARK) ? word.slice(1) : word);

/** Much of what operators give stands in the audit log, which keeps it for ever. */
function refuseCardNumbers(names: readonly string[], { positionals, options }: Arguments): void {
  const given = [
    ...positionals.map((text, at) => [names[at] ?? names.at(-1) ?? 'The word', text] as const),
    ...Object.entries(options).map(([name, text]) => [`--${name}`, text ?? ''] as const),
  ];
  const found = given.find(([, text]) => containsCardNumber(text));
  if (found) throw new UsageError(cardNumberIn(found[0]));
}

/** Reads the words after the command's name; an unknown option, one without its value, a card number, or a wrong number of words is a `UsageError`. */
export function parseArguments(command: Command, words: readonly string[]): Call {
  const rules = { ...command.options, ...COMMON_OPTIONS };
  const options = Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      { type: 'value' in rule && rule.value ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: words.map(mark), options, allowPositionals: true, strict: true });
  } catch (error) {
    const sentence = `${(error as Error).message.split('\n')[0]?.split('. To specify')[0]}.`.replace(
      '..',
      '.',
    );
    const [, unknown] = /^Unknown option '--([^']+)'/.exec(sentence) ?? [];
    const known = Object.keys(rules);
    throw new UsageError(unknown === undefined ? sentence : `${sentence}${didYouMean(unknown, known, '--')}`);
  }
  const given = Object.entries(parsed.values);
  const texts = given
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, text]) => [name, unmark(text)]);
  const positionals = parsed.positionals.map(unmark);
  const switches = new Set(given.filter(([, value]) => value === true).map(([name]) => name));
  const help = switches.has('help');
  const args = { positionals, options: Object.fromEntries(texts), switches };
  if (!help) checkCount(command.positionals ?? [], positionals);
  refuseCardNumbers(command.positionals ?? [], args);
  return {
    args,
    json: switches.has('json'),
    help,
  };
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds of a span such as `90s`, `30m`, `24h` or `7d`, at most 365 days. */
export function parseSpan(text: string): number {
  const [, count = '', unit = ''] = /^([0-9]{1,8})([smhd])$/.exec(text) ?? [];
  const seconds = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (count === '' || !(seconds <= 365 * 86_400)) {
    throw new UsageError(`${JSON.stringify(text)} is not a time span: write 30m, 24h or 7d, for example.`);
  }
  return seconds;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;

/** An instant given as a span before `now`, or as a date and time with its zone. */
export function parseSince(text: string, now: Date): Date {
  if (!INSTANT.test(text)) return new Date(now.getTime() - parseSpan(text) * 1000);
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) throw new UsageError(`${JSON.stringify(text)} is not a valid time.`);
  return instant;
}

/** A whole number from 1 to `most`. */
export function parseCount(text: string, most: number): number {
  const count = /^[0-9]{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most) throw new UsageError(`${JSON.stringify(text)} must be 1 to ${most}.`);
  return count;
}

/** The word that an option names, of those it may name; undefined when it is left out. */
export function oneOf<Word extends string>(
  words: readonly Word[],
  name: string,
  text: string | undefined,
): Word | undefined {
  const word = words.find((one) => one === text);
  if (text !== undefined && word === undefined)
    throw new UsageError(`--${name} must be one of ${words.join(', ')}.`);
  return word;
}
