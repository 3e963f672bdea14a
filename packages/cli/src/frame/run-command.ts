import type { OpenTrial } from '@titular/lab/ephemeral-service/trial.ts';
import { OperatorRefusal, type OperatorRefusalKind } from '@titular/server/audit/index.ts';
import { type Config, ConfigError, readConfig } from '@titular/server/config/config.ts';
import { EXIT_CODES } from '@titular/server/kernel/base/exit-codes.ts';
import { programVersion } from '@titular/server/kernel/base/program-version.ts';
import { DatabaseUnavailable } from '@titular/server/kernel/database/await-database.ts';
import { explainOutage } from '@titular/server/kernel/database/database-problem.ts';
import type { Closer } from '@titular/server/start/open-database.ts';
import { StartRefused } from '@titular/server/tenants/index.ts';
import { commands } from '../commands/commands.ts';
import { describeUnknown } from '../hints/did-you-mean.ts';
import { USUAL_NAME } from '../hints/program-name.ts';
import type { Arguments, Command, CommandContext, CommandResult } from './command.ts';
import { commandHelp, overview, usageOf } from './help.ts';
import { openContext } from './open-context.ts';
import { parseArguments } from './parse-arguments.ts';
import { formatForPeople, formatForScripts, formatLine, formatValue } from './print.ts';
import { createProgress, type Progress } from './progress.ts';
import { resolveNames } from './resolve-names.ts';
import { UsageError } from './usage-error.ts';

/** Where the program writes, and what it was given. */
export type Surroundings = {
  environment: Record<string, string | undefined>;
  output: { write(text: string): unknown };
  errors: { isTTY?: boolean; write(text: string): unknown };
  /** Where it tells that work goes on; `errors` where it is not given. */
  progress?: { isTTY?: boolean; write(text: string): unknown };
  /** Called with how to end early; the answer takes it back. */
  onInterrupt(stop: () => void): () => void;
  /** Asks a question on the terminal; undefined where there is none. */
  ask?(question: string): Promise<string | undefined>;
  /** What was typed to start the program; `npx titular` where it is not given. */
  programName?: string;
  /** Starts a service of its own, for what is tried on one. */
  openTrial: OpenTrial;
};

const REFUSAL_EXITS: Readonly<Record<OperatorRefusalKind, number>> = {
  'not-found': EXIT_CODES.notFound.code,
  invalid: EXIT_CODES.invalid.code,
  forbidden: EXIT_CODES.forbidden.code,
  broken: EXIT_CODES.broken.code,
  incomplete: EXIT_CODES.fault.code,
};

/** The text with the program called as it was started, so that its hints can be pasted. */
const called = (text: string, { programName = USUAL_NAME }: Surroundings): string =>
  programName === USUAL_NAME ? text : text.replaceAll(USUAL_NAME, programName);

/** Examples that keep files beside the data, where this deployment has them. */
function exampled(text: string, { environment }: Surroundings): string {
  const directory = environment['TITULAR_DATA_DIR'];
  return directory ? text.replaceAll(' .titular/', ` ${directory}/`) : text;
}

const closeAll = async (closers: Closer[]): Promise<void> => {
  for (const close of closers.splice(0).reverse()) await close();
};

/** Ctrl-C: ends what is under way. What tells line by line, or ends itself, is only asked to end, and the connections are left to it until it has. */
function createInterrupt(onInterrupt: Surroundings['onInterrupt'], closers: Closer[]) {
  const stopping = new AbortController();
  let isLeft = false;
  let release: (() => void) | undefined;
  const stop = (): void => {
    stopping.abort();
    if (isLeft) return;
    process.stdin.destroy();
    void closeAll(closers);
  };
  return {
    signal: stopping.signal,
    /** From here on Ctrl-C does not simply end the process. */
    heed(): void {
      release ??= onInterrupt(stop);
    },
    leaveToCommand(): void {
      isLeft = true;
      release ??= onInterrupt(stop);
    },
    release: () => release?.(),
  };
}

type Run = {
  command: Command;
  args: Arguments;
  around: Surroundings;
  progress: Progress;
  /** Hears the address of the database. */
  reached(address: string): void;
};
type Interrupt = ReturnType<typeof createInterrupt>;

/** A fault of a database that was slow or went away meanwhile, in one sentence with what to do; any other fault as it is. */
function duringOutage(error: unknown, address: string | undefined): unknown {
  // It says already what to do.
  if (error instanceof OperatorRefusal) return error;
  const sentence = address && explainOutage(error, address);
  if (!sentence) return error;
  return new DatabaseUnavailable(
    `${sentence} Run the command again once it serves; if it changes something, look first whether it did.`,
    { cause: error },
  );
}

