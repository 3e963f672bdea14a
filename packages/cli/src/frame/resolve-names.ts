import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { parseUuid, type TenantId } from '@titular/server/kernel/base/id.ts';
import { listCompaniesNamed, listTenants } from '@titular/server/tenants/index.ts';
import { findDetails, listTenantsOfOrder, searchTransactions } from '@titular/server/transactions/index.ts';
import { didYouMean } from '../hints/did-you-mean.ts';
import { chooseTenant } from './choose-tenant.ts';
import type { Arguments, Command, CommandContext } from './command.ts';

/** Something that was found by its name. */
type Named = { id: string; name: string; of?: string };

const MAX_SHOWN = 20;

function listInWords(found: readonly Named[]): string {
  const shown = found.slice(0, MAX_SHOWN).map(({ id, name, of }) => {
    const owner = of === undefined ? '' : ` (of the tenant ${JSON.stringify(of)})`;
    return `${JSON.stringify(name)} ${id}${owner}`;
  });
  return `${shown.join(', ')}${found.length > MAX_SHOWN ? ', …' : ''}`;
}

/** The one that has the name, letter by letter if several differ in the case of their letters; refuses none and several. */
function onlyOne(what: string, name: string, found: readonly Named[], remedy: string): string {
  const exact = found.filter((one) => one.name === name);
  const [only, another] = exact.length > 0 ? exact : found;
  if (!only) throw new OperatorRefusal('not-found', `There is no ${what} ${JSON.stringify(name)}.${remedy}`);
  if (!another) return only.id;
  throw new OperatorRefusal(
    'invalid',
    `${found.length} ${what} names match ${JSON.stringify(name)}; give the id of one: ${listInWords(found)}.`,
  );
}

async function findTenantId({ operator }: CommandContext, name: string): Promise<string> {
  const all = await listTenants(operator.db);
  const named = all.map((tenant) => ({ id: tenant.tenantId, name: tenant.name }));
  const found = named.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  const similar = didYouMean(
    name,
    named.map((one) => one.name),
  );
  return onlyOne('tenant', name, found, `${similar} See npx titular tenants list.`);
}

async function findCompanyId(
  { operator }: CommandContext,
  name: string,
  tenantId: TenantId | undefined,
): Promise<string> {
  const companies = await listCompaniesNamed(operator.db, name, tenantId);
  const found = companies.map((one) => ({ id: one.companyId, name: one.name, of: one.tenantName }));
  return onlyOne('company', name, found, ' See npx titular companies list.');
}

/** An order number may look like an id: such a word stays what it is only while a transaction has that id, or none that order. */
async function findTransactionId(context: CommandContext, order: string, args: Arguments): Promise<string> {
  const { db, clock } = context.operator;
  const tenantId = await chooseTenant(context, args, (db) => listTenantsOfOrder(db, order));
  const id = parseUuid(order);
  if (id && (await findDetails(db, tenantId, id))) return id;
  const { transactions } = await searchTransactions({ db, clock }, tenantId, { orderNumber: order });
  if (id && transactions.length === 0) return id;
  const found = transactions.map(({ id, status }) => ({ id, name: `${order}, ${status}` }));
  const [only, another] = found;
  if (!only)
    throw new OperatorRefusal('not-found', `There is no transaction or order ${JSON.stringify(order)}.`);
  if (!another) return only.id;
  throw new OperatorRefusal(
    'invalid',
    `${found.length} transactions have the order number ${JSON.stringify(order)}; give the id of one: ${listInWords(found)}.`,
  );
}

const isGiven = (word: string | undefined): word is string => word !== undefined && word !== '';
const isName = (word: string | undefined): word is string => isGiven(word) && parseUuid(word) === undefined;

/**
 * Puts ids in the place of names: tenants and companies by name, transactions by order number. A name that several have, or none,
 * is refused with what there is.
 */
export async function resolveNames(
  context: CommandContext,
  { positionals: names = [] }: Pick<Command, 'positionals'>,
  args: Arguments,
): Promise<Arguments> {
  const positionals = [...args.positionals];
  const options = { ...args.options };
  const resolve = async (what: string, find: (name: string) => Promise<string>): Promise<void> => {
    const at = names.indexOf(what);
    const given = at < 0 ? undefined : positionals[at];
    if (isName(given)) positionals[at] = await find(given);
  };
  const resolveOption = async (what: string, find: (name: string) => Promise<string>): Promise<void> => {
    const given = options[what];
    if (isName(given)) options[what] = await find(given);
  };
  await resolveOption('tenant', (name) => findTenantId(context, name));
  await resolve('tenant', (name) => findTenantId(context, name));
  const tenantId = options['tenant'] === undefined ? undefined : parseUuid(options['tenant']);
  await resolveOption('company', (name) => findCompanyId(context, name, tenantId));
  await resolve('company', (name) => findCompanyId(context, name, tenantId));
  const resolved = (): Arguments => ({ ...args, positionals, options });
  const at = names.indexOf('transaction');
  const order = positionals[at];
  if (isGiven(order)) positionals[at] = await findTransactionId(context, order, resolved());
  return resolved();
}
