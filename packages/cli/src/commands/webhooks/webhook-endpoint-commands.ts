import { MAX_OVERLAP_SECONDS, type WebhookEndpoint } from '@titular/contract';
import { type Operator, OperatorRefusal } from '@titular/server/audit/index.ts';
import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import {
  type Actor,
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  endpointRules,
  rotateEndpointSecret,
  searchEndpoints,
  sendTestEvent,
  showEndpoint,
  triggerEvent,
} from '@titular/server/webhooks/index.ts';
import { chooseTenant, readId, switchResult, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type {
  Arguments,
  Command,
  CommandContext,
  CommandResult,
  OptionRule,
  Shown,
} from '../../frame/command.ts';
import { parseSpan } from '../../frame/parse-arguments.ts';
import { OUT_OPTION, revealOnce } from '../../frame/reveal-once.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { CHOICE_OPTIONS, readChoices, readEventType, readStatus } from './endpoint-options.ts';

const ID = '0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f';
const SEEN_ONCE = 'The secret is shown only once; save it now.';

const COMPANY_OPTION: Readonly<Record<'company', OptionRule>> = {
  company: { value: 'id', text: 'The company whose events are sent.' },
};

/** What the use cases work with, on the operator's database or within the commit that is open. */
function depsOf({ config, masterKeys }: CommandContext, { db, clock }: Operator): EndpointDeps {
  const { environment } = config;
  const tenantKeys = createTenantKeys(db, masterKeys);
  return { db, clock, tenantKeys, environment, endpointRules: (allowed) => endpointRules(config, allowed) };
}

async function begin(
  context: CommandContext,
  args: Arguments,
): Promise<{ deps: EndpointDeps; actor: Actor; tenantId: TenantId }> {
  const tenantId = await chooseTenant(context, args);
  const actor = { tenantId, actor: context.operator.actor };
  return { deps: depsOf(context, context.operator), actor, tenantId };
}

const endpointIdOf = ({ positionals: [id = ''] }: Arguments): string => readId(id, 'webhook endpoint');

function requireCompany({ options }: Arguments): CompanyId {
  const company = options['company'];
  if (company === undefined) throw new UsageError('--company is missing.');
  return readId(company, 'company');
}

const toDate = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

const show = (one: WebhookEndpoint): Record<string, Shown> => ({
  endpoint: one.id,
  company: one.company,
  url: one.url,
  description: one.description,
  events: one.eventTypes.length > 0 ? one.eventTypes : ['all'],
  statuses: one.statuses.length > 0 ? one.statuses : ['final'],
  authentication: one.authentication.kind,
  maximumAttempts: one.maximumAttempts,
  intervalSeconds: one.intervalSeconds ?? 'standard',
  maximumAtOnce: one.maximumAtOnce,
  timeoutSeconds: one.timeoutSeconds,
  enabled: one.enabled,
  disabledReason: one.disabledReason,
  disabledAt: toDate(one.disabledAt),
  failingSince: toDate(one.failingSince),
  failures: one.failures,
  previousSecretEndsAt: toDate(one.previousSecretEndsAt),
  createdAt: toDate(one.createdAt),
});

const tell = (record: Record<string, Shown>, secret: string, writtenTo: string | undefined): CommandResult =>
  writtenTo === undefined
    ? { kind: 'record', record: { ...record, secret }, note: SEEN_ONCE }
    : { kind: 'record', record: { ...record, writtenTo } };

async function create(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const loopbackAllowed = args.switches.has('allow-loopback');
  if (loopbackAllowed && context.config.environment === 'production')
    throw new OperatorRefusal('forbidden', '--allow-loopback is for the test environment only.');
  const company = requireCompany(args);
  const { actor } = await begin(context, args);
  const [url = ''] = args.positionals;
  const { description, intervalSeconds, enabled: _, ...rest } = await readChoices(context, args);
  const request = {
    ...rest,
    company,
    url,
    ...(description ? { description } : {}),
    ...(intervalSeconds ? { intervalSeconds } : {}),
  };
  const { made, writtenTo } = await translateRefusal(
    revealOnce(
      context,
      args,
      (inSameCommit) => createEndpoint(depsOf(context, inSameCommit), actor, request, loopbackAllowed),
      ({ secret }) => `${secret}\n`,
    ),
  );
  const { secret, ...endpoint } = made;
  return tell(show(endpoint), secret, writtenTo);
}

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { deps, tenantId } = await begin(context, args);
  const company = args.options['company'];
  const filter = company === undefined ? {} : { company: readId(company, 'company') };
  const rows: Record<string, Shown>[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...filter, limit: '100', ...(cursor === undefined ? {} : { cursor }) };
    const page = await searchEndpoints(deps, tenantId, query);
    rows.push(...page.endpoints.map(show));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const columns = ['endpoint', 'company', 'url', 'enabled', 'disabledReason', 'failures'];
  return { kind: 'rows', columns, rows };
}

async function change(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const request = await readChoices(context, args);
  if (Object.keys(request).length === 0) throw new UsageError('Name at least one option to change.');
  const { deps, actor } = await begin(context, args);
  const changed = await translateRefusal(changeEndpoint(deps, actor, endpointIdOf(args), request));
  return { kind: 'record', record: show(changed) };
}

