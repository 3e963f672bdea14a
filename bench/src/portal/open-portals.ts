import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '@titular/server/config/config.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { inviteMember } from '@titular/server/users/index.ts';
import { enrolWithPasskey } from '@titular/test-kit/portal/people.ts';
import type { PortalBrowser } from '@titular/test-kit/portal/portal-browser.ts';
import type { Harness } from '../harness/harness.ts';
import { createLoad } from '../requests/loads.ts';

/** Where a merchant creates a transaction. */
export const CREATE_PATH = '/api/public/v1/walletid/transaction';

/** How often the page of a transaction that goes on asks, in milliseconds. */
const POLL_MS = 2_000;

/** How many questions were answered, and how many refused. */
export type PortalAnswers = { answered: number; refused: number };

/** Open portals that poll from `start` on until what it gives is called, which resolves to the number of answers. */
export type OpenPortals = { count: number; start(): () => Promise<PortalAnswers> };

type Watcher = {
  browser: PortalBrowser;
  params: { tenant_id: string; transaction_id: string };
  /** Validator of the last answer: a page that is open has read its case whole before. */
  etag: string;
};

/** Asks as the open page does, with the validator of the last answer (RFC 9110, section 13.1.2); false where that is refused. */
async function read(watcher: Watcher): Promise<boolean> {
  const { browser, params, etag } = watcher;
  const headers = etag === '' ? {} : { 'if-none-match': etag };
  const reply = await browser.send('readTransactionCase', { params }, { headers });
  if (reply.status !== 200 && reply.status !== 304) return false;
  watcher.etag = String(reply.headers.etag ?? etag);
  return true;
}

/** Signs people in, each before a waiting transaction of their own. */
async function seat(harness: Harness, count: number): Promise<Watcher[]> {
  const [tenant] = harness.tenants;
  if (!tenant) throw new Error('the bench needs a tenant');
  const { db } = harness.database;
  const target = { config: readConfig({ ...harness.environment }), url: harness.url };
  const operator = { db, clock: systemClock, actor: 'bench' };
  const load = createLoad(harness.url, CREATE_PATH, [tenant]);
  const watchers: Watcher[] = [];
  for (let number = 0; number < count; number += 1) {
    const member = { tenantId: tenant.tenantId, role: 'support', companies: 'all' } as const;
    const { code } = await inviteMember(operator, member);
    const { browser } = await enrolWithPasskey(target, code, `support ${number} ${newId().slice(-8)}`);
    const { path, body, headers } = load.next();
    const created = await fetch(harness.url + path, { method: 'POST', body: body ?? '', headers });
    const { id } = (await created.json()) as { id: string };
    const watcher = { browser, params: { tenant_id: tenant.tenantId, transaction_id: id }, etag: '' };
    if (!(await read(watcher))) throw new Error('a portal could not open its page');
    watchers.push(watcher);
  }
  return watchers;
}

async function watch(watcher: Watcher, afterMs: number, isOver: () => boolean): Promise<PortalAnswers> {
  const answers = { answered: 0, refused: 0 };
  await sleep(afterMs);
  while (!isOver()) {
    answers[(await read(watcher)) ? 'answered' : 'refused'] += 1;
    await sleep(POLL_MS);
  }
  return answers;
}

/** Adds up what several were answered. */
export const sumAnswers = (all: readonly PortalAnswers[]): PortalAnswers => ({
  answered: all.reduce((sum, { answered }) => sum + answered, 0),
  refused: all.reduce((sum, { refused }) => sum + refused, 0),
});

/** Opens as many portals on the harness's service. */
export async function openPortals(harness: Harness, count: number): Promise<OpenPortals> {
  const watchers = await seat(harness, count);
  return {
    count,
    start() {
      let isOver = false;
      // Nobody opens pages in step with others.
      const watching = watchers.map((watcher, index) =>
        watch(watcher, (index / count) * POLL_MS, () => isOver),
      );
      return async () => {
        isOver = true;
        return sumAnswers(await Promise.all(watching));
      };
    },
  };
}
