import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { operatorOf } from '@titular/test-kit/start-test-service.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Journey } from './fixture.ts';

/** A page or script of the shop. */
type ShopFile = { type?: string; body: string; headers?: Record<string, string> };

/** A web site on a loopback port, which browsers take for another site than the service's. */
export type Shop = {
  /** By the name `localhost`, while the service is at 127.0.0.1. */
  origin: string;
  files: Map<string, ShopFile>;
  close(): Promise<void>;
};

function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url = '/' } = incoming;
  const asked = request(target + url, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  asked.on('error', () => outgoing.writeHead(502).end());
  incoming.pipe(asked);
}

/** Opens a shop; paths that begin with one of `proxied` go on to the service. */
export async function openShop(target = '', proxied: readonly string[] = []): Promise<Shop> {
  const files = new Map<string, ShopFile>();
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://shop');
    if (proxied.some((prefix) => pathname.startsWith(prefix))) return forward(target, incoming, outgoing);
    const file = files.get(pathname);
    if (!file) return void outgoing.writeHead(404).end();
    outgoing.writeHead(200, { 'content-type': file.type ?? 'text/html; charset=utf-8', ...file.headers });
    outgoing.end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin, files, close };
}

/** Registers the origins on which the company's transactions may be opened, and waits until that is felt. */
export async function registerOrigins({ service, tenant }: Journey, origins: string[]): Promise<void> {
  const { tenantId, companyId } = tenant;
  const wanted = parseSettings('company', new Map([['web-origins', origins.join(',')]]));
  await changeSettings(operatorOf(service), { kind: 'company', tenantId, companyId }, wanted);
  const isFelt = async (origin: string): Promise<boolean> => {
    const asked = new URLSearchParams({ origin });
    const frame = await fetch(`${service.url}/capture/frame/${tenantId}/${companyId}?${asked}`);
    return frame.headers.get('content-security-policy')?.includes(`frame-ancestors ${origin}`) ?? false;
  };
  await eventually(async () => expect((await Promise.all(origins.map(isFelt))).every(Boolean)).toBe(true));
}

/** What the shop's page was told, in order. */
export type Told = {
  kind: 'finish' | 'error' | 'event';
  code?: string;
  message?: string;
  name?: string;
  status?: string;
};

/** A page of the shop that loads the SDK by a script tag. */
export const pageWithSdk = (serviceUrl: string): string =>
  `<!doctype html><html lang="en"><title>Shop</title><button id="pay">Pay</button><p style="height:3000px"></p>
<script src="${serviceUrl}/sdk/titular.js"></script>`;

/** Opens the page by the SDK and keeps what the shop is told, without waiting for the end. */
export const openBySdk = (page: Page, init: object, open: object): Promise<void> =>
  page.evaluate(
    ([initOptions, openOptions]) => {
      const shop = window as unknown as {
        told: unknown[];
        Titular: { init(options: object): void; open(options: object): Promise<unknown> };
      };
      shop.told = [];
      const note = (kind: string) => (detail: Record<string, unknown>) => {
        const { code, message, docs, name, status, concluded, transactionId } = detail;
        shop.told.push({ kind, code, message, docs, name, status, concluded, transactionId });
      };
      shop.Titular.init(initOptions ?? {});
      const listeners = { onFinish: note('finish'), onError: note('error'), onEvent: note('event') };
      void shop.Titular.open({ ...openOptions, ...listeners });
    },
    [init, open] as const,
  );

/** What the shop's page was told so far. */
export const toldOf = (page: Page): Promise<Told[]> =>
  page.evaluate(() => (window as unknown as { told: Told[] }).told);

/** The window of the service's page within the shop's, once its first screen is there. */
export async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.waitForSelector('dialog[data-titular] iframe', { state: 'attached' });
  const frame = await handle.contentFrame();
  if (!frame) throw new Error('the SDK shows no frame');
  await frame.waitForSelector('[data-screen]:not([data-screen="loading"])');
  return frame;
}
