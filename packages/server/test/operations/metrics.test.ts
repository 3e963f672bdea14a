import { countSeries, type MetricFacts, OTHER } from '@titular/server/kernel/metrics/metric.ts';
import { listMetrics } from '@titular/server/modules.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { startObjectStore } from '@titular/test-kit/objects/object-store.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { storedIn } from '../pictures/object-fixture.ts';
import { findValue, operationsAddress, type Scraped, scrape } from './operations-fixture.ts';
import { openTraffic, type Traffic } from './traffic-fixture.ts';

const MAX_SERIES = 4_000;

const metrics = listMetrics();

/** Names under which the samples of a metric stand. */
const seriesOf = ({ name, kind }: MetricFacts): string[] =>
  kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];

let service: TestService;
let store: Awaited<ReturnType<typeof startObjectStore>>;
let traffic: Traffic;
let scraped: Scraped;
/** What tests that ran in this process before had counted: instruments are those of the process. */
let before: Scraped;

beforeAll(async () => {
  store = await startObjectStore();
  service = await startTestService({
    clock: createManualClock(),
    env: { TITULAR_OPERATIONS_PORT: '0', TITULAR_LOG_LEVEL: 'info', ...storedIn(store) },
  });
  before = await scrape(service);
  traffic = await openTraffic(service);
  await traffic.make();
  // On a machine with much to do a statement of a scrape may be given up, and a job begin late.
  await eventually(async () => {
    scraped = await scrape(service);
    expect(metrics.flatMap(seriesOf).filter((name) => findValue(scraped, name) === undefined)).toEqual([]);
  });
}, 900_000);
afterAll(async () => {
  await service.close();
  await traffic.close();
  await store.close();
});

/** Values that labels have besides those of a service that is only described. */
const ownValues = (): Record<string, string> => ({ engine_version: service.service.engineVersion, le: '' });

