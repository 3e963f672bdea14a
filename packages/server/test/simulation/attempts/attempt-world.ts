import type { AttemptView } from '@titular/contract';
import { findAttempt, updateAttempt } from '@titular/server/captures/attempts/attempt-store.ts';
import { checkFrame } from '@titular/server/captures/attempts/check-frame.ts';
import { refusePicture } from '@titular/server/captures/attempts/refuse-picture.ts';
import { type StartDeps, startAttempt } from '@titular/server/captures/attempts/start-attempt.ts';
import type { CaptureSession } from '@titular/server/captures/sessions/session-store.ts';
import type { CaptureSubject, CaptureSubjects } from '@titular/server/captures/subjects/capture-subject.ts';
import { endCapture, lockForEnd } from '@titular/server/captures/subjects/end-capture.ts';
import { newId, type SessionId } from '@titular/server/kernel/base/id.ts';
import { Refusal } from '@titular/server/kernel/base/refusal.ts';
import { withRetries } from '@titular/server/kernel/database/connect.ts';
import { enqueueJob } from '@titular/server/kernel/database/enqueue.ts';
import {
  createSharedPort,
  endOverdueRetries,
  type SubjectTable,
  statusAt,
} from '@titular/server/subjects/index.ts';
import type { Company, Settings } from '@titular/server/tenants/index.ts';
import { cancelTransaction } from '@titular/server/transactions/change/cancel-transaction.ts';
import { insertTransaction } from '@titular/server/transactions/insert-store.ts';
import { readTransaction } from '@titular/server/transactions/read/read-transaction.ts';
import { findStatus } from '@titular/server/transactions/status-store.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { createManualClock, type ManualClock } from '@titular/test-kit/time/manual-clock.ts';
import { clockOf } from '../deliveries/delivery-world.ts';
import type { AttemptRow } from '../memory/attempt-statements.ts';
import {
  createMemoryDatabase,
  type KnownStatements,
  type MemoryProcess,
  type Turn,
} from '../memory/memory-database.ts';
import { keyOf, type MemoryRows } from '../memory/memory-rows.ts';
import { COMPANY, firstRow, insertEndpoint, type OpenCall, TENANT } from '../statuses/status-world.ts';

/** How a frame shows: a picture that cannot be used, one that passes no step, or the last of the challenge. */
export type Frame = 'unusable' | 'waits' | 'late' | 'completes';

/** What two tabs of one person, the merchant and the time do; tabs and processes are named by their place. */
export type AttemptAct =
  | { kind: 'start'; process: number; tab: number }
  | { kind: 'frame'; process: number; tab: number; frame: Frame }
  | { kind: 'cancel'; process: number }
  | { kind: 'read'; process: number }
  | { kind: 'end-retries'; process: number }
  | { kind: 'kill'; process: number }
  | { kind: 'fail'; process: number; when: 'before' | 'after' }
  | { kind: 'advance'; seconds: number };

/** A run before it is interleaved; the clock of the second process is ahead by so many seconds. */
export type AttemptPlan = { acts: readonly AttemptAct[]; skewSeconds: number };

/** A run under way. */
export type AttemptWorld = {
  rows: MemoryRows;
  clock: ManualClock;
  /** Attempts whose start was answered. */
  begun: AttemptView[];
  /** Frames that were taken, each by attempt and place. */
  taken: string[];
  /** Attempts that a frame ended whose keeping was answered. */
  concluded: string[];
  faults: unknown[];
  /** Calls under way. */
  open: Set<OpenCall>;
  act(act: AttemptAct): void;
};

/** Attempts that a transaction has. */
export const MAX_ATTEMPTS = 3;

const RETRY_SECONDS = 60;
const STEP_SECONDS = 20;
const SHOP = {
  tenantId: TENANT,
  companyId: COMPANY,
  movements: 'fixed',
  identityAttemptsPerDay: 10,
} as unknown as Company;
const SETTINGS = { findCompany: async () => SHOP } as unknown as Settings;
const IDENTITY = Buffer.from('identity');
const SESSIONS: readonly SessionId[] = [newId(), newId()];

function insertSessions(rows: MemoryRows): void {
  const transaction = rows.begin();
  const view = transaction.openView();
  for (const session of SESSIONS)
    view.put('capture_sessions', keyOf(TENANT, session), {
      consent_version: '1',
      consent_language: 'pt',
      consented_at: new Date(0),
    });
  transaction.commit();
}

type Held = { rows: MemoryRows; of: SubjectTable; id: CaptureSession['subject']['id'] };

function depsOf({ of }: Held, clock: Pick<ManualClock, 'now'>, { db }: MemoryProcess): StartDeps {
  const port = createSharedPort({
    ...{ db, of, settings: SETTINGS },
    findRow: async () => undefined,
    enqueueDecision: (trx, tenantId, transactionId) =>
      enqueueJob(trx, 'decide-transaction', { tenantId, transactionId }),
  });
  const find = async (
    _tenant: unknown,
    id: CaptureSession['subject']['id'],
    now: Date,
  ): Promise<CaptureSubject> => {
    const found = await findStatus(db, TENANT, asId(id));
    const status = found ? statusAt(of, found, now) : 'canceled';
    const state = ['waiting', 'shared'].includes(status) ? 'awaiting' : 'ended';
    return {
      state,
      movements: ['turn'],
      dataNotice: { deviceDays: null },
      module: 'post',
    } as unknown as CaptureSubject;
  };
  const subjects = { transaction: { ...port, find } } as unknown as CaptureSubjects;
  return {
    ...{ db, clock, subjects, maximumAttempts: MAX_ATTEMPTS, retrySeconds: RETRY_SECONDS, random: () => 0.5 },
    ...{
      challengeStepSeconds: STEP_SECONDS,
      challengeLength: undefined,
      engine: { version: 'one' },
      otherEngine: undefined,
    },
    tenantKeys: async () => Promise.reject(new Error('nothing is opened')),
  };
}

