import { deepEqual } from 'node:assert/strict';
import type { TenantRole } from '@titular/contract';
import type { CompanyId, TenantId } from '@titular/server/kernel/base/id.ts';
import { openBrowser } from '@titular/test-kit/browser/launch-browser.ts';
import { addMember, type PasskeyPerson, portalUrlOf } from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestServiceOptions,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import type { Browser, BrowserContext, ConsoleMessage, Page, Response } from 'playwright-core';
import { addPasskey } from './virtual-passkey.ts';

/** A desk, as most of those who work in the portal sit at. */
export const DESK = { width: 1280, height: 800 } as const;
/** A phone. */
export const PHONE = { width: 390, height: 844 } as const;

/** What a page did against its rules: policy violations, requests to elsewhere, errors of its scripts. */
type PageFaults = string[];

/** How somebody's browser is. */
type DeskOptions = {
  locale?: string;
  viewport?: { width: number; height: number };
  /** Answers of the service that the browser may complain of in its console, by status. */
  expectedStatuses?: readonly number[];
};

/** A page of the portal in a browser of its own. */
export type Desk = { page: Page; context: BrowserContext; faults: PageFaults };

/** A service with its portal, one tenant, and a browser for everybody who signs in. */
export type PortalJourney = {
  service: TestService;
  tenant: TestTenant;
  portalUrl: string;
  browser: Browser;
  /** Adds somebody of the tenant's staff, who has enrolled. */
  add(role: TenantRole, companies?: CompanyId[], tenantId?: TenantId): Promise<PasskeyPerson>;
  /** Opens a browser in which nobody is signed in. */
  openDesk(options?: DeskOptions): Promise<Desk>;
  /** Opens a browser in which a person is signed in, and holds the passkey. */
  sitDown(person: PasskeyPerson, options?: DeskOptions): Promise<Desk>;
  close(): Promise<void>;
};

/** The path of an address, as a fault names it. */
const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/** What a failed answer was to, so that a fault can be traced. */
function describeAnswer(response: Response): string {
  const wait = response.headers()['retry-after'];
  const words = `${response.request().method()} ${pathOf(response.url())} was ${response.status()}`;
  return wait === undefined ? words : `${words}, Retry-After ${wait}`;
}

/** Says what the browser complained of, with the request that failed: its own words name none. */
function createComplaints(context: BrowserContext): (message: ConsoleMessage) => string {
  const failed = new Map<string, string>();
  context.on('response', (response) => {
    if (response.status() >= 400) failed.set(response.url(), describeAnswer(response));
  });
  return (message) => {
    const { url } = message.location();
    const place = failed.get(url) ?? pathOf(url);
    return place === '' ? message.text() : `${message.text()} (${place})`;
  };
}

/** Keeps what no page of the portal may do (P39): break the policy, ask another origin, throw. */
async function watchFaults(
  context: BrowserContext,
  portalUrl: string,
  expectedStatuses: readonly number[],
): Promise<PageFaults> {
  const faults: PageFaults = [];
  await context.exposeBinding('noteViolation', (_source, violation: string) => {
    faults.push(`policy: ${violation}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const words = `${effectiveDirective} ${blockedURI} ${sample}`;
      (window as unknown as { noteViolation(words: string): void }).noteViolation(words);
    });
  });
  const complaintOf = createComplaints(context);
  context.on('page', (page) => {
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      const words = message.text();
      const isExpected = expectedStatuses.some((status) => words.includes(`status of ${status} `));
      if (!isExpected) faults.push(`console: ${complaintOf(message)}`);
    });
  });
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== portalUrl) faults.push(`request: ${origin}`);
  });
  return faults;
}

/** Nobody is signed in before the page has asked, so that this answer stands in every console. */
const SIGNED_OUT = [401, 403] as const;

/** Starts a service with its portal on; call once a file. A browser that is given is closed with it. */
export async function startPortal(options: TestServiceOptions = {}, given?: Browser): Promise<PortalJourney> {
  const service = await startTestService(options);
  const tenant = await addTenant(service);
  const portalUrl = portalUrlOf(service);
  const browser = given ?? (await openBrowser({ kind: 'none' }));
  const openDesk = async ({ locale = 'en-US', viewport = DESK, expectedStatuses = [] }: DeskOptions = {}) => {
    const context = await browser.newContext({ locale, viewport, timezoneId: 'America/Sao_Paulo' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: portalUrl });
    const faults = await watchFaults(context, portalUrl, [...SIGNED_OUT, ...expectedStatuses]);
    return { page: await context.newPage(), context, faults };
  };
  return {
    ...{ service, tenant, portalUrl, browser, openDesk },
    add: (role, companies, tenantId = tenant.tenantId) =>
      addMember(service, tenantId, { role, ...(companies ? { companies } : {}) }),
    async sitDown(person, deskOptions) {
      const desk = await openDesk(deskOptions);
      const cookies = [...person.browser.cookies].map(([name, value]) => ({ name, value, url: portalUrl }));
      await desk.context.addCookies(cookies);
      await addPasskey(desk, person.passkey);
      return desk;
    },
    async close() {
      await browser.close();
      await service.close();
    },
  };
}

/** Nothing that a page of the portal did was against its rules (P39), but for what a test provoked. */
export const expectNoFaults = ({ faults }: Desk, provoked?: RegExp): void =>
  deepEqual(
    faults.filter((fault) => !provoked?.test(fault)),
    [],
  );
