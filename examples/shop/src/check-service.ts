import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Titular, TitularTokenError, type WebhookEndpoint } from '@titular/client';

/** What the shop needs of what `npm start` left for whoever plays the merchant. */
export type Demo = Record<
  'issuer' | 'tenantId' | 'companyId' | 'account' | 'keyId' | 'privateKey' | 'webhookUrl' | 'webhookSecret',
  string
>;

/** Where `npm start` keeps its data unless TITULAR_DATA_DIR says otherwise. */
export const USUAL_DATA = '.titular';

/** Sub-codes that say of the demo's credentials that they are good no more: rotated, disabled, or of another database. */
const ENDED = new Set([
  'key_retired',
  'assertion_key_unknown',
  'account_unknown',
  'account_inactive',
  'tenant_unknown',
]);

/** Something that whoever starts the shop can mend; the message says how. */
export class NotReady extends Error {}

/** Reads the demo in a data directory of the service. */
export async function readDemo(directory: string): Promise<Demo> {
  const file = `${directory}/demo.json`;
  const text = await readFile(file, 'utf8').catch(() => {
    throw new NotReady(
      `${file} cannot be read. Start the service first, with "npm start" in its checkout, or name its data directory with --data.`,
    );
  });
  return JSON.parse(text);
}

async function findEndpoint(client: Titular, demo: Demo): Promise<WebhookEndpoint | undefined> {
  for await (const endpoint of client.webhookEndpoints.list({ company: demo.companyId }))
    if (endpoint.url === demo.webhookUrl) return endpoint;
  return undefined;
}

/** Looks whether the service answers, takes the demo's credentials, may be shown in a frame at the shop's origin and sends webhooks there. */
export async function checkService(
  client: Titular,
  demo: Demo,
  shop: string,
  directory: string,
): Promise<void> {
  const titular = `TITULAR_DATA_DIR=${resolve(directory)} npx titular`;
  const anew = `Remove ${directory}/demo.json and start the service again: it makes a new demo.`;
  await fetch(`${demo.issuer}/healthz`).catch(() => {
    throw new NotReady(`No service answers at ${demo.issuer}. Start it with "npm start" in its checkout.`);
  });
  const endpoint = await findEndpoint(client, demo).catch((error: Error) => {
    if (!(error instanceof TitularTokenError && ENDED.has(error.subCode ?? ''))) throw error;
    throw new NotReady(`The service refuses the demo's credentials (${error.subCode}). ${anew}`);
  });
  const whose = `--company ${demo.companyId} --tenant ${demo.tenantId}`;
  const asked = new URLSearchParams({ origin: shop });
  const frame = await fetch(`${demo.issuer}/capture/frame/${demo.tenantId}/${demo.companyId}?${asked}`);
  if (!frame.headers.get('content-security-policy')?.includes(`frame-ancestors ${shop}`))
    throw new NotReady(
      `The demo company does not know this shop's origin. Run in the service's checkout: ${titular} settings set web-origins=${shop} ${whose}`,
    );
  if (!endpoint) throw new NotReady(`The demo has no webhook endpoint any more. ${anew}`);
  if (!endpoint.enabled)
    throw new NotReady(
      `The webhook endpoint of the demo is switched off. Run in the service's checkout: ${titular} webhooks enable ${endpoint.id} --tenant ${demo.tenantId}`,
    );
}