const switchTo =
  (enabled: boolean) =>
  async (context: CommandContext, args: Arguments): Promise<CommandResult> => {
    const { deps, actor, tenantId } = await begin(context, args);
    const id = endpointIdOf(args);
    const before = await translateRefusal(showEndpoint(deps, tenantId, id));
    const after = await translateRefusal(changeEndpoint(deps, actor, id, { enabled }));
    return switchResult(show(after), before.enabled !== enabled);
  };

async function rotate(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const overlapSeconds = parseSpan(args.options['overlap'] ?? '24h');
  if (overlapSeconds > MAX_OVERLAP_SECONDS) throw new UsageError('--overlap takes up to 7d.');
  const { actor } = await begin(context, args);
  const id = endpointIdOf(args);
  const { made, writtenTo } = await translateRefusal(
    revealOnce(
      context,
      args,
      (inSameCommit) => rotateEndpointSecret(depsOf(context, inSameCommit), actor, id, { overlapSeconds }),
      ({ secret }) => `${secret}\n`,
    ),
  );
  const record = { endpoint: made.id, previousSecretEndsAt: toDate(made.previousSecretEndsAt) };
  return tell(record, made.secret, writtenTo);
}

/** Endpoints that a test is meant for: the one named, or all of the company that are switched on. */
/** Options of a sample that say nothing of endpoint.test, which is about its endpoint alone. */
const NOT_OF_A_TEST = ['status', 'transaction', 'process'];

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

/** Where the events of companies go, and events to try a receiver with. */
export const webhookEndpointCommands: readonly Command[] = [
  {
    name: 'webhooks create',
    summary: 'Register an endpoint for the events of a company; its signing secret is shown once.',
    positionals: ['url'],
    options: {
      ...TENANT_OPTION,
      ...COMPANY_OPTION,
      ...CHOICE_OPTIONS,
      'allow-loopback': { text: 'Allow a loopback address; test environment only.' },
      ...OUT_OPTION,
    },
    examples: [
      `titular webhooks create https://shop.example/webhooks --company ${ID} --out .titular/shop.whsec`,
      `titular webhooks create https://shop.example/webhooks --company ${ID} --statuses approved,inconclusive --authentication - < credentials.json`,
      `titular webhooks create http://127.0.0.1:8788/webhook --company ${ID} --allow-loopback`,
    ],
    run: create,
  },
  {
    name: 'webhooks list',
    summary: 'List the webhook endpoints of a tenant or of one company, newest first.',
    options: { ...TENANT_OPTION, company: { value: 'id', text: 'Only endpoints of this company.' } },
    examples: ['titular webhooks list', `titular webhooks list --company ${ID} --json`],
    run: list,
  },
  {
    name: 'webhooks show',
    summary: 'Show one endpoint: its configuration and health, never a secret.',
    positionals: ['endpoint'],
    options: TENANT_OPTION,
    examples: [`titular webhooks show ${ID}`],
    async run(context, args) {
      const { deps, tenantId } = await begin(context, args);
      const endpoint = await translateRefusal(showEndpoint(deps, tenantId, endpointIdOf(args)));
      return { kind: 'record', record: show(endpoint) };
    },
  },
  {
    name: 'webhooks change',
    summary: 'Change the configuration of an endpoint; omitted options keep their values.',
    positionals: ['endpoint'],
    options: {
      ...TENANT_OPTION,
      url: { value: 'url', text: 'New address; if the endpoint has credentials, give them again.' },
      ...CHOICE_OPTIONS,
    },
    examples: [
      `titular webhooks change ${ID} --maximum-attempts 20 --interval 5m`,
      `titular webhooks change ${ID} --url https://new.example/webhooks --authentication credentials.json`,
      `titular webhooks change ${ID} --events all --statuses final --interval standard`,
    ],
    run: change,
  },
  {
    name: 'webhooks enable',
    summary: 'Enable an endpoint again and reset its failures.',
    positionals: ['endpoint'],
    options: TENANT_OPTION,
    examples: [`titular webhooks enable ${ID}`],
    run: switchTo(true),
  },
  {
    name: 'webhooks disable',
    summary: 'Disable an endpoint; its pending deliveries are marked as failed.',
    positionals: ['endpoint'],
    options: TENANT_OPTION,
    examples: [`titular webhooks disable ${ID}`],
    run: switchTo(false),
  },
  {
    name: 'webhooks delete',
    summary: 'Delete an endpoint with its secrets permanently; past deliveries remain in the log.',
    positionals: ['endpoint'],
    options: TENANT_OPTION,
    examples: [`titular webhooks delete ${ID}`],
    async run(context, args) {
      const { deps, actor } = await begin(context, args);
      const { id, deletedAt } = await translateRefusal(deleteEndpoint(deps, actor, endpointIdOf(args)));
      return { kind: 'record', record: { endpoint: id, deletedAt: toDate(deletedAt) } };
    },
  },
  {
    name: 'webhooks rotate-secret',
    summary: 'Create a new signing secret, shown once; the old one also signs until the overlap ends.',
    positionals: ['endpoint'],
    options: {
      ...TENANT_OPTION,
      overlap: {
        value: 'span',
        text: 'How long both secrets sign, up to 7d; 0s retires the old one at once (default: 24h).',
      },
      ...OUT_OPTION,
    },
    examples: [`titular webhooks rotate-secret ${ID} --overlap 2h --out .titular/shop.whsec`],
    run: rotate,
  },
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
        text: 'Ended transaction that the event names (default: a made-up id).',
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
