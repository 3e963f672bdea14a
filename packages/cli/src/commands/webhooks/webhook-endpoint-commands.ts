import { MAX_OVERLAP_SECONDS, type WebhookEndpoint } from '@titular/contract';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  rotateEndpointSecret,
  searchEndpoints,
  showEndpoint,
} from '@titular/server/webhooks/index.ts';
import { readId, switchResult, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult, Shown } from '../../frame/command.ts';
import { parseSpan } from '../../frame/parse-arguments.ts';
import { OUT_OPTION, revealOnce } from '../../frame/reveal-once.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { begin, COMPANY_OPTION, depsOf, endpointIdOf, ID, requireCompany } from './endpoint-context.ts';
import { CHOICE_OPTIONS, readChoices } from './endpoint-options.ts';

const SEEN_ONCE = 'The secret is shown only once; save it now.';

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

/** Where the events of companies go. */
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
    options: { ...TENANT_OPTION, company: { value: 'id or name', text: 'Only endpoints of this company.' } },
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
        text: 'Time both secrets sign, up to 7d; 0s ends the old one at once (default: 24h).',
      },
      ...OUT_OPTION,
    },
    examples: [`titular webhooks rotate-secret ${ID} --overlap 2h --out .titular/shop.whsec`],
    run: rotate,
  },
];
