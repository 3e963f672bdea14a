import type { Db } from '../../kernel/database/connect.ts';
import type { CaptureSubjects } from './capture-subject.ts';

/** Tells whether an id is of the second kind. */
export type IsOfSecond = (db: Db, tenantId: string, id: string) => Promise<boolean>;

/** Two kinds of what captures are made for, as one: their ids have nothing in common. What is shown is looked for in the first kind, which is the more frequent; what changes something asks first whose the id is. */
export function combineSubjects(
  db: Db,
  first: CaptureSubjects,
  second: CaptureSubjects,
  isOfSecond: IsOfSecond,
): CaptureSubjects {
  const of = async (where: Db, tenantId: string, id: string): Promise<CaptureSubjects> =>
    (await isOfSecond(where, tenantId, id)) ? second : first;
  return {
    find: async (...asked) => (await first.find(...asked)) ?? second.find(...asked),
    stateIdentity: async (tenantId, id, ...rest) =>
      (await of(db, tenantId, id)).stateIdentity(tenantId, id, ...rest),
    object: async (tenantId, id, ...rest) => (await of(db, tenantId, id)).object(tenantId, id, ...rest),
    findLinkRenewal: async (tenantId, id, now) =>
      (await of(db, tenantId, id)).findLinkRenewal(tenantId, id, now),
    shareLink: async (trx, tenantId, id, ...rest) =>
      (await of(trx, tenantId, id)).shareLink(trx, tenantId, id, ...rest),
    finishCapture: async (trx, tenantId, id, now) =>
      (await of(trx, tenantId, id)).finishCapture(trx, tenantId, id, now),
    awaitRetry: async (trx, tenantId, id, until) =>
      (await of(trx, tenantId, id)).awaitRetry(trx, tenantId, id, until),
    permitAttempt: async (trx, tenantId, id, now) =>
      (await of(trx, tenantId, id)).permitAttempt(trx, tenantId, id, now),
    failCapture: async (trx, tenantId, id, ...rest) =>
      (await of(trx, tenantId, id)).failCapture(trx, tenantId, id, ...rest),
  };
}
