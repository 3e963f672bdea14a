import type { Operator } from '@titular/server/audit/index.ts';
import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import type { Actor } from '@titular/server/kernel/http/service-actor.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { type EndpointDeps, endpointRules } from '@titular/server/webhooks/index.ts';
import { chooseTenant, readId } from '../../frame/choose-tenant.ts';
import type { Arguments, CommandContext, OptionRule } from '../../frame/command.ts';
import { UsageError } from '../../frame/usage-error.ts';

/** An endpoint or company as examples name it. */
export const ID = '0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f';

/** The option by which a command learns of its company. */
export const COMPANY_OPTION: Readonly<Record<'company', OptionRule>> = {
  company: { value: 'id or name', text: 'The company whose events are sent.' },
};

/** What the use cases work with, on the operator's database or within the commit that is open. */
export function depsOf({ config, masterKeys }: CommandContext, { db, clock }: Operator): EndpointDeps {
  const { environment } = config;
  const tenantKeys = createTenantKeys(db, masterKeys);
  return { db, clock, tenantKeys, environment, endpointRules: (allowed) => endpointRules(config, allowed) };
}

/** Chooses the tenant, and makes what the use cases work with. */
export async function begin(
  context: CommandContext,
  args: Arguments,
): Promise<{ deps: EndpointDeps; actor: Actor; tenantId: TenantId }> {
  const tenantId = await chooseTenant(context, args);
  const actor = { tenantId, actor: context.operator.actor };
  return { deps: depsOf(context, context.operator), actor, tenantId };
}

/** Reads the id of the endpoint that a command names first. */
export const endpointIdOf = ({ positionals: [id = ''] }: Arguments): string => readId(id, 'webhook endpoint');

/** Reads the company of a command that cannot go without one. */
export function requireCompany({ options }: Arguments): CompanyId {
  const company = options['company'];
  if (company === undefined) throw new UsageError('--company is missing.');
  return readId(company, 'company');
}
