import type { MetricFacts } from '@titular/server/kernel/metrics/metric.ts';
import { listMetrics } from '@titular/server/modules.ts';

/** A row of the dashboard: its title, and the metrics that it shows by the beginning of their names. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  Requests: ['titular_http_', 'titular_turns_', 'titular_rate_', 'titular_requests_', 'titular_log_'],
  'Transactions and captures': [
    'titular_transactions_',
    'titular_decision',
    'titular_face_',
    'titular_capture_',
    'titular_page_',
    'titular_expiry_',
  ],
  'Face engine and galleries': ['titular_engine_', 'titular_gallery_', 'titular_objects_'],
  Webhooks: ['titular_webhook_'],
  Tokens: ['titular_token'],
  'Jobs and duties': [
    'titular_job',
    'titular_cron_',
    'titular_retention_',
    'titular_audit_',
    'titular_tenant_',
  ],
  'Nodes and database': ['titular_db_', 'titular_cache_', 'titular_not_ready', 'titular_build_info'],
};

/** Panels of Node.js itself. */
const OF_THE_PROCESS: readonly (readonly [title: string, expr: string])[] = [
  ['Processor', 'rate(process_cpu_seconds_total[5m])'],
  ['Event loop lag, 99 of 100', 'nodejs_eventloop_lag_p99_seconds'],
  ['Memory', 'process_resident_memory_bytes'],
];

const by = ({ labels }: MetricFacts, ...more: string[]): string => {
  const names = [...more, ...Object.keys(labels)];
  return names.length > 0 ? ` by (${names.join(', ')})` : '';
};

/** Metrics that every node reads from the same database: their sum would count them once a node. */
const OF_THE_DEPLOYMENT =
  /^titular_(jobs_waiting|job_oldest|job_outbox|audit_unsealed|webhook_oldest|webhook_endpoints|retention|expiry|tenant_moves)/;

/** What a panel asks of a metric, by its kind. */
function expressionOf(metric: MetricFacts): string {
  const { name, kind } = metric;
  if (kind === 'counter') return `sum${by(metric)} (rate(${name}[5m]))`;
  if (kind === 'histogram')
    return `histogram_quantile(0.95, sum${by(metric, 'le')} (rate(${name}_bucket[5m])))`;
  if (OF_THE_DEPLOYMENT.test(name)) return `max${by(metric)} (${name})`;
  return name === 'titular_cron_last_success_timestamp_seconds' ? `time() - max by (task) (${name})` : name;
}

const legendOf = ({ labels }: MetricFacts): string =>
  Object.keys(labels)
    .map((name) => `{{${name}}}`)
    .join(' ') || '{{instance}}';

const unitOf = ({ name, kind }: MetricFacts): string => {
  if (/_seconds$/.test(name)) return 's';
  return kind === 'counter' ? 'ops' : 'short';
};

const WIDTH = 8;
const HEIGHT = 7;
const COLUMNS = 24 / WIDTH;

type Panel = { title: string; description: string; expr: string; legend: string; unit: string };

const panelOf = (metric: MetricFacts): Panel => ({
  title: metric.name,
  description: metric.help,
  expr: expressionOf(metric),
  legend: legendOf(metric),
  unit: unitOf(metric),
});

const DATA_SOURCE = { type: 'prometheus', uid: '$source' };

const toGrafana = ({ title, description, expr, legend, unit }: Panel, id: number, x: number, y: number) => ({
  id,
  type: 'timeseries',
  title,
  description,
  datasource: DATA_SOURCE,
  gridPos: { h: HEIGHT, w: WIDTH, x, y },
  fieldConfig: { defaults: { unit }, overrides: [] },
  targets: [{ refId: 'A', datasource: DATA_SOURCE, expr, legendFormat: legend }],
});

/** Lays rows of panels out below each other. */
function layOut(rows: readonly (readonly [title: string, panels: readonly Panel[]])[]): object[] {
  const laid: object[] = [];
  let [y, id] = [0, 1];
  for (const [title, panels] of rows) {
    laid.push({
      id: id++,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { h: 1, w: 24, x: 0, y },
      panels: [],
    });
    y += 1;
    panels.forEach((panel, index) => {
      const line = Math.floor(index / COLUMNS);
      laid.push(toGrafana(panel, id++, (index % COLUMNS) * WIDTH, y + line * HEIGHT));
    });
    y += Math.ceil(panels.length / COLUMNS) * HEIGHT;
  }
  return laid;
}

/** ops/grafana/titular.json: every metric on a panel. */
export function dashboardFile(): string {
  const metrics = listMetrics();
  const own = Object.entries(ROWS).map(([title, starts]): [string, Panel[]] => [
    title,
    metrics.filter(({ name }) => starts.some((start) => name.startsWith(start))).map(panelOf),
  ]);
  const process = OF_THE_PROCESS.map(
    ([title, expr]): Panel => ({
      ...{ title, expr, description: '', legend: '{{instance}}', unit: 'short' },
    }),
  );
  const dashboard = {
    uid: 'titular',
    title: 'titular',
    tags: ['titular'],
    timezone: 'utc',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'source', type: 'datasource', query: 'prometheus', label: 'Data source' }] },
    panels: layOut([...own, ['Node.js', process]]),
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}