describe('after traffic (S41)', () => {
  test.each(metrics.map((metric) => [metric.name, metric] as const))('%s is there', (name, metric) => {
    expect(scraped.kinds.get(name)).toBe(metric.kind);
    expect(scraped.text).toContain(`# HELP ${name} `);
    for (const series of seriesOf(metric)) expect(findValue(scraped, series), series).toBeDefined();
  });

  test('each metric has help, a name with its unit, and no name stands twice', () => {
    expect(metrics.filter(({ help }) => !/^[A-Z].*\.$/.test(help))).toEqual([]);
    const unitless = metrics.filter(
      ({ name, kind }) => !/^titular_[a-z_]+$/.test(name) || /_total$/.test(name) !== (kind === 'counter'),
    );
    expect(unitless).toEqual([]);
    expect(new Set(metrics.map(({ name }) => name)).size).toBe(metrics.length);
  });

  test('each label has a value of its closed set', () => {
    const sets = new Map(
      metrics.flatMap((metric) => seriesOf(metric).map((series) => [series, metric.labels])),
    );
    const own = scraped.samples.filter(({ name }) => name.startsWith('titular_'));
    const wrong = own.flatMap(({ name, labels }) => {
      const known = sets.get(name);
      if (!known) return [name];
      return Object.entries(labels)
        .filter(([label]) => label !== 'le')
        .filter(([label, value]) => !known[label]?.includes(value) && ownValues()[label] !== value)
        .filter(([, value]) => value !== OTHER)
        .map(([label, value]) => `${name} ${label}=${value}`);
    });
    expect(own.length).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
  });

  test('what is of no closed set is counted as other: an address that is none', () => {
    const others = scraped.samples.filter(
      ({ name, labels, value }) =>
        Object.values(labels).includes(OTHER) && value > (findValue(before, name, labels) ?? 0),
    );
    const names = new Set(others.map(({ name }) => name));
    expect(names.delete('titular_http_requests_total')).toBe(true);
    for (const series of ['bucket', 'sum', 'count'])
      names.delete(`titular_http_request_duration_seconds_${series}`);
    // A family of browsers has that name too.
    names.delete('titular_page_events_total');
    // Distances to another identity's face.
    names.delete('titular_face_distance_bucket');
    expect([...names].filter((name) => !/^titular_face_distance/.test(name))).toEqual([]);
  });

  test('nothing names a person, a card, an order, a tenant, an account, a token or an address', () => {
    expect(traffic.canaries.length).toBeGreaterThan(15);
    expect(traffic.canaries.filter((canary) => scraped.text.includes(canary))).toEqual([]);
    expect(scraped.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/);
  });

  test(`there are at most ${MAX_SERIES} series, now and ever`, () => {
    expect(scraped.samples.length).toBeLessThanOrEqual(MAX_SERIES);
    const ofNode = scraped.samples.filter(({ name }) => !name.startsWith('titular_')).length;
    const most = metrics.reduce((sum, metric) => sum + countSeries(metric), ofNode);
    expect(most).toBeLessThanOrEqual(MAX_SERIES);
  });

  test('what was done is what is counted', () => {
    const count = (name: string, labels: Record<string, string>): number =>
      (findValue(scraped, name, labels) ?? 0) - (findValue(before, name, labels) ?? 0);
    const ofPost = (event: string) => count('titular_transactions_total', { event, module: 'post' });
    for (const event of ['create', 'open', 'consent', 'capture-finished', 'approve'])
      expect(ofPost(event), event).toBe(2);
    expect(ofPost('attempt')).toBeGreaterThanOrEqual(2);
    expect(count('titular_capture_attempts_total', { outcome: 'completed' })).toBe(2);
    expect(count('titular_page_events_total', { event: 'camera_denied', browser: 'chromium' })).toBe(2);
    expect(count('titular_decisions_total', { result: 'approved', reason: 'live' })).toBe(2);
    expect(count('titular_decision_delay_seconds_count', {})).toBe(2);
    expect(count('titular_face_distance_count', { kind: 'reference' })).toBe(1);
    expect(count('titular_webhook_attempts_total', { verdict: 'delivered', status_class: '2xx' })).toBe(2);
    expect(count('titular_webhook_lag_seconds_count', {})).toBe(2);
    expect(count('titular_tokens_issued_total', { grant: 'client_credentials' })).toBe(2);
    expect(count('titular_token_refusals_total', { sub_code: 'unsupported_grant' })).toBe(1);
    expect(count('titular_rate_limited_total', { budget: 'rate' })).toBe(2);
    expect(count('titular_http_refusals_total', { code: '42901' })).toBe(2);
    expect(count('titular_jobs_total', { task: 'decide-transaction', result: 'done' })).toBe(2);
    expect(findValue(scraped, 'titular_not_ready', { cause: 'database_unreachable' })).toBe(0);
    expect(findValue(scraped, 'titular_http_in_flight', {})).toBe(0);
  });
});

test('no statement of a scrape runs for a request: metrics cost requests no query (S41)', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const textOf = (asked: unknown): string =>
    typeof asked === 'string' ? asked : ((asked as { text?: string } | undefined)?.text ?? '');
  /** Statements that ran meanwhile, each with its connection. */
  const listStatements = async (work: () => Promise<unknown>) => {
    query.mockClear();
    await work();
    return query.mock.calls.map(([asked], at) => ({ text: textOf(asked), by: query.mock.contexts[at] }));
  };
  const ofScrape = await listStatements(() => scrape(service));
  const connection = ofScrape.find(({ text }) => text.includes('graphile_worker.jobs'))?.by;
  const texts = new Set(ofScrape.filter(({ by }) => by === connection).map(({ text }) => text));
  expect(texts.size).toBeGreaterThan(4);
  const ofRequests = await listStatements(async () => {
    const { body } = await traffic.merchant.create();
    for (let count = 0; count < 20; count += 1) await traffic.merchant.read(String(body['id']));
    await fetch(operationsAddress(service, '/readyz'));
  });
  query.mockRestore();
  expect(ofRequests.length).toBeGreaterThan(20);
  expect(ofRequests.filter(({ text, by }) => texts.has(text) || by === connection)).toEqual([]);
});
