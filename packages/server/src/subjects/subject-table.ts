import type { RawBuilder } from 'kysely';
import type { CaptureFailure, ShownFor } from '../captures/index.ts';
import type { AnyId, TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { SubjectId } from '../kernel/database/subject-ref.ts';
import type { Ending } from '../webhooks/index.ts';

/** Event of a status table, with what is kept about it. */
export type Transition = {
  event: string;
  actor: 'merchant' | 'person' | 'service' | 'platform';
  reasons?: readonly string[];
  at: Date;
  decision?: unknown;
  /** Takes the event of a step, to be recorded before the commit: an event holds locks until then, which a long database transaction takes last. */
  keepBack?: (event: Ending) => void;
};

/** Step of one subject along its status table; the end is the step to a final status. */
export type Step<Status extends string = string, Id extends SubjectId = AnyId> = {
  id: Id;
  version: number;
  from: Status;
  to: Status;
  isEnd: boolean;
};

/** Event of a subject that has ended, as `recordEndings` takes it. */
export type SubjectEvent = Ending['subject'];

/** Values of columns, by name. */
export type Columns = Readonly<Record<string, unknown>>;

/** What tells transactions and processes apart, for all that is done alike to both. */
export type SubjectTable<Status extends string = string> = {
  table: 'transactions' | 'processes';
  id: 'transaction_id' | 'process_id';
  history: 'transaction_history' | 'process_history';
  /** Module of the company that it was made for, as metrics name it. */
  module: RawBuilder<string>;
  /** Statuses in which a capture is awaited. */
  awaiting: readonly Status[];
  /** Whose time, once over, is ended by this service. */
  endsHere: RawBuilder<boolean>;
  /** Time of an end that happens at an instant of this service's clock. */
  finishedAt(at: Date): Date | RawBuilder<Date>;
  advance(status: string, event: string): Status | undefined;
  isFinal(status: string): boolean;
  /** Columns that a transition sets besides status and version. */
  columnsOf(transition: Transition, step: Step): Columns;
  /** Columns of its history row that the other kind lacks. */
  historyOf(transition: Transition): Columns;
  /** Event that tells of a step; undefined where nobody is told. */
  eventOf(step: Step, transition: Transition): SubjectEvent | undefined;
  /** Findings of a capture that failed for good. */
  failureOf(why: CaptureFailure): Columns;
  /** Whom an attempt is to show. */
  findShown(db: Db, tenantId: TenantId, id: AnyId): Promise<ShownFor | undefined>;
};
