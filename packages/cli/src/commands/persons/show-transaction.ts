import type { TransactionHistoryResponse } from '@titular/contract';
import { findReasonMeaning } from '@titular/server/decision/index.ts';
import type { TenantId, TransactionId } from '@titular/server/kernel/base/id.ts';
import { readProcessHistory } from '@titular/server/processes/index.ts';
import { searchCalls } from '@titular/server/request-log/index.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { readTransactionHistory } from '@titular/server/transactions/index.ts';
import { listEventDeliveries, listLastEvents } from '@titular/server/webhooks/index.ts';
import { readId } from '../../frame/choose-tenant.ts';
import type { CommandContext, CommandResult, Shown } from '../../frame/command.ts';
import { formatRecord, formatRows } from '../../frame/print.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';

/** Newest of each kind that are shown; whole lists have commands of their own. */
const MAX_SHOWN = 20;

type Row = Readonly<Record<string, Shown>>;

const dateOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/** The deliveries of the transaction's last events, one row for each endpoint. */
async function findDeliveries(
  { operator }: CommandContext,
  tenantId: TenantId,
  transactionId: TransactionId,
) {
  const filter = { companyId: undefined, type: undefined, transactionId, processId: undefined };
  const events = await listLastEvents(operator.db, tenantId, filter, MAX_SHOWN);
  const found = events.reverse().map(async ({ event_id: event, status }) => {
    const deliveries = await listEventDeliveries(operator, tenantId, event, MAX_SHOWN);
    return deliveries.map(({ id, eventId, ...rest }) => ({ delivery: id, status, ...rest, event: eventId }));
  });
  return (await Promise.all(found)).flat();
}

async function findCalls({ operator, masterKeys }: CommandContext, tenantId: TenantId, transaction: string) {
  const { db } = operator;
  const deps = { db, tenantKeys: createTenantKeys(db, masterKeys) };
  const query = { transaction, limit: String(MAX_SHOWN) };
  const { calls } = await translateRefusal(searchCalls(deps, tenantId, query));
  return calls.map(({ at, requestId, account, operation, status, code, durationMs, repeated }) => ({
    at,
    requestId,
    account,
    operation,
    status,
    ...(code === undefined ? {} : { code }),
    durationMs,
    repeated,
  }));
}

/** The process whose captures were used; nothing of its person. */
async function findReusedProcess(
  { operator, masterKeys }: CommandContext,
  tenantId: TenantId,
  { processId }: TransactionHistoryResponse,
) {
  if (processId === undefined) return [];
  const { db, clock } = operator;
  const deps = { db, clock, tenantKeys: createTenantKeys(db, masterKeys) };
  const { process } = await translateRefusal(readProcessHistory(deps, tenantId, processId));
  const { id, state, result, createdAt, finishedAt } = process;
  return [{ process: id, state, result, createdAt, finishedAt }];
}

const withDates = (names: readonly string[], rows: readonly object[]): Row[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, names.includes(name) ? dateOf(value) : value]),
    ),
  );

function section(title: string, columns: readonly string[], rows: readonly Row[]): string {
  return `${title}\n${rows.length === 0 ? 'None.' : formatRows(columns, rows)}`;
}

/** What the coded reasons of all steps mean, each once. */
function listReasons({ history }: TransactionHistoryResponse) {
  const codes = [...new Set(history.flatMap(({ reasons }) => reasons))];
  return codes.map((reason) => ({ reason, meaning: findReasonMeaning(reason) }));
}

/** Shows a transaction to operators: its steps, the deliveries and calls about it, and the process that it reused. */
export async function showTransaction(
  context: CommandContext,
  tenantId: TenantId,
  transactionId: string,
): Promise<CommandResult> {
  const { db, clock } = context.operator;
  const found = await translateRefusal(readTransactionHistory({ db, clock }, tenantId, transactionId));
  const { history, id, processId: _processId, createdAt, expiresAt, finishedAt, erasedAt, ...rest } = found;
  const [deliveries, calls, processes] = await Promise.all([
    findDeliveries(context, tenantId, readId(id, 'transaction')),
    findCalls(context, tenantId, id),
    findReusedProcess(context, tenantId, found),
  ]);
  const reasons = listReasons(found);
  const times = { createdAt, expiresAt, finishedAt, erasedAt };
  const [shownTimes = {}] = withDates(Object.keys(times), [times]);
  const text = [
    formatRecord({ transaction: id, ...rest, ...shownTimes }),
    section('Steps', ['version', 'event', 'status', 'actor', 'reasons', 'at'], withDates(['at'], history)),
    ...(reasons.length === 0 ? [] : [section('Reasons', ['reason', 'meaning'], reasons)]),
    section(
      'Deliveries',
      ['delivery', 'type', 'status', 'state', 'attempts', 'nextAttemptAt', 'finishedAt'],
      withDates(['nextAttemptAt', 'finishedAt'], deliveries),
    ),
    section(
      'Calls of the last 14 days',
      ['at', 'operation', 'status', 'code', 'account', 'requestId'],
      withDates(['at'], calls),
    ),
    ...(processes.length === 0 ? [] : [section('Reused process', ['process', 'state', 'result'], processes)]),
    `More: npx titular captures list ${id}`,
  ].join('\n\n');
  return {
    kind: 'report',
    text,
    record: { transaction: id, ...rest, ...times, history, reasons, deliveries, calls, processes },
  };
}
