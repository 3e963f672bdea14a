import { listAttackSignals } from '@titular/server/captures/attack-signals/signal-store.ts';
import { byIndex } from '@titular/server/kernel/database/by-index.ts';
import { enqueueJob } from '@titular/server/kernel/database/enqueue.ts';
import { expiryRule, retryRule } from '@titular/server/subjects/end-overdue.ts';
import { lockDue, updateEnded } from '@titular/server/subjects/ending-store.ts';
import { claimOverdueRetry, liftRetry, updateRetry } from '@titular/server/subjects/retry-store.ts';
import { insertHistory, lockSubject, updateStatus } from '@titular/server/subjects/subject-store.ts';
import { TRANSACTIONS } from '@titular/server/transactions/change/change-status.ts';
import {
  insertTransaction,
  type TransactionRow as NewRow,
} from '@titular/server/transactions/insert-store.ts';
import { findStatus } from '@titular/server/transactions/status-store.ts';
import { findDueReplica } from '@titular/server/transactions/transaction-store.ts';
import type { Run, Statement } from './memory-database.ts';
import { keyOf, type Row, type View } from './memory-rows.ts';
import { ID, NOW } from './sample-values.ts';

/** A transaction, with what changes of status read and write. */
export type TransactionRow = Row & {
  tenant_id: string;
  transaction_id: string;
  company_id: string;
  status: string;
  version: number;
  module: string;
  replica_hash: Buffer;
  expires_at: Date;
  finished_at: Date | null;
  retry_until: Date | null;
};

/** A step of a history. */
export type HistoryRow = {
  tenant_id: string;
  transaction_id: string;
  version: number;
  event: string;
  from_status: string | null;
  to_status: string;
};

const TABLE = 'transactions';
const HISTORY = 'transaction_history';
const LIVE = ['waiting', 'processing', 'shared', 'approved'];
const OPEN = ['waiting', 'shared'];
const INSERTED = [
  ...[
    'tenant_id',
    'transaction_id',
    'company_id',
    'status',
    'module',
    'order_number',
    'identity_key',
    'identity_hash',
  ],
  ...[
    'sealed_identity',
    'card_hash',
    'sealed_card',
    'replica_hash',
    'value',
    'currency',
    'language',
    'theme',
  ],
  ...['sealed_redirect_url', 'reference_process_id', 'created_at', 'expires_at', 'finished_at'],
];
const REST = {
  version: 1,
  has_identity_changed: null,
  decision: null,
  decision_inputs: null,
  retry_until: null,
};
const NEW_ROW = { ...{ tenantId: ID, link: undefined, reasons: [] }, createdAt: NOW } as unknown as NewRow;
const STEP = { id: ID, version: 2, from: 'waiting', to: 'canceled', isEnd: true } as const;
const TRANSITION = { event: 'cancel', actor: 'service', at: NOW } as const;

const keyOfRow = (row: TransactionRow): string => keyOf(row.tenant_id, row.transaction_id);
const isOpenRow = ({ status }: TransactionRow): boolean => OPEN.includes(status);

function addHistory(view: View, row: Row): void {
  view.put(HISTORY, keyOf(row['tenant_id'], row['transaction_id'], row['version']), row);
}

/** Locks a row that fits, and changes it if it fits still: UPDATE … WHERE. */
function update(view: View, key: string, fits: (row: TransactionRow) => boolean, set: Row): readonly Row[] {
  const seen = view.find<TransactionRow>(TABLE, key);
  if (!seen || !fits(seen)) return [];
  const row = view.lock<TransactionRow>(TABLE, key);
  if (!row || !fits(row)) return [];
  view.put(TABLE, key, { ...row, ...set });
  return [row];
}

