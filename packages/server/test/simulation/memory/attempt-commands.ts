import type { FrameAnswer } from '@titular/contract';
import {
  listAttackSignals,
  recordAttackSignal,
} from '@titular/server/captures/attack-signals/signal-store.ts';
import {
  type Attempt,
  endAttempt,
  findAttempt,
  findLatestAttempt,
  insertAttempt,
  resetTimes,
  updateAttempt,
  updateUnusable,
} from '@titular/server/captures/attempts/attempt-store.ts';
import { listDayAttempts, type ShownFor } from '@titular/server/captures/attempts/day-attempts-store.ts';
import { NOTHING_OBSERVED } from '@titular/server/captures/challenge/observations.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { at, type Names, pick, type Store } from './names.ts';

const answerOf = (outcome: 'timeout' | undefined): FrameAnswer =>
  ({
    ...{ step: 0, hint: 'none', attemptsLeft: 1, ...(outcome ? { outcome } : {}) },
  }) as unknown as FrameAnswer;

const attemptOf = ({ attempts, processes, transactions }: Names, place: number, how: number): Attempt =>
  ({
    ...{
      attemptId: pick(attempts, how),
      subject: { kind: 'transaction', id: pick(transactions, place % 2) },
    },
    ...{
      sessionId: pick(processes, place),
      number: 1 + (how % 2),
      movement: 'turn',
      poses: ['front'],
      step: 0,
    },
    ...{
      framesSeen: 0,
      unhurried: false,
      observations: NOTHING_OBSERVED,
      lastAnswer: undefined,
      outcome: undefined,
    },
    ...{ startedAt: at(how), stepStartedAt: at(how) },
  }) as unknown as Attempt;

const changeOf = ({ attempts }: Names, place: number, how: number) => ({
  ...{
    attemptId: pick(attempts, place),
    position: how % 2,
    loads: how % 2,
    step: 1,
    stepStartedAt: at(how),
    at: at(how),
  },
  ...{ answer: answerOf(how > 3 ? 'timeout' : undefined), observations: { ...NOTHING_OBSERVED, faces: how } },
});

const shownFor = ({ companyId }: Names): ShownFor => ({
  ...{ identityHash: Buffer.of(2), isStated: false, companyId, cardHash: Buffer.of(3) },
});

/** Commands of attempts. */
export const ATTEMPTS: Readonly<Record<string, Store>> = {
  insertAttempt: (trx, names, place, how) =>
    insertAttempt(trx, names.tenantId, attemptOf(names, place, how), {
      ...{
        consent: { version: '1', language: 'pt', at: at(0) },
        identityHash: Buffer.of(2),
        isStated: false,
      },
    }),
  findLatestAttempt: (trx, { tenantId, transactions }, place) =>
    findLatestAttempt(trx, tenantId, pick(transactions, place % 2)),
  findAttempt: (trx, { tenantId, attempts, processes }, place, how) =>
    findAttempt(trx, tenantId, asId(pick(processes, how)), pick(attempts, place)),
  updateAttempt: (trx, names, place, how) =>
    updateAttempt(trx, names.tenantId, { ...changeOf(names, place, how), showsFace: how % 3 === 0 }),
  updateUnusable: (trx, names, place, how) =>
    updateUnusable(trx, names.tenantId, {
      ...changeOf(names, place, how),
      outcome: how > 4 ? 'challenge_missed' : undefined,
    }),
  endAttempt: (trx, { tenantId, attempts }, place, how) =>
    endAttempt(trx, tenantId, pick(attempts, place), 'timeout', at(how)),
  resetTimes: (trx, { tenantId, attempts }, place) => resetTimes(trx, tenantId, pick(attempts, place)),
  listDayAttempts: (trx, names, place, how) =>
    listDayAttempts(trx, names.tenantId, shownFor(names), { since: at(-1), now: at(how), most: 1 + place }),
  recordAttackSignal: async (trx, { tenantId, transactions }, place, how) => {
    const subject = { kind: 'transaction', id: pick(transactions, place % 2) } as const;
    await recordAttackSignal(
      trx,
      tenantId,
      { subject, attemptNumber: 1 + (how % 2) },
      'foreign_frames',
      at(how),
    );
    return listAttackSignals(trx, tenantId, subject.id);
  },
};
