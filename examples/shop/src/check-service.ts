import { readFile } from 'node:fs/promises';
import type { Titular } from '@titular/client';

/** What `npm start` left for whoever plays the merchant. */
export type Demo = Record<
  | 'issuer'
  | 'baseUrl'
  | 'tokenUrl'
  | 'tenantId'
  | 'companyId'
  | 'account'
  | 'keyId'
  | 'privateKey'
  | 'clientId'
  | 'clientSecret'
  | 'webhookUrl'
  | 'webhookSecret',
  string
>;

/** Where `npm start` keeps its data unless TITULAR_DATA_DIR says otherwise. */
export const USUAL_DATA = '.titular';

/** Something that whoever starts the shop can mend; the message says how. */
export class NotReady extends Error {}

/** Reads the demo in a data directory of the service. */
export async function readDemo(directory: string): Promise<Demo> {
  const file = `${directory}/demo.json`;
  const text = await readFile(file, 'utf8').catch(() => {
    throw new NotReady(
      `${file} cannot be read. Start the service first, with "npm start", or name its data directory with --data.`,
    );
  });
  return JSON.parse(text);
}

async function findEndpoint({ tokenUrl, baseUrl, companyId, clientId, clientSecret, webhookUrl }: Demo) {
  const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const granted = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(grant) });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const listed = await fetch(`${baseUrl}/webhook-endpoints?company=${companyId}&limit=100`, { headers });
  const { endpoints } = (await listed.json()) as {
    endpoints: { id: string; url: string; enabled: boolean }[];
  };
  return endpoints.find(({ url }) => url === webhookUrl);
}

/** Looks whether the service answers, takes the demo's credentials, may be shown in a frame at the shop's origin and sends webhooks there. */
export async function checkService(
  client: Titular,
  demo: Demo,
  shop: string,
  directory: string,
): Promise<void> {
  const titular = directory === USUAL_DATA ? 'npx titular' : `TITULAR_DATA_DIR=${directory} npx titular`;
  await fetch(`${demo.issuer}/healthz`).catch(() => {
    throw new NotReady(`No service answers at ${demo.issuer}. Start it first, with "npm start".`);
  });
  await client.limits();
  const whose = `--company ${demo.companyId} --tenant ${demo.tenantId}`;
  const asked = new URLSearchParams({ origin: shop });
  const frame = await fetch(`${demo.issuer}/capture/frame/${demo.tenantId}/${demo.companyId}?${asked}`);
  if (!frame.headers.get('content-security-policy')?.includes(`frame-ancestors ${shop}`))
    throw new NotReady(
      `The demo company does not know this shop's origin. Run: ${titular} settings set web-origins=${shop} ${whose}`,
    );
  const endpoint = await findEndpoint(demo);
  if (!endpoint)
    throw new NotReady(
      'The demo has no webhook endpoint any more. Remove demo.json and start the service again: it makes a new demo.',
    );
  if (!endpoint.enabled)
    throw new NotReady(
      `The webhook endpoint of the demo is switched off. Run: ${titular} webhooks enable ${endpoint.id} --tenant ${demo.tenantId}`,
    );
}
