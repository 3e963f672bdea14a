import { countJobs, listFailingJobs } from '@titular/server/kernel/jobs/job-store.ts';
import { MAX_RETRIED, retryJobs } from '@titular/server/nodes/index.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { oneOf, parseCount } from '../../frame/parse-arguments.ts';
import { UsageError } from '../../frame/usage-error.ts';

const PAGE = 250;
const STATES = ['failing', 'failed'] as const;
const COUNTS = ['task', 'due', 'oldestSeconds', 'later', 'running', 'failing', 'failed', 'lastError'];
const COLUMNS = ['id', 'task', 'attempts', 'maxAttempts', 'runAt', 'createdAt', 'error'];

async function list({ operator }: CommandContext): Promise<CommandResult> {
  const { tasks, isCut } = await countJobs(operator.db);
  const note = isCut ? { note: 'There are more jobs; the oldest 10,000 were counted.' } : {};
  return { kind: 'rows', columns: COUNTS, rows: tasks, ...note };
}

async function listFailing({ operator }: CommandContext, args: Arguments): Promise<CommandResult> {
  const { state: named, task, limit } = args.options;
  const state = oneOf(STATES, 'state', named) ?? 'failed';
  const search = { state, task, beforeId: undefined, limit: parseCount(limit ?? '20', PAGE) };
  return { kind: 'rows', columns: COLUMNS, rows: await listFailingJobs(operator.db, search) };
}

async function retry({ operator }: CommandContext, args: Arguments): Promise<CommandResult> {
  const [task = ''] = args.positionals;
  const { job } = args.options;
  if (job !== undefined && !/^[0-9]{1,18}$/.test(job)) throw new UsageError('--job takes the id of a job.');
  const retried = await retryJobs(operator, task, job);
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
