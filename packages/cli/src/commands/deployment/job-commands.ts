import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { countJobs, listFailingJobs } from '@titular/server/kernel/jobs/job-store.ts';
import { MAX_RETRIED, retryJobs } from '@titular/server/nodes/index.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { oneOf, parseCount } from '../../frame/parse-arguments.ts';
import { UsageError } from '../../frame/usage-error.ts';

const PAGE = 250;
const JOB = /^[0-9]{1,18}$/;
const STATES = ['failing', 'failed'] as const;
const COUNTS = ['task', 'due', 'oldestSeconds', 'later', 'running', 'failing', 'failed', 'lastError'];
const COLUMNS = ['id', 'task', 'attempts', 'maxAttempts', 'runAt', 'createdAt', 'error'];

async function list({ operator }: CommandContext): Promise<CommandResult> {
  const { tasks, isCut } = await countJobs(operator.db);
  const note = isCut ? { note: 'There are more jobs; the oldest 100,000 were counted.' } : {};
  return { kind: 'rows', columns: COUNTS, rows: tasks, ...note };
}

async function listFailing({ operator }: CommandContext, args: Arguments): Promise<CommandResult> {
  const { state: named, task, limit, before } = args.options;
  if (before !== undefined && !JOB.test(before)) throw new UsageError('--before takes the id of a job.');
  const state = oneOf(STATES, 'state', named) ?? 'failed';
  const search = { state, task, beforeId: before, limit: parseCount(limit ?? '20', PAGE) };
  const { jobs, nextId } = await listFailingJobs(operator.db, search);
  const note = nextId === undefined ? {} : { note: `There are older jobs: add --before ${nextId}.` };
  return { kind: 'rows', columns: COLUMNS, rows: jobs, ...note };
}

async function retry({ operator }: CommandContext, args: Arguments): Promise<CommandResult> {
  const [task = ''] = args.positionals;
  const { job } = args.options;
  if (job !== undefined && !JOB.test(job)) throw new UsageError('--job takes the id of a job.');
  const retried = await retryJobs(operator, task, job);
  if (retried === 0)
    throw new OperatorRefusal(
      'not-found',
      `No failed job of ${task} is there. See npx titular jobs failing.`,
    );
  const note = retried === MAX_RETRIED ? { note: 'There may be more: call it again.' } : {};
  return { kind: 'record', record: { task, retried }, ...note };
}

/** Background jobs of the deployment. */
export const jobCommands: readonly Command[] = [
  {
    name: 'jobs list',
    summary: 'List what waits in the background, by task, with jobs whose last try failed.',
    examples: ['titular jobs list'],
    run: list,
  },
  {
    name: 'jobs failing',
    summary:
      'List jobs whose last try failed, newest first, without payloads and with the kind of the error.',
    options: {
      state: { value: 'failing|failed', text: 'With tries left, or without (default: failed).' },
      task: { value: 'task', text: 'Of this task alone.' },
      limit: { value: 'N', text: `Maximum number of rows, up to ${PAGE} (default: 20).` },
      before: { value: 'id', text: 'Those before this job.' },
    },
    examples: ['titular jobs failing', 'titular jobs failing --state failing --task write-export'],
    run: listFailing,
  },
  {
    name: 'jobs retry',
    summary: 'Run failed jobs of a task again, up to 1,000 at once, each with all its tries.',
    positionals: ['task'],
    options: { job: { value: 'id', text: 'This job alone.' } },
    examples: ['titular jobs retry write-export', 'titular jobs retry write-export --job 4711'],
    run: retry,
  },
];
