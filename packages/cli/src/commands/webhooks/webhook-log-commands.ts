import { EVENT_TYPES } from '@titular/contract';
import type { AnyId } from '@titular/server/kernel/base/id.ts';
import {
  type LoggedEventRow,
  listDeliveries,
  listLastEvents,
  listQueues,
  overdueSeconds,
  readDelivery,
  resendDelivery,
  resendEventById,
  resendFailed,
} from '@titular/server/webhooks/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { oneOf, parseCount, parseSince } from '../../frame/parse-arguments.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { readTypeOption } from './endpoint-options.ts';
import { followAttempts } from './follow-attempts.ts';

const PAGE = 100;
const MAX_LINES = 1_000;
const STATES = ['pending', 'delivered', 'failed'] as const;
const LIMIT_OPTION = { limit: { value: 'N', text: `Maximum number of rows, up to ${PAGE} (default: 20).` } };

const optionalId = (text: string | undefined, what: string): AnyId | undefined =>
  text === undefined ? undefined : readId(text, what);

const showEvent = (row: LoggedEventRow) => ({
  time: row.created_at,
  event: row.event_id,
  type: row.type,
  company: row.company_id,
  subject: row.transaction_id ?? row.subject_id,
  status: row.status ?? row.detail,
});

async function listEvents(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { company, type, transaction, process, limit } = args.options;
  const filter = {
    companyId: optionalId(company, 'company'),
    type: readTypeOption(type),
    transactionId: optionalId(transaction, 'transaction'),
    processId: optionalId(process, 'process'),
  };
  const most = parseCount(limit ?? '20', PAGE);
  const tenantId = await chooseTenant(context, args);
  const rows = await listLastEvents(context.operator.db, tenantId, filter, most);
  return {
    kind: 'rows',
    columns: ['time', 'event', 'type', 'company', 'subject', 'status'],
    rows: rows.map(showEvent),
  };
}

const dateOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { state: stateName, limit } = args.options;
  const endpointId = readId(args.positionals[0] ?? '', 'webhook endpoint');
  const state = oneOf(STATES, 'state', stateName);
  const query = {
    limit: String(parseCount(limit ?? '20', PAGE)),
    ...(state === undefined ? {} : { state }),
  };
  const tenantId = await chooseTenant(context, args);
  const { deliveries } = await translateRefusal(
    listDeliveries(context.operator, tenantId, endpointId, query),
  );
  return {
    kind: 'rows',
    columns: ['delivery', 'type', 'state', 'attempts', 'nextAttemptAt', 'finishedAt', 'event'],
    rows: deliveries.map(({ id, eventId, endpointId: endpoint, ...rest }) => ({
      delivery: id,
      endpoint,
      ...rest,
      nextAttemptAt: dateOf(rest.nextAttemptAt),
      finishedAt: dateOf(rest.finishedAt),
      event: eventId,
    })),
  };
}

async function listAttempts(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const deliveryId = readId(args.positionals[0] ?? '', 'delivery');
  const tenantId = await chooseTenant(context, args);
  const { history, ...delivery } = await translateRefusal(
    readDelivery(context.operator, tenantId, deliveryId),
  );
  return {
    kind: 'rows',
    columns: ['number', 'startedAt', 'durationMs', 'responseStatus', 'error'],
    rows: history.map((attempt) => ({ ...attempt, startedAt: new Date(attempt.startedAt) })),
    note: `The delivery is ${delivery.state}. --json also shows the responses of the receiver.`,
  };
}

async function resend(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { operator } = context;
  const [named] = args.positionals;
  const { event } = args.options;
  if ((named === undefined) === (event === undefined))
    throw new UsageError('Name a delivery, or an event with --event.');
  const isEvent = event !== undefined;
  const id = readId(event ?? named ?? '', isEvent ? 'event' : 'delivery');
  const tenantId = await chooseTenant(context, args);
  const again = isEvent ? resendEventById : resendDelivery;
  const answer = await translateRefusal<object>(again(operator, { tenantId, actor: operator.actor }, id));
  return { kind: 'record', record: { ...answer } };
}

async function resendAllFailed(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { operator, progress } = context;
  const endpointId = readId(args.positionals[0] ?? '', 'webhook endpoint');
  const { since: text } = args.options;
  if (text === undefined) throw new UsageError('--since is missing.');
  const since = parseSince(text, operator.clock.now());
  const actor = { tenantId: await chooseTenant(context, args), actor: operator.actor };
  let deliveries = 0;
  for (let hasMore = true; hasMore; ) {
    const before = deliveries;
    const resending = resendFailed(operator, actor, endpointId, since, {
      onBatch: (sofar) => progress.say(`${before + sofar} deliveries queued again …`),
    });
    const answer = await translateRefusal(resending);
    deliveries += answer.deliveries;
    hasMore = answer.hasMore;
  }
  return { kind: 'record', record: { endpoint: endpointId, since, deliveries } };
}

