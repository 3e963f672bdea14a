import { ConfigError, readConfig } from '../config.ts';
import type { Closer } from '../open-database.ts';
import { OperatorRefusal, type OperatorRefusalKind } from '../operators/operator.ts';
import { StartRefused } from '../tenants/master-key.ts';
import type { Command, CommandResult } from './command.ts';
import { commands } from './commands.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { commandHelp, overview, usageOf } from './help.ts';
import { openContext } from './open-context.ts';
import { parseArguments } from './parse-arguments.ts';
import { formatForPeople, formatForScripts } from './print.ts';
import { createProgress } from './progress.ts';
import { UsageError } from './usage-error.ts';

/** Where the program writes, and what it was given. */
export type Surroundings = {
  environment: Record<string, string | undefined>;
  output: { write(text: string): unknown };
  errors: { isTTY?: boolean; write(text: string): unknown };
  /** Called with how to end early; the answer takes it back. */
  onInterrupt(stop: () => void): () => void;
};

const REFUSAL_EXITS: Readonly<Record<OperatorRefusalKind, number>> = {
  'not-found': EXIT_CODES.notFound.code,
  invalid: EXIT_CODES.invalid.code,
  forbidden: EXIT_CODES.forbidden.code,
};

const closeAll = async (closers: Closer[]): Promise<void> => {
  for (const close of closers.splice(0).reverse()) await close();
};

async function perform(command: Command, words: readonly string[], around: Surroundings): Promise<number> {
  const call = parseArguments(command, words);
  if (call.help) {
    around.output.write(`${commandHelp(command)}\n`);
    return EXIT_CODES.done.code;
  }
  const show = (result: CommandResult): number => {
    around.output.write(`${call.json ? formatForScripts(result) : formatForPeople(result)}\n`);
    return EXIT_CODES.done.code;
  };
  if ('runAlone' in command) return show(await command.runAlone(call.args));
  const config = readConfig(around.environment);
  const progress = createProgress(around.errors, () => performance.now());
  const closers: Closer[] = [];
  let interrupted = false;
  const forget = around.onInterrupt(() => {
    interrupted = true;
    process.stdin.destroy();
    void closeAll(closers);
  });
  try {
    const context = await openContext(config, progress, closers);
    if (interrupted) return EXIT_CODES.interrupted.code;
    const result = await command.run(context, call.args);
    progress.end();
    return show(result);
  } catch (error) {
    if (!interrupted) throw error;
    return EXIT_CODES.interrupted.code;
  } finally {
    progress.end();
    forget();
    await closeAll(closers);
  }
}

function explain(error: unknown, command: Command, errors: Surroundings['errors']): number {
  if (error instanceof UsageError) {
    errors.write(`${error.message}\n\nUsage: ${usageOf(command)}\nMore: titular ${command.name} --help\n`);
    return EXIT_CODES.invalid.code;
  }
  if (error instanceof OperatorRefusal) {
    errors.write(`${error.message}\n`);
    return REFUSAL_EXITS[error.kind];
  }
  if (error instanceof ConfigError || error instanceof StartRefused) {
    errors.write(`${error.message}\n`);
    return EXIT_CODES.invalid.code;
  }
  const message = error instanceof Error ? error.message : String(error);
  errors.write(`Something broke: ${message || (error as { code?: string }).code}\n`);
  return EXIT_CODES.fault.code;
}

const isServeHelp = (words: readonly string[]): boolean =>
  words[0] === 'serve' && words.slice(1).some(isHelp);

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h' || word === 'help';

/** Runs one command line, without the program's name, and answers the exit code. */
export async function runCommandLine(words: readonly string[], around: Surroundings): Promise<number> {
  const [group, verb, ...rest] = words;
  const command = commands.find((one) => one.name === `${group} ${verb}`);
  if (!command) {
    const known = commands.some((one) => one.name.startsWith(`${group} `));
    const asked = isHelp(group) || isServeHelp(words) || (known && (verb === undefined || isHelp(verb)));
    const text = overview(commands, known ? group : undefined);
    if (asked) around.output.write(`${text}\n`);
    else
      around.errors.write(`There is no command ${JSON.stringify(words.slice(0, 2).join(' '))}.\n\n${text}\n`);
    return asked ? EXIT_CODES.done.code : EXIT_CODES.invalid.code;
  }
  try {
    return await perform(command, rest, around);
  } catch (error) {
    return explain(error, command, around.errors);
  }
}
