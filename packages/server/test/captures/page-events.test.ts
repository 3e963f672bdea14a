import { runCommandLine } from '@titular/cli/frame/run-command.ts';
import { MAX_PAGE_EVENTS, PAGE_EVENTS } from '@titular/contract';
import { openTrial } from '@titular/lab/ephemeral-service/trial-service.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { openPhone, Phone } from './phone.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const db = () => service.service.database.db;
const tell = (phone: Phone, body: object, headers: Record<string, string> = {}) =>
  phone.call('reportPageEvents', 'POST', '/events', body, { headers });
const events = (...names: string[]) => ({ browser: 'chromium', events: names });

async function sumsOf(one: Merchant): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT company_id, day::text AS day, event, browser, seen, sessions FROM page_event_counts
    WHERE tenant_id = ${one.tenant.tenantId} ORDER BY day, event, browser`.execute(db());
  return rows;
}

describe('what a page tells of its course', () => {
  test('reportPageEvents 200: is added to the sums of the company, the day, the event and the family of browser', async () => {
    const one = await newMerchant(service);
    const { phone } = await openPhone(service, one);
    const another = await openPhone(service, one);
    expect((await tell(phone, events('opened', 'camera_denied', 'camera_denied'))).body).toEqual({
      counted: 3,
    });
    await tell(another.phone, events('opened'));
    await tell(another.phone, { browser: 'safari', events: ['opened'] });
    const day = clock.now().toISOString().slice(0, 10);
    const company = { company_id: one.tenant.companyId, day };
    expect(await sumsOf(one)).toEqual([
      { ...company, event: 'camera_denied', browser: 'chromium', seen: '2', sessions: '1' },
      { ...company, event: 'opened', browser: 'chromium', seen: '2', sessions: '2' },
      { ...company, event: 'opened', browser: 'safari', seen: '1', sessions: '0' },
    ]);
  });

  test('reportPageEvents 200: counts a session once for each event, with the steps before it, however often the page is loaded (P12)', async () => {
    const one = await newMerchant(service);
    const first = await openPhone(service, one);
    await tell(first.phone, events('opened', 'camera_denied'));
    await tell(first.phone, events('opened', 'camera_denied', 'attempt_started'));
    const other = await openPhone(service, one);
    await Promise.all(Array.from({ length: 6 }, () => tell(other.phone, events('opened', 'camera_opened'))));
    const sessions = (await sumsOf(one)).map(({ event, seen, sessions }) => [event, seen, sessions]);
    expect(sessions).toEqual([
      ['attempt_started', '1', '1'],
      ['camera_denied', '2', '1'],
      ['camera_opened', '6', '2'],
      ['consent_given', '0', '2'],
      ['opened', '8', '2'],
    ]);
  });

  test('reportPageEvents 200: every event there is can be told', async () => {
    const { phone } = await openPhone(service, merchant);
    for (let at = 0; at < PAGE_EVENTS.length; at += MAX_PAGE_EVENTS) {
      const batch = PAGE_EVENTS.slice(at, at + MAX_PAGE_EVENTS);
      expect((await tell(phone, events(...batch))).body).toEqual({ counted: batch.length });
    }
  });

  test('reportPageEvents 200: leaves nothing of identity, card, order, session or transaction', async () => {
    const one = await newMerchant(service);
    const cpf = newCpf();
    const planted = { orderNumber: 'order-canary-9182', name: 'Zulmira Quixadaense', bin: '53217788' };
    const { phone, id } = await openPhone(service, one, {
      identity: { key: 'cpf', value: cpf },
      orderNumber: planted.orderNumber,
      card: { binDigits: planted.bin, lastDigits: '9182', name: planted.name },
    });
    await tell(phone, events('opened', 'consent_given'));
    const { rows: sessions } = await sql<{ session_id: string }>`
      SELECT session_id FROM capture_sessions WHERE subject_id = ${id}`.execute(db());
    const { rows } = await sql<{ row: string }>`
      SELECT to_jsonb(p)::text AS row FROM page_event_counts p WHERE tenant_id = ${one.tenant.tenantId}`.execute(
      db(),
    );
    expect(rows).toHaveLength(2);
    const kept = rows.map(({ row }) => row).join('\n');
    const secrets = [cpf, ...Object.values(planted), id, sessions[0]?.session_id ?? 'none'];
    for (const secret of secrets) expect(kept).not.toContain(secret);
    expect(Object.keys(JSON.parse(rows[0]?.row ?? '{}')).sort()).toEqual(
      ['browser', 'company_id', 'day', 'event', 'seen', 'sessions', 'tenant_id'].sort(),
    );
  });

  test('reportPageEvents 200: of one session no more than 300 are counted, also when they come at once', async () => {
    const one = await newMerchant(service);
    const { phone } = await openPhone(service, one);
    const full = events(...Array.from({ length: MAX_PAGE_EVENTS }, () => 'low_light'));
    const answers = await Promise.all(Array.from({ length: 17 }, () => tell(phone, full)));
    const counted = answers.reduce((sum, { body }) => sum + Number(body['counted']), 0);
    expect(counted).toBe(300);
    expect(await sumsOf(one)).toMatchObject([{ event: 'low_light', seen: '300' }]);
    expect((await tell(phone, events('opened'))).body).toEqual({ counted: 0 });
  });

  test.each([
    ['an event that is none', events('opened', 'maria')],
    ['a browser that is none', { browser: 'Mozilla/5.0', events: ['opened'] }],
    ['no event', events()],
    ['more than a call can tell', events(...Array.from({ length: MAX_PAGE_EVENTS + 1 }, () => 'opened'))],
  ])('reportPageEvents 400: %s is refused, and nothing of it counted', async (_what, body) => {
    const one = await newMerchant(service);
    const { phone } = await openPhone(service, one);
    expect((await tell(phone, body)).status).toBe(400);
    expect(await sumsOf(one)).toEqual([]);
  });

  test('reportPageEvents 403: without a session, and from a foreign page, nothing is counted', async () => {
    const one = await newMerchant(service);
    const { phone } = await openPhone(service, one);
    const foreign = await tell(phone, events('opened'), { 'sec-fetch-site': 'cross-site' });
    const without = await tell(new Phone(service), events('opened'));
    for (const { status, body } of [foreign, without]) expect([status, body['code']]).toEqual([403, '40310']);
    expect(await sumsOf(one)).toEqual([]);
  });

  test('reportPageEvents 500: a fault is answered plainly', async () => {
    const broken = await startTestService();
    try {
      const { phone } = await openPhone(broken, await newMerchant(broken));
      await sql`ALTER TABLE page_event_counts RENAME TO gone`.execute(broken.service.database.db);
      const { status, body } = await tell(phone, events('opened'));
      expect([status, body['code']]).toEqual([500, '50001']);
    } finally {
      await broken.close();
    }
  });

  test('sums go after 400 days, and not before', async () => {
    const one = await newMerchant(service);
    const { phone } = await openPhone(service, one);
    await tell(phone, events('opened'));
    const sweep = () => runTask({ db: db(), clock, log: createLog('silent') }, 'delete-old-page-events');
    const age = (days: number) =>
      sql`UPDATE page_event_counts SET day = day - ${days}::int WHERE tenant_id = ${one.tenant.tenantId}`.execute(
        db(),
      );
    await age(400);
    await sweep();
    expect(await sumsOf(one)).toHaveLength(1);
    await age(1);
    await sweep();
    expect(await sumsOf(one)).toEqual([]);
  });
});

describe('titular page-events list', () => {
  async function titular(...words: string[]) {
    const written = { output: '', errors: '' };
    const collect = (name: keyof typeof written) => ({ write: (text: string) => (written[name] += text) });
    const environment = {
      DATABASE_URL: service.config.databaseUrl,
      TITULAR_DATA_DIR: service.config.dataDirectory,
    };
    const onInterrupt = () => () => undefined;
    const code = await runCommandLine(words, {
      environment,
      output: collect('output'),
      errors: collect('errors'),
      onInterrupt,
      openTrial,
    });
    return { code, ...written };
  }

  test('tells the sums of a tenant, of the days and the company asked for', async () => {
    const one = await newMerchant(service);
    const { tenantId, companyId } = one.tenant;
    const { phone } = await openPhone(service, one);
    await tell(phone, events('opened', 'camera_busy'));
    // The command line has the machine's clock, the service that of the test.
    await sql`UPDATE page_event_counts SET day = (now() AT TIME ZONE 'UTC')::date - 9
      WHERE tenant_id = ${tenantId} AND event = 'camera_busy'`.execute(db());
    await sql`UPDATE page_event_counts SET day = (now() AT TIME ZONE 'UTC')::date
      WHERE tenant_id = ${tenantId} AND event = 'opened'`.execute(db());
    const list = async (...more: string[]) => {
      const { output } = await titular('page-events', 'list', '--tenant', tenantId, ...more, '--json');
      return (JSON.parse(output) as { event: string }[]).map(({ event }) => event);
    };
    expect(await list()).toEqual(['opened']);
    expect(await list('--days', '9')).toEqual(['opened']);
    expect(await list('--days', '10')).toEqual(['camera_busy', 'opened']);
    expect(await list('--company', companyId)).toEqual(['opened']);
    expect(await list('--company', crypto.randomUUID())).toEqual([]);
    const none = await titular('page-events', 'list', '--tenant', merchant.tenant.tenantId, '--days', 'x');
    expect(none.code).not.toBe(0);
  });
});
