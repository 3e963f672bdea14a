import { type Static, Type } from 'typebox';
import { literals } from '../../literals.ts';
import { storableText } from '../storable-text.ts';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });
const task = storableText(1, 128);

/** Jobs beyond which those of the deployment are not counted. */
export const MAX_JOBS_COUNTED = 10_000;

/** Jobs of one task. */
export const TaskQueue = Type.Object(
  {
    task,
    due: Type.Integer({ minimum: 0, description: 'Due and not begun.' }),
    oldestSeconds: count,
    later: Type.Integer({ minimum: 0, description: 'To be run at a later time.' }),
    running: count,
    failing: Type.Integer({ minimum: 0, description: 'Whose last try failed and that are tried again.' }),
    failed: Type.Integer({ minimum: 0, description: 'Without a try left: nothing runs them by itself.' }),
    lastError: Type.Optional(Type.String({ description: 'Class of the error of the last try that failed.' })),
  },
  CLOSED,
);
export type TaskQueue = Static<typeof TaskQueue>;

/** What waits in the deployment: jobs by task, and overdue webhooks by tenant, the longest overdue first. */
export const Queues = Type.Object(
  {
    tasks: Type.Array(TaskQueue),
    isCut: Type.Boolean({ description: 'Whether there are more jobs than were counted.' }),
    tenants: Type.Array(
      Type.Object(
        { id: uuid, name: Type.String(), endpoints: count, waiting: count, oldestSeconds: count },
        CLOSED,
      ),
    ),
  },
  CLOSED,
);
export type Queues = Static<typeof Queues>;

/** States of jobs whose last try failed: with tries left, or without. */
export const JOB_STATES = ['failing', 'failed'] as const;

/** Jobs of a task whose last try failed, the newest first. */
export const SearchJobs = Type.Object(
  {
    task: Type.Optional(task),
    state: literals(JOB_STATES),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 250 })),
    cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })),
  },
  CLOSED,
);
export type SearchJobs = Static<typeof SearchJobs>;

/** One job: no payload, and of its error the class alone. */
export const JobRow = Type.Object(
  {
    id: Type.String(),
    task,
    attempts: count,
    maxAttempts: count,
    runAt: time,
    createdAt: time,
    error: Type.Optional(Type.String()),
  },
  CLOSED,
);
export type JobRow = Static<typeof JobRow>;
/** A page of jobs. */
export const JobRows = Type.Object(
  { jobs: Type.Array(JobRow), nextCursor: Type.Optional(Type.String()) },
  CLOSED,
);
export type JobRows = Static<typeof JobRows>;

/** Has failed jobs of a task run again, or one of them. */
export const RetryJobs = Type.Object(
  { task, id: Type.Optional(Type.String({ pattern: '^[0-9]{1,18}$' })) },
  CLOSED,
);
export type RetryJobs = Static<typeof RetryJobs>;
/** How many jobs run again; at most 1,000 at once. */
export const RetriedJobs = Type.Object({ retried: count, isMore: Type.Boolean() }, CLOSED);
export type RetriedJobs = Static<typeof RetriedJobs>;
