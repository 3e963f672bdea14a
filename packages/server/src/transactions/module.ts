import { SAME_PERSON_THRESHOLD } from '@titular/face-engine';
import { type RawBuilder, sql } from 'kysely';
import type { IssueSdkToken, SubjectPort } from '../captures/index.ts';
import type { CardEvidenceService } from '../card-evidence/index.ts';
import type { CreateEvidence, SignReceipt } from '../evidence/index.ts';
import type { Galleries, OtherMeasures } from '../faces/index.ts';
import { notHeld } from '../kernel/database/not-held.ts';
import { type DueSpan, oldestDuePerson, personsDueWithin } from '../kernel/database/oldest-due.ts';
import type { SandboxPort } from '../kernel/http/sandbox-port.ts';
import type { Kernel, Module, RecordAct, RetentionClass } from '../module.ts';
import { oldestDueObject, type Pictures } from '../pictures/index.ts';
import type { OpenDeploymentKey, Settings, TenantKeys } from '../tenants/index.ts';
import type { Subscriptions } from '../webhooks/index.ts';
import { createTransactionSubjects } from './change/transaction-subject.ts';
import { createInserter } from './create/insert-together.ts';
import { expiryGauge } from './expiry-gauge.ts';
import { captureRecordRoutes } from './read/capture-record-routes.ts';
import { createStatusFinder } from './read/read-transaction.ts';
import { eraseTransactions } from './retention/erase-transactions-store.ts';
import { transactionRoutes } from './transaction-routes.ts';
import { transactionTasks } from './transaction-tasks.ts';

/** Pictures that are not listed yet count from the beginning of the listing. */
const oldestPictures = (): RawBuilder<unknown> => sql`
  SELECT least(min(d.finished_at + make_interval(days => c.capture_retention_days)),
    (SELECT begun_at FROM capture_due_backfill), (${oldestDueObject()})) AS due
  FROM companies c CROSS JOIN LATERAL (
    SELECT finished_at FROM capture_dues WHERE tenant_id = c.tenant_id AND company_id = c.company_id
      AND ${notHeld('capture_dues.subject_id')}
    ORDER BY finished_at LIMIT 1
  ) AS d`;

/** Objects that are left over have no day of their own. */
const picturesDueWithin = ({ tenantId, from, before, limit }: DueSpan): RawBuilder<unknown> => sql`
  SELECT FROM companies c CROSS JOIN LATERAL (
    SELECT FROM capture_dues
    WHERE tenant_id = c.tenant_id AND company_id = c.company_id
      AND finished_at >= ${from} - make_interval(days => c.capture_retention_days)
      AND finished_at < ${before} - make_interval(days => c.capture_retention_days)
      AND ${notHeld('capture_dues.subject_id')}
    LIMIT ${limit}
  ) AS d WHERE c.tenant_id = ${tenantId} LIMIT ${limit}`;

const retention: readonly RetentionClass[] = [
  {
    key: 'pictures',
    data: 'Pictures of a capture, what was measured on them, and what checks and decision were made from, also where there are no pictures',
    from: 'the end of the transaction or process',
    days: { setting: 'capture-retention-days' },
    isHeld: true,
    oldestDue: oldestPictures,
    dueWithin: picturesDueWithin,
  },
  {
    key: 'transactions',
    data: 'Identity, card, name, order number, value and redirect address of a transaction, its attempts, page sessions and calls, and what the staff wrote about it',
    from: 'the end of the transaction',
    days: { setting: 'person-retention-days' },
    isHeld: true,
    oldestDue: oldestDuePerson('transactions', 'transactions.transaction_id'),
    dueWithin: personsDueWithin('transactions', 'transactions.transaction_id'),
  },
];

/** What transactions need of others. */
export type TransactionsNeeds = {
  engineVersion: string;
  otherEngine: OtherMeasures | undefined;
  settings: Settings;
  tenantKeys: TenantKeys;
  pictures: Pictures;
  faceHashKey: OpenDeploymentKey;
  galleries: Galleries;
  subscriptions: Subscriptions;
  issueSdkToken: IssueSdkToken;
  signReceipt: SignReceipt;
  createEvidence: CreateEvidence;
  sandbox: SandboxPort;
  /** There where the operator has a service for card evidence. */
  cardEvidence: CardEvidenceService | undefined;
  /** Keeps over a restore what persons asked for; undefined where there is no ledger. */
  recordAct: RecordAct | undefined;
};

/** Transactions, as a kind of what captures are made for as well. */
export type TransactionsModule = Module & { port: SubjectPort };

/** Creates, decides, reads and ends transactions. */
export function createTransactions(kernel: Kernel, needs: TransactionsNeeds): TransactionsModule {
  const { config, db } = kernel;
  const { publicUrl, environment, linkLifetimeSeconds, unopenedLinkSeconds, matchThreshold } = config;
  const deps = {
    ...kernel,
    ...needs,
    ...{ publicUrl, environment, linkLifetimeSeconds, unopenedLinkSeconds, matchThreshold },
    samePersonThreshold: SAME_PERSON_THRESHOLD,
    findStatus: createStatusFinder(db),
    insertTogether: createInserter(db),
  };
  return {
    port: createTransactionSubjects(db, needs.settings, needs.tenantKeys, needs.recordAct),
    routes: [...transactionRoutes(deps), ...captureRecordRoutes(deps)],
    tasks: transactionTasks(deps),
    schedule: [
      { task: 'expire-transactions', match: '* * * * *', queue: 'expiry' },
      { task: 'delete-expired-captures', match: '*/10 * * * *', queue: 'clean-up' },
    ],
    erase: [{ count: 'transactions', tables: ['transactions'], erase: eraseTransactions }],
    retention,
    metrics: [expiryGauge(kernel.clock)],
    tables: {
      transactions: 'person',
      transaction_history: 'deployment',
      legal_holds: 'person',
      capture_dues: 'person',
      capture_due_backfill: 'deployment',
    },
  };
}
