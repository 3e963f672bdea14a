import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { StartRefused } from '../../base/start-refused.ts';
import { describeMissing, isComplete, readPlan } from './plan.ts';

type Queryable = Pick<pg.ClientBase, 'query'>;

/** Who hears, once, that the start waits, and what ends the wait. */
type SchemaWait = { say: (sentence: string) => void; signal?: AbortSignal | undefined };

const POLL_MS = 1_000;

/** Refuses a database that lacks migrations, with their names and the command; changes nothing. */
export async function requireSchema(client: Queryable): Promise<void> {
  const plan = await readPlan(client);
  if (isComplete(plan)) return;
  throw new StartRefused(
    `The database lacks ${describeMissing(plan)}: run npx titular migrate, or start with TITULAR_MIGRATE=auto.`,
  );
}

/** Waits, for as long as it takes, until another process has brought the schema up to date; changes nothing. */
export async function awaitSchema(client: Queryable, { say, signal }: SchemaWait): Promise<void> {
  const first = await readPlan(client);
  if (isComplete(first)) return;
  say(`Waiting until npx titular migrate has run: the database lacks ${describeMissing(first)}.`);
  do await setTimeout(POLL_MS, undefined, signal ? { signal } : {});
  while (!isComplete(await readPlan(client)));
  say('The database has every migration that this program needs; the start goes on.');
}
