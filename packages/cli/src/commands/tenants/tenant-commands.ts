import { readTenantHealth } from '@titular/server/portal/index.ts';
import {
  type Company,
  createCompany,
  createTenant,
  listCompanies,
  listTenants,
  readCompany,
  readTenant,
  renameCompany,
  renameTenant,
  setCompanyActive,
  setTenantActive,
  type Tenant,
} from '@titular/server/tenants/index.ts';
import { chooseTenant, readId, switchResult, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';

const showTenant = ({ tenantId, name, active, ratePerSecond, rateBurst, concurrencyLimit }: Tenant) => ({
  tenant: tenantId,
  name,
  active,
  ratePerSecond,
  rateBurst,
  concurrencyLimit,
});

const showCompany = ({ companyId, name, active, module }: Company) => ({
  company: companyId,
  name,
  active,
  module,
});

/** In production a company is of little use before somebody says where its page may go at the end. */
function nextStep({ companyId, redirectHosts }: Company): string {
  const owner = `--company ${companyId}`;
  return redirectHosts.includes('none')
    ? `Next: npx titular settings set redirect-hosts=<hosts the page may go to at the end, or any> ${owner}`
    : `Next: npx titular settings show ${owner}`;
}

const switchTenant =
  (active: boolean) =>
  async ({ operator }: CommandContext, { positionals: [id = ''] }: Arguments): Promise<CommandResult> => {
    const tenantId = readId(id, 'tenant');
    const isChanged = await setTenantActive(operator, tenantId, active);
    return switchResult(showTenant(await readTenant(operator, tenantId)), isChanged);
  };

const switchCompany =
  (active: boolean) =>
  async (context: CommandContext, args: Arguments): Promise<CommandResult> => {
    const tenantId = await chooseTenant(context, args);
    const companyId = readId(args.positionals[0] ?? '', 'company');
    const isChanged = await setCompanyActive(context.operator, tenantId, companyId, active);
    return switchResult(showCompany(await readCompany(context.operator, tenantId, companyId)), isChanged);
  };

const ID = '0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f';

/** Tenants: who holds credentials and limits. */
export const tenantCommands: readonly Command[] = [
  {
    name: 'tenants create',
    summary: 'Add a tenant with its own data key and the default limits.',
    positionals: ['name'],
    examples: ['titular tenants create "Loja Azul"'],
    async run({ operator, masterKeys }, { positionals: [name = ''] }) {
      const tenantId = await createTenant(operator, masterKeys, { name });
      return {
        kind: 'record',
        record: showTenant(await readTenant(operator, tenantId)),
        note: `Next: npx titular companies create "My company" --tenant ${tenantId}`,
      };
    },
  },
  {
    name: 'tenants list',
    summary: 'List all tenants.',
    examples: ['titular tenants list', 'titular tenants list --json'],
    async run({ operator }) {
      const rows = (await listTenants(operator.db)).map(showTenant);
      return { kind: 'rows', columns: ['tenant', 'name', 'active'], rows };
    },
  },
  {
    name: 'tenants show',
    summary:
      'Show one tenant with counts of its transactions, webhook endpoints and queue, and its last call.',
    positionals: ['tenant'],
    examples: [`titular tenants show ${ID}`],
    async run({ operator }, { positionals: [id = ''] }) {
      const tenantId = readId(id, 'tenant');
      const tenant = showTenant(await readTenant(operator, tenantId));
      return { kind: 'record', record: { ...tenant, ...(await readTenantHealth(operator, tenantId)) } };
    },
  },
  {
    name: 'tenants rename',
    summary: 'Change the name of a tenant, which only operators see.',
    positionals: ['tenant', 'name'],
    examples: ['titular tenants rename "Loja Azul" "Loja Azul S.A."'],
    async run({ operator }, { positionals: [id = '', name = ''] }) {
      const tenantId = readId(id, 'tenant');
      const isChanged = await renameTenant(operator, tenantId, name);
      return switchResult(showTenant(await readTenant(operator, tenantId)), isChanged);
    },
  },
  {
    name: 'tenants disable',
    summary: 'Disable a tenant: its tokens are refused within 5 seconds.',
    positionals: ['tenant'],
    examples: [`titular tenants disable ${ID}`],
    run: switchTenant(false),
  },
  {
    name: 'tenants enable',
    summary: 'Enable a tenant again.',
    positionals: ['tenant'],
    examples: [`titular tenants enable ${ID}`],
    run: switchTenant(true),
  },
];

/** Companies: whom a transaction names. */
export const companyCommands: readonly Command[] = [
  {
    name: 'companies create',
    summary: 'Add a company with the default settings to a tenant.',
    positionals: ['name'],
    options: TENANT_OPTION,
    examples: ['titular companies create "Loja Azul"'],
    async run(context, args) {
      const tenantId = await chooseTenant(context, args);
      const [name = ''] = args.positionals;
      const companyId = await createCompany(context.operator, tenantId, { name });
      const company = await readCompany(context.operator, tenantId, companyId);
      return {
        kind: 'record',
        record: showCompany(company),
        note: nextStep(company),
      };
    },
  },
  {
    name: 'companies list',
    summary: 'List the companies of a tenant.',
    options: TENANT_OPTION,
    examples: ['titular companies list'],
    async run(context, args) {
      const companies = await listCompanies(context.operator.db, await chooseTenant(context, args));
      const columns = ['company', 'name', 'active', 'module'];
      return { kind: 'rows', columns, rows: companies.map(showCompany) };
    },
  },
  {
    name: 'companies show',
    summary: 'Show one company; `settings show` prints its settings.',
    positionals: ['company'],
    options: TENANT_OPTION,
    examples: [`titular companies show ${ID}`],
    async run(context, args) {
      const tenantId = await chooseTenant(context, args);
      const companyId = readId(args.positionals[0] ?? '', 'company');
      return {
        kind: 'record',
        record: showCompany(await readCompany(context.operator, tenantId, companyId)),
      };
    },
  },
  {
    name: 'companies rename',
    summary: 'Change the name of a company, as people see it on the page unless `brand-name` is set.',
    positionals: ['company', 'name'],
    options: TENANT_OPTION,
    examples: ['titular companies rename "Loja Azul" "Loja Verde"'],
    async run(context, args) {
      const tenantId = await chooseTenant(context, args);
      const [id = '', name = ''] = args.positionals;
      const companyId = readId(id, 'company');
      const isChanged = await renameCompany(context.operator, tenantId, companyId, name);
      return switchResult(showCompany(await readCompany(context.operator, tenantId, companyId)), isChanged);
    },
  },
  {
    name: 'companies disable',
    summary: 'Disable a company: new transactions cannot name it.',
    positionals: ['company'],
    options: TENANT_OPTION,
    examples: [`titular companies disable ${ID}`],
    run: switchCompany(false),
  },
  {
    name: 'companies enable',
    summary: 'Enable a company again.',
    positionals: ['company'],
    options: TENANT_OPTION,
    examples: [`titular companies enable ${ID}`],
    run: switchCompany(true),
  },
];