async function callCommand(
  { command, args, around, progress, reached }: Run,
  interrupt: Interrupt,
  closers: Closer[],
): Promise<CommandResult | undefined> {
  const { signal: stopping } = interrupt;
  const readOwnConfig = (): Config => readConfig(around.environment);
  const say = (text: string): void => void around.errors.write(`${text}\n`);
  const open = async (): Promise<CommandContext> => {
    interrupt.heed();
    return { ...(await openContext(readOwnConfig(), progress, closers, reached)), stopping };
  };
  const closeAtEnd = (close: Closer): void => {
    interrupt.heed();
    closers.push(close);
  };
  if ('runAlone' in command)
    return command.runAlone(args, {
      readConfig: readOwnConfig,
      openTrial: around.openTrial,
      say,
      ask: async (question) => around.ask?.(question),
      stopping,
      progress,
      open,
      closeAtEnd,
    });
  const context = await open();
  return stopping.aborted ? undefined : command.run(context, await resolveNames(context, command, args));
}

async function show(
  result: CommandResult,
  json: boolean,
  around: Surroundings,
  interrupt: Interrupt,
): Promise<void> {
  const { output } = around;
  if (result.kind !== 'lines') {
    output.write(`${json ? formatForScripts(result) : called(formatForPeople(result), around)}\n`);
    if ('refusal' in result && result.refusal) throw result.refusal;
    return;
  }
  interrupt.leaveToCommand();
  for await (const line of result.lines) output.write(`${formatLine(line, json)}\n`);
}

async function perform(command: Command, words: readonly string[], around: Surroundings): Promise<number> {
  const { args, json, help } = parseArguments(command, words);
  if (help) {
    around.output.write(`${called(exampled(commandHelp(command), around), around)}\n`);
    return EXIT_CODES.done.code;
  }
  const progress = createProgress(around.progress ?? around.errors, () => performance.now());
  const closers: Closer[] = [];
  let address: string | undefined;
  const interrupt = createInterrupt(around.onInterrupt, closers);
  if (command.endsItself) interrupt.leaveToCommand();
  try {
    const reached = (found: string): void => {
      address = found;
    };
    const result = await callCommand({ command, args, around, progress, reached }, interrupt, closers);
    progress.end();
    if (!result) return EXIT_CODES.interrupted.code;
    await show(result, json, around, interrupt);
    const isInterrupted = result.kind === 'report' && result.isInterrupted === true;
    return isInterrupted ? EXIT_CODES.interrupted.code : EXIT_CODES.done.code;
  } catch (error) {
    if (!interrupt.signal.aborted) throw duringOutage(error, address);
    return EXIT_CODES.interrupted.code;
  } finally {
    progress.end();
    await closeAll(closers);
    interrupt.release();
  }
}

function explain(error: unknown, command: Command, errors: Surroundings['errors']): number {
  if (error instanceof UsageError) {
    errors.write(
      `${error.message}\n\nUsage: ${usageOf(command)}\nMore: npx titular ${command.name} --help\n`,
    );
    return EXIT_CODES.invalid.code;
  }
  if (error instanceof OperatorRefusal) {
    // A sentence may name a file, whose name may hold anything.
    errors.write(`${formatValue(error.message)}\n`);
    return REFUSAL_EXITS[error.kind];
  }
  if (error instanceof ConfigError || error instanceof StartRefused) {
    errors.write(`${error.message}\n`);
    return EXIT_CODES.invalid.code;
  }
  if (error instanceof DatabaseUnavailable) {
    errors.write(`${error.message}\n`);
    return EXIT_CODES.fault.code;
  }
  const message = error instanceof Error ? error.message : String(error);
  errors.write(`Something broke: ${message || (error as { code?: string }).code}\n`);
  return EXIT_CODES.fault.code;
}

const isServeHelp = (words: readonly string[]): boolean =>
  words[0] === 'serve' && words.slice(1).some(isHelp);

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h' || word === 'help';

const VERSION_WORDS: readonly (string | undefined)[] = ['--version', '-v', 'version'];

/** Words that name no command: help where it was asked for, or else what may have been meant. */
function withoutCommand(words: readonly string[], around: Surroundings): number {
  const [group = '', verb] = words;
  const isGroup = commands.some((one) => one.name.startsWith(`${group} `));
  if (isHelp(group) || isServeHelp(words) || (isGroup && (verb === undefined || isHelp(verb)))) {
    around.output.write(`${called(overview(commands, isGroup ? group : undefined), around)}\n`);
    return EXIT_CODES.done.code;
  }
  around.errors.write(`${called(describeUnknown(words, commands), around)}\n`);
  return EXIT_CODES.invalid.code;
}

/** Runs one command line, without the program's name, and answers the exit code. */
export async function runCommandLine(words: readonly string[], around: Surroundings): Promise<number> {
  const [group, verb] = words;
  if (words.length === 1 && VERSION_WORDS.includes(group)) {
    around.output.write(`titular ${programVersion()}\n`);
    return EXIT_CODES.done.code;
  }
  const command = commands.find(({ name }) => name === `${group} ${verb}` || name === group);
  if (!command) return withoutCommand(words, around);
  try {
    return await perform(command, words.slice(command.name.split(' ').length), around);
  } catch (error) {
    return explain(error, command, { write: (text) => around.errors.write(called(text, around)) });
  }
}
