import type { Config } from '@titular/server/config/config.ts';
import type { Database, Db } from '@titular/server/kernel/database/connect.ts';
import type { Plan } from '@titular/server/kernel/database/migrate/plan.ts';

/** How a check ends; `by hand` stands for what no program can know. */
type Answer = 'ok' | 'to do' | 'cannot tell' | 'by hand';

/** Answer of a check, with one sentence that names the remedy where there is one. */
export type Finding = { answer: Answer; sentence: string };

/** Database that the checks ask; `problem` says in one sentence why it cannot be asked. */
export type AskedDatabase = { database: Database } | { problem: string; isNew: boolean };

/** What checks are judged by. */
export type Facts = {
  config: Config;
  /** User of this process; undefined where the system has none. */
  uid: number | undefined;
  asked: AskedDatabase;
  readPlan(database: Database): Promise<Plan>;
  /** Reads the built files of pages and SDK, and throws where one is missing. */
  readBuiltFiles(): Promise<unknown>;
  /** Loads native code of the face engine and compares its answers with the known ones. */
  proveNativeEngine(): Promise<unknown>;
};

/** One row of the checklist. */
export type Check = { name: string; looksAt: string } & (
  | { byHand: string }
  | { judge(facts: Facts): Promise<Finding> | Finding }
  /** Asks the database in a transaction that is read-only; `now` is its time. */
  | { ask(db: Db, facts: Facts & { now: Date }): Promise<Finding> }
);

/** Finds nothing to do. */
export const ok = (sentence: string): Finding => ({ answer: 'ok', sentence });

/** Finds something to do, which the sentence names. */
export const toDo = (sentence: string): Finding => ({ answer: 'to do', sentence });

/** Finds out nothing, for a reason. */
export const cannotTell = (sentence: string): Finding => ({ answer: 'cannot tell', sentence });

const MAX_NAMED = 3;

/** Names the first few of a list. */
export const nameSome = (names: readonly string[]): string =>
  names.length > MAX_NAMED
    ? `${names.slice(0, MAX_NAMED).join(', ')} and ${names.length - MAX_NAMED} more`
    : names.join(', ');