/** A frame that was taken, and whether it ended its attempt. */
type Taken = { attemptId: string; position: number; isLast: boolean };

/** Sends a frame as the page does that knows how many came before, and keeps what it changes in one commit, as the service does. */
async function sendFrame(
  held: Held,
  deps: StartDeps,
  session: CaptureSession,
  how: Frame,
): Promise<Taken | undefined> {
  const { rows } = held;
  const { clock } = deps;
  const own = rows
    .committed<AttemptRow>('capture_attempts')
    .findLast(({ session_id }) => session_id === session.sessionId);
  if (!own) return undefined;
  const { attempt_id: attemptId, frames_seen: position } = own;
  const inHand = { attemptId: asId(attemptId), position, capturedAtMs: undefined, image: Buffer.of() };
  const checked = await checkFrame(deps.db, session, inHand, clock.now());
  if (checked.kind === 'repeated') return undefined;
  const { attempt } = checked;
  if (how === 'unusable') {
    await refusePicture(deps, session, attempt, 'damaged' as never);
    return undefined;
  }
  const at = clock.now();
  const outcome = how === 'completes' ? 'completed' : how === 'late' ? 'timeout' : undefined;
  const answer = {
    step: attempt.step,
    hint: 'hold',
    attemptsLeft: 1,
    ...(outcome ? { outcome } : {}),
  } as never;
  const store = async (trx: StartDeps['db']): Promise<boolean> => {
    const { observations, stepStartedAt, step } = attempt;
    const change = {
      attemptId: attempt.attemptId,
      position,
      step,
      stepStartedAt,
      answer,
      observations,
      loads: observations.loads ?? 0,
      showsFace: how !== 'late',
      at,
    };
    if (outcome) await lockForEnd(deps, trx, session);
    if (!(await updateAttempt(trx, TENANT, change))) return false;
    if (outcome) await endCapture(deps, trx, session, attempt, outcome, at);
    return true;
  };
  const isFirst = await withRetries(() => deps.db.transaction().execute(store));
  if (!isFirst) await findAttempt(deps.db, TENANT, session.sessionId, attempt.attemptId);
  return isFirst ? { attemptId, position, isLast: outcome !== undefined } : undefined;
}

/** Opens a world with one transaction that waits for its person, and two tabs that show its page. */
export async function openAttemptWorld(
  known: KnownStatements,
  { skewSeconds }: Pick<AttemptPlan, 'skewSeconds'>,
  turn: Turn,
  of: SubjectTable,
): Promise<AttemptWorld> {
  const { rows, addProcess } = createMemoryDatabase(known);
  insertEndpoint(rows);
  insertSessions(rows);
  const clock = createManualClock(new Date('2030-01-01T00:00:00Z'));
  const first = { ...firstRow(clock.now()), expiresAt: new Date('2030-01-02T00:00:00Z') };
  await insertTransaction(addProcess('before', async () => undefined).db, first);
  const id = first.transactionId;
  const shown = { identityHash: IDENTITY, isStated: false, companyId: COMPANY, cardHash: undefined };
  const held: Held = { rows, id, of: { ...of, findShown: async () => shown } };
  const processes = [addProcess('one', turn), addProcess('two', turn)];
  const sessionOf = (tab: number): CaptureSession => ({
    ...{
      tenantId: TENANT,
      sessionId: SESSIONS[tab] ?? newId(),
      subject: { kind: 'transaction', id },
      opening: 'merchant',
    },
    ...{ embedder: undefined, expiresAt: clock.now(), consented: true, consentVersion: undefined },
  });
  const perform = async (act: AttemptAct & { process: number }): Promise<void> => {
    const process = processes[act.process];
    if (!process) return;
    const own = clockOf(clock, act.process === 1 ? skewSeconds : 0);
    const deps = depsOf(held, own, process);
    if (act.kind === 'start')
      world.begun.push(
        await startAttempt(deps, sessionOf(act.tab), { isFromPage: true, device: undefined } as never),
      );
    else if (act.kind === 'frame') {
      const taken = await sendFrame(held, deps, sessionOf(act.tab), act.frame);
      if (taken) world.taken.push(`${taken.attemptId}/${taken.position}`);
      if (taken?.isLast) world.concluded.push(taken.attemptId);
    } else if (act.kind === 'cancel') await cancelTransaction(deps, TENANT, id);
    else if (act.kind === 'read') await readTransaction(deps, TENANT, id);
    else await endOverdueRetries(deps.db, held.of, own.now(), 10);
  };
  const world: AttemptWorld = {
    ...{ rows, clock, begun: [], taken: [], concluded: [], faults: [], open: new Set() },
    act(act) {
      if (act.kind === 'advance') clock.advanceSeconds(act.seconds);
      else if (act.kind === 'fail') processes[act.process]?.failNext('08006', act.when);
      else if (act.kind === 'kill') {
        processes[act.process]?.kill();
        processes[act.process] = addProcess(`${act.process + 1} anew`, turn);
      } else {
        const own = { kind: act.kind, owner: processes[act.process] ?? { isDead: () => true } };
        world.open.add(own);
        perform(act)
          .catch((error: unknown) => {
            if (!(error instanceof Refusal)) world.faults.push(error);
          })
          .finally(() => world.open.delete(own));
      }
    },
  };
  return world;
}
