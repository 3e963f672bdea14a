import type { OpenTrial } from '@titular/lab/ephemeral-service/trial.ts';
import type { Operator, OperatorRefusal } from '@titular/server/audit/index.ts';
import type { Config } from '@titular/server/config/config.ts';
import type { Closer } from '@titular/server/start/open-database.ts';
import type { MasterKeys } from '@titular/server/tenants/index.ts';
import type { Progress } from './progress.ts';

/** An option of a command, by its long name without the hyphens; `value` names what it takes, none for a switch. */
export type OptionRule = { value?: string; text: string };

/** What a command was called with, after the check against its rule. */
export type Arguments = {
  /** What stands without an option, in order; as many as the rule names, or more where its last name ends in `...`. */
  positionals: readonly string[];
  options: Readonly<Record<string, string | undefined>>;
  switches: ReadonlySet<string>;
};

/** What commands work with. */
export type CommandContext = {
  config: Config;
  operator: Operator;
  masterKeys: MasterKeys;
  progress: Progress;
  /** Tells that somebody asked for the end, for commands that go on until then. */
  stopping: AbortSignal;
  /** Works on the database by a connection of its own, with time enough for statements about large tables. */
  atLeisure<T>(work: (db: Operator['db']) => Promise<T>): Promise<T>;
  /** The same on the replica for reports, where one is configured; for work that only reads, and may read what stood a moment ago. */
  report<T>(work: (db: Operator['db']) => Promise<T>): Promise<T>;
  /** All of standard input. */
  readInput(): Promise<string>;
};

/** A value to be shown; dates, lists, objects and nothing are written for people or, with --json, as JSON. */
export type Shown = string | number | boolean | Date | readonly string[] | object | null | undefined;

/** One line of what goes on: the text for people, the same as an object for scripts. */
export type Line = { text: string; record: Readonly<Record<string, Shown>> };

/**
 * Output of a command: rows, one record, a text beside a record, or lines as they come until their end or Ctrl-C,
 * which is a regular end. `note` is for people alone, as is a `text` in place of the table of rows. A `refusal` is how the command ends
 * once the rest is shown; a report that `isInterrupted` ends as Ctrl-C does.
 */
export type CommandResult =
  | {
      kind: 'rows';
      columns: readonly string[];
      rows: readonly Readonly<Record<string, Shown>>[];
      text?: string;
      note?: string;
      refusal?: OperatorRefusal;
    }
  | { kind: 'record'; record: Readonly<Record<string, Shown>>; note?: string }
  | {
      kind: 'report';
      text: string;
      record: Readonly<Record<string, Shown>>;
      refusal?: OperatorRefusal;
      isInterrupted?: boolean;
    }
  | { kind: 'lines'; lines: AsyncIterable<Line> };

/** What a command has that needs no database. */
export type AloneContext = Pick<CommandContext, 'stopping' | 'progress'> & {
  /** Writes a sentence to standard error. */
  say(text: string): void;
  /** Asks on the terminal; undefined where there is none to ask on. */
  ask(question: string): Promise<string | undefined>;
  /** The configuration, or a `ConfigError`. */
  readConfig(): Config;
  /** Opens what other commands work with, for one that needs it only when asked to. */
  open(): Promise<CommandContext>;
  /** Starts a service of its own; whoever starts one has it closed at the end. */
  openTrial: OpenTrial;
  /** Has something closed at the end, and at Ctrl-C, from now on. */
  closeAtEnd(close: Closer): void;
};

/** What every command has. */
type CommandBase = {
  /** Group and verb, for example `tenants create`, or one word. */
  name: string;
  summary: string;
  /** Words that stand without an option; one that ends in `?` may be left out, a last one that ends in `...` may be several. */
  positionals?: readonly string[];
  options?: Readonly<Record<string, OptionRule>>;
  examples: readonly string[];
  /** Whether Ctrl-C only asks it to end, by `stopping`: it finishes what is under way before anything is closed. */
  endsItself?: boolean;
};

/** One row of the table of commands: most work on the deployment, some on what they are given alone. */
export type Command = CommandBase &
  (
    | { run(context: CommandContext, args: Arguments): Promise<CommandResult> }
    | { runAlone(args: Arguments, context: AloneContext): Promise<CommandResult> }
  );
