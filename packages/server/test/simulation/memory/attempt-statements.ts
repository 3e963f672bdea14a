import {
  listAttackSignalsOf,
  recordAttackSignal,
} from '@titular/server/captures/attack-signals/signal-store.ts';
import {
  type Attempt,
  type AttemptChange,
  endAttempt,
  findAttempt,
  findLatestAttempt,
  insertAttempt,
  resetTimes,
  updateAttempt,
  updateUnusable,
} from '@titular/server/captures/attempts/attempt-store.ts';
import { listDayAttempts, type ShownFor } from '@titular/server/captures/attempts/day-attempts-store.ts';
import { deleteDeviceUses } from '@titular/server/captures/devices/device-store.ts';
import { endUnusedLinks } from '@titular/server/captures/links/link-store.ts';
import { findConsent } from '@titular/server/captures/sessions/session-store.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import type { Run, Statement } from './memory-database.ts';
import { keyOf, type Row, type View } from './memory-rows.ts';
import { ID, NOW } from './sample-values.ts';

/** An attempt as it is kept. */
export type AttemptRow = Row & {
  tenant_id: string;
  attempt_id: string;
  session_id: string;
  subject_id: string;
  number: number;
  step: number;
  frames_seen: number;
  outcome: string | null;
  started_at: Date;
  identity_hash: Buffer;
  is_stated: boolean;
  showed_face: boolean;
};

type SignalRow = Row & { tenant_id: string; subject_id: string };

const TABLE = 'capture_attempts';
const INSERTED = [
  ...[
    'tenant_id',
    'attempt_id',
    'session_id',
    'subject_kind',
    'subject_id',
    'number',
    'movement',
    'poses',
    'unhurried',
  ],
  ...[
    'identity_hash',
    'is_stated',
    'showed_face',
    'challenge_length',
    'challenge_reasons',
    'consent_version',
  ],
  ...['consent_language', 'consented_at', 'observations', 'last_answer', 'started_at', 'step_started_at'],
];
const SUBJECT = { kind: 'transaction', id: ID } as const;
const ATTEMPT = {
  ...{
    subject: SUBJECT,
    attemptId: ID,
    sessionId: ID,
    number: 1,
    movement: 'turn',
    poses: [],
    unhurried: false,
  },
  ...{ observations: {}, startedAt: NOW, stepStartedAt: NOW },
} as unknown as Attempt;
const CHANGE = {
  ...{
    attemptId: ID,
    position: 0,
    loads: 0,
    step: 0,
    stepStartedAt: NOW,
    observations: {},
    answer: {},
    at: NOW,
  },
} as unknown as AttemptChange;
const SHOWN: ShownFor = { identityHash: Buffer.of(), isStated: false, companyId: ID, cardHash: undefined };

const toJson = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

const insert: Run = (view, parameters) => {
  const given = Object.fromEntries(INSERTED.map((column, index) => [column, parameters[index] ?? null]));
  const row = {
    ...given,
    observations: toJson(given['observations']),
    step: 0,
    frames_seen: 0,
    outcome: null,
    finished_at: null,
  } as unknown as AttemptRow;
  const isOfSubject = (other: AttemptRow): boolean => other.subject_id === row.subject_id;
  // One unique index after the other, in the order in which they were made: each may wait for another transaction.
  const conflicts = [
    (other: AttemptRow) => other.attempt_id === row.attempt_id,
    (other: AttemptRow) => isOfSubject(other) && other.number === row.number,
    (other: AttemptRow) => isOfSubject(other) && other.outcome === null,
  ];
  if (conflicts.some((isSame) => view.conflicts(TABLE, isSame))) return [];
  view.put(TABLE, keyOf(row.tenant_id, row.attempt_id), row);
  return [row];
};

const loadsOf = (row: Row): unknown => (row['observations'] as { loads?: number }).loads ?? 0;

/** Changes an attempt that is open and, where a place is given, has seen so many frames and loads. */
function change(
  view: View,
  key: string,
  place: readonly [seen: unknown, loads: unknown] | [],
  setOf: (row: AttemptRow) => Row,
): Row[] {
  const [framesSeen, loads] = place;
  const fits = (row: AttemptRow | undefined): row is AttemptRow =>
    row !== undefined &&
    row.outcome === null &&
    (place.length === 0 || (row.frames_seen === framesSeen && loadsOf(row) === loads));
  if (!fits(view.find<AttemptRow>(TABLE, key))) return [];
  const row = view.lock<AttemptRow>(TABLE, key);
  if (!fits(row)) return [];
  view.put(TABLE, key, { ...row, ...setOf(row) });
  return [row];
}

const move =
  (showed: Row): Run =>
  (view, parameters) => {
    const [step, step_started_at, frames_seen, answer, observations, outcome, finished_at] = parameters;
    const [tenant, attempt, ...place] = parameters.slice(showed['showed_face'] ? 8 : 7);
    const set = {
      step,
      step_started_at,
      frames_seen,
      last_answer: toJson(answer),
      observations: toJson(observations),
      outcome,
      finished_at,
    };
    return change(view, keyOf(tenant, attempt), [place[0], place[1]], () => ({ ...set, ...showed }));
  };

const sendMove = (showsFace: boolean) => (db: Db) => updateAttempt(db, ID, { ...CHANGE, showsFace });

