import type { TaskList } from 'graphile-worker';
import type { Kysely, RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Config } from './config/setting.ts';
import type { Clock } from './kernel/base/clock.ts';
import type { TenantId } from './kernel/base/id.ts';
import type { Log } from './kernel/base/log.ts';
import type { NoteSecurity } from './kernel/base/security-log.ts';
import type { Cache } from './kernel/caches/cache.ts';
import type { Db } from './kernel/database/connect.ts';
import type { DatabaseGauge } from './kernel/database/database-gauge.ts';
import type { DueSpan } from './kernel/database/oldest-due.ts';
import type { SubjectId, SubjectRef } from './kernel/database/subject-ref.ts';
import type { Tables } from './kernel/database/tables/tables.ts';
import type { Route } from './kernel/http/route.ts';
import type { ScheduleRow } from './kernel/jobs/schedule.ts';
import type { Sweep } from './kernel/jobs/sweeps.ts';
import type { WorkNames } from './kernel/jobs/work-names.ts';
import type { Metric } from './kernel/metrics/metric.ts';

/** What every noun gets: the settings, the database, and time and chance as they are to be used; `random` gives [0, 1). */
export type Kernel = {
  config: Config;
  db: Kysely<Tables>;
  pool: pg.Pool;
  clock: Clock;
  log: Log;
  noteSecurity: NoteSecurity;
  random: () => number;
  workNames: WorkNames;
};

/**
 * Something done for or against a person that a restored backup would undo, as the erasure ledger keeps it. `about` is an id, or for
 * faces the keyed hash of the identity.
 */
export type LedgerAct = { tenant: string; at: string; about: string } & (
  | { act: 'hold'; reference: string }
  | { act: 'release' | 'withdraw' | 'settle' }
  | { act: 'request'; kind: SubjectRef['kind']; facesUntil: string | null }
  | { act: 'dispute'; dispute: string; reference: string }
);

/** Adds an act to the erasure ledger, on the disk when it returns, before the commit of what it tells. */
export type RecordAct = (trx: Db, act: LedgerAct) => Promise<void>;

/**
 * One place that holds something of the person of a transaction or process. `erase` deletes or empties the rows of these ids in the caller's
 * database transaction, and returns how many there were. The receipt shows that number under `count`, where there is one. Ids of another
 * kind change nothing.
 */
export type ErasureStep = {
  count?: string;
  /** Of a step without a count, the counts of others whose rows these belong to. */
  goesWith?: readonly string[];
  tables: readonly (keyof Tables)[];
  /** Is taken as well for transactions made for somebody else, in which the erased person was stated. */
  alsoStated?: true;
  erase(db: Db, tenantId: TenantId, ids: readonly SubjectId[], at: Date): Promise<number>;
};

/**
 * One class of personal data: what it is, when its time starts, how long that is (days, or the setting that says so), and whether a legal
 * hold keeps it. `due` is the query for when its oldest row was or will be due (null for none).
 */
export type RetentionClass = {
  key: string;
  data: string;
  from: string;
  days: number | { setting: string };
  isHeld: boolean;
  oldestDue(now: Date): RawBuilder<unknown>;
  /** The query for rows of a tenant that are due within a span, without columns; only where an index leads to them. */
  dueWithin?(span: DueSpan): RawBuilder<unknown>;
};

/** Whether rows of a table are about a person (`person`), or only about the merchant and the deployment. */
export type TableContent = 'person' | 'deployment';

/** What was begun, with its sweep. It ends together with requests and jobs, or after them where they use it to their end (`afterRequests`). */
export type Started = { stop(): Promise<unknown>; afterRequests?: true; sweep?: Sweep };

/** What a process on the database does: answers calls on the public port, does jobs beside them, or both. */
export type Duty = 'calls' | 'jobs';

/** What a noun brings to the service: each row stands in the noun's own folder, and the service only lists the nouns. */
export type Module = {
  routes?: readonly Route[];
  tasks?: TaskList;
  schedule?: readonly ScheduleRow[];
  erase?: readonly ErasureStep[];
  retention?: readonly RetentionClass[];
  /** The tables that the noun owns. */
  tables?: Readonly<Record<string, TableContent>>;
  /** What is measured of the noun; gauges of the database are read at each scrape of the operations port. */
  metrics?: readonly (Metric | DatabaseGauge)[];
  /** What the noun keeps in memory beyond a request, each with a bound. */
  caches?: readonly Cache[];
  /** Puts right what must be right before anything begins. */
  prepare?(): Promise<void>;
  /** Begins what runs beside requests, once everything is open; with `startsWith`, only in processes that have that duty. */
  start?(): Promise<Started>;
  startsWith?: Duty;
};
