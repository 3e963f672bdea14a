import type { SubjectPort } from '../captures/index.ts';
import type { AnyId, CompanyId, TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { RecordAct } from '../module.ts';
import { type Company, redirectTarget, redirectUrlProblem, type Settings } from '../tenants/index.ts';
import { changeSubject } from './change-subject.ts';
import { failCapture } from './end-due.ts';
import { permitAttempt } from './permit-attempt.ts';
import { requestErasure } from './person-requests/request-erasure.ts';
import { requestLink } from './person-requests/request-link.ts';
import { prolongRetry, updateRetry } from './retry-store.ts';
import { statusAt, type Timed, takesCapture } from './status-at.ts';
import { lockSubject } from './subject-store.ts';
import type { SubjectTable } from './subject-table.ts';

/** What a port needs of its noun: how a subject is found, and how its decision is asked for. */
export type PortSource<Status extends string> = {
  db: Db;
  of: SubjectTable<Status>;
  settings: Settings;
  findRow(tenantId: TenantId, id: AnyId): Promise<(Timed<Status> & { companyId: CompanyId }) | undefined>;
  enqueueDecision(trx: Db, tenantId: TenantId, id: AnyId): Promise<void>;
  /** Keeps over a restore what the person asked for; undefined where there is no ledger. */
  recordAct?: RecordAct | undefined;
};

type SharedPort = Pick<
  SubjectPort,
  | 'findLinkRenewal'
  | 'lock'
  | 'finishCapture'
  | 'awaitRetry'
  | 'prolongRetry'
  | 'permitAttempt'
  | 'failCapture'
  | 'requestLink'
  | 'requestErasure'
>;

/** Serves captures alike for both kinds of subject. */
export const createSharedPort = <Status extends string>({
  db,
  of,
  settings,
  findRow,
  enqueueDecision,
  recordAct,
}: PortSource<Status>): SharedPort => ({
  async findLinkRenewal(tenantId, id, now) {
    const row = await findRow(tenantId, id);
    if (!row || !(takesCapture(of, row, now) || statusAt(of, row, now) === 'processing')) return undefined;
    return (await settings.findCompany(tenantId, row.companyId))?.linkRenewal;
  },
  async lock(trx, ...asked) {
    await lockSubject(trx, of, ...asked);
  },
  async finishCapture(trx, tenantId, id, at) {
    const transition = { event: 'capture-finished', actor: 'person', at } as const;
    if ((await changeSubject(trx, of, tenantId, id, transition)).kind !== 'changed') return false;
    await enqueueDecision(trx, tenantId, id);
    return true;
  },
  awaitRetry: (trx, ...asked) => updateRetry(trx, of, ...asked),
  prolongRetry: (...asked) => prolongRetry(db, of, ...asked),
  permitAttempt: (trx, ...asked) => permitAttempt(settings, trx, of, ...asked),
  failCapture: (trx, ...asked) => failCapture(trx, of, ...asked),
  requestLink: (trx, ...asked) => requestLink(trx, of, ...asked),
  async requestErasure(trx, ...asked) {
    await requestErasure(trx, of, ...asked, recordAct);
  },
});

/** The merchant's address with id and status, as long as the company's rules of now allow it: a host that was taken off the list is gone to no more. */
export const redirectTargetOf = (
  company: Company | undefined,
  url: string | undefined,
  ...told: [id: string, status: Parameters<typeof redirectTarget>[2]]
): string | null =>
  !url || !company || redirectUrlProblem(url, company) ? null : redirectTarget(url, ...told);
