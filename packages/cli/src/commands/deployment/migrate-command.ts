import { OperatorRefusal } from '@titular/server/audit/index.ts';
import type { Environment } from '@titular/server/config/config.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import type { MigrationEvent } from '@titular/server/kernel/database/migrate/apply-migration.ts';
import { runOf } from '@titular/server/kernel/database/migrate/migration.ts';
import { describeMissing, isComplete, type Plan } from '@titular/server/kernel/database/migrate/plan.ts';
import {
  DATABASE_WAIT_MS,
  explainedDirectory,
  planDatabase,
  prepareDatabase,
} from '@titular/server/start/open-database.ts';
import { StartRefused } from '@titular/server/tenants/index.ts';
import type { AloneContext, Arguments, Command, CommandResult } from '../../frame/command.ts';
import { findDatabase } from '../../frame/open-context.ts';
import type { Progress } from '../../frame/progress.ts';
import { UsageError } from '../../frame/usage-error.ts';

/** The database whose schema is looked at; neither master key nor engine is needed for that. */
type Target = { connectionString: string; database: Database; environment: Environment };

type Mode = (target: Target, context: AloneContext) => Promise<CommandResult>;

async function openTarget(
  { readConfig, progress, closeAtEnd, say, stopping: signal }: AloneContext,
  waitMs: number,
): Promise<Target> {
  const config = readConfig();
  const waiting = { waitMs, say, signal };
  const connectionString = await explainedDirectory(() =>
    findDatabase(config, progress, closeAtEnd, waiting),
  );
  const database = connect(connectionString, 1, () => undefined);
  closeAtEnd(database.close);
  return { connectionString, database, environment: config.environment };
}

const readTargetPlan = ({ connectionString, database, environment }: Target): Promise<Plan> =>
  planDatabase(connectionString, database, environment);

const describeState = ({ applied, newest }: Plan): string =>
  applied > newest
    ? `The database has schema ${applied}, which this program (schema ${newest}) can run on.`
    : `The schema is up to date (${applied}).`;

/** What a run means for nodes of earlier releases; nothing, while each may go on. */
function describeEnd({ applied, missing }: Plan): string {
  const minProgram = Math.max(0, ...missing.map((one) => one.minProgram));
  return applied > 0 && minProgram > applied
    ? ` Once they have run, nodes of releases before schema ${minProgram} stop being ready.`
    : '';
}

const plan: Mode = async (target) => {
  const found = await readTargetPlan(target);
  const rows = found.missing.map(({ name, kind, minProgram, sql }) => ({
    migration: name,
    kind,
    runs: runOf({ kind, sql }),
    minProgram,
    sql,
  }));
  const jobs = { migration: 'tables of background jobs', kind: 'expand', runs: 'in one commit' };
  return {
    kind: 'rows',
    columns: ['migration', 'kind', 'runs', 'minProgram'],
    rows: found.areJobsMissing ? [...rows, jobs] : rows,
    note: isComplete(found)
      ? describeState(found)
      : `Nothing was changed: npx titular migrate runs these.${describeEnd(found)}`,
  };
};

const check: Mode = async (target) => {
  const found = await readTargetPlan(target);
  if (!isComplete(found))
    throw new OperatorRefusal(
      'forbidden',
      `The database lacks ${describeMissing(found)}: npx titular migrate brings it up to date.`,
    );
  const record = { schema: found.applied, programSchema: found.newest, upToDate: true };
  return { kind: 'record', record, note: describeState(found) };
};

/** Tells on standard error what goes on, and keeps what was done with its seconds. */
function followMigrations(progress: Progress, count: number) {
  const done: { migration: string; kind: string; seconds: number }[] = [];
  let begunMs = 0;
  const follow = (event: MigrationEvent): void => {
    if (event.kind === 'waiting') return;
    const { name: migration, kind } = event.migration;
    const at = `${migration} (${done.length + 1} of ${count})`;
    if (event.kind === 'begun') {
      begunMs = performance.now();
      progress.say(`Running ${at} …`);
    } else if (event.kind === 'paced') {
      const megabytes = Math.round(event.lagBytes / 1_000_000);
      progress.say(`Running ${at}: waiting for a standby that is ${megabytes} MB behind …`);
    } else if (event.kind === 'filled') progress.say(`Running ${at}: ${event.batches} batches …`);
    else done.push({ migration, kind, seconds: Math.round(performance.now() - begunMs) / 1_000 });
  };
  return { done, follow };
}

const run: Mode = async (target, { progress, say, stopping: signal }) => {
  const { missing } = await readTargetPlan(target);
  const { done, follow: report } = followMigrations(progress, missing.length);
  const { connectionString, database, environment } = target;
  const preparation = { mode: 'auto', say, report, signal } as const;
  await prepareDatabase(connectionString, database, environment, preparation);
  return {
    kind: 'rows',
    columns: ['migration', 'kind', 'seconds'],
    rows: done,
    note: describeState(await readTargetPlan(target)),
  };
};

function chooseMode(switches: Arguments['switches']): Mode {
  if (switches.has('plan') && switches.has('check'))
    throw new UsageError('--plan and --check cannot be used together.');
  if (switches.has('plan')) return plan;
  return switches.has('check') ? check : run;
}

async function migrate({ switches }: Arguments, context: AloneContext): Promise<CommandResult> {
  const mode = chooseMode(switches);
  // A supervisor runs it before the service, when the database may not be there yet.
  const target = await openTarget(context, mode === run ? DATABASE_WAIT_MS : 0);
  try {
    return await mode(target, context);
  } catch (error) {
    // A schema that is too new, tables that stay locked: the state of the database, not a setting.
    if (error instanceof StartRefused) throw new OperatorRefusal('forbidden', error.message);
    throw error;
  }
}

/** Brings the schema of the database up to date, for a job before the start of the service. */
export const migrateCommands: readonly Command[] = [
  {
    name: 'migrate',
    summary: 'Bring the schema of the database up to date, or say what that would run.',
    options: {
      plan: { text: 'Only list the migrations that are missing, with their SQL in JSON; change nothing.' },
      check: { text: 'Only check: exit with code 4 if a migration is missing; change nothing.' },
    },
    examples: ['titular migrate', 'titular migrate --plan', 'titular migrate --check'],
    runAlone: migrate,
  },
];