const insert: Run = (view, parameters) => {
  const row = Object.fromEntries(
    INSERTED.map((column, index) => [column, parameters[index] ?? null]),
  ) as TransactionRow;
  const { tenant_id, transaction_id, status, replica_hash, created_at } = row as TransactionRow & {
    created_at: Date;
  };
  const isReplica = (other: TransactionRow): boolean =>
    other.tenant_id === tenant_id && LIVE.includes(other.status) && other.replica_hash.equals(replica_hash);
  if (LIVE.includes(status) && view.conflicts(TABLE, isReplica)) return [];
  view.put(TABLE, keyOfRow(row), { ...row, ...REST });
  const [reasons, code_hash, expires_at, isLinked] = parameters.slice(23);
  const first = {
    event: 'create',
    from_status: null,
    to_status: status,
    actor: 'merchant',
    reasons,
    at: created_at,
  };
  addHistory(view, { tenant_id, transaction_id, version: 1, ...first });
  if (isLinked)
    view.put('capture_links', keyOf(tenant_id, view.nextNumber()), {
      tenant_id,
      code_hash,
      subject_id: transaction_id,
      expires_at,
    });
  return [{ transaction_id }];
};

/** A batch is taken in the order of time, and what others hold is left out. */
const lockDueBy =
  (column: 'expires_at' | 'retry_until', isFirst: (row: TransactionRow) => boolean): Run =>
  (view, [until, leftOut, limit]) =>
    view
      .list<TransactionRow>(TABLE)
      .filter(
        (row) => isOpenRow(row) && row[column] !== null && row[column] <= (until as Date) && isFirst(row),
      )
      .filter(({ transaction_id }) => !(leftOut as string[]).includes(transaction_id))
      .toSorted((one, other) => Number(one[column]) - Number(other[column]))
      .filter((row) => !view.isHeldElsewhere(TABLE, keyOfRow(row)))
      .slice(0, Number(limit))
      .map((row) => {
        view.lock(TABLE, keyOfRow(row));
        const { tenant_id, transaction_id, company_id, module, status, version } = row;
        return { tenantId: tenant_id, id: transaction_id, companyId: company_id, module, status, version };
      });

type EndingRow = {
  tenantId: string;
  id: string;
  version: number;
  event: string;
  from: string;
  to: string;
  actor: string;
  reasons: string[];
  decision?: unknown;
};

/** Whoever ends a batch has locked it before. */
const endEach: Run = (view, [finished_at, endings, at]) => {
  const ended = (JSON.parse(String(endings)) as EndingRow[]).filter(
    ({ tenantId, id, version, event, from, to, actor, reasons, decision }) => {
      const fits = (row: TransactionRow): boolean => row.status === from && row.version === version - 1;
      const found = view.find<TransactionRow>(TABLE, keyOf(tenantId, id));
      const set = {
        status: to,
        version,
        finished_at,
        retry_until: null,
        decision: decision ?? found?.['decision'] ?? null,
      };
      if (update(view, keyOf(tenantId, id), fits, set).length === 0) return false;
      addHistory(view, {
        ...{ tenant_id: tenantId, transaction_id: id, version, event },
        ...{ from_status: from, to_status: to, actor, reasons, at },
      });
      return true;
    },
  );
  return [{ ended: ended.length }];
};

