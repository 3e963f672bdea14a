import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createManualClock, startTestService } from '@titular/test-kit';
import { startObjectStore } from '@titular/test-kit/objects/object-store.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openTraffic } from '../packages/server/test/operations/traffic-fixture.ts';
import { storedIn } from '../packages/server/test/pictures/object-fixture.ts';
import { type Alert, alertGroups } from '../scripts/operations/alerts.ts';
import { ALERT_SAMPLES, type AlertSample } from './alert-samples.ts';
import { has } from './programs.ts';
import { type Found, RULES, startPrometheus } from './start-prometheus.ts';

const DASHBOARD = resolve(import.meta.dirname, '../ops/grafana/titular.json');

type Dashboard = { panels: { targets?: { expr: string }[] }[] };

const alerts = Object.values(alertGroups).flat();

async function readDashboard(): Promise<string[]> {
  const { panels } = JSON.parse(await readFile(DASHBOARD, 'utf8')) as Dashboard;
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

/** What a rule looks at: series that are there while all is well, when a comparison answers 0 or 1 and removes none. */
const lookedAt = ({ expr }: Alert): string[] =>
  expr
    .split(' unless on (instance) ')
    .map((part) => part.replace(/^absent\((.*)\)$/, '$1').replaceAll(/ ([<>]|==) /g, ' $1 bool '));

/** A quantile of nothing, or a share of nothing, is none. */
const isNumber = ({ value: [, value] }: Found): boolean => value !== 'NaN';

const promtool = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

test.runIf(has('prometheus'))(
  'every expression of the dashboard and the rules finds series on a Prometheus that scraped a service at work (S42)',
  async () => {
    const store = await startObjectStore();
    onTestFinished(() => store.close());
    const service = await startTestService({
      clock: createManualClock(),
      env: { TITULAR_OPERATIONS_PORT: '0', ...storedIn(store) },
    });
    onTestFinished(() => service.close());
    const prometheus = await startPrometheus(String(service.service.operationsUrl));
    onTestFinished(() => prometheus.close());
    const traffic = await openTraffic(service);
    onTestFinished(() => traffic.close());
    await traffic.make();
    // A series that begins with its first value has a rate from its second on.
    await eventually(async () =>
      expect(await prometheus.query('titular_face_distance_count')).not.toEqual([]),
    );
    await traffic.make();

    const expressions = [...(await readDashboard()), ...alerts.flatMap(lookedAt)];
    expect(expressions.length).toBeGreaterThan(alerts.length + 40);
    const findEmpty = async (): Promise<string[]> => {
      const found = await Promise.all(
        expressions.map(async (expr) => ({ expr, series: await prometheus.query(expr) })),
      );
      return found.filter(({ series }) => !series.some(isNumber)).map(({ expr }) => expr);
    };
    await eventually(async () => expect(await findEmpty()).toEqual([]));

    // An expression of which nothing is known finds nothing: the question above can fail.
    expect(await prometheus.query('titular_unknown_total')).toEqual([]);
    await expect(prometheus.query('sum(rate(titular_http_requests_total))')).rejects.toThrow();

    const evaluated = () =>
      prometheus.rules().then((rules) => rules.map(({ name, health }) => `${name} ${health}`).toSorted());
    await eventually(async () =>
      expect(await evaluated()).toEqual(alerts.map(({ name }) => `${name} ok`).toSorted()),
    );
  },
);

test.runIf(has('promtool'))('promtool takes the rules (S42)', () => {
  expect(promtool('check', 'rules', RULES)).toEqual({
    status: 0,
    said: expect.stringContaining(`SUCCESS: ${alerts.length} rules found`),
  });
});

test('each alert has a sample', () => {
  expect(Object.keys(ALERT_SAMPLES)).toEqual(alerts.map(({ name }) => name));
});

/** One test of promtool: the alert as it fires with these labels, or silence. */
const toUnitTest = ({ name, severity, summary, action }: Alert, sample: AlertSample, fires: boolean) => {
  const { labels = {}, atMinutes } = sample;
  const told = summary.replaceAll(
    /\{\{ \$labels\.(\w+) \}\}/g,
    (_whole, label: string) => labels[label] ?? '',
  );
  const alert = {
    exp_labels: { severity, ...labels },
    exp_annotations: { summary: told, description: action },
  };
  return {
    interval: '1m',
    input_series: Object.entries(fires ? sample.fires : sample.rests).map(([series, values]) => ({
      series,
      values,
    })),
    alert_rule_test: [{ eval_time: `${atMinutes}m`, alertname: name, exp_alerts: fires ? [alert] : [] }],
  };
};

test.runIf(has('promtool'))('each alert fires at its sample, and not beside its limit (S42)', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'titular-rules-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, 'tests.json');
  const run = async (tests: object[]) => {
    await writeFile(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }));
    return promtool('test', 'rules', file);
  };
  const tests = (turn: (fires: boolean) => boolean) =>
    alerts.flatMap((alert) => {
      const sample = ALERT_SAMPLES[alert.name] ?? expect.unreachable(alert.name);
      return [true, false].map((fires) => {
        const made = toUnitTest(alert, sample, fires);
        return { ...made, alert_rule_test: toUnitTest(alert, sample, turn(fires)).alert_rule_test };
      });
    });
  expect(await run(tests((fires) => fires))).toMatchObject({ status: 0 });
  // Each of them can fail.
  const { said } = await run(tests((fires) => !fires));
  expect(said.match(/alertname: ?\w+/g)).toHaveLength(2 * alerts.length);
});
