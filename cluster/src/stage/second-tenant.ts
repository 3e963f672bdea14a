import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '../load/offered.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../packages/cli/src/main.ts');
const run = promisify(execFile);

/** Makes a tenant beside the demo's, with a company and an account, by the commands of an operator. */
export async function makeSecondTenant(databaseUrl: string, data: string): Promise<Client> {
  const env = { DATABASE_URL: databaseUrl, TITULAR_DATA_DIR: data };
  const command = async (...words: string[]): Promise<Record<string, string>> => {
    const { stdout } = await run(process.execPath, [PROGRAM, ...words, '--json'], { env });
    return JSON.parse(stdout) as Record<string, string>;
  };
  const { tenant = '' } = await command('tenants', 'create', 'Quiet tenant');
  const { company: companyId = '' } = await command('companies', 'create', 'Quiet shop', '--tenant', tenant);
  const account = ['service-accounts', 'create', 'quiet', '--tenant', tenant, '--no-key'];
  const { clientId = '', clientSecret = '' } = await command(...account);
  return { companyId, clientId, clientSecret };
}
