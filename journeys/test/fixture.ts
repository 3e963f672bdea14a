import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  AttemptOutcome,
  CreateTransactionRequest,
  CreateTransactionResponse,
  ListCapturesResponse,
  TransactionHistoryResponse,
  TransactionStatusResponse,
} from '@titular/contract';
import type { Log } from '@titular/server/kernel/base/log.ts';
import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { type DriveEnd, drivePage, type Shown } from '@titular/test-kit/browser/drive-page.ts';
import { type Camera, openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import { type CameraScene, writeCameraFile } from '@titular/test-kit/faces/camera-file.ts';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { sitBeforeCamera } from '@titular/test-kit/faces/sit-before-camera.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import {
  addTenant,
  openTenantKey,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { importPKCS8, SignJWT } from 'jose';
import * as oauth from 'oauth4webapi';
import type { Browser, Page } from 'playwright-core';
import { listenForWebhooks, type WebhookListener } from '../src/listen-for-webhooks.ts';

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const PHONE = { width: 390, height: 844 };

/** A service with one merchant who listens for webhooks, and the directory of its camera files. */
export type Journey = {
  service: TestService;
  tenant: TestTenant;
  token: string;
  webhooks: WebhookListener;
  directory: string;
  close(): Promise<void>;
};

/** Gets a token the way a merchant's library does: discovery, then an assertion for the JWT bearer grant (RFC 7523). */
async function fetchTokenByAssertion(service: TestService, tenant: TestTenant): Promise<string> {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(service.config.publicUrl);
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  const server = await oauth.processDiscoveryResponse(issuer, discovered);
  const subject = `${tenant.account}@${tenant.tenantId}.${issuer.host}`;
  const assertion = await new SignJWT({ scope: '*' })
    .setProtectedHeader({ alg: 'ES256', kid: tenant.keyId })
    .setIssuer(subject)
    .setSubject(subject)
    .setAudience(server.issuer)
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(await importPKCS8(tenant.privateKeyPem, 'ES256'));
  const client: oauth.Client = { client_id: tenant.clientId };
  const response = await oauth.genericTokenEndpointRequest(
    server,
    client,
    oauth.None(),
    JWT_BEARER,
    { assertion },
    insecure,
  );
  const answer = await oauth.processGenericTokenEndpointResponse(server, client, response);
  return answer.access_token;
}

/** Starts everything a journey needs on the given settings, logging and drawing challenges as it is told. */
export async function startJourney(
  env: Record<string, string>,
  overrides: { log?: Log; random?: () => number } = {},
): Promise<Journey> {
  const service = await startTestService({ env, ...overrides });
  const tenant = await addTenant(service);
  const url = `http://127.0.0.1:${await findFreePort()}/webhook`;
  const endpoint = await registerEndpoint(
    service.service.database.db,
    await openTenantKey(service, tenant.tenantId),
    { ...tenant, url, loopbackAllowed: true },
  );
  const webhooks = await listenForWebhooks(url, endpoint.secret);
  const directory = await mkdtemp(join(tmpdir(), 'titular-journey-'));
  const token = await fetchTokenByAssertion(service, tenant);
  const close = async (): Promise<void> => {
    webhooks.close();
    await service.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { service, tenant, token, webhooks, directory, close };
}

/** Creates a transaction of a new order for the identity. */
export async function createTransaction(
  journey: Journey,
  cpf: string = newCpf(),
  redirectUrl?: string,
  more: Partial<CreateTransactionRequest> = {},
): Promise<Required<CreateTransactionResponse>> {
  const response = await fetch(`${journey.service.url}/api/public/v1/walletid/transaction`, {
    method: 'POST',
    headers: { authorization: `Bearer ${journey.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      identity: { key: 'cpf', value: cpf },
      orderNumber: `order-${crypto.randomUUID()}`,
      company: journey.tenant.companyId,
      card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' },
      ...(redirectUrl ? { redirectUrl } : {}),
      ...more,
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Required<CreateTransactionResponse>;
}

async function readOf<Answer>(journey: Journey, path: string): Promise<Answer> {
  const response = await fetch(`${journey.service.url}/api/public/v1/walletid/transactions/${path}`, {
    headers: { authorization: `Bearer ${journey.token}` },
  });
  return (await response.json()) as Answer;
}

/** Asks for the status. */
export const readStatus = (journey: Journey, id: string): Promise<TransactionStatusResponse> =>
  readOf(journey, id);

/** What the merchant learns of an end: the status, the reasons of the decision, and how the attempts ended. */
export type Told = { status: string; reasons: readonly string[]; outcomes: (AttemptOutcome | undefined)[] };

/** Asks for the history and the captures. */
export async function readTold(journey: Journey, id: string): Promise<Told> {
  const { status, history } = await readOf<TransactionHistoryResponse>(journey, `${id}/history`);
  const { attempts } = await readOf<ListCapturesResponse>(journey, `${id}/captures`);
  const outcomes = attempts.map(({ outcome }) => outcome);
  return { status, reasons: history.at(-1)?.reasons ?? [], outcomes };
}

/** Asks for every status that it had, in order. */
export async function readStatuses(journey: Journey, id: string): Promise<string[]> {
  const { history } = await readOf<TransactionHistoryResponse>(journey, `${id}/history`);
  return history.map(({ status }) => status);
}

/** A camera before which a person made by computer does what the page asks; each take is another room, light and way to move. */
export const personBefore = async (person: PersonName, take = 0): Promise<Camera> => ({
  kind: 'person',
  frameFor: await sitBeforeCamera(person, take),
});

/** A camera that shows the scene over and over, whatever the page asks. */
export async function cameraFor(journey: Journey, scene: CameraScene): Promise<Camera> {
  const name = `${Object.values({ take: 0, ...scene })
    .flat()
    .join('-')}.mjpeg`;
  return { kind: 'file', file: await writeCameraFile(join(journey.directory, name), scene) };
}

/** What a page did while it was driven. */
export type Watched = { page: Page; origins: Set<string>; complaints: string[] };

/** A phone's page that keeps which origins it asked and everything the browser complained of. */
export async function openPhone(browser: Browser, locale = 'en-US'): Promise<Watched> {
  const context = await browser.newContext({ viewport: PHONE, locale });
  const page = await context.newPage();
  const origins = new Set<string>();
  const complaints: string[] = [];
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return { page, origins, complaints };
}

/** One person before one camera goes through one transaction. */
export async function goThrough(
  journey: Journey,
  camera: Camera,
  cpf?: string,
  onShown?: (shown: Shown, page: Page) => void | Promise<void>,
): Promise<{ id: string; end: DriveEnd; watched: Watched }> {
  const created = await createTransaction(journey, cpf);
  const browser = await openBrowser(camera);
  try {
    const watched = await openPhone(browser);
    const end = await drivePage(watched.page, created.link, (shown) => onShown?.(shown, watched.page));
    return { id: created.id, end, watched };
  } finally {
    await browser.close();
  }
}

const past = (): Date => new Date(Date.now() - 1000);

/** Lets the time of the transaction's links run out. */
export async function expireLinks(journey: Journey, id: string): Promise<void> {
  const { db } = journey.service.service.database;
  await db
    .updateTable('capture_links')
    .set({ expires_at: past() })
    .where('subject_id', '=', asId(id))
    .execute();
}

/** Lets the time of the transaction's page sessions run out. */
export async function expireSessions(journey: Journey, id: string): Promise<void> {
  const { db } = journey.service.service.database;
  await db
    .updateTable('capture_sessions')
    .set({ expires_at: past() })
    .where('subject_id', '=', asId(id))
    .execute();
}
