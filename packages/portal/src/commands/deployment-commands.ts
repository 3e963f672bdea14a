import { commandLine, lastWord } from './command-line.ts';

/** Creates a tenant. */
export const createTenantCommand = (name: string): string =>
  commandLine(['tenants', 'create', ...lastWord(name)]);

/** Creates a company of a tenant. */
export const createCompanyCommand = (tenantId: string, name: string): string =>
  commandLine(['companies', 'create', '--tenant', tenantId, ...lastWord(name)]);
