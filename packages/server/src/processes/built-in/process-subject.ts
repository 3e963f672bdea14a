import type { TransactionStatus } from '@titular/contract';
import type { Kysely } from 'kysely';
import { offeredMovements } from '../../captures/challenge/offered-movements.ts';
import { companyBranding } from '../../captures/subjects/branding.ts';
import type { CaptureSubject, CaptureSubjects } from '../../captures/subjects/capture-subject.ts';
import { maskIdentity } from '../../identity/identity.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { enqueueJob } from '../../kernel/database/enqueue.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { TenantKeys } from '../../tenants/keys/tenant-keys.ts';
import { redirectTarget, redirectUrlProblem } from '../../tenants/redirects/redirect-url.ts';
import type { Settings } from '../../tenants/settings-cache.ts';
import type { Company } from '../../tenants/tenant.ts';
import { changeProcess } from '../change/change-process.ts';
import { advanceProcess, type ProcessStatus } from '../process.ts';
import { findProcess, lockProcess, type ProcessRow } from '../process-store.ts';
import { type OpenedProcess, openProcess } from '../view-process.ts';
import { failProcessCapture } from './fail-process-capture.ts';
import { permitProcessAttempt } from './permit-process-attempt.ts';
import { updateProcessRetry } from './process-retry-store.ts';

/** What the page shows of each status, with the word that a transaction would have. */
const SHOWN: Readonly<Record<ProcessStatus, { state: CaptureSubject['state']; status: TransactionStatus }>> =
  {
    created: { state: 'open', status: 'waiting' },
    processing: { state: 'processing', status: 'processing' },
    ok: { state: 'approved', status: 'approved' },
    'invalid-identity': { state: 'not_approved', status: 'inconclusive' },
    expired: { state: 'ended', status: 'expired' },
    error: { state: 'ended', status: 'canceled' },
  };

/** What has run out of time is shown so, whether or not that was written yet. */
function shownOf({ status, expiresAt, retryUntil }: ProcessRow, now: Date): (typeof SHOWN)[ProcessStatus] {
  if (status !== 'created') return SHOWN[status];
  if (expiresAt <= now) return SHOWN.expired;
  return retryUntil && retryUntil <= now ? SHOWN['invalid-identity'] : SHOWN.created;
}

/** The merchant's address, as long as the company's rules of now allow it. */
const targetOf = (
  { processId }: ProcessRow,
  status: TransactionStatus,
  company: Company | undefined,
  callbackUri: string | undefined,
): string | null =>
  !callbackUri || !company || redirectUrlProblem(callbackUri, company)
    ? null
    : redirectTarget(callbackUri, processId, status);

function toSubject(
  row: ProcessRow,
  company: Company | undefined,
  { identity, friendlyName, callbackUri }: OpenedProcess,
  now: Date,
): CaptureSubject {
  const { state, status } = shownOf(row, now);
  return {
    state,
    status,
    subject: 'process',
    purpose: row.purpose,
    companyId: row.companyId,
    retryUntil: row.retryUntil,
    expiresAt: row.expiresAt,
    // The identity is fixed, so that only the device can change.
    offers: ['phone'],
    objection: undefined,
    movements: offeredMovements(company),
    ...companyBranding(company),
    orderNumber: null,
    firstName: friendlyName?.split(' ')[0] ?? '',
    maskedCard: null,
    identityKey: identity.key,
    maskedIdentity: maskIdentity(identity),
    mayStateIdentity: false,
    isStatedIdentity: false,
    redirectUrl: targetOf(row, status, company, callbackUri),
  };
}

/** Serves processes of the platform inside to the capture page. */
export function createProcessSubjects(
  db: Kysely<Tables>,
  settings: Settings,
  tenantKeys: TenantKeys,
): CaptureSubjects {
  return {
    async find(tenantId, processId, now) {
      const row = await findProcess(db, tenantId, processId);
      if (row?.platform !== 'built-in') return undefined;
      const opened = openProcess(await tenantKeys(tenantId), row);
      // Of an erased one there is nothing to show, and nothing to open.
      return opened && toSubject(row, await settings.findCompany(tenantId, row.companyId), opened, now);
    },
    stateIdentity: async () => {
      throw new Refusal('40063');
    },
    object: async () => false,
    async shareLink(trx, tenantId, processId) {
      const present = await lockProcess(trx, tenantId, processId);
      return present !== undefined && advanceProcess(present.status, 'capture-finished') !== undefined;
    },
    async findLinkRenewal(tenantId, processId, now) {
      const row = await findProcess(db, tenantId, processId);
      if (!row || !['open', 'processing'].includes(shownOf(row, now).state)) return undefined;
      return (await settings.findCompany(tenantId, row.companyId))?.linkRenewal;
    },
    async finishCapture(trx, tenantId, processId, now) {
      const transition = { event: 'capture-finished', actor: 'person', at: now } as const;
      if (!(await changeProcess(trx, tenantId, processId, transition))) return false;
      await enqueueJob(trx, 'decide-process', { tenantId, processId });
      return true;
    },
    awaitRetry: updateProcessRetry,
    permitAttempt: (...asked) => permitProcessAttempt(settings, ...asked),
    failCapture: failProcessCapture,
  };
}