/** Statements by which transactions are created and change their status. */
export const STATUS_STATEMENTS: Readonly<Record<string, Statement>> = {
  byIndex: { sentBy: (db) => byIndex(db, async () => undefined), run: 'setting' },
  insertTransaction: { sentBy: (db) => insertTransaction(db, NEW_ROW), run: insert },
  findDueReplica: {
    sentBy: (db) => findDueReplica(db, ID, Buffer.of(), NOW),
    run: (view, [tenant, hash, , , now]) =>
      view
        .list<TransactionRow>(TABLE)
        .filter(
          (row) => row.tenant_id === tenant && isOpenRow(row) && row.replica_hash.equals(hash as Buffer),
        )
        .filter(({ expires_at }) => expires_at <= (now as Date))
        .map(({ transaction_id }) => ({ transaction_id })),
  },
  findStatus: {
    sentBy: (db) => findStatus(db, ID, ID),
    run: (view, [tenant, id]) => {
      const row = view.find(TABLE, keyOf(tenant, id));
      return row ? [row] : [];
    },
  },
  lockSubject: {
    sentBy: (db) => lockSubject(db, TRANSACTIONS, ID, ID),
    run: (view, [tenant, id]) => {
      const row = view.lock(TABLE, keyOf(tenant, id));
      return row ? [row] : [];
    },
  },
  updateStatus: {
    sentBy: (db) => updateStatus(db, TRANSACTIONS, ID, STEP, TRANSACTIONS.columnsOf(TRANSITION, STEP)),
    run: (
      view,
      [
        status,
        version,
        finished_at,
        has_identity_changed,
        decision,
        decision_inputs,
        tenant,
        id,
        from,
        before,
      ],
    ) => {
      const fits = (row: TransactionRow): boolean => row.status === from && row.version === before;
      const parsed = decision === null ? null : JSON.parse(String(decision));
      const set = { status, version, finished_at, has_identity_changed, decision: parsed, decision_inputs };
      return update(view, keyOf(tenant, id), fits, set);
    },
  },
  insertHistory: {
    sentBy: (db) => {
      const { event, actor, at } = TRANSITION;
      const row = { version: 2, event, from_status: '', to_status: '', actor, reasons: [], at };
      return insertHistory(db, TRANSACTIONS, ID, ID, row);
    },
    run: (view, [tenant_id, transaction_id, version, event, from_status, to_status, actor, reasons, at]) => {
      addHistory(view, {
        tenant_id,
        transaction_id,
        version,
        event,
        from_status,
        to_status,
        actor,
        reasons,
        at,
      });
      return [{}];
    },
  },
  lockExpired: {
    sentBy: (db) => lockDue(db, TRANSACTIONS, expiryRule(TRANSACTIONS, NOW), 1, []),
    run: lockDueBy(
      'expires_at',
      ({ retry_until, expires_at }) => retry_until === null || retry_until > expires_at,
    ),
  },
  lockOverdueRetries: {
    sentBy: (db) => lockDue(db, TRANSACTIONS, retryRule(NOW), 1, []),
    run: lockDueBy(
      'retry_until',
      ({ retry_until, expires_at }) => retry_until !== null && retry_until <= expires_at,
    ),
  },
  updateEnded: { sentBy: (db) => updateEnded(db, TRANSACTIONS, [], NOW), run: endEach },
  updateRetry: {
    sentBy: (db) => updateRetry(db, TRANSACTIONS, ID, ID, NOW),
    run: (view, [retry_until, tenant, id]) => update(view, keyOf(tenant, id), () => true, { retry_until }),
  },
  liftRetry: {
    sentBy: (db) => liftRetry(db, TRANSACTIONS, ID, ID, NOW),
    run: (view, [tenant, id, now]) => {
      const fits = (row: TransactionRow): boolean =>
        isOpenRow(row) && (row.retry_until === null || row.retry_until > (now as Date));
      return update(view, keyOf(tenant, id), fits, { retry_until: null });
    },
  },
  claimOverdueRetry: {
    sentBy: (db) => claimOverdueRetry(db, TRANSACTIONS, ID, ID, NOW),
    run: (view, [tenant, id, now]) => {
      const fits = (row: TransactionRow): boolean =>
        isOpenRow(row) && row.retry_until !== null && row.retry_until <= (now as Date);
      return update(view, keyOf(tenant, id), fits, { retry_until: null });
    },
  },
  listAttackSignals: {
    sentBy: (db) => listAttackSignals(db, ID, ID),
    run: (view, [tenant, id]) =>
      view.list('capture_signs').filter((row) => row['tenant_id'] === tenant && row['subject_id'] === id),
  },
  enqueueJob: {
    sentBy: (db) => enqueueJob(db, 'decide-transaction', {}),
    run: (view, [task, payload]) => {
      const row_id = view.nextNumber();
      view.put('job_outbox', keyOf(row_id), { row_id, task, payload: JSON.parse(String(payload)) });
      return [{}];
    },
  },
};
