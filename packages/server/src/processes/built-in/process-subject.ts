import type { TransactionStatus } from '@titular/contract';
import type { Kysely } from 'kysely';
import {
  type CaptureSubject,
  companyBranding,
  dataNoticeOf,
  offeredMovements,
  type SubjectPort,
  toPageAppearance,
} from '../../captures/index.ts';
import { maskIdentity } from '../../identity/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { enqueueJob } from '../../kernel/database/enqueue.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { RecordAct } from '../../module.ts';
import { createSharedPort, lockSubject, redirectTargetOf, statusAt } from '../../subjects/index.ts';
import type { Company, Settings, Tenant, TenantKeys } from '../../tenants/index.ts';
import { PROCESSES } from '../change/change-process.ts';
import { advanceProcess, type ProcessStatus } from '../process.ts';
import { findProcess, type ProcessRow } from '../process-store.ts';
import { type OpenedProcess, openProcess } from '../view-process.ts';

/** What the page shows of each status, with the word that a transaction would have. */
const SHOWN: Readonly<Record<ProcessStatus, { state: CaptureSubject['state']; status: TransactionStatus }>> =
  {
    created: { state: 'awaiting', status: 'waiting' },
    processing: { state: 'processing', status: 'processing' },
    ok: { state: 'approved', status: 'approved' },
    'invalid-identity': { state: 'not_approved', status: 'inconclusive' },
    expired: { state: 'ended', status: 'expired' },
    error: { state: 'ended', status: 'canceled' },
  };

function toSubject(
  row: ProcessRow,
  { company, tenant }: { company: Company | undefined; tenant: Tenant | undefined },
  { identity, friendlyName, callbackUri }: OpenedProcess,
  now: Date,
): CaptureSubject {
  const { state, status } = SHOWN[statusAt(PROCESSES, row, now)];
  return {
    state,
    status,
    subject: 'process',
    purpose: row.purpose,
    companyId: row.companyId,
    module: undefined,
    retryUntil: row.retryUntil,
    expiresAt: row.expiresAt,
    // The identity is fixed, so that only the device can change.
    offers: ['phone'],
    objection: undefined,
    movements: offeredMovements(company),
    ...companyBranding(company),
    ...toPageAppearance(row),
    dataNotice: dataNoticeOf(company, tenant),
    purchase: null,
    linkLifetimeSeconds: company?.linkLifetimeSeconds,
    finishedAt: row.finishedAt,
    erasureRequestedAt: row.erasureRequestedAt,
    orderNumber: null,
    firstName: friendlyName?.split(' ')[0] ?? '',
    maskedCard: null,
    cardBrand: null,
    cardKind: null,
    identityKey: identity.key,
    maskedIdentity: maskIdentity(identity),
    mayStateIdentity: false,
    isStatedIdentity: false,
    redirectUrl: redirectTargetOf(company, callbackUri, row.processId, status),
  };
}

/** Serves processes of the platform inside to the capture page. */
export function createProcessSubjects(
  db: Kysely<Tables>,
  settings: Settings,
  tenantKeys: TenantKeys,
  recordAct: RecordAct | undefined,
): SubjectPort {
  return {
    ...createSharedPort({
      db,
      of: PROCESSES,
      settings,
      recordAct,
      findRow: (tenantId, id) => findProcess(db, tenantId, id),
      enqueueDecision: (trx, tenantId, processId) =>
        enqueueJob(trx, 'decide-process', { tenantId, processId }),
    }),
    async find(tenantId, processId, now) {
      const row = await findProcess(db, tenantId, processId);
      if (row?.platform !== 'built-in') return undefined;
      const opened = openProcess(await tenantKeys(tenantId), row);
      // Of an erased one there is nothing to show, and nothing to open.
      if (!opened) return undefined;
      const company = await settings.findCompany(tenantId, row.companyId);
      const tenant = await settings.findTenant(tenantId);
      return toSubject(row, { company, tenant }, opened, now);
    },
    stateIdentity: async () => {
      throw new Refusal('40063');
    },
    object: async () => false,
    async shareLink(trx, tenantId, processId) {
      const present = await lockSubject(trx, PROCESSES, tenantId, processId);
      return present !== undefined && advanceProcess(present.status, 'capture-finished') !== undefined;
    },
  };
}
