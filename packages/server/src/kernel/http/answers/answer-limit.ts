import type { FastifyRequest } from 'fastify';
import type { Log } from '../../base/log.ts';
import { Refusal } from '../../base/refusal.ts';
import { createTag } from '../tag.ts';
import { NOT_KNOWN } from './error-reply.ts';

/** Behind a token, every request has its answer within five seconds (R80). A statement ends before this, so that what is known of it is told. */
export const ANSWER_LIMIT_MS = 4_800;

/** The same for work that waits for something else than the database too: an engine, a store of objects, a service of the operator. */
export const PATIENT_LIMIT_MS = 60_000;

/** Timers of one length share a list, so lengths are counted in steps. */
const STEP_MS = 100;

/** So often a request is given back the time for which the process itself stood still. */
const MAX_STANDSTILLS = 3;

const TOO_LONG = `This took too long on our side; ${NOT_KNOWN}`;

/** Carries out a part of a request within what the parts before it left of its time; time that the client takes to send its body does not count. */
export type WithinLimit = <Result>(
  request: FastifyRequest,
  limitMs: number,
  work: () => Promise<Result>,
) => Promise<Result>;

/** Timers of a process; `after` returns what stops the timer. */
type Timers = { nowMs(): number; after(milliseconds: number, run: () => void): () => void };

const processTimers: Timers = {
  nowMs: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Makes the limit of one server: work that takes longer is refused with 50001 and goes on, and what becomes of it is logged. */
export function createAnswerLimit(log: Log, { nowMs, after }: Timers = processTimers): WithinLimit {
  const spent = createTag<FastifyRequest, number>('spent');

  const follow = (work: Promise<unknown>, requestId: string): void => {
    const sinceMs = nowMs();
    const told = () => ({ requestId, lateMs: Math.round(nowMs() - sinceMs) });
    work.then(
      () => log.warn(told(), 'work ended after its request was answered'),
      (error: unknown) => {
        const why = error instanceof Refusal ? { code: error.code } : { err: error };
        log.warn({ ...told(), ...why }, 'work failed after its request was answered');
      },
    );
  };

  return (request, limitMs, work) => {
    const sinceMs = nowMs();
    const earlierMs = spent.get(request) ?? 0;
    const leftMs = Math.max(STEP_MS, Math.ceil((limitMs - earlierMs) / STEP_MS) * STEP_MS);
    const working = work();
    return new Promise((resolve, reject) => {
      let stop: () => void;
      const wait = (milliseconds: number, times: number): void => {
        const dueMs = nowMs() + milliseconds;
        stop = after(milliseconds, () => {
          const lateMs = nowMs() - dueMs;
          // The process stood still: answers that have come meanwhile are heard first, after the timers.
          if (lateMs > STEP_MS && times < MAX_STANDSTILLS) return wait(lateMs, times + 1);
          follow(working, request.id);
          reject(new Refusal('50001', TOO_LONG));
        });
      };
      wait(leftMs, 0);
      const end = (): void => {
        stop();
        spent.set(request, earlierMs + nowMs() - sinceMs);
      };
      working.then(
        (result) => {
          end();
          resolve(result);
        },
        (error: unknown) => {
          end();
          reject(error);
        },
      );
    });
  };
}
