import { loadSigningKeys } from '@titular/server/access-tokens/index.ts';
import { erasePerson } from '@titular/server/erasure/index.ts';
import { createReceiptSigner } from '@titular/server/evidence/index.ts';
import { searchCalls } from '@titular/server/request-log/index.ts';
import { requireLedger } from '@titular/server/start/open-ledger.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { chooseTenant, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { parseCount, parseSpan } from '../../frame/parse-arguments.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';

const PAGE = 100;

async function erase(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { config, operator, masterKeys } = context;
  const { db, clock, actor } = operator;
  const tenantId = await chooseTenant(context, args);
  const value = (await context.readInput()).trim();
  const signingKeys = await loadSigningKeys({ db, masterKeys, clock });
  // Loaded only here: no other command has need of all nouns.
  const { listErasureSteps } = await import('@titular/server/modules.ts');
  const deps = {
    db,
    clock,
    steps: listErasureSteps(),
    tenantKeys: createTenantKeys(db, masterKeys),
    ledger: await requireLedger(config, db),
    signReceipt: createReceiptSigner(signingKeys, config.publicUrl, config.environment),
  };
  const reference = args.options['reference'];
  const request = {
    identity: { key: args.positionals[0] ?? '', value },
    ...(reference === undefined ? {} : { reference }),
  };
  const { counts, ...erasure } = await translateRefusal(erasePerson(deps, { tenantId, actor }, request));
  return { kind: 'record', record: { ...erasure, ...counts } };
}

async function listCalls(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { operator, masterKeys } = context;
  const { db, clock } = operator;
  const tenantId = await chooseTenant(context, args);
  const { since, limit, ...filters } = args.options;
  const { tenant: _tenant, order, request, ...rest } = filters;
  const query = Object.fromEntries(
    Object.entries({ ...rest, orderNumber: order, requestId: request }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const from =
    since === undefined
      ? {}
      : { from: new Date(clock.now().getTime() - parseSpan(since) * 1000).toISOString() };
  const deps = { db, tenantKeys: createTenantKeys(db, masterKeys) };
  const most = String(parseCount(limit ?? '20', PAGE));
  const { calls } = await translateRefusal(searchCalls(deps, tenantId, { ...query, ...from, limit: most }));
  return {
    kind: 'rows',
    columns: ['at', 'requestId', 'account', 'operation', 'status', 'code', 'durationMs', 'repeated'],
    rows: calls.map((call) => ({ ...call, at: new Date(call.at) })),
  };
}

/** What operators do for persons, and for merchants who ask what became of a call. */
export const personCommands: readonly Command[] = [
  {
    name: 'persons erase',
    summary: 'Erase a person from the data of a tenant and print the signed receipt.',
    positionals: ['kind'],
    options: {
      ...TENANT_OPTION,
      reference: {
        value: 'name',
        text: 'Your own reference for the request, such as a ticket number; never name the person.',
      },
    },
    examples: ['titular persons erase cpf --reference ticket-4711 < identity.txt'],
    run: erase,
  },
  {
    name: 'calls list',
    summary: 'List the API calls of a tenant in the last 14 days, newest first.',
    options: {
      ...TENANT_OPTION,
      request: { value: 'id', text: 'Only the call with this X-Request-Id.' },
      transaction: { value: 'id', text: 'Only calls about this transaction.' },
      order: { value: 'number', text: 'Only calls with this order number.' },
      account: { value: 'name', text: 'Only calls by this service account.' },
      operation: { value: 'name', text: 'Only calls of this operation, such as createTransaction.' },
      status: { value: 'number', text: 'Only calls with this HTTP status.' },
      code: { value: 'code', text: 'Only calls refused with this code.' },
      since: { value: 'span', text: 'Only calls within this time span, such as 1h or 7d.' },
      limit: { value: 'N', text: `Maximum number of calls, up to ${PAGE} (default: 20).` },
    },
    examples: [
      'titular calls list --code 40027 --since 24h',
      'titular calls list --request 019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e --json',
    ],
    run: listCalls,
  },
];
