import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import type { Config } from './setting.ts';

/** What a script needs to play the demo's merchant; stands in demo.json, mode 0600. */
export type Demo = {
  baseUrl: string;
  tokenUrl: string;
  issuer: string;
  tenantId: TenantId;
  companyId: CompanyId;
  account: string;
  keyId: string;
  privateKey: string;
  clientId: string;
  clientSecret: string;
  webhookUrl: string;
  webhookSecret: string;
};

/** Where the demo's credentials stand. */
export const demoFile = (config: Config): string => join(config.dataDirectory, 'demo.json');

/** A curl configuration with the demo's client credentials, so that no secret stands on a command line. */
export const curlFile = (config: Config): string => join(config.dataDirectory, 'demo.curl');

/** Where the link for the first operator of the portal stands, while there is none. */
export const setupFile = (config: Config): string => join(config.dataDirectory, 'portal-setup.txt');

/** The demo that a service left in a file; undefined when there is no such file. */
export async function readDemo(file: string): Promise<Demo | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  return text === undefined ? undefined : JSON.parse(text);
}