async function showQueues({ operator }: CommandContext): Promise<CommandResult> {
  const now = operator.clock.now();
  const queues = await listQueues(operator.db, now);
  const rows = queues.map(({ tenantId, companyId, endpointId, oldestDueAt, ...queue }) => ({
    endpoint: endpointId,
    company: companyId,
    tenant: tenantId,
    url: queue.url,
    waiting: queue.waiting,
    more: queue.more,
    oldestDueSeconds: oldestDueAt && overdueSeconds(oldestDueAt, now),
    failingSince: queue.failingSince,
    enabled: queue.enabled,
    disabledReason: queue.disabledReason,
  }));
  return {
    kind: 'rows',
    columns: [
      ...['endpoint', 'url', 'waiting', 'more', 'oldestDueSeconds'],
      ...['failingSince', 'enabled', 'disabledReason'],
    ],
    rows,
  };
}

async function tail(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { company, lines } = args.options;
  const following = {
    companyId: optionalId(company, 'company'),
    lines: lines === undefined ? 0 : parseCount(lines, MAX_LINES),
  };
  return { kind: 'lines', lines: followAttempts(context.operator, following, context.stopping) };
}

const ID = '019aa3c5-6a40-7a04-9b0c-1d2e3f4a5b04';

/** The log of webhooks: what happened, how it was delivered, what waits, and sending it again. */
export const webhookLogCommands: readonly Command[] = [
  {
    name: 'webhooks events',
    summary: 'List the last events of a tenant, newest first.',
    options: {
      ...TENANT_OPTION,
      company: { value: 'id or name', text: 'Only events of this company.' },
      type: { value: 'type', text: `Only events of this type: ${EVENT_TYPES.join(', ')}.` },
      transaction: { value: 'id', text: 'Only events about this transaction.' },
      process: { value: 'id', text: 'Only events about this process.' },
      ...LIMIT_OPTION,
    },
    examples: ['titular webhooks events', `titular webhooks events --transaction ${ID} --json`],
    run: listEvents,
  },
  {
    name: 'webhooks deliveries',
    summary: 'List the deliveries to an endpoint, newest events first.',
    positionals: ['endpoint'],
    options: {
      ...TENANT_OPTION,
      state: {
        value: 'state',
        text: `Only deliveries in this state: ${STATES.join(', ')}; pending includes those being sent.`,
      },
      ...LIMIT_OPTION,
    },
    examples: [`titular webhooks deliveries ${ID} --state failed`],
    run: list,
  },
  {
    name: 'webhooks attempts',
    summary: "List the attempts of a delivery, oldest first; --json includes the receiver's responses.",
    positionals: ['delivery'],
    options: TENANT_OPTION,
    examples: [`titular webhooks attempts ${ID}`],
    run: listAttempts,
  },
  {
    name: 'webhooks resend',
    summary: 'Resend one delivery, or an event to every subscribed endpoint.',
    positionals: ['delivery?'],
    options: { ...TENANT_OPTION, event: { value: 'id', text: 'Resend this event, instead of a delivery.' } },
    examples: [`titular webhooks resend ${ID}`, `titular webhooks resend --event ${ID}`],
    run: resend,
  },
  {
    name: 'webhooks resend-failed',
    summary: 'Resend all deliveries to an endpoint that failed since a given time; safe to repeat.',
    positionals: ['endpoint'],
    options: {
      ...TENANT_OPTION,
      since: { value: 'time', text: 'Time span such as 6h or 7d, or a time such as 2026-11-20T10:00:00Z.' },
    },
    examples: [
      `titular webhooks resend-failed ${ID} --since 6h`,
      `titular webhooks resend-failed ${ID} --since 2026-11-20T10:00:00Z`,
    ],
    run: resendAllFailed,
  },
  {
    name: 'webhooks queue',
    summary: 'List all endpoints of the deployment with their backlog, up to 1,000, longest overdue first.',
    examples: ['titular webhooks queue', 'titular webhooks queue --json'],
    run: showQueues,
  },
  {
    name: 'webhooks tail',
    summary: 'Print delivery attempts as they are made, one line each, until Ctrl-C.',
    options: {
      company: { value: 'id or name', text: 'Only attempts of this company.' },
      lines: { value: 'N', text: `Start with the last N attempts, up to ${MAX_LINES}.` },
    },
    examples: ['titular webhooks tail', `titular webhooks tail --company ${ID} --lines 20 --json`],
    run: tail,
  },
];
