import { readServiceAccount, type ServiceAccount } from '@titular/server/access-tokens/index.ts';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { type AnyId, isId, parseUuid, type TenantId } from '@titular/server/kernel/base/id.ts';
import {
  listTenants,
  listTenantsOfCompanies,
  readTenant,
  type Tenant,
} from '@titular/server/tenants/index.ts';
import type { Arguments, CommandContext, CommandResult, OptionRule, Shown } from './command.ts';
import { UsageError } from './usage-error.ts';

/** The option by which commands are told whose things they work on. */
export const TENANT_OPTION: Readonly<Record<'tenant', OptionRule>> = {
  tenant: {
    value: 'id or name',
    text: 'The tenant; optional if there is only one, or if a company is given.',
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

/** The tenant a command works on: the one named, that of the company whose id is given, or the only one there is. */
export async function chooseTenant({ operator }: CommandContext, args: Arguments): Promise<TenantId> {
  const named = args.options['tenant'];
  if (named !== undefined) return (await readTenant(operator, readId(named, 'tenant'))).tenantId;
  const given = [...args.positionals, ...Object.values(args.options)];
  const ids = given.filter((word) => word !== undefined).filter(isId);
  const [owner, another] = await listTenantsOfCompanies(operator.db, ids);
  if (owner && !another) return owner;
  const tenants = await listTenants(operator.db);
  const [only] = tenants;
  if (only && tenants.length === 1) return only.tenantId;
  throw new OperatorRefusal(
    only ? 'invalid' : 'not-found',
    only
      ? `${tenants.length} tenants exist; add --tenant: ${listInWords(tenants)}.`
      : 'There is no tenant yet: npx titular tenants create "My tenant"',
  );
}

/** The service account a command works on: the first word, of the tenant chosen. */
export async function chooseAccount(context: CommandContext, args: Arguments): Promise<ServiceAccount> {
  const tenantId = await chooseTenant(context, args);
  return readServiceAccount(context.operator, tenantId, args.positionals[0] ?? '');
}

/** What a switch tells: how the thing stands now, and whether it stood so before. */
export const switchResult = (record: Readonly<Record<string, Shown>>, isChanged: boolean): CommandResult => ({
  kind: 'record',
  record,
  ...(isChanged ? {} : { note: 'It was already in this state; nothing was changed.' }),
});