/** Statements of attempts. */
export const ATTEMPT_STATEMENTS: Readonly<Record<string, Statement>> = {
  findLatestAttempt: {
    sentBy: (db) => findLatestAttempt(db, ID, ID),
    run: (view, [, subject]) =>
      view
        .list<AttemptRow>(TABLE)
        .filter(({ subject_id }) => subject_id === subject)
        .toSorted((one, other) => other.number - one.number)
        .slice(0, 1),
  },
  findAttempt: {
    sentBy: (db) => findAttempt(db, ID, ID, ID),
    run: (view, [tenant, attempt, session]) => {
      const row = view.find<AttemptRow>(TABLE, keyOf(tenant, attempt));
      return row?.session_id === session ? [row as Row] : [];
    },
  },
  insertAttempt: {
    sentBy: (db) =>
      insertAttempt(db, ID, ATTEMPT, { consent: undefined, identityHash: Buffer.of(), isStated: false }),
    run: insert,
  },
  updateAttempt: { sentBy: sendMove(false), run: move({}) },
  updateAttemptWithFace: { sentBy: sendMove(true), run: move({ showed_face: true }) },
  updateUnusable: {
    sentBy: (db) => updateUnusable(db, ID, { ...CHANGE, outcome: undefined }),
    run: (view, [observations, outcome, finished_at, tenant, attempt, seen, loads]) =>
      change(view, keyOf(tenant, attempt), [seen, loads], () => ({
        observations: toJson(observations),
        outcome,
        finished_at,
      })),
  },
  endAttempt: {
    sentBy: (db) => endAttempt(db, ID, ID, 'timeout', NOW),
    run: (view, [outcome, finished_at, nothing, tenant, attempt]) =>
      change(view, keyOf(tenant, attempt), [], ({ observations: before }) => {
        const { camera } = before as { camera?: unknown };
        const observations = { ...(toJson(nothing) as object), ...(camera ? { camera } : {}) };
        return { outcome, finished_at, observations };
      }),
  },
  resetTimes: {
    sentBy: (db) => resetTimes(db, ID, ID),
    run: (view, [tenant, attempt]) => {
      const row = view.lock<AttemptRow>(TABLE, keyOf(tenant, attempt));
      if (!row) return [];
      const { capturedMs: _, ...observations } = row['observations'] as Record<string, unknown>;
      const loads = Number(loadsOf(row)) + 1;
      view.put(TABLE, keyOf(tenant, attempt), { ...row, observations: { ...observations, loads } });
      return [row];
    },
  },
  lockIdentity: {
    sentBy: (db) => listDayAttempts(db, ID, SHOWN, { since: NOW, now: NOW, most: 1 }),
    isFirst: true,
    run: (view, [name]) => {
      view.hold('#locks', String(name));
      return [];
    },
  },
  listDayAttempts: {
    sentBy: (db) => listDayAttempts(db, ID, SHOWN, { since: NOW, now: NOW, most: 1 }),
    run: (view, [company, , tenant, hash, isStated, since, openSince, most]) =>
      view
        .list<AttemptRow>(TABLE)
        .filter(
          (row) =>
            row.tenant_id === tenant &&
            row.identity_hash.equals(hash as Buffer) &&
            row.is_stated === isStated,
        )
        .filter(({ started_at }) => started_at > (since as Date))
        .filter((row) => row.showed_face || (row.outcome === null && row.started_at > (openSince as Date)))
        .toSorted((one, other) => Number(other.started_at) - Number(one.started_at))
        .slice(0, Number(most))
        .map(({ tenant_id, subject_id, started_at }) => {
          const of = view.find('transactions', keyOf(tenant_id, subject_id));
          return { started_at, is_same: of?.['company_id'] === company };
        }),
  },
  findConsent: {
    sentBy: (db) => findConsent(db, ID, ID),
    run: (view, [tenant, session]) => {
      const row = view.find('capture_sessions', keyOf(tenant, session));
      return row ? [row] : [];
    },
  },
  recordAttackSignal: {
    sentBy: (db) => recordAttackSignal(db, ID, { subject: SUBJECT, attemptNumber: 1 }, 'foreign_frames', NOW),
    run: (view, [tenant_id, subject_kind, subject_id, attempt_number, sign, at, , most]) => {
      const key = keyOf(tenant_id, subject_id, attempt_number, sign);
      view.hold('capture_signs', key);
      const known = view.find('capture_signs', key);
      const seen = Number(known?.['seen'] ?? 0);
      if (seen >= Number(most)) return [];
      const row = {
        tenant_id,
        subject_kind,
        subject_id,
        attempt_number,
        sign,
        first_at: at,
        ...known,
        seen: seen + 1,
        last_at: at,
      };
      view.put('capture_signs', key, row);
      return [row];
    },
  },
  listAttackSignalsOf: {
    sentBy: (db) => listAttackSignalsOf(db, [{ tenantId: ID, subjectId: ID }]),
    run: (view, [tenants, subjects]) =>
      (tenants as string[]).flatMap((tenant, index) =>
        view
          .list<SignalRow>('capture_signs')
          .filter((row) => row.tenant_id === tenant && row.subject_id === (subjects as string[])[index]),
      ),
  },
  deleteDeviceUses: { sentBy: (db) => deleteDeviceUses(db, ID, ID), run: () => [] },
  endUnusedLinks: {
    sentBy: (db) => endUnusedLinks(db, ID, ID, { purpose: 'phone', madeBy: ID }, NOW),
    run: () => [],
  },
};
