import { OperatorRefusal } from '@titular/server/audit/index.ts';
import type { TenantId } from '@titular/server/kernel/base/id.ts';
import {
  type EndpointDeps,
  searchEndpoints,
  sendTestEvent,
  showEndpoint,
  triggerEvent,
} from '@titular/server/webhooks/index.ts';
import { readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult, Shown } from '../../frame/command.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { begin, COMPANY_OPTION, endpointIdOf, ID, requireCompany } from './endpoint-context.ts';
import { readEventType, readStatus } from './endpoint-options.ts';

/** Options of a sample that say nothing of endpoint.test, which is about its endpoint alone. */
const NOT_OF_A_TEST = ['status', 'transaction', 'process'];

/** Endpoints that a test is meant for: the one named, or all of the company that are switched on. */
async function listTested(deps: EndpointDeps, tenantId: TenantId, args: Arguments): Promise<string[]> {
  const unfit = NOT_OF_A_TEST.find((name) => args.options[name] !== undefined);
  if (unfit !== undefined)
    throw new OperatorRefusal('invalid', `endpoint.test concerns only its endpoint: leave out --${unfit}.`);
  const company = requireCompany(args);
  const named = args.options['endpoint'];
  if (named !== undefined) {
    const endpoint = await translateRefusal(showEndpoint(deps, tenantId, readId(named, 'webhook endpoint')));
    if (endpoint.company !== company)
      throw new OperatorRefusal('not-found', `The company ${company} has no endpoint ${endpoint.id}.`);
    return [endpoint.id];
  }
  const { endpoints } = await searchEndpoints(deps, tenantId, { company, limit: '100' });
  const enabled = endpoints.filter((one) => one.enabled).map((one) => one.id);
  if (enabled.length === 0) throw new OperatorRefusal('forbidden', 'The company has no enabled endpoint.');
  return enabled;
}

async function trigger(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const type = readEventType(args.positionals[0] ?? '');
  const { deps, actor, tenantId } = await begin(context, args);
  const rows: Record<string, Shown>[] = [];
  if (type === 'endpoint.test') {
    for (const endpoint of await listTested(deps, tenantId, args))
      rows.push({ event: (await translateRefusal(sendTestEvent(deps, actor, endpoint))).id, type, endpoint });
  } else {
    const { status, transaction, process, endpoint } = args.options;
    const sent = await triggerEvent(deps, actor, {
      companyId: requireCompany(args),
      type,
      status: status === undefined ? undefined : readStatus(status),
      transactionId: transaction === undefined ? undefined : readId(transaction, 'transaction'),
      processId: process === undefined ? undefined : readId(process, 'process'),
      endpointId: endpoint === undefined ? undefined : readId(endpoint, 'webhook endpoint'),
    });
    rows.push(...sent.endpointIds.map((one) => ({ event: sent.eventId, type, endpoint: one })));
  }
  const note = 'A running service sends it immediately.';
  return { kind: 'rows', columns: ['event', 'type', 'endpoint'], rows, note };
}

/** Events to try a receiver with. */
export const webhookTestCommands: readonly Command[] = [
  {
    name: 'webhooks test',
    summary: 'Send a test event to one endpoint, regardless of its subscriptions.',
    positionals: ['endpoint'],
    options: TENANT_OPTION,
    examples: [`titular webhooks test ${ID}`],
    async run(context, args) {
      const { deps, actor } = await begin(context, args);
      const id = endpointIdOf(args);
      const sent = await translateRefusal(sendTestEvent(deps, actor, id));
      const note = 'A running service sends it immediately.';
      return { kind: 'record', record: { event: sent.id, type: sent.type, endpoint: id }, note };
    },
  },
  {
    name: 'webhooks trigger',
    summary: 'Send a sample of any event; test environment only.',
    positionals: ['type'],
    options: {
      ...TENANT_OPTION,
      ...COMPANY_OPTION,
      endpoint: { value: 'id', text: 'Send only to this endpoint, regardless of its subscriptions.' },
      status: {
        value: 'status',
        text: 'Transaction status in the event (default: approved, or processing for transaction.changed).',
      },
      transaction: {
        value: 'id',
        text: 'Ended transaction in the event (default: a made-up id).',
      },
      process: { value: 'id', text: 'Process that process.finished names (default: a new id).' },
    },
    examples: [
      `titular webhooks trigger transaction.finished --company ${ID} --status inconclusive`,
      `titular webhooks trigger process.finished --company ${ID} --endpoint ${ID}`,
    ],
    run: trigger,
  },
];
