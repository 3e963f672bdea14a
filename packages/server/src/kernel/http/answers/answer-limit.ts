import type { FastifyRequest } from 'fastify';
import type { Log } from '../../base/log.ts';
import { Refusal } from '../../base/refusal.ts';

/** Behind a token, every request has its answer within five seconds (R80). A statement ends before this, so that what is known of it is told. */
export const ANSWER_LIMIT_MS = 4_800;

/** The same for work that waits for something else than the database too: an engine, a store of objects, a service of the operator. */
export const PATIENT_LIMIT_MS = 60_000;

/** Timers of one length share a list, so lengths are counted in steps. */
const STEP_MS = 100;

const TOO_LONG =
  'This took too long on our side; it may still be carried out. Repeat it with the same Idempotency-Key or order number, or read what became of it.';

/** Carries out a part of a request within what the parts before it left of its time; time that the client takes to send its body does not count. */
export type WithinLimit = <Result>(
  request: FastifyRequest,
  limitMs: number,
  work: () => Promise<Result>,
) => Promise<Result>;

/** Makes the limit of one server: work that takes longer is refused with 50001 and goes on, and what becomes of it is logged. */
export function createAnswerLimit(log: Log): WithinLimit {
  const spent = new WeakMap<FastifyRequest, number>();

  const follow = (work: Promise<unknown>, requestId: string): void => {
    log.warn({ requestId }, 'a request was answered before its work ended');
    work.then(
      () => log.warn({ requestId }, 'work ended after its request was answered'),
      (err: unknown) => log.warn({ requestId, err }, 'work failed after its request was answered'),
    );
  };

  return (request, limitMs, work) => {
    const sinceMs = performance.now();
    const earlierMs = spent.get(request) ?? 0;
    const leftMs = Math.max(STEP_MS, Math.ceil((limitMs - earlierMs) / STEP_MS) * STEP_MS);
    const working = work();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        follow(working, request.id);
        reject(new Refusal('50001', TOO_LONG));
      }, leftMs);
      const end = (): void => {
        clearTimeout(timer);
        spent.set(request, earlierMs + performance.now() - sinceMs);
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
