import {
  listTenantsOfAccount,
  readServiceAccount,
  type ServiceAccount,
} from '@titular/server/access-tokens/index.ts';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { type AnyId, parseUuid, type TenantId } from '@titular/server/kernel/base/id.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import { listTenantsOfProcesses } from '@titular/server/processes/index.ts';
import {
  listTenants,
  listTenantsOfCompanies,
  readTenant,
  type Tenant,
} from '@titular/server/tenants/index.ts';
import { listTenantsOfTransactions } from '@titular/server/transactions/index.ts';
import { listTenantsOfWebhooks } from '@titular/server/webhooks/index.ts';
import type { Arguments, CommandContext, CommandResult, OptionRule, Shown } from './command.ts';
import { UsageError } from './usage-error.ts';

/** The option by which commands are told whose things they work on. */
export const TENANT_OPTION: Readonly<Record<'tenant', OptionRule>> = {
  tenant: {
    value: 'id or name',
    text: 'The tenant; optional if there is only one, or if what is named belongs to one.',
  },
};

/** Takes an id in any case; a text that is no id names nothing. */
export function readId(text: string, what: string): AnyId {
  const id = parseUuid(text);
  if (!id) throw new UsageError(`${JSON.stringify(text)} is not the id of a ${what}.`);
  return id;
}

const MAX_SHOWN = 20;

function listInWords(tenants: readonly Tenant[]): string {
  const shown = tenants
    .slice(0, MAX_SHOWN)
    .map(({ tenantId, name }) => `${JSON.stringify(name)} ${tenantId}`);
  const more = tenants.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more (npx titular tenants list)` : ''}`;
}

/** The tenants that own something of these ids; each look-up names its own table. */
async function listOwners(db: Db, ids: readonly AnyId[]): Promise<TenantId[]> {
  const lookUps = [
    listTenantsOfCompanies,
    listTenantsOfTransactions,
    listTenantsOfProcesses,
    listTenantsOfWebhooks,
  ];
  return (await Promise.all(lookUps.map((list) => list(db, ids)))).flat();
}

/**
 * The tenant a command works on: the one named, the one that owns what the command names, or the only one there is. `owners`
 * finds those of a name that is no id.
 */
export async function chooseTenant(
  { operator }: CommandContext,
  args: Arguments,
  owners: (db: Db) => Promise<TenantId[]> = async () => [],
): Promise<TenantId> {
  const named = args.options['tenant'];
  if (named !== undefined) return (await readTenant(operator, readId(named, 'tenant'))).tenantId;
  const tenants = await listTenants(operator.db);
  const [only] = tenants;
  if (only && tenants.length === 1) return only.tenantId;
  const given = [...args.positionals, ...Object.values(args.options)];
  const ids = given.map((word) => parseUuid(word ?? '')).filter((id) => id !== undefined);
  const found = [...(await listOwners(operator.db, ids)), ...(await owners(operator.db))];
  const [owner, another] = new Set(found);
  if (owner && !another) return owner;
  throw new OperatorRefusal(
    only ? 'invalid' : 'not-found',
    only
      ? `${tenants.length} tenants exist; add --tenant: ${listInWords(tenants)}.`
      : 'There is no tenant yet: npx titular tenants create "My tenant"',
  );
}

/** The service account a command works on: the first word, of the tenant chosen. */
export async function chooseAccount(context: CommandContext, args: Arguments): Promise<ServiceAccount> {
  const [account = ''] = args.positionals;
  const tenantId = await chooseTenant(context, args, (db) => listTenantsOfAccount(db, account));
  return readServiceAccount(context.operator, tenantId, account);
}

/** What a switch tells: how the thing stands now, and whether it stood so before. */
export const switchResult = (record: Readonly<Record<string, Shown>>, isChanged: boolean): CommandResult => ({
  kind: 'record',
  record,
  ...(isChanged ? {} : { note: 'It was already in this state; nothing was changed.' }),
});
