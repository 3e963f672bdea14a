import { readFile } from 'node:fs/promises';
import { fetchToken } from '../harness/harness.ts';

/** As much of a harness as the page's measurements need. */
export type MeasuredService = {
  url: string;
  tenants: readonly { token: string; companyId: string }[];
};

/** Reaches a running service by the credentials of its demo: of another release too, so that both are measured alike. */
export async function reachService(demoFile: string): Promise<MeasuredService> {
  const demo = JSON.parse(await readFile(demoFile, 'utf8')) as Record<string, string>;
  const { issuer: url = '', clientId = '', clientSecret = '', companyId = '' } = demo;
  return { url, tenants: [{ token: await fetchToken(url, clientId, clientSecret), companyId }] };
}
