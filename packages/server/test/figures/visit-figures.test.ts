import { PAGE_STEPS, type PageEvent } from '@titular/contract';
import { readFigures } from '@titular/server/figures/index.ts';
import { randomOf } from '@titular/simulation/random.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPhone, type Phone } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

const BROWSERS = ['chromium', 'safari', 'in_app'] as const;
const EVENTS: readonly PageEvent[] = [...PAGE_STEPS, 'camera_denied', 'low_light', 'result_shown'];
const DAY_MS = 86_400_000;

const clock = createManualClock();
let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const tell = async (phone: Phone, browser: string, events: readonly PageEvent[]): Promise<void> => {
  const { status } = await phone.call('reportPageEvents', 'POST', '/events', { browser, events });
  expect(status).toBe(200);
};

/** The day of the clock, and so many before it, as slots of one day each. */
const daysBack = (days: number): string[] => {
  const midnight = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
  return Array.from({ length: days + 2 }, (_, day) =>
    new Date(midnight - (days - day) * DAY_MS).toISOString(),
  );
};

const STEPS: readonly PageEvent[] = PAGE_STEPS;

/** Events, and the steps that whoever told of them has been through. */
const withSteps = (events: readonly PageEvent[]): PageEvent[] =>
  events.flatMap((event) => [event, ...STEPS.slice(0, STEPS.indexOf(event) + 1)]);

const visitsOf = async (one: Merchant, days = 0, companies = [one.tenant.companyId]) => {
  const scope = { tenantId: one.tenant.tenantId, companies };
  const { pages } = await readFigures(service.service.database.db, scope, { starts: daysBack(days) });
  return pages;
};

describe('figures of visits', () => {
  test('count simulated sessions with reloads once for each event, by browser, and no step less than the next (P12)', async () => {
    const seed = Date.now() % 2 ** 31;
    console.info(`seed ${seed}`);
    const random = randomOf(seed);
    const roll = (below: number): number => Math.floor(random() * below);
    const told = new Map<string, Set<number>>();
    for (let visit = 0; visit < 12; visit += 1) {
      const { phone } = await openPhone(service, merchant);
      const browser = BROWSERS[roll(BROWSERS.length)] ?? 'other';
      for (let call = 0; call <= roll(4); call += 1) {
        const events = Array.from({ length: 1 + roll(6) }, () => EVENTS[roll(EVENTS.length)] as PageEvent);
        await tell(phone, browser, events);
        for (const event of withSteps(events)) {
          const key = `${event} ${browser}`;
          told.set(key, (told.get(key) ?? new Set()).add(visit));
        }
      }
    }
    const pages = await visitsOf(merchant);
    const counted = Object.fromEntries(pages.map((one) => [`${one.event} ${one.browser}`, one.sessions]));
    for (const browser of BROWSERS) told.delete(`result_shown ${browser}`);
    expect(counted).toEqual(Object.fromEntries([...told].map(([key, { size }]) => [key, size])));
    for (const browser of BROWSERS) {
      const steps = PAGE_STEPS.map((step) => counted[`${step} ${browser}`] ?? 0);
      expect(steps).toEqual(steps.toSorted((one, other) => other - one));
    }
  });

  test('count a visit where it began, also over midnight and in another browser, so that no step stands alone (P12)', async () => {
    const one = await newMerchant(service);
    const { phone } = await openPhone(service, one);
    await tell(phone, 'safari', ['opened']);
    await sql`UPDATE page_event_counts SET day = day - 1 WHERE tenant_id = ${one.tenant.tenantId}`.execute(
      service.service.database.db,
    );
    await sql`UPDATE capture_sessions SET told_day = told_day - 1 WHERE tenant_id = ${one.tenant.tenantId}`.execute(
      service.service.database.db,
    );
    await tell(phone, 'in_app', ['attempt_completed']);
    expect(await visitsOf(one)).toEqual([]);
    const steps = (await visitsOf(one, 1)).map(({ event, browser, sessions }) => [event, browser, sessions]);
    expect(steps.toSorted()).toEqual([...STEPS].map((step) => [step, 'safari', 1]).toSorted());
  });

  test('are of the days and companies asked for, and of no other tenant (P11)', async () => {
    const [one, other] = [await newMerchant(service), await newMerchant(service)];
    await tell((await openPhone(service, one)).phone, 'safari', ['opened']);
    await tell((await openPhone(service, other)).phone, 'safari', ['opened', 'camera_denied']);
    await sql`UPDATE page_event_counts SET day = day - 2`.execute(service.service.database.db);
    await tell((await openPhone(service, one)).phone, 'safari', ['opened']);
    expect(await visitsOf(one)).toEqual([{ event: 'opened', browser: 'safari', sessions: 1 }]);
    expect(await visitsOf(one, 2)).toEqual([{ event: 'opened', browser: 'safari', sessions: 2 }]);
    expect(await visitsOf(one, 2, [])).toEqual([]);
    expect(await visitsOf(one, 2, [other.tenant.companyId])).toEqual([]);
  });
});
