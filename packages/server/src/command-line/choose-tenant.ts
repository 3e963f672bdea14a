import { readServiceAccount } from '../access-tokens/administer-accounts.ts';
import type { ServiceAccount } from '../access-tokens/service-account-store.ts';
import { isId } from '../base/id.ts';
import { OperatorRefusal } from '../operators/operator.ts';
import { readTenant } from '../tenants/administer-tenants.ts';
import { listTenants } from '../tenants/tenant-store.ts';
import type { Arguments, CommandContext, CommandResult, OptionRule, Shown } from './command.ts';
import { UsageError } from './usage-error.ts';

/** The option by which commands are told whose things they work on. */
export const TENANT_OPTION: Readonly<Record<'tenant', OptionRule>> = {
  tenant: { value: 'id', text: 'The tenant; may be left out while there is only one.' },
};

/** Takes an id in any case; a text that is no id names nothing. */
export function readId(text: string, what: string): string {
  if (!isId(text)) throw new UsageError(`${JSON.stringify(text)} is not the id of a ${what}.`);
  return text.toLowerCase();
}

/** The tenant a command works on: the one named, or the only one there is. */
export async function chooseTenant({ operator }: CommandContext, args: Arguments): Promise<string> {
  const named = args.options['tenant'];
  if (named !== undefined) return (await readTenant(operator, readId(named, 'tenant'))).tenantId;
  const [only, another] = await listTenants(operator.db);
  if (only && !another) return only.tenantId;
  throw new OperatorRefusal(
    only ? 'invalid' : 'not-found',
    only
      ? 'There are several tenants: name one with --tenant.'
      : 'There is no tenant yet: titular tenants create <name>',
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
  ...(isChanged ? {} : { note: 'It stood so already; nothing was changed.' }),
});
